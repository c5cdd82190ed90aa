"""A pool of worker processes: tasks go out, results come back, and no death goes unnoticed.

``multiprocessing.Pool`` waits forever for what a killed worker was working on, and copies arrays.
This pool has the part of its interface that loaders use, and no threads. Each worker has a socket
of its own. Tasks on it are few and small, so that sending one never waits.
"""

from __future__ import annotations

import io
import multiprocessing
import os
import pickle
import signal
import socket
import struct
import sys
import time
import traceback
import warnings
from collections import deque
from multiprocessing import connection
from multiprocessing.pool import RemoteTraceback
from multiprocessing.reduction import ForkingPickler
from weakref import WeakSet, finalize, ref

import numpy as np

from ... import autograd
from ..._core.threads import set_num_threads, worker_threads
from ...base import MXNetError
from ...context import cpu
from ._blocks import ArrivedBlocks, WorkerBlocks
from ._random_state import TaskSeeds, seed_generators
from ._transport import Payload, collecting

IN_FLIGHT = 8  # tasks that one worker has at most
LARGE = 1 << 13  # bytes: a task above goes to an idle worker only, which is sure to read it
PATIENCE = 0.2  # seconds in which a worker that has nothing to do should end by itself

BYTES, OBJECT, ERROR = range(3)  # what a worker answers
# That, the message's number, how many blocks come beside it, and how many have been given up.
_HEADER = struct.Struct("<BQQQ")
_BLOCK = struct.Struct("<QQ")  # number and size; no size is no block
# Before a task: its three seeds, and how many blocks go back to the worker.
_TASK = struct.Struct("<QQQQ")

_parent_ends: WeakSet[connection.Connection] = WeakSet()


def start_method():
    """Return how processes are started: as the user has set it, else by fork where that is safe.

    MXNet: workers are forked, so that a dataset may hold lambdas, open files and a lot of data.
    """
    chosen = multiprocessing.get_start_method(allow_none=True)
    return multiprocessing.get_context(chosen or ("fork" if sys.platform == "linux" else None))


class Result:
    """What a task will return; see ``multiprocessing.pool.AsyncResult``."""

    def __init__(self, pool: WorkerPool, number: int, message: bytes, seeds: tuple):
        self.number, self.message, self.seeds = number, message, seeds
        self._pool = pool
        self._outcome: tuple[bool, object] | None = None

    def ready(self) -> bool:
        """Tell whether the task is done."""
        self._pool.receive(0)
        return self._outcome is not None

    def successful(self) -> bool:
        """Tell whether the task ended without an error."""
        if not self.ready():
            raise ValueError("the task is not done yet")
        return self._outcome[0]

    def wait(self, timeout=None):
        """Wait until the task is done, at most so many seconds."""
        end = None if timeout is None else time.monotonic() + timeout
        while self._outcome is None:
            left = None if end is None else end - time.monotonic()
            if left is not None and left <= 0:
                return
            self._pool.receive(left)

    def get(self, timeout=None):
        """Return what the task returned, or raise what it raised."""
        self.wait(timeout)
        if self._outcome is None:
            raise multiprocessing.TimeoutError(
                f"a worker of the DataLoader took longer than {timeout} seconds for a batch; give "
                "timeout= more seconds, or look for what blocks the dataset"
            )
        done, value = self._outcome
        if not done:
            raise value
        return value

    def set(self, done: bool, value) -> None:
        """Take in how the task ended."""
        self._outcome = done, value


class _Worker:
    """A process, the socket to it, and the tasks it has."""

    def __init__(self, process, link):
        self.process, self.link = process, link
        self.tasks: deque[ref[Result]] = deque()
        self.blocks = ArrivedBlocks()


class WorkerPool:
    """Processes that call functions; ``shared`` objects are in them from the start.

    What is shared is inherited by forked processes, and so may be anything, lambdas too.
    """

    def __init__(self, processes: int, initializer=None, initargs=(), shared=(), seeds=None):
        self._seeds = TaskSeeds() if seeds is None else seeds
        self._pending: deque[ref[Result]] = deque()  # weak: nobody may want a result any more
        self._shared = (*initargs, *shared)
        self.closed = False
        worker_threads()  # a wrong setting is an error here, not in the workers
        args = initializer, initargs, shared
        self._workers = [self._started(*args) for _ in range(processes)]
        self._signals = [worker.link for worker in self._workers]
        self._signals += [worker.process.sentinel for worker in self._workers]
        self._finalizer = finalize(self, _end, self._workers, os.getpid())

    @property
    def _pool(self):
        """The processes, under the name that ``multiprocessing.Pool`` has for them."""
        return [worker.process for worker in self._workers]

    def _started(self, *given):
        start = start_method()
        ours, theirs = start.Pipe(duplex=True)
        inherited = [*_parent_ends, ours] if start.get_start_method() == "fork" else []
        process = start.Process(target=_work, args=(theirs, inherited, *given), daemon=True)
        try:
            with warnings.catch_warnings():
                # Python warns of forks beside threads; a worker uses none of its parent's.
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
        _parent_ends.add(ours)
        return _Worker(process, ours)

    # ----------------------------------------------------------------------------------- tasks

    def apply_async(self, func, args=(), kwds=None):
        """Let a worker call a function; return a Result."""
        if self.closed:
            raise ValueError("the workers have been stopped")
        try:
            message = _dumps((func, args, kwds or {}), self._shared)
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            raise MXNetError(f"cannot send a task to a worker process: {error}") from error
        number, seeds = self._seeds.take()
        result = Result(self, number, message, seeds)
        self._pending.append(ref(result))
        self.receive(0)
        return result

    def apply(self, func, args=(), kwds=None):
        """Let a worker call a function; return what it returns."""
        return self.apply_async(func, args, kwds).get()

    def _hand_out(self):
        """Send tasks to the workers that have the fewest."""
        while self._pending:
            result = self._pending[0]()
            if result is None:  # nobody waits for it any more
                self._pending.popleft()
                continue
            worker = min(self._workers, key=lambda worker: len(worker.tasks))
            limit = 1 if len(result.message) > LARGE else IN_FLIGHT
            if len(worker.tasks) >= limit:
                return
            self._pending.popleft()
            try:
                freed = worker.blocks.freed()
                head = _TASK.pack(*result.seeds, len(freed))
                head += struct.pack(f"<{len(freed)}q", *freed)
                worker.link.send_bytes(head + result.message)
            except OSError:
                self._lost(worker)
            worker.tasks.append(ref(result))
            result.message = b""

    def receive(self, timeout: float | None) -> None:
        """Take in results that have come; wait for one so many seconds, None for ever."""
        if self.closed:
            raise MXNetError("the workers of the DataLoader have been stopped")
        self._hand_out()
        ready = connection.wait(self._signals, timeout)
        for worker in self._workers:
            if worker.link in ready:
                try:
                    self._take_in(worker)
                except (EOFError, OSError):
                    self._lost(worker)
            elif worker.process.sentinel in ready:
                self._lost(worker)
        if ready:
            self._hand_out()

    def _take_in(self, worker):
        answer = worker.link.recv_bytes()
        kind, serial, count, given_up = _HEADER.unpack_from(answer)
        middle = _HEADER.size + _BLOCK.size * count
        end = middle + 8 * given_up
        value = Payload(answer[end:])
        if count:
            sent = list(_BLOCK.iter_unpack(answer[_HEADER.size : middle]))
            value.arrives(worker.process.pid, serial, _receive_blocks(worker, sent))
        worker.blocks.forget(struct.unpack(f"<{given_up}Q", answer[middle:end]))
        result = worker.tasks.popleft()()
        if result is None:  # nobody waits for it any more
            return
        if kind == ERROR:
            result.set(False, _error_from(value))
        else:
            result.set(True, pickle.loads(value) if kind == OBJECT else value)

    def _lost(self, worker):
        """Tell that a worker has died."""
        worker.process.join(1)
        code, pid = worker.process.exitcode, worker.process.pid
        self.terminate()
        raise MXNetError(f"a worker of the DataLoader (process {pid}) {_died_of(code)}")

    # ------------------------------------------------------------------------------------- end

    def terminate(self):
        """Stop the workers at once."""
        self.closed = True
        self._finalizer()

    close = terminate  # nobody can get results of a pool that takes no more tasks

    def join(self):
        """Wait until the workers have ended, which `terminate` has done already."""
        if not self.closed:
            raise ValueError("the workers are still running: call terminate() first")

    def __repr__(self):
        state = "CLOSE" if self.closed else "RUN"
        return f"<mxnet WorkerPool state={state} pool_size={len(self._workers)}>"


def _died_of(code: int | None) -> str:
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


def _end(workers, owner):
    """Stop workers: those that are idle end when their socket closes, the others are stopped."""
    for worker in workers:
        worker.link.close()
    if os.getpid() != owner:
        return  # a forked process has the pool's object, but not its processes
    end = time.monotonic() + PATIENCE
    for worker in workers:
        worker.process.join(max(0, end - time.monotonic()) if not worker.tasks else 0)
        if worker.process.is_alive():
            worker.process.terminate()
    for worker in workers:
        worker.process.join(1)
        if worker.process.is_alive():
            worker.process.kill()
            worker.process.join()
        worker.process.close()


def _receive_blocks(worker, sent):
    """Return the memory of the blocks of a message, some of which come beside it."""
    blocks = []
    with socket.socket(fileno=os.dup(worker.link.fileno())) as end:
        for number, size in sent:
            if not size:
                blocks.append(np.empty(0, np.uint8))
            elif worker.blocks.knows(number):
                blocks.append(worker.blocks.arrive(number, size))
            else:
                blocks.append(_receive_block(worker, end, number, size))
    return blocks


def _receive_block(worker, end, number, size):
    _, descriptors, _, _ = socket.recv_fds(end, 1, 1)
    if not descriptors:
        raise EOFError
    try:
        return worker.blocks.arrive(number, size, descriptors[0])
    finally:
        os.close(descriptors[0])


# -------------------------------------------------------------------------------- in the worker

_inherited: tuple = ()  # the objects that a task can name by number


def _shared_object(index):
    return _inherited[index]


class _TaskPickler(ForkingPickler):
    """Pickles a task; shared objects by their number."""

    def __init__(self, file, shared):
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self._numbers = {id(value): i for i, value in enumerate(shared)}

    def reducer_override(self, obj):
        number = self._numbers.get(id(obj))
        return NotImplemented if number is None else (_shared_object, (number,))


def _dumps(value, shared=()):
    buffer = io.BytesIO()
    _TaskPickler(buffer, shared).dump(value)
    return buffer.getvalue()


def _prepare():
    os.environ.setdefault("OPENCV_FOR_THREADS_NUM", "1")
    if "cv2" in sys.modules:
        sys.modules["cv2"].setNumThreads(0)  # its threads are not in a forked process either
    set_num_threads(worker_threads())  # several processes share the processors already
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends its workers itself


def _work(link, inherited, initializer, initargs, shared):
    """Do tasks until the parent closes the socket or is gone."""
    global _inherited
    for end in inherited:  # or the socket would not close when the parent closes it
        end.close()
    _prepare()
    _inherited = (*initargs, *shared)
    if initializer is not None:
        initializer(*initargs)
    blocks = WorkerBlocks()
    parent = multiprocessing.parent_process().sentinel
    with autograd.pause(), cpu():
        while link in connection.wait([link, parent]):
            try:
                message = link.recv_bytes()
                *seeds, count = _TASK.unpack_from(message)
                start = _TASK.size + 8 * count
                blocks.come_back(struct.unpack(f"<{count}q", message[_TASK.size : start]))
                seed_generators(*seeds)
                _answer(link, message[start:], blocks)
            except (EOFError, OSError):
                return


def _answer(link, task, memory):
    """Do one task and send what came of it, the arrays in blocks beside it."""
    with collecting(memory.take) as arrays:
        kind, value = _outcome(task)
        blocks = arrays.blocks()
        given_up = memory.forgotten()
        head = _HEADER.pack(kind, arrays.serial, len(blocks), len(given_up))
        places = [_BLOCK.pack(b.number, b.capacity) if b else _BLOCK.pack(0, 0) for b in blocks]
        numbers = struct.pack(f"<{len(given_up)}Q", *given_up)
        link.send_bytes(b"".join((head, *places, numbers, value)))
        with socket.socket(fileno=os.dup(link.fileno())) as end:
            for block in blocks:
                if block is not None and block.descriptor >= 0:
                    socket.send_fds(end, [b"\0"], [block.descriptor])


def _outcome(task):
    try:
        function, args, kwargs = pickle.loads(task)
        value = function(*args, **kwargs)
        return (BYTES, value) if isinstance(value, bytes) else (OBJECT, _dumps(value))
    except Exception as error:
        return ERROR, _dumps((_pickled(error), traceback.format_exc()))


def _pickled(error):
    """Pickle an error; return None where that fails, there or when it is read."""
    try:
        pickled = _dumps(error)
        pickle.loads(pickled)
    except Exception:
        return None
    return pickled


def _error_from(value):
    """Return the error of a worker, with the traceback there as its cause."""
    pickled, text = pickle.loads(value)
    if pickled is None:
        return MXNetError(f"a worker of the DataLoader failed:\n{text}")
    error = pickle.loads(pickled)
    error.__cause__ = RemoteTraceback(f'\n"""\n{text}"""')
    return error
