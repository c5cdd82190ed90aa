"""Softmax with the gradient of the cross entropy, the usual last layer of a Module."""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass
from typing import Literal

import torch

from .. import shape_rules
from ..checks import fail, require_floats
from ..registry import op
from .loss import label_of_row, loss_gradient, loss_output, require_label

_LEAST = torch.iinfo(torch.int64).min


def _minus_one_hot(rows: torch.Tensor, codes: torch.Tensor, share: float, is_sure: bool):
    """Subtract a share of 1 from the class that each code refers to."""
    if not rows.shape[1]:
        return rows
    codes = codes.unsqueeze(1)
    if is_sure and rows.is_cpu:
        try:
            amount = torch.full(codes.shape, -share, dtype=rows.dtype)
            return rows.scatter_add(1, codes, amount)
        except RuntimeError:  # a label out of range; checking beforehand costs more
            pass
    # MXNet: a label that is no class is not an error.
    inside = codes.clamp(0, rows.shape[1] - 1)
    return rows.scatter_add(1, inside, (inside == codes).to(rows.dtype).mul_(-share))


@dataclass(frozen=True)
class _CrossEntropy:
    """The attributes of one SoftmaxOutput, and its forward and backward pass."""

    grad_scale: float
    ignored: int | None  # the label of samples without a gradient
    not_valid: int  # the label of samples that are not counted
    multi_output: bool
    preserve_shape: bool
    normalization: str
    out_grad: bool
    smooth: float

    def rows(self, array: torch.Tensor) -> torch.Tensor:
        """Return a view with the classes in axis 1: 2 axes, or 3 with ``multi_output``."""
        if self.multi_output:
            return array.reshape(*array.shape[:2], array.shape[2:].numel())
        if array.ndim == 2:
            return array
        if self.preserve_shape:
            return array.reshape(array.shape[:-1].numel(), array.shape[-1])
        return array.reshape(len(array), array.shape[1:].numel())

    def forward(self, data: torch.Tensor) -> torch.Tensor:
        return data.softmax(1) if data.ndim == 2 else self.rows(data).softmax(1).view(data.shape)

    def gradient(self, output, label, head):
        if label.shape == output.shape:  # the label is a distribution
            grad, scale = output - label, self.grad_scale
        else:
            rows, labels = self.rows(output), label.long()
            grad, scale = self.minus_label(rows, labels), self.scale(rows, labels)
            grad = grad if rows is output else grad.view(output.shape)
        if self.normalization == "valid" or scale != 1:
            grad = grad * scale
        return grad * head if self.out_grad else grad

    def minus_label(self, rows, labels):
        if self.multi_output:
            codes = labels.reshape(rows.shape[0], rows.shape[2])
        else:
            # MXNet: if there are more labels than rows, the first ones are used.
            codes = labels if labels.ndim == 1 else labels.flatten()[: len(rows)]
        rest = self.smooth / (rows.shape[1] - 1) if rows.shape[1] > 1 else 0.0
        share = 1 - self.smooth - rest
        grad = _minus_one_hot(rows - rest if rest else rows, codes, share, self.ignored is None)
        return grad if self.ignored is None else grad * (codes != self.ignored).unsqueeze(1)

    def scale(self, rows, labels):
        if self.normalization == "valid":
            return self.grad_scale / (labels != self.not_valid).sum().clamp_(min=1).to(rows.dtype)
        count = rows.shape[2] if self.multi_output else 1
        if self.normalization == "batch":
            count *= len(rows) if self.multi_output else labels.numel()
        return self.grad_scale / max(count, 1)


@functools.lru_cache
def _cross_entropy(
    grad_scale, ignore_label, multi_output, use_ignore, preserve_shape, normalization, out_grad,
    smooth_alpha,
) -> _CrossEntropy:  # fmt: skip
    # MXNet: labels are compared as integers, and not smoothed with multi_output.
    code = min(max(int(ignore_label), _LEAST), -_LEAST - 1)  # the range of labels
    return _CrossEntropy(
        grad_scale, code if use_ignore else None, code, multi_output, preserve_shape,
        normalization, out_grad, 0.0 if multi_output else smooth_alpha,
    )  # fmt: skip


def _gradient_with(**attrs):
    return _cross_entropy(**attrs).gradient


def _label_shape(shapes: dict, attrs: dict) -> dict:
    data = shapes["data"]
    if attrs["multi_output"]:
        return {"label": (data[0], math.prod(data[2:]))}
    return label_of_row(shapes, attrs)


def _check_label(label: torch.Tensor, shape: torch.Size, multi_output: bool) -> None:
    if not multi_output:
        return require_label(label, shape[:-1] or shape)
    if len(shape) <= 1:
        fail(f"multi_output needs data of at least 2 axes, got shape {tuple(shape)}")
    flat = (shape[0], math.prod(shape[2:]))
    require_label(label, flat, (shape[0], *shape[2:]), (shape[0], 1, *shape[2:]))


@op(
    "SoftmaxOutput",
    "Softmax",
    infer_params=_label_shape,
    shape=shape_rules.like_first,
    gives_probabilities=True,
    ignores_head_gradient=True,
    naming="outputs",
    gradient=loss_gradient(_gradient_with),
)
def softmax_output(
    data, label, *,
    grad_scale: float = 1.0, ignore_label: float = -1.0,
    multi_output: bool = False, use_ignore: bool = False, preserve_shape: bool = False,
    normalization: Literal["batch", "null", "valid"] = "null",
    out_grad: bool = False, smooth_alpha: float = 0.0,
):  # fmt: skip
    """Compute the softmax, with the gradient of its cross entropy with the label.

    The classes are in axis 1 with ``multi_output``, in the last axis with ``preserve_shape``, and
    otherwise in all axes except the first. A label contains class indices, or a distribution if it
    has the shape of the data. With ``use_ignore``, samples whose label is ``ignore_label`` have no
    gradient. The gradient is multiplied by ``grad_scale`` and divided by the number of samples
    (``batch``) or of samples that are not ignored (``valid``); with ``multi_output``, unless
    ``valid``, it is also divided by the number of positions. ``smooth_alpha`` distributes that
    share of the label over the other classes. The head gradient is ignored unless ``out_grad`` is
    set.
    """
    require_floats(data)
    if not 0 <= smooth_alpha <= 1:
        fail(f"value {smooth_alpha} for Parameter smooth_alpha exceed bound [0,1]")
    if label.shape != data.shape:
        _check_label(label, data.shape, multi_output)
    loss = _cross_entropy(
        grad_scale, ignore_label, multi_output, use_ignore, preserve_shape, normalization,
        out_grad, smooth_alpha,
    )  # fmt: skip
    return loss_output(data, label, loss.forward, loss.gradient)
