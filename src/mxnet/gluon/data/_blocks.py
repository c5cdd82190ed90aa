"""Blocks of shared memory that are used again: fresh pages cost more than what is written to them.

A worker fills a block and sends it. When nothing in the parent looks at it any more, its number
goes back with the next task, and the worker may fill it again; both keep it mapped. A worker has
a few such blocks only. What goes beyond, because the user keeps batches, is a block for once.
"""

from __future__ import annotations

import itertools
import os
from collections import deque
from dataclasses import dataclass
from weakref import WeakSet, finalize, ref

import numpy as np

from ...ndarray._shared import map_block, new_block

BLOCKS, BYTES = 16, 256 << 20  # what a worker has at most to use again
WASTE = 4  # a block is not used for less than this part of it
ONCE = 0  # the number of blocks that are not used again

_forks = 0  # how often this process has forked
_in_parent: WeakSet[ArrivedBlocks] = WeakSet()


@dataclass(slots=True)
class Block:
    """A part of shared memory that an array or several are put into."""

    number: int
    capacity: int
    memory: np.ndarray  # as much as was asked for
    descriptor: int = -1  # for a block that the parent does not know yet

    def close(self) -> None:
        """Close the descriptor; the memory stays."""
        if self.descriptor >= 0:
            os.close(self.descriptor)
            self.descriptor = -1


def block_for_once(size: int) -> Block:
    """Make a block that is not used again."""
    descriptor = new_block(size)
    return Block(ONCE, size, map_block(descriptor, size, to_write=True), descriptor)


class WorkerBlocks:
    """The blocks of a worker, in the worker."""

    def __init__(self):
        self._mapped: dict[int, np.ndarray] = {}
        self._idle: dict[int, None] = {}  # their numbers, the longest idle first
        self._views: dict[int, ref] = {}  # what was last seen of each block here
        self._numbers = itertools.count(ONCE + 1)
        self._forgotten: list[int] = []

    def take(self, size: int) -> Block:
        """Return a block of at least that size: an idle one, a new one, or one for once."""
        fitting = [n for n in self._idle if size <= self._mapped[n].size <= WASTE * size]
        if fitting:
            number = min(fitting, key=lambda n: self._mapped[n].size)
            del self._idle[number]
            return self._shown(number, size)
        while self._idle and not self._has_room(size):
            self._forget(next(iter(self._idle)))
        if not self._has_room(size):
            return block_for_once(size)
        made = block_for_once(size)
        number = next(self._numbers)
        self._mapped[number] = made.memory
        return self._shown(number, size, made.descriptor)

    def _has_room(self, size: int) -> bool:
        taken = sum(memory.size for memory in self._mapped.values())
        return len(self._mapped) < BLOCKS and taken + size <= BYTES

    def _shown(self, number: int, size: int, descriptor: int = -1) -> Block:
        mapped = self._mapped[number]
        view = np.frombuffer(mapped.base, np.uint8, size)
        self._views[number] = ref(view)
        return Block(number, mapped.size, view, descriptor)

    def come_back(self, numbers: tuple[int, ...]) -> None:
        """Take blocks back; those with a negative number are not to be used again."""
        for number in numbers:
            if number < 0 or self._views[number]() is not None:  # somebody here looks at it
                self._forget(abs(number))
            else:
                self._idle[number] = None

    def _forget(self, number: int) -> None:
        self._idle.pop(number, None)
        del self._mapped[number], self._views[number]
        self._forgotten.append(number)

    def forgotten(self) -> list[int]:
        """Return the blocks that were given up since this was last asked."""
        numbers, self._forgotten = self._forgotten, []
        return numbers


class ArrivedBlocks:
    """The blocks of one worker, in its parent."""

    def __init__(self):
        self._mapped: dict[int, np.ndarray] = {}
        self._free: deque[int] = deque()
        _in_parent.add(self)

    def knows(self, number: int) -> bool:
        """Tell whether a block is mapped already; else its descriptor is needed."""
        return number in self._mapped

    def arrive(self, number: int, capacity: int, descriptor: int = -1) -> np.ndarray:
        """Return the memory of a block that a worker has filled."""
        if number == ONCE:
            return map_block(descriptor, capacity)
        if number not in self._mapped:
            self._mapped[number] = map_block(descriptor, capacity)
        view = np.frombuffer(self._mapped[number].base, np.uint8)
        # Arrays in the block hold the view: when it goes, nobody looks at them any more.
        finalize(view, _come_free, self._free, number, _forks).atexit = False
        return view

    def freed(self) -> list[int]:
        """Return the numbers of blocks that nobody uses any more, for the worker."""
        numbers = []
        while self._free:
            numbers.append(self._free.popleft())
        return numbers

    def forget(self, numbers: tuple[int, ...]) -> None:
        """Unmap blocks that the worker has given up."""
        for number in numbers:
            self._mapped.pop(number, None)


def _come_free(free: deque[int], number: int, forks: int) -> None:
    # A process that was forked in between may look at the block still.
    free.append(number if forks == _forks else -number)


def _count_forks() -> None:
    global _forks
    _forks += 1


def _leave_to_parent() -> None:
    """In a forked process: let go of blocks that belong to its parent's workers."""
    for blocks in list(_in_parent):
        blocks._mapped.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_count_forks, after_in_child=_leave_to_parent)
