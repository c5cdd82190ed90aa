"""Key-value stores, which sum the gradients of several devices."""

from . import _collectives, base, kvstore, kvstore_server
from .base import KVStoreBase, create
from .kvstore import KVStore
from .kvstore_server import KVStoreServer

__all__ = [
    "KVStore", "KVStoreBase", "KVStoreServer", "base", "create", "kvstore", "kvstore_server",
]  # fmt: skip

_REGISTERED = _collectives  # imported to register the stores that ``create`` finds by name
