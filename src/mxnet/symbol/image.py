"""``mx.sym.image``, created from the operator table."""

from __future__ import annotations

from .._ops import OPS
from ._functions import sym_function

_PREFIX = "_image_"

__all__ = [name.removeprefix(_PREFIX) for name in OPS if name.startswith(_PREFIX)]

for _name in __all__:
    globals()[_name] = sym_function(OPS[_PREFIX + _name], _name, __name__)
