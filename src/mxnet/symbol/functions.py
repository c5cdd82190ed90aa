"""Functions of ``mx.sym`` that are not single operators."""

from __future__ import annotations

import math
import operator

import numpy as np

from ..base import numeric_types
from . import _internal
from ._functions import apply_binary
from .symbol import Symbol

__all__ = [
    "arange", "eye", "full", "histogram", "hypot", "linspace", "maximum", "minimum", "ones", "pow",
    "power", "split_v2", "zeros",
]  # fmt: skip


def zeros(shape, dtype=None, **kwargs):
    """Create a symbol of zeros."""
    return _internal._zeros(shape=shape, dtype=dtype or np.float32, **kwargs)


def ones(shape, dtype=None, **kwargs):
    """Create a symbol of ones."""
    return _internal._ones(shape=shape, dtype=dtype or np.float32, **kwargs)


def full(shape, val, dtype=None, **kwargs):
    """Create a symbol filled with one value."""
    return _internal._full(shape=shape, dtype=dtype or np.float32, value=float(val), **kwargs)


def eye(N, M=0, k=0, dtype=None, **kwargs):
    """Create a symbol with ones on a diagonal."""
    return _internal._eye(N=N, M=M, k=k, dtype=dtype or np.float32, **kwargs)


def arange(start, stop=None, step=1.0, repeat=1, infer_range=False, name=None, dtype=None):
    """Create a symbol of evenly spaced numbers with a given step."""
    return _internal._arange(
        start=start, stop=stop, step=step, repeat=repeat, infer_range=infer_range,
        name=name, dtype=dtype or np.float32,
    )  # fmt: skip


def linspace(start, stop, num, endpoint=True, name=None, dtype=None):
    """Create a symbol of ``num`` evenly spaced numbers from start to stop."""
    return _internal._linspace(
        start=start, stop=stop, num=num, endpoint=endpoint, name=name, dtype=dtype or np.float32
    )


def histogram(a, bins=10, range=None, **kwargs):
    """Count the elements of a symbol in bins, given by their number and range or by their edges."""
    if isinstance(bins, Symbol):
        return _internal._histogram(data=a, bins=bins, **kwargs)
    if not isinstance(bins, int):
        raise ValueError(f"bins argument should be either an integer or a Symbol, got {bins!r}")
    if range is None:
        raise ValueError("null range is not supported in symbol mode; give (low, high)")
    return _internal._histogram(data=a, bin_cnt=bins, range=range, **kwargs)


def split_v2(ary, indices_or_sections, axis=0, squeeze_axis=False):
    """Split a symbol into equal parts, or at the given indices."""
    sections, begins = 0, []
    if isinstance(indices_or_sections, int):
        sections = indices_or_sections
    elif isinstance(indices_or_sections, list | tuple | set):
        begins = [0, *indices_or_sections]
    else:
        raise ValueError(
            f"indices_or_sections must be either int or tuple of ints, got {indices_or_sections!r}"
        )
    return _internal._split_v2(ary, begins, axis, squeeze_axis, sections)


def _binary(left, right, plain, *names):
    """Apply an operator to symbols and numbers, or plain Python to two numbers."""
    if isinstance(left, numeric_types) and isinstance(right, numeric_types):
        return plain(left, right)
    return apply_binary(left, right, *names)


def maximum(left, right):
    """Compute the elementwise maximum."""
    return _binary(left, right, max, "_Maximum", "_MaximumScalar", "_MaximumScalar")


def minimum(left, right):
    """Compute the elementwise minimum."""
    return _binary(left, right, min, "_Minimum", "_MinimumScalar", "_MinimumScalar")


def hypot(left, right):
    """Compute the square root of a² + b²."""
    return _binary(left, right, math.hypot, "_Hypot", "_HypotScalar", "_HypotScalar")


def power(base, exp):
    """Raise the first operand to the power of the second."""
    return _binary(base, exp, operator.pow, "_Power", "_PowerScalar", "_RPowerScalar")


pow = power
