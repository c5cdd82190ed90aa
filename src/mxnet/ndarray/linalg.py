"""``mx.nd.linalg``: linear algebra on matrices or batches, created from the operator table."""

from __future__ import annotations

from .._eager.functions import nd_function
from .._ops import OPS
from .ndarray import NDArray

_PREFIX = "_linalg_"

__all__ = [name.removeprefix(_PREFIX) for name in OPS if name.startswith(_PREFIX)]

for _name in __all__:
    globals()[_name] = nd_function(OPS[_PREFIX + _name], _name, __name__, NDArray)
