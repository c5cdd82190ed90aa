"""DataLoader: batches of a dataset, one after the other."""

from __future__ import annotations

import numpy as np

from ... import ndarray as nd
from ...base import MXNetError
from .sampler import BatchSampler, RandomSampler, SequentialSampler

__all__ = ["DataLoader"]


def default_batchify_fn(data):
    """Make a batch of samples: arrays are stacked, tuples become lists of batches."""
    first = data[0]
    if isinstance(first, nd.NDArray):
        return nd.stack(*data)
    if isinstance(first, tuple):
        return [default_batchify_fn(part) for part in zip(*data, strict=True)]
    values = np.asarray(data)
    return nd.array(values, dtype=values.dtype)


class DataLoader:
    """Iterates over a dataset in batches, in order or shuffled.

    Loading in worker processes (``num_workers``) is not supported yet.
    """

    def __init__(
        self,
        dataset,
        batch_size=None,
        shuffle=False,
        sampler=None,
        last_batch=None,
        batch_sampler=None,
        batchify_fn=None,
        num_workers=0,
        pin_memory=False,
        pin_device_id=0,
        prefetch=None,
        thread_pool=False,
        timeout=120,
        auto_reload=False,
    ):
        if num_workers > 0:
            raise MXNetError(
                f"DataLoader(num_workers={num_workers}) is not supported yet; use num_workers=0"
            )
        self._dataset = dataset
        self._batchify_fn = batchify_fn or default_batchify_fn
        self._pin_memory = pin_memory
        self._batch_sampler = _batches_of(
            dataset, batch_size, shuffle, sampler, last_batch, batch_sampler
        )

    def __iter__(self):
        for batch in self._batch_sampler:
            yield self._batchify_fn([self._dataset[i] for i in batch])

    def __len__(self):
        return len(self._batch_sampler)


def _batches_of(dataset, batch_size, shuffle, sampler, last_batch, batch_sampler):
    if batch_sampler is not None:
        if batch_size is not None or shuffle or sampler is not None or last_batch is not None:
            raise ValueError(
                "batch_size, shuffle, sampler and last_batch must not be specified if "
                "batch_sampler is specified."
            )
        return batch_sampler
    if batch_size is None:
        raise ValueError("batch_size must be specified unless batch_sampler is specified")
    if sampler is None:
        sampler = (RandomSampler if shuffle else SequentialSampler)(len(dataset))
    elif shuffle:
        raise ValueError("shuffle must not be specified if sampler is specified")
    return BatchSampler(sampler, batch_size, last_batch or "keep")
