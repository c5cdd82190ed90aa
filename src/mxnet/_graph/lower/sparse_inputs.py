"""CSR matrices in graphs: inputs that can stay sparse, and operators between them and products.

A product reads the stored values (``csr_products``). Operators that map 0 to 0 may precede it and
change only the stored values. An input with any other use is converted to dense first.
"""

from __future__ import annotations

from collections.abc import Callable, Set

import torch
from torch import fx

from ..ir.node import Entry, topological


def csr_inputs(outputs: list[Entry]) -> set[str]:
    """Return the names of variables that are used only as the left side of products."""
    nodes = topological(outputs)
    dense = {id(node) for node, _ in outputs}  # nodes that a consumer needs dense
    for node in reversed(nodes):
        if node.is_variable:
            continue
        passes_on = node.op.keeps_zero and id(node) not in dense
        first = 1 if node.op.accepts_csr or passes_on else 0
        dense.update(id(source) for source, _ in node.inputs[first:])
    return {node.name for node in nodes if node.is_variable and id(node) not in dense}


def keep_csr(graph: fx.Graph, positions: Set[int]) -> None:
    """Make operators on the given inputs compute on the stored values of CSR matrices."""
    inputs = [node for node in graph.nodes if node.op == "placeholder"]
    sparse = {inputs[i] for i in positions}
    for node in graph.nodes:
        op = node.meta.get("op")
        if op is not None and op.keeps_zero and node.args[0] in sparse:
            node.target = _of_values(node.target)
            sparse.add(node)


def _of_values(kernel: Callable) -> Callable:
    def of_values(matrix, **attrs):
        values = kernel(matrix.values(), **attrs)
        return torch.sparse_csr_tensor(
            matrix.crow_indices(), matrix.col_indices(), values, matrix.shape,
            check_invariants=False,
        )  # fmt: skip

    return of_values
