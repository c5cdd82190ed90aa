"""Elementwise functions of two operands: two arrays, or an array and a number."""

from __future__ import annotations

import numpy as np

from ._graph import Graph, Operand, Tensor
from ._table import add

# ------------------------------------------------------------ functions of operands of one type


def _modulo(graph: Graph, a, b, dtype: np.dtype) -> str:
    """The remainder has the sign of the divisor; for division by 0 it is 0."""
    zero = np.zeros((), dtype)
    is_zero = graph.Equal(b, zero)
    divisor = graph.Where(is_zero, np.ones((), dtype), b)
    if dtype.kind != "f":
        return graph.Where(is_zero, zero, graph.Mod(a, divisor))
    rest = graph.Mod(a, divisor, fmod=1)
    differs = graph.Xor(graph.Less(rest, zero), graph.Less(divisor, zero))
    wrong = graph.And(differs, graph.Not(graph.Equal(rest, zero)))
    return graph.Where(is_zero, zero, graph.Where(wrong, graph.Add(rest, divisor), rest))


def _hypot(graph: Graph, a, b, dtype: np.dtype) -> str:
    return graph.Sqrt(graph.Add(graph.Mul(a, a), graph.Mul(b, b)))


def _copysign(graph: Graph, a, b, dtype: np.dtype) -> str:
    size = graph.Abs(a)
    return graph.Where(graph.Less(b, np.zeros((), dtype)), graph.Neg(size), size)


def _step(kind: str):
    return lambda graph, a, b, dtype: graph.add(kind, a, b)


ARITHMETIC = {
    "add": _step("Add"),
    "sub": _step("Sub"),
    "mul": _step("Mul"),
    "div": _step("Div"),
    "power": _step("Pow"),
    "maximum": _step("Max"),
    "minimum": _step("Min"),
    "mod": _modulo,
    "hypot": _hypot,
    "copysign": _copysign,
}
COMPARISON = {
    "equal": _step("Equal"),
    "not_equal": lambda graph, a, b, dtype: graph.Not(graph.Equal(a, b)),
    "greater": _step("Greater"),
    "greater_equal": _step("GreaterOrEqual"),
    "lesser": _step("Less"),
    "lesser_equal": _step("LessOrEqual"),
}
LOGIC = {"logical_and": "And", "logical_or": "Or", "logical_xor": "Xor"}

# The operators for two arrays, for an array and a number, for a number and an array.
ARRAYS = {
    "add": ("elemwise_add", "broadcast_add", "_npi_add", "_grad_add"),
    "sub": ("elemwise_sub", "broadcast_sub", "_npi_subtract"),
    "mul": ("elemwise_mul", "broadcast_mul", "_npi_multiply"),
    "div": ("elemwise_div", "broadcast_div", "_npi_true_divide", "_scatter_elemwise_div"),
    "power": ("_power", "broadcast_power", "_npi_power"),
    "maximum": ("_maximum", "broadcast_maximum"),
    "minimum": ("_minimum", "broadcast_minimum"),
    "mod": ("_mod", "broadcast_mod", "_npi_mod"),
    "hypot": ("_hypot", "broadcast_hypot", "_npi_hypot"),
    "copysign": ("_npi_copysign",),
    "equal": ("_equal", "broadcast_equal", "_npi_equal"),
    "not_equal": ("_not_equal", "broadcast_not_equal", "_npi_not_equal"),
    "greater": ("_greater", "broadcast_greater", "_npi_greater"),
    "greater_equal": ("_greater_equal", "broadcast_greater_equal", "_npi_greater_equal"),
    "lesser": ("_lesser", "broadcast_lesser", "_npi_less"),
    "lesser_equal": ("_lesser_equal", "broadcast_lesser_equal", "_npi_less_equal"),
    "logical_and": ("_logical_and", "broadcast_logical_and"),
    "logical_or": ("_logical_or", "broadcast_logical_or"),
    "logical_xor": ("_logical_xor", "broadcast_logical_xor"),
}
SCALARS = {
    "add": ("_plus_scalar", "_npi_add_scalar", "_scatter_plus_scalar"),
    "sub": ("_minus_scalar", "_npi_subtract_scalar", "_scatter_minus_scalar"),
    "mul": ("_mul_scalar", "_npi_multiply_scalar"),
    "div": ("_div_scalar", "_npi_true_divide_scalar"),
    "power": ("_power_scalar", "_npi_power_scalar"),
    "maximum": ("_maximum_scalar",),
    "minimum": ("_minimum_scalar",),
    "mod": ("_mod_scalar", "_npi_mod_scalar"),
    "hypot": ("_hypot_scalar",),
    "equal": ("_equal_scalar", "_npi_equal_scalar"),
    "not_equal": ("_not_equal_scalar", "_npi_not_equal_scalar"),
    "greater": ("_greater_scalar", "_npi_greater_scalar"),
    "greater_equal": ("_greater_equal_scalar", "_npi_greater_equal_scalar"),
    "lesser": ("_lesser_scalar", "_npi_less_scalar"),
    "lesser_equal": ("_lesser_equal_scalar", "_npi_less_equal_scalar"),
    "logical_and": ("_logical_and_scalar",),
    "logical_or": ("_logical_or_scalar",),
    "logical_xor": ("_logical_xor_scalar",),
}
REVERSED = {
    "sub": ("_rminus_scalar", "_npi_rsubtract_scalar"),
    "div": ("_rdiv_scalar", "_npi_rtrue_divide_scalar"),
    "power": ("_rpower_scalar", "_npi_rpower_scalar"),
    "mod": ("_rmod_scalar", "_npi_rmod_scalar"),
}

# ---------------------------------------------------------------------------------- conversions


def _apply(graph: Graph, name: str, a: Operand, b: Operand, dtype: np.dtype, out: Tensor) -> str:
    """Apply a function to operands of one type, and cast the result to the type of ``out``."""
    if name in LOGIC:
        return graph.cast(graph.add(LOGIC[name], a, b), out.dtype)
    if name in ARITHMETIC:
        return ARITHMETIC[name](graph, a, b, dtype)
    result = COMPARISON[name](graph, a, b, dtype)
    return result if out.dtype == np.bool_ else graph.Cast(result, to=out.dtype)


def _working_type(name: str, input_dtypes: list[np.dtype], out: Tensor) -> np.dtype:
    """Return the type to compute in."""
    if name in LOGIC:
        return np.dtype(np.bool_)
    if name in ARITHMETIC:
        return out.dtype
    common = np.result_type(*input_dtypes)
    return np.dtype(np.int32) if common == np.bool_ else common


def _of_arrays(name: str):
    def convert(graph: Graph, lhs: Tensor, rhs: Tensor, *, out: Tensor) -> str:
        dtype = _working_type(name, [lhs.dtype, rhs.dtype], out)
        return _apply(graph, name, graph.cast(lhs, dtype), graph.cast(rhs, dtype), dtype, out)

    return convert


def _of_scalar(name: str, is_reversed: bool):
    def convert(graph: Graph, data: Tensor, *, scalar: float, is_int: bool, out: Tensor) -> str:
        # MXNet: with integers a number is truncated, unless ``is_int`` is False.
        is_integer = not data.is_float and is_int and not (name == "div" and out.is_float)
        input_dtype = data.dtype if data.is_float or is_int else np.dtype(np.float64)
        dtype = _working_type(name, [input_dtype], out)
        number = np.asarray(int(scalar) if is_integer else scalar).astype(dtype)
        operands = (graph.cast(data, dtype), number)
        return _apply(graph, name, *(operands[::-1] if is_reversed else operands), dtype, out)

    return convert


for _name, _names in ARRAYS.items():
    for _operator in _names:
        add(_operator, _of_arrays(_name))
for _table, _is_reversed in ((SCALARS, False), (REVERSED, True)):
    for _name, _names in _table.items():
        for _operator in _names:
            add(_operator, _of_scalar(_name, _is_reversed))


def add_n(graph: Graph, *args: Tensor) -> str:
    return graph.Sum(*args)


add("add_n", add_n)


# ----------------------------------------------------------------------------------------- bits

BITS = {"and": ("And", "BitwiseAnd"), "or": ("Or", "BitwiseOr"), "xor": ("Xor", "BitwiseXor")}


def _bits(kinds: tuple[str, str]):
    def convert(graph: Graph, lhs: Tensor, rhs: Tensor, *, out: Tensor) -> str:
        kind = kinds[0] if out.dtype == np.bool_ else kinds[1]
        return graph.add(kind, graph.cast(lhs, out.dtype), graph.cast(rhs, out.dtype))

    return convert


def _bits_with_scalar(kinds: tuple[str, str]):
    def convert(graph: Graph, data: Tensor, *, scalar: float, out: Tensor) -> str:
        kind = kinds[0] if out.dtype == np.bool_ else kinds[1]
        return graph.add(kind, graph.cast(data, out.dtype), graph.like(out, int(scalar)))

    return convert


for _name, _kinds in BITS.items():
    add(f"_npi_bitwise_{_name}", _bits(_kinds), 18)
    add(f"_npi_bitwise_{_name}_scalar", _bits_with_scalar(_kinds), 18)


def bitwise_not(graph: Graph, data: Tensor, *, out: Tensor) -> str:
    return graph.Not(data) if out.dtype == np.bool_ else graph.BitwiseNot(data)


add("_npi_bitwise_not", bitwise_not, 18)
