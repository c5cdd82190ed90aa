"""Shapes and the order of elements with NumPy's rules: reshape, roll, diagonals.

Most of these kernels return views; the call path copies them where the caller could notice.
"""

from __future__ import annotations

import math

import torch

from .. import type_rules
from ..attrs import Shape
from ..checks import axis_in_range, check, check_value, fail
from ..copies import permuted
from ..math.elementwise import always
from ..registry import op, register
from ..tensor.shape import different_axes, reverse_axes, squeezed_axes
from ..tensor.shape_codes import NUMPY, decode_shape

# --------------------------------------------------------------------------------------- reshaping


@op("_np_copy", specialize=always(torch.clone), aliases_input=True, equivalent="_copy")
def copy(a):
    """Return a copy."""
    return a


def _check_order(order: str) -> None:
    if order != "C":
        fail(f"only order='C' is supported, got order={order!r}")


def _specialize_reshape(attrs: dict):
    newshape = attrs["newshape"]
    if attrs["order"] != "C" or min(newshape, default=0) < -1 or 0 in newshape:
        return None
    return lambda a: torch.view_copy(a, newshape)


@op("_np_reshape", specialize=_specialize_reshape, aliases_input=True, equivalent="Reshape")
def reshape(a, *, newshape: Shape, order: str = "C"):
    """Reshape the array; a single -1 in the shape is inferred."""
    _check_order(order)
    least = min(newshape, default=0)
    if least >= 0 and math.prod(newshape) == a.numel():
        return a.reshape(newshape)
    if least < -1:
        fail(f"The shape dimension size to inferred must be -1, got newshape={newshape}")
    if newshape.count(-1) > 1:
        fail(f"Can only specify one unknown dimension, got newshape={newshape}")
    product = math.prod(size for size in newshape if size >= 0)
    total = a.numel()
    if total != product if -1 not in newshape else product == 0 or total % product:
        fail(f"Cannot reshape array of size {total} into shape {newshape}")
    return a.reshape(newshape)


@op("_npx_reshape", "_npi_reshape", aliases_input=True)
def reshape_by_codes(a, *, newshape: Shape, reverse: bool = False, order: str = "C"):
    """Reshape the array; the numbers -1 to -6 in the shape are special codes.

    -1 is inferred, -2 keeps the size at its position, -3 drops a size of 1, -4 copies all remaining
    sizes, -5 merges two sizes into one, and -6 splits one size into the next two numbers.
    ``reverse`` reads both shapes from the right.
    """
    _check_order(order)
    return a.reshape(decode_shape(a.shape, newshape, NUMPY, reverse))


def _specialize_squeeze(attrs: dict):
    return torch.squeeze_copy if attrs["axis"] is None else None


@op("_np_squeeze", specialize=_specialize_squeeze, aliases_input=True)
def squeeze(a, *, axis: Shape | None = None):
    """Remove axes of length 1: those in ``axis``, or all by default."""
    if axis is None:
        return a.squeeze()
    if a.ndim == 0 and axis in ((0,), (-1,)):
        return a
    return a.squeeze(squeezed_axes(a.shape, axis))


# Number of axes wanted -> for each number of axes, where new ones are inserted.
_NEW_AXES: dict[int, dict[int, tuple[int, ...]]] = {
    1: {0: (0,)},
    2: {0: (0, 1), 1: (0,)},
    3: {0: (0, 1, 2), 1: (0, 2), 2: (2,)},
}


def _at_least(ndim: int):
    # MXNet: there is no gradient.
    positions = _NEW_AXES[ndim]

    def kernel(*arys, num_args: int):
        if len(arys) != num_args:
            fail(f"num_args={num_args} must be the number of inputs, got {len(arys)}")
        return tuple(_with_axes(a.detach(), positions.get(a.ndim, ())).clone() for a in arys)

    kernel.__doc__ = f"Add axes of length 1 to arrays with fewer than {ndim}."
    return kernel


def _with_axes(array, positions: tuple[int, ...]):
    for position in positions:
        array = array.unsqueeze(position)
    return array


def _specialize_broadcast(attrs: dict):
    shape = attrs["shape"]
    if not shape or min(shape) < 0:
        return None
    return lambda array: torch.expand_copy(array, shape)


@op("_npi_broadcast_to", specialize=_specialize_broadcast, aliases_input=True)
def broadcast_to(array, *, shape: Shape = ()):
    """Broadcast the array to a shape, along new axes and axes of length 1."""
    if shape and min(shape) >= 0:
        try:
            return array.expand(shape)
        except RuntimeError:
            fail(f"Operand of shape {tuple(array.shape)} cannot be broadcasted to {shape}")
    last = shape[len(shape) - array.ndim :]
    # MXNet: -2 keeps the size, for shapes that are not known yet.
    sizes = [old if new == -2 else new for old, new in zip(array.shape, last, strict=False)]
    if len(sizes) < array.ndim or any(
        o not in (1, n) for o, n in zip(array.shape, sizes, strict=False)
    ):
        fail(f"Operand of shape {tuple(array.shape)} cannot be broadcasted to {shape}")
    return array.expand((*shape[: len(shape) - array.ndim], *sizes))


@op("_npi_resize", aliases_input=True)
def resize(a, *, new_shape: Shape):
    """Return an array of the given shape, filled with repeated copies of the elements."""
    if not all(size >= 0 for size in new_shape):
        fail(f"sizes cannot be negative, got {new_shape}")
    total, flat = math.prod(new_shape), a.reshape(-1)
    if not flat.numel():
        return a.new_zeros(new_shape)
    return flat.repeat(-(-total // flat.numel()))[:total].reshape(new_shape)


# --------------------------------------------------------------------------------------- reordering


def _specialize_transpose(attrs: dict):
    axes = attrs["axes"]
    return reverse_axes if axes is None else lambda a: permuted(a, axes)


@op("_np_transpose", specialize=_specialize_transpose, aliases_input=True)
def transpose(a, *, axes: Shape | None = None):
    """Permute the axes; by default reverse their order."""
    ndim = a.ndim
    if axes is None:
        return reverse_axes(a)
    if len(axes) != ndim:
        fail(
            "The number of axes does not match the dimension of the tensor. "
            f"axes = {axes}, input tensor shape = {tuple(a.shape)}"
        )
    positions = [axis + ndim if axis < 0 else axis for axis in axes]
    if sorted(positions) != list(range(ndim)):
        check_value(len(set(positions)) == ndim, f"Repeated axis in transpose: axes = {axes}")
        fail(f"axes must be a permutation of the {ndim} axes of the input, got {axes}")
    return a.permute(axes)


@op("_np_moveaxis", aliases_input=True)
def moveaxis(a, *, source: Shape, destination: Shape):
    """Move axes to other positions; the remaining axes keep their order."""
    if len(source) != len(destination):
        fail(f"source and destination not equal: {source} and {destination}")
    old = [axis_in_range(axis, a.ndim) for axis in source]
    new = [axis_in_range(axis, a.ndim) for axis in destination]
    if len(set(old)) != len(old):
        fail(f"repeated axis in source {source}")
    if len(set(new)) != len(new):
        fail(f"repeated axis in destination {destination}")
    return a.movedim(old, new)


@op("_np_roll")
def roll(data, *, shift: Shape | None = None, axis: Shape | None = None):
    """Roll elements along axes, cyclically."""
    if shift is None:
        fail("roll missing 1 required positional argument: 'shift'.")
    if axis is None:
        if len(shift) != 1:
            fail(f"shift must be an int without axis, got {shift}")
        return data.roll(shift)
    axes = [axis_in_range(a, data.ndim) for a in axis]
    if len(set(axes)) != len(axes):
        fail(f"axes have duplicates {axis}")
    if len(shift) == 1:
        shift = shift * len(axes)
    if len(shift) != len(axes):
        fail(f"shift and `axis` must be a tuple of the same size, got {shift} and {axis}")
    return data.roll(shift, axes)


def _specialize_flip(attrs: dict):
    axis = attrs["axis"]
    return (lambda data: data.flip(axis)) if axis is not None and len(axis) == 1 else None


@op("_npi_flip", specialize=_specialize_flip, aliases_input=True)
def flip(data, *, axis: Shape | None = None):
    """Reverse the order of the elements along axes, by default along all of them."""
    axes = [axis_in_range(a, data.ndim) for a in (range(data.ndim) if axis is None else axis)]
    return data.flip([a for a in set(axes) if axes.count(a) % 2])


@op("_npi_rot90", aliases_input=True)
def rot90(data, *, k: int = 1, axes: Shape | None = None):
    """Rotate by ``k`` times 90 degrees in the plane of two axes."""
    if axes is None or len(axes) != 2:
        fail(f"The length of axes must be 2, got {axes}")
    first, second = (axis_in_range(axis, data.ndim) for axis in axes)
    if first == second:
        fail(f"axes have duplicates {axes}")
    return torch.rot90(data, k, (first, second))


# ---------------------------------------------------------------------------- diagonals, triangles


@op("_np_diag", aliases_input=True)
def diag(data, *, k: int = 0):
    """Extract a diagonal of a matrix, or create a matrix with a vector as its diagonal."""
    if data.ndim not in (1, 2):
        fail(f"Input must be 1- or 2-d, got shape {tuple(data.shape)}")
    return torch.diag(data, k) if data.ndim == 1 else diagonal(data, offset=k)


@op("_np_diagflat")
def diagflat(data, *, k: int = 0):
    """Create a matrix with the flattened elements as its diagonal ``k``."""
    return torch.diag(data.reshape(-1), k)


@op("_np_diagonal", aliases_input=True)
def diagonal(data, *, offset: int = 0, axis1: int = 0, axis2: int = 1):
    """Extract a diagonal of the matrices in two axes, as the last axis."""
    first, second = _two_axes(data, axis1, axis2)
    # Beyond the corner torch raises an error, while NumPy has an empty diagonal.
    offset = max(min(offset, data.shape[second]), -data.shape[first])
    return data.diagonal(offset, first, second)


@op("_np_trace", aliases_input=True)
def trace(data, *, offset: int = 0, axis1: int = 0, axis2: int = 1):
    """Compute the sum of a diagonal of the matrices in two axes."""
    return diagonal(data, offset=offset, axis1=axis1, axis2=axis2).sum(-1, dtype=data.dtype)


def _two_axes(data, axis1: int, axis2: int) -> tuple[int, int]:
    if data.ndim < 2:
        fail(f"Input array should be at least 2d, got shape {tuple(data.shape)}")
    return different_axes(data.ndim, axis1, axis2)


@op("_npi_tril")
def tril(data, *, k: int = 0):
    """Set the elements above the diagonal ``k`` to 0; a vector becomes every row of a matrix."""
    check(data.ndim > 0, "Input must have at least one axis, got an array without axes")
    matrix = data if data.ndim > 1 else data.expand(len(data), -1)
    return matrix.tril(k)


@op("_npi_diag_indices_from", types=type_rules.INDICES)
def diag_indices_from(data):
    """Return the positions of the main diagonal, one row for each axis."""
    check_value(data.ndim >= 2, f"Input array should be at least 2d, got {tuple(data.shape)}")
    check_value(
        len(set(data.shape)) == 1,
        f"All dimensions of input must be of equal length, got shape {tuple(data.shape)}",
    )
    return torch.arange(data.shape[0], device=data.device).expand(data.ndim, -1).contiguous()


for _ndim in (1, 2, 3):
    register(
        _at_least(_ndim),
        f"_np_atleast_{_ndim}d",
        outputs=lambda attrs: attrs["num_args"],
        mixed=True,
        types=type_rules.each,
    )
