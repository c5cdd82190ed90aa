"""Arrays in shared memory by process and descriptor, for copies of MXNet's data loader.

Such loaders register their own pickling: ``array._to_shared_mem()`` in a worker, and
``NDArray(_new_from_shared_mem(...))`` in the process that trains.
"""

from __future__ import annotations

import os
import weakref

import numpy as np

from .._core import dtypes
from ..base import MXNetError, NDArrayHandle
from ._shared import array_at, create_segment, map_segment

# By the id of the array, as long as that exists.
_descriptors: dict[int, int] = {}


def to_shared_mem(self):
    """Move the array to shared memory; return its process, descriptor, shape and type."""
    if id(self) not in _descriptors:
        _descriptors[id(self)] = _move(self)
        weakref.finalize(self, _close, id(self)).atexit = False
    return os.getpid(), _descriptors[id(self)], self.shape, self.dtype


def _move(array) -> int:
    """Replace the memory of an array by a new segment; return the descriptor of that."""
    tensor = array._t
    if not tensor.is_cpu:
        raise MXNetError(
            f"_to_shared_mem: the array is on {array.ctx}, which other processes cannot map; copy "
            "it with as_in_context(mx.Context('cpu_shared', 0)) first"
        )
    descriptor = create_segment(tensor.nbytes)
    if tensor.numel():
        memory = map_segment(descriptor, tensor.nbytes)
        tensor.set_(array_at(memory, 0, array.shape, array.dtype)._t.copy_(tensor))
    return descriptor


def _close(key: int) -> None:
    os.close(_descriptors.pop(key))


def new_from_shared_mem(shared_pid, shared_id, shape, dtype):
    """Return the handle of an array on a descriptor, which is closed if it was received.

    ``shared_pid`` is not needed: the descriptor is one of this process.
    """
    size = int(np.prod(shape, dtype=np.int64)) * dtypes.lookup(dtype).torch.itemsize
    memory = map_segment(shared_id, size) if size else np.empty(0, np.uint8)
    if shared_id not in _descriptors.values():
        os.close(shared_id)
    handle = NDArrayHandle()
    handle.array = array_at(memory, 0, tuple(shape), dtype)
    return handle
