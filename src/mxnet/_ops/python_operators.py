"""The operators that implement Python's ``x + y``, ``x + 2`` and ``2 - x``.

Arrays of ``mx.nd``, symbols and arrays of ``mx.np`` have separate operators, by Python's names:
``NDARRAY["add"]`` implements ``NDArray.__add__``.
"""

from __future__ import annotations

from typing import NamedTuple

ARITHMETIC = ("add", "sub", "mul", "truediv", "mod", "pow")
COMPARISONS = ("eq", "ne", "gt", "ge", "lt", "le")
BITS = ("and", "or", "xor")  # only arrays of mx.np have them


class Operators(NamedTuple):
    """The names of the operators that implement one Python operator."""

    arrays: str  # between two arrays
    scalar: str  # with a number on the right
    reversed_scalar: str  # with a number on the left


NDARRAY = {
    "add": Operators("broadcast_add", "_plus_scalar", "_plus_scalar"),
    "sub": Operators("broadcast_sub", "_minus_scalar", "_rminus_scalar"),
    "mul": Operators("broadcast_mul", "_mul_scalar", "_mul_scalar"),
    "truediv": Operators("broadcast_div", "_div_scalar", "_rdiv_scalar"),
    "mod": Operators("broadcast_mod", "_mod_scalar", "_rmod_scalar"),
    "pow": Operators("broadcast_power", "_power_scalar", "_rpower_scalar"),
    "eq": Operators("broadcast_equal", "_equal_scalar", "_equal_scalar"),
    "ne": Operators("broadcast_not_equal", "_not_equal_scalar", "_not_equal_scalar"),
    "gt": Operators("broadcast_greater", "_greater_scalar", "_lesser_scalar"),
    "ge": Operators("broadcast_greater_equal", "_greater_equal_scalar", "_lesser_equal_scalar"),
    "lt": Operators("broadcast_lesser", "_lesser_scalar", "_greater_scalar"),
    "le": Operators("broadcast_lesser_equal", "_lesser_equal_scalar", "_greater_equal_scalar"),
}

# MXNet: symbols name their nodes after these aliases, so that files contain them.
SYMBOL = {
    "add": Operators("_Plus", "_PlusScalar", "_PlusScalar"),
    "sub": Operators("_Minus", "_MinusScalar", "_RMinusScalar"),
    "mul": Operators("_Mul", "_MulScalar", "_MulScalar"),
    "truediv": Operators("_Div", "_DivScalar", "_RDivScalar"),
    "mod": Operators("_Mod", "_ModScalar", "_RModScalar"),
    "pow": Operators("_Power", "_PowerScalar", "_rpower_scalar"),
    "eq": Operators("_equal", "_equal_scalar", "_equal_scalar"),
    "ne": Operators("_not_equal", "_not_equal_scalar", "_not_equal_scalar"),
    "gt": Operators("_greater", "_greater_scalar", "_lesser_scalar"),
    "ge": Operators("_greater_equal", "_greater_equal_scalar", "_lesser_equal_scalar"),
    "lt": Operators("_lesser", "_lesser_scalar", "_greater_scalar"),
    "le": Operators("_lesser_equal", "_lesser_equal_scalar", "_greater_equal_scalar"),
}


def numpy_operators(name: str, reversed_name: str) -> Operators:
    """Return the operators of a binary function of ``mx.np``."""
    return Operators(f"_npi_{name}", f"_npi_{name}_scalar", f"_npi_{reversed_name}_scalar")


NUMPY = {
    "add": numpy_operators("add", "add"),
    "sub": numpy_operators("subtract", "rsubtract"),
    "mul": numpy_operators("multiply", "multiply"),
    "truediv": numpy_operators("true_divide", "rtrue_divide"),
    "mod": numpy_operators("mod", "rmod"),
    "pow": numpy_operators("power", "rpower"),
    "and": numpy_operators("bitwise_and", "bitwise_and"),
    "or": numpy_operators("bitwise_or", "bitwise_or"),
    "xor": numpy_operators("bitwise_xor", "bitwise_xor"),
    "eq": numpy_operators("equal", "equal"),
    "ne": numpy_operators("not_equal", "not_equal"),
    "gt": numpy_operators("greater", "less"),
    "ge": numpy_operators("greater_equal", "less_equal"),
    "lt": numpy_operators("less", "greater"),
    "le": numpy_operators("less_equal", "greater_equal"),
}
