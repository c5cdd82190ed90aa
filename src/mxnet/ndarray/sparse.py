"""``mx.nd.sparse``: functions that MXNet also gives for sparse arrays.

Arrays are dense so far. The functions work on dense arrays; what would make or need a sparse one
raises an error that says what to use instead.
"""

from __future__ import annotations

from ..base import MXNetError, NotSupportedForSparseNDArray, c_array_buf, check_call
from ..context import Context, current_context
from . import ndarray, op
from .functions import add, divide, multiply, subtract
from .ndarray import NDArray

# The operators that have a kernel for some sparse storage type in MXNet.
OPERATORS = """
    ElementWiseSum Embedding FullyConnected LinearRegressionOutput LogisticRegressionOutput
    MAERegressionOutput abs adam_update add_n arccos arccosh arcsin arcsinh arctan arctanh
    broadcast_add broadcast_div broadcast_minus broadcast_mul broadcast_plus broadcast_sub
    cast_storage cbrt ceil clip concat cos cosh degrees dot elemwise_add elemwise_div elemwise_mul
    elemwise_sub exp expm1 fix floor ftrl_update gamma gammaln log log10 log1p log2 make_loss mean
    negative norm radians relu rint round rsqrt sgd_mom_update sgd_update sigmoid sign sin sinh
    slice sqrt square stop_gradient sum tan tanh trunc where zeros_like
""".split()

globals().update({name: getattr(op, name) for name in OPERATORS})

__all__ = [
    "BaseSparseNDArray", "CSRNDArray", "Context", "NDArray", "NotSupportedForSparseNDArray",
    "RowSparseNDArray", "adagrad_update", "add", "array", "c_array_buf", "check_call", "csr_matrix",
    "current_context", "divide", "empty", "gs_retain", "multiply", "op", "retain",
    "row_sparse_array", "subtract", "zeros", *OPERATORS,
]  # fmt: skip

STORAGE_TYPES = ("default", "row_sparse", "csr")


def _not_yet(what: str, instead: str) -> MXNetError:
    return MXNetError(f"{what}: sparse storage is not supported yet; {instead}")


class BaseSparseNDArray(NDArray):
    """A sparse array; there are none yet, so this class serves ``isinstance`` only."""

    __slots__ = ()

    def __init__(self, handle, writable=True):
        raise _not_yet(type(self).__name__, "make a dense array with mx.nd.array")


class CSRNDArray(BaseSparseNDArray):
    """A matrix that stores the non-zero elements of each row."""

    __slots__ = ()


class RowSparseNDArray(BaseSparseNDArray):
    """An array that stores the rows that are not zero."""

    __slots__ = ()


def csr_matrix(arg1, shape=None, ctx=None, dtype=None):
    """Make a CSR matrix."""
    raise _not_yet("csr_matrix", "make a dense array with mx.nd.array")


def row_sparse_array(arg1, shape=None, ctx=None, dtype=None):
    """Make an array that stores the rows that are not zero."""
    raise _not_yet("row_sparse_array", "make a dense array with mx.nd.array")


def array(source_array, ctx=None, dtype=None):
    """Make a sparse array of another sparse array or a SciPy matrix."""
    if hasattr(source_array, "tocsr"):
        raise _not_yet("array", "make a dense array with mx.nd.array(matrix.toarray())")
    raise ValueError(
        f"source_array is a dense {type(source_array).__name__}; make an NDArray with mx.nd.array"
    )


def zeros(stype, shape, ctx=None, dtype=None, **kwargs) -> NDArray:
    """Make an array of zeros of a storage type.

    >>> zeros("default", (2,))
    <BLANKLINE>
    [0. 0.]
    <NDArray 2 @cpu(0)>
    """
    _want_dense("zeros", stype)
    return ndarray.zeros(shape, ctx, dtype, **kwargs)


def empty(stype, shape, ctx=None, dtype=None) -> NDArray:
    """Make an array of a storage type whose elements are whatever the memory holds."""
    _want_dense("empty", stype)
    return ndarray.empty(shape, ctx, dtype)


def _want_dense(what, stype):
    if stype not in STORAGE_TYPES:
        raise ValueError(f"unknown storage type {stype!r}; known are {', '.join(STORAGE_TYPES)}")
    if stype != "default":
        raise _not_yet(f"{what} of storage type {stype!r}", "use 'default'")


def retain(data=None, indices=None, out=None, name=None, **kwargs):
    """Keep the given rows of a row-sparse array."""
    raise _not_yet("retain", "of a dense array, mx.nd.take selects rows")


gs_retain = retain


def adagrad_update(weight=None, grad=None, history=None, lr=None, **kwargs):
    """Update the rows of a weight that a row-sparse gradient has."""
    raise _not_yet("adagrad_update", "compute the update of a dense weight with operators of mx.nd")
