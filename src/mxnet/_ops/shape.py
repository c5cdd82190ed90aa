"""Shapes and order of elements: reshape, transpose, concatenate, slice.

Most of these kernels return views; dispatch copies them where the caller would notice.
"""

from __future__ import annotations

import math

import torch

from .attrs import DType, Shape
from .checks import axis_in_range, check
from .registry import op

# ---------------------------------------------------------------------------------------- same elements


@op("Cast", "cast", aliases_input=True)
def cast(data, *, dtype: DType):
    """Return the elements as another type."""
    if data.is_floating_point() and dtype in _SMALL_INTEGERS:
        # MXNet: out of range wraps around, as C does by way of int32.
        return data.to(torch.int32).to(dtype)
    return data.to(dtype)


_SMALL_INTEGERS = (torch.uint8, torch.int8, torch.int16, torch.uint16)


@op("_copy", "identity", aliases_input=True)
def copy(data):
    """Return a copy."""
    return data


@op("zeros_like")
def zeros_like(data):
    """Return zeros, of the shape and type of the input."""
    return torch.zeros_like(data)


@op("ones_like")
def ones_like(data):
    """Return ones, of the shape and type of the input."""
    return torch.ones_like(data)


# -------------------------------------------------------------------------------------------- reshaping


def reshaped(
    shape: tuple[int, ...], wanted: tuple[int, ...], reverse: bool = False
) -> tuple[int, ...]:
    """Return the shape that MXNet's codes stand for.

    0 keeps the size at its place, -1 is inferred, -2 takes all remaining sizes, -3 joins two into one,
    -4 splits one into the next two numbers. ``reverse`` reads everything from the right.

    >>> reshaped((2, 3, 4), (0, -1))
    (2, 12)
    >>> reshaped((2, 3, 4), (-4, 1, -1, -3))
    (1, 2, 12)
    """
    if reverse:
        shape, wanted = shape[::-1], wanted[::-1]
    sizes, source, inferred = [], 0, None
    codes = iter(wanted)
    for code in codes:
        if code == 0:
            check(source < len(shape), _too_few(0, 1, shape, wanted, source))
            sizes.append(shape[source])
            source += 1
        elif code == -1:
            check(inferred is None, f"One and only one dim can be inferred, got shape={wanted}")
            inferred = len(sizes)
            sizes.append(1)
            source += 1
        elif code == -2:
            sizes += shape[source:]
            source = max(source, len(shape))
        elif code == -3:
            check(source + 1 < len(shape), _too_few(-3, 2, shape, wanted, source))
            sizes.append(shape[source] * shape[source + 1])
            source += 2
        elif code == -4:
            check(source < len(shape), _too_few(-4, 1, shape, wanted, source))
            sizes += _split_size(shape[source], next(codes, None), next(codes, None))
            source += 1
        else:
            check(code > 0, f"shape has {code}; a number below -4 means nothing")
            sizes.append(code)
            source += 1
    total, new = math.prod(shape), math.prod(sizes)
    if inferred is not None:
        check(
            new > 0 and total % new == 0, f"cannot infer -1: {total} elements into shape={wanted}"
        )
        sizes[inferred] = total // new
    else:
        check(total == new, f"cannot reshape {total} elements of shape {shape} into {tuple(sizes)}")
    return tuple(reversed(sizes)) if reverse else tuple(sizes)


def _too_few(code, needed, shape, wanted, source) -> str:
    left = max(0, len(shape) - source)
    return f"{code} in shape={wanted} takes {needed} of the input's dimensions {shape}, {left} left"


def _split_size(size: int, first: int | None, second: int | None) -> tuple[int, int]:
    check(first is not None and second is not None, "-4 in shape needs two numbers after it")
    check(first != -1 or second != -1, "Split dims cannot both be -1.")
    if first == -1:
        first = size // second if second else 0
    elif second == -1:
        second = size // first if first else 0
    check(first * second == size, f"Split dims {first}, {second} do not divide original dim {size}")
    return first, second


def _reshaped_to_target(shape: tuple, target: tuple, keep_highest: bool) -> tuple:
    """The old way to name a shape: one 0 is inferred."""
    sizes = list(target)
    if keep_highest:
        sizes[0] = shape[0]
    unknown = [i for i, size in enumerate(sizes) if size == 0]
    if len(unknown) == 1:
        known = math.prod(size for size in sizes if size)
        check(known > 0, f"target_shape {target} has a negative size")
        sizes[unknown[0]] = math.prod(shape) // known
    check(
        math.prod(sizes) == math.prod(shape) and all(size >= 0 for size in sizes),
        f"cannot reshape {tuple(shape)} into target_shape={target}",
    )
    return tuple(sizes)


@op("Reshape", "reshape", aliases_input=True)
def reshape(
    data,
    *,
    shape: Shape = (),
    reverse: bool = False,
    target_shape: Shape = (),
    keep_highest: bool = False,
):
    """Return the elements in another shape; 0, -1, -2, -3 and -4 in it are codes.

    0 keeps the size at its place, -1 is inferred, -2 takes all remaining sizes, -3 joins two into one,
    -4 splits one into the next two numbers. ``target_shape`` and ``keep_highest`` are the old form.
    """
    if shape:
        return data.reshape(reshaped(data.shape, shape, reverse))
    check(bool(target_shape), "Reshape needs a shape")
    return data.reshape(_reshaped_to_target(data.shape, target_shape, keep_highest))


@op("Flatten", "flatten", aliases_input=True)
def flatten(data):
    """Return a matrix: the first axis stays, the others are joined."""
    return data.flatten(1) if data.ndim > 1 else data.reshape(-1, 1)


@op("expand_dims", aliases_input=True)
def expand_dims(data, *, axis: int):
    """Put an axis of length 1 in."""
    ndim = data.ndim
    check(
        -ndim - 1 <= axis <= ndim, f"axis must be in the range [{-ndim}, {ndim}] ({axis} provided)"
    )
    return data.unsqueeze(axis)


@op("squeeze", aliases_input=True)
def squeeze(data, *, axis: Shape | None = None):
    """Take axes of length 1 away: those given, or all of them."""
    if axis is None:
        result = data.squeeze()
    else:
        result = data.squeeze(_squeezed_axes(data.shape, axis))
    # MXNet: at least one axis stays.
    return result if result.ndim else result.reshape(1)


def _squeezed_axes(shape: tuple, axis: tuple) -> tuple[int, ...]:
    ndim, axes = len(shape), []
    for a in axis:
        check(-ndim <= a < ndim, f"axis {a} is out of bounds for array of dimension {ndim}")
        a %= ndim
        check(
            shape[a] == 1,
            f"cannot select an axis to squeeze out which has size={shape[a]} not equal to one",
        )
        check(a not in axes, f"duplicate value in axis {axis}")
        axes.append(a)
    return tuple(axes)


@op("transpose", aliases_input=True)
def transpose(data, *, axes: Shape = ()):
    """Reorder the axes; by default reverse them."""
    ndim = data.ndim
    if not axes:
        return data.t() if ndim == 2 else data.permute(*range(ndim - 1, -1, -1))
    check(
        sorted(axes) == list(range(ndim)),
        f"axes must be an order of the {ndim} axes of the input, got {axes}",
    )
    return data.permute(axes)


# --------------------------------------------------------------------------------- joining and splitting


@op("Concat", "concat", aliases_input=True)
def concat(*data, dim: int = 1):
    """Join arrays along an axis that they have."""
    first, ndim = data[0].shape, data[0].ndim
    dim = axis_in_range(dim, ndim)
    for position, array in enumerate(data):
        shape = array.shape
        check(
            len(shape) == ndim
            and shape[:dim] == first[:dim]
            and shape[dim + 1 :] == first[dim + 1 :],
            f"Incompatible input shape: data{position} {tuple(shape)} "
            f"does not match data0 {tuple(first)} except along axis {dim}",
        )
    return torch.cat(data, dim)


@op("stack")
def stack(*data, axis: int = 0):
    """Join arrays of the same shape along a new axis."""
    for position, array in enumerate(data):
        check(
            array.shape == data[0].shape,
            f"all arrays must have one shape: data{position} is {tuple(array.shape)}, "
            f"data0 {tuple(data[0].shape)}",
        )
    return torch.stack(data, axis_in_range(axis, data[0].ndim + 1))


@op("SliceChannel", "split", outputs=lambda attrs: attrs["num_outputs"], aliases_input=True)
def split(data, *, num_outputs: int, axis: int = 1, squeeze_axis: bool = False):
    """Cut the array along an axis into parts of the same size."""
    axis = axis_in_range(axis, data.ndim)
    size = data.shape[axis]
    check(num_outputs > 0, f"num_outputs must be positive, got {num_outputs}")
    check(
        size % num_outputs == 0,
        f"num_outputs {num_outputs} does not divide the size {size} of axis {axis}",
    )
    if not squeeze_axis:
        return data.split(size // num_outputs or 1, axis)
    check(size == num_outputs, f"squeeze_axis needs num_outputs={size}, the size of axis {axis}")
    return tuple(_at_least_1d(part) for part in data.unbind(axis))


def _at_least_1d(tensor):
    return tensor if tensor.ndim else tensor.reshape(1)


# ---------------------------------------------------------------------------------------------- slicing


def slice_ranges(shape: tuple, begin: tuple, end: tuple, step: tuple) -> list[tuple[int, int, int]]:
    """Return (start, count, step) of a slice along each axis that it names."""
    check(
        len(begin) <= len(shape),
        f"Slicing axis exceeds data dimensions: begin={begin} for {tuple(shape)}",
    )
    check(len(begin) == len(end), f"begin and end must have the same length, got {begin} and {end}")
    check(
        not step or len(step) == len(begin),
        f"step and begin must have the same length, got {step} and {begin}",
    )
    ranges = []
    for i, (start, stop, size) in enumerate(zip(begin, end, shape, strict=False)):
        stride = step[i] if step else 1
        check(stride != 0, f"slice op step[{i}] cannot be 0")
        chosen = range(size)[slice(start, stop, stride)]
        ranges.append((chosen.start, len(chosen), chosen.step))
    return ranges


def sliced_view(data, ranges: list[tuple[int, int, int]]):
    """Return the part of an array that the ranges name, a view unless a step is negative."""
    backwards = []
    for axis, (start, count, stride) in enumerate(ranges):
        if stride < 0:
            backwards.append(axis)
            start, stride = start + (count - 1) * stride, -stride
        if not count:
            data = data.narrow(axis, 0, 0)
        elif stride > 1:
            data = data[
                (slice(None),) * axis + (slice(start, start + (count - 1) * stride + 1, stride),)
            ]
        elif count != data.shape[axis]:
            data = data.narrow(axis, start, count)
    return data.flip(backwards) if backwards else data


@op("slice", "crop", aliases_input=True)
def slice_(data, *, begin: Shape, end: Shape, step: Shape = ()):
    """Return ``data[begin[0]:end[0]:step[0], begin[1]:...]``; None stands for an open end."""
    return sliced_view(data, slice_ranges(data.shape, begin, end, step))


@op("slice_axis", aliases_input=True)
def slice_axis(data, *, axis: int, begin: int, end: int | None):
    """Return what lies between ``begin`` and ``end`` along one axis."""
    ndim = data.ndim
    check(-ndim <= axis < ndim, f"axis={axis} must be smaller than the source ndim={ndim}")
    size = data.shape[axis]
    if not size:
        return data
    start = begin + size if begin < 0 else begin
    stop = size if end is None else end + size if end < 0 else end
    check(stop <= size, f"Invalid end for end={end} as axis_size is {size}")
    check(
        0 <= start < stop, f"Invalid begin, end, get begin={begin}, end={end} for axis_size {size}"
    )
    return data.narrow(axis, start, stop - start)
