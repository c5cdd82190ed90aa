"""Sequences of different lengths. Axis 0 is time and axis 1 the batch, or vice versa."""

from __future__ import annotations

import numpy as np

from ._graph import Graph, Tensor
from ._slicing import backwards
from ._table import converts


def steps_along(graph: Graph, data: Tensor, axis: int) -> str:
    """Return the numbers 0, 1, ... along an axis, one for each element."""
    shape = [1] * data.ndim
    shape[axis] = -1
    if data.shape[axis] is not None:
        return graph.constant(np.arange(data.shape[axis]).reshape(shape))
    size = graph.reshape(graph.size_of(data, axis), [])
    return graph.reshape(graph.Range(np.asarray(0), size, np.asarray(1)), shape)


def behind(graph: Graph, data: Tensor, length: Tensor, axis: int) -> str:
    """Return a mask of the elements after each length along an axis, which lengths do not have."""
    ends = graph.Unsqueeze(graph.cast(length, np.int64), [axis])
    return graph.GreaterOrEqual(steps_along(graph, data, axis), ends)


@converts("SequenceMask")
def sequence_mask(
    graph: Graph, data: Tensor, length: Tensor | None = None, *, value: float, axis: int
) -> str:
    if length is None:
        return data.name
    ends = graph.cast(length, np.int64)
    axes = [i for i in range(data.ndim) if i != 1 - axis]
    mask = graph.GreaterOrEqual(steps_along(graph, data, axis), graph.Unsqueeze(ends, axes))
    return graph.Where(mask, graph.like(data, value), data)


@converts("SequenceReverse")
def sequence_reverse(graph: Graph, data: Tensor, length: Tensor | None = None, *, axis: int) -> str:
    if length is None:
        return backwards(graph, data, [0])
    ends = graph.cast(length, np.int64)
    return graph.ReverseSequence(data, ends, time_axis=0, batch_axis=1)


@converts("SequenceLast")
def sequence_last(graph: Graph, data: Tensor, length: Tensor | None = None, *, axis: int) -> str:
    if length is None:
        return graph.Squeeze(graph.slice(data, axis, -1), [axis])
    last = graph.Sub(graph.cast(length, np.int64), np.asarray(1))
    batch_first = data.name
    if axis == 0:
        batch_first = graph.Transpose(data, perm=[1, 0, *range(2, data.ndim)])
    return graph.GatherND(batch_first, graph.Unsqueeze(last, [1]), batch_dims=1)
