"""``CachedOp``: a symbol prepared to be called again and again."""

from __future__ import annotations

from ..base import MXNetError

__all__ = ["CachedOp"]


class CachedOp:
    """A symbol prepared to be called with arrays."""

    def __init__(self, sym, flags=()):
        raise MXNetError(
            "CachedOp needs a Symbol, and mx.sym is not supported yet; call the operators of mx.nd"
        )
