"""Element selection by position."""

from __future__ import annotations

import numpy as np

from .._problems import Unsupported
from ._creation import fill
from ._graph import Graph, Operand, Tensor
from ._table import converts

ZERO, ONE = np.asarray(0), np.asarray(1)


def within(graph: Graph, indices: Tensor, data: Tensor, axis: int, mode: str) -> str:
    """Return integers that are valid positions along an axis."""
    positions = graph.cast(indices, np.int64)
    if mode == "raise":
        return positions
    size = graph.size_of(data, axis)
    if mode == "wrap":
        return graph.Mod(positions, size)
    last = graph.Sub(size, ONE) if data.shape[axis] is None else np.asarray(data.shape[axis] - 1)
    return graph.Min(graph.Max(positions, ZERO), last)


@converts("take")
def take(graph: Graph, a: Tensor, indices: Tensor, *, axis: int, mode: str) -> str:
    axis %= a.ndim
    return graph.Gather(a, within(graph, indices, a, axis, mode), axis=axis)


@converts("pick")
def pick(
    graph: Graph, data: Tensor, index: Tensor, *, axis: int | None, keepdims: bool, mode: str
) -> str:
    if axis is None:
        raise Unsupported("it has no axis")
    axis %= data.ndim
    positions = within(graph, index, data, axis, mode)
    if index.ndim < data.ndim:
        positions = graph.Unsqueeze(positions, [axis])
    picked = graph.GatherElements(data, positions, axis=axis)
    return picked if keepdims else graph.Squeeze(picked, [axis])


@converts("batch_take")
def batch_take(graph: Graph, a: Tensor, indices: Tensor) -> str:
    positions = graph.Unsqueeze(within(graph, indices, a, 1, "clip"), [1])
    return graph.Squeeze(graph.GatherElements(a, positions, axis=1), [1])


@converts("one_hot")
def one_hot(
    graph: Graph, indices: Tensor, *, depth: int, on_value: float, off_value: float, out: Tensor
) -> str:
    # Not OneHot, which counts negative numbers from the end.
    codes = graph.Unsqueeze(graph.cast(indices, np.int64), [indices.ndim])
    hits = graph.Equal(codes, np.arange(depth))
    return graph.Where(hits, graph.like(out, on_value), graph.like(out, off_value))


def _coordinates(graph: Graph, indices: Tensor) -> str:
    """Move the coordinates of each position from the first axis to the last."""
    order = [*range(1, indices.ndim), 0]
    return graph.Transpose(graph.cast(indices, np.int64), perm=order)


@converts("gather_nd")
def gather_nd(graph: Graph, data: Tensor, indices: Tensor) -> str:
    return graph.GatherND(data, _coordinates(graph, indices))


@converts("scatter_nd")
def scatter_nd(graph: Graph, data: Tensor, indices: Tensor, *, out: Tensor) -> str:
    return graph.ScatterND(fill(graph, out, 0), _coordinates(graph, indices), data)


@converts("_scatter_set_nd")
def scatter_set_nd(graph: Graph, lhs: Tensor, rhs: Tensor, indices: Tensor) -> str:
    return graph.ScatterND(lhs, _coordinates(graph, indices), rhs)


# ------------------------------------------------------------------------------------- choices


@converts("where")
def where(graph: Graph, condition: Tensor, x: Tensor, y: Tensor) -> str:
    chosen: Operand = graph.cast(condition, np.bool_)
    if condition.ndim == 1 and x.ndim > 1:  # MXNet: a vector selects rows
        chosen = graph.reshape(chosen, [-1] + [1] * (x.ndim - 1))
    return graph.Where(chosen, x, y)


@converts("_npi_where")
def np_where(graph: Graph, condition: Tensor, x: Tensor, y: Tensor, *, out: Tensor) -> str:
    values = graph.cast(x, out.dtype), graph.cast(y, out.dtype)
    return graph.Where(graph.cast(condition, np.bool_), *values)


@converts("_npi_where_lscalar")
def where_left(graph: Graph, condition: Tensor, x: Tensor, *, scalar: float, out: Tensor) -> str:
    values = graph.like(out, scalar), graph.cast(x, out.dtype)
    return graph.Where(graph.cast(condition, np.bool_), *values)


@converts("_npi_where_rscalar")
def where_right(graph: Graph, condition: Tensor, y: Tensor, *, scalar: float, out: Tensor) -> str:
    values = graph.cast(y, out.dtype), graph.like(out, scalar)
    return graph.Where(graph.cast(condition, np.bool_), *values)


@converts("_npi_nan_to_num")
def nan_to_num(graph: Graph, data: Tensor, *, nan: float, posinf, neginf) -> str:
    limits = np.finfo(data.dtype)
    high = limits.max if posinf is None else posinf
    low = limits.min if neginf is None else neginf
    value = graph.Where(graph.IsNaN(data), graph.like(data, nan), data)
    value = graph.Where(graph.Equal(value, graph.like(data, np.inf)), graph.like(data, high), value)
    return graph.Where(graph.Equal(value, graph.like(data, -np.inf)), graph.like(data, low), value)


@converts("_npi_tril", opset=14)
def tril(graph: Graph, data: Tensor, *, k: int) -> str:
    return graph.Trilu(data, np.asarray(k), upper=0)


@converts("_contrib_index_copy")
def index_copy(graph: Graph, old: Tensor, index: Tensor, new: Tensor) -> str:
    return graph.ScatterND(old, graph.Unsqueeze(graph.cast(index, np.int64), [1]), new)
