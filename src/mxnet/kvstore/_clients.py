"""How trainers and modules use a store."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from .kvstore import KVStore


def prefers_updates_on_store() -> bool:
    """Return whether stores that can update weights do so, unless a script decides it."""
    return bool(int(os.environ.get("MXNET_UPDATE_ON_KVSTORE", "1")))


def transfers(store, rows: Sequence[tuple]) -> Iterator[tuple]:
    """Yield keys, arrays and a priority for calls of a store.

    A row has a position, a key and arrays. Our own stores accept everything at once and send it in
    few large pieces. Others were written for one key per call, and may send those with a higher
    priority first: the first layers, which the next forward pass needs first.
    """
    if isinstance(store, KVStore):
        if rows:
            _, *columns = map(list, zip(*rows, strict=True))
            yield *columns, 0
        return
    for position, *row in rows:
        yield *row, -position
