"""Graphs of operators: inference of shapes and types, lowering, passes and execution."""
