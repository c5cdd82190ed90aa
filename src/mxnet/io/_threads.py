"""Threads of iterators that read batches in advance."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor

from ..base import MXNetError


class ReadingThreads(ThreadPoolExecutor):
    """Threads that a forked process does not have: there, an error is raised instead of waiting."""

    def __init__(self, count: int, name: str):
        super().__init__(count, name)
        self._process: int | None = None  # threads start with the first call

    def submit(self, function, /, *args, **kwargs):
        """Call a function in a thread; return its future."""
        self.check()
        self._process = os.getpid()
        return super().submit(function, *args, **kwargs)

    def check(self) -> None:
        """Raise an error in a forked process; call this before waiting for a future."""
        if self._process not in (None, os.getpid()):
            raise MXNetError(
                "this iterator reads in threads of another process, which do not exist in a forked "
                "process: create the iterator in the process that uses it"
            )
