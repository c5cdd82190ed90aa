"""Elementwise operators with several operands."""

from __future__ import annotations

import functools

from ...._ops.python_operators import NDARRAY
from ....symbol import Symbol
from ._node import Node
from ._table import add, reads

PYTHON_NAMES = {
    "Add": "add", "Sub": "sub", "Mul": "mul", "Div": "truediv",
    "Equal": "eq", "Greater": "gt", "GreaterOrEqual": "ge", "Less": "lt", "LessOrEqual": "le",
}  # fmt: skip
BITS = {
    "BitwiseAnd": "_npi_bitwise_and",
    "BitwiseOr": "_npi_bitwise_or",
    "BitwiseXor": "_npi_bitwise_xor",
}
LOGIC = {
    "And": "broadcast_logical_and", "Or": "broadcast_logical_or", "Xor": "broadcast_logical_xor",
}  # fmt: skip
SEVERAL = {
    "Max": ("broadcast_maximum", "_maximum_scalar"),
    "Min": ("broadcast_minimum", "_minimum_scalar"),
    "Sum": ("broadcast_add", "_plus_scalar"),
}


def _pair(of_arrays: str, of_scalar: str, of_reversed: str):
    """Read two arrays, an array and a number, or a number and an array."""

    def read(node: Node, a: Symbol, b: Symbol) -> Symbol:
        rhs, lhs = node.scalar(1), node.scalar(0)
        if rhs is not None:
            return node.last(of_scalar, node.numbers(a), scalar=rhs)
        if lhs is not None:
            return node.last(of_reversed, node.numbers(b, 1), scalar=lhs)
        return node.last(of_arrays, node.numbers(a), node.numbers(b, 1))

    return read


def _logic(op: str):
    def read(node: Node, a: Symbol, b: Symbol) -> Symbol:
        return node.last(op, node.truths(a), node.truths(b))

    return read


def _several(op: str, of_scalar: str):
    def read(node: Node, *data: Symbol) -> Symbol:
        if len(data) == 1:
            return node.last("_copy", data[0])
        if len(data) == 2 and node.scalar(1) is not None:
            return node.last(of_scalar, data[0], scalar=node.scalar(1))
        first = functools.reduce(lambda a, b: node.step(op, a, b), data[:-1])
        return node.last(op, first, data[-1])

    return read


for _op_type, _name in PYTHON_NAMES.items():
    add(_op_type, _pair(*NDARRAY[_name]))
for _op_type, _op in BITS.items():
    add(_op_type, _pair(_op, f"{_op}_scalar", f"{_op}_scalar"))
for _op_type, _op in LOGIC.items():
    add(_op_type, _logic(_op))
for _op_type, _ops in SEVERAL.items():
    add(_op_type, _several(*_ops))


@reads("Mean")
def mean(node: Node, *data: Symbol) -> Symbol:
    total = functools.reduce(lambda a, b: node.step("broadcast_add", a, b), data)
    return node.last("_div_scalar", total, scalar=len(data))


@reads("Pow")
def power(node: Node, a: Symbol, b: Symbol) -> Symbol:
    if node.dtype(0) == node.dtype(1) or node.scalar(1) is not None:
        return _pair(*NDARRAY["pow"])(node, a, b)
    a, b = (node.step("Cast", x, dtype="float64") for x in (a, b))
    return node.last("Cast", node.step("broadcast_power", a, b), dtype=node.dtype(0).name)


@reads("Mod")
def mod(node: Node, a: Symbol, b: Symbol, *, fmod=0) -> Symbol:
    if not fmod:
        return node.last("broadcast_mod", a, b)
    # fmod: the remainder of the absolute values, with the sign of the dividend.
    rest = node.step("broadcast_mod", node.step("abs", a), node.step("abs", b))
    return node.last("broadcast_mul", rest, node.step("sign", a))


@reads("Where")
def where(node: Node, condition: Symbol, x: Symbol, y: Symbol) -> Symbol:
    return node.last("_npi_where", condition, x, y)
