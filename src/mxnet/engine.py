"""``mx.engine``: how many operators MXNet's engine takes together.

Operators run here as soon as they are called, so there is no queue to take them from: the size is
kept for each thread and given back, and scripts that set it run as they are.
"""

from __future__ import annotations

import operator

from ._core.scope import scope, state
from .base import MXNetError, check_call

__all__ = ["bulk", "check_call", "set_bulk_size"]


def set_bulk_size(size):
    """Set the size of this thread, 0 to begin with; return what it was before.

    >>> before = set_bulk_size(10)
    >>> set_bulk_size(before)
    10
    """
    before, state.bulk_size = state.bulk_size, _checked(size)
    return before


def bulk(size):
    """Return a scope in which the size is another.

    >>> with bulk(10):
    ...     set_bulk_size(5)
    10
    """
    return scope(bulk_size=_checked(size))


def _checked(size) -> int:
    size = operator.index(size)
    if size < 0:
        raise MXNetError(f"a bulk of operators has a size of 0 or more, got {size}")
    return size
