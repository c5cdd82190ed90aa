"""Which inputs of a graph may come as CSR matrices; all others are made dense beforehand."""

from __future__ import annotations

from .node import Entry, topological


def csr_inputs(outputs: list[Entry]) -> set[str]:
    """Return the names of variables that are nothing but the left side of products."""
    nodes = topological(outputs)
    variables = {node.name for node in nodes if node.is_variable}
    others = {node.name for node, _ in outputs}
    for node in nodes:
        if not node.is_variable:
            first = 1 if node.op.name == "dot" else 0
            others.update(source.name for source, _ in node.inputs[first:])
    return variables - others
