"""``mx.nd.linalg``: linear algebra on matrices or batches, created from the operator table."""

from __future__ import annotations

from .._core.lazy import lazy_attributes as _lazy_attributes
from .._eager.functions import nd_function
from .._ops import OPS
from .._text.foreign_names import LINALG as _FOREIGN_NAMES
from .ndarray import NDArray

_PREFIX = "_linalg_"

__all__ = [name.removeprefix(_PREFIX) for name in OPS if name.startswith(_PREFIX)]

for _name in __all__:
    globals()[_name] = nd_function(OPS[_PREFIX + _name], _name, __name__, NDArray)

__getattr__ = _lazy_attributes(__name__, {}, _FOREIGN_NAMES)
