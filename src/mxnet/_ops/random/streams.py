"""The random streams of MXNet 1.9.1 on CPUs: Mersenne Twisters, with the same numbers.

MXNet has two kinds of generators there. The operators of ``mx.nd`` draw from 1024 streams at once:
each of them provides a contiguous part of the result, of 64 numbers or more. Those of ``mx.np``
draw from a single stream. ``distributions.py`` converts the 32-bit words of streams to numbers.

Both classes have ``window``, which returns the next words of the first streams without drawing
them, and ``advance_first``, which draws some of the first stream; parallel streams also have
``advance``, which draws some of several. ``version`` changes whenever words are drawn or returned,
so that what was computed from a window (``prepared``) is known to be out of date.
"""

from __future__ import annotations

import itertools
import sys
import threading
from collections import deque
from collections.abc import Sequence

import numpy as np
import torch

BLOCK = 1248  # words that a stream prepares at once: two states of a Mersenne Twister
_UNDO_BLOCKS = 2048  # 10 MB; enough to repeat the last steps of any common network
# Streams that have drawn fewer words are restored by drawing them again, others from a state of
# 5 KB. The weights of a ResNet-50 are 24,000 words of each stream.
_LONG = 1 << 16
# Streams are released if none has drawn more words: drawing them again takes 0.1 seconds.
_RELEASED = 24 * BLOCK

_AHEAD = 256  # words that a single stream draws at least: a call takes as long as 20,000 of them

_DRAWN_ROWS = 32  # drawn into memory that is used again: 160 KB, which stay in a cache

# MXNet: the seed of mx.random.seed, times this, is that of the first stream; others follow.
SEED_FACTOR = 127


class ParallelStreams:
    """Streams with consecutive seeds, one in each row of an array; rows are added on first use.

    A row has two blocks of words, the second of which is only read ahead, so that ``window`` finds
    the words after a position in the first block. States of streams are kept from the first call of
    ``get_state`` on: they need twice the memory of the words, and most programs never return.
    """

    limit = BLOCK  # the largest window
    count = 1024
    least = 64  # numbers from each stream, if there are as many

    def __init__(self, seed: int):
        self._keeps_states = self._was_released = False
        self.version = 0
        self.prepared: tuple | None = None
        self.seed(seed)

    def seed(self, seed: int) -> None:
        self.version += 1
        self.first_seed = seed % 2**32
        self._clear()
        self.positions = np.empty(0, np.int64)  # words that were drawn

    def _clear(self) -> None:
        self._engines: list[torch.Generator] = []
        # Of some streams, the states before their blocks; None if not known.
        self._starts: dict[int, tuple[torch.Tensor | None, torch.Tensor | None]] = {}
        self._words = np.empty((0, 2 * BLOCK), np.uint32)
        self._blocks = np.empty(0, np.int64)  # blocks that were drawn
        # Streams, a block that they left, and their state before it, if known, to go back.
        self._undo: deque[tuple[int, int, torch.Tensor | None]] = deque(maxlen=_UNDO_BLOCKS)

    def release(self) -> None:
        """Free the words and engines, 15 MB; streams are drawn again when they are needed.

        This happens only once, so that a program that keeps drawing is not slowed down, and not
        while states are kept.
        """
        is_cheap = not (self.positions > _RELEASED).any()
        if is_cheap and not (self._keeps_states or self._was_released):
            self._was_released = True
            self.version += 1
            self.prepared = None
            self._clear()

    def split(self, total: int) -> tuple[int, int, np.ndarray]:
        """Return how many streams provide numbers, the most of one stream, and those of each."""
        if total <= self.least:
            return 1, total, np.array([total])
        rows = min(-(-total // self.least), self.count)
        step = -(-total // rows)
        return rows, step, np.minimum(np.maximum(total - step * np.arange(rows), 0), step)

    def window(self, rows: int, count: int) -> np.ndarray:
        """Return the next words of the first streams, one stream in each row."""
        self._add_rows(rows)
        start = int(self.positions[0]) - BLOCK * int(self._blocks[0])
        if rows == 1:
            return self._words[:1, start : start + count]
        starts = self.positions[:rows] - BLOCK * self._blocks[:rows]
        # Neighbors at the same position are copied at once; of normal numbers there are few, but
        # slices of single rows are still five times as fast as take_along_axis.
        edges = [0, *(np.flatnonzero(np.diff(starts)) + 1).tolist(), rows]
        if len(edges) == 2:
            return self._words[:rows, start : start + count]
        window = np.empty((rows, count), np.uint32)
        for first, last in itertools.pairwise(edges):
            start = int(starts[first])
            window[first:last] = self._words[first:last, start : start + count]
        return window

    def advance(self, counts: np.ndarray) -> None:
        """Draw words, at most ``limit``: a number for each of the first streams."""
        self.version += 1
        self.positions[: len(counts)] += counts
        self._renew(len(counts))

    def advance_first(self, count: int) -> None:
        """Draw words of the first stream alone."""
        self.version += 1
        self.positions[0] += count
        if self.positions[0] // BLOCK > self._blocks[0]:
            self._renew(1)

    def get_state(self) -> tuple[np.ndarray, list[torch.Tensor]]:
        """Return how many words were drawn, and the states of streams that have drawn many."""
        self._keeps_states = True
        states = []
        for row in np.flatnonzero(self.positions >= _LONG).tolist():
            first, second = self._starts.get(row, (None, None))
            if first is None:
                first = self._engine(row, int(self._blocks[row])).get_state()
                self._starts[row] = first, second
            states.append(first)
        return self.positions.copy(), states

    def get_positions(self) -> tuple[int, np.ndarray]:
        """Return the seed and how many words were drawn, enough to return in the same process."""
        self._keeps_states = True
        return self.first_seed, self.positions.copy()

    def set_state(
        self, seed: int, positions: np.ndarray, states: Sequence[torch.Tensor] | None = None
    ) -> None:
        """Return to a state; without the states of long streams these may be drawn again."""
        self.version += 1
        if seed != self.first_seed:
            self.seed(seed)
        self._add_rows(max(len(positions), len(self.positions)))
        positions = np.concatenate(
            [positions, np.zeros(len(self.positions) - len(positions), np.int64)]
        )
        blocks = positions // BLOCK
        while self._undo and (blocks < self._blocks).any():
            self._restore(*self._undo.pop())
        long = np.flatnonzero(positions >= _LONG).tolist() if states is not None else []
        for row, state in zip(long, states or (), strict=True):
            if self._blocks[row] != blocks[row]:
                self._restore(row, int(blocks[row]), state)
        for row in np.flatnonzero(blocks < self._blocks).tolist():
            self._restore(row, 0, None)
        self.positions = positions
        self._renew(len(positions))

    def _engine(self, row: int, block: int = 0) -> torch.Generator:
        """Return an engine of a stream before a block, after drawing all blocks before it."""
        engine = torch.Generator().manual_seed((self.first_seed + row) % 2**32)
        pairs = torch.empty(BLOCK // 2, dtype=torch.int64)
        for _ in range(block):
            pairs.random_(-(2**63), None, generator=engine)
        return engine

    def _add_rows(self, rows: int) -> None:
        old = len(self._engines)
        if rows <= old:
            return
        zeros = np.zeros(max(rows - len(self.positions), 0), np.int64)
        self.positions = np.concatenate([self.positions, zeros])
        blocks = self.positions[old:rows] // BLOCK  # not 0 if the streams were released
        self._engines += map(self._engine, range(old, rows), blocks.tolist())
        self._words = np.concatenate([self._words, np.empty((rows - old, 2 * BLOCK), np.uint32)])
        _draw_words(self._engines[old:], self._words[old:])
        self._blocks = np.concatenate([self._blocks, blocks])

    def _renew(self, count: int) -> None:
        """Go on to the next block in those of the first streams that have drawn a block."""
        while len(rows := np.flatnonzero(self.positions[:count] // BLOCK > self._blocks[:count])):
            engines = [self._engines[row] for row in rows.tolist()]
            if self._keeps_states:
                for row, engine in zip(rows.tolist(), engines, strict=True):
                    left, first = self._starts.get(row, (None, None))
                    self._undo.append((row, int(self._blocks[row]), left))
                    self._starts[row] = first, engine.get_state()
            first, last = int(rows[0]), int(rows[-1]) + 1
            if len(rows) == last - first:  # a slice is not copied
                _move_on(self._words[first:last], engines)
            else:
                self._words[rows, :BLOCK] = self._words[rows, BLOCK:]
                words = np.empty((len(rows), BLOCK), np.uint32)
                _draw_words(engines, words)
                self._words[rows, BLOCK:] = words
            self._blocks[rows] += 1

    def _restore(self, row: int, block: int, state: torch.Tensor | None) -> None:
        """Return to a block of a stream, from the state before it, if it is known."""
        state = self._engine(row, block).get_state() if state is None else state
        engine = self._engines[row]
        engine.set_state(state)
        _draw_words([engine], self._words[row : row + 1, :BLOCK])
        self._starts[row] = state, engine.get_state()
        _draw_words([engine], self._words[row : row + 1, BLOCK:])
        self._blocks[row] = block


def _move_on(words: np.ndarray, engines: list[torch.Generator]) -> None:
    """Replace the first block of streams by the second, and draw another second one."""
    words[:, :BLOCK] = words[:, BLOCK:]
    _draw_words(engines, words[:, BLOCK:])


def _draw_words(engines: list[torch.Generator], out: np.ndarray) -> None:
    """Fill rows of an even length with words: torch's generator is a Mersenne Twister too."""
    pairs = torch.empty((min(len(engines), _DRAWN_ROWS), out.shape[1] // 2), dtype=torch.int64)
    rows, words = list(pairs), pairs.numpy().view(np.uint32)
    upper = sys.byteorder == "little"  # the upper half of 64 bits is drawn first
    for start in range(0, len(engines), _DRAWN_ROWS):
        part = out[start : start + _DRAWN_ROWS]
        for row, engine in zip(rows, engines[start : start + len(part)], strict=False):
            row.random_(-(2**63), None, generator=engine)
        some = words[: len(part)]
        part[:, 0::2], part[:, 1::2] = some[:, upper::2], some[:, 1 - upper :: 2]


class SingleStream:
    """One stream, with the interface of the others."""

    limit = 1 << 15  # the largest window, so that what is computed from it stays in the caches

    def __init__(self, seed: int):
        self._engine = torch.Generator()
        self.version = 0
        self.prepared: tuple | None = None
        self.seed(seed)

    def seed(self, seed: int) -> None:
        self.version += 1
        self._engine.manual_seed(seed % 2**32)
        self._words = np.empty(0, np.uint32)  # read ahead

    def split(self, total: int) -> tuple[int, int, np.ndarray]:
        return 1, total, np.array([total])

    def window(self, rows: int, count: int) -> np.ndarray:
        missing = count - len(self._words)
        if missing > 0:
            words = np.empty((1, max(missing + missing % 2, _AHEAD)), np.uint32)
            _draw_words([self._engine], words)
            self._words = np.concatenate([self._words, words[0]]) if len(self._words) else words[0]
        return self._words[None, :count]

    def advance_first(self, count: int) -> None:
        self.version += 1
        self._words = self._words[count:]

    def get_state(self) -> tuple[torch.Tensor, np.ndarray]:
        return self._engine.get_state(), self._words

    def set_state(self, engine: torch.Tensor, words: np.ndarray) -> None:
        self.version += 1
        self._engine.set_state(engine)
        self._words = words


class HostGenerator(torch.Generator):
    """Torch's generator, for what has no counterpart in MXNet, with the streams of MXNet.

    Its state is that of torch's generator, followed by integers and by states of the same size.
    The integers are the seed, the number of states, the numbers of words that the single stream has
    read ahead and of parallel streams in use, these words, and the words that each of these streams
    has drawn. The states are those of the single stream and of parallel streams with many words.
    """

    def __init__(self) -> None:
        self.lock = threading.Lock()
        seed = self.initial_seed()
        self.parallel, self.single = ParallelStreams(seed), SingleStream(seed)

    def manual_seed(self, seed: int) -> HostGenerator:
        super().manual_seed(seed)
        with self.lock:
            self._seed_streams(seed)
        return self

    def _seed_streams(self, seed: int) -> None:
        self.parallel.seed(seed * SEED_FACTOR)
        self.single.seed(seed * SEED_FACTOR)

    def get_state(self) -> torch.Tensor:
        with self.lock:
            engine, words = self.single.get_state()
            positions, states = self.parallel.get_state()
            head = self.parallel.first_seed, 1 + len(states), len(words), len(positions)
        numbers = np.concatenate([head, words, positions], dtype=np.int64).view(np.uint8)
        return torch.cat([super().get_state(), torch.from_numpy(numbers), engine, *states])

    def set_state(self, state: torch.Tensor) -> HostGenerator:
        size = super().get_state().numel()
        # A copy, because torch would read from the beginning of the memory of a slice.
        super().set_state(state[:size].clone())
        with self.lock:
            if len(state) == size:  # of a version without streams
                self._seed_streams(self.initial_seed())
            else:
                self._set_streams(state[size:].numpy().tobytes(), size)
        return self

    def release(self) -> None:
        """Free memory that only speeds up drawing."""
        with self.lock:
            self.parallel.release()

    def get_position(self) -> tuple:
        """Return what ``return_to`` needs in this process, in a fraction of the time."""
        with self.lock:
            return super().get_state(), self.single.get_state(), self.parallel.get_positions()

    def return_to(self, position: tuple) -> None:
        """Draw the numbers after a position again."""
        engine, single, parallel = position
        super().set_state(engine)
        with self.lock:
            self.single.set_state(*single)
            self.parallel.set_state(*parallel)

    def _set_streams(self, data: bytes, size: int) -> None:
        seed, count, ahead, rows = np.frombuffer(data, np.int64, 4).tolist()
        end = 8 * (4 + ahead + rows)
        if min(count, ahead, rows) < 0 or rows > self.parallel.count:
            raise RuntimeError("the state of the random streams is damaged")
        if len(data) != end + count * size:
            raise RuntimeError("the state of the random streams has the wrong length")
        numbers = np.frombuffer(data, np.int64, ahead + rows, 32)
        words, positions = numbers[:ahead].astype(np.uint32), numbers[ahead:]
        if (positions < 0).any() or count != 1 + (positions >= _LONG).sum():
            raise RuntimeError("the state of the random streams is damaged")
        parts = [bytearray(data[start : start + size]) for start in range(end, len(data), size)]
        single, *states = (torch.frombuffer(part, dtype=torch.uint8) for part in parts)
        self.single.set_state(single, words)
        self.parallel.set_state(seed, positions, states)
