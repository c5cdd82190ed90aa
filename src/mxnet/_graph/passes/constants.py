"""Constant folding: values that depend only on parameters are computed by a separate graph."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import torch
from torch import fx

from .batch_norm import unfolded
from .packed_weight import values_of
from .patterns import is_pure


class Constants:
    """The constants of a graph, computed from its parameters on demand.

    So a weight can be packed before the next one is computed, and they are never in memory
    together.
    """

    def __init__(self, graph: fx.Graph):
        self._parameters = [node for node in graph.nodes if node.op == "placeholder"]
        self._results = graph.output_node().args[0]

    def compute(self, parameters: Sequence[torch.Tensor], positions: Sequence[int | None]) -> list:
        """Return the constants at the given positions, and None for None."""
        tensors = dict(zip(self._parameters, parameters, strict=True))
        values: dict[fx.Node, Any] = {}
        return [None if i is None else _value(self._results[i], values, tensors) for i in positions]

    def parameter_of(self, position: int | None) -> int | None:
        """Return which parameter a weight is, or was folded from, or None."""
        node = None if position is None else unfolded(self._results[position])
        return self._parameters.index(node) if node in self._parameters else None


def _value(
    root: fx.Node, values: dict[fx.Node, Any], parameters: dict[fx.Node, torch.Tensor]
) -> Any:
    """Return the value of a node, and add it and its dependencies to the values."""
    stack = [root]  # not by recursion, as graphs may be deeper than Python's stack
    while stack:
        missing = [source for source in stack[-1].all_input_nodes if source not in values]
        if missing:
            stack += missing
            continue
        node = stack.pop()
        if node in parameters:
            values[node] = values_of(parameters[node])
        elif node not in values:  # another node may have needed it too
            args, kwargs = fx.map_arg((node.args, node.kwargs), values.__getitem__)
            values[node] = node.target(*args, **kwargs)
    return values[root]


def constant_nodes(graph: fx.Graph, parameters: Collection[fx.Node]) -> set[fx.Node]:
    """Return the parameters and all nodes that depend only on them."""
    constant = set(parameters)
    for node in graph.nodes:
        if (
            node.op == "call_function"
            and is_pure(node)
            and constant.issuperset(node.all_input_nodes)
        ):
            constant.add(node)
    return constant


def split_constants(graph: fx.Graph, parameters: list[fx.Node]) -> tuple[Constants, list[fx.Node]]:
    """Move constant nodes out of a graph.

    Return the object that computes them from the parameters, and the placeholders of the graph that
    receive the results. The placeholders of the parameters are removed.
    """
    constant = constant_nodes(graph, parameters)
    needed = [
        node
        for node in graph.nodes
        if node in constant and any(user not in constant for user in node.users)
    ]
    constants = Constants(_copy(graph, parameters, constant, needed))
    last = next(n for n in reversed(graph.nodes) if n.op == "placeholder")
    constant_inputs: list[fx.Node] = []
    for number, node in enumerate(needed):
        with graph.inserting_after(constant_inputs[-1] if constant_inputs else last):
            constant_input = graph.placeholder(f"c{number}")
        node.replace_all_uses_with(constant_input, delete_user_cb=lambda user: user not in constant)
        constant_inputs.append(constant_input)
    for node in reversed(graph.nodes):
        if node in constant:
            graph.erase_node(node)
    return constants, constant_inputs


def _copy(graph, parameters, constant, results) -> fx.Graph:
    part, copies = fx.Graph(), {}
    for node in parameters:
        copies[node] = part.placeholder(node.name)
    for node in graph.nodes:
        if node in constant and node not in copies:
            copies[node] = part.node_copy(node, copies.__getitem__)
    part.output(tuple(copies[node] for node in results))
    return part
