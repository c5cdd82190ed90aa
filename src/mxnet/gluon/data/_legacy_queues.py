"""Queues and loops of the first DataLoader, which some programs still use."""

from __future__ import annotations

import contextlib
import io
import multiprocessing
import multiprocessing.queues
import pickle
from multiprocessing.reduction import ForkingPickler

from ...context import cpu_pinned
from . import _transport  # noqa: F401 (registers arrays with ForkingPickler)
from ._batchify import copy_to_context


class ConnectionWrapper:
    """A connection that sends arrays through shared memory."""

    def __init__(self, conn):
        self._conn = conn

    def send(self, obj):
        """Send an object."""
        buffer = io.BytesIO()
        ForkingPickler(buffer, pickle.HIGHEST_PROTOCOL).dump(obj)
        self.send_bytes(buffer.getvalue())

    def recv(self):
        """Wait for an object and return it."""
        return pickle.loads(self.recv_bytes())

    def __getattr__(self, name):
        if name == "_conn":  # during unpickling
            raise AttributeError(name)
        return getattr(self._conn, name)


class _WithDefaultContext:
    """A queue that is created without naming multiprocessing's context."""

    def __init__(self, *args, **kwargs):
        kwargs.setdefault("ctx", multiprocessing.get_context())
        super().__init__(*args, **kwargs)


class Queue(_WithDefaultContext, multiprocessing.queues.Queue):
    """A queue between processes that passes arrays through shared memory."""


class SimpleQueue(_WithDefaultContext, multiprocessing.queues.SimpleQueue):
    """A simple queue between processes that passes arrays through shared memory."""


def worker_loop_v1(dataset, key_queue, data_queue, batchify_fn):
    """Create the batches that a queue requests, until None; put them into another queue."""
    while (task := key_queue.get())[0] is not None:
        number, samples = task
        data_queue.put((number, batchify_fn([dataset[i] for i in samples])))


def fetcher_loop_v1(
    data_queue, data_buffer, pin_memory=False, pin_device_id=0, data_buffer_lock=None
):
    """Move batches from a queue to a dictionary, until None."""
    while (answer := data_queue.get())[0] is not None:
        number, batch = answer
        if pin_memory:
            batch = copy_to_context(batch, cpu_pinned(pin_device_id))
        with data_buffer_lock or contextlib.nullcontext():
            data_buffer[number] = batch
