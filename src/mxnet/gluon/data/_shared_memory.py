"""Pools of shared memory segments, because fresh pages cost more than the data written to them.

A worker fills a segment and sends it. When nothing in the parent refers to it any more, its number
is returned with the next task, and the worker may fill it again; both keep it mapped. A worker
pools only a few segments. Additional ones, needed if the user keeps batches, are used once.
"""

from __future__ import annotations

import itertools
import os
from collections import deque
from dataclasses import dataclass
from weakref import WeakSet, finalize, ref

import numpy as np

from ...ndarray._shared import create_segment, map_segment

MAX_SEGMENTS, MAX_BYTES = 16, 256 << 20  # of the pool of one worker
MAX_OVERSIZE = 4  # a segment is not used for less than this fraction of its size
UNPOOLED = 0  # the number of segments that are used once

_fork_count = 0  # how often this process has forked


@dataclass(slots=True)
class Segment:
    """A piece of shared memory that contains one or several arrays."""

    number: int
    capacity: int
    memory: np.ndarray  # of the requested size
    descriptor: int = -1  # until the parent has mapped it

    def close(self) -> None:
        """Close the descriptor; the memory stays mapped."""
        if self.descriptor >= 0:
            os.close(self.descriptor)
            self.descriptor = -1


def new_segment(size: int) -> Segment:
    """Create a segment that is used once."""
    descriptor = create_segment(size)
    return Segment(UNPOOLED, size, map_segment(descriptor, size, populate=True), descriptor)


class SegmentPool:
    """The segments of a worker, in the worker."""

    def __init__(self):
        self._mapped: dict[int, np.ndarray] = {}
        self._idle: dict[int, None] = {}  # segment numbers, least recently used first
        self._views: dict[int, ref] = {}  # the last view of each segment here
        self._numbers = itertools.count(UNPOOLED + 1)
        self._evicted: list[int] = []

    def acquire(self, size: int) -> Segment:
        """Return a segment of at least that size: an idle one, a new one, or an unpooled one."""
        fitting = [n for n in self._idle if size <= self._mapped[n].size <= MAX_OVERSIZE * size]
        if fitting:
            number = min(fitting, key=lambda n: self._mapped[n].size)
            del self._idle[number]
            return self._view(number, size)
        while self._idle and not self._has_room(size):
            self._evict(next(iter(self._idle)))
        segment = new_segment(size)
        if not self._has_room(size):
            return segment
        number = next(self._numbers)
        self._mapped[number] = segment.memory
        return self._view(number, size, segment.descriptor)

    def _has_room(self, size: int) -> bool:
        used = sum(memory.size for memory in self._mapped.values())
        return len(self._mapped) < MAX_SEGMENTS and used + size <= MAX_BYTES

    def _view(self, number: int, size: int, descriptor: int = -1) -> Segment:
        mapped = self._mapped[number]
        view = np.frombuffer(mapped.base, np.uint8, size)
        self._views[number] = ref(view)
        return Segment(number, mapped.size, view, descriptor)

    def release(self, numbers: tuple[int, ...]) -> None:
        """Return segments from the parent to the pool; negative numbers are not reusable."""
        for number in numbers:
            if number < 0 or self._views[number]() is not None:  # something here refers to it
                self._evict(abs(number))
            else:
                self._idle[number] = None

    def _evict(self, number: int) -> None:
        self._idle.pop(number, None)
        del self._mapped[number], self._views[number]
        self._evicted.append(number)

    def pop_evicted(self) -> list[int]:
        """Return the segments that were evicted since the last call."""
        numbers, self._evicted = self._evicted, []
        return numbers


class MappedSegments:
    """The segments of one worker, in its parent."""

    _instances: WeakSet[MappedSegments] = WeakSet()

    def __init__(self):
        self._mapped: dict[int, np.ndarray] = {}
        self._released: deque[int] = deque()
        self._instances.add(self)

    def is_mapped(self, number: int) -> bool:
        """Return whether a segment is already mapped; otherwise its descriptor is needed."""
        return number in self._mapped

    def map(self, number: int, capacity: int, descriptor: int = -1) -> np.ndarray:
        """Return the memory of a segment that a worker has filled."""
        if number == UNPOOLED:
            return map_segment(descriptor, capacity)
        if number not in self._mapped:
            self._mapped[number] = map_segment(descriptor, capacity)
        view = np.frombuffer(self._mapped[number].base, np.uint8)
        # Arrays in the segment refer to the view: when it is collected, the segment is unused.
        finalize(view, _mark_released, self._released, number, _fork_count).atexit = False
        return view

    def pop_released(self) -> list[int]:
        """Return the numbers of segments that nothing refers to any more, for the worker."""
        numbers = []
        while self._released:
            numbers.append(self._released.popleft())
        return numbers

    def unmap(self, numbers: tuple[int, ...]) -> None:
        """Unmap segments that the worker has evicted."""
        for number in numbers:
            self._mapped.pop(number, None)


def _mark_released(released: deque[int], number: int, fork_count: int) -> None:
    # A process that was forked in between may still read the segment.
    released.append(number if fork_count == _fork_count else -number)


def _count_fork() -> None:
    global _fork_count
    _fork_count += 1


def _unmap_in_child() -> None:
    """Unmap, in a forked process, the segments that belong to its parent's workers."""
    for segments in list(MappedSegments._instances):
        segments._mapped.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_count_fork, after_in_child=_unmap_in_child)
