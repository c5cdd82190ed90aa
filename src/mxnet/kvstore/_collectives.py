"""Stores with the names of other packages for distributed training, on the same engine."""

from __future__ import annotations

from .._distributed import process_group
from .._eager.backward import as_list
from ._interface import KVStoreBase, refuse_unless_optimizer
from ._keys import sum_devices


class Collectives(KVStoreBase):
    """Sums and broadcasts over all workers; it stores no values and cannot update weights."""

    def __init__(self):
        self._group = process_group()

    def broadcast(self, key, value, out, priority=0):
        first = as_list(value)[0].copy()  # received into, and the caller's value does not change
        self._group.broadcast([first])
        for array in as_list(out):
            first.copyto(array)

    def pushpull(self, key, value, out=None, priority=0):
        values = as_list(value)
        total = sum_devices(key, values, values[0].context)
        self._group.all_reduce([total])
        for array in values if out is None else as_list(out):
            total.copyto(array)

    @staticmethod
    def is_capable(capability):
        refuse_unless_optimizer(capability)
        return False

    @property
    def type(self):
        return type(self).__name__.lower()

    @property
    def rank(self):
        return self._group.rank

    @property
    def local_rank(self):
        """The index of this worker on its machine."""
        return self._group.local_rank

    @property
    def num_workers(self):
        return self._group.size


@KVStoreBase.register
class Horovod(Collectives):
    """A replacement of Horovod's store for MXNet, without Horovod."""


@KVStoreBase.register
class BytePS(Collectives):
    """A replacement of BytePS's store for MXNet, without BytePS."""
