"""Graphs for monitors: inputs, outputs and gradients of every operator are visible."""

from __future__ import annotations

import torch
from torch import fx

from ...context import Context
from ..ir.node import Entry, Node, rebuild
from ..lower.code import Code
from ..lower.lowering import lower_to_graph, run
from ..passes.patterns import only_user


def watched_names(node: Node) -> list[str]:
    """Return the names of a node's inputs, which are prefixed by the node's own name."""
    if node.op.numbers_inputs:
        return [f"input{i}" for i in range(len(node.inputs))]
    return node.input_names()


def show_statistics(outputs: list[Entry]) -> list[Entry]:
    """Return a graph whose normalizations return their means and variances too.

    MXNet: these are hidden outputs, which monitors show.
    """

    def show(node: Node, inputs: tuple[Entry, ...]) -> Node:
        if node.is_variable:
            return node
        has_statistics = "output_mean_var" in node.op.attrs
        attrs = {**node.attrs, "output_mean_var": "True"} if has_statistics else node.attrs
        return node.copy(inputs, attrs)

    return rebuild(outputs, show)


def lower_watched(
    outputs: list[Entry], ctx: Context, training: bool
) -> tuple[Code, list[Node], list[tuple[str, str | None]]]:
    """Return code that also returns the inputs of every operator, each as a separate tensor.

    The gradient of such a tensor is the contribution of one operator. The names of these gradients
    are returned last, in the order of a backward pass, each with the name of the variable if it is
    the only contribution to that variable's gradient.
    """
    graph, variables = lower_to_graph(outputs, ctx, training)
    calls = [node for node in graph.nodes if "op" in node.meta]
    inputs = (node for node in graph.nodes if node.op == "placeholder")
    used_once = {
        place: variable.name
        for place, variable in zip(inputs, variables, strict=True)
        if only_user(place) is not None
    }
    edges, names = [], []
    for call in reversed(calls):
        node, places = call.meta["node"], _differentiable_positions(call)
        for number, place in enumerate(places):
            with graph.inserting_before(call):
                edge = graph.call_function(_edge, (call.args[place],))
            call.update_arg(place, edge)
            edges.append(edge)
            suffix = f"output{number}" if len(places) > 1 else "output"
            if node.op.legacy:
                suffix = node.input_names()[number]
            names.append((f"{node.name}_backward_{suffix}", used_once.get(edge.args[0])))
    output = graph.output_node()
    output.args = ((*output.args[0], *edges),)
    return Code(graph), variables, names


def run_watched(code: Code, tensors: list, recording: bool) -> tuple[torch.Tensor, ...]:
    """Compute all values; if they are recorded, torch stores what a backward pass needs."""
    with torch.set_grad_enabled(recording):
        return run(code, tensors)


def own_copy(result: torch.Tensor) -> torch.Tensor:
    """Return a contiguous copy outside the graph."""
    return result.detach().clone(memory_format=torch.contiguous_format)


def or_zeros(gradient: torch.Tensor | None, like: torch.Tensor) -> torch.Tensor:
    """Return a gradient, or zeros if it is None."""
    return torch.zeros_like(like) if gradient is None else gradient


def _edge(tensor: torch.Tensor) -> torch.Tensor:
    return tensor.view_as(tensor)


def _differentiable_positions(call: fx.Node) -> list[int]:
    """Return which arguments of a call can have gradients: arrays that it does not modify."""
    op = call.meta["op"]
    names = op.inputs * len(call.args) if op.variadic else op.inputs
    return [
        place
        for place, (argument, name) in enumerate(zip(call.args, names, strict=False))
        if isinstance(argument, fx.Node) and name not in op.aux and name not in op.mutates
    ]
