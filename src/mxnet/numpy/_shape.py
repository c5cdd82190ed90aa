"""Shapes and the order of elements; diagonals and triangles."""

from __future__ import annotations

import numpy as onp

from .._eager.array import NDArrayBase
from ._arrays import NUMBERS
from ._creation import array_options, as_shape
from ._namespace import np


def as_axes(axis) -> tuple[int, ...] | None:
    """Return one or several axes as a tuple; None is preserved."""
    if axis is None or isinstance(axis, tuple):
        return axis
    return tuple(axis) if isinstance(axis, list) else (axis,)


# --------------------------------------------------------------------------------------- reshaping


@np.function(operator="_np_reshape")
def reshape(F, a, newshape, order="C", out=None):
    """Reshape the array; one size may be -1, which is inferred."""
    return F._np_reshape(a, newshape=newshape, order=order, out=out)


@np.function(operator="_np_reshape")
def ravel(F, x, order="C"):
    """Flatten the array to one axis."""
    if order == "F":
        raise NotImplementedError(f"order {order} is not supported")
    if isinstance(x, NUMBERS):
        return onp.reshape(x, -1)
    return F._np_reshape(x, newshape=(-1,))


@np.function(operator="_npi_resize")
def resize(F, a, new_shape):
    """Return an array of the given shape, filled with repeated copies of the elements."""
    return F._npi_resize(a, new_shape=new_shape)


@np.function(operator="_npi_expand_dims")
def expand_dims(F, a, axis):
    """Insert an axis of length 1."""
    return F._npi_expand_dims(a, axis=axis)


@np.function(operator="_np_squeeze")
def squeeze(F, a, axis=None, out=None):
    """Remove axes of length 1: those in ``axis``, or all by default."""
    return F._np_squeeze(a, axis=axis, out=out)


def _atleast(ndim: int):
    def definition(F, *arys):
        return getattr(F, f"_np_atleast_{ndim}d")(*arys, num_args=len(arys))

    definition.__name__ = f"atleast_{ndim}d"
    definition.__doc__ = f"Return arrays with at least {ndim} axes; one alone, several in a list."
    return definition


for _ndim in (1, 2, 3):
    np.function(_atleast(_ndim))


@np.function(operator="_npi_broadcast_to")
def broadcast_to(F, array, shape):
    """Broadcast an array, or a number, to a shape."""
    if isinstance(array, NUMBERS):
        return F._npi_full(shape=shape, value=array, **array_options(None, None))
    return F._npi_broadcast_to(array, shape=shape)


@np.function(operator="_npi_tile")
def tile(F, A, reps):
    """Tile the array ``reps`` times along each axis."""
    if isinstance(A, NUMBERS):
        return onp.tile(A, reps)
    return F._npi_tile(A, reps=tuple(reps) if isinstance(reps, list) else reps)


@np.function(operator="_np_repeat")
def repeat(F, a, repeats, axis=None):
    """Repeat each element, or each slice along an axis."""
    return F._np_repeat(a, repeats=repeats, axis=axis)


# --------------------------------------------------------------------------------------- reordering


@np.function(operator="_np_transpose")
def transpose(F, a, axes=None):
    """Permute the axes; by default reverse their order."""
    return F._np_transpose(a, axes=axes)


@np.function(operator="_npi_swapaxes")
def swapaxes(F, a, axis1, axis2):
    """Swap two axes."""
    return F._npi_swapaxes(a, dim1=axis1, dim2=axis2)


@np.function(operator="_np_moveaxis")
def moveaxis(F, a, source, destination):
    """Move axes to other positions; the remaining axes keep their order."""
    return F._np_moveaxis(a, source=as_axes(source), destination=as_axes(destination))


@np.function(operator="_np_roll")
def roll(F, a, shift, axis=None):
    """Roll elements along axes, cyclically."""
    return F._np_roll(a, shift=shift, axis=axis)


@np.function(operator="_npi_flip")
def flip(F, m, axis=None, out=None):
    """Reverse the order of the elements along axes, by default along all of them."""
    if isinstance(m, NUMBERS):
        return onp.flip(m, axis)
    return F._npi_flip(m, axis=axis, out=out)


@np.function(operator="_npi_flip")
def flipud(F, m):
    """Reverse the order of the elements along the first axis."""
    return F._npi_flip(m, axis=0)


@np.function(operator="_npi_flip")
def fliplr(F, m):
    """Reverse the order of the elements along the second axis."""
    return F._npi_flip(m, axis=1)


@np.function(operator="_npi_rot90")
def rot90(F, m, k=1, axes=(0, 1)):
    """Rotate by ``k`` times 90 degrees in the plane of two axes."""
    return F._npi_rot90(m, k=k, axes=tuple(axes))


# ---------------------------------------------------------------------------- diagonals, triangles


@np.function(operator="_np_diag")
def diag(F, array, k=0):
    """Extract a diagonal of a matrix, or create a matrix with a vector as its diagonal."""
    return F._np_diag(array, k=k)


@np.function(operator="_np_diagflat")
def diagflat(F, array, k=0):
    """Create a matrix with the flattened elements as its diagonal ``k``."""
    return F._np_diagflat(array, k=k)


@np.function(operator="_np_diagonal")
def diagonal(F, a, offset=0, axis1=0, axis2=1):
    """Extract a diagonal of the matrices in two axes, as the last axis."""
    return F._np_diagonal(a, offset=offset, axis1=axis1, axis2=axis2)


@np.function(operator="_np_trace")
def trace(F, a, offset=0, axis1=0, axis2=1, out=None):
    """Compute the sum of a diagonal of the matrices in two axes."""
    return F._np_trace(a, offset=offset, axis1=axis1, axis2=axis2, out=out)


@np.function(operator="_npi_tril")
def tril(F, m, k=0):
    """Set the elements above the diagonal ``k`` to 0."""
    return F._npi_tril(m, k=k)


@np.function
def diag_indices_from(F, arr):
    """Return the positions of the main diagonal, an array for each axis, or a symbol of rows."""
    indices = F._npi_diag_indices_from(arr)
    return tuple(indices) if isinstance(indices, NDArrayBase) else indices


@np.function
def unravel_index(F, indices, shape, order="C"):
    """Convert flat positions in an array of a shape to coordinates, an array for each axis."""
    if order != "C":
        raise NotImplementedError(
            "Do not support column-major (Fortran-style) order at this moment"
        )
    if isinstance(indices, NUMBERS):
        return onp.unravel_index(indices, shape)
    if isinstance(indices, NDArrayBase) and indices.dtype.kind not in "iu":
        raise TypeError(f"only int indices permitted, got {indices.dtype}")
    shape = as_shape(shape)
    flat = F._np_reshape(indices, newshape=(-1,))
    rows = F._npi_split(
        F._unravel_index(flat, shape=shape),
        indices=(),
        sections=len(shape),
        axis=0,
        squeeze_axis=True,
    )
    rows = rows if isinstance(rows, list) else [rows]
    return tuple(F._npx_reshape_like(row, indices) for row in rows)


# ------------------------------------------------------------------------------------------- memory


@np.function(names=("may_share_memory",), only_arrays=True)
def shares_memory(F, a, b, max_work=None):
    """Return whether two arrays share memory; ``max_work`` is ignored."""
    return bool(F._npi_share_memory(a, b).item())


# ------------------------------------------------------------------------------------------ windows


def _window(name: str):
    def definition(F, M, dtype=onp.float32, ctx=None):
        return getattr(F, f"_npi_{name}")(M=M, **array_options(dtype, ctx))

    definition.__name__ = name
    definition.__doc__ = f"Return the {name.capitalize()} window of ``M`` points."
    return definition


for _name in ("blackman", "hamming", "hanning"):
    np.function(_window(_name))
