"""``mx.nd.sparse``: arrays that store only nonzero values.

A ``CSRNDArray`` is a matrix that stores values; a ``RowSparseNDArray`` is an array of any dimension
that stores rows. Operators without a sparse implementation compute on temporary dense copies.

>>> x = csr_matrix([[0, 1], [2, 0]])
>>> x.indices.asnumpy().tolist(), x.data.asnumpy().tolist()
([1, 0], [1.0, 2.0])
>>> (x * 2).stype, (x + 1).stype
('csr', 'default')
"""

from __future__ import annotations

import numpy as np
import torch

from .._core import dtypes
from .._eager.array import NDArrayBase
from .._formats.stored_array import sparse_problem
from .._ops.sparse import NAMES
from .._ops.sparse_tensor import BY_STYPE, CsrTensor
from ..base import MXNetError, NotSupportedForSparseNDArray, c_array_buf, check_call
from ..context import Context, current_context, torch_device
from . import _internal, functions, ndarray, op
from ._sparse_array import CLASSES, BaseSparseNDArray, CSRNDArray, RowSparseNDArray, as_array
from .ndarray import NDArray

# The operators that have a kernel for some sparse storage type in MXNet.
globals().update({name: getattr(op, name) for name in NAMES})

__all__ = [
    "BaseSparseNDArray", "CSRNDArray", "Context", "NDArray", "NotSupportedForSparseNDArray",
    "RowSparseNDArray", "adagrad_update", "add", "array", "c_array_buf", "check_call", "csr_matrix",
    "current_context", "divide", "empty", "gs_retain", "multiply", "op", "retain",
    "row_sparse_array", "subtract", "zeros", *NAMES,
]  # fmt: skip


# --------------------------------------------------------------------------------------- creation


def csr_matrix(arg1, shape=None, ctx=None, dtype=None):
    """Create a CSR matrix.

    Parameters
    ----------
    arg1 : CSRNDArray, NDArray, array or tuple
        A dense or sparse matrix (including SciPy's), or parts of one: ``(rows, columns)`` for an
        empty matrix, ``(data, indices, indptr)``, or ``(data, (row, column))`` for values at
        positions.
    shape : tuple of int
        Rows and columns; by default as many as the indices need.
    dtype : str or numpy.dtype
        The element type; by default that of the values.
    """
    if not isinstance(arg1, tuple):
        return _convert(CSRNDArray, arg1, shape, ctx, dtype)
    if len(arg1) == 2 and not isinstance(arg1[1], tuple | list):
        _check_shape(arg1, shape)
        return zeros("csr", arg1, ctx, dtype)
    if len(arg1) == 2:
        data, places = arg1
        if len(places) != 2 or not all(map(np.ndim, places)):
            raise ValueError(
                f"the second part of a pair is (rows, columns), the indices of each value, got "
                f"{places!r}; parts of a CSR matrix are three: (data, indices, indptr)"
            )
        rows, columns = places
        data, rows, columns = _values(data, dtype, np.float64), _indices(rows), _indices(columns)
        shape = shape or (_count(rows), _count(columns))
        parts = CsrTensor.from_positions(data, rows, columns, shape).parts
    elif len(arg1) == 3:
        data, columns, starts = arg1
        data, columns, starts = _values(data, dtype), _indices(columns), _indices(starts)
        shape = shape or (len(starts) - 1, _count(columns))
        parts = data, columns, starts
    else:
        raise ValueError(f"Unexpected length of input tuple: {len(arg1)}, want 2 or 3")
    return _build(CSRNDArray, parts, shape, ctx)


def row_sparse_array(arg1, shape=None, ctx=None, dtype=None):
    """Create an array that stores only nonzero rows.

    Parameters
    ----------
    arg1 : RowSparseNDArray, NDArray, array or tuple
        A dense or sparse array, or parts of one: its shape for an empty array, or ``(data,
        indices)``, which are rows and their positions.
    shape : tuple of int
        The full shape; by default with as many rows as the indices need.
    dtype : str or numpy.dtype
        The element type; by default that of the values.
    """
    if not isinstance(arg1, tuple):
        return _convert(RowSparseNDArray, arg1, shape, ctx, dtype)
    if len(arg1) < 2:
        raise ValueError(f"Unexpected length of input tuple: {len(arg1)}, want at least 2")
    if all(isinstance(size, int | np.integer) for size in arg1):
        _check_shape(arg1, shape)
        return zeros("row_sparse", arg1, ctx, dtype)
    data, indices = _values(arg1[0], dtype), _indices(arg1[1])
    shape = shape or (_count(indices), *data.shape[1:])
    return _build(RowSparseNDArray, (data, indices), shape, ctx)


def array(source_array, ctx=None, dtype=None):
    """Create a sparse array from another array or a SciPy matrix."""
    if isinstance(source_array, BaseSparseNDArray):
        return _convert(type(source_array), source_array, None, ctx, dtype)
    if _is_scipy(source_array):
        return _convert(CSRNDArray, source_array, None, ctx, dtype)
    raise ValueError(
        f"source_array is a dense {type(source_array).__name__}; make an NDArray with mx.nd.array"
    )


def zeros(stype, shape, ctx=None, dtype=None, **kwargs) -> NDArray:
    """Create an array of zeros with a storage type.

    >>> zeros("row_sparse", (2, 3)).indices.shape
    (0,)
    """
    if stype == "default":
        return ndarray.zeros(shape, ctx, dtype, **kwargs)
    if stype not in CLASSES:
        raise ValueError(f"unknown storage type {stype!r}; known are default, csr, row_sparse")
    if kwargs:
        raise TypeError(f"zeros of storage type {stype!r} takes no {', '.join(kwargs)}")
    ctx = current_context() if ctx is None else Context(ctx)
    shape = ndarray.known_shape("_zeros", shape)
    if stype == "csr" and len(shape) != 2:
        raise MXNetError(f"a csr array has 2 dimensions, got shape {shape}")
    dtype = dtypes.torch_of(np.float32 if dtype is None else dtype)
    return as_array(BY_STYPE[stype].empty(shape, dtype, torch_device(ctx)), ctx)


def empty(stype, shape, ctx=None, dtype=None) -> NDArray:
    """Create an array with a storage type; a sparse one stores nothing."""
    if stype == "default":
        return ndarray.empty(shape, ctx, dtype)
    return zeros(stype, shape, ctx, dtype)


def _convert(cls, source, shape, ctx, dtype):
    """Convert an array, array-like or SciPy matrix to a sparse class."""
    if isinstance(source, BaseSparseNDArray) and type(source) is not cls:
        raise ValueError(f"Unexpected input type: {type(source).__name__}")
    if cls is CSRNDArray and _is_scipy(source):
        matrix = source.tocsr()
        matrix.sum_duplicates()
        parts = (matrix.data, matrix.indices, matrix.indptr)
        return csr_matrix(parts, shape or matrix.shape, ctx, dtype)
    if isinstance(source, NDArrayBase):
        result = source if ctx is None else source.as_in_context(Context(ctx))
        result = result.copy() if dtype is None else result.astype(dtype)
    else:
        dtype = getattr(source, "dtype", np.float32) if dtype is None else dtype
        result = ndarray.array(source, ctx, dtype)
    _check_shape(result.shape, shape)
    return result if type(result) is cls else result.tostype(cls.stype)


def _build(cls, parts, shape, ctx):
    """Create an array from parts, which are checked, on a context."""
    ctx = current_context() if ctx is None else Context(ctx)
    moved = (part.to(torch_device(ctx)) for part in parts)
    array = cls._of(cls._storage(moved, map(int, shape)), ctx)
    data, *indices = array._parts
    # Indices out of range are found by check_format, as in MXNet, and by whatever uses them.
    if cls is RowSparseNDArray and (len(data) != len(indices[0]) or data.ndim != array.ndim):
        raise MXNetError(sparse_problem(array._to_stored()))
    if cls is CSRNDArray and (data.shape != indices[0].shape or len(indices[1]) != len(array) + 1):
        raise MXNetError(sparse_problem(array._to_stored()))
    return array


def _values(source, dtype, default=np.float32) -> torch.Tensor:
    if dtype is None:
        dtype = getattr(source, "dtype", default)
    return ndarray.array(source, dtype=dtype)._t


def _indices(source) -> torch.Tensor:
    return ndarray.array(source, dtype=np.int64)._t


def _count(indices) -> int:
    if not len(indices):
        raise ValueError("invalid shape: it cannot be inferred from no indices")
    return int(indices.max()) + 1


def _check_shape(actual, expected):
    if expected is not None and tuple(expected) != tuple(actual):
        raise ValueError(f"Invalid shape: {tuple(expected)}, the array has {tuple(actual)}")


def _is_scipy(source) -> bool:
    return hasattr(source, "tocsr") and getattr(source, "format", None) == "csr"


# -------------------------------------------------------------------------------------- operators


def _arithmetic(name: str, of_one_shape: str):
    """Create a function of two arrays or numbers.

    MXNet: arrays of one shape use the operator without broadcasting, which keeps more results
    sparse."""
    general, of_one_shape = getattr(functions, name), getattr(op, of_one_shape)

    def function(lhs, rhs):
        if isinstance(lhs, NDArrayBase) and isinstance(rhs, NDArrayBase) and lhs.shape == rhs.shape:
            return of_one_shape(lhs, rhs)
        return general(lhs, rhs)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = general.__doc__
    return function


add = _arithmetic("add", "elemwise_add")
subtract = _arithmetic("subtract", "elemwise_sub")
multiply = _arithmetic("multiply", "elemwise_mul")
divide = _arithmetic("divide", "elemwise_div")


def retain(data=None, indices=None, out=None, name=None, **kwargs):
    """Keep the given rows of a row-sparse array and set the others to zero.

    >>> x = row_sparse_array(([[1, 2], [3, 4]], [0, 2]), shape=(4, 2))
    >>> retain(x, ndarray.array([2])).indices.asnumpy().tolist()
    [2]
    """
    if not isinstance(data, RowSparseNDArray):
        raise MXNetError(f"retain takes a RowSparseNDArray, got {type(data).__name__}")
    return _internal._sparse_retain(data, indices, out=out, **kwargs)


gs_retain = retain


def adagrad_update(weight=None, grad=None, history=None, lr=None, out=None, **kwargs):
    """Update the rows of a weight and its sum of squares that a row-sparse gradient contains."""
    return _internal._sparse_adagrad_update(weight, grad, history, lr=lr, out=out, **kwargs)
