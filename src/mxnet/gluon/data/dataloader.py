"""DataLoader: batches of a dataset, created in this process, in threads, or in worker processes."""

from __future__ import annotations

import numbers
import os
from collections import deque
from collections.abc import Mapping
from multiprocessing.pool import ThreadPool
from multiprocessing.reduction import ForkingPickler as ForkingPickler

from ... import (
    context,
    ndarray as nd,  # noqa: F401 - MXNet has these two names here
)
from ..._text.reprs import count, count_repr, short
from ..._text.spelling import suggesting
from ...error import MXNetError
from ...util import is_np_array, is_np_shape, set_np  # noqa: F401
from . import sampler as _sampler
from ._batchify import (
    copy_to_context,
    default_batchify_fn,
    default_mp_batchify_fn,
    make_batch,
)
from ._epoch import Epoch
from ._legacy_queues import (
    ConnectionWrapper as ConnectionWrapper,
    Queue as Queue,
    SimpleQueue as SimpleQueue,
    fetcher_loop_v1 as fetcher_loop_v1,
    worker_loop_v1 as worker_loop_v1,
)
from ._prefetch import (
    _MultiWorkerIter,
    _thread_worker_fn,
    _thread_worker_initializer,
    _worker_fn,
    _worker_initializer,
)
from ._random_state import TaskSeeds
from ._transport import (
    rebuild_ndarray as rebuild_ndarray,
    rebuild_np_ndarray as rebuild_np_ndarray,
    reduce_ndarray as reduce_ndarray,
    reduce_np_ndarray as reduce_np_ndarray,
    register_numpy_arrays,
)
from ._worker_pool import WorkerPool
from .sampler import get_sampler_state, set_sampler_state

__all__ = ["DataLoader"]

_STATE_VERSION = 1  # of the state returned by get_state


class DataLoader:
    """Loads the batches of a dataset, in order or shuffled.

    Parameters
    ----------
    dataset : Dataset
        Anything with a length whose samples are accessed by index, including arrays and lists.
    batch_size : int
        Number of samples in a batch.
    shuffle : bool
        Whether to use a new random order in each epoch.
    sampler : Sampler
        The order of the samples, instead of ``shuffle``.
    last_batch : str
        How to handle a shorter batch at the end: ``"keep"`` returns it, ``"discard"`` drops it,
        ``"rollover"`` adds its samples to the next epoch.
    batch_sampler : Sampler
        Returns lists of sample indices; replaces all of the above except the dataset.
    batchify_fn : callable
        Combines a list of samples into a batch; by default arrays are stacked.
    num_workers : int
        Number of processes that prefetch batches; with 0, batches are created on demand. Batches
        from processes are on ``cpu_shared(0)``. If processes are forked (on Linux, unless
        ``multiprocessing.set_start_method`` was called), dataset and functions may be anything;
        otherwise they must be picklable.
    pin_memory, pin_device_id : bool, int
        Copy batches to ``cpu_pinned(pin_device_id)``.
    prefetch : int
        Number of batches to prefetch, by default ``2 * num_workers``.
    thread_pool : bool
        Use threads instead of processes.
    timeout : int
        Timeout for a batch in seconds.
    auto_reload : bool
        Whether to start prefetching the next epoch at the end of the current one.

    Examples
    --------
    >>> for batch in DataLoader([1, 2, 3], batch_size=2):
    ...     print(batch.asnumpy())
    [1 2]
    [3]
    """

    _worker_pool = None  # also if __init__ has failed

    @suggesting
    def __init__(
        self, dataset, batch_size=None, shuffle=False, sampler=None, last_batch=None,
        batch_sampler=None, batchify_fn=None, num_workers=0, pin_memory=False, pin_device_id=0,
        prefetch=None, thread_pool=False, timeout=120, auto_reload=False,
    ):  # fmt: skip
        if timeout <= 0:
            raise AssertionError(f"timeout must be positive, given {timeout}")
        if not isinstance(num_workers, numbers.Integral):
            raise TypeError(f"num_workers is a number of processes, got {num_workers!r}")
        if batchify_fn is not None and not callable(batchify_fn):
            raise TypeError(
                "batchify_fn is a function that makes a batch of a list of samples, got "
                f"{batchify_fn!r}"
            )
        self._dataset = dataset
        self._pin_memory, self._pin_device_id = pin_memory, pin_device_id
        self._thread_pool, self._timeout = thread_pool, timeout
        self._batch_sampler = _make_batch_sampler(
            dataset, batch_size, shuffle, sampler, last_batch, batch_sampler
        )
        self._num_workers = max(0, num_workers)
        self._prefetch = 2 * self._num_workers if prefetch is None else max(0, int(prefetch))
        default = default_mp_batchify_fn if self._num_workers else default_batchify_fn
        self._batchify_fn = batchify_fn or default
        self._epoch = None  # the epoch whose batches are being consumed
        self._resumed = deque()  # epochs restored from a state
        self._seeds = TaskSeeds() if self._num_workers and not thread_pool else None
        self._next_task = 0  # the first task whose batch has not been consumed
        if self._num_workers:
            self._worker_pool = self._start_pool()
        self.auto_reload = auto_reload
        self._iter = None
        if auto_reload:
            self.refresh()

    def __repr__(self):
        parts = (
            short(self._dataset), count_repr(self, "batch"), count(self._num_workers, "worker"),
        )  # fmt: skip
        return f"DataLoader({', '.join(filter(None, parts))})"

    def _start_pool(self):
        switches = is_np_shape(), is_np_array()
        self._pool_owner = os.getpid()
        if self._thread_pool:
            return ThreadPool(self._num_workers, _thread_worker_initializer, switches)
        register_numpy_arrays()
        return WorkerPool(
            self._num_workers,
            _worker_initializer,
            (self._dataset, *switches),
            shared=(self._batchify_fn,),
            seeds=self._seeds,
        )

    def __len__(self):
        return len(self._batch_sampler)

    def __getitem__(self, index):
        raise TypeError(
            "a DataLoader has no batches by index: use `for batch in loader`, or "
            "next(iter(loader)) for the first one; the dataset has samples by index"
        )

    def __iter__(self):
        return self._iter_prefetched() if self._num_workers else self._iter_in_process()

    def _iter_in_process(self):
        self._epoch = epoch = self._next_epoch()
        for indices in epoch:
            batch = make_batch(self._dataset, indices, self._batchify_fn)
            if self._pin_memory:
                batch = copy_to_context(batch, context.cpu_pinned(self._pin_device_id))
            epoch.deliver()
            yield batch
        self._end_epoch(epoch)

    def _iter_prefetched(self):
        batches = self._prefetch_iter() if self._iter is None else self._iter
        self._iter = None
        self._epoch = epoch = batches._batch_sampler
        for batch in batches:
            epoch.deliver()
            self._note_next_task(batches.next_task())
            ended = self._prefetch and not batches._data_buffer
            if self.auto_reload and ended and self._iter is None:
                self.refresh()
            yield batch
        self._end_epoch(epoch)

    def _note_next_task(self, number=None):
        """Record the first task whose batch has not been used: by default the next to be sent."""
        if self._seeds is not None:
            self._next_task = self._seeds.next if number is None else number

    def _next_epoch(self):
        return self._resumed.popleft() if self._resumed else Epoch(self._batch_sampler)

    def _end_epoch(self, epoch):
        if self._epoch is epoch:  # no other loop over this loader has started
            self._epoch = None

    def _prefetch_iter(self):
        has_died = isinstance(self._worker_pool, WorkerPool) and self._worker_pool.closed
        if has_died or self._pool_owner != os.getpid():  # the pool belongs to the parent process
            self._worker_pool = self._start_pool()
        self._note_next_task()
        return _MultiWorkerIter(
            self._worker_pool,
            self._batchify_fn,
            self._next_epoch(),
            self._pin_memory,
            self._pin_device_id,
            worker_fn=_thread_worker_fn if self._thread_pool else _worker_fn,
            prefetch=self._prefetch,
            dataset=self._dataset if self._thread_pool else None,
            data_loader=self,
            timeout=self._timeout,
        )

    def refresh(self):
        """Start to create the batches of an epoch, from the current contents of the dataset."""
        self._iter = self._prefetch_iter() if self._num_workers else None

    def clean(self):
        """Discard the prefetched batches."""
        self._iter = None

    # ------------------------------------------------------------------------------- position

    def get_state(self):
        """Return the position of this loader as plain data (dictionaries, lists, numbers, strings).

        It consists of the order of the epoch, the number of batches already delivered, and the
        seeds of the batches that workers create.
        """
        ahead = None if self._iter is None else self._iter._batch_sampler
        epochs = [epoch for epoch in (self._epoch, ahead, *self._resumed) if epoch is not None]
        return {
            "version": _STATE_VERSION,
            "sampler": get_sampler_state(self._batch_sampler),
            "epochs": [epoch.get_state() for epoch in epochs if epoch.has_begun],
            "seeds": None if self._seeds is None else self._seeds.get_state(self._next_task),
        }

    def set_state(self, state):
        """Continue at the position of another loader over the same samples, from ``get_state``.

        The next loop returns the batches that the interrupted one had not delivered yet. The
        generators that the sampler draws from (by default the global ones of NumPy and Python) are
        restored as well, so that later epochs also have the same order.
        """
        version = state.get("version") if isinstance(state, dict) else None
        if version != _STATE_VERSION:
            raise MXNetError(f"not a state of a DataLoader that this version supports: {version!r}")
        initial = get_sampler_state(self._batch_sampler)
        try:
            resumed = [Epoch.resume(self._batch_sampler, epoch) for epoch in state["epochs"]]
            set_sampler_state(self._batch_sampler, state["sampler"])
            if self._seeds is not None and state["seeds"] is not None:
                self._seeds.set_state(state["seeds"])
                self._next_task = self._seeds.next
        except BaseException as error:
            set_sampler_state(self._batch_sampler, initial)
            if isinstance(error, KeyError | TypeError):
                raise MXNetError(f"not the state of a DataLoader: {error!r}") from error
            raise
        self.clean()
        self._epoch, self._resumed = None, deque(resumed)
        if self.auto_reload:
            self.refresh()

    def __del__(self):
        # A forked process does not have its parent's threads.
        if (
            isinstance(self._worker_pool, ThreadPool | WorkerPool)
            and self._pool_owner == os.getpid()
        ):
            self._worker_pool.terminate()


class DataLoaderV1(DataLoader):
    """The DataLoader without prefetching, threads and timeouts."""

    def __init__(
        self, dataset, batch_size=None, shuffle=False, sampler=None, last_batch=None,
        batch_sampler=None, batchify_fn=None, num_workers=0, pin_memory=False, pin_device_id=0,
    ):  # fmt: skip
        super().__init__(
            dataset, batch_size, shuffle, sampler, last_batch, batch_sampler, batchify_fn,
            num_workers, pin_memory, pin_device_id,
        )  # fmt: skip


def _make_batch_sampler(dataset, batch_size, shuffle, sampler, last_batch, batch_sampler):
    if batch_sampler is not None:
        if batch_size is not None or shuffle or sampler is not None or last_batch is not None:
            raise ValueError(
                "batch_size, shuffle, sampler and last_batch must not be specified if "
                "batch_sampler is specified."
            )
        return batch_sampler
    if batch_size is None:
        raise ValueError("batch_size must be specified unless batch_sampler is specified")
    if hasattr(batch_size, "__len__") and not isinstance(batch_size, str):
        raise TypeError(
            f"batch_size must be a positive integer, got a {type(batch_size).__name__}; data and "
            "labels are one argument: DataLoader(gluon.data.ArrayDataset(data, labels), batch_size)"
        )
    if isinstance(batch_size, str) or batch_size < 1 or batch_size != int(batch_size):
        raise ValueError(f"batch_size must be a positive integer, got {batch_size!r}")
    if isinstance(dataset, Mapping):
        raise TypeError(
            "a DataLoader needs a dataset whose samples have numbers, got a "
            f"{type(dataset).__name__}; gluon.data.ArrayDataset(*arrays) makes one of arrays"
        )
    if sampler is None:
        kind = _sampler.RandomSampler if shuffle else _sampler.SequentialSampler
        if not hasattr(dataset, "__len__") or isinstance(dataset, type):
            what = dataset if isinstance(dataset, type) else type(dataset)
            raise TypeError(
                f"a DataLoader needs a dataset with __len__ and __getitem__, got {what}; "
                "gluon.data.SimpleDataset(list(...)) makes one"
            )
        sampler = kind(len(dataset))
    elif shuffle:
        raise ValueError("shuffle must not be specified if sampler is specified")
    return _sampler.BatchSampler(sampler, batch_size, last_batch or "keep")


_as_in_context = copy_to_context  # a name that other packages use
