"""Lowering of operator graphs to straight-line Python code over torch."""
