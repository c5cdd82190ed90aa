"""Arrays out of nothing."""

from __future__ import annotations

import numbers

import numpy as onp

from .. import _dtype
from ..context import current_context
from ._namespace import np


def place(dtype, ctx) -> dict:
    """Return the attributes that say of which type a result is, float32 if None, and where."""
    name = "float32" if dtype is None else _dtype.lookup(dtype).name
    return {"dtype": name, "ctx": str(current_context() if ctx is None else ctx)}


def only_c_order(order) -> None:
    """Refuse another order of the elements in memory than C's."""
    if order != "C":
        raise NotImplementedError(f"only supports C-order, while received {order}")


def as_shape(shape) -> tuple[int, ...]:
    """Return a shape, which may be given as one number, as a tuple."""
    return (int(shape),) if isinstance(shape, numbers.Integral) else tuple(shape)


@np.function
def zeros(F, shape, dtype=None, order="C", ctx=None):
    """Return zeros, float32 unless ``dtype`` is given."""
    only_c_order(order)
    return F._npi_zeros(shape=as_shape(shape), **place(dtype, ctx))


@np.function
def ones(F, shape, dtype=None, order="C", ctx=None):
    """Return ones, float32 unless ``dtype`` is given."""
    only_c_order(order)
    return F._npi_ones(shape=as_shape(shape), **place(dtype, ctx))


@np.function
def full(F, shape, fill_value, order="C", dtype=None, ctx=None, out=None):
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
