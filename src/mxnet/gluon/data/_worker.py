"""The main loop of a worker process, which runs tasks until its parent exits."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import socket
import sys
from multiprocessing.connection import wait

from ... import autograd
from ..._core.threads import set_num_threads, worker_threads
from ...context import cpu
from ._messages import (
    BYTES,
    ERROR,
    OBJECT,
    ResultMessage,
    decode_task,
    dump_error,
    dumps,
    set_shared_objects,
)
from ._random_state import seed_generators
from ._shared_memory import SegmentPool
from ._transport import collect_arrays


def run_worker(link, inherited, initializer, initargs, shared):
    """Run tasks until the parent closes the socket or exits."""
    for end in inherited:  # otherwise the sockets would stay open when the parent closes them
        end.close()
    _configure_process()
    set_shared_objects((*initargs, *shared))
    if initializer is not None:
        initializer(*initargs)
    segments = SegmentPool()
    parent = multiprocessing.parent_process().sentinel
    with autograd.pause(), cpu():
        while link in wait([link, parent]):
            try:
                seeds, released, task = decode_task(link.recv_bytes())
                segments.release(released)
                seed_generators(*seeds)
                _run_task(link, task, segments)
            except (EOFError, OSError):
                return


def _configure_process():
    os.environ.setdefault("OPENCV_FOR_THREADS_NUM", "1")
    if "cv2" in sys.modules:
        # A forked process does not have OpenCV's threads either.
        sys.modules["cv2"].setNumThreads(0)
    set_num_threads(worker_threads())  # several processes share the processors already
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends its workers itself


def _run_task(link, task, pool):
    """Run one task and send its result, with arrays in separate segments."""
    with collect_arrays(pool.acquire) as arrays:
        kind, value = _execute(task)
        segments = arrays.finish()
        numbers = [(s.number, s.capacity) if s else (0, 0) for s in segments]
        evicted = tuple(pool.pop_evicted())
        link.send_bytes(ResultMessage(kind, arrays.serial, numbers, evicted, value).encode())
        with socket.socket(fileno=os.dup(link.fileno())) as end:
            for segment in segments:
                if segment is not None and segment.descriptor >= 0:
                    socket.send_fds(end, [b"\0"], [segment.descriptor])


def _execute(task):
    try:
        function, args, kwargs = pickle.loads(task)
        value = function(*args, **kwargs)
        return (BYTES, value) if isinstance(value, bytes) else (OBJECT, dumps(value))
    except Exception as error:  # of the user's dataset; the parent raises it
        return ERROR, dump_error(error)
