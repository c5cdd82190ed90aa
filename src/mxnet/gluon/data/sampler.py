"""Samplers: in which order the samples of a dataset are taken."""

from __future__ import annotations

import numpy as np

from ..._shown import call_text, samples_text
from ...error import refuse_stop_iteration

__all__ = ["BatchSampler", "FilterSampler", "RandomSampler", "Sampler", "SequentialSampler"]


class Sampler:
    """The base of samplers: define ``__iter__`` and ``__len__``."""

    def __len__(self):
        raise NotImplementedError(f"{type(self).__name__} does not define __len__")

    def __iter__(self):
        raise NotImplementedError(f"{type(self).__name__} does not define __iter__")

    def __repr__(self):
        return samples_text(self)


class SequentialSampler(Sampler):
    """The numbers from ``start`` on, in order."""

    def __init__(self, length, start=0):
        self._range = range(start, start + length)

    def __iter__(self):
        return iter(self._range)

    def __len__(self):
        return len(self._range)


class RandomSampler(Sampler):
    """The numbers from 0 to ``length - 1`` in random order, a new one each time."""

    def __init__(self, length):
        self._length = length

    def __iter__(self):
        return iter(np.random.permutation(self._length).tolist())

    def __len__(self):
        return self._length


class FilterSampler(Sampler):
    """The numbers of the samples for which a function is true."""

    def __init__(self, fn, dataset):
        with refuse_stop_iteration(lambda: "the dataset or the condition of a filter"):
            self._kept = [index for index in range(len(dataset)) if fn(dataset[index])]

    def __len__(self):
        return len(self._kept)

    def __iter__(self):
        return iter(self._kept)


class BatchSampler(Sampler):
    """Groups what another sampler names into batches.

    ``last_batch``: ``keep`` a shorter last batch, ``discard`` it, or ``rollover``, begin the next
    epoch with it.

    >>> list(BatchSampler(SequentialSampler(5), 2, "keep"))
    [[0, 1], [2, 3], [4]]
    """

    def __init__(self, sampler, batch_size, last_batch="keep"):
        self._sampler = sampler
        self._batch_size = batch_size
        self._last_batch = last_batch
        self._prev = []  # what rolls over to the next epoch

    def __repr__(self):
        return call_text(self)

    def _check(self):
        if self._last_batch not in ("keep", "discard", "rollover"):
            raise ValueError(
                "last_batch must be one of 'keep', 'discard', or 'rollover', "
                f"but got {self._last_batch}"
            )

    def __iter__(self):
        batch, self._prev = self._prev, []
        for index in self._sampler:
            batch.append(index)
            if len(batch) == self._batch_size:
                yield batch
                batch = []
        if not batch:
            return
        self._check()
        if self._last_batch == "keep":
            yield batch
        elif self._last_batch == "rollover":
            self._prev = batch

    def __len__(self):
        self._check()
        count = len(self._sampler)
        if self._last_batch == "keep":
            return -(-count // self._batch_size)
        return (count + len(self._prev)) // self._batch_size
