"""Reductions over axes."""

from __future__ import annotations

from ....onnx._problems import Unsupported
from ....symbol import Symbol
from ._node import Node
from ._table import Array, add

# kind -> operators before, the reduction, operators after
REDUCTIONS = {
    "ReduceL1": (("abs",), "sum", ()),
    "ReduceL2": (("square",), "sum", ("sqrt",)),
    "ReduceLogSum": ((), "sum", ("log",)),
    "ReduceLogSumExp": (("exp",), "sum", ("log",)),
    "ReduceMax": ((), "max", ()),
    "ReduceMean": ((), "mean", ()),
    "ReduceMin": ((), "min", ()),
    "ReduceProd": ((), "prod", ()),
    "ReduceSum": ((), "sum", ()),
    "ReduceSumSquare": (("square",), "sum", ()),
}


def _reduction(before: tuple, op: str, after: tuple):
    def read(
        node: Node, data: Symbol, chosen: Array = None, *, axes=None, keepdims=1,
        noop_with_empty_axes=0,
    ) -> Symbol:  # fmt: skip
        axes = axes if chosen is None else [int(a) for a in chosen]
        if not axes and noop_with_empty_axes:
            return node.last("_copy", data)
        steps = [*((name, {}) for name in before), (op, _axes(axes, keepdims)),
                 *((name, {}) for name in after)]  # fmt: skip
        for name, attrs in steps[:-1]:
            data = node.step(name, data, **attrs)
        return node.last(steps[-1][0], data, **steps[-1][1])

    return read


def _axes(axes, keepdims: int) -> dict:
    return {"keepdims": bool(keepdims)} | ({"axis": tuple(axes)} if axes else {})


for _op_type, _row in REDUCTIONS.items():
    add(_op_type, _reduction(*_row))


def _position(op: str):
    def read(node: Node, data: Symbol, *, axis=0, keepdims=1, select_last_index=0) -> Symbol:
        if select_last_index:
            raise Unsupported("it takes the last of equals")
        index = node.step(op, data, axis=axis, keepdims=bool(keepdims))
        return node.last("Cast", index, dtype="int64")

    return read


add("ArgMax", _position("argmax"))
add("ArgMin", _position("argmin"))
