"""The interface of stores, a store for tests, and ``create``."""

from __future__ import annotations

from .._distributed import process_group
from .._eager.backward import as_list
from ..base import (
    MXNetError,
    c_array as c_array,
    c_array_buf as c_array_buf,
    c_handle_array as c_handle_array,
    c_str as c_str,
    c_str_array as c_str_array,
    check_call as check_call,
)
from ..ndarray import NDArray as NDArray
from ._async import AsyncKVStore
from ._interface import KVStoreBase, refuse_unless_optimizer
from ._keys import sum_devices
from ._sync import SyncKVStore
from .kvstore import KVStore

__all__ = ["KVStoreBase", "TestStore", "create"]

KVStoreBase.__module__ = __name__


def create(name="local"):
    """Create a store: a registered one, or one of this process, ``local``, ``device`` and so on.

    >>> create("device").type
    'device'
    """
    if not isinstance(name, str):
        raise TypeError("name must be a string")
    cls = KVStoreBase.kv_registry.get(name.lower())
    if cls is not None:
        return cls()
    if "dist" not in name.lower():
        return KVStore(name)
    # With a single worker both kinds are the same.
    is_async = "async" in name.lower() and process_group().size > 1
    return AsyncKVStore(name) if is_async else SyncKVStore(name)


@KVStoreBase.register
class TestStore(KVStoreBase):
    """The minimal implementation of a store; it cannot update weights."""

    __test__ = False  # not a test class for pytest

    def broadcast(self, key, value, out, priority=0):
        for array in as_list(out):
            array[:] = value

    def pushpull(self, key, value, out=None, priority=0):
        values = as_list(value)
        total = sum_devices(key, values, values[0].context)
        for array in values if out is None else as_list(out):
            array[:] = total

    @staticmethod
    def is_capable(capability):
        refuse_unless_optimizer(capability)
        return False

    @property
    def type(self):
        return "teststore"

    @property
    def rank(self):
        return 0

    @property
    def num_workers(self):
        return 1


def set_kvstore_handle(handle):
    """Raise an error: there are no C++ stores in this package."""
    raise MXNetError("set_kvstore_handle is not supported: stores are Python objects here")
