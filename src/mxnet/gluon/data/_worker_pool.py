"""A pool of worker processes that detects when one of them dies.

``multiprocessing.Pool`` waits forever for the task of a killed worker, and copies arrays. This pool
has the part of its interface that loaders use, and no threads. Each worker has a separate socket.
Tasks on it are few and small, so that sending one never blocks.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import pickle
import signal
import socket
import sys
import threading
import time
import warnings
from collections import deque
from multiprocessing import connection, forkserver
from weakref import WeakSet, finalize, ref

import numpy as np

from ..._core.threads import worker_threads
from ...base import MXNetError
from ._interrupts import delay_interrupt
from ._messages import ERROR, OBJECT, ResultMessage, dumps, encode_task, load_error
from ._random_state import TaskSeeds
from ._shared_memory import MappedSegments
from ._transport import Payload
from ._worker import run_worker

MAX_TASKS = 8  # per worker: this many small messages fit into its socket
LARGE = 1 << 13  # bytes: larger tasks are only sent to idle workers, which read them immediately
IDLE_EXIT_SECONDS = 0.2  # for an idle worker to exit by itself

DEATH_SECONDS = 10  # for a process that has closed its socket to exit, on a busy machine

_parent_links: WeakSet[connection.Connection] = WeakSet()


def start_method():
    """Return the start method of processes: the user's setting, otherwise fork where it is safe.

    MXNet: workers are forked, so that a dataset may contain lambdas, open files and large data.
    """
    method = multiprocessing.get_start_method(allow_none=True)
    return multiprocessing.get_context(method or ("fork" if sys.platform == "linux" else None))


def _preload_fork_server() -> None:
    """Let the fork server import the modules of workers once: 0.02 s for each instead of 2.

    This applies only if the user has set nothing, which Python does not report otherwise; a server
    that is already running is not changed.
    """
    if forkserver._forkserver._preload_modules == ["__main__"]:
        forkserver.set_forkserver_preload(["__main__", f"{__package__}.dataloader"])


class Result:
    """The future of a task; see ``multiprocessing.pool.AsyncResult``."""

    def __init__(self, pool: WorkerPool, number: int, message: bytes, seeds: tuple):
        self.number, self.message, self.seeds = number, message, seeds
        self._pool = pool
        self._outcome: tuple[bool, object] | None = None

    def ready(self) -> bool:
        """Return whether the task has finished."""
        self._pool.receive(0)
        return self._outcome is not None

    def successful(self) -> bool:
        """Return whether the task ended without an error."""
        if not self.ready():
            raise ValueError("the task is not done yet")
        return self._outcome[0]

    def wait(self, timeout=None):
        """Wait until the task has finished, at most for the given number of seconds."""
        end = None if timeout is None else time.monotonic() + timeout
        while self._outcome is None:
            remaining = None if end is None else end - time.monotonic()
            if remaining is not None and remaining <= 0:
                return
            self._pool.receive(remaining, self)

    def get(self, timeout=None):
        """Return the result of the task, or raise its error."""
        self.wait(timeout)
        if self._outcome is None:
            raise multiprocessing.TimeoutError(
                f"a worker of the DataLoader took longer than {timeout} seconds for a batch; give "
                "timeout= more seconds, or look for what blocks the dataset"
            )
        succeeded, value = self._outcome
        if not succeeded:
            raise value
        return value

    def set(self, succeeded: bool, value) -> None:
        """Set the outcome of the task."""
        self._outcome = succeeded, value

    def is_set(self) -> bool:
        """Return whether the outcome is known, without looking for messages."""
        return self._outcome is not None


class _Worker:
    """A process, the socket to it, its tasks and its segments of shared memory."""

    def __init__(self, process, link):
        self.process, self.link = process, link
        self.tasks: deque[ref[Result]] = deque()
        self.segments = MappedSegments()

    def send(self, result: Result) -> None:
        """Send a task, together with the segments that are free again."""
        released = self.segments.pop_released()
        self.link.send_bytes(encode_task(result.seeds, released, result.message))
        self.tasks.append(ref(result))
        result.message = b""

    def receive(self) -> tuple[Result | None, int, Payload]:
        """Return the oldest task, or None if its future is gone, and the result."""
        message = ResultMessage.decode(self.link.recv_bytes())
        value = Payload(message.value)
        if message.segments:
            value.attach(self.process.pid, message.serial, self._map(message.segments))
        self.segments.unmap(message.evicted)
        return self.tasks.popleft()(), message.kind, value

    def _map(self, segments):
        """Return the memory of segments; the descriptors of new ones follow the message."""
        memory = []
        with socket.socket(fileno=os.dup(self.link.fileno())) as end:
            for number, capacity in segments:
                if not capacity:
                    memory.append(np.empty(0, np.uint8))
                elif self.segments.is_mapped(number):
                    memory.append(self.segments.map(number, capacity))
                else:
                    memory.append(self._map_new(end, number, capacity))
        return memory

    def _map_new(self, end, number, capacity):
        _, descriptors, _, _ = socket.recv_fds(end, 1, 1)
        if not descriptors:
            raise EOFError
        try:
            return self.segments.map(number, capacity, descriptors[0])
        finally:
            os.close(descriptors[0])


class WorkerPool:
    """Processes that call functions; ``shared`` objects are available in them from the start.

    Forked processes inherit shared objects, which can therefore be anything, including lambdas.
    """

    def __init__(self, processes: int, initializer=None, initargs=(), shared=(), seeds=None):
        self._seeds = TaskSeeds() if seeds is None else seeds
        self._pending: deque[ref[Result]] = deque()  # weak: the caller may have dropped a future
        self._shared = (*initargs, *shared)
        self._turn = threading.RLock()  # held by the thread that sends and receives messages
        self.closed = False
        worker_threads()  # raise errors in the setting here, not in the workers
        self._workers = [_start_worker(initializer, initargs, shared) for _ in range(processes)]
        self._signals = [worker.link for worker in self._workers]
        self._signals += [worker.process.sentinel for worker in self._workers]
        self._finalizer = finalize(self, _stop_workers, self._workers, os.getpid())

    @property
    def _pool(self):
        """The processes, under the name that ``multiprocessing.Pool`` uses."""
        return [worker.process for worker in self._workers]

    def apply_async(self, func, args=(), kwds=None):
        """Submit a call to a worker; return a Result."""
        if self.closed:
            raise ValueError("the workers have been stopped")
        try:
            message = dumps((func, args, kwds or {}), self._shared)
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            raise MXNetError(f"cannot send a task to a worker process: {error}") from error
        number, seeds = self._seeds.take()
        result = Result(self, number, message, seeds)
        self._pending.append(ref(result))
        self.receive(0)
        return result

    def apply(self, func, args=(), kwds=None):
        """Call a function in a worker and wait for its result."""
        return self.apply_async(func, args, kwds).get()

    def _send_tasks(self):
        """Send tasks to the workers that have the fewest."""
        while self._pending:
            result = self._pending[0]()
            if result is None:
                self._pending.popleft()
                continue
            worker = min(self._workers, key=lambda worker: len(worker.tasks))
            limit = 1 if len(result.message) > LARGE else MAX_TASKS
            if len(worker.tasks) >= limit:
                return
            self._pending.popleft()
            with self._exchange(worker):
                worker.send(result)

    def receive(self, timeout: float | None, awaited: Result | None = None) -> None:
        """Process results that have arrived; wait for one up to a timeout, None for ever.

        Threads take turns, and one of them may receive the result that is awaited by another.
        """
        end = None if timeout is None else time.monotonic() + timeout
        if not self._turn.acquire(timeout=-1 if timeout is None else timeout):
            return
        try:
            if awaited is None or not awaited.is_set():
                self._receive(None if end is None else max(0, end - time.monotonic()))
        finally:
            self._turn.release()

    def _receive(self, timeout: float | None) -> None:
        if self.closed:
            raise MXNetError("the workers of the DataLoader have been stopped")
        self._send_tasks()
        ready = connection.wait(self._signals, timeout)
        for worker in self._workers:
            if worker.link in ready:
                with self._exchange(worker):
                    received = worker.receive()
                _set_result(*received)
            elif worker.process.sentinel in ready:
                self._fail(worker)
        if ready:
            self._send_tasks()

    @contextlib.contextmanager
    def _exchange(self, worker):
        """Send or receive a message in the ``with`` block, or stop the workers on failure.

        After an incomplete message, for example after Ctrl-C, the stream is out of sync.
        """
        try:
            yield
        except (EOFError, OSError):
            self._fail(worker)
        except BaseException:
            self.terminate()
            raise

    def _fail(self, worker):
        """Raise the error that a worker has died."""
        worker.process.join(DEATH_SECONDS)
        code, pid = worker.process.exitcode, worker.process.pid
        self.terminate()
        raise MXNetError(f"a worker of the DataLoader (process {pid}) {_describe_exit(code)}")

    def terminate(self):
        """Stop the workers immediately."""
        self.closed = True
        self._finalizer()

    close = terminate  # results of a closed pool cannot be requested

    def join(self):
        """Wait until the workers have ended, which `terminate` already ensures."""
        if not self.closed:
            raise ValueError("the workers are still running: call terminate() first")

    def __repr__(self):
        state = "CLOSE" if self.closed else "RUN"
        return f"<mxnet WorkerPool state={state} pool_size={len(self._workers)}>"


def _set_result(result: Result | None, kind: int, value: Payload) -> None:
    if result is None:
        return
    try:
        loaded = load_error(value) if kind == ERROR else value
        loaded = pickle.loads(value) if kind == OBJECT else loaded
    except Exception as error:  # a user's class may raise anything; only this task has failed
        kind, loaded = ERROR, error
    result.set(kind != ERROR, loaded)


def _describe_exit(code: int | None) -> str:
    if code is None:
        return "does not answer any more"
    if code >= 0:
        return f"ended with exit code {code} while it was at work"
    try:
        name = signal.Signals(-code).name
    except ValueError:
        name = f"signal {-code}"
    hint = "; was there too little memory?" if name == "SIGKILL" else ""
    return f"was killed by {name}{hint}"


def _start_worker(initializer, initargs, shared) -> _Worker:
    if multiprocessing.current_process().daemon:
        raise MXNetError(
            "this process is itself a worker, of a DataLoader or a Pool, and cannot start "
            "processes: a DataLoader inside a dataset needs num_workers=0 or thread_pool=True"
        )
    start = start_method()
    if start.get_start_method() == "forkserver":
        _preload_fork_server()
    ours, theirs = start.Pipe(duplex=True)
    inherited = [*_parent_links, ours] if start.get_start_method() == "fork" else []
    args = theirs, inherited, initializer, initargs, shared
    process = start.Process(target=run_worker, args=args, daemon=True)
    try:
        with warnings.catch_warnings():
            # Python warns about forks with threads; a worker does not use its parent's threads.
            warnings.filterwarnings("ignore", ".*fork", DeprecationWarning)
            process.start()
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        ours.close()
        raise MXNetError(
            f"the dataset or batchify_fn cannot be sent to worker processes, which this system "
            f"starts with {start.get_start_method()!r}: {error}. Use functions and classes of "
            "a module instead of lambdas and local ones, or thread_pool=True, num_workers=0, "
            "or multiprocessing.set_start_method('fork') where there is fork"
        ) from error
    finally:
        theirs.close()
    _parent_links.add(ours)
    return _Worker(process, ours)


def _stop_workers(workers, owner):
    """Stop workers: idle ones end when their socket closes, the others are terminated."""
    with delay_interrupt():
        for worker in workers:
            worker.link.close()
        if os.getpid() == owner:  # a forked process has a copy of the pool, but not its workers
            _end_processes(workers)


def _end_processes(workers):
    end = time.monotonic() + IDLE_EXIT_SECONDS
    for worker in workers:
        worker.process.join(max(0, end - time.monotonic()) if not worker.tasks else 0)
        if worker.process.is_alive():
            worker.process.terminate()
    for worker in workers:
        worker.process.join(1)
        if worker.process.is_alive():
            worker.process.kill()
            worker.process.join()
        with contextlib.suppress(ValueError):  # another thread, which starts a process, reaps it
            worker.process.close()
