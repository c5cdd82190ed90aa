"""The number of threads of an operator, in this process and in forked processes.

A forked process has none of its parent's threads, but its OpenMP assumes that they exist: the first
operator that uses them waits forever. So before a fork OpenMP ends its threads, which takes about a
millisecond and makes the next operator start new ones, and the new process starts with one thread,
as in MXNet. ``MXNET_MP_WORKER_NTHREADS`` sets another number for forked processes and workers.
"""

from __future__ import annotations

import ctypes
import functools
import os
from collections.abc import Callable

import torch

from ..base import MXNetError

_VARIABLE = "MXNET_MP_WORKER_NTHREADS"
_HARD = 2  # omp_pause_hard of omp.h


def set_num_threads(count: int) -> int:
    """Set the number of threads for operators of this thread; return the previous number."""
    before = torch.get_num_threads()
    torch.set_num_threads(count)
    return before


def worker_threads() -> int:
    """Return the initial number of threads of a forked process or a worker of a loader."""
    text = os.environ.get(_VARIABLE, "") or "1"
    if not text.isdigit() or int(text) == 0:
        raise MXNetError(f"{_VARIABLE} must be a positive number of threads, got {text!r}")
    return int(text)


@functools.cache
def _pause_openmp() -> Callable[[int], int] | None:
    """Return OpenMP's function that ends its threads, or None if it is missing (before 5.0)."""
    try:
        return ctypes.CDLL(None).omp_pause_resource_all
    except (OSError, AttributeError):
        return None


def _before_fork() -> None:
    pause = _pause_openmp()
    if pause is not None:
        pause(_HARD)


def _after_fork_in_child() -> None:
    # Before anything can fail: with more threads the process could wait forever.
    torch.set_num_threads(1)
    if _pause_openmp() is not None:
        torch.set_num_threads(worker_threads())


@functools.cache  # once: fork handlers cannot be unregistered
def prepare_for_forks() -> None:
    """Make sure that processes forked from now on can compute."""
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(before=_before_fork, after_in_child=_after_fork_in_child)
