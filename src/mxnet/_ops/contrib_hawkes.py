"""Hawkes processes: events that make further events more likely for a while."""

from __future__ import annotations

import torch

from .checks import check, fail, want_floats
from .registry import op
from .windows import brackets


def _check(lda, alpha, beta, state, lags, marks, valid_length, max_time) -> None:
    want_floats(lda)
    check(
        lda.ndim == 2 and lags.ndim == 2,
        f"lda must be (batch, marks) and lags (batch, events), got {brackets(lda.shape)} and "
        f"{brackets(lags.shape)}",
    )
    check(marks.dtype is torch.int32, f"marks must be int32, got {marks.dtype}")
    count, kinds = lda.shape
    for name, array, wanted in (
        ("lags", lags, (count, lags.shape[1])),
        ("alpha", alpha, (kinds,)),
        ("beta", beta, (kinds,)),
        ("state", state, (count, kinds)),
        ("marks", marks, (count, lags.shape[1])),
        ("valid_length", valid_length, (count,)),
        ("max_time", max_time, (count,)),
    ):
        check(
            tuple(array.shape) == wanted,
            f"{name} must have shape {brackets(wanted)}, got {brackets(array.shape)}",
        )
        check(
            name == "marks" or array.dtype is lda.dtype,
            f"{name} must have the dtype of lda, {lda.dtype}, got {array.dtype}",
        )
    if not marks.is_meta and marks.numel():
        low, high = (int(bound) for bound in marks.aminmax())
        if low < 0 or high >= kinds:
            fail(f"marks must be from 0 to {kinds - 1}, got {low} to {high}")


@op("_contrib_hawkesll", outputs=2, output_names=("output", "out_state"), mixed=True)
def hawkesll(lda, alpha, beta, state, lags, marks, valid_length, max_time):
    """Return the log likelihood of sequences of events, and how excited the processes are then.

    Process k has the intensity ``lda[k] + alpha[k] * beta[k] * sum(exp(-beta[k] * age))`` over its
    past events. ``lags`` (batch, events) are the times between events, ``marks`` (int32) their
    processes; of these the first ``valid_length`` count, until ``max_time``. ``state`` is the sum
    for what was before. Only lda, alpha and beta have a gradient, of the likelihood.
    """
    _check(lda, alpha, beta, state, lags, marks, valid_length, max_time)
    lags, marks, lengths = lags.detach(), marks.long(), valid_length.detach()
    state, max_time = state.detach(), max_time.detach()
    batch, last = torch.arange(lda.shape[0], device=lda.device), torch.zeros_like(state)
    times, total = lags.cumsum(1), 0.0
    for j in range(lags.shape[1]):
        kind, counts = marks[:, j], j < lengths
        place = (batch, kind)
        age = times[:, j] - last[place]
        fading, excited = (-beta[kind] * age).exp(), state[place]
        rate = lda[place] + alpha[kind] * beta[kind] * excited * fading
        expected = lda[place] * age + alpha[kind] * excited * (1 - fading)
        total = total + torch.where(counts, rate.log() - expected, 0)
        changed = torch.where(counts, 1 + excited * fading, excited)
        state = state.index_put(place, changed)
        last = last.index_put(place, torch.where(counts, times[:, j], last[place]))
    age = max_time[:, None] - last
    fading = (-beta * age).exp()
    rest = lda * age + alpha * state * (1 - fading)
    return total - rest.sum(1), (fading * state).detach()
