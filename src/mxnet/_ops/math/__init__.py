"""Arithmetic on arrays: elementwise functions, reductions and matrix operations."""

from . import (  # noqa: F401 - each file registers its operators
    binary,
    casting,
    elementwise,
    histogram,
    limits,
    linalg,
    matmul,
    moments,
    ordering,
    reduce,
)
