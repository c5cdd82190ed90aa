"""Iterators that wrap other iterators: a fixed number of batches, prefetching."""

from __future__ import annotations

import threading

from ._iterator import MODULE, DataBatch, DataDesc, DataIter
from ._threads import ReadingThreads


def check_iterator(taker: str, data) -> None:
    """Reject anything but an iterator of batches."""
    if not hasattr(data, "provide_data"):
        raise TypeError(
            f"{taker} takes an iterator of batches, got a {type(data).__name__}; "
            "mx.io.NDArrayIter(data, label, batch_size) creates one from arrays, "
            "mx.contrib.io.DataLoaderIter(loader) from a DataLoader"
        )


class _Holder(DataIter):
    """An iterator that stores its current batch."""

    current_batch: DataBatch | None = None

    def getpad(self):
        return self.current_batch.pad

    def getindex(self):
        return self.current_batch.index

    def getlabel(self):
        return self.current_batch.label

    def getdata(self):
        return self.current_batch.data


class ResizeIter(_Holder):
    """Yields ``size`` batches per epoch, restarting the inner iterator if it has fewer.

    Without ``reset_internal``, the next epoch continues at the inner iterator's position.
    """

    def __init__(self, data_iter, size, reset_internal=True):
        super().__init__()
        check_iterator("ResizeIter", data_iter)
        self.data_iter, self.size, self.cur = data_iter, size, 0
        self.reset_internal = reset_internal
        for name in ("batch_size", "provide_data", "provide_label", "default_bucket_key"):
            if hasattr(data_iter, name):
                setattr(self, name, getattr(data_iter, name))

    def reset(self):
        """Start the next epoch."""
        if self.reset_internal:
            self.data_iter.reset()
        self.cur = 0

    def iter_next(self):
        """Move to the next batch; return whether there is one."""
        if self.cur == self.size:
            return False
        batch = next(self.data_iter, None)
        if batch is None:  # the inner iterator is exhausted: start it again
            self.data_iter.reset()
            batch = next(self.data_iter)
        self.current_batch = batch
        self.cur += 1
        return True


class PrefetchingIter(_Holder):
    """Prefetches the next batch of one or several iterators in threads.

    The batches of several iterators are combined; ``rename_data`` and ``rename_label`` have a
    dictionary for each iterator, from its names to new ones. Threads may share it.
    """

    def __init__(self, iters, rename_data=None, rename_label=None):
        super().__init__()
        self.iters = iters if isinstance(iters, list) else [iters]
        if not self.iters:
            raise AssertionError("PrefetchingIter needs at least one iterator")
        for iterator in self.iters:
            check_iterator("PrefetchingIter", iterator)
        self.n_iter = len(self.iters)
        self.rename_data = rename_data
        self.rename_label = rename_label
        self.batch_size = self.provide_data[0][1][0]
        self._threads = ReadingThreads(self.n_iter, "mxnet-prefetch")
        self._turn = threading.RLock()  # held by the thread that takes a batch and orders the next
        self._order_next()

    @property
    def provide_data(self):
        """Descriptions of the data of all iterators."""
        return self._describe("provide_data", self.rename_data)

    @property
    def provide_label(self):
        """Descriptions of the labels of all iterators."""
        return self._describe("provide_label", self.rename_label)

    def _describe(self, attribute, names):
        descriptions = []
        for i, source in enumerate(self.iters):
            new_names = {} if names is None else names[i]
            for item in getattr(source, attribute):
                description = item if isinstance(item, DataDesc) else DataDesc(*item)
                name, shape = description
                new = new_names[name] if new_names else name
                descriptions.append(DataDesc(new, shape, description.dtype, description.layout))
        return descriptions

    def _order_next(self):
        self._pending = [self._threads.submit(_next_of, source) for source in self.iters]

    def reset(self):
        """Start the next epoch."""
        self._threads.check()
        with self._turn:
            for batch in self._pending:
                batch.exception()  # wait until the threads have finished
            for source in self.iters:
                source.reset()
            self._order_next()

    def iter_next(self):
        """Move to the next batch; return whether there is one."""
        self._threads.check()
        with self._turn:
            batches = [batch.result() for batch in self._pending]
            if not _all_continue(batches):
                return False
            self.current_batch = self._combine(batches)
            self._order_next()
        return True

    def _combine(self, batches):
        pads = [batch.pad for batch in batches]
        if len(set(pads)) > 1:
            raise AssertionError(f"the iterators pad their batches differently: {pads}")
        return DataBatch(
            [array for batch in batches for array in batch.data],
            [array for batch in batches for array in batch.label or []],
            pads[0],
            batches[0].index,
            provide_data=self.provide_data,
            provide_label=self.provide_label,
        )

    def next(self):
        """Return the next batch; raise StopIteration after the last one."""
        self._threads.check()  # before the lock, which another thread may have held at a fork
        with self._turn:
            if not self.iter_next():
                raise StopIteration
            return self.current_batch

    def __del__(self):
        if hasattr(self, "_threads"):
            self._threads.shutdown(wait=False, cancel_futures=True)


def _all_continue(batches) -> bool:
    """Return whether all iterators have a batch; all must end (None) at the same time."""
    ended = [batch is None for batch in batches]
    if any(ended) and not all(ended):
        raise AssertionError(
            "Number of entry mismatches between iterators: iterator "
            f"{ended.index(True)} ended before the others"
        )
    return not any(ended)


def _next_of(source):
    """Return the next batch, or None after the last one."""
    try:
        return source.next()
    except StopIteration:
        return None


for _class in (ResizeIter, PrefetchingIter):
    _class.__module__ = MODULE
