"""Operators with NumPy's rules, called only by mx.np and mx.npx."""

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
