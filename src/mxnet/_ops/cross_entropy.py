"""Cross entropy of class numbers as Gluon computes it, in one operator."""

from __future__ import annotations

import torch
from torch.nn import functional

from .checks import axis_in_range, want_floats
from .indexing import pick
from .reduce import reduced_axes
from .registry import op

_NO_CLASS = -(2**62)  # torch leaves rows with this label out


@op("_softmax_cross_entropy_loss", mixed=True)
def softmax_cross_entropy_loss(data, label, *, axis: int = -1, batch_axis: int = 0):
    """Return ``-pick(log_softmax(data), label)``, the mean over all axes but the batch's.

    MXNet has no such operator: eager, it takes a fraction of the time of its parts.
    """
    want_floats(data)
    axis = axis_in_range(axis, data.ndim)
    loss = _by_torch(data, label, axis)
    if loss is None:
        loss = -pick(torch.log_softmax(data, axis), label, axis=axis, keepdims=True)
    others = reduced_axes(data.ndim, (batch_axis,), exclude=True)
    if loss.ndim == 1 and others == (1,):
        return loss
    loss = loss.view(*data.shape[:axis], 1, *data.shape[axis + 1 :])
    return loss.mean(others) if others else loss.clone()


def _by_torch(data, label, axis: int):
    """Return the loss of each position where torch knows it too, else None."""
    last = data.ndim - 1
    if axis != last or not last or not data.is_cpu or label.shape != data.shape[:-1]:
        return None
    if label.requires_grad or data.dtype not in (torch.float32, torch.float64):
        return None
    if last > 1:
        data, label = data.flatten(0, -2), label.flatten()
    try:
        return functional.cross_entropy(
            data, label.long(), reduction="none", ignore_index=_NO_CLASS
        )
    except (IndexError, RuntimeError):  # a label that is no class: pick takes the nearest one
        return None
