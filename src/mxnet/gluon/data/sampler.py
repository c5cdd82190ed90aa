"""Samplers: the order in which the samples of a dataset are used."""

from __future__ import annotations

import numpy as np

from ..._text.reprs import call_text, samples_text
from ...error import MXNetError, refuse_stop_iteration
from ._random_state import get_global_state, set_global_state

__all__ = [
    "BatchSampler", "FilterSampler", "RandomSampler", "Sampler", "SequentialSampler",
    "SplitSampler",
]  # fmt: skip


class Sampler:
    """The base class of samplers: define ``__iter__`` and ``__len__``.

    A sampler with its own random generator, or with another memory of past epochs, also defines
    ``get_state`` and ``set_state``.
    """

    def get_state(self):
        """Return, as plain data, the state that determines the order of the next epoch.

        By default this is the state of the global generators of NumPy and Python.
        """
        return get_global_state()

    def set_state(self, state):
        """Restore a state, so that the next epoch has the order that followed ``get_state``."""
        set_global_state(state)

    def __len__(self):
        raise NotImplementedError(f"{type(self).__name__} does not define __len__")

    def __iter__(self):
        raise NotImplementedError(f"{type(self).__name__} does not define __iter__")

    def __repr__(self):
        return samples_text(self)


class _FixedOrder(Sampler):
    """The base class of samplers that always have the same order."""

    def get_state(self):
        return {}

    def set_state(self, state):
        if state != {}:
            raise MXNetError(f"{type(self).__name__} has no state, got that of another sampler")


class SequentialSampler(_FixedOrder):
    """Yields the indices from ``start`` on, in order."""

    def __init__(self, length, start=0):
        self._range = range(start, start + length)

    def __iter__(self):
        return iter(self._range)

    def __len__(self):
        return len(self._range)


class RandomSampler(Sampler):
    """Yields the indices from 0 to ``length - 1`` in a new random order each time."""

    def __init__(self, length):
        self._length = length

    def __iter__(self):
        return iter(np.random.permutation(self._length).tolist())

    def __len__(self):
        return self._length


class FilterSampler(_FixedOrder):
    """Yields the indices of the samples for which a function is true."""

    def __init__(self, fn, dataset):
        with refuse_stop_iteration(lambda: "the dataset or the condition of a filter"):
            self._indices = [index for index in range(len(dataset)) if fn(dataset[index])]

    def __len__(self):
        return len(self._indices)

    def __iter__(self):
        return iter(self._indices)


class SplitSampler(Sampler):
    """Yields one part of the indices from 0 to ``length - 1``, for one of several processes.

    The parts of all processes are disjoint and cover all samples.

    Parameters
    ----------
    length : int
        The number of samples.
    num_parts, part_index : int
        The number of parts, and the index of this one; in a job started by a launcher
        ``store.num_workers`` and ``store.rank``.
    even_size : bool
        Whether parts that are one sample short get an additional one, so that all processes make
        the same number of steps.
    repeat : int
        The number of times that each sample occurs in an epoch.
    shuffle : bool
        Whether each epoch has a different order.
    seed : int, optional
        The same in all processes: each epoch splits the samples differently. Without it, a part
        consists of the same adjacent samples in each epoch.

    Examples
    --------
    >>> [list(SplitSampler(7, 3, part, shuffle=False)) for part in range(3)]
    [[0, 1, 2], [3, 4], [5, 6]]
    """

    def __init__(
        self, length, num_parts=1, part_index=0, even_size=False, repeat=1, shuffle=True, seed=None
    ):
        if not 0 <= part_index < num_parts:
            raise ValueError(
                f"part_index must be in 0..{num_parts - 1} with num_parts={num_parts}, "
                f"got {part_index}"
            )
        if length < num_parts:
            raise ValueError(f"{length} samples cannot be split into {num_parts} parts")
        size, longer = divmod(length, num_parts)
        self._length = length
        self._begin = size * part_index + min(part_index, longer)
        self._size = size + (part_index < longer)
        self._fill = even_size and 0 < longer <= part_index
        self._repeat, self._shuffle, self._seed = repeat, shuffle, seed
        self._epoch = 0

    def get_state(self):
        # With a seed, the order depends on the epoch only, and all workers have the same state.
        draws = self._shuffle and self._seed is None
        return {"epoch": self._epoch, "generators": super().get_state() if draws else None}

    def set_state(self, state):
        try:
            epoch, generators = int(state["epoch"]), state["generators"]
        except (KeyError, TypeError, ValueError) as error:
            raise MXNetError(f"not the state of a SplitSampler: {error!r}") from error
        if generators is not None:
            super().set_state(generators)
        self._epoch = epoch

    def __len__(self):
        return (self._size + self._fill) * self._repeat

    def __iter__(self):
        everything = np.arange(self._length)
        common = self._shuffle and self._seed is not None
        if common:
            everything = np.random.default_rng((self._seed, self._epoch)).permutation(everything)
        self._epoch += 1
        part = everything[self._begin : self._begin + self._size]
        if self._fill:
            # The first sample always belongs to a full part.
            extra = everything[0] if common or not self._shuffle else self._extra()
            part = np.append(part, extra)
        part = np.tile(part, self._repeat)
        if self._shuffle and not common:
            part = np.random.permutation(part)
        return iter(part.tolist())

    def _extra(self) -> int:
        """Draw a sample that is not in this part."""
        outside = np.random.randint(self._length - self._size)
        return outside if outside < self._begin else outside + self._size


class BatchSampler(Sampler):
    """Groups the indices of another sampler into batches.

    ``last_batch``: ``keep`` a shorter last batch, ``discard`` it, or ``rollover`` its samples to
    the next epoch.

    >>> list(BatchSampler(SequentialSampler(5), 2, "keep"))
    [[0, 1], [2, 3], [4]]
    """

    def __init__(self, sampler, batch_size, last_batch="keep"):
        self._sampler = sampler
        self._batch_size = batch_size
        self._last_batch = last_batch
        self._prev = []  # samples that roll over to the next epoch
        self._check_last_batch()

    def __repr__(self):
        return call_text(self)

    def get_state(self):
        return {
            "sampler": get_sampler_state(self._sampler),
            "batch_size": self._batch_size,
            "previous": list(self._prev),
        }

    def set_state(self, state):
        try:
            inner, batch_size, previous = state["sampler"], state["batch_size"], state["previous"]
            previous = list(previous)
        except (KeyError, TypeError) as error:
            raise MXNetError(f"not the state of a BatchSampler: {error!r}") from error
        if batch_size != self._batch_size:
            raise MXNetError(
                f"this is the state of a BatchSampler with batch_size {batch_size!r}, this one has "
                f"{self._batch_size}"
            )
        if previous and (self._last_batch != "rollover" or len(previous) >= batch_size):
            raise MXNetError(
                f"not the state of this BatchSampler: {len(previous)} samples of the last epoch "
                f"are left over, with last_batch {self._last_batch!r} and batch_size {batch_size}"
            )
        set_sampler_state(self._sampler, inner)
        self._prev = previous

    def _check_last_batch(self):
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
        self._check_last_batch()
        if self._last_batch == "keep":
            yield batch
        elif self._last_batch == "rollover":
            self._prev = batch

    def __len__(self):
        self._check_last_batch()
        count = len(self._sampler)
        if self._last_batch == "keep":
            return -(-count // self._batch_size)
        return (count + len(self._prev)) // self._batch_size


def get_sampler_state(sampler):
    """Return the state of a sampler, or of any object used as one, such as a list."""
    return sampler.get_state() if hasattr(sampler, "get_state") else get_global_state()


def set_sampler_state(sampler, state):
    """Restore a state returned by `get_sampler_state`."""
    if hasattr(sampler, "set_state"):
        sampler.set_state(state)
    else:
        set_global_state(state)
