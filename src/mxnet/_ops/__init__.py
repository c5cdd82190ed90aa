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

# The operators of ``contrib`` by their names there.
CONTRIB = {
    name.removeprefix("_contrib_"): op for name, op in OPS.items() if name.startswith("_contrib_")
}

__all__ = ["CONTRIB", "OPS", "Op"]
