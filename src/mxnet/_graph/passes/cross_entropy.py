"""Fusion of the cross entropy of labels: one kernel instead of a pick from a log_softmax."""

from __future__ import annotations

import torch
from torch import fx

from ..._ops.handles import LOG_SOFTMAX, MEAN, MUL_SCALAR, NEGATIVE, PICK
from ..._ops.nn.cross_entropy import as_column, losses_of_rows
from .patterns import attrs_of, only_user, op_of


def fuse_cross_entropy(graph: fx.Graph) -> None:
    """Replace ``-pick(log_softmax(data), label)``, and its mean over one element, by one call."""
    for node in list(graph.nodes):
        chain = _chain_from(node)
        if chain is None:
            continue
        last, (data,), (_, label) = chain[-1], chain[0].args, chain[1].args
        with graph.inserting_before(last):
            fused = graph.call_function(CrossEntropy(chain), (data, label))
        fused.meta.update(chain[1].meta, attrs=attrs_of(chain[1]))
        last.replace_all_uses_with(fused)
        for step in reversed(chain):
            graph.erase_node(step)


def _chain_from(node: fx.Node) -> list[fx.Node] | None:
    """Return the nodes log_softmax, pick, negation and optionally mean, if they are a chain."""
    if op_of(node) is not LOG_SOFTMAX or not _is_plain(node):
        return None
    pick = only_user(node)
    if pick is None or op_of(pick) is not PICK or pick.args[0] is not node:
        return None
    if attrs_of(pick)["axis"] not in (-1, 1):
        return None
    negation = only_user(pick)
    is_product = op_of(negation) is MUL_SCALAR and attrs_of(negation)["scalar"] == -1
    if op_of(negation) is not NEGATIVE and not is_product:
        return None
    chain, mean = [node, pick, negation], only_user(negation)
    if op_of(mean) is MEAN and attrs_of(pick)["keepdims"] and _keeps_samples(attrs_of(mean)):
        chain.append(mean)
    return chain


def _is_plain(node: fx.Node) -> bool:
    attrs = attrs_of(node)
    return attrs["axis"] in (-1, 1) and attrs["temperature"] is None and attrs["dtype"] is None


def _keeps_samples(attrs: dict) -> bool:
    return attrs["axis"] == (0,) and attrs["exclude"] and not attrs["keepdims"]


class CrossEntropy:
    """The chain in one call, if the data are a matrix of floats and the labels are classes."""

    __name__ = "cross_entropy"  # its name in the generated code

    def __init__(self, chain: list[fx.Node]):
        self._chain = [(node.target, dict(node.kwargs)) for node in chain]
        # In a matrix each sample has one loss, so the mean only removes the axis.
        self.keeps_axis = attrs_of(chain[1])["keepdims"] and len(chain) == 3

    def __call__(self, data: torch.Tensor, label: torch.Tensor) -> torch.Tensor:
        loss = losses_of_rows(data, label) if data.ndim == 2 else None
        if loss is not None:
            return as_column(loss) if self.keeps_axis else loss
        (log_softmax, first), (pick, second), *rest = self._chain
        result = pick(log_softmax(data, **first), label, **second)
        for function, options in rest:
            result = function(result, **options)
        return result
