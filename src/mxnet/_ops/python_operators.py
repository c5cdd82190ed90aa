"""The operators that implement Python's ``x + y``, ``x + 2`` and ``2 - x``.

Arrays of ``mx.nd``, symbols and arrays of ``mx.np`` have separate operators, by Python's names:
``NDARRAY["add"]`` implements ``NDArray.__add__``.
"""

from __future__ import annotations

from typing import NamedTuple

ARITHMETIC = ("add", "sub", "mul", "truediv", "mod", "pow")
COMPARISONS = ("eq", "ne", "gt", "ge", "lt", "le")
BITS = ("and", "or", "xor")  # only arrays of mx.np have them


class OperatorNames(NamedTuple):
    """The names of the operators that implement one Python operator."""

    arrays: str  # between two arrays
    scalar: str  # with a number on the right
    reversed_scalar: str  # with a number on the left


NDARRAY = {
    "add": OperatorNames("broadcast_add", "_plus_scalar", "_plus_scalar"),
    "sub": OperatorNames("broadcast_sub", "_minus_scalar", "_rminus_scalar"),
    "mul": OperatorNames("broadcast_mul", "_mul_scalar", "_mul_scalar"),
    "truediv": OperatorNames("broadcast_div", "_div_scalar", "_rdiv_scalar"),
    "mod": OperatorNames("broadcast_mod", "_mod_scalar", "_rmod_scalar"),
    "pow": OperatorNames("broadcast_power", "_power_scalar", "_rpower_scalar"),
    "eq": OperatorNames("broadcast_equal", "_equal_scalar", "_equal_scalar"),
    "ne": OperatorNames("broadcast_not_equal", "_not_equal_scalar", "_not_equal_scalar"),
    "gt": OperatorNames("broadcast_greater", "_greater_scalar", "_lesser_scalar"),
    "ge": OperatorNames("broadcast_greater_equal", "_greater_equal_scalar", "_lesser_equal_scalar"),
    "lt": OperatorNames("broadcast_lesser", "_lesser_scalar", "_greater_scalar"),
    "le": OperatorNames("broadcast_lesser_equal", "_lesser_equal_scalar", "_greater_equal_scalar"),
}

# MXNet: symbols name their nodes after these aliases, so that files contain them.
SYMBOL = {
    "add": OperatorNames("_Plus", "_PlusScalar", "_PlusScalar"),
    "sub": OperatorNames("_Minus", "_MinusScalar", "_RMinusScalar"),
    "mul": OperatorNames("_Mul", "_MulScalar", "_MulScalar"),
    "truediv": OperatorNames("_Div", "_DivScalar", "_RDivScalar"),
    "mod": OperatorNames("_Mod", "_ModScalar", "_RModScalar"),
    "pow": OperatorNames("_Power", "_PowerScalar", "_rpower_scalar"),
    "eq": OperatorNames("_equal", "_equal_scalar", "_equal_scalar"),
    "ne": OperatorNames("_not_equal", "_not_equal_scalar", "_not_equal_scalar"),
    "gt": OperatorNames("_greater", "_greater_scalar", "_lesser_scalar"),
    "ge": OperatorNames("_greater_equal", "_greater_equal_scalar", "_lesser_equal_scalar"),
    "lt": OperatorNames("_lesser", "_lesser_scalar", "_greater_scalar"),
    "le": OperatorNames("_lesser_equal", "_lesser_equal_scalar", "_greater_equal_scalar"),
}


def numpy_operators(name: str, reversed_name: str) -> OperatorNames:
    """Return the operators of a binary function of ``mx.np``."""
    return OperatorNames(f"_npi_{name}", f"_npi_{name}_scalar", f"_npi_{reversed_name}_scalar")


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

# The operators with one operand, by the name of Python's method.
UNARY = {"neg": "negative", "abs": "abs"}
# MXNet: of the functions that round, these return arrays.
NUMPY_UNARY = {
    "neg": "_npi_negative", "abs": "_npi_absolute", "invert": "_npi_bitwise_not",
    "ceil": "_npi_ceil", "floor": "_npi_floor", "trunc": "_npi_trunc",
}  # fmt: skip
