# Made by `mxnet stubs` of version 1.10.0.
from collections.abc import Sequence
from typing import Any, Literal

import numpy as _numpy
from mxnet.ndarray.ndarray import NDArray as NDArray
from mxnet.symbol.symbol import Symbol as Symbol

DType = str | type | _numpy.dtype
from mxnet.ndarray._sparse_array import BaseSparseNDArray as BaseSparseNDArray
from mxnet.ndarray._sparse_array import CSRNDArray as CSRNDArray
from mxnet.context import Context as Context
from mxnet.base import NotSupportedForSparseNDArray as NotSupportedForSparseNDArray
from mxnet.ndarray._sparse_array import RowSparseNDArray as RowSparseNDArray
def adagrad_update(weight: Any = None, grad: Any = None, history: Any = None, lr: Any = None, out: Any = None, **kwargs: Any) -> Any:
    """Update the rows of a weight and its sum of squares that a row-sparse gradient contains.
"""
def add(lhs: Any, rhs: Any) -> Any:
    """Return add of arrays or numbers, element by element; shapes are broadcast.
"""
def array(source_array: Any, ctx: Any = None, dtype: Any = None) -> Any:
    """Create a sparse array from another array or a SciPy matrix.
"""
from mxnet.base import c_array_buf as c_array_buf
from mxnet.base import check_call as check_call
def csr_matrix(arg1: Any, shape: Any = None, ctx: Any = None, dtype: Any = None) -> Any:
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
from mxnet.context import current_context as current_context
def divide(lhs: Any, rhs: Any) -> Any:
    """Return divide of arrays or numbers, element by element; shapes are broadcast.
"""
def empty(stype: Any, shape: Any, ctx: Any = None, dtype: Any = None) -> Any:
    """Create an array with a storage type; a sparse one stores nothing.
"""
def gs_retain(data: Any = None, indices: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Keep the given rows of a row-sparse array and set the others to zero.

    >>> x = row_sparse_array(([[1, 2], [3, 4]], [0, 2]), shape=(4, 2))
    >>> retain(x, ndarray.array([2])).indices.asnumpy().tolist()
    [2]
"""
def multiply(lhs: Any, rhs: Any) -> Any:
    """Return multiply of arrays or numbers, element by element; shapes are broadcast.
"""
def retain(data: Any = None, indices: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Keep the given rows of a row-sparse array and set the others to zero.

    >>> x = row_sparse_array(([[1, 2], [3, 4]], [0, 2]), shape=(4, 2))
    >>> retain(x, ndarray.array([2])).indices.asnumpy().tolist()
    [2]
"""
def row_sparse_array(arg1: Any, shape: Any = None, ctx: Any = None, dtype: Any = None) -> Any:
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
def subtract(lhs: Any, rhs: Any) -> Any:
    """Return subtract of arrays or numbers, element by element; shapes are broadcast.
"""
def zeros(stype: Any, shape: Any, ctx: Any = None, dtype: Any = None, **kwargs: Any) -> Any:
    """Create an array of zeros with a storage type.

    >>> zeros("row_sparse", (2, 3)).indices.shape
    (0,)
"""
from mxnet.ndarray.op import ElementWiseSum as ElementWiseSum
from mxnet.ndarray.op import Embedding as Embedding
from mxnet.ndarray.op import FullyConnected as FullyConnected
from mxnet.ndarray.op import LinearRegressionOutput as LinearRegressionOutput
from mxnet.ndarray.op import LogisticRegressionOutput as LogisticRegressionOutput
from mxnet.ndarray.op import MAERegressionOutput as MAERegressionOutput
from mxnet.ndarray.op import abs as abs
from mxnet.ndarray.op import adam_update as adam_update
from mxnet.ndarray.op import add_n as add_n
from mxnet.ndarray.op import arccos as arccos
from mxnet.ndarray.op import arccosh as arccosh
from mxnet.ndarray.op import arcsin as arcsin
from mxnet.ndarray.op import arcsinh as arcsinh
from mxnet.ndarray.op import arctan as arctan
from mxnet.ndarray.op import arctanh as arctanh
from mxnet.ndarray.op import broadcast_add as broadcast_add
from mxnet.ndarray.op import broadcast_div as broadcast_div
from mxnet.ndarray.op import broadcast_minus as broadcast_minus
from mxnet.ndarray.op import broadcast_mul as broadcast_mul
from mxnet.ndarray.op import broadcast_plus as broadcast_plus
from mxnet.ndarray.op import broadcast_sub as broadcast_sub
from mxnet.ndarray.op import cast_storage as cast_storage
from mxnet.ndarray.op import cbrt as cbrt
from mxnet.ndarray.op import ceil as ceil
from mxnet.ndarray.op import clip as clip
from mxnet.ndarray.op import concat as concat
from mxnet.ndarray.op import cos as cos
from mxnet.ndarray.op import cosh as cosh
from mxnet.ndarray.op import degrees as degrees
from mxnet.ndarray.op import dot as dot
from mxnet.ndarray.op import elemwise_add as elemwise_add
from mxnet.ndarray.op import elemwise_div as elemwise_div
from mxnet.ndarray.op import elemwise_mul as elemwise_mul
from mxnet.ndarray.op import elemwise_sub as elemwise_sub
from mxnet.ndarray.op import exp as exp
from mxnet.ndarray.op import expm1 as expm1
from mxnet.ndarray.op import fix as fix
from mxnet.ndarray.op import floor as floor
from mxnet.ndarray.op import ftrl_update as ftrl_update
from mxnet.ndarray.op import gamma as gamma
from mxnet.ndarray.op import gammaln as gammaln
from mxnet.ndarray.op import log as log
from mxnet.ndarray.op import log10 as log10
from mxnet.ndarray.op import log1p as log1p
from mxnet.ndarray.op import log2 as log2
from mxnet.ndarray.op import make_loss as make_loss
from mxnet.ndarray.op import mean as mean
from mxnet.ndarray.op import negative as negative
from mxnet.ndarray.op import norm as norm
from mxnet.ndarray.op import radians as radians
from mxnet.ndarray.op import relu as relu
from mxnet.ndarray.op import rint as rint
from mxnet.ndarray.op import round as round
from mxnet.ndarray.op import rsqrt as rsqrt
from mxnet.ndarray.op import sgd_mom_update as sgd_mom_update
from mxnet.ndarray.op import sgd_update as sgd_update
from mxnet.ndarray.op import sigmoid as sigmoid
from mxnet.ndarray.op import sign as sign
from mxnet.ndarray.op import sin as sin
from mxnet.ndarray.op import sinh as sinh
from mxnet.ndarray.op import slice as slice
from mxnet.ndarray.op import sqrt as sqrt
from mxnet.ndarray.op import square as square
from mxnet.ndarray.op import stop_gradient as stop_gradient
from mxnet.ndarray.op import sum as sum
from mxnet.ndarray.op import tan as tan
from mxnet.ndarray.op import tanh as tanh
from mxnet.ndarray.op import trunc as trunc
from mxnet.ndarray.op import where as where
from mxnet.ndarray.op import zeros_like as zeros_like
BY_STYPE: Any
CLASSES: Any
from mxnet.base import MXNetError as MXNetError
NAMES: Any
annotations: Any
from mxnet.context import torch_device as torch_device
