"""``mx.np.linalg``: linear algebra."""

from . import _linalg, fallback
from ._namespace import linalg as _linalg_functions
from .multiarray import F as _F

_FAMILIES = (_linalg,)  # files with definitions
_FUNCTIONS = {**fallback.FUNCTIONS_OF_LINALG, **_linalg_functions.functions(_F, __name__)}

globals().update(_FUNCTIONS)

__all__ = [*_FUNCTIONS]
