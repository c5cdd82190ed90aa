"""Matrix products."""

from __future__ import annotations

from ....symbol import Symbol
from ._node import Node
from ._table import reads


@reads("MatMul")
def matmul(node: Node, a: Symbol, b: Symbol) -> Symbol:
    return node.last("_npi_matmul", a, b)


@reads("Gemm")
def gemm(
    node: Node, a: Symbol, b: Symbol, c: Symbol = None, *, alpha=1.0, beta=1.0, transA=0, transB=0,
) -> Symbol:  # fmt: skip
    hidden = node.shape(1)[0 if transB else 1]
    is_layer = alpha == 1 and beta == 1 and transB and not transA and hidden is not None
    if is_layer and (c is None or node.shape(2) == (hidden,)):
        inputs = [a, b] if c is None else [a, b, c]
        return node.last("FullyConnected", *inputs, num_hidden=hidden, no_bias=c is None)
    product = ("dot", (a, b), {"transpose_a": bool(transA), "transpose_b": bool(transB)})
    if alpha != 1:
        product = ("_mul_scalar", (node.step(product[0], *product[1], **product[2]),),
                   {"scalar": alpha})  # fmt: skip
    if c is None or beta == 0:
        return node.last(product[0], *product[1], **product[2])
    scaled = c if beta == 1 else node.step("_mul_scalar", c, scalar=beta)
    return node.last("broadcast_add", node.step(product[0], *product[1], **product[2]), scaled)


@reads("Einsum")
def einsum(node: Node, *data: Symbol, equation: str) -> Symbol:
    return node.last("_npi_einsum", *data, subscripts=equation)
