"""Functions for every operator with a public name, created from the operator table."""

from __future__ import annotations

from .._eager.functions import nd_function
from .._ops import OPS
from .ndarray import NDArray

__all__ = [name for name in OPS if not name.startswith("_")]

for _name in __all__:
    globals()[_name] = nd_function(OPS[_name], _name, __name__, NDArray)
