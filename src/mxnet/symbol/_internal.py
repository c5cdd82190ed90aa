"""Functions for operators whose name begins with an underscore, created from the operator table."""

from __future__ import annotations

from .._ops import OPS
from .._ops.registry import NUMPY_PREFIXES
from ._functions import sym_function
from ._subgraph import _CachedOp

_NAMES = [name for name in OPS if name.startswith("_") and not name.startswith(NUMPY_PREFIXES)]
__all__ = ["_CachedOp", *_NAMES]

for _name in _NAMES:
    globals()[_name] = sym_function(OPS[_name], _name, __name__)
