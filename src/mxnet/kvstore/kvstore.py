"""The store of one process: sums what its devices push, and stores or updates the result."""

from __future__ import annotations

import warnings

from .. import optimizer as opt
from .._formats.local import reading, replacing
from .._text.reprs import count
from .._text.spelling import did_you_mean
from ..base import MXNetError, c_str as c_str, check_call as check_call, py_str as py_str
from ..context import cpu
from ..ndarray import NDArray, sparse
from ..optimizer._updater import set_states
from ._compression import Compression
from ._interface import KVStoreBase, refuse_unless_optimizer
from ._keys import Keys, sum_devices

__all__ = ["KVStore"]


class KVStore(KVStoreBase):
    """Values by key, integers or strings; pushing to a key sums, pulling copies.

    A ``local`` store sums values on the host, a ``device`` store on the device of the first one.

    >>> from mxnet import nd, kvstore
    >>> store = kvstore.create("local")
    >>> store.init("w", nd.zeros(2))
    >>> store.push("w", [nd.ones(2), nd.ones(2)])
    >>> out = nd.zeros(2)
    >>> store.pull("w", out=out)
    >>> out
    <BLANKLINE>
    [2. 2.]
    <NDArray 2 @cpu(0)>
    """

    def __init__(self, handle):
        name = str(handle).lower()
        if not any(known in name for known in ("local", "device", "dist", "nccl")):
            # MXNet: every other name means a local store.
            warnings.warn(
                f"kvstore {name!r} is not known and is taken as 'local'."
                f"{did_you_mean(name, ('local', 'device', 'dist_sync', 'dist_async', 'nccl'))}",
                stacklevel=3,
            )
        self.handle = name
        self._updater = None
        self._compression = None
        self._values = {}
        self._keys = Keys()

    def __repr__(self):
        return f"KVStore({self.handle!r}, {count(len(self._values), 'key')})"

    # --------------------------------------------------------------------------- what it is

    @property
    def type(self):
        return self.handle

    @property
    def rank(self):
        return 0

    @property
    def num_workers(self):
        return 1

    def is_capable(self, capability):
        refuse_unless_optimizer(capability)
        return True

    # ------------------------------------------------------------------------------- values

    def init(self, key, value):
        """Set the initial values of keys; allowed only once."""
        first = {}
        for name, arrays in self._keys.pairs(key, value, "value"):
            if self._has(name) or len(arrays) > 1:  # MXNet: a key listed twice is a second init
                raise MXNetError(
                    f"duplicate init of key {name}. Please double check if you called kv.init "
                    "or kv.broadcast with this key multiple times"
                )
            if arrays:
                # On the host; with an updater, a push moves it to the context of its gradient.
                first[name] = arrays[0].copyto(cpu())
        self._init(first)

    def _init(self, values: dict):
        self._values |= values

    def push(self, key, value, priority=0):
        """Sum values; the sum replaces the key's value or, with an updater, is passed to it.

        ``priority`` has no effect, here and below: keys are processed in the order of the calls.
        """
        sums = {}
        for name, arrays in self._keys.pairs(key, value, "value"):
            if arrays:
                self._require(name)
                sums[name] = self._sum(name, self._round(name, arrays))
        self._push(sums)

    def _push(self, sums: dict):
        """Process the sums over this process's devices."""
        self._apply(sums)

    def _apply(self, sums: dict):
        """Update values with their sums, or replace them if there is no updater."""
        if self._updater is None:
            self._values |= {name: _copy_as(self._values[name], m) for name, m in sums.items()}
            return
        for name, merged in sums.items():
            self._values[name] = self._values[name].as_in_context(merged.context)
        names, grads = list(sums), list(sums.values())
        weights = [self._values[name] for name in names]
        if isinstance(self._updater, opt.Updater) and len(names) > 1:
            self._updater(names, grads, weights)
            return
        # A user's function takes one key.
        for name, grad, weight in zip(names, grads, weights, strict=True):
            self._updater(name, grad, weight)

    def pull(self, key, out=None, priority=0, ignore_sparse=True):
        """Copy the values of keys into arrays, including sparse ones if ``ignore_sparse=False``."""
        if out is None:
            raise AssertionError("kvstore.pull needs out, the arrays to copy into")
        pairs = self._keys.pairs(key, out, "out")
        values = self._fetch([name for name, _ in pairs])
        for name, arrays in pairs:
            for array in arrays:
                is_wanted = array.stype == "default" or not ignore_sparse
                # The caller's array may be the value itself (SyncKVStore._share).
                if is_wanted and array is not values[name]:
                    values[name].copyto(array)

    def pushpull(self, key, value, out=None, priority=0):
        self.push(key, value, priority)
        self.pull(key, value if out is None else out, priority, ignore_sparse=False)

    def broadcast(self, key, value, out, priority=0):
        if out is None:
            raise TypeError("kvstore.broadcast needs out, the arrays to copy into")
        self.init(key, value)
        self.pull(key, out, priority)

    def row_sparse_pull(self, key, out=None, priority=0, row_ids=None):
        """Copy rows of row-sparse values into row-sparse arrays; one ``row_ids`` can be shared."""
        if out is None or row_ids is None:
            raise AssertionError("kvstore.row_sparse_pull needs out and row_ids")
        if isinstance(row_ids, NDArray) and isinstance(key, list | tuple):
            row_ids = [row_ids] * len(key)
        wanted = self._keys.pairs(key, row_ids, "row_ids")
        for (name, arrays), (_, rows) in zip(
            self._keys.pairs(key, out, "out"), wanted, strict=True
        ):
            stypes = {self._stype(name), *(array.stype for array in arrays)}
            if stypes != {"row_sparse"}:
                raise MXNetError(
                    f"key {name}: row_sparse_pull expects row_sparse values and out; use pull for "
                    "dense ones"
                )
            rows = rows * len(arrays) if len(rows) == 1 else rows
            for array, ids in zip(arrays, rows, strict=True):
                self._rows(name, ids).copyto(array)

    def _round(self, name, arrays):
        """Compress the values of devices."""
        if self._compression is None:
            return arrays
        return [self._compression.round(name, i, array) for i, array in enumerate(arrays)]

    def _sum(self, name, arrays):
        """Return the sum over devices; a single array is returned itself."""
        context = arrays[0].context if "device" in self.type else cpu()
        if len(arrays) == 1:
            return arrays[0].as_in_context(context)  # pushed arrays are only read
        return sum_devices(name, arrays, context)

    def _require(self, name) -> None:
        """Reject a key without a value."""
        if not self._has(name):
            raise MXNetError(f"key {name} has not been inited: call init or broadcast first")

    def _has(self, name) -> bool:
        return name in self._values

    def _value(self, name):
        """Return the value of a key after all pushes."""
        self._require(name)
        return self._values[name]

    def _fetch(self, names) -> dict:
        """Return the values of keys."""
        return {name: self._value(name) for name in names}

    def _stype(self, name) -> str:
        return self._value(name).stype

    def _rows(self, name, ids):
        """Return rows of a row-sparse value."""
        value = self._value(name)
        ids = ids.as_in_context(value.context).reshape(-1)
        rows = ids.asnumpy()
        if rows.size and not (rows.min() >= 0 and rows.max() < len(value)):
            # MXNet: writes outside the memory of the array.
            raise MXNetError(f"key {name} has {len(value)} rows, row_ids has {rows.tolist()!r:.99}")
        return sparse.retain(value, ids)

    # -------------------------------------------------------------------------- the optimizer

    def set_optimizer(self, optimizer):
        """Make pushes update the values, which are weights, with the pushed gradients."""
        check_optimizer(optimizer)
        self._set_updater(opt.get_updater(optimizer))

    def _set_updater(self, updater):
        """Call ``updater(key, pushed, value)``, which changes the value in place, at each push."""
        self._updater = updater

    def set_gradient_compression(self, compression_params):
        """Compress pushed values: ``{"type": "2bit", "threshold": 0.5}``."""
        if "device" not in self.type and "dist" not in self.type:
            # MXNet: raises Exception itself.
            raise Exception("Gradient compression is not supported for this type of kvstore")
        if not isinstance(compression_params, dict):
            raise AssertionError(
                f"compression_params must be a dict, got {type(compression_params)}"
            )
        self._compression = Compression(compression_params)

    def save_optimizer_states(self, fname, dump_optimizer=False):
        states = self._updater_for("save").get_states(dump_optimizer)
        with replacing(fname) as file:
            file.write(states)

    def load_optimizer_states(self, fname):
        """Read the states of the optimizer; further keys may be initialized afterwards."""
        updater = self._updater_for("load")
        set_states(updater, self._read_states(fname), self._values, are_all=False)

    def _read_states(self, fname) -> bytes:
        with reading(fname) as (file, size):
            return file.read(size)

    def _updater_for(self, verb):
        if self._updater is None:
            raise AssertionError(f"Cannot {verb} states: this kvstore has no optimizer")
        return self._updater

    # ----------------------------------------------------------------------- other processes

    def _barrier(self):
        """Return immediately: there are no other workers."""

    def _send_command_to_servers(self, head, body):
        """Do nothing: there are no servers."""


def _copy_as(value, merged):
    """Return a copy that replaces a value; a row-sparse one stays so, for ``row_sparse_pull``."""
    return merged.tostype("row_sparse") if value.stype == "row_sparse" else merged.copy()


def check_optimizer(optimizer) -> None:
    """Reject objects that are not optimizers."""
    if not isinstance(optimizer, opt.Optimizer):
        raise TypeError(f"set_optimizer needs an Optimizer, got {optimizer!r}")
