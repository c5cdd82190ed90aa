"""Layers and losses that record themselves as steps, with their own gradient formulas.

This is faster if there are only steps between the variables and the loss: then ``backward`` needs
no engine. A layer whose results are used by operators lets torch record it after a few calls.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch.nn.functional import linear

from .._core import declined
from .._core.private_torch import log_softmax_backward_data
from .._core.scope import state
from .._eager.array import NDArrayBase, place_step, step_of
from .._eager.interceptors import active
from .._eager.steps import AdaptivePlan, Step
from .._graph.passes.cross_entropy import (
    PICKED,
    classes_of,
    log_softmax,
    picked_loss,
    picked_loss_gradient,
)
from .._ops.checks import KERNEL_ERRORS, Declined
from .._ops.nn.activations import ACTIVATIONS


class DenseSteps(AdaptivePlan):
    """The calls of a dense layer. Its sources are the weight, the bias and optionally the data."""

    fresh = (True, True, True)

    def record(
        self, x: NDArrayBase, weight: NDArrayBase, bias: NDArrayBase | None, act_type: str | None
    ) -> NDArrayBase | None:
        """Run the layer; return None if nothing is recorded, torch must record it, or it fails."""
        tape = state.tape
        if tape is None or not self.is_worthwhile or type(x) is not type(weight) or active:
            return None
        data, leaf = x._plain, getattr(weight, "_leaf_slot", None)
        if data is None or data.ndim != 2 or leaf is None or not data.is_floating_point():
            return None
        sources, guarded, offset = [(leaf, weight._graph)], [data], None
        if bias is not None:
            sources.append((getattr(bias, "_leaf_slot", None), bias._graph))
            offset = bias._plain
        of_data = x._graph
        if type(of_data) is tuple:
            step = step_of(x)
            if step is not None:
                sources.append(step)
        elif of_data is not None:
            sources.append((x._leaf, of_data))
            guarded = []  # variables may be changed before the backward pass
        for origin, tensor in sources:
            if origin is None or tensor is None:  # recorded by torch, or without a gradient
                return None
        inputs = [data, weight._plain, offset]
        try:
            result = linear(*inputs)
        except KERNEL_ERRORS as error:  # the plain formula raises the clear error
            declined.note("step of a dense layer", error)
            return None
        if act_type is not None:
            ACTIVATIONS[act_type].inplace(result)
            guarded.append(result)
        saved = data, weight._plain, result, act_type, bias is not None
        step = Step(self, (result,), sources, saved, inputs, act_type, guarded)
        return place_step(step, weight._ctx.result, tape, type(x))[0]

    def gradients(
        self, saved: Sequence, grads: Sequence, targets: Sequence, are_ours: bool
    ) -> list[torch.Tensor]:
        """Return the gradients of the sources."""
        data, weight, result, act_type, has_bias = saved
        grad = grads[0]
        if act_type is not None:
            grad = ACTIVATIONS[act_type].gradient(grad, result, are_ours)
        gradients = [None] * len(targets)
        # The small sum first, while the gradient is in the cache: the products evict it.
        if has_bias:
            gradients[1] = torch.sum(grad, 0, out=targets[1])
        if len(targets) > 1 + has_bias:
            gradients[-1] = torch.mm(grad, weight, out=targets[-1])
        gradients[0] = torch.mm(grad.t(), data, out=targets[0])
        return gradients

    def recompute(self, inputs: list, sources: Sequence, before) -> tuple[torch.Tensor, ...]:
        """Let torch record the layer, with other tensors for the sources."""
        data, _, bias = inputs
        weight, *others = sources
        if bias is not None:
            bias = others.pop(0)
        result = linear(others[0] if others else data, weight, bias)
        return (result if before is None else ACTIVATIONS[before].inplace(result),)


class CrossEntropySteps(AdaptivePlan):
    """The calls of a softmax cross entropy loss for a matrix of scores and class indices."""

    fresh = (True,)

    def record(self, scores: NDArrayBase, label: NDArrayBase) -> NDArrayBase | None:
        """Compute the losses, or return None if the scores do not come from a step or it fails."""
        tape = state.tape
        if tape is None or not self.is_worthwhile or type(scores) is not type(label) or active:
            return None
        if label._graph is not None:
            return None
        source, data, labels = step_of(scores), scores._plain, label._plain
        if source is None or labels.shape != data.shape[:-1]:
            return None
        try:
            loss, logs, classes = cross_entropy(data, labels)
        except (*KERNEL_ERRORS, Declined) as error:  # for instance a label out of range
            declined.note("step of a cross entropy", error)
            return None
        inputs = [data, classes]
        step = Step(self, (loss,), [source], (logs, classes), inputs, None, (classes,))
        return place_step(step, scores._ctx.result, tape, type(scores))[0]

    def gradients(
        self, saved: Sequence, grads: Sequence, targets: Sequence, are_ours: bool
    ) -> tuple[torch.Tensor, ...]:
        """Return the gradient of the scores."""
        logs, classes = saved
        grad = picked_loss_gradient(grads[0], logs, classes)
        return (log_softmax_backward_data(grad, logs, 1, logs.dtype),)

    def recompute(self, inputs: list, sources: Sequence, before) -> tuple[torch.Tensor, ...]:
        """Let torch record the loss, with another tensor for the scores."""
        return (picked_loss(log_softmax(sources[0], 1), inputs[1], *PICKED),)


def cross_entropy(data: torch.Tensor, label: torch.Tensor) -> tuple[torch.Tensor, ...]:
    """Return the losses and the inputs of their gradients: log-probabilities and classes."""
    classes = classes_of(data, label)
    logs = log_softmax(data, 1)
    return picked_loss(logs, classes, *PICKED), logs, classes
