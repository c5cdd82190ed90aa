"""Folding of BatchNorm with moving statistics into the Convolution or FullyConnected before it."""

from __future__ import annotations

import operator as builtin

import torch
from torch import fx

from ..._core.dtypes import widen
from ..._ops.handles import BATCH_NORM, BATCH_NORM_V1, CONVOLUTION, CONVOLUTION_V1, FULLY_CONNECTED
from ..._ops.nn.windows import CHANNELS_LAST
from .patterns import attrs_of, only_user, op_of

LAYERS = (CONVOLUTION, CONVOLUTION_V1, FULLY_CONNECTED)
NORMS = (BATCH_NORM, BATCH_NORM_V1)
EXACT = {torch.float32, torch.float64}  # in half precision, folding changes the results noticeably


def fold_batch_norms(graph: fx.Graph, parameters: dict[fx.Node, torch.Tensor]) -> None:
    """Replace each layer and the BatchNorm after it by a layer with other weights."""
    for norm in list(graph.nodes):
        if op_of(norm) in NORMS and _can_fold(norm, parameters):
            _fold(graph, norm.args[0], norm)


def _can_fold(norm: fx.Node, parameters: dict[fx.Node, torch.Tensor]) -> bool:
    layer = norm.args[0]
    if op_of(layer) not in LAYERS or only_user(layer) != norm:
        return False
    if attrs_of(norm)["output_mean_var"] or not _is_channel_axis(layer, norm):
        return False
    arrays = [*layer.args[1:], *norm.args[1:]]
    types = {parameters[n].dtype if n in parameters else None for n in arrays if n is not None}
    return len(types) == 1 and types <= EXACT


def _is_channel_axis(layer: fx.Node, norm: fx.Node) -> bool:
    axis, attrs = attrs_of(norm).get("axis", 1), attrs_of(layer)
    if op_of(layer) is FULLY_CONNECTED:
        return axis == -1 or (attrs["flatten"] and axis == 1)
    ndim = len(attrs["kernel"]) + 2
    return axis % ndim == (ndim - 1 if attrs["layout"] in CHANNELS_LAST else 1)


def _fold(graph: fx.Graph, layer: fx.Node, norm: fx.Node) -> None:
    data, weight, bias = (*layer.args, None)[:3]
    options = {name: attrs_of(norm)[name] for name in ("eps", "fix_gamma")}
    with graph.inserting_before(norm):
        folded = graph.call_function(folded_parameters, (weight, bias, *norm.args[1:]), options)
        arrays = [graph.call_function(builtin.getitem, (folded, i)) for i in (0, 1)]
        changed = {"no_bias": False}
        merged = graph.call_function(layer.target, (data, *arrays), {**layer.kwargs, **changed})
    merged.meta.update(layer.meta, attrs={**attrs_of(layer), **changed})
    norm.replace_all_uses_with(merged)
    graph.erase_node(norm)
    graph.erase_node(layer)


def is_folded(weight: fx.Node) -> bool:
    """Return whether a weight is one of ``folded_parameters``."""
    return weight.target is builtin.getitem and weight.args[0].target is folded_parameters


def unfolded(weight: fx.Node) -> fx.Node:
    """Return the weight from which a folded one is computed; others as they are."""
    return weight.args[0].args[0] if is_folded(weight) else weight


def factors(graph: fx.Graph, weight: fx.Node) -> fx.Node | None:
    """Add a node with the factors of a folded weight; return None for others."""
    if not is_folded(weight):
        return None
    with graph.inserting_after(weight):
        return graph.call_function(builtin.getitem, (weight.args[0], 2))


def folded_parameters(
    weight, bias, gamma, beta, mean, var, *, eps: float, fix_gamma: bool
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Return weight and bias of a layer that includes the normalization, and the factors."""
    if fix_gamma:
        gamma.data.fill_(1)  # MXNet: gamma itself becomes 1
    scale = widen(gamma) / (widen(var) + eps).sqrt()
    shift = beta - mean * scale if bias is None else beta + (bias - mean) * scale
    column = scale.to(weight.dtype).reshape(-1, *(1,) * (weight.ndim - 1))
    return weight * column, shift.to(weight.dtype), column
