"""How arrays travel between processes: their values lie in shared memory, not in the pickle.

Inside a worker of ours (`collecting`) all arrays of a message are put into one block, whose file
descriptor travels beside the message. Anywhere else, in a ``multiprocessing.Queue`` for instance,
each array brings its own descriptor along.
"""

from __future__ import annotations

import contextlib
import itertools
import os
from multiprocessing import context, reduction
from multiprocessing.reduction import ForkingPickler
from weakref import WeakValueDictionary

import numpy as np

from ...ndarray import NDArray
from ...ndarray._shared import ALIGNMENT, array_at, bytes_of, map_block, new_block

CAN_SHARE = reduction.HAVE_SEND_HANDLE and os.name == "posix"
SMALL = 1 << 14  # bytes: below, a copy in the message is faster than a block

_serial = itertools.count()
_collector: Collector | None = None
_arrived: WeakValueDictionary[tuple[int, int], np.ndarray] = WeakValueDictionary()


class Collector:
    """The arrays of one message, to be put into one block."""

    def __init__(self):
        self.serial = next(_serial)
        self.size = 0
        self._arrays: list[tuple[int, np.ndarray]] = []

    def add(self, array: NDArray) -> tuple[int, int]:
        """Reserve room for an array; return what finds it again."""
        offset = self.size
        values = bytes_of(array)
        self._arrays.append((offset, values))
        self.size = offset + -(-values.size // ALIGNMENT) * ALIGNMENT
        return self.serial, offset

    def block(self) -> int:
        """Write all arrays into a new block; return its descriptor."""
        descriptor = new_block(self.size)
        try:
            memory = map_block(descriptor, self.size)
            for offset, values in self._arrays:
                memory[offset : offset + values.size] = values
        except BaseException:
            os.close(descriptor)
            raise
        return descriptor


@contextlib.contextmanager
def collecting():
    """Let arrays that are pickled in the block go into one Collector."""
    global _collector
    outer, _collector = _collector, Collector()
    try:
        yield _collector
    finally:
        _collector = outer


class Payload(bytes):
    """Pickled bytes, and the memory in which the arrays in them lie."""

    memory: np.ndarray | None = None

    def arrives(self, pid: int, serial: int, memory: np.ndarray) -> Payload:
        """Make memory known under the name that the pickle has for it."""
        _arrived[pid, serial] = self.memory = memory
        return self


def reduce_ndarray(data):
    """Return what rebuilds an array in another process, for pickling."""
    return _reduced(data, rebuild_ndarray)


def rebuild_ndarray(pid, fd, shape, dtype):
    """Return an array on the memory that another process put its values in."""
    return _rebuilt(pid, fd, shape, dtype, NDArray)


def _reduced(data, rebuild):
    # While a process is started the descriptors it may have are settled already.
    if context.get_spawning_popen() is not None:
        return data.__reduce__()
    return rebuild, (os.getpid(), _place(data), data.shape, data.dtype)


def _place(data):
    """Return where the values of an array are to be found: here, in a message's block, or alone."""
    if not CAN_SHARE or data.size * np.dtype(data.dtype).itemsize < SMALL:
        return bytes_of(data).tobytes()
    return _own_block(data) if _collector is None else _collector.add(data)


def _own_block(data):
    """Return a descriptor of a block of its own for one array, in a form that can be pickled."""
    collector = Collector()
    collector.add(data)
    descriptor = collector.block()
    try:
        return reduction.DupFd(descriptor)
    finally:
        os.close(descriptor)


def _rebuilt(pid, place, shape, dtype, cls):
    if isinstance(place, bytes):
        return array_at(np.frombuffer(bytearray(place), np.uint8), 0, shape, dtype, cls)
    if isinstance(place, tuple):
        serial, offset = place
        return array_at(_arrived[pid, serial], offset, shape, dtype, cls)
    descriptor = place.detach()
    try:
        memory = map_block(descriptor, os.fstat(descriptor).st_size)
    finally:
        os.close(descriptor)
    return array_at(memory, 0, shape, dtype, cls)


ForkingPickler.register(NDArray, reduce_ndarray)
