"""Concatenation of arrays."""

from __future__ import annotations

from ._graph import Graph, Tensor
from ._table import add, converts


@converts("Concat", "_rnn_param_concat")
def concat(graph: Graph, *data: Tensor, dim: int) -> str:
    return graph.Concat(*data, axis=dim)


@converts("_npi_concatenate")
def concatenate(graph: Graph, *data: Tensor, axis: int | None) -> str:
    if axis is None:
        return graph.Concat(*(graph.reshape(x, [-1]) for x in data), axis=0)
    return graph.Concat(*data, axis=axis)


@converts("stack", "_npi_stack")
def stack(graph: Graph, *data: Tensor, axis: int, out: Tensor) -> str:
    axis %= out.ndim
    return graph.Concat(*(graph.Unsqueeze(x, [axis]) for x in data), axis=axis)


def _with_vectors_along(axis: int):
    """Return a function that concatenates arrays along an axis, vectors as parts of length 1."""

    def concatenate(graph: Graph, *data: Tensor) -> str:
        parts = [graph.Unsqueeze(x, [axis]) if x.ndim == 1 else x for x in data]
        return graph.Concat(*parts, axis=axis)

    return concatenate


converts("_npi_vstack")(_with_vectors_along(0))
converts("_npi_column_stack")(_with_vectors_along(1))


@converts("_npi_hstack")
def hstack(graph: Graph, *data: Tensor) -> str:
    return graph.Concat(*data, axis=0 if data[0].ndim == 1 else 1)


@converts("_npi_dstack")
def dstack(graph: Graph, *data: Tensor) -> str:
    missing = {1: [0, 2], 2: [2]}
    parts = [graph.Unsqueeze(x, missing[x.ndim]) if x.ndim in missing else x for x in data]
    return graph.Concat(*parts, axis=2)


def _with_axes(count: int):
    def convert(graph: Graph, *arys: Tensor) -> list[str]:
        return [_prepend_axes(graph, x, count) for x in arys]

    return convert


def _prepend_axes(graph: Graph, x: Tensor, count: int) -> str:
    if x.ndim >= count:
        return x.name
    if count == 3:  # NumPy: a vector is placed in the middle, a matrix in front
        return graph.Unsqueeze(x, {0: [0, 1, 2], 1: [0, 2], 2: [2]}[x.ndim])
    return graph.Unsqueeze(x, list(range(count - x.ndim)))


for _count in (1, 2, 3):
    add(f"_np_atleast_{_count}d", _with_axes(_count))
