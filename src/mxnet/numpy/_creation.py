"""Arrays out of nothing."""

from __future__ import annotations

import numbers

import numpy as onp

from .._core import dtypes
from ..context import current_context
from ..ndarray._dlpack import from_dlpack as nd_from_dlpack
from ..ndarray.ndarray import array as nd_array
from ..ndarray.ndarray import empty as nd_empty
from ._namespace import compute_with_numpy, np


def place(dtype, ctx) -> dict:
    """Return the attributes of type (None: float32) and context of a result."""
    name = "float32" if dtype is None else dtypes.lookup(dtype).name
    return {"dtype": name, "ctx": str(current_context() if ctx is None else ctx)}


def only_c_order(order) -> None:
    """Reject another order of the elements in memory than C's."""
    if order != "C":
        raise NotImplementedError(f"only supports C-order, while received {order}")


def as_shape(shape) -> tuple[int, ...]:
    """Return a shape, which may be one number, as a tuple."""
    return (int(shape),) if isinstance(shape, numbers.Integral) else tuple(shape)


@np.function
def zeros(F, shape, dtype=onp.float32, order="C", ctx=None):
    """Return zeros, float32 unless ``dtype`` is given."""
    only_c_order(order)
    return F._npi_zeros(shape=as_shape(shape), **place(dtype, ctx))


@np.function
def ones(F, shape, dtype=onp.float32, order="C", ctx=None):
    """Return ones, float32 unless ``dtype`` is given."""
    only_c_order(order)
    return F._npi_ones(shape=as_shape(shape), **place(dtype, ctx))


@np.function
def full(F, shape, fill_value, dtype=None, order="C", ctx=None, out=None):
    """Return an array that holds one value everywhere, which may be an array to broadcast."""
    only_c_order(order)
    if isinstance(fill_value, F.ndarray):
        filled = F._npi_broadcast_to(fill_value, shape=as_shape(shape), out=out)
        return filled if dtype is None else filled.astype(dtype)
    if dtype is None and isinstance(fill_value, bool | onp.bool_):
        dtype = "bool"
    return F._npi_full(shape=as_shape(shape), value=fill_value, **place(dtype, ctx), out=out)


@np.function
def arange(F, start, stop=None, step=1, dtype=None, ctx=None):
    """Return ``start, start + step, ...`` up to, not including, ``stop``; float32 by default.

    Without ``stop`` the numbers go from 0 to ``start``.
    """
    if stop is None:
        start, stop = 0, start
    if step is None:
        step = 1
    if start is None:
        raise ValueError("start and stop cannot be both None")
    if step == 0:
        raise ZeroDivisionError("step cannot be 0")
    return F._npi_arange(start=start, stop=stop, step=step, **place(dtype, ctx))


@np.function(only_arrays=True)
def empty(F, shape, dtype=onp.float32, order="C", ctx=None):
    """Return an array whose elements are whatever the memory holds."""
    only_c_order(order)
    return nd_empty(as_shape(shape), ctx, dtype).as_np_ndarray()


def _like(F, a, value, dtype, order, out):
    only_c_order(order)
    options = {} if dtype is None else {"dtype": dtypes.lookup(dtype).name}
    return F._npi_full_like(a, fill_value=float(value), **options, out=out)


@np.function
def zeros_like(F, a, dtype=None, order="C", ctx=None, out=None):
    """Return zeros, of the shape of an array and of its type unless ``dtype`` is given.

    They are where the array is, whatever ``ctx`` says; so are those of the next two functions.
    """
    return _like(F, a, 0, dtype, order, out)


@np.function
def ones_like(F, a, dtype=None, order="C", ctx=None, out=None):
    """Return ones like ``zeros_like``, ``ctx`` included."""
    return _like(F, a, 1, dtype, order, out)


@np.function
def full_like(F, a, fill_value, dtype=None, order="C", ctx=None, out=None):
    """Return one value everywhere, in the shape of an array, ``ctx`` as of ``zeros_like``."""
    return _like(F, a, fill_value, dtype, order, out)


@np.function
def empty_like(F, prototype, dtype=None, order="C", subok=False, shape=None):
    """Return an array like another; its values are arbitrary (0).

    There are no classes below ``ndarray`` that ``subok`` could keep.
    """
    if shape is None:
        return _like(F, prototype, 0, dtype, order, None)
    only_c_order(order)
    kind = getattr(prototype, "dtype", None) if dtype is None else dtype
    if kind is None:
        raise TypeError("the type of a symbol is not known: give empty_like a dtype")
    where = place(kind, getattr(prototype, "ctx", None))
    return F._npi_zeros(shape=as_shape(shape), **where)


@np.function
def identity(F, n, dtype=None, ctx=None):
    """Return a square matrix with ones on its diagonal."""
    if not isinstance(n, numbers.Integral):
        raise TypeError(f"Input 'n' should be an integer, got {n!r}")
    if n < 0:
        raise ValueError(f"Input 'n' cannot be negative, got {n}")
    return F._npi_identity(shape=(n, n), **place(dtype, ctx))


@np.function
def eye(F, N, M=None, k=0, dtype=onp.float32, ctx=None, order="C"):
    """Return a matrix of ``N`` rows and ``M`` columns with ones on its diagonal ``k``."""
    only_c_order(order)
    return F._npi_eye(N=N, M=M, k=k, **place(dtype, ctx))


@np.function
def linspace(F, start, stop, num=50, endpoint=True, retstep=False, dtype=None, axis=0, ctx=None):
    """Return ``num`` numbers at equal distances from ``start`` to ``stop``, and the distance.

    The distance is returned if ``retstep``.
    """
    if _needs_numpy(start, stop, axis):
        options = {"endpoint": endpoint, "retstep": retstep, "dtype": dtype or onp.float32}
        return compute_with_numpy(onp.linspace, start, stop, num, axis=axis, ctx=ctx, **options)
    if num < 0:
        raise ValueError(f"Number of samples, {num}, must be non-negative.")
    options = {"num": num, "endpoint": endpoint, **place(dtype, ctx)}
    samples = F._npi_linspace(start=start, stop=stop, **options)
    if not retstep:
        return samples
    gaps = num - 1 if endpoint else num
    return samples, (stop - start) / gaps if gaps > 0 else onp.nan


@np.function
def logspace(F, start, stop, num=50, endpoint=True, base=10.0, dtype=None, axis=0, ctx=None):
    """Return ``num`` powers of a base whose exponents go from ``start`` to ``stop``."""
    if _needs_numpy(start, stop, axis):
        options = {"endpoint": endpoint, "base": base, "dtype": dtype or onp.float32}
        return compute_with_numpy(onp.logspace, start, stop, num, axis=axis, ctx=ctx, **options)
    options = {"num": num, "endpoint": endpoint, "base": base, **place(dtype, ctx)}
    return F._npi_logspace(start=start, stop=stop, **options)


def _needs_numpy(start, stop, axis) -> bool:
    """Return whether this is more than numbers between two numbers, which the operators give."""
    return axis != 0 or not (isinstance(start, numbers.Real) and isinstance(stop, numbers.Real))


@np.function
def indices(F, dimensions, dtype=onp.int32, ctx=None):
    """Return the positions of all elements of an array of some shape, for each axis."""
    if not isinstance(dimensions, tuple | list):
        raise ValueError("The dimensions must be sequence of ints")
    return F._npi_indices(dimensions=tuple(dimensions), **place(dtype, ctx))


@np.function(only_arrays=True)
def from_dlpack(F, x):
    """Return an array on the memory of an object with ``__dlpack__``: of NumPy, torch and others.

    >>> from mxnet import np
    >>> np.from_dlpack(np.ones((2, 3))).shape
    (2, 3)
    """
    return nd_from_dlpack(x).as_np_ndarray()


@np.function(only_arrays=True)
def shape(F, a):
    """Return the shape of an array."""
    return a.shape


@np.function
def copy(F, a, out=None):
    """Return a copy."""
    return F._np_copy(a, out=out)


@np.function(only_arrays=True)
def meshgrid(F, *xi, indexing="xy", sparse=False, copy=True):
    """Return for each of several vectors the grid of what it has at every place of all of them."""
    count = len(xi)
    if indexing not in ("xy", "ij"):
        raise ValueError("Valid values for `indexing` are 'xy' and 'ij'.")
    places = [(1,) * i + (-1,) + (1,) * (count - 1 - i) for i in range(count)]
    if indexing == "xy" and count > 1:
        places[0] = (1, -1) + (1,) * (count - 2)
        places[1] = (-1, 1) + (1,) * (count - 2)
    grids = [x.reshape(*place) for x, place in zip(xi, places, strict=True)]
    if sparse:
        return grids
    if not copy:
        raise NotImplementedError("meshgrid returns copies; leave copy=False out")
    return _broadcast(F, grids)


@np.function(only_arrays=True)
def broadcast_arrays(F, *args):
    """Return copies of arrays, all in the shape that they have together."""
    return _broadcast(F, args)


def _broadcast(F, arrays):
    shape = onp.broadcast_shapes(*(x.shape for x in arrays))
    return [F._npi_broadcast_to(x, shape=shape) for x in arrays]


@np.function(only_arrays=True)
def genfromtxt(F, *args, **kwargs):
    """Read an array from a text file, as NumPy does."""
    values = onp.genfromtxt(*args, **kwargs)
    return nd_array(values, dtype=values.dtype).as_np_ndarray()
