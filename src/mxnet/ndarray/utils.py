"""Creation, saving and loading of arrays of any storage type."""

from __future__ import annotations

from . import ndarray, sparse
from ._files import load, load_frombuffer, save
from .ndarray import NDArray

__all__ = ["array", "empty", "load", "load_frombuffer", "save", "zeros"]


def array(source_array, ctx=None, dtype=None) -> NDArray:
    """Create an array from a list, a NumPy or SciPy array, a number or another array.

    Sparse arrays stay sparse.

    >>> array([1, 2])
    <BLANKLINE>
    [1. 2.]
    <NDArray 2 @cpu(0)>
    """
    if isinstance(source_array, sparse.BaseSparseNDArray) or hasattr(source_array, "tocsr"):
        return sparse.array(source_array, ctx, dtype)
    return ndarray.array(source_array, ctx, dtype)


def zeros(shape, ctx=None, dtype=None, stype=None, **kwargs) -> NDArray:
    """Create an array of zeros.

    >>> zeros((1, 2))
    <BLANKLINE>
    [[0. 0.]]
    <NDArray 1x2 @cpu(0)>
    """
    if stype is None or stype == "default":
        return ndarray.zeros(shape, ctx, dtype, **kwargs)
    return sparse.zeros(stype, shape, ctx, dtype, **kwargs)


def empty(shape, ctx=None, dtype=None, stype=None) -> NDArray:
    """Create an array with uninitialized elements."""
    if stype is None or stype == "default":
        return ndarray.empty(shape, ctx, dtype)
    return sparse.empty(stype, shape, ctx, dtype)
