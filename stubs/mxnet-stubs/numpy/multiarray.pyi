# Made by `mxnet stubs` of version 1.10.0.
from collections.abc import Sequence
from typing import Any, Literal

import numpy as _numpy
from mxnet.ndarray.ndarray import NDArray as NDArray
from mxnet.symbol.symbol import Symbol as Symbol

DType = str | type | _numpy.dtype
from mxnet.context import Context as Context
PLAIN: Any
class UnshapedNdarray:
    """A parameter whose shape is inferred by the first operator that uses it.
    """
from mxnet.numpy import abs as abs
from mxnet.numpy import absolute as absolute
from mxnet.numpy import add as add
from mxnet.numpy import all as all
from mxnet.numpy.fallback import allclose as allclose
from mxnet.numpy.fallback import alltrue as alltrue
from mxnet.numpy import amax as amax
from mxnet.numpy import amin as amin
annotations: Any
from mxnet.numpy import any as any
from mxnet.numpy import append as append
from mxnet.numpy.fallback import apply_along_axis as apply_along_axis
from mxnet.numpy.fallback import apply_over_axes as apply_over_axes
from mxnet.numpy import arange as arange
from mxnet.numpy import arccos as arccos
from mxnet.numpy import arccosh as arccosh
from mxnet.numpy import arcsin as arcsin
from mxnet.numpy import arcsinh as arcsinh
from mxnet.numpy import arctan as arctan
from mxnet.numpy import arctan2 as arctan2
from mxnet.numpy import arctanh as arctanh
from mxnet.numpy import argmax as argmax
from mxnet.numpy import argmin as argmin
from mxnet.numpy.fallback import argpartition as argpartition
from mxnet.numpy import argsort as argsort
from mxnet.numpy.fallback import argwhere as argwhere
from mxnet.numpy import around as around
def array(object: Any, dtype: Any = None, ctx: Any = None) -> Any:
    """Create an array from a list, a number, a NumPy array or another array.

    Lists and numbers become float32 unless ``dtype`` is given; arrays keep their type.

    >>> from mxnet import np
    >>> np.array([1, 2]).dtype
    dtype('float32')
"""
from mxnet.numpy.fallback import array_equal as array_equal
from mxnet.numpy.fallback import array_equiv as array_equiv
from mxnet.numpy import array_split as array_split
def as_class(array: Any, cls: Any) -> Any:
    """Return an array of another class with the same memory and the same node of the graph.
"""
from mxnet.numpy import atleast_1d as atleast_1d
from mxnet.numpy import atleast_2d as atleast_2d
from mxnet.numpy import atleast_3d as atleast_3d
from mxnet.numpy import average as average
from mxnet.numpy import bincount as bincount
from mxnet.numpy import bitwise_and as bitwise_and
from mxnet.numpy import bitwise_not as bitwise_not
from mxnet.numpy import bitwise_or as bitwise_or
from mxnet.numpy import bitwise_xor as bitwise_xor
from mxnet.numpy import blackman as blackman
from mxnet.numpy import broadcast_arrays as broadcast_arrays
from mxnet.numpy import broadcast_to as broadcast_to
from mxnet.base import c_array as c_array
from mxnet.base import c_array_buf as c_array_buf
from mxnet.numpy import cbrt as cbrt
from mxnet.numpy import ceil as ceil
from mxnet.base import check_call as check_call
def check_cast(order: Any, casting: Any, subok: Any) -> Any:
    """Raise an error for options of NumPy's ``astype`` that MXNet does not support.
"""
from mxnet.numpy.fallback import choose as choose
from mxnet.numpy import clip as clip
from mxnet.numpy import column_stack as column_stack
from mxnet.numpy.fallback import compress as compress
from mxnet.numpy import concatenate as concatenate
from mxnet.numpy import copy as copy
from mxnet.numpy import copysign as copysign
from mxnet.numpy.fallback import corrcoef as corrcoef
from mxnet.numpy.fallback import correlate as correlate
from mxnet.numpy import cos as cos
from mxnet.numpy import cosh as cosh
from mxnet.numpy.fallback import count_nonzero as count_nonzero
from mxnet.numpy.fallback import cov as cov
from mxnet.numpy import cumsum as cumsum
from mxnet.context import current_context as current_context
from mxnet.numpy import deg2rad as deg2rad
from mxnet.numpy import degrees as degrees
from mxnet.numpy import delete as delete
from mxnet.numpy import diag as diag
from mxnet.numpy import diag_indices_from as diag_indices_from
from mxnet.numpy import diagflat as diagflat
from mxnet.numpy import diagonal as diagonal
from mxnet.numpy import diff as diff
from mxnet.numpy.fallback import digitize as digitize
from mxnet.numpy import divide as divide
from mxnet.numpy.fallback import divmod as divmod
from mxnet.numpy import dot as dot
from mxnet.numpy import dsplit as dsplit
from mxnet.numpy import dstack as dstack
from mxnet.numpy import ediff1d as ediff1d
from mxnet.numpy import einsum as einsum
from mxnet.numpy import empty as empty
from mxnet.numpy import empty_like as empty_like
from mxnet.numpy import equal as equal
from mxnet.numpy import exp as exp
from mxnet.numpy import expand_dims as expand_dims
from mxnet.numpy import expm1 as expm1
from mxnet.numpy.fallback import extract as extract
from mxnet.numpy import eye as eye
from mxnet.numpy import fabs as fabs
from mxnet.numpy import fix as fix
from mxnet.numpy.fallback import flatnonzero as flatnonzero
from mxnet.numpy import flip as flip
from mxnet.numpy import fliplr as fliplr
from mxnet.numpy import flipud as flipud
from mxnet.numpy.fallback import float_power as float_power
from mxnet.numpy import floor as floor
from mxnet.numpy.fallback import frexp as frexp
from mxnet.numpy import from_dlpack as from_dlpack
from mxnet.numpy import full as full
from mxnet.numpy import full_like as full_like
from mxnet.numpy import genfromtxt as genfromtxt
from mxnet.ndarray.indexing import get_indexing_dispatch_code as get_indexing_dispatch_code
from mxnet.ndarray.indexing import get_oshape_of_gather_nd_op as get_oshape_of_gather_nd_op
from mxnet.numpy import greater as greater
from mxnet.numpy import greater_equal as greater_equal
from mxnet.numpy import hamming as hamming
from mxnet.numpy import hanning as hanning
from mxnet.numpy.fallback import heaviside as heaviside
from mxnet.numpy import histogram as histogram
from mxnet.numpy.fallback import histogram2d as histogram2d
from mxnet.numpy.fallback import histogram_bin_edges as histogram_bin_edges
from mxnet.numpy.fallback import histogramdd as histogramdd
from mxnet.numpy import hsplit as hsplit
from mxnet.numpy import hstack as hstack
from mxnet.numpy import hypot as hypot
from mxnet.numpy.fallback import i0 as i0
from mxnet.numpy import identity as identity
from mxnet.numpy.fallback import in1d as in1d
from mxnet.ndarray.indexing import indexing_key_expand_implicit_axes as indexing_key_expand_implicit_axes
from mxnet.numpy import indices as indices
from mxnet.numpy import inner as inner
from mxnet.numpy import insert as insert
from mxnet.numpy.fallback import interp as interp
from mxnet.numpy.fallback import intersect1d as intersect1d
from mxnet.numpy import invert as invert
from mxnet.autograd import is_recording as is_recording
from mxnet.numpy.fallback import isclose as isclose
from mxnet.numpy import isfinite as isfinite
from mxnet.numpy.fallback import isin as isin
from mxnet.numpy import isinf as isinf
from mxnet.numpy import isnan as isnan
from mxnet.numpy import isneginf as isneginf
from mxnet.numpy import isposinf as isposinf
from mxnet.numpy.fallback import ix_ as ix_
from mxnet.numpy import lcm as lcm
from mxnet.numpy import ldexp as ldexp
from mxnet.numpy import less as less
from mxnet.numpy import less_equal as less_equal
from mxnet.numpy.fallback import lexsort as lexsort
from mxnet.numpy import linspace as linspace
from mxnet.numpy import log as log
from mxnet.numpy import log10 as log10
from mxnet.numpy import log1p as log1p
from mxnet.numpy import log2 as log2
from mxnet.numpy import logical_not as logical_not
from mxnet.numpy import logspace as logspace
from mxnet.numpy import matmul as matmul
from mxnet.numpy import max as max
from mxnet.numpy import maximum as maximum
from mxnet.numpy import may_share_memory as may_share_memory
from mxnet.numpy import mean as mean
from mxnet.numpy import meshgrid as meshgrid
from mxnet.numpy import min as min
from mxnet.numpy.fallback import min_scalar_type as min_scalar_type
from mxnet.numpy import minimum as minimum
from mxnet.numpy.fallback import mirr as mirr
from mxnet.numpy import mod as mod
from mxnet.numpy.fallback import modf as modf
from mxnet.numpy import moveaxis as moveaxis
from mxnet.numpy.fallback import msort as msort
from mxnet.numpy import multiply as multiply
from mxnet.numpy import nan_to_num as nan_to_num
from mxnet.numpy.fallback import nanargmax as nanargmax
from mxnet.numpy.fallback import nanargmin as nanargmin
from mxnet.numpy.fallback import nancumprod as nancumprod
from mxnet.numpy.fallback import nancumsum as nancumsum
from mxnet.numpy.fallback import nanmax as nanmax
from mxnet.numpy.fallback import nanmedian as nanmedian
from mxnet.numpy.fallback import nanmin as nanmin
from mxnet.numpy.fallback import nanpercentile as nanpercentile
from mxnet.numpy.fallback import nanprod as nanprod
from mxnet.numpy.fallback import nanquantile as nanquantile
from mxnet.ndarray.ndarray import array as _array
nd_array = _array
from mxnet.numpy import ndarray as ndarray
from mxnet.numpy.fallback import ndim as ndim
from mxnet.numpy import negative as negative
from mxnet.numpy import nonzero as nonzero
from mxnet.numpy import not_equal as not_equal
from mxnet.numpy.fallback import npv as npv
from mxnet.numpy import ones as ones
from mxnet.numpy import ones_like as ones_like
def onp_values(value: Any) -> Any:
    """Convert nested lists that contain arrays to lists of NumPy arrays.
"""
from mxnet.numpy import outer as outer
from mxnet.numpy.fallback import packbits as packbits
from mxnet.numpy import pad as pad
from mxnet.numpy.fallback import partition as partition
from mxnet.numpy import percentile as percentile
from mxnet.numpy.fallback import piecewise as piecewise
from mxnet.numpy.fallback import poly as poly
from mxnet.numpy.fallback import polyadd as polyadd
from mxnet.numpy.fallback import polydiv as polydiv
from mxnet.numpy.fallback import polyfit as polyfit
from mxnet.numpy.fallback import polyint as polyint
from mxnet.numpy.fallback import polymul as polymul
from mxnet.numpy.fallback import polysub as polysub
from mxnet.numpy import polyval as polyval
from mxnet.numpy.fallback import positive as positive
from mxnet.numpy import power as power
from mxnet.numpy.fallback import ppmt as ppmt
from mxnet.numpy import prod as prod
from mxnet.numpy import product as product
from mxnet.numpy.fallback import promote_types as promote_types
from mxnet.numpy.fallback import ptp as ptp
from mxnet.numpy.fallback import pv as pv
from mxnet.numpy import quantile as quantile
from mxnet.numpy import rad2deg as rad2deg
from mxnet.numpy import radians as radians
from mxnet.numpy.fallback import rate as rate
from mxnet.numpy import ravel as ravel
from mxnet.numpy.fallback import real as real
from mxnet.numpy import reciprocal as reciprocal
from mxnet.numpy import remainder as remainder
from mxnet.numpy import repeat as repeat
from mxnet.numpy import reshape as reshape
from mxnet.numpy import resize as resize
from mxnet.numpy.fallback import result_type as result_type
from mxnet.numpy import rint as rint
from mxnet.numpy import roll as roll
from mxnet.numpy.fallback import rollaxis as rollaxis
from mxnet.numpy.fallback import roots as roots
from mxnet.numpy import rot90 as rot90
from mxnet.numpy import round as round
from mxnet.numpy import round_ as round_
from mxnet.numpy import row_stack as row_stack
from mxnet.numpy.fallback import searchsorted as searchsorted
from mxnet.numpy.fallback import select as select
from mxnet.util import set_module as set_module
from mxnet.numpy.fallback import setdiff1d as setdiff1d
from mxnet.numpy.fallback import setxor1d as setxor1d
from mxnet.numpy import shape as shape
from mxnet.numpy import shares_memory as shares_memory
from mxnet.numpy import sign as sign
from mxnet.numpy.fallback import signbit as signbit
from mxnet.numpy import sin as sin
from mxnet.numpy import sinh as sinh
from mxnet.numpy.fallback import size as size
from mxnet.numpy import sometrue as sometrue
from mxnet.numpy import sort as sort
from mxnet.numpy.fallback import spacing as spacing
from mxnet.numpy import split as split
from mxnet.numpy import sqrt as sqrt
from mxnet.numpy import square as square
from mxnet.numpy import squeeze as squeeze
from mxnet.numpy import stack as stack
from mxnet.numpy import std as std
from mxnet.numpy import subtract as subtract
from mxnet.numpy import sum as sum
from mxnet.numpy import swapaxes as swapaxes
from mxnet.numpy import take as take
from mxnet.numpy.fallback import take_along_axis as take_along_axis
from mxnet.numpy import tan as tan
from mxnet.numpy import tanh as tanh
from mxnet.numpy import tensordot as tensordot
from mxnet.numpy import tile as tile
from mxnet.numpy import trace as trace
from mxnet.numpy import transpose as transpose
from mxnet.numpy.fallback import trapz as trapz
from mxnet.numpy import tril as tril
from mxnet.numpy.fallback import tril_indices_from as tril_indices_from
from mxnet.numpy.fallback import trim_zeros as trim_zeros
from mxnet.numpy.fallback import triu_indices_from as triu_indices_from
from mxnet.numpy import true_divide as true_divide
from mxnet.numpy import trunc as trunc
from mxnet.numpy.fallback import union1d as union1d
from mxnet.numpy import unique as unique
from mxnet.numpy.fallback import unpackbits as unpackbits
from mxnet.numpy import unravel_index as unravel_index
from mxnet.numpy.fallback import unwrap as unwrap
from mxnet.numpy.fallback import vander as vander
from mxnet.numpy import var as var
from mxnet.numpy import vdot as vdot
from mxnet.numpy import vsplit as vsplit
from mxnet.numpy import vstack as vstack
from mxnet.numpy import where as where
from mxnet.util import wrap_np_binary_func as wrap_np_binary_func
from mxnet.util import wrap_np_unary_func as wrap_np_unary_func
from mxnet.numpy import zeros as zeros
from mxnet.numpy import zeros_like as zeros_like
