"""Lowering: a graph of operators becomes straight-line code, a ``torch.fx.GraphModule``."""

from __future__ import annotations

import operator as builtin

import torch
from torch import fx

from .._dispatch import KERNEL_ERRORS, explained
from .._generators import generator
from .._ops.registry import Device, Op, Out, Random, Training
from ..base import MXNetError
from ..context import Context, torch_device
from .node import Entry, Node, topological


def lower(outputs: list[Entry], ctx: Context, training: bool) -> tuple[fx.GraphModule, list[Node]]:
    """Return a module that computes the outputs from the variables' tensors, and those variables."""
    nodes = topological(outputs)
    variables = [node for node in nodes if node.is_variable]
    graph, values = fx.Graph(), {}
    for position, variable in enumerate(variables):
        values[id(variable)] = graph.placeholder(f"v{position}")
    for node in nodes:
        if node.is_variable:
            continue
        arguments = tuple(_value(graph, values, entry) for entry in node.inputs)
        values[id(node)] = graph.call_function(_caller(node, ctx, training), arguments)
    graph.output(tuple(_value(graph, values, entry) for entry in outputs))
    return fx.GraphModule(torch.nn.Module(), graph), variables


def _value(graph: fx.Graph, values: dict, entry: Entry) -> fx.Node:
    node, index = entry
    if node.is_variable or node.num_outputs() == 1:
        return values[id(node)]
    return graph.call_function(builtin.getitem, (values[id(node)], index))


def _caller(node: Node, ctx: Context, training: bool):
    """Return a function of the input tensors alone, with attributes and surroundings filled in."""
    op, attrs = node.op, node.parsed()
    kernel, fixed = op.kernel, {**attrs, **_surroundings(op, ctx, training)}
    random = [name for name, kind in op.ambient.items() if kind is Random]
    positions = _positions(node)

    def call(*tensors):
        if positions is not None:
            tensors = _spread(tensors, positions)
        surroundings = {name: generator(ctx) for name in random}
        try:
            result = kernel(*tensors, **fixed, **surroundings)
        except MXNetError as error:
            raise _with_name(node, op, attrs, error) from error
        except KERNEL_ERRORS as error:
            raise _with_name(node, op, attrs, error) from error
        return result[0] if type(result) is tuple and len(result) == 1 else result

    call.__name__ = call.__qualname__ = f"{op.name}"
    return call


def _surroundings(op: Op, ctx: Context, training: bool) -> dict:
    known = {Training: training, Device: torch_device(ctx), Out: None}
    return {name: known[kind] for name, kind in op.ambient.items() if kind in known}


def _positions(node: Node) -> list[int] | None:
    """Return where each input goes among the operator's parameters, None if simply in order."""
    if node.op.variadic:
        return None
    places = [node.op.inputs.index(name) for name in node.input_names()]
    return None if places == list(range(len(places))) else places


def _spread(tensors: tuple, positions: list[int]) -> list:
    spread: list = [None] * (positions[-1] + 1)
    for tensor, position in zip(tensors, positions, strict=True):
        spread[position] = tensor
    return spread


def _with_name(node: Node, op: Op, attrs: dict, error: Exception) -> Exception:
    return MXNetError(f"in node '{node.name}': {explained(op, [], attrs, error)}")
