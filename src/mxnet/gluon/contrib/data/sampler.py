"""Contributed samplers."""

from __future__ import annotations

from ...data import sampler

__all__ = ["IntervalSampler"]


class IntervalSampler(sampler.Sampler):
    """Yields every ``interval``-th index; with ``rollover``, then again from the next start.

    >>> list(IntervalSampler(7, 3))
    [0, 3, 6, 1, 4, 2, 5]
    """

    def __init__(self, length, interval, rollover=True):
        if not 1 <= interval <= length:
            raise AssertionError(
                f"Interval {interval} must be smaller than or equal to length {length}, "
                "and at least 1"
            )
        starts = range(interval if rollover else 1)
        self._numbers = [i for start in starts for i in range(start, length, interval)]

    def __iter__(self):
        return iter(self._numbers)

    def __len__(self):
        return len(self._numbers)
