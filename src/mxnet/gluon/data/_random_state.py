"""Random numbers of loaders: states of the global generators, and the seeds of batches."""

from __future__ import annotations

import hashlib
import pickle
import random

import numpy as np

from ... import random as mx_random
from ..._eager.generators import host_state
from ...base import MXNetError


def get_global_state() -> dict:
    """Return the states of NumPy's and Python's global generators as plain data."""
    version, words, gauss = random.getstate()
    return {
        "numpy": _to_plain(np.random.get_state(legacy=False)),
        "python": [version, list(words), gauss],
    }


def set_global_state(state: dict) -> None:
    """Restore NumPy's and Python's global generators from ``state``."""
    try:
        version, words, gauss = state["python"]
        python = version, tuple(words), gauss
        random.Random().setstate(python)  # rejects a damaged state before anything has changed
        np.random.RandomState().set_state(state["numpy"])
    except (LookupError, TypeError, ValueError, OverflowError) as error:
        raise MXNetError(f"not the state of random generators: {error!r:.200}") from error
    random.setstate(python)
    np.random.set_state(state["numpy"])


def _to_plain(value):
    if isinstance(value, dict):
        return {name: _to_plain(item) for name, item in value.items()}
    return value.tolist() if isinstance(value, np.ndarray | np.generic) else value


class TaskSeeds:
    """The seeds of tasks in order: a task draws the same numbers in any worker.

    They are derived from the states of the generators of Python, NumPy and MXNet, without drawing
    numbers. MXNet: all forked workers draw the same numbers, so their augmentations are alike.
    """

    def __init__(self):
        states = random.getstate(), np.random.get_state(legacy=False), host_state()
        self._roots = [hashlib.sha256(pickle.dumps(state)).digest() for state in states]
        self.next = 0

    def take(self) -> tuple[int, tuple[int, int, int]]:
        """Return the number of the next task, and its seeds for Python, NumPy and MXNet."""
        number, self.next = self.next, self.next + 1
        counter = number.to_bytes(8)
        digests = [hashlib.sha256(root + counter).digest() for root in self._roots]
        return number, tuple(int.from_bytes(digest[:8]) for digest in digests)

    def get_state(self, number: int) -> dict:
        """Return, as plain data, the state that reproduces the seeds from task ``number`` on."""
        return {"roots": [root.hex() for root in self._roots], "next": number}

    def set_state(self, state: dict) -> None:
        """Continue with the seeds of another process."""
        try:
            roots, number = [bytes.fromhex(root) for root in state["roots"]], int(state["next"])
        except (KeyError, TypeError, ValueError) as error:
            raise MXNetError(f"not the seeds of a DataLoader: {error!r}") from error
        # More tasks than any training has.
        if len(roots) != len(self._roots) or not 0 <= number < 2**63:
            raise MXNetError(f"not the seeds of a DataLoader: {len(roots)} roots, next {number}")
        self._roots, self.next = roots, number


def seed_generators(python: int, numpy: int, mxnet: int) -> None:
    """Seed the generators of this process with the seeds of a task."""
    random.seed(python)
    np.random.seed(numpy % 2**32)
    mx_random.seed(mxnet % 2**63)
