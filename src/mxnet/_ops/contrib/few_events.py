"""The likelihood of few events of Hawkes processes and its gradient, with NumPy.

The same formula as in ``hawkes.py``, which has the many and other devices.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

EVENTS = 1 << 16  # above, torch is faster with more than one thread


class Events(NamedTuple):
    """What the gradient needs of each event, (batch, events), and of each process."""

    place: np.ndarray  # the event's process, counted through all sequences
    counts: np.ndarray  # whether the event is one of the first valid_length
    times: np.ndarray
    influence: np.ndarray
    decay: np.ndarray
    rate: np.ndarray
    excited: np.ndarray
    weighted_times: np.ndarray  # like excited, with the time of each past event as its weight
    left: np.ndarray  # what is left of the event's effect at the end


def _chains(kind, times, decay, start, both: bool) -> np.ndarray:
    """Return sums over the past events of each event's process: of their effect, and times it.

    Both (the second is for gradients) are the sum at the last event plus what that one adds, times
    a fading. Such chains of linear steps are computed by joining two of them, then four and so on.
    """
    count = times.shape[1]
    goes_on = np.zeros(kind.shape, bool)  # the event is not its process's first
    np.equal(kind[:, 1:], kind[:, :-1], out=goes_on[:, 1:])
    last = np.zeros_like(times)
    np.multiply(times[:, :-1], goes_on[:, 1:], out=last[:, 1:])
    fading = last - times
    fading *= decay
    np.exp(fading, out=fading)
    factor = fading * goes_on
    sums = np.empty((1 + both, *times.shape), times.dtype)
    np.multiply(fading, np.where(goes_on, times.dtype.type(1), start), out=sums[0])
    if both:
        np.multiply(factor, last, out=sums[1])
    step = 1
    while step < count:
        later = factor[:, step:]
        sums[..., step:] += later * sums[..., :-step]
        if 2 * step < count:
            later[...] = later * factor[:, :-step]
        step *= 2
    return sums


def likelihood(lda, alpha, beta, state, lags, marks, lengths, max_time, *, gradient: bool) -> tuple:
    """Return the log likelihood of each sequence, its last state, and what the gradient needs."""
    batch, kinds = lda.shape
    count, real = lags.shape[1], lags.dtype.type
    event, sequence = np.arange(count), np.arange(batch)[:, None]
    counts = event < lengths[:, None]
    # Sorted by process and then by time, in one number; those that do not count come last, so that
    # the first valid_length still are those that do.
    bits = count.bit_length()
    key = np.where(counts, marks, kinds).astype(np.int64)
    key <<= bits
    key |= event
    key.sort(1)
    order = key & ((1 << bits) - 1)
    order += sequence * count
    times = np.where(counts, lags, real(0)).cumsum(1).take(order)
    kind = np.minimum(key >> bits, kinds - 1)
    place = kind + sequence * kinds
    influence, decay = alpha.take(kind), beta.take(kind)
    chains = _chains(kind, times, decay, state.take(place), gradient)
    rate = influence * decay
    rate *= chains[0]
    rate += lda.take(place)
    rate[~counts] = 1
    # The expected number is a sum over events of what each adds until the end.
    end = max_time[:, None]
    left = times - end
    left *= decay
    np.exp(left, out=left)
    left *= counts
    gain = (left - counts) * influence
    gain += np.log(rate)
    faded = np.exp(-beta * end) * state
    rest = lda * end + alpha * (state - faded)
    after = np.bincount(place.ravel(), left.ravel(), batch * kinds).reshape(batch, kinds) + faded
    value = np.add.reduce(gain, 1) - np.add.reduce(rest, 1)
    events = None
    if gradient:
        excited, weighted_times = chains
        terms = (rate, excited, weighted_times, left)
        events = Events(place, counts, times, influence, decay, *terms)
    return value, after.astype(lda.dtype), events


def gradients(events: Events, alpha, beta, state, max_time, head) -> tuple[np.ndarray, ...]:
    """Return the gradients of lda, alpha and beta for the gradient of the likelihood."""
    end, head = max_time[:, None], head[:, None]
    share = events.counts / events.rate
    # The derivative of a sum of exp(-decay * age) by the decay is minus the sum of age times that,
    # and the age is the difference of two times.
    slope = events.weighted_times - events.times * events.excited
    slope *= events.decay
    slope += events.excited
    slope *= share
    slope += (events.times - end) * events.left
    slope *= events.influence
    effect = events.decay * events.excited * share - events.counts + events.left
    place = events.place.ravel()
    by_base, by_influence, by_decay = (
        np.bincount(place, values.ravel(), state.size).reshape(state.shape)
        for values in (share, effect, slope)
    )
    faded = np.exp(-beta * end) * state
    by_base = (by_base - end) * head
    by_influence = ((by_influence - state + faded) * head).sum(0)
    by_decay = ((by_decay - alpha * end * faded) * head).sum(0)
    return tuple(values.astype(state.dtype) for values in (by_base, by_influence, by_decay))
