"""Operators with NumPy's rules, which only mx.np and mx.npx call."""

from . import (  # noqa: F401 - each file registers its operators
    binary,
    choosing,
    creation,
    editing,
    extension,
    indexing,
    joining,
    linalg,
    products,
    random,
    reduce,
    shape,
    unary,
)
