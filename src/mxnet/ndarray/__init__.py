"""``mx.nd``: arrays and the operators on them."""

from .._core import malloc, threads as _threads
from .._core.lazy import lazy_attributes as _lazy_attributes
from .._text.foreign_names import FUNCTIONS as _FOREIGN_NAMES
from . import (
    _dlpack,
    _fluent,
    _imdecode,
    _internal,
    _operators,
    _reexports,
    _sparse_operators,
    contrib,
    functions,
    image,
    linalg,
    ndarray,
    op,
    random,
    sparse,
    utils,
)
from ._dlpack import *  # noqa: F403
from ._imdecode import imdecode
from .functions import *  # noqa: F403
from .indexing import (
    get_indexing_dispatch_code,
    get_oshape_of_gather_nd_op,
    indexing_key_expand_implicit_axes,
)
from .ndarray import NDArray, full, ones, waitall
from .op import *  # noqa: F403
from .utils import *  # noqa: F403

_LOADED_FOR_EFFECT = (
    _fluent, _reexports, _imdecode, _internal, _operators, _sparse_operators,
)  # fmt: skip

__all__ = [
    "CachedOp",  # noqa: F405 - loaded when it is asked for: it runs graphs
    "NDArray", "contrib", "full", "get_indexing_dispatch_code",
    "get_oshape_of_gather_nd_op", "image", "imdecode", "indexing_key_expand_implicit_axes",
    "linalg", "ndarray", "ones", "op", "random", "sparse", "utils", "waitall",
    *_dlpack.__all__, *functions.__all__, *op.__all__, *utils.__all__,
]  # fmt: skip

malloc.tune()
_threads.prepare_for_forks()


__getattr__ = _lazy_attributes(
    __name__,
    {
        "CachedOp": "mxnet.ndarray._cached_op:CachedOp",
        "Custom": "mxnet.operator:custom",
        "np": "mxnet.numpy",
        "numpy": "mxnet.numpy",
        "npx": "mxnet.numpy_extension",
        "numpy_extension": "mxnet.numpy_extension",
    },
    _FOREIGN_NAMES,
)


def __dir__():
    """List the available names, loaded or not."""
    return sorted({*globals(), *__all__})
