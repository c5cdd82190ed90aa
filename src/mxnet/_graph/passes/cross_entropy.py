"""Fusion of the cross entropy of labels: one kernel instead of a pick from a log_softmax."""

from __future__ import annotations

import torch
from torch import fx

from ..._core.private_torch import cross_entropy_loss, nll_loss
from ..._ops.checks import Declined
from ..._ops.handles import LOG_SOFTMAX, MEAN, MUL_SCALAR, NEGATIVE, PICK
from .patterns import attrs_of, only_user, operator_of

NO_LABEL = -(2**62)  # torch ignores labels with this value, which cannot occur


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
    if operator_of(node) is not LOG_SOFTMAX or not _is_plain(node):
        return None
    pick = only_user(node)
    if pick is None or operator_of(pick) is not PICK or pick.args[0] is not node:
        return None
    if attrs_of(pick)["axis"] not in (-1, 1):
        return None
    negation = only_user(pick)
    is_product = operator_of(negation) is MUL_SCALAR and attrs_of(negation)["scalar"] == -1
    if operator_of(negation) is not NEGATIVE and not is_product:
        return None
    chain, mean = [node, pick, negation], only_user(negation)
    if operator_of(mean) is MEAN and attrs_of(pick)["keepdims"] and _keeps_samples(attrs_of(mean)):
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
        if is_matrix(data):
            try:
                loss = cross_entropy_loss(data, classes_of(data, label), None, 0, NO_LABEL)
            except (RuntimeError, IndexError, ValueError):
                pass  # a label out of range: ``pick`` below clips it or raises
            else:
                return loss.unsqueeze(1) if self.keeps_axis else loss
        (log_softmax, first), (pick, second), *rest = self._chain
        result = pick(log_softmax(data, **first), label, **second)
        for function, options in rest:
            result = function(result, **options)
        return result


def is_matrix(data: torch.Tensor) -> bool:
    """Return whether torch's loss on such data is the same as MXNet's."""
    return (
        data.ndim == 2
        and data.shape[0] > 0
        and data.is_cpu
        and data.dtype in (torch.float32, torch.float64)
    )


# ---------------------------------------------------------------- the same in steps, for gradients


def classes_of(data: torch.Tensor, label: torch.Tensor) -> torch.Tensor:
    """Return labels in the form of torch's loss; decline data that it does not support."""
    if not is_matrix(data):
        raise Declined("the cross entropy is computed at once for matrices only")
    rows = data.shape[0]
    if label.shape == (rows, 1):
        label = label.view(rows)
    return label.to(torch.int64)


log_softmax = torch.log_softmax
PICKED = (None, 0, NO_LABEL)  # its other arguments: no class weights, no reduction


def picked_loss(logs, classes, *options):
    """Compute the losses from log-probabilities."""
    try:
        return nll_loss(logs, classes, *options)
    except IndexError as error:
        raise Declined("a label names no class, and pick decides what it means") from error


def picked_loss_gradient(grad, logs, classes):
    """Compute the gradient of the log-probabilities."""
    return _nll_loss_backward(grad, logs, classes, *PICKED, _UNUSED)


_UNUSED = torch.ones(())  # the total weight, which is only used by the mean
_nll_loss_backward = torch.ops.aten.nll_loss_backward.default._op


def as_column(loss: torch.Tensor) -> torch.Tensor:
    """Return the losses as a matrix of one column."""
    return loss.unsqueeze(1)
