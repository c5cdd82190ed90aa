"""Fusion of Convolution with the following sum and activation, and packing of its weight."""

from __future__ import annotations

from torch import fx

from ..._ops.handles import (
    BROADCAST_ADD,
    CLIP,
    CONVOLUTION,
    CONVOLUTION_V1,
    ELEMWISE_ADD,
    GRAD_ADD,
    LEAKY_RELU,
)
from ..._ops.nn.windows import CHANNELS_LAST
from .batch_norm import factors
from .chains import ConvolutionChain, link_convolutions
from .fused import ConvolutionSpec
from .memory import Memory
from .onednn import FORMATS
from .patterns import activation_of, attrs_of, only_user, op_of

SUMS = (ELEMWISE_ADD, BROADCAST_ADD, GRAD_ADD)


def _activation(node: fx.Node | None) -> tuple[str, list[float]] | None:
    """Return oneDNN's name and numbers for an activation."""
    if activation_of(node) == "relu":
        return "relu", []
    op = op_of(node)
    attrs = {} if op is None else attrs_of(node)
    if op is CLIP:
        return "hardtanh", [attrs["a_min"], attrs["a_max"]]
    if op is LEAKY_RELU and attrs["act_type"] == "leaky":
        return "leaky_relu", [attrs["slope"]]
    return None


def _can_pack(node: fx.Node, constant: set[fx.Node]) -> bool:
    if op_of(node) not in (CONVOLUTION, CONVOLUTION_V1):
        return False
    attrs = attrs_of(node)
    return (
        len(attrs["kernel"]) in FORMATS
        and attrs["layout"] not in CHANNELS_LAST
        and all(n is None or n in constant for n in node.args[1:])
        and node.args[0] not in constant
    )


def fuse_convolutions(graph: fx.Graph, constant: set[fx.Node]) -> None:
    """Replace convolutions with constant weights by fused ones, in chains.

    ``link_convolutions`` describes the arguments of the new calls.
    """
    sums = [node for node in graph.nodes if op_of(node) in SUMS]
    for node in sums:
        _fuse_sum(graph, node, constant)
    for node in list(graph.nodes):
        if _can_pack(node, constant):
            user = only_user(node)
            activation = _activation(user)
            _replace(graph, user if activation else node, node, None, activation)
    link_convolutions(graph)


def _fuse_sum(graph: fx.Graph, node: fx.Node, constant: set[fx.Node]) -> None:
    terms = [n for n in node.args if _can_pack(n, constant) and only_user(n) is node]
    if not terms:
        return
    # The later one, because the other term has been computed by then.
    order = list(graph.nodes)
    convolution = max(terms, key=order.index)
    other = node.args[1] if node.args[0] is convolution else node.args[0]
    user = only_user(node)
    activation = _activation(user)
    if activation is not None and activation[0] != "relu":
        activation = None  # after a sum, oneDNN can only fuse ReLU
    _replace(graph, user if activation else node, convolution, other, activation)


def _replace(graph, last, convolution, other, activation) -> None:
    """Replace everything from ``convolution`` to ``last`` by one call."""
    name, numbers = activation or ("none", [])
    data, weight, bias = (*convolution.args, None)[:3]
    fused = ConvolutionSpec(attrs_of(convolution), name, numbers)
    fused.broadcasts = op_of(only_user(convolution)) is BROADCAST_ADD
    with graph.inserting_before(last):
        arrays = weight, bias, factors(graph, weight)
        call = graph.call_function(ConvolutionChain([fused]), (data, other, *arrays))
    last.replace_all_uses_with(call)
    for node in _nodes_between(last, convolution):
        graph.erase_node(node)


def _nodes_between(last: fx.Node, first: fx.Node) -> list[fx.Node]:
    chain = [first]
    while chain[-1] is not last:
        chain.append(only_user(chain[-1]))
    return chain[::-1]


def sum_in_place(graph: fx.Graph) -> None:
    """Write sums into the memory of the other term if it is not used later.

    No pass after this one may move an operator that reads it.
    """
    memory = Memory(graph)
    for node in graph.nodes:
        if isinstance(node.target, ConvolutionChain) and len(node.args) > 1:
            data, other = node.args
            *before, last = node.target.links
            is_disjoint = bool(before) or memory.owners(data).isdisjoint(memory.owners(other))
            last.in_place = is_disjoint and memory.is_disposable(other, node)
