"""``mx.sym``: graphs of operators without values."""

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


def __getattr__(name):
    """``Custom`` comes with ``mxnet.operator``, which is loaded when it is first asked for."""
    if name == "Custom":
        import_module("mxnet.operator")
        return globals()[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
