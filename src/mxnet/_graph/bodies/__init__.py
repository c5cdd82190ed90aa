"""Operators with a graph inside: control flow, fused layers, subgraphs."""
