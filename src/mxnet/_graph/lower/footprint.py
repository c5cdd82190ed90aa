"""The memory that the results inside a graph need."""

from __future__ import annotations

import math

from ..._ops.handles import BLOCK_GRAD  # stops gradients
from ..ir.node import Entry, Node, topological


def allocated_bytes(outputs: list[Entry], shapes, types, variables: set[str]) -> int:
    """Return the peak size of live results in bytes, with gradients of ``variables`` if any.

    Without a backward pass, a result lives until its last use. With one, results on the path of
    gradients live to the end, together with their gradients.
    """
    nodes = [node for node in topological(outputs) if not node.is_variable]
    sizes = {id(node): _size(node, shapes, types) for node in nodes}
    on_the_way = _nodes_between(outputs, variables)
    last_use = {id(source): i for i, node in enumerate(nodes) for source, _ in node.inputs}
    last_use |= {id(node): len(nodes) for node, _ in outputs}
    alive = peak = 0
    for i, node in enumerate(nodes):
        alive += sizes[id(node)] * (2 if id(node) in on_the_way else 1)
        peak = max(peak, alive)
        for source in {id(source) for source, _ in node.inputs}:
            if source in sizes and source not in on_the_way and last_use[source] == i:
                alive -= sizes[source]
    return peak


def _size(node: Node, shapes, types) -> int:
    entries = [(node, i) for i in range(node.num_outputs())]
    return sum(math.prod(shapes.shape_of(e) or ()) * types.type_of(e).itemsize for e in entries)


def _nodes_between(outputs: list[Entry], variables: set[str]) -> set[int]:
    """Return the ids of the nodes between outputs and variables, on the path of gradients."""
    nodes = topological(outputs)
    depends: set[int] = set()
    for node in nodes:
        if node.is_variable and node.name in variables:
            depends.add(id(node))
        elif any(id(source) in depends for source, _ in node.inputs) and node.op is not BLOCK_GRAD:
            depends.add(id(node))
    reached = {id(node) for node, _ in outputs}
    for node in reversed(nodes):
        if id(node) in reached and id(node) in depends:
            reached.update(id(source) for source, _ in node.inputs)
    return {id(n) for n in nodes if not n.is_variable} & reached & depends
