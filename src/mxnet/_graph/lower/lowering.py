"""Lowering: a graph of operators is converted to a ``torch.fx.Graph``, then to code.

The code consists only of calls of kernels with constant attributes. Errors of kernels get the name
of their node afterwards: the traceback has the line, and each line is one node.
"""

from __future__ import annotations

import operator as builtin
from collections.abc import Sequence
from types import NoneType

import torch
from torch import fx

from ..._eager.generators import generator
from ..._ops.checks import KERNEL_ERRORS, cause, kernel_error
from ..._ops.registry import Device, Op, Out, Random, Training
from ...base import MXNetError
from ...context import Context, torch_device
from ...error import MXNetIndexError, MXNetValueError
from ..ir.node import Entry, Node, topological
from .code import Code


def lower(outputs: list[Entry], ctx: Context, training: bool) -> tuple[Code, list[Node]]:
    """Return code that computes the outputs from the variables' tensors, and the variables."""
    graph, variables = lower_to_graph(outputs, ctx, training)
    return Code(graph), variables


def lower_to_graph(
    outputs: list[Entry], ctx: Context, training: bool
) -> tuple[fx.Graph, list[Node]]:
    """Return the graph of such code; each node's ``meta`` has ``node``, ``op``, ``attrs``."""
    nodes = topological(outputs)
    variables = [node for node in nodes if node.is_variable]
    graph, values = fx.Graph(), {}
    for position, variable in enumerate(variables):
        values[id(variable)] = [graph.placeholder(f"v{position}")]
    for node in nodes:
        if not node.is_variable:
            arguments = [values[id(source)][index] for source, index in node.inputs]
            values[id(node)] = _apply(graph, node, arguments, ctx, training)
    graph.output(tuple(values[id(node)][index] for node, index in outputs))
    return graph, variables


def _apply(graph: fx.Graph, node: Node, arguments: list, ctx: Context, training: bool) -> list:
    """Add the call of an operator; return the values of its outputs."""
    op, attrs = node.op, node.parsed()
    fixed = {**attrs, **ambient_arguments(op, ctx, training)}
    kernel, values = op.function, tuple(node.arrange_inputs(arguments))
    if op.bind is not None:
        call = graph.call_function(op.bind(ctx, training), values)
    elif all(map(_is_literal, fixed.values())):
        call = graph.call_function(kernel)
        # Set afterwards: torch searches arguments of call_function for symbolic sizes, which takes
        # a quarter of the time of lowering.
        call.args, call.kwargs = values, fixed
    else:
        call = graph.call_function(_bind_arguments(kernel, op, fixed), values)
    call.meta.update(node=node, op=op, attrs=attrs, fixed=fixed)
    count = op.num_outputs(attrs)
    if count == 1 and not _returns_several(op):
        return [call]
    if count == 1:
        return [_with_meta(graph.call_function(only, (call,)), call)]
    return [_with_meta(graph.call_function(builtin.getitem, (call, i)), call) for i in range(count)]


def _with_meta(part: fx.Node, call: fx.Node) -> fx.Node:
    part.meta.update(node=call.meta["node"], part_of=call)
    return part


def _returns_several(op: Op) -> bool:
    """Return whether a kernel returns its results in a tuple, even a single one."""
    return op.returns_tuple or callable(op.outputs) and op.variadic


def only(results):
    """Return the single result of an operator whose number of results depends on attributes."""
    return results[0] if type(results) is tuple else results


def _bind_arguments(kernel, op: Op, fixed: dict):
    """Return a function of only the input tensors; attributes of other types are not literals."""

    def call(*tensors):
        return kernel(*tensors, **fixed)

    call.__name__ = call.__qualname__ = op.name
    return call


def _is_literal(value) -> bool:
    """Return whether a value can be written into the code as a literal."""
    if type(value) is tuple:
        return all(map(_is_literal, value))
    return type(value) in (bool, int, float, str, NoneType, torch.dtype, torch.device)


def ambient_arguments(op: Op, ctx: Context, training: bool) -> dict:
    """Return the parameters that an operator takes from the environment of a graph."""
    # Generators can be bound once: seeding changes the state of a context's generator.
    values = {Training: training, Device: torch_device(ctx), Out: None}
    return {
        name: generator(ctx) if kind is Random else values[kind]
        for name, kind in op.ambient.items()
    }


# ------------------------------------------------------------------------------------------ running


def run(code: Code, tensors: Sequence[torch.Tensor]) -> tuple[torch.Tensor, ...]:
    """Run a lowered graph; errors name the node."""
    try:
        return code.forward(*tensors)
    except KERNEL_ERRORS as error:
        located = _locate(code, error)
        if located is error:
            raise
        raise located from cause(error)


def _locate(code: Code, error: Exception) -> Exception:
    """Return the error with the name of its node, if that is in the traceback."""
    frame = _frame_of(code, error)
    if frame is None:
        return error
    call = code.call_of(frame.tb_lineno)
    if call is None or "op" not in call.meta:
        return error
    values = frame.tb_frame.f_locals
    tensors = [values[a.name] if isinstance(a, fx.Node) else None for a in call.args]
    sources = [source.name for source, _ in call.meta["node"].inputs]
    reason = kernel_error(call.meta["op"], tensors, call.meta["attrs"], error, sources)
    kind = type(reason) if isinstance(reason, MXNetValueError | MXNetIndexError) else MXNetError
    return kind(f"in node '{call.meta['node'].name}': {reason}")


def _frame_of(code: Code, error: Exception):
    frame = error.__traceback__
    while frame is not None and frame.tb_frame.f_code is not code.forward.__code__:
        frame = frame.tb_next
    return frame
