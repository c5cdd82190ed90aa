"""Products that sum over axes."""

from __future__ import annotations

import numbers

from ..util import refuse_ufunc_options
from ._arrays import flat
from ._namespace import not_none, np


@np.function(operator="_np_dot")
def dot(F, a, b, out=None):
    """Compute the product that sums over the last axis of ``a`` and the second-to-last of ``b``."""
    return F._np_dot(a, b, **not_none(out=out))


@np.function(operator="_npi_matmul")
def matmul(F, a, b, out=None, **kwargs):
    """Multiply the matrices in the last two axes, broadcasting the leading axes."""
    refuse_ufunc_options("matmul", kwargs)
    return F._npi_matmul(a, b, **not_none(out=out))


@np.function
def tensordot(F, a, b, axes=2):
    """Compute the product that sums over the last axes of ``a`` and the first of ``b``."""
    if isinstance(axes, numbers.Integral):
        return F._npi_tensordot_int_axes(a, b, axes=axes)
    if not isinstance(axes, list | tuple) or len(axes) != 2:
        raise ValueError(
            f"axes is a number, or a pair of axes of a and axes of b to sum over, got {axes!r}"
        )
    a_axes, b_axes = ((s,) if isinstance(s, numbers.Integral) else tuple(s) for s in axes)
    return F._npi_tensordot(a, b, a_axes_summed=a_axes, b_axes_summed=b_axes)


@np.function(operator="_npi_tensordot")
def inner(F, a, b):
    """Compute the product that sums over the last axis of both."""
    return F._npi_tensordot(a, b, a_axes_summed=(-1,), b_axes_summed=(-1,))


@np.function
def outer(F, a, b):
    """Compute the products of each element of one array with each element of another."""
    return F._npi_tensordot_int_axes(flat(F, a), flat(F, b), axes=0)


@np.function
def vdot(F, a, b):
    """Compute the sum of products of elements at the same position."""
    return F._npi_tensordot_int_axes(flat(F, a), flat(F, b), axes=1)


@np.function
def einsum(F, *operands, **kwargs):
    """Evaluate a sum in Einstein notation: ``einsum("ij,jk->ik", a, b)``.

    ``optimize`` lets MXNet choose the order of the products; torch always chooses it.
    """
    optimize, out = kwargs.pop("optimize", False), kwargs.pop("out", None)
    if kwargs:
        raise TypeError(f"einsum() got unknown arguments {sorted(kwargs)}: only optimize and out")
    if not operands or not isinstance(operands[0], str):
        raise TypeError("einsum takes the subscripts as text first, then the arrays")
    subscripts, *arrays = operands
    return F._npi_einsum(
        *arrays, subscripts=subscripts, optimize=int(optimize), **not_none(out=out)
    )
