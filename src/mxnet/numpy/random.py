"""``mx.np.random``: random numbers."""

from . import _random
from ._namespace import random as _random_functions
from .multiarray import F as _F

_FAMILIES = (_random,)  # files with definitions
_FUNCTIONS = _random_functions.functions(_F, __name__)

globals().update(_FUNCTIONS)

__all__ = [*_FUNCTIONS]
