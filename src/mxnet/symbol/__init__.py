"""``mx.sym``: graphs of operators without values."""

from .._core.lazy import lazy_attributes as _lazy_attributes
from . import (
    _c_functions,
    _fluent,
    _internal,
    _reexports,
    contrib,
    functions,
    image,
    linalg,
    op,
    random,
    sparse,
    symbol,
)
from .functions import *  # noqa: F403
from .op import *  # noqa: F403
from .symbol import Group, Symbol, Variable, load, load_json, var

_LOADED_FOR_EFFECT = (_c_functions, _fluent, _reexports, _internal)

__all__ = [
    "Group", "Symbol", "Variable", "contrib", "image", "linalg", "load", "load_json", "op",
    "random", "sparse", "symbol", "var", *functions.__all__, *op.__all__,
]  # fmt: skip


__getattr__ = _lazy_attributes(
    __name__,
    {
        "Custom": "mxnet.operator:custom_symbol",
        "np": "mxnet.symbol.numpy",
        "numpy": "mxnet.symbol.numpy",
        "npx": "mxnet.symbol.numpy_extension",
        "numpy_extension": "mxnet.symbol.numpy_extension",
    },
    {
        "array": "A graph has no arrays. In hybrid_forward, a constant is a parameter: "
        "self.scale = self.params.get_constant('scale', values).",
    },
)
