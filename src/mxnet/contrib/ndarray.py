"""The operators of ``mx.nd.contrib``, under another name."""

from .._ops import CONTRIB
from ..ndarray import contrib

globals().update({name: getattr(contrib, name) for name in CONTRIB})

__all__ = [*CONTRIB]
