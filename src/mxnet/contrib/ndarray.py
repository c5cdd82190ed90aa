"""The operators of ``mx.nd.contrib``, under another name."""

from ..ndarray import contrib
from ..ndarray.contrib import _OPERATORS

globals().update({name: getattr(contrib, name) for name in _OPERATORS})

__all__ = [*_OPERATORS]
