"""The functions of ``mx.np`` that are operators, by operator name."""

from __future__ import annotations

from ._ops import OPS
from .numpy_op_signature import _get_builtin_op

_OF_NPX = ("_npx_constraint_check", "_npx_nonzero", "_npx_reshape")

for _name in (*_OF_NPX, *(name for name in OPS if name.startswith("_np_"))):
    globals()[_name] = _get_builtin_op(_name)
