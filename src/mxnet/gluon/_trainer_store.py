"""How a Trainer communicates: its kvstore, where weights are updated, what workers compare."""

from __future__ import annotations

import zlib

from .. import kvstore as kv
from .._distributed.agreement import SharedNumber
from ..kvstore import KVStoreBase
from ..kvstore._clients import prefers_updates_on_store

_TOGETHER = "give that of all workers together"
_FREEZE = "freeze the same ones (grad_req='null') in all workers"
_USE = "all workers must use the same parameters, unless update_on_kvstore=True"


def create_store(kvstore, num_contexts: int, has_sparse_weight: bool):
    """Return the store of a name, or a given one; None if nothing needs to be communicated."""
    if kvstore is None or isinstance(kvstore, KVStoreBase):
        return kvstore
    if not isinstance(kvstore, str):
        raise TypeError("kvstore must be KVStore, str or None")
    store = kv.create(kvstore)
    is_needed = num_contexts > 1 or has_sparse_weight or "dist" in kvstore
    return store if is_needed or store.num_workers > 1 else None


def updates_weights(store, requested, has_sparse_weight: bool, has_sparse_grad: bool) -> bool:
    """Return whether a store updates the weights; ``requested`` is what the user wants, or None."""
    if requested is False:
        if has_sparse_weight:
            raise ValueError("Cannot set update_on_kvstore=False when sparse weights are present.")
        if has_sparse_grad and "dist" in store.type:
            raise ValueError(
                "Cannot set update_on_kvstore=False on dist kvstore when sparse gradients are "
                "present."
            )
        if "async" in store.type:
            raise ValueError("Please set update_on_kvstore=True when training in async mode.")
        return False
    able = store.is_capable(KVStoreBase.OPTIMIZER)
    if requested and not able:
        raise ValueError(
            "Please set update_on_kvstore=False when training with "
            f"{type(store).__name__}, which cannot update weights"
        )
    if requested or has_sparse_weight or "async" in store.type:
        return True
    if has_sparse_grad:
        # MXNet: within one process, sparse gradients are faster than updating weights in the
        # store.
        return "dist" in store.type
    return able and prefers_updates_on_store()


def compared_facts(trained: list[int], fresh, batch_size, lr) -> list[SharedNumber]:
    """Return what workers must agree on; ``fresh`` is None if the store updates the weights."""
    facts = [SharedNumber("the digest of the trained parameters", _digest(trained), _FREEZE)]
    if fresh is not None:
        return [
            *facts,
            SharedNumber("the digest of the parameters to update", _digest(fresh), _USE),
        ]
    return [
        *facts,
        SharedNumber("batch_size of Trainer.step", batch_size, _TOGETHER),
        SharedNumber("learning_rate of Trainer", lr, "set it in all workers"),
    ]


def _digest(positions) -> int:
    """Return a number that is, in all likelihood, different for other positions."""
    return zlib.crc32(str(positions).encode()) % 10**6  # as many digits as are printed
