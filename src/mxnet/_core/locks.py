"""Locks that a forked process can use, even if another thread held them at that time."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from typing import Any


def new_lock(kind: Callable[[], Any] = threading.Lock) -> Any:
    """Return a lock of the process, ``kind`` of the module threading, that is free after a fork.

    It is never deleted: fork handlers cannot be unregistered.
    """
    lock = kind()
    if hasattr(os, "register_at_fork"):  # not on Windows
        os.register_at_fork(after_in_child=lock._at_fork_reinit)
    return lock
