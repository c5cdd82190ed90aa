"""Element by element, reductions, matrices: the arithmetic of arrays."""

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
