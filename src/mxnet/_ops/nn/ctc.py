"""Connectionist temporal classification: the loss of an unaligned sequence of labels."""

from __future__ import annotations

from typing import Literal

import torch
import torch.nn.functional as F

from .. import type_rules
from ..checks import fail, require_floats
from ..registry import op


def _lengths(lengths: torch.Tensor, limit: int, name: str) -> torch.Tensor:
    integers = lengths.long()
    if not lengths.is_meta and not ((integers >= 0) & (integers <= limit)).all():
        fail(f"{name} must be between 0 and {limit}, got {integers.tolist()}")
    return integers


def _lengths_before(labels: torch.Tensor, padding: int) -> torch.Tensor:
    """Count the labels of each sequence before its first padding."""
    return (labels != padding).cumprod(1).sum(1)


def _check_inputs(data, label, **lengths) -> None:
    shapes = f"got data {tuple(data.shape)} and label {tuple(label.shape)}"
    if data.ndim != 3:
        fail(f"The number of dimensions of data array must be 3, {shapes}")
    if label.ndim != 2:
        fail(f"The number of dimensions of labels array must be 2, {shapes}")
    if data.shape[1] != label.shape[0]:
        fail(f"The batch size for the labels and data arrays must be the same, {shapes}")
    if data.shape[0] < label.shape[1]:
        fail(
            "The max number of labels cannot exceed the maximum sequence length of the "
            f"data, {shapes}"
        )
    for name, (array, is_used) in lengths.items():
        if (array is not None) is not is_used:
            fail(f"{name} is missing" if is_used else f"{name} is given, but use_{name} is not set")
        if is_used and array.shape != label.shape[:1]:
            fail(f"{name} must have one number per sequence, got {tuple(array.shape)}, {shapes}")


def _check_labels(labels: torch.Tensor, lengths: torch.Tensor, classes: int) -> None:
    used = torch.arange(labels.shape[1], device=labels.device) < lengths.unsqueeze(1)
    bad = used & ((labels < 0) | (labels >= classes))
    if bad.any():
        fail(f"label {labels[bad][0].item()} is not one of {classes} classes")


def _optional_lengths(attrs: dict) -> tuple[str, ...]:
    lengths = ("data_lengths", "label_lengths")
    return tuple(name for name in lengths if attrs[f"use_{name}"])


@op(
    "CTCLoss", "ctc_loss", "_contrib_CTCLoss", "_contrib_ctc_loss",
    output_names=("output0",), mixed=True,
    without_gradient=("label", "data_lengths", "label_lengths"),
    types=type_rules.LIKE_FIRST, optional=_optional_lengths, stored_outputs=2,
)  # fmt: skip
def ctc_loss(
    data, label, data_lengths=None, label_lengths=None, *,
    use_data_lengths: bool = False, use_label_lengths: bool = False,
    blank_label: Literal["first", "last"] = "first",
):  # fmt: skip
    """Compute the connectionist temporal classification loss of each sequence.

    Data are activations (time, batch, classes) before the softmax, labels are (batch, positions).
    The blank is the ``first`` class and labels are padded with 0, or it is the ``last`` class and
    labels are padded with -1; or ``label_lengths`` has their lengths. A label too long for its
    sequence has the loss 0 and no gradient.
    """
    require_floats(data)
    if use_label_lengths and not use_data_lengths and label_lengths is None:
        # MXNet: the third input then has the label lengths.
        data_lengths, label_lengths = None, data_lengths
    _check_inputs(
        data,
        label,
        data_lengths=(data_lengths, use_data_lengths),
        label_lengths=(label_lengths, use_label_lengths),
    )
    times, batch, classes = data.shape
    labels = label.long()
    if use_label_lengths:
        positions = _lengths(label_lengths, label.shape[1], "label_lengths")
    else:
        positions = _lengths_before(labels, 0 if blank_label == "first" else -1)
    if use_data_lengths:
        frames = _lengths(data_lengths, times, "data_lengths")
        beyond = torch.arange(times, device=data.device).unsqueeze(1) >= frames
        data = data.masked_fill(beyond.unsqueeze(2), 0)  # unused frames may be nan
    else:
        frames = torch.full((batch,), times)
    if data.is_meta:
        return data.new_empty(batch)
    _check_labels(labels, positions, classes)
    blank = 0 if blank_label == "first" else classes - 1
    logs = data.log_softmax(2, dtype=torch.promote_types(data.dtype, torch.float32))
    # MXNet: the loss of an impossible label is 0.
    loss = F.ctc_loss(logs, labels, frames, positions, blank, "none", zero_infinity=True)
    return loss.to(data.dtype)
