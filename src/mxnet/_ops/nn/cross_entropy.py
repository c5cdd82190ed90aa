"""Gluon's cross entropy of class indices: one operator, and its parts for training plans."""

from __future__ import annotations

import torch

from ..._core.private_torch import cross_entropy_loss, nll_loss
from ..checks import Declined, axis_in_range, fail, require_floats
from ..math.reduce import reduced_axes
from ..registry import op
from ..tensor.indexing import pick

# The last arguments of torch's losses: no weights of classes, no reduction, and the label of rows
# that are ignored, which cannot occur.
_OPTIONS = (None, 0, -(2**62))


@op("_softmax_cross_entropy_loss", mixed=True, without_gradient=("label",))
def softmax_cross_entropy_loss(data, label, *, axis: int = -1, batch_axis: int = 0):
    """Compute ``-pick(log_softmax(data), label)``, averaged over all axes except the batch axis.

    MXNet has no such operator. In eager calls it is several times faster than its parts.
    """
    ndim = data.ndim
    last = ndim - 1
    loss = losses_of_rows(data, label) if axis in (-1, last) and last > 0 else None
    if loss is None:
        require_floats(data)
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


# ------------------------------------------------------------------------ in one kernel of torch


def losses_of_rows(data: torch.Tensor, label: torch.Tensor) -> torch.Tensor | None:
    """Return the loss of each row of classes, or None where torch's differs from MXNet's."""
    if label.requires_grad or label.shape not in (data.shape[:-1], (*data.shape[:-1], 1)):
        return None
    try:
        if data.ndim > 2:
            data = data.flatten(0, -2)
        return cross_entropy_loss(data, classes_of(data, label.flatten()), *_OPTIONS)
    except (Declined, IndexError, RuntimeError):  # for instance a label out of range: pick clips it
        return None


_TYPES = frozenset((torch.float32, torch.float64))


def classes_of(data: torch.Tensor, label: torch.Tensor) -> torch.Tensor:
    """Return labels in the form of torch's losses; decline data on which these differ."""
    if data.ndim != 2 or data.dtype not in _TYPES or not data.is_cpu or data.shape[0] == 0:
        raise Declined("the cross entropy is computed at once for matrices of floats only")
    if label.ndim == 2 and label.shape[1] == 1:
        label = label.squeeze(1)
    return label.to(torch.int64)


# ----------------------------------------------------- in two kernels, the second with a gradient

log_softmax = torch.log_softmax


def picked_loss(logs: torch.Tensor, classes: torch.Tensor) -> torch.Tensor:
    """Compute the losses from log-probabilities."""
    try:
        return nll_loss(logs, classes, *_OPTIONS)
    except IndexError as error:
        raise Declined("a label is out of range; pick handles it") from error


def picked_loss_gradient(grad, logs, classes) -> torch.Tensor:
    """Compute the gradient of the log-probabilities."""
    return _nll_loss_backward(grad, logs, classes, *_OPTIONS, _UNUSED)


_UNUSED = torch.ones(())  # the total weight, which is only used by the mean
_nll_loss_backward = torch.ops.aten.nll_loss_backward.default._op


def as_column(loss: torch.Tensor) -> torch.Tensor:
    """Return the losses as a matrix of one column."""
    return loss.unsqueeze(1)
