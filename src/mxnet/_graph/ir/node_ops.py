"""Operators of a single node: control flow with its bodies, and user-defined operators.

Their kernel is an object. ``bind(ctx, training)`` returns the function that computes. Its rules
infer all shapes and types, in the form of ``shape_rules`` and ``type_rules``.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Protocol

from ..._ops import OPS
from ..._ops.attrs import REQUIRED, Attr, is_hidden, kind_of
from ..._ops.registry import Op
from ...context import Context


class NodeKernel(Protocol):
    """The kernel of an operator that was created for one node."""

    def __call__(self, *tensors, **attrs): ...

    def bind(self, ctx: Context, training: bool) -> Callable: ...

    def shape_rule(self, inputs, outputs, attrs): ...

    def type_rule(self, inputs, outputs, attrs): ...


# name -> function of the attributes and subgraphs of a node that returns its operator
FACTORIES: dict[str, Callable[[dict[str, str], tuple], Op]] = {}

# Modules that register operators, imported when a graph first uses one of them.
MODULES = {
    "Custom": "mxnet.operator",
    "_CachedOp": "mxnet._graph.bodies.subgraph",
    "_npi_Custom": "mxnet.operator",
    "_sg_mkldnn_conv": "mxnet._graph.bodies.fused_layers",
    "_sg_mkldnn_fully_connected": "mxnet._graph.bodies.fused_layers",
    "_sg_mkldnn_selfatt_qk": "mxnet._graph.bodies.fused_attention",
    "_sg_mkldnn_selfatt_valatt": "mxnet._graph.bodies.fused_attention",
}


def is_operator(name: str) -> bool:
    """Return whether there is an operator with this name."""
    return name in OPS or name in FACTORIES or name in MODULES


def make_operator(name: str, attrs: dict[str, str], subgraphs: tuple = ()) -> Op:
    """Return the operator of a node: made for it from its subgraphs, or the one in the registry."""
    if name in MODULES:
        import_module(MODULES[name])
    return FACTORIES[name](attrs, subgraphs) if name in FACTORIES else OPS[name]


def special_op(
    name: str,
    kernel: NodeKernel,
    inputs: tuple[str, ...],
    outputs: int,
    attrs: dict[str, str],
    output_names: tuple[str, ...] = ("output",),
    aux: tuple[str, ...] = (),
    doc: str = "",
    **facts,
) -> Op:
    """Create the operator of one node; its attributes stay strings."""
    return Op(
        name=name,
        kernel=kernel,
        inputs=inputs,
        required=len(inputs),
        variadic=False,
        attrs={key: Attr(key, kind_of(str), REQUIRED) for key in attrs if not is_hidden(key)},
        ambient={},
        doc=doc,
        outputs=outputs,
        output_names=output_names,
        aux=aux,
        mixed=True,
        bind=kernel.bind,
        shape=kernel.shape_rule,
        shape_suffices=True,
        types=kernel.type_rule,
        **({"mutates": aux} | facts),
    )
