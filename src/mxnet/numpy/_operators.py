"""Python's operators on arrays of ``mx.np``: ``x + y``, ``2 / x``, ``x @ y``, ``x > y``, ``~x``.

They are made as those of ``mx.nd`` are, from tables, with the operators that follow NumPy's rules.
"""

from __future__ import annotations

import torch

from ..ndarray._operators import FLOAT_FUNCTIONS, binary_methods
from .multiarray import F, ndarray

# Python's name: operator between arrays, with a scalar, with a scalar on the left
ARITHMETIC = {
    "add": ("_npi_add", "_npi_add_scalar", "_npi_add_scalar"),
    "sub": ("_npi_subtract", "_npi_subtract_scalar", "_npi_rsubtract_scalar"),
    "mul": ("_npi_multiply", "_npi_multiply_scalar", "_npi_multiply_scalar"),
    "truediv": ("_npi_true_divide", "_npi_true_divide_scalar", "_npi_rtrue_divide_scalar"),
    "mod": ("_npi_mod", "_npi_mod_scalar", "_npi_rmod_scalar"),
    "pow": ("_npi_power", "_npi_power_scalar", "_npi_rpower_scalar"),
}
BITS = {
    "and": ("_npi_bitwise_and", "_npi_bitwise_and_scalar"),
    "or": ("_npi_bitwise_or", "_npi_bitwise_or_scalar"),
    "xor": ("_npi_bitwise_xor", "_npi_bitwise_xor_scalar"),
}
COMPARISONS = {
    "eq": ("_npi_equal", "_npi_equal_scalar"),
    "ne": ("_npi_not_equal", "_npi_not_equal_scalar"),
    "gt": ("_npi_greater", "_npi_greater_scalar"),
    "ge": ("_npi_greater_equal", "_npi_greater_equal_scalar"),
    "lt": ("_npi_less", "_npi_less_scalar"),
    "le": ("_npi_less_equal", "_npi_less_equal_scalar"),
}
# MXNet: of the operators that Python has a function for, these return arrays.
ROUNDING = {"ceil": "_npi_ceil", "floor": "_npi_floor", "trunc": "_npi_trunc"}
UNARY = {"neg": "_npi_negative", "abs": "_npi_absolute", "invert": "_npi_bitwise_not"}


def _attach(name, method):
    method.__name__ = name
    method.__qualname__ = f"ndarray.{name}"
    setattr(ndarray, name, method)


def _attach_all(name, methods):
    for prefix, method in zip(("", "r", "i"), methods, strict=True):
        _attach(f"__{prefix}{name}__", method)


for _name, _row in ARITHMETIC.items():
    _attach_all(_name, binary_methods(*_row, *FLOAT_FUNCTIONS.get(_name, ()), cls=ndarray))
for _name, (_between, _scalar) in BITS.items():
    _attach_all(_name, binary_methods(_between, _scalar, _scalar, cls=ndarray))
for _name, (_between, _scalar) in COMPARISONS.items():
    _compare = getattr(torch, _name)
    _attach(f"__{_name}__", binary_methods(_between, _scalar, _scalar, _compare, cls=ndarray)[0])
for _name, _operator in {**UNARY, **ROUNDING}.items():
    setattr(ndarray, f"__{_name}__", getattr(F, _operator))


def _matmul(self, other):
    if not isinstance(other, ndarray):
        return NotImplemented
    return F._npi_matmul(self, other)


def _imatmul(self, other):
    if not isinstance(other, ndarray):
        return NotImplemented
    return F._npi_matmul(self, other, out=self)


def _round(self, n=0):
    return F._npi_around(self, decimals=n)


_attach("__matmul__", _matmul)
_attach("__imatmul__", _imatmul)
_attach("__round__", _round)

for _prefix in ("", "r", "i"):  # Python 2's names, which MXNet still has
    setattr(ndarray, f"__{_prefix}div__", getattr(ndarray, f"__{_prefix}truediv__"))
