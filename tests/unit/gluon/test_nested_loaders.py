"""Loaders inside workers, loaders in forked processes, and Ctrl-C while a loader goes away."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time

import pytest

from mxnet import MXNetError
from mxnet.gluon import data
from mxnet.gluon.data import _worker_pool


class Inner(data.Dataset):
    """Makes a sample with a loader of its own, or with one that it has from the start."""

    def __init__(self, options, has_loader):
        self._loader = data.DataLoader(range(8), 4, **options) if has_loader else None
        self._options = options

    def __len__(self):
        return 4

    def __getitem__(self, index):
        loader = self._loader or data.DataLoader(range(8), 4, **self._options)
        return index + sum(int(batch.asnumpy().sum()) for batch in loader)


@pytest.mark.parametrize(
    "has_loader", [False, True], ids=["created in the worker", "created before"]
)
@pytest.mark.parametrize("options", [{}, {"num_workers": 1, "thread_pool": True}], ids=str)
def test_a_loader_inside_a_worker(options, has_loader):
    outer = data.DataLoader(Inner(options, has_loader), 2, num_workers=1, timeout=60)
    assert [batch.asnumpy().tolist() for batch in outer] == [[28, 29], [30, 31]]


@pytest.mark.parametrize(
    "has_loader", [False, True], ids=["created in the worker", "created before"]
)
def test_processes_inside_a_worker_are_refused(has_loader):
    outer = data.DataLoader(Inner({"num_workers": 1}, has_loader), 2, num_workers=1)
    with pytest.raises(MXNetError, match="itself a worker.*needs num_workers=0 or thread_pool"):
        list(outer)


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
@pytest.mark.parametrize("threads", [False, True], ids=["processes", "threads"])
def test_forked_process_starts_its_own_workers(threads):
    loader = data.DataLoader(range(8), 4, num_workers=1, thread_pool=threads, timeout=60)
    queue = multiprocessing.get_context("fork").SimpleQueue()

    def run():
        queue.put([batch.asnumpy().tolist() for batch in loader])

    child = multiprocessing.get_context("fork").Process(target=run)
    child.start()
    child.join(60)
    assert child.exitcode == 0 and queue.get() == [[0, 1, 2, 3], [4, 5, 6, 7]]
    assert len(list(loader)) == 2


def test_interrupt_while_a_loader_is_finalized(monkeypatch):
    """Python swallows what a finalizer raises, so the interrupt comes right after it."""
    ended = []

    def end(workers):
        os.kill(os.getpid(), signal.SIGINT)
        real(workers)
        ended.append(len(workers))

    real = _worker_pool._end_processes
    monkeypatch.setattr(_worker_pool, "_end_processes", end)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        loader = data.DataLoader(range(4), 2, num_workers=2)
        list(loader)
        with pytest.raises(KeyboardInterrupt):
            del loader
            time.sleep(60)
        assert ended == [2] and signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, before)


def test_loader_finalized_in_another_thread():
    loaders = [data.DataLoader(range(4), 2, num_workers=1)]
    processes = loaders[0]._worker_pool._pool
    thread = threading.Thread(target=loaders.clear)
    thread.start()
    thread.join()
    with pytest.raises(ValueError, match="closed"):
        processes[0].is_alive()
