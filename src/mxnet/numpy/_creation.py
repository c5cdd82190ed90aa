"""Array creation."""

from __future__ import annotations

import numbers

import numpy as onp

from .._core import dtypes
from ..ndarray._dlpack import from_dlpack as nd_from_dlpack
from ..ndarray.ndarray import NDArray, array as nd_array, empty as nd_empty
from ._namespace import array_options, compute_with_numpy, np

_PLAIN = {int, float}  # types of numbers that kernels accept as they are
_EXACT = 1 << 53  # below, integers are the same as floats, which attributes are


def only_c_order(order) -> None:
    """Reject a memory order other than C order."""
    if order != "C":
        raise NotImplementedError(f"only supports C-order, while received {order}")


def as_shape(shape) -> tuple[int, ...]:
    """Return a shape, which may be a single number, as a tuple."""
    if type(shape) is tuple:  # before the slow check of an abstract class
        return shape
    return (int(shape),) if isinstance(shape, numbers.Integral) else tuple(shape)


@np.function
def zeros(F, shape, dtype=onp.float32, order="C", ctx=None):
    """Create zeros, in float32 unless ``dtype`` is given."""
    only_c_order(order)
    return F.create("_npi_zeros", dtype, ctx, shape=as_shape(shape))


@np.function
def ones(F, shape, dtype=onp.float32, order="C", ctx=None):
    """Create ones, in float32 unless ``dtype`` is given."""
    only_c_order(order)
    return F.create("_npi_ones", dtype, ctx, shape=as_shape(shape))


@np.function
def full(F, shape, fill_value, dtype=None, order="C", ctx=None, out=None):
    """Create an array filled with one value, or with an array that is broadcast."""
    only_c_order(order)
    if isinstance(fill_value, F.ndarray):
        filled = F._npi_broadcast_to(fill_value, shape=as_shape(shape), out=out)
        return filled if dtype is None else filled.astype(dtype)
    if dtype is None and isinstance(fill_value, bool | onp.bool_):
        dtype = "bool"
    if out is None and type(fill_value) in _PLAIN:
        return F.create("_npi_full", dtype, ctx, shape=as_shape(shape), value=fill_value)
    return F._npi_full(
        shape=as_shape(shape), value=fill_value, **array_options(dtype, ctx), out=out
    )


@np.function
def arange(F, start, stop=None, step=1, dtype=None, ctx=None):
    """Create ``start, start + step, ...`` up to but excluding ``stop``; float32 by default.

    Without ``stop``, the range goes from 0 to ``start``.
    """
    if stop is None:
        start, stop = 0, start
    if step is None:
        step = 1
    if start is None:
        raise ValueError("start and stop cannot be both None")
    if step == 0:
        raise ZeroDivisionError("step cannot be 0")
    bounds = {"start": start, "stop": stop, "step": step}
    if {*map(type, bounds.values())} <= _PLAIN and max(map(abs, bounds.values())) < _EXACT:
        return F.create("_npi_arange", dtype, ctx, **bounds)
    # MXNet: a bound may be an array without axes, such as np.arange(x.min(), x.max())
    values = {k: v.item() if isinstance(v, NDArray) else v for k, v in bounds.items()}
    return F._npi_arange(**values, **array_options(dtype, ctx))


@np.function(only_arrays=True)
def empty(F, shape, dtype=onp.float32, order="C", ctx=None):
    """Create an array with uninitialized elements."""
    only_c_order(order)
    return nd_empty(as_shape(shape), ctx, dtype).as_np_ndarray()


def _like(F, a, value, dtype, order, out):
    only_c_order(order)
    options = {} if dtype is None else {"dtype": dtypes.lookup(dtype).name}
    return F._npi_full_like(a, fill_value=float(value), **options, out=out)


@np.function(operator="_npi_full_like")
def zeros_like(F, a, dtype=None, order="C", ctx=None, out=None):
    """Create zeros with the shape of an array, and with its type unless ``dtype`` is given.

    They are on the device of the array, regardless of ``ctx``; the same holds for the next two
    functions.
    """
    return _like(F, a, 0, dtype, order, out)


@np.function(operator="_npi_full_like")
def ones_like(F, a, dtype=None, order="C", ctx=None, out=None):
    """Create ones, with the parameters of ``zeros_like``."""
    return _like(F, a, 1, dtype, order, out)


@np.function(operator="_npi_full_like")
def full_like(F, a, fill_value, dtype=None, order="C", ctx=None, out=None):
    """Create an array filled with one value, with the parameters of ``zeros_like``."""
    return _like(F, a, fill_value, dtype, order, out)


@np.function(operator="_npi_full_like")
def empty_like(F, prototype, dtype=None, order="C", subok=False, shape=None):
    """Create an array like another one; its values are arbitrary (0).

    ``subok`` has no effect, because ``ndarray`` has no subclasses.
    """
    if shape is None:
        return _like(F, prototype, 0, dtype, order, None)
    only_c_order(order)
    result_dtype = getattr(prototype, "dtype", None) if dtype is None else dtype
    if result_dtype is None:
        raise TypeError("the type of a symbol is not known: give empty_like a dtype")
    where = array_options(result_dtype, getattr(prototype, "ctx", None))
    return F._npi_zeros(shape=as_shape(shape), **where)


@np.function
def identity(F, n, dtype=None, ctx=None):
    """Create a square matrix with ones on the diagonal."""
    if not isinstance(n, numbers.Integral):
        raise TypeError(f"Input 'n' should be an integer, got {n!r}")
    if n < 0:
        raise ValueError(f"Input 'n' cannot be negative, got {n}")
    return F.create("_npi_identity", dtype, ctx, shape=(n, n))


@np.function
def eye(F, N, M=None, k=0, dtype=onp.float32, ctx=None, order="C"):
    """Create a matrix of ``N`` rows and ``M`` columns with ones on the diagonal ``k``."""
    only_c_order(order)
    return F.create("_npi_eye", dtype, ctx, N=N, M=M, k=k)


@np.function
def linspace(F, start, stop, num=50, endpoint=True, retstep=False, dtype=None, axis=0, ctx=None):
    """Create ``num`` evenly spaced numbers from ``start`` to ``stop``.

    If ``retstep`` is set, also return the distance between them.
    """
    if _needs_numpy(start, stop, axis):
        options = {"endpoint": endpoint, "retstep": retstep, "dtype": dtype or onp.float32}
        return compute_with_numpy(onp.linspace, start, stop, num, axis=axis, ctx=ctx, **options)
    if num < 0:
        raise ValueError(f"Number of samples, {num}, must be non-negative.")
    bounds = {"start": float(start), "stop": float(stop)}
    samples = F.create("_npi_linspace", dtype, ctx, **bounds, num=num, endpoint=endpoint)
    if not retstep:
        return samples
    gaps = num - 1 if endpoint else num
    return samples, (stop - start) / gaps if gaps > 0 else onp.nan


@np.function
def logspace(F, start, stop, num=50, endpoint=True, base=10.0, dtype=None, axis=0, ctx=None):
    """Create ``num`` powers of a base, with exponents from ``start`` to ``stop``."""
    if _needs_numpy(start, stop, axis):
        options = {"endpoint": endpoint, "base": base, "dtype": dtype or onp.float32}
        return compute_with_numpy(onp.logspace, start, stop, num, axis=axis, ctx=ctx, **options)
    options = {"num": num, "endpoint": endpoint, "base": base, **array_options(dtype, ctx)}
    return F._npi_logspace(start=start, stop=stop, **options)


def _needs_numpy(start, stop, axis) -> bool:
    """Return whether the arguments are more than two numbers, which the operators support."""
    if axis == 0 and {type(start), type(stop)} <= _PLAIN:  # faster
        return False
    return axis != 0 or not (isinstance(start, numbers.Real) and isinstance(stop, numbers.Real))


@np.function
def indices(F, dimensions, dtype=onp.int32, ctx=None):
    """Return the positions of all elements of an array of the given shape, for each axis."""
    if not isinstance(dimensions, tuple | list):
        raise ValueError("The dimensions must be sequence of ints")
    return F._npi_indices(dimensions=tuple(dimensions), **array_options(dtype, ctx))


@np.function(only_arrays=True)
def from_dlpack(F, x):
    """Create an array on the memory of an object with ``__dlpack__``, from NumPy, torch or others.

    >>> from mxnet import np
    >>> np.from_dlpack(np.ones((2, 3))).shape
    (2, 3)
    """
    return nd_from_dlpack(x).as_np_ndarray()


@np.function(only_arrays=True)
def shape(F, a):
    """Return the shape of an array."""
    return a.shape


@np.function(operator="_np_copy")
def copy(F, a, out=None):
    """Return a copy."""
    return F._np_copy(a, out=out)


@np.function(only_arrays=True)
def meshgrid(F, *xi, indexing="xy", sparse=False, copy=True):
    """Create coordinate grids from vectors: one array for each vector, over all combinations."""
    count = len(xi)
    if indexing not in ("xy", "ij"):
        raise ValueError("Valid values for `indexing` are 'xy' and 'ij'.")
    axes = [*range(count)]
    if indexing == "xy" and count > 1:
        axes[:2] = 1, 0
    if sparse:
        return [_along(x, axis, count, lead=axis) for x, axis in zip(xi, axes, strict=True)]
    if not copy:
        raise NotImplementedError("meshgrid returns copies; leave copy=False out")
    shape = [0] * count
    for x, axis in zip(xi, axes, strict=True):
        shape[axis] = x.size
    shape = tuple(shape)
    grids = zip(xi, axes, strict=True)
    return [F._npi_broadcast_to(_along(x, axis, count), shape=shape) for x, axis in grids]


def _along(x, axis: int, count: int, lead: int = 0):
    """Return an array as a vector along one of ``count`` axes, with only ``lead`` before it.

    Broadcasting adds the others.
    """
    if not lead and axis == count - 1 and x.ndim == 1:
        return x
    return x.reshape(*(1,) * lead, -1, *(1,) * (count - 1 - axis))


@np.function(only_arrays=True)
def broadcast_arrays(F, *args):
    """Return copies of arrays, all broadcast to their common shape."""
    return _broadcast(F, args)


def _broadcast(F, arrays):
    shape = onp.broadcast_shapes(*(x.shape for x in arrays))
    return [F._npi_broadcast_to(x, shape=shape) for x in arrays]


@np.function(only_arrays=True)
def genfromtxt(F, *args, **kwargs):
    """Read an array from a text file, like NumPy."""
    values = onp.genfromtxt(*args, **kwargs)
    return nd_array(values, dtype=values.dtype).as_np_ndarray()
