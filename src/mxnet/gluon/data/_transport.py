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

from ... import ndarray as nd
from ...ndarray import NDArray
from ...ndarray._shared import (
    ALIGNMENT,
    SHARED,
    address_of,
    array_at,
    bytes_of,
    labelled,
    map_block,
    stacked_at,
)
from ...ndarray.ndarray import PLAIN
from ._blocks import Block, block_for_once

CAN_SHARE = reduction.HAVE_SEND_HANDLE and os.name == "posix"
SMALL = 1 << 14  # bytes: below, a copy in the message is faster than a block

_serial = itertools.count()
_collector: Collector | None = None
_arrived: WeakValueDictionary[tuple[int, int, int], np.ndarray] = WeakValueDictionary()


class Collector:
    """The arrays of one message: most are put into one block, some have one already."""

    def __init__(self, take=block_for_once):
        self.serial = next(_serial)
        self._take = take
        self._size = 0
        self._arrays: list[tuple[int, np.ndarray]] = []
        self._blocks: list[Block] = []
        self._owners: dict[int, int] = {}  # the places of blocks by the addresses of their arrays

    def stack(self, arrays) -> NDArray:
        """Stack arrays in a block of their own, without a copy on the way."""
        size = len(arrays) * arrays[0].size * np.dtype(arrays[0].dtype).itemsize
        return stacked_at(self.memory(size), arrays)

    def memory(self, size: int) -> np.ndarray:
        """Return the memory of a new block, for one array that begins with it."""
        block = self._take(size)
        self._blocks.append(block)
        self._owners[block.memory.ctypes.data] = len(self._blocks)
        return block.memory

    def add(self, array: NDArray) -> tuple[int, int, int]:
        """Take an array in; return what finds it again: message, block and offset."""
        owner = self._owners.get(address_of(array))
        if owner is not None and self._blocks[owner - 1].memory.size == bytes_of(array).size:
            return self.serial, owner, 0
        offset = self._size
        values = bytes_of(array)
        self._arrays.append((offset, values))
        self._size = offset + -(-values.size // ALIGNMENT) * ALIGNMENT
        return self.serial, 0, offset

    def blocks(self) -> list[Block | None]:
        """Return all blocks, the common one first (None if it would be empty)."""
        if not self._size:
            return [None, *self._blocks] if self._blocks else []
        common = self._take(self._size)
        self._blocks.insert(0, common)
        for offset, values in self._arrays:
            common.memory[offset : offset + values.size] = values
        return self._blocks

    def close(self) -> None:
        """Close the descriptors."""
        for block in self._blocks:
            block.close()
        self._blocks = []


@contextlib.contextmanager
def collecting(take=block_for_once):
    """Let arrays that are pickled in the block go into one Collector; ``take`` makes blocks."""
    global _collector
    outer, _collector = _collector, Collector(take)
    try:
        yield _collector
    finally:
        _collector.close()
        _collector = outer


def stacked(arrays) -> NDArray:
    """Stack arrays, in shared memory where the result is about to leave this process."""
    first = arrays[0]
    size = len(arrays) * first.size * np.dtype(first.dtype).itemsize
    alike = all(part.shape == first.shape and part.dtype == first.dtype for part in arrays)
    if _collector is None or size < SMALL or not alike or not CAN_SHARE:
        return labelled(nd.stack(*arrays), SHARED)
    return _collector.stack(arrays)


def batch_memory(size: int) -> np.ndarray:
    """Return memory for an array, shared where it is about to leave this process."""
    if _collector is None or size < SMALL or not CAN_SHARE:
        return np.empty(size, np.uint8)
    return _collector.memory(size)


class Payload(bytes):
    """Pickled bytes, and the memory in which the arrays in them lie."""

    blocks: tuple[np.ndarray, ...] = ()

    def arrives(self, pid: int, serial: int, blocks: list[np.ndarray]) -> None:
        """Make memory known under the names that the pickle has for it."""
        self.blocks = tuple(blocks)
        for number, memory in enumerate(blocks):
            _arrived[pid, serial, number] = memory


def reduce_ndarray(data):
    """Return what rebuilds an array in another process, for pickling."""
    return _reduced(data, rebuild_ndarray)


def rebuild_ndarray(pid, fd, shape, dtype):
    """Return an array on the memory that another process put its values in."""
    return _rebuilt(pid, fd, shape, dtype, NDArray)


def reduce_np_ndarray(data):
    """Return what rebuilds an array of ``mx.np`` in another process, for pickling."""
    return _reduced(data, rebuild_np_ndarray)


def rebuild_np_ndarray(pid, fd, shape, dtype):
    """Return an array of ``mx.np`` on the memory that another process put its values in."""
    return _rebuilt(pid, fd, shape, dtype, NDArray).as_np_ndarray()


def share_arrays_of_numpy() -> None:
    """Let arrays of ``mx.np``, if that is loaded, go through shared memory too."""
    for cls in PLAIN - {NDArray}:
        ForkingPickler.register(cls, reduce_np_ndarray)


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
    try:
        collector.add(data)
        (block,) = collector.blocks()
        return reduction.DupFd(block.descriptor)
    finally:
        collector.close()


def _rebuilt(pid, place, shape, dtype, cls):
    if isinstance(place, bytes):
        return array_at(np.frombuffer(bytearray(place), np.uint8), 0, shape, dtype, cls)
    if isinstance(place, tuple):
        serial, number, offset = place
        return array_at(_arrived[pid, serial, number], offset, shape, dtype, cls)
    descriptor = place.detach()
    try:
        memory = map_block(descriptor, os.fstat(descriptor).st_size)
    finally:
        os.close(descriptor)
    return array_at(memory, 0, shape, dtype, cls)


ForkingPickler.register(NDArray, reduce_ndarray)
