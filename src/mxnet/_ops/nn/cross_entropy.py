"""Cross entropy of class numbers as Gluon computes it, in one operator."""

from __future__ import annotations

import torch
from torch.nn import functional

from ..checks import axis_in_range, fail, want_floats
from ..math.reduce import reduced_axes
from ..registry import op
from ..tensor.indexing import pick

_NO_CLASS = -(2**62)  # torch leaves rows with this label out


@op("_softmax_cross_entropy_loss", mixed=True, without_gradient=("label",))
def softmax_cross_entropy_loss(data, label, *, axis: int = -1, batch_axis: int = 0):
    """Return ``-pick(log_softmax(data), label)``, the mean over all axes but the batch's.

    MXNet has no such operator: eager, it takes a fraction of the time of its parts.
    """
    ndim = data.ndim
    last = ndim - 1
    loss = _of_rows(data, label) if axis in (-1, last) and last > 0 else None
    if loss is None:
        want_floats(data)
        axis = axis_in_range(axis, ndim)
        _check_label(data.shape, label.shape, axis)
        loss = -pick(torch.log_softmax(data, axis), label, axis=axis, keepdims=True)
    elif ndim == 2 and batch_axis == 0:
        return loss
    else:
        loss = loss.view(*data.shape[:-1], 1)
    others = reduced_axes(ndim, (batch_axis,), exclude=True)
    return loss.mean(others) if others else loss


def _check_label(shape, found, axis) -> None:
    """Refuse labels that are not one class for each row."""
    kept = (*shape[:axis], 1, *shape[axis + 1 :])
    wanted = (*shape[:axis], *shape[axis + 1 :])
    if found not in (kept, wanted or (1,)):
        fail(
            f"label must have shape {wanted} or {kept}, a class number for each row, got "
            f"{tuple(found)}; probabilities of classes need sparse_label=False"
            f"{', and the prediction comes first' if len(found) > len(shape) else ''}"
        )


_KNOWN = frozenset((torch.float32, torch.float64))


def _of_rows(data, label):
    """Return the loss of each row of classes, None where torch does not know it as MXNet does."""
    if data.dtype not in _KNOWN or not data.is_cpu or label.requires_grad:
        return None
    if label.shape != data.shape[:-1]:
        return None
    if data.ndim > 2:
        data, label = data.flatten(0, -2), label.flatten()
    try:
        return functional.cross_entropy(
            data, label.long(), reduction="none", ignore_index=_NO_CLASS
        )
    except (IndexError, RuntimeError):  # a label that is no class: pick takes the nearest one
        return None
