"""The operators. Importing this package fills the table in ``registry``."""

from . import (  # noqa: F401 - each package registers its operators
    contrib,
    math,
    nn,
    np,
    optimizer,
    quantized,
    random,
    sparse,
    tensor,
    vision,
)
from .registry import OPS, Op

__all__ = ["OPS", "Op"]
