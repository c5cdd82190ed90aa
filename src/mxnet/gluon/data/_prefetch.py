"""Batches prefetched by threads or worker processes."""

from __future__ import annotations

import io
import pickle
from multiprocessing.reduction import ForkingPickler

from ... import context
from ...base import MXNetError
from ...error import refuse_stop_iteration
from ...util import set_np
from ._batchify import copy_to_context, make_batch
from ._transport import register_numpy_arrays

_worker_dataset = None


def _worker_initializer(dataset, active_shape, active_array):
    """Store the dataset, and the switches of NumPy's semantics, for the tasks of this process."""
    globals()["_worker_dataset"] = dataset
    register_numpy_arrays()
    _thread_worker_initializer(active_shape, active_array)


def _worker_fn(samples, batchify_fn, dataset=None):
    """Create a batch in a worker process; return it pickled, with arrays in shared memory."""
    source = _worker_dataset if dataset is None else dataset
    pickled = io.BytesIO()
    batch = make_batch(source, samples, batchify_fn)
    ForkingPickler(pickled, pickle.HIGHEST_PROTOCOL).dump(batch)
    return pickled.getvalue()


def _thread_worker_initializer(active_shape, active_array):
    """Set the switches of NumPy's semantics in a thread."""
    set_np(shape=active_shape, array=active_array)


def _thread_worker_fn(samples, batchify_fn, dataset):
    """Create a batch in a thread."""
    try:
        return make_batch(dataset, samples, batchify_fn)
    except Exception:
        raise
    except BaseException as error:  # a ThreadPool would lose it, and the loop wait for the result
        raise MXNetError(f"a thread of the DataLoader was ended by {error!r}") from error


class _MultiWorkerIter:
    """Batches prefetched by a pool, returned in order.

    Packages subclass it: ``_push_next`` submits the next batch of ``_iter`` to ``_worker_pool`` and
    stores its future under ``_sent_idx`` in ``_data_buffer``.
    """

    def __init__(
        self, worker_pool, batchify_fn, batch_sampler, pin_memory=False, pin_device_id=0,
        worker_fn=_worker_fn, prefetch=0, dataset=None, data_loader=None, timeout=120,
    ):  # fmt: skip
        self._worker_pool, self._worker_fn = worker_pool, worker_fn
        self._batchify_fn, self._batch_sampler = batchify_fn, batch_sampler
        self._pin_memory, self._pin_device_id = pin_memory, pin_device_id
        self._dataset = dataset
        self._data_loader = data_loader  # kept alive, as its finalizer ends the workers
        self._timeout = timeout
        self._iter = iter(batch_sampler)
        self._sent_idx = self._rcvd_idx = 0
        self._data_buffer = {}
        for _ in range(prefetch):
            self._push_next()

    def __len__(self):
        return len(self._batch_sampler)

    def __iter__(self):
        return self

    def _push_next(self):
        """Submit one more batch to the pool."""
        samples = next(self._iter, None)
        if samples is not None:
            task = samples, self._batchify_fn, self._dataset
            self._data_buffer[self._sent_idx] = self._worker_pool.apply_async(self._worker_fn, task)
            self._sent_idx += 1

    def next_task(self):
        """Return the number of the task whose batch comes next, or None if tasks have none."""
        result = self._data_buffer.get(self._rcvd_idx)
        return getattr(result, "number", None)

    def __next__(self):
        self._push_next()
        if not self._data_buffer:
            raise StopIteration
        result = self._data_buffer.pop(self._rcvd_idx)
        self._rcvd_idx += 1  # also after an error, so that the next call returns the next batch
        with refuse_stop_iteration(lambda: "the worker function"):
            batch = result.get(self._timeout)
            if isinstance(batch, bytes):  # from another process
                batch = pickle.loads(batch)
        if self._pin_memory:
            batch = copy_to_context(batch, context.cpu_pinned(self._pin_device_id))
        return batch

    def next(self):
        """Return the next batch."""
        return next(self)
