"""Slices of arrays."""

from __future__ import annotations

import numpy as np

from .._problems import Unsupported
from ._graph import BEFORE_START, END, Graph, Tensor
from ._table import converts


@converts("slice")
def slice_(graph: Graph, data: Tensor, *, begin, end, step) -> str:
    steps = [s or 1 for s in step or ()]
    steps += [1] * (len(begin) - len(steps))
    starts, ends = [], []
    for b, e, s in zip(begin, end, steps, strict=True):
        starts.append((0 if s > 0 else END) if b is None else b)
        ends.append((END if s > 0 else BEFORE_START) if e is None else e)
    return graph.Slice(data, starts, ends, list(range(len(begin))), steps)


@converts("slice_axis")
def slice_axis(graph: Graph, data: Tensor, *, axis: int, begin: int, end: int | None) -> str:
    return graph.slice(data, axis % data.ndim, begin, END if end is None else end)


@converts("slice_like")
def slice_like(graph: Graph, data: Tensor, shape_like: Tensor, *, axes) -> str:
    axes = axes or range(min(data.ndim, shape_like.ndim))
    axes = [axis % data.ndim for axis in axes]  # MXNet: the same axes of both arrays
    ends = [graph.size_of(shape_like, axis) for axis in axes]
    return graph.Slice(data, [0] * len(axes), graph.vector(ends), axes, [1] * len(axes))


@converts("reverse")
def reverse(graph: Graph, data: Tensor, *, axis) -> str:
    axes = [axis] if isinstance(axis, int) else list(axis)
    return backwards(graph, data, [a % data.ndim for a in axes])


@converts("_npi_flip")
def flip(graph: Graph, data: Tensor, *, axis) -> str:
    axes = range(data.ndim) if axis is None else [axis] if isinstance(axis, int) else axis
    return backwards(graph, data, [a % data.ndim for a in axes])


def backwards(graph: Graph, data, axes: list[int]) -> str:
    """Reverse axes."""
    count = len(axes)
    return graph.Slice(data, [END] * count, [BEFORE_START] * count, axes, [-1] * count)


@converts("Crop")
def crop(graph: Graph, *data: Tensor, offset, h_w, center_crop: bool, out: Tensor) -> str:
    height, width = out.known_shape((2, 3))
    top, left = offset
    if center_crop:
        sizes = data[0].known_shape((2, 3))
        top, left = (sizes[0] - height) // 2, (sizes[1] - width) // 2
    return graph.Slice(data[0], [top, left], [top + height, left + width], [2, 3], [1, 1])


@converts("SliceChannel")
def slice_channel(
    graph: Graph, data: Tensor, *, num_outputs: int, axis: int, squeeze_axis: bool
) -> list[str]:
    axis %= data.ndim
    (size,) = data.known_shape((axis,))
    parts = graph.split(data, [size // num_outputs] * num_outputs, axis)
    return [graph.Squeeze(part, [axis]) for part in parts] if squeeze_axis else parts


@converts("_split_v2", "_npi_hsplit", "_npi_dsplit")
def split_v2(
    graph: Graph, data: Tensor, *, axis: int, squeeze_axis: bool, outs: list[Tensor]
) -> list[str]:
    # The sizes of the parts determine their offsets.
    axis = _split_axis(data, outs, axis, squeeze_axis)
    if squeeze_axis:
        sizes = [1] * len(outs)
    else:
        sizes = [out.known_shape((axis,))[0] for out in outs]
    parts = graph.split(data, sizes, axis)
    return [graph.Squeeze(part, [axis]) for part in parts] if squeeze_axis else parts


def _split_axis(data: Tensor, outs: list[Tensor], axis: int, squeezed: bool) -> int:
    """Return the axis to split: hsplit and dsplit ignore the attribute."""
    if squeezed:
        return axis % data.ndim
    differs = [a for a in range(data.ndim) if data.shape[a] != outs[0].shape[a]]
    return differs[0] if len(differs) == 1 else axis % data.ndim


@converts("_slice_assign")
def slice_assign(graph: Graph, lhs: Tensor, rhs: Tensor, *, begin, end, step) -> str:
    positions = _positions(lhs, begin, end, step)
    return graph.ScatterND(lhs, positions, graph.reshape(rhs, list(positions.shape[:-1])))


@converts("_slice_assign_scalar")
def slice_assign_scalar(graph: Graph, data: Tensor, *, scalar: float, begin, end, step) -> str:
    positions = _positions(data, begin, end, step)
    values = np.full(positions.shape[:-1], scalar).astype(data.dtype)
    return graph.ScatterND(data, positions, values)


def _positions(data: Tensor, begin, end, step) -> np.ndarray:
    """Return the index of each element of a slice, with coordinates in the last axis."""
    shape = data.known_shape()
    if np.prod(shape) > 1 << 20:  # the file has an index of 8 bytes for each element and axis
        raise Unsupported("it assigns to a part of a large array")
    steps = [*(step or ()), *[None] * len(begin)][: len(begin)]
    index = tuple(slice(b, e, s or None) for b, e, s in zip(begin, end, steps, strict=True))
    return np.stack([axis[index] for axis in np.indices(shape)], -1).astype(np.int64)


# --------------------------------------------------------------------------- NumPy's, diagonals


@converts("_np_roll")
def roll(graph: Graph, data: Tensor, *, shift, axis, out: Tensor) -> str:
    if axis is None:
        line = _roll(
            graph, graph.reshape(data, [-1]), 0, shift[0], int(np.prod(data.known_shape()))
        )
        return graph.reshape(line, data.known_shape())
    value = data.name
    axes = [axis] if isinstance(axis, int) else list(axis)
    shifts = list(shift) * (len(axes) if len(shift) == 1 else 1)
    for a, n in zip(axes, shifts, strict=True):
        value = _roll(graph, value, a % data.ndim, n, data.known_shape((a % data.ndim,))[0])
    return value


def _roll(graph: Graph, value: str, axis: int, count: int, size: int) -> str:
    count %= size
    if not count:
        return value
    return graph.Concat(
        graph.slice(value, axis, size - count), graph.slice(value, axis, 0, size - count), axis=axis
    )


@converts("_npi_diff")
def diff(graph: Graph, a: Tensor, *, n: int, axis: int) -> str:
    value, axis = a.name, axis % a.ndim
    for _ in range(n):
        value = graph.Sub(graph.slice(value, axis, 1), graph.slice(value, axis, 0, -1))
    return value


@converts("_npi_rot90")
def rot90(graph: Graph, data: Tensor, *, k: int, axes, out: Tensor) -> str:
    first, second = (a % data.ndim for a in axes)
    order = list(range(data.ndim))
    order[first], order[second] = second, first
    turns = {0: lambda: data.name, 2: lambda: backwards(graph, data, [first, second]),
             1: lambda: graph.Transpose(backwards(graph, data, [second]), perm=order),
             3: lambda: backwards(graph, graph.Transpose(data, perm=order), [second])}  # fmt: skip
    return turns[k % 4]()


def diagonal_of(graph: Graph, data: Tensor, offset: int) -> str:
    """Return a diagonal of the last two axes."""
    rows, columns = data.known_shape((-2, -1))
    first = (-offset * columns) if offset < 0 else offset
    count = min(rows + min(offset, 0), columns - max(offset, 0))
    positions = first + np.arange(count) * (columns + 1)
    lead = [0] * (data.ndim - 2)
    return graph.Gather(graph.reshape(data, [*lead, rows * columns]), positions, axis=data.ndim - 2)


@converts("_linalg_extractdiag")
def extractdiag(graph: Graph, a: Tensor, *, offset: int) -> str:
    return diagonal_of(graph, a, offset)


@converts("_np_diag")
def np_diag(graph: Graph, data: Tensor, *, k: int) -> str:
    if data.ndim != 2:
        raise Unsupported("it makes a matrix of a vector")
    return diagonal_of(graph, data, k)


@converts("diag")
def diag(graph: Graph, data: Tensor, *, k: int, axis1: int, axis2: int) -> str:
    if data.ndim != 2 or (axis1 % 2, axis2 % 2) != (0, 1):
        raise Unsupported("it is not of the two axes of a matrix")
    return diagonal_of(graph, data, k)


@converts("_linalg_sumlogdiag")
def sumlogdiag(graph: Graph, a: Tensor, *, out: Tensor) -> str:
    total = graph.reduce("ReduceSum", graph.Log(diagonal_of(graph, a, 0)), [a.ndim - 2])
    return graph.reshape(total, out.known_shape())
