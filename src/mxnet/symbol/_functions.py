"""Creation of the functions of ``mx.sym`` from the operator table, and Python's operators."""

from __future__ import annotations

import numbers

import numpy as np

from .._eager.functions import with_operator_metadata
from .._ops import OPS
from .._ops.handles import ABS
from .._ops.python_operators import ARITHMETIC, COMPARISONS, SYMBOL
from .._ops.registry import Op
from ._compose import apply_op
from .symbol import Symbol


def sym_function(op: Op, name: str, module: str):
    """Create the function that applies an operator to symbols."""
    hint = name.lower()

    def function(*args, **kwargs):
        return apply_op(op, hint, args, kwargs)

    return with_operator_metadata(function, op, name, module)


def apply_binary(left, right, between: str, with_scalar: str, reversed_scalar: str):
    """Apply an operator to two symbols, or to a symbol and a number on either side."""
    if isinstance(left, Symbol) and isinstance(right, Symbol):
        return apply_op(OPS[between], between.lower(), (left, right), {})
    if isinstance(left, Symbol) and isinstance(right, numbers.Number | np.generic):
        return apply_op(OPS[with_scalar], with_scalar.lower(), (left,), {"scalar": right})
    if isinstance(right, Symbol) and isinstance(left, numbers.Number | np.generic):
        name = reversed_scalar
        return apply_op(OPS[name], name.lower(), (right,), {"scalar": left})
    raise TypeError(
        f"types ({type(left)}, {type(right)}) not supported; a Symbol works with numbers and "
        "Symbols: an array becomes an input, mx.sym.var(name), that gets it later"
    )  # MXNet: not NotImplemented


def _attach(python_name: str, names: tuple[str, str, str], reverse: bool) -> None:
    setattr(Symbol, f"__{python_name}__", lambda self, other: apply_binary(self, other, *names))
    if reverse:
        setattr(
            Symbol, f"__r{python_name}__", lambda self, other: apply_binary(other, self, *names)
        )


for _name in ARITHMETIC:
    _attach(_name, SYMBOL[_name], reverse=True)
for _name in COMPARISONS:
    _attach(_name, SYMBOL[_name], reverse=False)

Symbol.__neg__ = lambda self: self * -1.0
Symbol.__abs__ = lambda self: apply_op(ABS, ABS.name, (self,), {})
Symbol.__div__, Symbol.__rdiv__ = Symbol.__truediv__, Symbol.__rtruediv__
Symbol.__hash__ = object.__hash__
