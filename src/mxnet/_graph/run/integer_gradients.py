"""Graphs in which integers have gradients, as in eager calls."""

from __future__ import annotations

import functools
from collections.abc import Callable

import torch

from ..._eager.integer_gradients import move_both, record_integers
from ..._ops.registry import Op
from ...context import Context
from ..ir.node import Entry, topological
from ..lower.code import Code
from ..lower.lowering import lower_to_graph
from ..passes.outputs import copy_contiguous, make_contiguous, materialize_outputs


def casts_to_integers(outputs: list[Entry]) -> bool:
    """Return whether a graph casts floats to integers: gradients pass through such casts."""
    return any(
        node.op.converts_type and _is_integer(node.parsed()["dtype"])
        for node in topological(outputs)
        if not node.is_variable
    )


def _is_integer(dtype: torch.dtype | None) -> bool:
    return dtype is not None and not dtype.is_floating_point


def lower_with_integer_gradients(outputs: list[Entry], ctx: Context, training: bool) -> Code:
    """Lower a graph to code in which torch records operators on integers too."""
    graph, _ = lower_to_graph(outputs, ctx, training)
    materialize_outputs(graph)
    for call in graph.nodes:
        if call.target in (copy_contiguous, make_contiguous):
            call.target = functools.partial(_move_both, call.target)
        elif "op" in call.meta and not call.meta["node"].subgraphs:
            call.target = _recording(call.target, call.meta["op"], call.meta["fixed"])
    return Code(graph)


def _move_both(move: Callable, value: torch.Tensor) -> torch.Tensor:
    return move_both(value, move)


def _recording(kernel: Callable, op: Op, attrs: dict) -> Callable:
    def call(*tensors, **literals):
        result = kernel(*tensors, **literals)
        if type(result) is tuple:
            return tuple(record_integers(op, result, tensors, attrs))
        return record_integers(op, (result,), tensors, attrs)[0]

    call.__name__ = call.__qualname__ = op.name
    return call
