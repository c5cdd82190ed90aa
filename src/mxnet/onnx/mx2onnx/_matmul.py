"""Matrix products."""

from __future__ import annotations

import math

import numpy as np

from .._problems import Unsupported
from ._graph import Graph, Operand, Tensor
from ._table import converts


def _swap_axes(graph: Graph, value: Tensor, condition: bool) -> str:
    """Swap the last two axes, if the flag is set."""
    if not condition:
        return value.name
    return graph.Transpose(value, perm=[*range(value.ndim - 2), value.ndim - 1, value.ndim - 2])


@converts("batch_dot")
def batch_dot(graph: Graph, lhs: Tensor, rhs: Tensor, *, transpose_a: bool, transpose_b: bool):
    return graph.MatMul(_swap_axes(graph, lhs, transpose_a), _swap_axes(graph, rhs, transpose_b))


@converts("dot")
def dot(
    graph: Graph, lhs: Tensor, rhs: Tensor, *, transpose_a: bool, transpose_b: bool, out: Tensor
) -> str:
    """Contract the last axis (or first, if transposed) with the first axis (or last)."""
    if lhs.ndim == rhs.ndim == 2:
        return graph.MatMul(
            _swap_axes(graph, lhs, transpose_a), _swap_axes(graph, rhs, transpose_b)
        )
    left, right = lhs.name, rhs.name
    if transpose_a and lhs.ndim > 1:
        left = graph.Transpose(lhs, perm=[*range(1, lhs.ndim), 0])
    if transpose_b and rhs.ndim > 1:
        right = graph.Transpose(rhs, perm=[rhs.ndim - 1, *range(rhs.ndim - 1)])
    (common,) = lhs.known_shape((0 if transpose_a else lhs.ndim - 1,))
    product = graph.MatMul(graph.reshape(left, [-1, common]), graph.reshape(right, [common, -1]))
    return graph.reshape(product, out.known_shape())


@converts("_linalg_gemm2")
def gemm2(
    graph: Graph, a: Tensor, b: Tensor, *, transpose_a: bool, transpose_b: bool, alpha: float,
    axis: int,
) -> str:  # fmt: skip
    if axis % a.ndim != a.ndim - 2:
        raise Unsupported(f"its axis is {axis}")
    return _multiply(graph, batch_dot(
        graph, a, b, transpose_a=transpose_a, transpose_b=transpose_b), alpha, a)  # fmt: skip


@converts("_linalg_gemm")
def gemm(
    graph: Graph, a: Tensor, b: Tensor, c: Tensor, *, transpose_a: bool, transpose_b: bool,
    alpha: float, beta: float, axis: int,
) -> str:  # fmt: skip
    product = gemm2(
        graph, a, b, transpose_a=transpose_a, transpose_b=transpose_b, alpha=alpha, axis=axis
    )
    return graph.Add(product, _multiply(graph, c, beta, c))


@converts("_linalg_syrk")
def syrk(graph: Graph, a: Tensor, *, transpose: bool, alpha: float) -> str:
    return _multiply(
        graph,
        graph.MatMul(_swap_axes(graph, a, transpose), _swap_axes(graph, a, not transpose)),
        alpha,
        a,
    )


def _multiply(graph: Graph, value: Operand, factor: float, like: Tensor) -> Operand:
    return value if factor == 1 else graph.Mul(value, graph.like(like, factor))


# ---------------------------------------------------------------------------------------- NumPy


@converts("_npi_matmul")
def matmul(graph: Graph, a: Tensor, b: Tensor) -> str:
    return graph.MatMul(a, b)


@converts("_np_dot")
def np_dot(graph: Graph, a: Tensor, b: Tensor) -> str:
    if not a.ndim or not b.ndim:
        return graph.Mul(a, b)
    if b.ndim > 2:
        raise Unsupported("its second input has more than two axes")
    return graph.MatMul(a, b)


@converts("_npi_einsum")
def einsum(graph: Graph, *data: Tensor, subscripts: str) -> str:
    return graph.Einsum(*data, equation=subscripts)


@converts("_npi_tensordot_int_axes")
def tensordot_int_axes(graph: Graph, a: Tensor, b: Tensor, *, axes: int, out: Tensor) -> str:
    return _contract(graph, a, b, list(range(a.ndim - axes, a.ndim)), list(range(axes)), out)


@converts("_npi_tensordot")
def tensordot(graph: Graph, a: Tensor, b: Tensor, *, a_axes_summed, b_axes_summed, out: Tensor):
    mine, other = (
        [n % x.ndim for n in axes] for x, axes in ((a, a_axes_summed), (b, b_axes_summed))
    )
    return _contract(graph, a, b, mine, other, out)


def _contract(graph: Graph, a: Tensor, b: Tensor, mine: list[int], other: list[int], out: Tensor):
    """Sum over pairs of axes: a matrix product with these axes last and first."""
    left = graph.Transpose(a, perm=[n for n in range(a.ndim) if n not in mine] + mine)
    right = graph.Transpose(b, perm=other + [n for n in range(b.ndim) if n not in other])
    common = math.prod(a.known_shape(mine))
    product = graph.MatMul(graph.reshape(left, [-1, common]), graph.reshape(right, [common, -1]))
    return graph.Reshape(product, np.asarray(out.known_shape(), np.int64))


@converts("_linalg_det", "_npi_det")
def det(graph: Graph, a: Tensor, *, out: Tensor) -> str:
    return graph.reshape(graph.Det(a), out.known_shape())
