"""Fold constants: what depends on parameters alone is computed beforehand, by a separate graph."""

from __future__ import annotations

from collections.abc import Collection

from torch import fx

from ..lower.code import Code
from .patterns import is_pure


def constant_nodes(graph: fx.Graph, parameters: Collection[fx.Node]) -> set[fx.Node]:
    """Return the parameters and every node that depends on nothing else."""
    constant = set(parameters)
    for node in graph.nodes:
        if (
            node.op == "call_function"
            and is_pure(node)
            and constant.issuperset(node.all_input_nodes)
        ):
            constant.add(node)
    return constant


def split_constants(graph: fx.Graph, parameters: list[fx.Node]) -> tuple[Code, list[fx.Node]]:
    """Move constant nodes out of a graph.

    Return code that computes them from the parameters, and the placeholders of the graph that
    receive its results. The placeholders of the parameters are removed.
    """
    constant = constant_nodes(graph, parameters)
    needed = [
        node
        for node in graph.nodes
        if node in constant and any(user not in constant for user in node.users)
    ]
    module = _module_of(graph, parameters, constant, needed)
    last = next(n for n in reversed(graph.nodes) if n.op == "placeholder")
    takers: list[fx.Node] = []
    for number, node in enumerate(needed):
        with graph.inserting_after(takers[-1] if takers else last):
            taker = graph.placeholder(f"c{number}")
        node.replace_all_uses_with(taker, delete_user_cb=lambda user: user not in constant)
        takers.append(taker)
    for node in reversed(graph.nodes):
        if node in constant:
            graph.erase_node(node)
    return module, takers


def _module_of(graph, parameters, constant, results) -> Code:
    part, copies = fx.Graph(), {}
    for node in parameters:
        copies[node] = part.placeholder(node.name)
    for node in graph.nodes:
        if node in constant and node not in copies:
            copies[node] = part.node_copy(node, copies.__getitem__)
    part.output(tuple(copies[node] for node in results))
    return Code(part)
