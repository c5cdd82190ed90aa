"""The softmax whose gradient is that of the cross entropy, the usual last layer of a Module."""

from __future__ import annotations

import math
from typing import Literal

import torch

from .checks import check, fail, want_floats
from .loss import label_of_row, loss_output, want_label
from .registry import op


def _label_shape(shapes: dict, attrs: dict) -> dict:
    data = shapes["data"]
    if attrs["multi_output"]:
        return {"label": (data[0], math.prod(data[2:]))}
    return label_of_row(shapes, attrs)


def _as_rows(array: torch.Tensor, multi_output: bool, preserve_shape: bool) -> torch.Tensor:
    """Return a view whose axis 1 holds the classes: (rows, classes) or (samples, classes, rest)."""
    if multi_output:
        return array.reshape(*array.shape[:2], -1)
    if array.ndim == 2:
        return array
    return array.reshape((-1, array.shape[-1]) if preserve_shape else (array.shape[0], -1))


def _minus_one_hot(rows: torch.Tensor, codes: torch.Tensor, smooth: float) -> torch.Tensor:
    """Subtract the labels: 1 from the class that a code names, less if others get a share."""
    classes = rows.shape[1]
    own = 1.0
    if smooth:
        others = smooth / (classes - 1) if classes > 1 else 0.0
        rows, own = rows - others, 1 - smooth - others
    # MXNet: a code that names no class is no error.
    inside = codes.clamp(0, classes - 1)
    share = (inside == codes).to(rows.dtype).mul_(-own)
    return rows.scatter_add(1, inside.unsqueeze(1), share.unsqueeze(1))


@op("SoftmaxOutput", "Softmax", infer_params=_label_shape)
def softmax_output(
    data, label, *,
    grad_scale: float = 1.0, ignore_label: float = -1.0,
    multi_output: bool = False, use_ignore: bool = False, preserve_shape: bool = False,
    normalization: Literal["batch", "null", "valid"] = "null",
    out_grad: bool = False, smooth_alpha: float = 0.0,
):  # fmt: skip
    """Return the softmax, whose gradient is that of the cross entropy with the label.

    The classes are axis 1 with ``multi_output``, the last axis with ``preserve_shape``, else all
    axes but the first. A label holds numbers of classes, or a distribution if it has the shape of
    data. With ``use_ignore`` samples whose label is ``ignore_label`` have no gradient. The gradient
    is multiplied by ``grad_scale``, divided by the number of samples (``batch``) or of those not
    ignored (``valid``), and with ``multi_output``, unless ``valid``, by the number of positions.
    ``smooth_alpha`` gives that share of the label to the other classes. The gradient from above
    counts only with ``out_grad``.
    """
    want_floats(data)
    if not 0 <= smooth_alpha <= 1:
        fail(f"value {smooth_alpha} for Parameter smooth_alpha exceed bound [0,1]")
    if label.shape != data.shape:
        _check_label(label, data.shape, multi_output)

    def forward_of(data):
        if data.ndim == 2:
            return data.softmax(1)
        return _as_rows(data, multi_output, preserve_shape).softmax(1).view(data.shape)

    def gradient_of(output, label, head):
        if label.shape == output.shape:  # the label is a distribution
            grad, scale = output - label, grad_scale
        else:
            rows = _as_rows(output, multi_output, preserve_shape)
            labels = label.long()
            if multi_output:
                codes = labels.view(rows.shape[0], rows.shape[2])
            else:
                # MXNet: where there are more labels than rows, the first ones are taken.
                codes = labels if labels.ndim == 1 else labels.flatten()[: len(rows)]
            grad = _minus_one_hot(rows, codes, 0.0 if multi_output else smooth_alpha)
            if use_ignore:
                grad = grad * (codes != int(ignore_label)).unsqueeze(1)
            grad, scale = grad.view(output.shape), scale_of(labels, rows)
        if normalization == "valid" or scale != 1:
            grad = grad * scale
        return grad * head if out_grad else grad

    def scale_of(labels, rows):
        if normalization == "valid":
            return grad_scale / (labels != int(ignore_label)).sum().clamp_(min=1).to(rows.dtype)
        positions = rows.shape[2] if multi_output else 1
        samples = len(rows) if multi_output else labels.numel()
        return grad_scale / max(positions * (samples if normalization == "batch" else 1), 1)

    return loss_output(data, label, forward_of, gradient_of)


def _check_label(label: torch.Tensor, shape: torch.Size, multi_output: bool) -> None:
    if not multi_output:
        return want_label(label, shape[:-1] or shape)
    check(len(shape) > 1, f"multi_output needs data of at least 2 axes, got shape {tuple(shape)}")
    flat = (shape[0], math.prod(shape[2:]))
    want_label(label, flat, (shape[0], *shape[2:]), (shape[0], 1, *shape[2:]))
