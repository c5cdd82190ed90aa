"""Graphs that monitors look into: what operators get, give, and give back as gradients."""

from __future__ import annotations

import torch
from torch import fx

from ...context import Context
from ..ir.node import Entry, Node
from ..lower.code import Code
from ..lower.lowering import lower_to_graph
from ..passes.patterns import only_user

# MXNet: the inputs of these have no names, only numbers.
UNNAMED = set(
    """
    Activation BlockGrad Cast Flatten Reshape SoftmaxActivation _copy _div_scalar _equal_scalar
    _greater_equal_scalar _greater_scalar _hypot_scalar _image_adjust_lighting _image_crop
    _image_flip_left_right _image_flip_top_bottom _image_random_brightness
    _image_random_color_jitter _image_random_contrast _image_random_flip_left_right
    _image_random_flip_top_bottom _image_random_hue _image_random_lighting
    _image_random_saturation _image_resize _lesser_equal_scalar _lesser_scalar
    _logical_and_scalar _logical_or_scalar _logical_xor_scalar _maximum_scalar _minimum_scalar
    _minus_scalar _mod_scalar _mul_scalar _not_equal_scalar _plus_scalar _power_scalar
    _rdiv_scalar _rminus_scalar _rmod_scalar _rpower_scalar _scatter_minus_scalar
    _scatter_plus_scalar _slice_assign_scalar abs amp_cast arccos arccosh arcsin arcsinh arctan
    arctanh argmax argmax_channel argmin argsort broadcast_axis broadcast_to cast_storage cbrt
    ceil clip cos cosh degrees erf erfinv exp expand_dims expm1 fix floor gamma gammaln
    hard_sigmoid log log10 log1p log2 logical_not make_loss max mean min nanprod nansum negative
    norm ones_like prod radians rcbrt reciprocal relu rint round rsqrt shape_array sigmoid sign
    sin sinh size_array slice slice_axis smooth_l1 softmin softsign sort sqrt square sum tan
    tanh topk transpose trunc zeros_like
    """.split()
)


def watched_names(node: Node) -> list[str]:
    """Return the names of a node's inputs; the node's own name goes before them."""
    if node.op.name in UNNAMED:
        return [f"input{i}" for i in range(len(node.inputs))]
    return node.input_names()


# MXNet: the gradient of these has the name of the input.
NAMED_GRADIENTS = {"MakeLoss", "SliceChannel"}


def lower_watched(
    outputs: list[Entry], ctx: Context, training: bool
) -> tuple[Code, list[Node], list[tuple[str, str | None]]]:
    """Return code that also gives out the inputs of every operator, as tensors of its own.

    The gradient of such a tensor is what one operator alone passes back. The names of these
    gradients come last, in the order of a backward pass, each with the variable whose whole
    gradient it is, if there is one.
    """
    graph, variables = lower_to_graph(outputs, ctx, training)
    calls = [node for node in graph.nodes if "op" in node.meta]
    places = (node for node in graph.nodes if node.op == "placeholder")
    used_once = {
        place: variable.name
        for place, variable in zip(places, variables, strict=True)
        if only_user(place) is not None
    }
    edges, names = [], []
    for call in reversed(calls):
        op, places = call.meta["op"], _watched_places(call)
        for number, place in enumerate(places):
            with graph.inserting_before(call):
                edge = graph.call_function(_edge, (call.args[place],))
            call.update_arg(place, edge)
            edges.append(edge)
            kind = "data" if op.name in NAMED_GRADIENTS else "output"
            suffix = str(number) if len(places) > 1 else ""
            name = f"{call.meta['node'].name}_backward_{kind}{suffix}"
            names.append((name, used_once.get(edge.args[0])))
    output = graph.output_node()
    output.args = ((*output.args[0], *edges),)
    return Code(graph), variables, names


def _edge(tensor: torch.Tensor) -> torch.Tensor:
    return tensor.view_as(tensor)


def _watched_places(call: fx.Node) -> list[int]:
    """Return which arguments of a call can have gradients: arrays that it does not change."""
    op = call.meta["op"]
    names = op.inputs * len(call.args) if op.variadic else op.inputs
    return [
        place
        for place, (argument, name) in enumerate(zip(call.args, names, strict=False))
        if isinstance(argument, fx.Node) and name not in op.aux and name not in op.mutates
    ]
