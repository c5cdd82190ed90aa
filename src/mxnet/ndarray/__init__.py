"""``mx.nd``: arrays and the operators on them."""

import sys
from importlib import import_module

from .. import _malloc
from . import (
    _dlpack,
    _fluent,
    _home,
    _imdecode,
    _internal,
    _operators,
    _sparse_operators,
    _sparse_rules,
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
from ._cached_op import CachedOp
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

_BEHIND_THE_FACE = (
    _fluent, _home, _imdecode, _internal, _operators, _sparse_operators, _sparse_rules,
)  # fmt: skip

__all__ = [
    "CachedOp", "NDArray", "contrib", "full", "get_indexing_dispatch_code",
    "get_oshape_of_gather_nd_op", "image", "imdecode", "indexing_key_expand_implicit_axes",
    "linalg", "ndarray", "ones", "op", "random", "sparse", "utils", "waitall",
    *_dlpack.__all__, *functions.__all__, *op.__all__, *utils.__all__,
]  # fmt: skip

_malloc.tune()


# loaded when it is first asked for: the module that brings it
_LATER = {
    "Custom": "mxnet.operator",
    "np": "mxnet.numpy",
    "numpy": "mxnet.numpy",
    "npx": "mxnet.numpy_extension",
    "numpy_extension": "mxnet.numpy_extension",
}


def __getattr__(name):
    if name not in _LATER:
        # With name and object Python says what may have been meant.
        module = sys.modules[__name__]
        raise AttributeError(
            f"module {__name__!r} has no attribute {name!r}", name=name, obj=module
        )
    module = import_module(_LATER[name])
    return globals()[name] if name == "Custom" else globals().setdefault(name, module)
