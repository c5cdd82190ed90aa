"""From graphs of operators to straight-line Python code over torch."""
