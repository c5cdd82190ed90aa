"""Every operator in the table: ONNX Runtime computes what the operator computes."""

from __future__ import annotations

import pytest

from mxnet._ops import OPS
from mxnet.onnx.mx2onnx._table import converters

from .row import assert_same, export, run_model, run_symbol, symbol_of
from .rows import ROWS


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.id)
def test_the_export_computes_the_same(row):
    symbol, values = symbol_of(row)
    model = export(symbol, {}, values, opset_version=row.opset)
    ours, theirs = run_symbol(symbol, values), run_model(model, values)
    assert_same(ours, theirs, row.tolerance, row.is_random)


# A loss among nothing but losses has a conversion that says why there is none.
WITHOUT_ROWS = {"softmax_cross_entropy", "_softmax_cross_entropy_loss"}


def test_every_conversion_is_of_an_operator_and_has_a_row():
    names = set(converters())
    assert names <= {op.name for op in OPS.values()}
    assert names - {OPS[row.op].name for row in ROWS} == WITHOUT_ROWS
