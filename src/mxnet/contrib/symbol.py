"""The operators of ``mx.sym.contrib``, under another name."""

from .._ops import CONTRIB
from ..symbol import contrib

globals().update({name: getattr(contrib, name) for name in CONTRIB})

__all__ = [*CONTRIB]
