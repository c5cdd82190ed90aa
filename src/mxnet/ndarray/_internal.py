"""Functions for operators whose name begins with an underscore, created from the operator table."""

from __future__ import annotations

from .._eager.functions import nd_function
from .._ops import OPS
from .._ops.registry import NUMPY_PREFIXES
from .ndarray import NDArray

__all__ = [name for name in OPS if name.startswith("_") and not name.startswith(NUMPY_PREFIXES)]

for _name in __all__:
    globals()[_name] = nd_function(OPS[_name], _name, __name__, NDArray)
