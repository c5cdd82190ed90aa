"""The operators of ``mx.sym.contrib``, under another name."""

from ..symbol import contrib
from ..symbol.contrib import _OPERATORS

globals().update({name: getattr(contrib, name) for name in _OPERATORS})

__all__ = [*_OPERATORS]
