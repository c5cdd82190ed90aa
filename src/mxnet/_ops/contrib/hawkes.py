"""Hawkes processes: events that temporarily increase the likelihood of further events."""

from __future__ import annotations

import torch
import torch.nn.functional as F

from .. import type_rules
from ..checks import brackets, fail, require_floats
from ..registry import op
from ..small_arrays import is_few
from . import hawkes_loop


def _check(lda, alpha, beta, state, lags, marks, valid_length, max_time) -> None:
    require_floats(lda)
    if lda.ndim != 2 or lags.ndim != 2:
        fail(
            f"lda must be (batch, marks) and lags (batch, events), got {brackets(lda.shape)} and "
            f"{brackets(lags.shape)}"
        )
    if marks.dtype is not torch.int32:
        fail(f"marks must be int32, got {marks.dtype}")
    count, kinds = lda.shape
    for name, array, shape in (
        ("lags", lags, (count, lags.shape[1])),
        ("alpha", alpha, (kinds,)),
        ("beta", beta, (kinds,)),
        ("state", state, (count, kinds)),
        ("marks", marks, (count, lags.shape[1])),
        ("valid_length", valid_length, (count,)),
        ("max_time", max_time, (count,)),
    ):
        if tuple(array.shape) != shape:
            fail(f"{name} must have shape {brackets(shape)}, got {brackets(array.shape)}")
        if name != "marks" and array.dtype is not lda.dtype:
            fail(f"{name} must have the dtype of lda, {lda.dtype}, got {array.dtype}")
    if not marks.is_meta and marks.numel():
        low, high = (int(bound) for bound in marks.aminmax())
        if low < 0 or high >= kinds:
            fail(f"marks must be from 0 to {kinds - 1}, got {low} to {high}")


def _hawkes_types(inputs, outputs, attrs):
    """The marks are integers, everything else has one type."""
    marks = type_rules.unify(inputs[5], torch.int32)
    others, outputs = type_rules.SAME([*inputs[:5], *inputs[6:]], outputs, attrs)
    return [*others[:5], marks, *others[5:]], outputs


@op(
    "_contrib_hawkesll",
    outputs=2,
    output_names=("output", "out_state"),
    mixed=True,
    types=_hawkes_types,
)
def hawkesll(lda, alpha, beta, state, lags, marks, valid_length, max_time):
    """Compute the log likelihood of event sequences, and the final excitation of the processes.

    Process k has the intensity ``lda[k] + alpha[k] * beta[k] * sum(exp(-beta[k] * age))`` over its
    past events. ``lags`` (batch, events) are the times between events, ``marks`` (int32) their
    processes; only the first ``valid_length`` events up to ``max_time`` are used. ``state`` is the
    sum over events before the sequence. Only lda, alpha and beta have a gradient, that of the
    likelihood.
    """
    _check(lda, alpha, beta, state, lags, marks, valid_length, max_time)
    constants = [array.detach() for array in (state, lags, marks, valid_length, max_time)]
    if is_few(lags.numel(), hawkes_loop.EVENTS, lda.detach(), *constants):
        return hawkes_loop.hawkes([lda, alpha, beta, *constants], _of_many_events)
    return _of_many_events(lda, alpha, beta, *constants)


def _of_many_events(
    lda, alpha, beta, state, lags, marks, lengths, max_time
) -> tuple[torch.Tensor, torch.Tensor]:
    count, kinds = lags.shape[1], lda.shape[1]
    too_many = torch.arange(count, device=lags.device) >= lengths[:, None]
    marks, lags = marks.long().masked_fill(too_many, kinds), lags.masked_fill(too_many, 0)
    # Events are grouped by process, in the order of time; padding comes last.
    marks, order = marks.sort(dim=1, stable=True)
    times, too_many = lags.cumsum(1).gather(1, order), marks == kinds
    kind = marks.clamp(max=kinds - 1)
    influence, decay = alpha.take(kind), beta.take(kind)
    excited = _excite(times, marks, decay, state.gather(1, kind))
    # The logarithm of a rate of 0 in the padding would make the gradient nan.
    rate = (lda.gather(1, kind) + influence * decay * excited).masked_fill(too_many, 1)
    # The expected number of events is a sum of the contribution of each event until the end.
    end = max_time[:, None]
    left = (decay * (times - end)).exp()
    gain = (rate.log() - influence * (1 - left)).masked_fill(too_many, 0).sum(1)
    faded = state * (beta * -end).exp()
    rest = lda * end + alpha * (state - faded)
    after = faded.detach().scatter_add(1, kind, left.detach().masked_fill(too_many, 0))
    return gain - rest.sum(1), after


def _excite(times, marks, decay, state) -> torch.Tensor:
    """Compute the excitation of each event's process: ``(that at the last one + 1) * decay``.

    This chain of linear steps is computed by combining two of them, then four, then eight.
    """
    # The event is not the first of its process.
    goes_on = F.pad(marks[:, 1:] == marks[:, :-1], (1, 0))
    ages = times - F.pad(times[:, :-1], (1, 0)) * goes_on
    fading = (decay * -ages).exp()
    factor = fading * goes_on
    excited = torch.where(goes_on, fading, state * fading)
    step, count = 1, times.shape[1]
    while step < count:
        excited = excited + factor * F.pad(excited[:, :-step], (step, 0))
        if 2 * step < count:
            factor = factor * F.pad(factor[:, :-step], (step, 0))
        step *= 2
    return excited
