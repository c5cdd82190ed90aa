"""Graphs of operators: inference of shapes and types, later lowering and passes."""
