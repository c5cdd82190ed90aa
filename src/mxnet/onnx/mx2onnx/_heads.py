"""Removal of labels, losses and targets, which only training needs, from graphs."""

from __future__ import annotations

from ..._graph.ir.node import Entry, Node, rewrite
from ..._ops import OPS
from ...symbol import Symbol

# Output operators with a label -> the operator for prediction.
PREDICTIONS = {
    "IdentityAttachKLSparseReg": "_copy",
    "LinearRegressionOutput": "_copy",
    "LogisticRegressionOutput": "sigmoid",
    "MAERegressionOutput": "_copy",
    "SVMOutput": "_copy",
    "SoftmaxOutput": "softmax",
}
# Outputs that are not predictions.
LOSSES = {
    "CTCLoss", "MakeLoss", "_contrib_MultiBoxTarget", "_mean_loss",
    "_softmax_cross_entropy_loss", "make_loss",
    "softmax_cross_entropy",
}  # fmt: skip


def remove_loss_heads(symbol: Symbol) -> tuple[Symbol, list[str]]:
    """Return the graph for prediction, and the names of the removed outputs."""
    entries = [entry for entry in symbol._entries if not _is_loss(entry)]
    entries = entries or symbol._entries  # a graph that only has losses is exported unchanged
    dropped = [node.name for node, index in symbol._entries if (node, index) not in entries]
    return type(symbol)(rewrite(entries, _predicting)), dropped


def _is_loss(entry: Entry) -> bool:
    op = entry[0].op
    return op is not None and op.name in LOSSES


def _predicting(node: Node, inputs: tuple[Entry, ...]) -> Node:
    """Return the node without its label."""
    if node.op is None or node.op.name not in PREDICTIONS:
        return node.copy(inputs)
    data, op = inputs[:1], OPS[PREDICTIONS[node.op.name]]
    if node.op.name != "SoftmaxOutput":
        return Node(op, node.name, data, {})
    attrs = node.parsed()
    if attrs["multi_output"] or attrs["preserve_shape"]:
        return Node(op, node.name, data, {"axis": "1" if attrs["multi_output"] else "-1"})
    # MXNet: the elements of each sample add up to 1.
    rows = Node(OPS["Flatten"], f"{node.name}_rows", data, {})
    result = Node(op, f"{node.name}_softmax", ((rows, 0),), {"axis": "-1"})
    return Node(OPS["reshape_like"], node.name, ((result, 0), *data), {})
