"""Rewrites of graphs of operators that users ask for: partitioning, precision, quantization."""
