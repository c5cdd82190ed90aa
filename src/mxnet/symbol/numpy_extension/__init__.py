"""``mx.sym.npx``: the functions of ``mx.npx`` for symbols."""

from ... import numpy_extension as _arrays
from ...numpy import _namespace
from ..numpy._functions import F as _F
from . import image, random

_LOADED_FOR_EFFECT = (_arrays,)  # imported to define the functions
_FUNCTIONS = _namespace.npx.functions(_F, __name__, arrays=False)

globals().update(_FUNCTIONS)

__all__ = ["image", "random", *_FUNCTIONS]
