"""``mx.engine``: bulk sizes, index checks and the number of threads.

Operators run as soon as they are called, so there is no queue: the bulk size is stored for each
thread and returned, so that scripts that set it run unmodified.
"""

from __future__ import annotations

import operator
from contextlib import contextmanager

from ._core import threads
from ._core.scope import scope, state
from ._ops.tensor.indexing import refuse_outside
from .base import MXNetError, check_call

__all__ = ["bulk", "check_call", "check_indices", "set_bulk_size", "set_num_threads"]


def set_bulk_size(size):
    """Set the bulk size of this thread, initially 0; return the previous one.

    >>> previous = set_bulk_size(10)
    >>> set_bulk_size(previous)
    10
    """
    previous, state.bulk_size = state.bulk_size, _check_size(size)
    return previous


def bulk(size):
    """Return a scope with another bulk size.

    >>> with bulk(10):
    ...     set_bulk_size(5)
    10
    """
    return scope(bulk_size=_check_size(size))


@contextmanager
def check_indices(active=True):
    """Return a scope in which labels and indices outside their axis are errors.

    MXNet silently uses the nearest class or row: label 10 of 10 classes trains the last one. The
    check reads all indices, which takes time, and applies to all threads. The environment variable
    ``MXNET_CHECK_INDICES=1`` enables it for the process.

    >>> with check_indices():
    ...     nd.pick(nd.ones((1, 3)), nd.array([5]))
    Traceback (most recent call last):
    ...
    mxnet.base.MXNetError: Error in operator pick: take operator contains indices out of bound: ...
    """
    previous = refuse_outside(active)
    try:
        yield
    finally:
        refuse_outside(previous)


def _check_size(size) -> int:
    size = operator.index(size)
    if size < 0:
        raise MXNetError(f"a bulk of operators has a size of 0 or more, got {size}")
    return size


def set_num_threads(count):
    """Set the number of threads that an operator may use; return the previous number.

    The default is torch's: ``OMP_NUM_THREADS``, or the number of processor cores. A forked process
    starts with one thread (or with ``MXNET_MP_WORKER_NTHREADS``) and can request more here.

    >>> previous = set_num_threads(1)
    >>> set_num_threads(previous)
    1
    """
    count = operator.index(count)
    if count < 1:
        raise MXNetError(f"an operator uses one thread or more, got {count}")
    return threads.set_num_threads(count)
