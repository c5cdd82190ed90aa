"""Graphs without what only training needs: labels, losses and targets."""

from __future__ import annotations

from ..._graph.node import Entry, Node
from ..._ops import OPS
from ...symbol import Symbol

# An output that has an input for its label -> operator and attributes that predict the same.
PREDICTIONS = {
    "LinearRegressionOutput": lambda attrs: ("_copy", {}),
    "MAERegressionOutput": lambda attrs: ("_copy", {}),
    "SVMOutput": lambda attrs: ("_copy", {}),
    "LogisticRegressionOutput": lambda attrs: ("sigmoid", {}),
    "IdentityAttachKLSparseReg": lambda attrs: ("_copy", {}),
    "SoftmaxOutput": lambda attrs: _softmax(attrs),
}
# Outputs that say nothing about new data.
LOSSES = {
    "CTCLoss", "MakeLoss", "_contrib_MultiBoxTarget", "_softmax_cross_entropy_loss", "make_loss",
    "softmax_cross_entropy",
}  # fmt: skip


def _softmax(attrs: dict) -> tuple[str, dict]:
    if attrs["multi_output"]:
        return "softmax", {"axis": "1"}
    return ("softmax", {"axis": "-1"}) if attrs["preserve_shape"] else ("SoftmaxActivation", {})


def without_heads(symbol: Symbol) -> tuple[Symbol, list[str]]:
    """Return the graph that predicts, and the names of the outputs that were left out."""
    copies: dict[int, Node] = {}
    for node in symbol._nodes():
        inputs = tuple((copies[id(source)], index) for source, index in node.inputs)
        copies[id(node)] = _predicting(node, inputs)
    kept = [entry for entry in symbol._entries if not _is_loss(entry)]
    kept = kept or symbol._entries  # a graph of nothing but losses is what was asked for
    dropped = [node.name for node, index in symbol._entries if (node, index) not in kept]
    return type(symbol)([(copies[id(node)], index) for node, index in kept]), dropped


def _is_loss(entry: Entry) -> bool:
    op = entry[0].op
    return op is not None and op.name in LOSSES


def _predicting(node: Node, inputs: tuple[Entry, ...]) -> Node:
    if node.op is None or node.op.name not in PREDICTIONS:
        return Node(node.op, node.name, inputs, dict(node.attrs), node.subgraphs)
    name, attrs = PREDICTIONS[node.op.name](node.parsed())
    return Node(OPS[name], node.name, inputs[:1], attrs)
