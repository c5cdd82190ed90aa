"""Common parts of stores of several workers."""

from __future__ import annotations

import copy

from .._distributed import process_group
from ..optimizer._states import dump
from .kvstore import KVStore


class WorkersKVStore(KVStore):
    """A store distributed over the workers of a job."""

    def __init__(self, handle):
        super().__init__(handle)
        self._group = process_group()

    @property
    def rank(self):
        return self._group.rank

    @property
    def num_workers(self):
        return self._group.size

    def get_num_dead_node(self, node_id=0, timeout=60):
        """Return the number of processes known to have died; ``node_id`` 0 to 7 means any."""
        return self._group.num_dead

    def _round(self, name, arrays):
        return arrays  # the sum over devices is compressed later, when it is sent


def dump_optimizer(optimizer) -> bytes:
    """Return an optimizer as bytes: with the factors of its parameters, without the parameters."""
    own = copy.copy(optimizer)
    for factor in ("lr_mult", "wd_mult"):
        known = {i: getattr(each, factor) for i, each in optimizer.param_dict.items()}
        setattr(own, factor, {**getattr(optimizer, factor), **known})
    own.param_dict = {}
    return dump(own)
