"""NumPy functions that return ``mx.np`` arrays for such arguments: ``numpy.mean(x)``.

NumPy's protocols are always enabled here, so the decorators have no effect.
"""

from __future__ import annotations

import functools

import numpy as onp

from . import numpy as mx_np
from .numpy._interoperability import MX_NUMPY_FUNCTIONS

_NUMPY_ARRAY_FUNCTION_LIST = MX_NUMPY_FUNCTIONS

_NUMPY_ARRAY_UFUNC_LIST = """
    abs fabs add arctan2 copysign degrees hypot lcm subtract multiply true_divide negative power mod
    matmul absolute rint sign exp log log2 log10 expm1 sqrt square cbrt reciprocal invert
    bitwise_not remainder sin cos tan sinh cosh tanh arcsin arccos arctan arcsinh arccosh arctanh
    maximum minimum ceil trunc floor bitwise_and bitwise_xor bitwise_or logical_not equal not_equal
    less less_equal greater greater_equal
""".split()


def _find_function(package, name: str):
    """Return the object of a package with a dotted name, or None if there is none."""
    return functools.reduce(
        lambda value, part: getattr(value, part, None), name.split("."), package
    )


def _pairs(names: list[str]) -> dict:
    pairs = {_find_function(onp, name): _find_function(mx_np, name) for name in names}
    return {theirs: ours for theirs, ours in pairs.items() if theirs is not None}


_NUMPY_ARRAY_FUNCTION_DICT = _pairs(_NUMPY_ARRAY_FUNCTION_LIST)
_NUMPY_ARRAY_UFUNC_DICT = {f.__name__: ours for f, ours in _pairs(_NUMPY_ARRAY_UFUNC_LIST).items()}


def with_array_function_protocol(func):
    """Decorate a function that passes arrays of ``mx.np`` to NumPy functions."""
    return _wrap(func)


def with_array_ufunc_protocol(func):
    """Decorate a function that passes arrays of ``mx.np`` to NumPy ufuncs."""
    return _wrap(func)


def _wrap(func):
    @functools.wraps(func)
    def call(*args, **kwargs):
        return func(*args, **kwargs)

    return call
