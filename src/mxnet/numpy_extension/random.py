"""``mx.npx.random``: random distributions that NumPy lacks, and seeds."""

from ..numpy import _random
from ..numpy._namespace import npx_random as _random_functions
from ..numpy.multiarray import F as _F
from ..random import seed as _seed

_FAMILIES = (_random,)  # files with definitions
_FUNCTIONS = _random_functions.functions(_F, __name__)

globals().update(_FUNCTIONS)


def seed(seed, ctx="all"):
    """Seed the random generators of all devices, or of one."""
    _seed(seed, ctx)


__all__ = ["seed", *_FUNCTIONS]
