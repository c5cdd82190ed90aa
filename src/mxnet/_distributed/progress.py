"""Training progress, printed and logged by one worker, because the others would repeat it."""

from __future__ import annotations

import logging

from .environment import read_launch
from .group import process_group

_SILENT = logging.Logger("mxnet.silent", level=logging.CRITICAL + 1)


def is_first_worker() -> bool:
    """Return whether this process is the one of its job that prints and writes."""
    rank = read_launch().rank
    return (process_group().rank if rank is None else rank) == 0


def progress_log(logger):
    """Return a logger for progress messages, which is silent in all workers except one."""
    return logger if is_first_worker() else _SILENT
