"""The store of one process: sums what its devices push, and keeps or updates the result."""

from __future__ import annotations

import os
import warnings

from .. import optimizer as opt
from .._formats.local import reading, replacing
from .._text.reprs import count
from .._text.spelling import did_you_mean
from ..base import MXNetError, c_str, check_call, py_str
from ..context import cpu
from ..ndarray import NDArray, sparse
from ..optimizer._updater import set_states
from ._compression import Compression
from ._interface import KVStoreBase, refuse_unless_optimizer

__all__ = ["KVStore"]


class KVStore(KVStoreBase):
    """Values by key, integers or strings; pushing to a key sums, pulling copies.

    In a ``local`` store values are summed on the host, in a ``device`` store where the first of
    them is. Of a ``dist_...`` store this process is the only worker.

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
        kind = str(handle).lower()
        workers = os.environ.get("DMLC_NUM_WORKER", "1")
        if "dist" in kind and workers != "1":
            raise MXNetError(
                f"kvstore {kind!r}: training over several machines or processes is not supported "
                f"(DMLC_NUM_WORKER is {workers}); use 'device' for the devices of one process"
            )
        if not any(known in kind for known in ("local", "device", "dist", "nccl")):
            # MXNet: whatever else it is called, it is a local store.
            warnings.warn(
                f"kvstore {kind!r} is not known and is taken as 'local'."
                f"{did_you_mean(kind, ('local', 'device', 'dist_sync', 'dist_async', 'nccl'))}",
                stacklevel=3,
            )
        self.handle = kind
        self._updater = None
        self._compression = None
        self._values = {}
        self._key_type = None

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
        """Give keys their first values; once only."""
        for name, arrays in self._pairs(key, value, "value"):
            for array in arrays:
                if name in self._values:
                    raise MXNetError(
                        f"duplicate init of key {name}. Please double check if you called kv.init "
                        "or kv.broadcast with this key multiple times"
                    )
                self._values[name] = array.copyto(cpu())

    def push(self, key, value, priority=0):
        """Sum values; the sum becomes the key's value or, with an updater, is given to it.

        ``priority`` has no effect, here and below: everything is done at once.
        """
        for name, arrays in self._pairs(key, value, "value"):
            if not arrays:
                continue
            self._want_init(name)
            merged = self._sum(name, arrays)
            if self._updater is None:
                self._values[name] = merged
                continue
            # The weight is updated where its gradient is.
            local = self._values[name] = self._values[name].as_in_context(merged.context)
            self._updater(name, merged, local)

    def pull(self, key, out=None, priority=0, ignore_sparse=True):
        """Copy the values of keys into arrays, into sparse ones if ``ignore_sparse=False``."""
        if out is None:
            raise AssertionError("kvstore.pull needs out, the arrays to copy into")
        for name, arrays in self._pairs(key, out, "out"):
            self._want_init(name)
            for array in arrays:
                if array.stype == "default" or not ignore_sparse:
                    self._values[name].copyto(array)

    def pushpull(self, key, value, out=None, priority=0):
        self.push(key, value, priority)
        self.pull(key, value if out is None else out, priority, ignore_sparse=False)

    def broadcast(self, key, value, out, priority=0):
        if out is None:
            raise TypeError("kvstore.broadcast needs out, the arrays to copy into")
        self.init(key, value)
        self.pull(key, out, priority)

    def row_sparse_pull(self, key, out=None, priority=0, row_ids=None):
        """Copy rows of row-sparse values into row-sparse arrays; one ``row_ids`` may serve all."""
        if out is None or row_ids is None:
            raise AssertionError("kvstore.row_sparse_pull needs out and row_ids")
        if isinstance(row_ids, NDArray) and isinstance(key, list | tuple):
            row_ids = [row_ids] * len(key)
        wanted = self._pairs(key, row_ids, "row_ids")
        for (name, arrays), (_, rows) in zip(self._pairs(key, out, "out"), wanted, strict=True):
            self._want_init(name)
            value = self._values[name]
            if value.stype != "row_sparse" or any(array.stype != "row_sparse" for array in arrays):
                raise MXNetError(
                    f"key {name}: row_sparse_pull wants row_sparse values and out; use pull for "
                    "dense ones"
                )
            rows = rows * len(arrays) if len(rows) == 1 else rows
            for array, ids in zip(arrays, rows, strict=True):
                sparse.retain(value, ids.as_in_context(value.context).reshape(-1)).copyto(array)

    def _sum(self, name, arrays):
        if self._compression is not None:
            arrays = [self._compression(name, i, array) for i, array in enumerate(arrays)]
        first, *others = arrays
        home = first.context if "device" in self.type else cpu()
        merged = first.copyto(home)
        for array in others:
            if array.shape != merged.shape:
                raise MXNetError(
                    f"operands shape mismatch: values of shapes {merged.shape} and {array.shape} "
                    f"were pushed to key {name}"
                )
            merged += array.as_in_context(home)
        return merged

    def _want_init(self, name) -> None:
        if name not in self._values:
            raise MXNetError(f"key {name} has not been inited: call init or broadcast first")

    def _pairs(self, key, value, what) -> list[tuple]:
        """Return each key with the list of its arrays."""
        many = isinstance(key, list | tuple)
        keys, values = (key, value) if many else ([key], [value])
        if not isinstance(values, list | tuple) or len(keys) != len(values):
            raise ValueError(f"kvstore: {len(keys)} keys need a list of as many in {what}")
        grouped = {}
        for name, arrays in zip(keys, values, strict=True):
            self._check_key(name)
            arrays = [arrays] if isinstance(arrays, NDArray) else arrays
            if not isinstance(arrays, list | tuple) or any(
                not isinstance(array, NDArray) for array in arrays
            ):
                raise TypeError(
                    f"kvstore: {what} of key {name} must be an NDArray or a list of them, "
                    f"got {arrays!r}"
                )
            grouped.setdefault(name, []).extend(arrays)
        return list(grouped.items())

    def _check_key(self, name) -> None:
        if not isinstance(name, int | str):
            raise AssertionError(f"unexpected type for keys: {type(name)}")
        kind = str if isinstance(name, str) else int
        if self._key_type not in (None, kind):
            raise MXNetError(
                f"Mixed key types are not allowed: the keys of this kvstore are "
                f"{self._key_type.__name__}, got {name!r}"
            )
        self._key_type = kind

    # -------------------------------------------------------------------------- the optimizer

    def set_optimizer(self, optimizer):
        """Let pushes update the values: they are weights, and what is pushed their gradients."""
        if not isinstance(optimizer, opt.Optimizer):
            raise TypeError(f"set_optimizer needs an Optimizer, got {optimizer!r}")
        self._set_updater(opt.get_updater(optimizer))

    def _set_updater(self, updater):
        """Call ``updater(key, pushed, value)`` at each push, which changes the value in place."""
        self._updater = updater

    def set_gradient_compression(self, compression_params):
        """Round what is pushed: ``{"type": "2bit", "threshold": 0.5}``."""
        if "device" not in self.type and "dist" not in self.type:
            raise Exception("Gradient compression is not supported for this type of kvstore")
        if not isinstance(compression_params, dict):
            raise AssertionError(
                f"compression_params must be a dict, got {type(compression_params)}"
            )
        self._compression = Compression(compression_params)

    def save_optimizer_states(self, fname, dump_optimizer=False):
        with replacing(fname) as file:
            file.write(self._updater_for("save").get_states(dump_optimizer))

    def load_optimizer_states(self, fname):
        updater = self._updater_for("load")
        with reading(fname) as (file, size):
            set_states(updater, file.read(size), self._values)

    def _updater_for(self, verb):
        if self._updater is None:
            raise AssertionError(f"Cannot {verb} states: this kvstore has no optimizer")
        return self._updater

    # ----------------------------------------------------------------------- other processes

    def _barrier(self):
        """Wait for the other workers: there are none."""

    def _send_command_to_servers(self, head, body):
        """Tell the servers something: there are none."""


_REEXPORTED = (c_str, check_call, py_str)
