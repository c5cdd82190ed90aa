"""``mx.sym.np.random``: the functions of ``mx.np.random`` for symbols."""

from ...numpy import random as _arrays
from ...numpy._namespace import random as _random_functions
from ._functions import F as _F

_LOADED_FOR_EFFECT = (_arrays,)  # imported to define the functions
_FUNCTIONS = _random_functions.functions(_F, __name__, arrays=False)

globals().update(_FUNCTIONS)

__all__ = [*_FUNCTIONS]
