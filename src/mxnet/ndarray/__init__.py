"""``mx.nd``: arrays and the operators on them."""

from .. import _malloc
from . import _files, _fluent, _internal, op
from ._files import *  # noqa: F403
from .ndarray import *  # noqa: F403
from .ndarray import NDArray, array, empty, full, ones, waitall, zeros
from .op import *  # noqa: F403

__all__ = [
    "NDArray", "_fluent", "_internal", "array", "empty", "full", "ones", "op", "waitall", "zeros",
    *_files.__all__, *op.__all__,
]  # fmt: skip

_malloc.tune()
