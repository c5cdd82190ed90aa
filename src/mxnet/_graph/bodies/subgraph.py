"""``_CachedOp``: a part of a graph as one node, created by partitioning."""

from __future__ import annotations

from ..._ops.handles import CACHED_OP
from ..._ops.registry import Op
from ...base import MXNetError
from ..ir.node import auxiliary, topological
from ..ir.node_ops import FACTORIES, special_op
from .control_flow import Body, ControlFlowKernel, unpack_single


class Subgraph(ControlFlowKernel):
    """Run a graph on the inputs, which correspond to its variables in order."""

    def __init__(self, subgraphs: tuple):
        if len(subgraphs) != 1:
            raise MXNetError(f"_CachedOp has one subgraph, got {len(subgraphs)}")
        self.body = Body(subgraphs[0])

    def shape_rule(self, inputs, outputs, attrs):
        return self.body.shapes(inputs, outputs)

    def type_rule(self, inputs, outputs, attrs):
        return self.body.types(inputs)

    def bind(self, ctx, training):
        run = self.body.bind(ctx, training)
        return lambda *tensors: unpack_single(run(list(tensors)))


def _cached_op(attrs: dict[str, str], subgraphs: tuple) -> Op:
    kernel = Subgraph(subgraphs)
    variables, outputs = kernel.body.variables, kernel.body.outputs
    inputs = tuple(f"data{i}" for i in range(len(variables)))
    states = auxiliary(topological(outputs))
    aux = tuple(name for name, v in zip(inputs, variables, strict=True) if id(v) in states)
    return special_op(
        CACHED_OP, kernel, inputs, len(outputs), attrs,
        tuple(node.output_names()[index] for node, index in outputs), aux, Subgraph.__doc__ or "",
    )  # fmt: skip


FACTORIES[CACHED_OP] = _cached_op
