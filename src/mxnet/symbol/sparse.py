"""``mx.sym.sparse``: operators that MXNet also has for sparse arrays. They work on dense ones."""

from __future__ import annotations

from .._ops.sparse import NAMES
from ..base import MXNetError
from . import op

__all__ = ["adagrad_update", "retain", *NAMES]

globals().update({name: getattr(op, name) for name in NAMES})


def _only_sparse(name: str):
    def function(*args, **kwargs):
        raise MXNetError(f"sym.sparse.{name}: graphs compute on dense values; use it on arrays")

    function.__name__ = function.__qualname__ = name
    function.__doc__ = "Not for graphs, which compute on dense values: use it on arrays."
    return function


adagrad_update, retain = _only_sparse("adagrad_update"), _only_sparse("retain")
