"""Shapes and the order of elements: reshape, transpose, flip, broadcast, repeat.

Most of these kernels return views; the call path copies them where the caller could notice.
"""

from __future__ import annotations

import math

import torch

from .. import gradient_rules, shape_rules, type_rules
from ..attrs import Shape
from ..checks import KernelValueError, axis_in_range, check, fail
from ..copies import LEAST, permuted
from ..partial_shape import is_known
from ..registry import Quantization, op
from .shape_codes import decode_classic_shape

# --------------------------------------------------------------------------------------- reshaping


def _infer_target_shape(shape: tuple, target: tuple, keep_highest: bool) -> tuple:
    """Return the shape of the deprecated ``target_shape``, in which one 0 is inferred."""
    sizes = list(target)
    if keep_highest:
        sizes[0] = shape[0]
    unknown = [i for i, size in enumerate(sizes) if size == 0]
    if len(unknown) == 1:
        product = math.prod(size for size in sizes if size)
        if not product > 0:
            fail(f"target_shape {target} has a negative size")
        sizes[unknown[0]] = math.prod(shape) // product
    if math.prod(sizes) != math.prod(shape) or not all(size >= 0 for size in sizes):
        fail(f"cannot reshape {tuple(shape)} into target_shape={target}")
    return tuple(sizes)


def _reshape_shape(inputs, outputs, attrs):
    """Infer the sizes that the target names, and one unknown dimension of the input."""
    data, result, target = inputs[0], outputs[0], attrs["shape"]
    if data is None or None not in data:
        return inputs, outputs
    if result is None and target and min(target) >= -1 and 0 not in target:
        outputs = [tuple(None if size == -1 else size for size in target)]
    if data.count(None) != 1 or not is_known(result):
        return inputs, outputs
    rest = math.prod(n for n in data if n is not None)
    size = math.prod(result)
    if rest == 0 or size % rest:
        return inputs, outputs
    return [tuple(size // rest if n is None else n for n in data)], outputs


# Operators whose result has the elements of the input in the same order, as a view.
RESHAPES = {"aliases_input": True, "keeps_elements": True, "gradient": gradient_rules.reshape_back}


def _specialize_reshape(attrs: dict):
    target, reverse = attrs["shape"], attrs["reverse"]
    if not target:
        return None
    if min(target) >= -1 and 0 not in target:
        return lambda data: torch.view_copy(data, target)
    return lambda data: torch.view_copy(data, decode_classic_shape(data.shape, target, reverse))


@op(
    "Reshape",
    "reshape",
    specialize=_specialize_reshape,
    shape=_reshape_shape,
    numbers_inputs=True,
    **RESHAPES,
)
def reshape(
    data,
    *,
    shape: Shape = (),
    reverse: bool = False,
    target_shape: Shape = (),
    keep_highest: bool = False,
):
    """Reshape the array; 0, -1, -2, -3 and -4 in the shape are special codes.

    0 keeps the size at its position, -1 is inferred, -2 copies all remaining sizes, -3 merges two
    sizes into one, and -4 splits one size into the next two numbers. ``target_shape`` and
    ``keep_highest`` are the deprecated form.
    """
    if shape:
        if min(shape) >= -1 and 0 not in shape:  # no codes that torch interprets differently
            return data.reshape(shape)
        return data.reshape(decode_classic_shape(data.shape, shape, reverse))
    check(bool(target_shape), "Reshape needs a shape")
    return data.reshape(_infer_target_shape(data.shape, target_shape, keep_highest))


@op(
    "Flatten",
    "flatten",
    "_npx_batch_flatten",
    numbers_inputs=True,
    quantization=Quantization("_contrib_quantized_flatten"),
    **RESHAPES,
)
def flatten(data):
    """Flatten to a matrix: keep the first axis and merge all others."""
    return data.flatten(1) if data.ndim > 1 else data.reshape(-1, 1)


def _expand_dims_shape(inputs, outputs, attrs):
    """Remove the new axis from the output shape."""
    if outputs[0] is None:
        return inputs, outputs
    axis = axis_in_range(attrs["axis"], len(outputs[0]))
    return [outputs[0][:axis] + outputs[0][axis + 1 :]], outputs


@op(
    "expand_dims",
    "_npi_expand_dims",
    specialize=lambda attrs: lambda data: torch.unsqueeze_copy(data, attrs["axis"]),
    shape=_expand_dims_shape,
    numbers_inputs=True,
    **RESHAPES,
)
def expand_dims(data, *, axis: int):
    """Insert an axis of length 1."""
    ndim = data.ndim
    if not -ndim - 1 <= axis <= ndim:
        fail(f"axis must be in the range [{-ndim}, {ndim}] ({axis} provided)")
    return data.unsqueeze(axis)


@op("squeeze", needs_known_shapes=True, **RESHAPES)
def squeeze(data, *, axis: Shape | None = None):
    """Remove axes of length 1: those in ``axis``, or all by default."""
    if axis is None:
        result = data.squeeze()
    else:
        result = data.squeeze(squeezed_axes(data.shape, axis))
    # MXNet: at least one axis is kept.
    return result if result.ndim else result.reshape(1)


def squeezed_axes(shape: tuple, axis: tuple) -> tuple[int, ...]:
    """Return the axes as nonnegative numbers; they must have length 1 and occur only once."""
    ndim, axes = len(shape), []
    for a in axis:
        if not -ndim <= a < ndim:
            fail(f"axis {a} is out of bounds for array of dimension {ndim}")
        a %= ndim
        if shape[a] != 1:
            fail(f"cannot select an axis to squeeze out which has size={shape[a]} not equal to one")
        if a in axes:
            fail(f"duplicate value in axis {axis}")
        axes.append(a)
    return tuple(axes)


def _transpose_shape(inputs, outputs, attrs):
    """Permute the axes of the output back."""
    if outputs[0] is None:
        return inputs, outputs
    ndim = len(outputs[0])
    axes = attrs["axes"] or tuple(reversed(range(ndim)))
    axes = [axis_in_range(axis, ndim) for axis in axes]
    if sorted(axes) != list(range(ndim)):
        return inputs, outputs
    positions = {axis: i for i, axis in enumerate(axes)}
    return [tuple(outputs[0][positions[i]] for i in range(ndim))], outputs


def reverse_axes(data):
    """Return a view of a tensor with its axes in reverse order."""
    ndim = data.dim()
    return data.t() if ndim == 2 else data.permute(tuple(range(ndim - 1, -1, -1)))


def _specialize_transpose(attrs: dict):
    axes = attrs["axes"]
    return (lambda data: permuted(data, axes)) if axes else reverse_axes


@op(
    "transpose",
    specialize=_specialize_transpose,
    aliases_input=True,
    shape=_transpose_shape,
    numbers_inputs=True,
)
def transpose(data, *, axes: Shape = ()):
    """Permute the axes; by default reverse their order."""
    if not axes:
        return reverse_axes(data)
    try:
        return data.permute(axes)
    except (RuntimeError, IndexError):
        fail(f"axes must be a permutation of the {data.ndim} axes of the input, got {axes}")


@op(
    "reshape_like",
    "_npx_reshape_like",
    without_gradient=("rhs",),
    mixed=True,
    types=type_rules.LIKE_FIRST,
    **RESHAPES,
)
def reshape_like(
    lhs,
    rhs,
    *,
    lhs_begin: int | None = None,
    lhs_end: int | None = None,
    rhs_begin: int | None = None,
    rhs_end: int | None = None,
):
    """Reshape the first array to the shape of the second, or replace only some axes."""
    left = _axes_between(lhs.ndim, lhs_begin, lhs_end, "lhs")
    right = _axes_between(rhs.ndim, rhs_begin, rhs_end, "rhs")
    shape = (*lhs.shape[: left.start], *rhs.shape[right], *lhs.shape[left.stop :])
    if math.prod(shape) != lhs.numel():
        raise KernelValueError(
            f"Cannot reshape lhs with shape {tuple(lhs.shape)} to new shape {shape} "
            "because they have different size."
        )
    return lhs.reshape(shape)


def _axes_between(ndim: int, begin: int | None, end: int | None, side: str) -> slice:
    start = 0 if begin is None else begin + ndim if begin < 0 else begin
    stop = ndim if end is None else end + ndim if end < 0 else end
    if not (0 <= start < stop <= ndim or start == stop == ndim == 0):
        fail(
            f"Invalid begin, end, get {side}_begin={begin}, {side}_end={end} for {ndim} dimensions"
        )
    return slice(start, stop)


@op("shape_array", "_npx_shape_array", types=type_rules.INDICES, numbers_inputs=True)
def shape_array(data):
    """Return the shape as an int64 array."""
    return torch.tensor(data.shape, dtype=torch.int64, device=data.device)


@op("size_array", types=type_rules.INDICES, numbers_inputs=True)
def size_array(data):
    """Return the number of elements as an int64 array."""
    return torch.tensor([data.numel()], dtype=torch.int64, device=data.device)


# --------------------------------------------------------------------------------------- reordering


def _specialize_swapaxes(attrs: dict):
    dim1, dim2 = attrs["dim1"], attrs["dim2"]

    def swap(data):
        if data.numel() < LEAST:
            return torch.transpose_copy(data, dim1, dim2)
        return data.transpose(dim1, dim2)  # which is then copied

    return swap


@op(
    "SwapAxis",
    "swapaxes",
    "_npi_swapaxes",
    specialize=_specialize_swapaxes,
    aliases_input=True,
    naming="legacy",
)
def swapaxes(data, *, dim1: int = 0, dim2: int = 0):
    """Swap two axes."""
    return data.transpose(axis_in_range(dim1, data.ndim), axis_in_range(dim2, data.ndim))


@op("reverse", "flip", aliases_input=True, shape=shape_rules.same)
def reverse(data, *, axis: Shape):
    """Reverse the order of the elements along axes."""
    axes = [axis_in_range(a, data.ndim) for a in axis]
    # MXNet: an axis that occurs twice is reversed twice.
    return data.flip([a for a in set(axes) if axes.count(a) % 2])


@op("depth_to_space", aliases_input=True)
def depth_to_space(data, *, block_size: int):
    """Rearrange channels into spatial blocks of ``block_size`` by ``block_size`` pixels."""
    n, channels, height, width = _four_sizes(data, block_size)
    depth = channels // block_size**2
    if channels % block_size**2 != 0:
        fail(f"Dimension:1(depth dimension) {channels} should be a multiple of {block_size}^2")
    blocks = data.reshape(n, block_size, block_size, depth, height, width).permute(0, 3, 4, 1, 5, 2)
    return blocks.reshape(n, depth, height * block_size, width * block_size)


@op("space_to_depth", aliases_input=True)
def space_to_depth(data, *, block_size: int):
    """Rearrange spatial blocks of ``block_size`` by ``block_size`` pixels into channels."""
    n, channels, height, width = _four_sizes(data, block_size)
    if height % block_size != 0 or width % block_size != 0:
        fail(f"height {height} and width {width} should be multiples of 'block' {block_size}")
    rows, columns = height // block_size, width // block_size
    blocks = data.reshape(n, channels, rows, block_size, columns, block_size)
    return blocks.permute(0, 3, 5, 1, 2, 4).reshape(n, channels * block_size**2, rows, columns)


def _four_sizes(data, block_size: int) -> tuple[int, int, int, int]:
    if data.ndim != 4:
        fail(f"the input must be exactly 4D, got {tuple(data.shape)}")
    if not data.numel() > 0:
        fail(f"the input must have elements, got {tuple(data.shape)}")
    if not block_size > 0:
        fail(f"block_size must be a positive integer value, got {block_size}")
    return data.shape


def different_axes(ndim: int, axis1: int, axis2: int) -> tuple[int, int]:
    """Return two different axes as nonnegative numbers."""
    first, second = axis_in_range(axis1, ndim), axis_in_range(axis2, ndim)
    if first == second:
        fail(f"axis1 and axis2 cannot refer to the same axis {first}")
    return first, second


@op("diag", aliases_input=True)
def diag(data, *, k: int = 0, axis1: int = 0, axis2: int = 1):
    """Extract a diagonal, or create a matrix with a vector as its diagonal."""
    if data.ndim == 1:
        return torch.diag(data, k)
    first, second = different_axes(data.ndim, axis1, axis2)
    if not -data.shape[first] <= k <= data.shape[second]:
        fail(
            f"Diagonal does not exist: k={k} for axes of {data.shape[first]} and "
            f"{data.shape[second]}"
        )
    return data.diagonal(k, first, second)


# -------------------------------------------------------------------------- broadcasting, repeating


@op("broadcast_to", aliases_input=True, numbers_inputs=True)
def broadcast_to(data, *, shape: Shape = ()):
    """Broadcast axes of length 1 to a shape, in which 0 keeps the size."""
    if len(shape) != data.ndim or not all(size is None or size >= 0 for size in shape):
        fail(f"Operand of shape {tuple(data.shape)} cannot be broadcasted to {shape}")
    return _expand(data, [new or old for old, new in zip(data.shape, shape, strict=True)])


@op("broadcast_axis", "broadcast_axes", aliases_input=True, numbers_inputs=True)
def broadcast_axis(data, *, axis: Shape = (), size: Shape = ()):
    """Broadcast axes of length 1 to the given sizes."""
    if len(axis) != len(size):
        fail(f"axis and size must have the same length, got {axis} and {size}")
    shape = list(data.shape)
    for a, new in zip(axis, size, strict=True):
        a = axis_in_range(a, data.ndim)
        if shape[a] != 1:
            fail(f"Broadcasting axis must have size 1, axis {a} has {shape[a]}")
        shape[a] = new
    return data.expand(shape)


@op(
    "broadcast_like",
    aliases_input=True,
    mixed=True,
    types=type_rules.LIKE_FIRST,
    without_gradient=("rhs",),
)
def broadcast_like(lhs, rhs, *, lhs_axes: Shape | None = None, rhs_axes: Shape | None = None):
    """Broadcast axes of length 1 to the shape of the second array: all or only ``lhs_axes``."""
    if lhs_axes is None or rhs_axes is None:
        if lhs.ndim != rhs.ndim:
            fail(f"Operand of shape {tuple(lhs.shape)} cannot be broadcasted to {tuple(rhs.shape)}")
        return _expand(lhs, rhs.shape)
    if not 0 < len(lhs_axes) == len(rhs_axes):
        fail(f"lhs_axes and rhs_axes must have the same length, got {lhs_axes} and {rhs_axes}")
    shape = list(lhs.shape)
    for left, right in zip(lhs_axes, rhs_axes, strict=True):
        left = axis_in_range(left, lhs.ndim)
        shape[left] = rhs.shape[axis_in_range(right, rhs.ndim)]
        if lhs.shape[left] != 1:
            fail(f"axis {left} of size {lhs.shape[left]} cannot be broadcasted")
    return lhs.expand(shape)


def _expand(data, shape):
    if not all(old in (1, new) for old, new in zip(data.shape, shape, strict=True)):
        fail(f"Array cannot be broadcasted from {tuple(data.shape)} to {tuple(shape)}")
    return data.expand(shape)


@op("tile")
def tile(data, *, reps: Shape):
    """Tile the array ``reps`` times along each axis."""
    if not all(n > 0 for n in reps):  # MXNet: a size of 0 means unknown
        fail(f"reps must be positive, got {reps}; mx.np.tile makes arrays without elements")
    return _tile(data, reps)


@op("_npi_tile")
def np_tile(data, *, reps: Shape):
    """Tile the array ``reps`` times along each axis."""
    if not all(n >= 0 for n in reps):
        fail(f"reps cannot be negative, got {reps}")
    return _tile(data, reps)


def _tile(data, reps: tuple[int, ...]):
    return data.repeat((1,) * (data.ndim - len(reps)) + reps)


@op("repeat", "_np_repeat", aliases_input=True)
def repeat(data, *, repeats: int, axis: int | None = None):
    """Repeat each element, or each slice along an axis."""
    if not repeats >= 0:
        fail(f"repeats cannot be a negative number, got {repeats}")
    if axis is None:
        data, axis = data.reshape(-1), 0
    axis = axis_in_range(axis, data.ndim)
    if not repeats:  # MXNet: with 0 repeats the result is an empty vector, whatever the axis.
        return data.new_empty(0)
    shape = list(data.shape)
    shape.insert(axis + 1, repeats)
    return data.unsqueeze(axis + 1).expand(shape).flatten(axis, axis + 1)
