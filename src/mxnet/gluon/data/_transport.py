"""Transport of arrays between processes: the values are in shared memory, not in the pickle.

In one of our workers (`collect_arrays`), all arrays of a message are put into one segment, whose
file descriptor is sent with the message. Elsewhere, for example in a ``multiprocessing.Queue``,
each array has its own descriptor.
"""

from __future__ import annotations

import contextlib
import itertools
import os
from multiprocessing import context, reduction
from multiprocessing.reduction import ForkingPickler
from weakref import WeakValueDictionary

import numpy as np

from ... import ndarray as nd
from ...ndarray import NDArray
from ...ndarray._shared import (
    ALIGNMENT,
    SHARED,
    array_at,
    data_address,
    map_segment,
    stack_into,
    view_bytes,
    with_context,
)
from ...ndarray.ndarray import PLAIN
from ._shared_memory import Segment, new_segment

CAN_SHARE = reduction.HAVE_SEND_HANDLE and os.name == "posix"
SMALL = 1 << 14  # bytes: below, a copy in the message is faster than a segment

_serial = itertools.count()
_collector: Collector | None = None
# Received memory, by sender, message and index, which is how pickles refer to it.
_received: WeakValueDictionary[tuple[int, int, int], np.ndarray] = WeakValueDictionary()


class Collector:
    """The arrays of one message: most share one segment, some already have one."""

    def __init__(self, acquire=new_segment):
        self.serial = next(_serial)
        self._acquire = acquire
        self._size = 0
        self._arrays: list[tuple[int, np.ndarray]] = []
        self._segments: list[Segment] = []
        self._positions: dict[int, int] = {}  # address of an array -> index of its segment

    def stack(self, arrays) -> NDArray:
        """Stack arrays directly in a separate segment, without an intermediate copy."""
        size = len(arrays) * arrays[0].size * np.dtype(arrays[0].dtype).itemsize
        return stack_into(self.allocate(size), arrays)

    def allocate(self, size: int) -> np.ndarray:
        """Return the memory of a new segment, for one array at its beginning."""
        segment = self._acquire(size)
        self._segments.append(segment)
        self._positions[segment.memory.ctypes.data] = len(self._segments)
        return segment.memory

    def add(self, array: NDArray) -> tuple[int, int, int]:
        """Add an array; return its location: message, segment and offset."""
        position = self._positions.get(data_address(array))
        values = view_bytes(array)
        if position is not None and self._segments[position - 1].memory.size == values.size:
            return self.serial, position, 0
        offset = self._size
        self._arrays.append((offset, values))
        self._size = offset + -(-values.size // ALIGNMENT) * ALIGNMENT
        return self.serial, 0, offset

    def finish(self) -> list[Segment | None]:
        """Return all segments, the common one first (None if it would be empty)."""
        if not self._size:
            return [None, *self._segments] if self._segments else []
        common = self._acquire(self._size)
        self._segments.insert(0, common)
        for offset, values in self._arrays:
            common.memory[offset : offset + values.size] = values
        return self._segments

    def close(self) -> None:
        """Close the descriptors."""
        for segment in self._segments:
            segment.close()
        self._segments = []


@contextlib.contextmanager
def collect_arrays(acquire):
    """Collect the arrays that are pickled inside the ``with`` block for one message."""
    global _collector
    outer, _collector = _collector, Collector(acquire)
    try:
        yield _collector
    finally:
        _collector.close()
        _collector = outer


def stack_shared(arrays) -> NDArray:
    """Stack arrays, in shared memory if the result is about to leave this process."""
    first = arrays[0]
    size = len(arrays) * first.size * np.dtype(first.dtype).itemsize
    is_uniform = all(part.shape == first.shape and part.dtype == first.dtype for part in arrays)
    if _collector is None or size < SMALL or not is_uniform or not CAN_SHARE:
        return with_context(nd.stack(*arrays), SHARED)
    return _collector.stack(arrays)


def allocate_batch(size: int) -> np.ndarray:
    """Return memory for an array, shared if it is about to leave this process."""
    if _collector is None or size < SMALL or not CAN_SHARE:
        return np.empty(size, np.uint8)
    return _collector.allocate(size)


class Payload(bytes):
    """Pickled bytes, and the memory that contains their arrays."""

    memory: tuple[np.ndarray, ...] = ()

    def attach(self, pid: int, serial: int, memory: list[np.ndarray]) -> None:
        """Register memory under the locations used in the pickle."""
        self.memory = tuple(memory)
        for position, segment in enumerate(memory):
            _received[pid, serial, position] = segment


def reduce_ndarray(data):
    """Return the arguments that rebuild an array in another process, for pickling."""
    return _reduce(data, rebuild_ndarray)


def rebuild_ndarray(pid, fd, shape, dtype):
    """Return an array on the memory to which another process wrote its values."""
    return _rebuild(pid, fd, shape, dtype, NDArray)


def reduce_np_ndarray(data):
    """Return the arguments that rebuild an ``mx.np`` array in another process, for pickling."""
    return _reduce(data, rebuild_np_ndarray)


def rebuild_np_ndarray(pid, fd, shape, dtype):
    """Return an ``mx.np`` array on the memory to which another process wrote its values."""
    return _rebuild(pid, fd, shape, dtype, NDArray).as_np_ndarray()


def register_numpy_arrays() -> None:
    """Let ``mx.np`` arrays, if that module is loaded, use shared memory as well."""
    for cls in PLAIN - {NDArray}:
        ForkingPickler.register(cls, reduce_np_ndarray)


def _reduce(data, rebuild):
    # While a process is being spawned, the descriptors that it inherits are already fixed.
    if context.get_spawning_popen() is not None:
        return data.__reduce__()
    return rebuild, (os.getpid(), _locate(data), data.shape, data.dtype)


def _locate(data):
    """Return the values of an array, or their location: in a message's segment or their own."""
    if not CAN_SHARE or data.size * np.dtype(data.dtype).itemsize < SMALL:
        return view_bytes(data).tobytes()
    return _share_alone(data) if _collector is None else _collector.add(data)


def _share_alone(data):
    """Put one array into a segment; return its descriptor in a form that can be pickled."""
    collector = Collector()
    try:
        collector.add(data)
        (segment,) = collector.finish()
        return reduction.DupFd(segment.descriptor)
    finally:
        collector.close()


def _rebuild(pid, location, shape, dtype, cls):
    if isinstance(location, bytes):
        return array_at(np.frombuffer(bytearray(location), np.uint8), 0, shape, dtype, cls)
    if isinstance(location, tuple):
        serial, position, offset = location
        return array_at(_received[pid, serial, position], offset, shape, dtype, cls)
    descriptor = location.detach()
    try:
        memory = map_segment(descriptor, os.fstat(descriptor).st_size)
    finally:
        os.close(descriptor)
    return array_at(memory, 0, shape, dtype, cls)


ForkingPickler.register(NDArray, reduce_ndarray)
