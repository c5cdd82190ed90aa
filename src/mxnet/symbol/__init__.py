"""``mx.sym``: graphs of operators without values."""

import sys
from importlib import import_module

from . import (
    _fluent,
    _home,
    _internal,
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

_BEHIND_THE_FACE = (_fluent, _home, _internal)

__all__ = [
    "Group", "Symbol", "Variable", "contrib", "image", "linalg", "load", "load_json", "op",
    "random", "sparse", "symbol", "var", *functions.__all__, *op.__all__,
]  # fmt: skip


# loaded when it is first asked for: the module that brings it
_LATER = {
    "Custom": "mxnet.operator",
    "np": "mxnet.symbol.numpy",
    "numpy": "mxnet.symbol.numpy",
    "npx": "mxnet.symbol.numpy_extension",
    "numpy_extension": "mxnet.symbol.numpy_extension",
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
