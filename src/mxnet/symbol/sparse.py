"""``mx.sym.sparse``: operators that MXNet also has for sparse arrays."""

from __future__ import annotations

from .._ops.sparse import NAMES
from . import _internal, op

__all__ = ["adagrad_update", "retain", *NAMES]

globals().update({name: getattr(op, name) for name in NAMES})


adagrad_update, retain = _internal._sparse_adagrad_update, _internal._sparse_retain
