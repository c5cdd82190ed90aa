"""Nodes, entries and graph traversal: the parts of a graph."""
