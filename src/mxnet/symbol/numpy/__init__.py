"""``mx.sym.np``: the functions of ``mx.np`` for symbols."""

from ...numpy import _methods, _namespace
from . import _internal, _operators, linalg, random
from ._functions import F as _F
from ._symbol import _Symbol

_LOADED_FOR_EFFECT = (_internal, _operators)
_FUNCTIONS = _namespace.np.functions(_F, __name__, arrays=False)

globals().update(_FUNCTIONS)
_methods.attach(_Symbol, _F, __name__)

__all__ = ["_Symbol", "linalg", "random", *_FUNCTIONS]


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    raise AttributeError(f"mx.sym.np.{name} is not supported")
