"""Gluon's cross entropy of class indices, in one operator."""

from __future__ import annotations

import torch
from torch.nn import functional

from ..checks import axis_in_range, fail, want_floats
from ..math.reduce import reduced_axes
from ..registry import op
from ..tensor.indexing import pick

_NO_CLASS = -(2**62)  # torch ignores rows with this label, which cannot occur


@op("_softmax_cross_entropy_loss", mixed=True, without_gradient=("label",))
def softmax_cross_entropy_loss(data, label, *, axis: int = -1, batch_axis: int = 0):
    """Compute ``-pick(log_softmax(data), label)``, averaged over all axes except the batch axis.

    MXNet has no such operator. In eager calls it is several times faster than its parts.
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
    axes = reduced_axes(ndim, (batch_axis,), exclude=True)
    return loss.mean(axes) if axes else loss


def _check_label(shape, label_shape, axis) -> None:
    """Reject labels that are not one class index for each row."""
    with_axis = (*shape[:axis], 1, *shape[axis + 1 :])
    expected = (*shape[:axis], *shape[axis + 1 :])
    if label_shape not in (with_axis, expected or (1,)):
        if len(shape) == 1 == len(label_shape):
            fail(f"a batch of predictions has shape (batch, classes), got {tuple(shape)}")
        fail(
            f"label must have shape {expected} or {with_axis}, a class number for each row, got "
            f"{tuple(label_shape)}; probabilities of classes need sparse_label=False"
            f"{', and the prediction comes first' if len(label_shape) > len(shape) else ''}"
            f"{_classes_elsewhere(shape, label_shape)}"
        )


def _classes_elsewhere(shape, label_shape) -> str:
    """Return advice if the labels match predictions whose classes are along another axis."""
    for axis in range(1, len(shape) - 1):
        if label_shape == (*shape[:axis], *shape[axis + 1 :]):
            return f". Classes along axis {axis} need axis={axis}"
    return ""


_TYPES = frozenset((torch.float32, torch.float64))


def _of_rows(data, label):
    """Return the loss of each row of classes, or None where torch's differs from MXNet's."""
    if data.dtype not in _TYPES or not data.is_cpu or label.requires_grad:
        return None
    if label.shape != data.shape[:-1]:
        return None
    if data.ndim > 2:
        data, label = data.flatten(0, -2), label.flatten()
    try:
        return functional.cross_entropy(
            data, label.long(), reduction="none", ignore_index=_NO_CLASS
        )
    except (IndexError, RuntimeError):  # a label out of range: pick clips it
        return None
