"""The process of one package in operators.py: answer "row rule" lines with times as JSON.

The rows are those of tests/ops, and a rule says how their inputs become larger.
"""

from __future__ import annotations

import dataclasses
import json
import math
import resource
import sys
import time

from tests.ops.row import Input, Row, families, head_gradient, rows_of

import mxnet as mx

try:
    from mxnet._eager.functions import nd_function
    from mxnet._ops import OPS
except ImportError:  # the real MXNet
    OPS = None
    from tests.ops.recorder import function

ROWS = [row for family in families() for row in rows_of(family)]
LARGE = 1 << 19  # elements of the largest input, at most: 2 MB of float32
SECONDS = 0.01  # of repetitions, of which the best counts
MEMORY = 4 << 30  # bytes: results of some operators grow with the square of their inputs


def enlarge(row: Row, grows) -> Row | None:
    """Return a row with some axes longer, all by one factor; None if there are none.

    ``grows`` says of the shape of an input and an axis whether that is one of them.
    """
    shapes = [spec.shape for spec in row.inputs]
    axes = [[i for i, n in enumerate(shape) if n > 1 and grows(shape, i)] for shape in shapes]
    factors = [
        (LARGE / math.prod(shape)) ** (1 / len(chosen))
        for shape, chosen in zip(shapes, axes, strict=True)
        if chosen
    ]
    factor = int(min(factors, default=1))
    if factor < 2:
        return None
    inputs = tuple(
        _lengthen(spec, chosen, factor) for spec, chosen in zip(row.inputs, axes, strict=True)
    )
    return dataclasses.replace(row, inputs=inputs)


def _lengthen(spec: Input, axes: list[int], factor: int) -> Input:
    shape = tuple(n * factor if i in axes else n for i, n in enumerate(spec.shape))
    if spec.given is None:
        return dataclasses.replace(spec, shape=shape)
    values = spec.given * factor ** len(axes)  # not in their order, but of their kind
    return dataclasses.replace(spec, shape=shape, given=values)


RULES = {
    "as it is": lambda row: row,
    "all axes": lambda row: enlarge(row, lambda shape, i: True),
    "batch": lambda row: enlarge(row, lambda s, i: i == 0 and s[0] == row.inputs[0].shape[0]),
    "boxes": lambda row: enlarge(row, lambda shape, i: i == len(shape) - 2),
    "images": lambda row: enlarge(row, lambda shape, i: len(shape) > 3 and i > 1),
}


class Case:
    """One row, ready to be called."""

    def __init__(self, row: Row):
        self._row = row
        self._function = function(row.op) if OPS is None else _our_function(row.op)
        home = mx.np if row.is_numpy else mx.nd
        self._arrays = [home.array(values, dtype=values.dtype) for values in row.arrays()]
        self._heads = [
            home.array(head_gradient(out.shape, out.dtype, i).astype(out.dtype), dtype=out.dtype)
            for i, out in enumerate(self._forward())
        ]
        for i in row.differentiated():
            self._arrays[i].attach_grad()

    def _forward(self) -> list:
        targets = self._row.targets(self._arrays)
        result = self._function(*self._arrays, **self._row.attrs, **targets)
        outputs = list(result) if isinstance(result, list | tuple) else [result]
        for out in outputs:
            out.wait_to_read()
        return outputs

    def _backward(self) -> None:
        with mx.autograd.record(train_mode=self._row.train):
            outputs = self._forward()
        mx.autograd.backward(outputs, self._heads, train_mode=self._row.train)
        for i in self._row.differentiated():
            self._arrays[i].grad.wait_to_read()

    def times(self) -> dict[str, float]:
        """Return the seconds of the forward pass, and of both."""
        passes = {"forward": self._forward}
        if self._row.differentiated():
            passes["with backward"] = self._backward
        return {name: _best_time(run) for name, run in passes.items()}


def _our_function(name: str):
    return nd_function(OPS[name], name, "mxnet.nd", mx.nd.NDArray)


def _best_time(run) -> float:
    run()
    best, end = math.inf, time.process_time() + SECONDS
    while (start := time.process_time()) < end:
        run()
        best = min(best, time.process_time() - start)
    return best


def answer(index: int, rule: str) -> dict:
    """Return the times of a row, nothing if the rule does not apply, or the error."""
    row = RULES[rule](ROWS[index])
    if row is None:
        return {}
    mx.util.set_np_shape(row.is_numpy)
    try:
        return Case(row).times()
    except Exception as error:  # each row is asked for by itself
        return {"error": str(error)}


def main() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    print(json.dumps({"operators": [row.op for row in ROWS], "rules": list(RULES)}), flush=True)
    for line in sys.stdin:
        index, rule = line.rstrip("\n").split(maxsplit=1)
        print(json.dumps(answer(int(index), rule)), flush=True)


main()
