"""Nodes, entries and walks over them: what a graph consists of."""
