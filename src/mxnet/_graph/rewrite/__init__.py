"""Graph rewrites requested by users: partitioning, precision, quantization."""
