"""Operators on a fake GPU: MXNet's numbers, on the device, forward and backward.

Two rows of each operator, its first and its last; with ``ALL_ROWS=1`` every row (``make devices``).
"""

import os

import pytest

import mxnet as mx
from tests.ops import test_rows
from tests.ops.row import families, rows_of

from .checks import assert_on
from .reasons import OPERATORS_THAT_WAIT, OTHER_GRADIENTS
from .waits import noted_waits

ALL = os.environ.get("ALL_ROWS") == "1"


def rows_by_operator():
    """Return the rows of each operator, with the families that their answers are recorded in."""
    by_operator = {}
    for family in families():
        for row in rows_of(family):
            by_operator.setdefault(row.op, []).append((family, row))
    if ALL:
        return by_operator
    return {op: rows[:1] + rows[1:][-1:] for op, rows in by_operator.items()}


ROWS = rows_by_operator()


def gradients(row):
    """Return which inputs have gradients that torch computes alike for all devices."""
    return () if row.op in OTHER_GRADIENTS else row.differentiated()


def check_call(family, row):
    """Call an operator on the current device; return where the host waited."""
    expected, arrays = test_rows.expected_of(family, row), test_rows.arrays_of(row)
    for i in gradients(row):
        arrays[i].attach_grad()
    with noted_waits() as waits, mx.autograd.record(train_mode=row.train):
        outputs = test_rows.call(row, arrays)
    if "ctx" not in row.attrs:
        assert_on(mx.current_context(), *outputs)
    test_rows.check_outputs(outputs, expected, row)
    if gradients(row):
        heads = test_rows.heads_for(outputs)
        with noted_waits() as later:
            mx.autograd.backward(outputs, heads, train_mode=row.train)
        waits += later
    for i in gradients(row):
        assert_on(mx.current_context(), arrays[i].grad)
        test_rows.same(arrays[i].grad, expected[f"grad{i}"], row, f"grad{i}")
    return waits


@pytest.mark.parametrize("op", ROWS)
def test_call(gpus, op):
    waits = []
    for family, row in ROWS[op]:
        with mx.util.np_shape(row.is_numpy), mx.gpu(1):
            waits += check_call(family, row)
    if op not in OPERATORS_THAT_WAIT:
        assert not waits, f"{op} makes the host wait for the device"


@pytest.mark.parametrize("op", ROWS)
def test_in_a_graph(gpus, op):
    for family, row in ROWS[op][:1]:
        if not test_rows.is_a_step(row) and op not in OTHER_GRADIENTS:
            with mx.gpu(1):
                test_rows.test_as_a_symbol(family, row)
