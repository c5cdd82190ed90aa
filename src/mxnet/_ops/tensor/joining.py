"""Joining arrays to one, and cutting one into several."""

from __future__ import annotations

import torch

from ..attrs import Shape
from ..checks import axis_in_range, fail
from ..registry import op


@op("_rnn_param_concat", "_npi_rnn_param_concat")
@op("Concat", "concat")
def concat(*data, dim: int = 1):
    """Join arrays along an axis that they have."""
    first = data[0].shape
    dim = axis_in_range(dim, len(first))
    before, after = first[:dim], first[dim + 1 :]
    for position, array in enumerate(data):
        shape = array.shape
        if shape[:dim] != before or shape[dim + 1 :] != after or len(shape) != len(first):
            fail(
                f"Incompatible input shape: data{position} {tuple(shape)} "
                f"does not match data0 {tuple(first)} except along axis {dim}"
            )
    return torch.cat(data, dim)


@op("stack")
def stack(*data, axis: int = 0):
    """Join arrays of the same shape along a new axis."""
    first = data[0].shape
    for position, array in enumerate(data):
        if array.shape != first:
            fail(
                f"all input arrays must have the same shape: data{position} is "
                f"{tuple(array.shape)}, data0 {tuple(first)}"
            )
    return torch.stack(data, axis_in_range(axis, len(first) + 1))


@op("SliceChannel", "split", outputs=lambda attrs: attrs["num_outputs"], aliases_input=True)
def split(data, *, num_outputs: int, axis: int = 1, squeeze_axis: bool = False):
    """Cut the array along an axis into parts of the same size."""
    axis = axis_in_range(axis, data.ndim)
    size = data.shape[axis]
    if num_outputs <= 0:
        fail(f"num_outputs must be positive, got {num_outputs}")
    if size % num_outputs != 0:
        fail(f"num_outputs {num_outputs} does not divide the size {size} of axis {axis}")
    if not squeeze_axis:
        return data.split(size // num_outputs or 1, axis)
    if size != num_outputs:
        fail(f"squeeze_axis needs num_outputs={size}, the size of axis {axis}")
    return data.unbind(axis)  # MXNet: parts of one axis have none, here and in _split_v2


@op(
    "_split_v2",
    "_npi_split",
    outputs=lambda attrs: attrs["sections"] or len(attrs["indices"]),
    aliases_input=True,
)
def split_v2(
    data,
    *,
    indices: Shape,
    axis: int = 1,
    squeeze_axis: bool = False,
    sections: int = 0,
):
    """Cut the array along an axis where indices say, or into sections of nearly the same size."""
    return parts_of(data, indices, axis_in_range(axis, data.ndim), squeeze_axis, sections)


def parts_of(data, indices: tuple[int, ...], axis: int, squeeze_axis: bool, sections: int):
    """Cut an array along an axis that is counted from 0."""
    size = data.shape[axis]
    if not size:  # MXNet: of nothing all parts are nothing, wherever it is cut
        sizes = [0] * (sections or len(indices))
    else:
        sizes = _section_sizes(size, sections) if sections > 0 else _sizes_between(size, indices)
    parts = data.split(sizes, axis)
    if not squeeze_axis:
        return parts
    if set(sizes) != {1}:
        fail(f"squeeze_axis needs parts of size 1, got parts of {sizes}")
    return tuple(part.squeeze(axis) for part in parts)


def _section_sizes(size: int, sections: int) -> list[int]:
    """The first sections have one element more where the size does not divide."""
    return [size // sections + (i < size % sections) for i in range(sections)]


def _sizes_between(size: int, starts: tuple[int, ...]) -> list[int]:
    if starts[:1] != (0,):
        fail(f"indices must begin with 0, got {starts}")
    ends = (*starts[1:], size)
    for start, end in zip(starts, ends, strict=True):
        if not start <= end <= size:
            fail(f"indices {starts} must rise and stay within the axis size {size}")
    return [end - start for start, end in zip(starts, ends, strict=True)]
