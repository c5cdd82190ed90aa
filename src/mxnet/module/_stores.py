"""Updates of parameters on several devices: on each of them, or in a store of gradients."""

from __future__ import annotations

from .. import kvstore as kvs
from .._distributed.early_start import may_send_early
from ..kvstore import KVStoreBase
from ..kvstore._clients import prefers_updates_on_store, transfers
from ..kvstore._sync import SyncKVStore

_LARGE = 1024 * 1024 * 16  # elements, as in MXNet: larger weights are not updated in the store


def create_kvstore(kvstore, num_device, arg_params):
    """Return the store, or None if none is needed, and whether it updates the weights."""
    update_on_kvstore = prefers_updates_on_store()
    if kvstore is None or isinstance(kvstore, KVStoreBase):
        store = kvstore
    elif not isinstance(kvstore, str):
        raise TypeError(f"kvstore must be KVStore, str or None, got {kvstore!r}")
    elif num_device == 1 and "dist" not in kvstore:
        store = None
    else:
        store = kvs.create(kvstore)
        if kvstore == "local" and max((a.size for a in arg_params.values()), default=0) > _LARGE:
            update_on_kvstore = False
    if store is None or not store.is_capable(KVStoreBase.OPTIMIZER):
        update_on_kvstore = False
    return store, update_on_kvstore


def initialize_kvstore(kvstore, param_arrays, arg_params, param_names, update_on_kvstore):
    """Pass the store the values of all parameters; pull them back to each device."""
    # All workers start with the same values.
    is_shared = update_on_kvstore or kvstore.num_workers > 1
    for name, arrays in zip(param_names, param_arrays, strict=True):
        kvstore.init(name, arg_params[name])
        if is_shared:
            kvstore.pull(name, arrays)


def _with_gradients(names, param_arrays, grad_arrays):
    """Return the parameters that have gradients, with their numbers."""
    rows = enumerate(zip(names, param_arrays, grad_arrays, strict=True))
    return [(i, name, params, grads) for i, (name, params, grads) in rows if grads[0] is not None]


def update_params_on_kvstore(param_arrays, grad_arrays, kvstore, param_names):
    """Push gradients, with which the store updates its weights, and pull these."""
    rows = _with_gradients(param_names, param_arrays, grad_arrays)
    _push_and_pull(kvstore, [(i, name, grads, params) for i, name, params, grads in rows])


def _push_and_pull(kvstore, rows):
    """Push the first arrays of all rows and pull into the second ones."""
    if isinstance(kvstore, SyncKVStore):
        rows = rows[::-1]  # about the order in which backward passes compute gradients
    for names, pushed, pulled, priority in transfers(kvstore, rows):
        kvstore.push(names, pushed, priority=priority)
        kvstore.pull(names, pulled, priority=priority)


class _ExecutorGradients:
    """The gradients of an executor's arguments, for a store that sends them early."""

    def __init__(self, executor, names):
        self._executor, self._names = executor, names

    def may_start_early(self):
        gradients = self._executor.grad_dict
        return all(
            gradients[name].stype == "default" and may_send_early(gradients[name]._t)
            for name in self._names
        )

    def observe(self, observers):
        self._executor._observe(dict(zip(self._names, observers, strict=True)))


def observe_gradients(kvstore, executors, param_names, grad_arrays):
    """Let the next gradients be sent while a backward pass computes them."""
    if isinstance(kvstore, SyncKVStore) and len(executors) == 1:
        rows = zip(param_names, grad_arrays, strict=True)
        names = [name for name, grads in rows if grads[0] is not None][::-1]
        kvstore._watch(names, _ExecutorGradients(executors[0], names))


def update_params(param_arrays, grad_arrays, updater, num_device, kvstore=None, param_names=None):
    """Update the weights on each device with gradients that a store has summed."""
    if num_device == 1 and kvstore is None:
        having = [i for i, grads in enumerate(grad_arrays) if grads[0] is not None]
        if having:
            grads = [grad_arrays[i][0] for i in having]
            updater(having, grads, [param_arrays[i][0] for i in having])
        return
    names = param_names or range(len(param_arrays))
    rows = _with_gradients(names, param_arrays, grad_arrays)
    if kvstore is not None:
        _push_and_pull(kvstore, [(i, name, grads, grads) for i, name, _, grads in rows])
    for device in range(num_device):
        indices = [i * num_device + device for i, *_ in rows]
        if indices:
            grads = [row[3][device] for row in rows]
            updater(indices, grads, [row[2][device] for row in rows])
