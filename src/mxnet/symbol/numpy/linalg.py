"""``mx.sym.np.linalg``: the functions of ``mx.np.linalg`` for symbols."""

from ...numpy import linalg as _arrays
from ...numpy._namespace import linalg as _linalg_functions
from ._functions import F as _F

_LOADED_FOR_EFFECT = (_arrays,)  # imported to define the functions
_FUNCTIONS = _linalg_functions.functions(_F, __name__, arrays=False)

globals().update(_FUNCTIONS)

__all__ = [*_FUNCTIONS]
