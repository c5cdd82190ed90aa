"""Compute the cross entropy of labels at once, instead of picking from a log_softmax."""

from __future__ import annotations

import torch
from torch import fx

from .patterns import attrs_of, name_of, only_user

NO_LABEL = -(2**62)  # torch leaves out labels of one value; let it be one that nobody uses


def fuse_cross_entropy(graph: fx.Graph) -> None:
    """Replace ``-pick(log_softmax(data), label)``, and its mean over one element, by one call."""
    for node in list(graph.nodes):
        chain = _chain_from(node)
        if chain is None:
            continue
        last, (data,), (_, label) = chain[-1], chain[0].args, chain[1].args
        with graph.inserting_before(last):
            fused = graph.call_function(_cross_entropy(chain), (data, label))
        fused.meta.update(chain[1].meta, attrs=attrs_of(chain[1]))
        last.replace_all_uses_with(fused)
        for step in reversed(chain):
            graph.erase_node(step)


def _chain_from(node: fx.Node) -> list[fx.Node] | None:
    """Return the nodes log_softmax, pick, negation and perhaps mean, where one follows another."""
    if name_of(node) != "log_softmax" or not _is_plain(node):
        return None
    pick = only_user(node)
    if name_of(pick) != "pick" or pick.args[0] is not node or attrs_of(pick)["axis"] not in (-1, 1):
        return None
    negation = only_user(pick)
    if name_of(negation) != "negative" and not (
        name_of(negation) == "_mul_scalar" and attrs_of(negation)["scalar"] == -1
    ):
        return None
    chain, mean = [node, pick, negation], only_user(negation)
    if name_of(mean) == "mean" and attrs_of(pick)["keepdims"] and _keeps_samples(attrs_of(mean)):
        chain.append(mean)
    return chain


def _is_plain(node: fx.Node) -> bool:
    attrs = attrs_of(node)
    return attrs["axis"] in (-1, 1) and attrs["temperature"] is None and attrs["dtype"] is None


def _keeps_samples(attrs: dict) -> bool:
    return attrs["axis"] == (0,) and attrs["exclude"] and not attrs["keepdims"]


def _cross_entropy(chain: list[fx.Node]):
    log_softmax, pick, *rest = [(node.target, dict(node.kwargs)) for node in chain]
    # Of a matrix there is one element for each sample, so that its mean is itself.
    keeps_axis = attrs_of(chain[1])["keepdims"] and len(chain) == 3

    def cross_entropy(data, label):
        rows = data.shape[0]
        if data.ndim == 2 and rows and data.is_cpu and data.dtype in (torch.float32, torch.float64):
            if label.shape == (rows, 1):
                label = label.view(rows)
            try:
                loss = torch._C._nn.cross_entropy_loss(
                    data, label.to(torch.int64), None, 0, NO_LABEL
                )
            except (RuntimeError, IndexError, ValueError):
                pass  # labels that pick clips, or refuses
            else:
                return loss.unsqueeze(1) if keeps_axis else loss
        result = pick[0](log_softmax[0](data, **log_softmax[1]), label, **pick[1])
        for function, options in rest:
            result = function(result, **options)
        return result

    return cross_entropy
