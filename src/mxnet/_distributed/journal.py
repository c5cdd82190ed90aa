"""The calls of a worker: workers that wait for different operations would wait forever."""

from __future__ import annotations

import json
import zlib
from collections import deque
from collections.abc import Mapping

# How many operations a worker may be ahead of another: the root of a broadcast does not wait.
_LENGTH = 64
END = "the end"  # of a worker, its last entry
_ADVICE = (
    "all workers must call the same operations in the same order, with arrays of the same shapes"
)


class Journal:
    """The last collective operations that this worker has started.

    All workers start the same operations in the same order, so entries with the same number are
    equal.
    """

    def __init__(self) -> None:
        self._count = self._digest = 0
        self._last: deque[str] = deque(maxlen=_LENGTH)

    def note(self, operation: str) -> None:
        """Add an operation."""
        self._count += 1
        self._digest = zlib.crc32(operation.encode(), self._digest)
        self._last.append(operation)

    @property
    def token(self) -> bytes:
        """The number of the last operation, and a digest of all, which is equal if all are."""
        return f"{self._count}:{self._digest:x}".encode()

    def dump(self) -> bytes:
        """Return the number of the last operation, and the last ones, for another process."""
        # Called by the heartbeat thread; copying a deque is atomic for other Python threads.
        return json.dumps([self._count, list(self._last.copy())]).encode()


def first_difference(journals: Mapping[str, bytes]) -> str | None:
    """Return how the journals of workers differ, by the first different operation."""
    by_number: dict[int, dict[str, str]] = {}
    for worker, data in journals.items():
        count, operations = json.loads(data)
        for number, operation in enumerate(operations, count - len(operations)):
            by_number.setdefault(number, {}).setdefault(operation, worker)
    for _, workers in sorted(by_number.items()):
        ended = workers.pop(END, None)
        if ended is not None and workers:
            operation, worker = next(iter(workers.items()))
            return f"{ended} ended while {worker} waits for {operation}; {_ADVICE}"
        if len(workers) > 1:
            (one, first), (other, second) = list(workers.items())[:2]
            return f"{first} waits for {one} and {second} for {other}; {_ADVICE}"
    return None
