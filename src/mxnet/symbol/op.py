"""Functions for every operator with a public name, created from the operator table."""

from __future__ import annotations

from .._ops import OPS
from ._functions import sym_function

__all__ = [name for name in OPS if not name.startswith("_")]

for _name in __all__:
    globals()[_name] = sym_function(OPS[_name], _name, __name__)
