"""Sorting, and the largest elements."""

from __future__ import annotations

import numpy as np

from .._problems import Unsupported
from ._graph import Graph, Tensor
from ._table import converts


def rank(graph: Graph, data: Tensor, axis: int | None, count: int | None, ascending: bool):
    """Return the first elements in sorted order and their positions, or all without a count."""
    # Types that ONNX Runtime can sort.
    dtype = data.dtype if data.dtype in (np.float32, np.float64, np.int64) else None
    if dtype is None:
        dtype = np.dtype(np.float32 if data.is_float else np.int64)
    values = graph.cast(data, dtype)
    if axis is None:
        values, axis = graph.reshape(values, [-1]), 0
        size = graph.reshape(graph.Size(data), [1])
    else:
        size = graph.size_of(data, axis)
    limit = size if count is None else [count]
    ordered, indices = graph.TopK(values, limit, axis=axis, largest=int(not ascending), outputs=2)
    return (ordered if dtype == data.dtype else graph.Cast(ordered, to=data.dtype)), indices


@converts("topk")
def topk(
    graph: Graph, data: Tensor, *, axis: int | None, k: int, ret_typ: str, is_ascend: bool,
    outs: list[Tensor],
):  # fmt: skip
    if ret_typ == "mask":
        raise Unsupported("it returns a mask")
    values, indices = rank(graph, data, axis, k if k > 0 else None, is_ascend)
    if ret_typ == "value":
        return values
    positions = graph.Cast(indices, to=outs[-1].dtype)
    return positions if ret_typ == "indices" else (values, positions)


@converts("sort")
def sort(graph: Graph, data: Tensor, *, axis: int | None, is_ascend: bool) -> str:
    return rank(graph, data, axis, None, is_ascend)[0]


@converts("argsort")
def argsort(graph: Graph, data: Tensor, *, axis: int | None, is_ascend: bool, out: Tensor) -> str:
    return graph.Cast(rank(graph, data, axis, None, is_ascend)[1], to=out.dtype)


@converts("cumsum")
def cumsum(graph: Graph, a: Tensor, *, axis: int | None, out: Tensor) -> str:
    values = graph.cast(a, out.dtype)
    if axis is None:
        values, axis = graph.reshape(values, [-1]), 0
    return graph.CumSum(values, np.asarray(axis))
