"""The operators. Importing this package fills the table in ``registry``."""

from . import elementwise, reduce
from .registry import OPS, Op

__all__ = ["OPS", "Op", "elementwise", "reduce"]
