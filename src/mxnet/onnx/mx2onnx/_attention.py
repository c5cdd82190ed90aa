"""Multi-head attention on interleaved projections in one array."""

from __future__ import annotations

import math

from ._graph import Graph, Operand, Tensor
from ._table import converts


def _parts(graph: Graph, array: Tensor, count: int, heads: int, positions: list[int]) -> list[str]:
    """Split an array into its heads: (batch * heads, length, features)."""
    width = array.known_shape((2,))[0] // (count * heads)
    by_part = graph.reshape(array, [0, -1, count, width])
    return [
        graph.Transpose(graph.Squeeze(graph.slice(by_part, 2, i, i + 1), [2]), perm=[1, 0, 2])
        for i in positions
    ]


def _scores(graph: Graph, query: Operand, key: Operand, width: int, like: Tensor) -> str:
    scaled = graph.Mul(query, graph.like(like, 1 / math.sqrt(width)))
    return graph.MatMul(scaled, graph.Transpose(key, perm=[0, 2, 1]))


def _merge_heads(graph: Graph, attention: Tensor, value: Operand, heads: int, out: Tensor) -> str:
    """Return (length, batch, features) from the results of the heads."""
    mixed = graph.Transpose(graph.MatMul(attention, value), perm=[1, 0, 2])
    return graph.reshape(mixed, [0, -1, out.known_shape((2,))[0]])


@converts("_contrib_interleaved_matmul_selfatt_qk")
def selfatt_qk(graph: Graph, joined: Tensor, *, heads: int) -> str:
    query, key = _parts(graph, joined, 3, heads, [0, 1])
    return _scores(graph, query, key, joined.known_shape((2,))[0] // (3 * heads), joined)


@converts("_contrib_interleaved_matmul_selfatt_valatt")
def selfatt_valatt(
    graph: Graph, joined: Tensor, attention: Tensor, *, heads: int, out: Tensor
) -> str:
    (value,) = _parts(graph, joined, 3, heads, [2])
    return _merge_heads(graph, attention, value, heads, out)


@converts("_contrib_interleaved_matmul_encdec_qk")
def encdec_qk(graph: Graph, queries: Tensor, keys_values: Tensor, *, heads: int) -> str:
    (query,) = _parts(graph, queries, 1, heads, [0])
    (key,) = _parts(graph, keys_values, 2, heads, [0])
    return _scores(graph, query, key, queries.known_shape((2,))[0] // heads, queries)


@converts("_contrib_interleaved_matmul_encdec_valatt")
def encdec_valatt(
    graph: Graph, keys_values: Tensor, attention: Tensor, *, heads: int, out: Tensor
) -> str:
    (value,) = _parts(graph, keys_values, 2, heads, [1])
    return _merge_heads(graph, attention, value, heads, out)
