"""One pass over the batches of a sampler, whose order and position can be saved."""

from __future__ import annotations

import itertools
import zlib
from array import array
from collections import deque

from ...base import MXNetError
from ...error import refuse_stop_iteration
from .sampler import get_sampler_state, set_sampler_state


class Epoch:
    """The batches of sample indices of one epoch.

    The order is determined by the sampler's state right before the first batch. Batches may be
    taken ahead; only those for which `deliver` was called count as used when the state is saved.
    """

    def __init__(self, sampler):
        self._sampler = sampler
        self._batches = None  # created with the first batch
        self._start = None
        self._delivered = 0
        # Of all batches up to the last delivered one, followed by one for each prefetched batch.
        self._checksums = deque([0])

    def __len__(self):
        return len(self._sampler)

    def __iter__(self):
        return self

    def __next__(self):
        if self._batches is None:
            self._start = get_sampler_state(self._sampler)
            self._begin()
        indices = next(self._batches)
        self._checksums.append(_checksum(indices, self._checksums[-1]))
        return indices

    def _begin(self):
        with refuse_stop_iteration(lambda: f"{type(self._sampler).__name__}.__iter__"):
            self._batches = iter(self._sampler)

    @property
    def has_begun(self) -> bool:
        """Whether the order has been drawn."""
        return self._batches is not None

    def deliver(self) -> None:
        """Mark the oldest taken batch as used."""
        self._delivered += 1
        self._checksums.popleft()

    def get_state(self) -> dict:
        """Return, as plain data, the state that continues an epoch that has begun."""
        return {
            "sampler": self._start,
            "delivered": self._delivered,
            "checksum": self._checksums[0],
        }

    @classmethod
    def resume(cls, sampler, state: dict) -> Epoch:
        """Return the rest of an epoch; the sampler's state is the one after its order was drawn."""
        try:
            start, delivered, checksum = state["sampler"], state["delivered"], state["checksum"]
        except (KeyError, TypeError) as error:
            raise MXNetError(f"not the state of an epoch: {error!r}") from error
        set_sampler_state(sampler, start)
        epoch = cls(sampler)
        epoch._start = start
        epoch._begin()
        for _ in itertools.islice(epoch, delivered):
            epoch.deliver()
        if (epoch._delivered, epoch._checksums[0]) != (delivered, checksum):
            raise MXNetError(_order_error(sampler, delivered))
        # Generators draw their order with the first batch, which must happen in this state.
        epoch._batches = itertools.chain(list(itertools.islice(epoch._batches, 1)), epoch._batches)
        return epoch


def _order_error(sampler, delivered) -> str:
    return (
        f"{type(sampler).__name__} does not repeat the {delivered} batches that had been used when "
        "the state was saved. Are dataset, sampler and batch_size the same? A sampler with "
        "its own random generator must define get_state and set_state."
    )


def _checksum(indices, previous: int) -> int:
    """Update a checksum with sample indices; anything but integers is ignored."""
    if not hasattr(indices, "__len__"):  # an iterator can only be read once
        return previous
    try:
        return zlib.crc32(array("q", indices), previous)
    except (TypeError, OverflowError):
        return previous
