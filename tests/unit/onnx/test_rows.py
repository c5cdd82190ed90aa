"""Every operator in the table: its export computes the same, and so does what is read back."""

from __future__ import annotations

import onnx
import pytest

import mxnet as mx
from mxnet._ops import OPS
from mxnet.onnx.mx2onnx._table import converters

from .row import assert_same, export, run_model, run_symbol, symbol_of
from .rows import JOINING, NN, NORM, REDUCE, REGIONS, ROWS, SLICING, SOFTMAX


def is_read(row) -> bool:
    """MXNet has no products of matrices of integers."""
    return not (row.op == "FullyConnected" and row.inputs[0].dtype.kind == "i")


def with_axes(arrays):
    return [array if array.ndim else array.reshape(1) for array in arrays]


def import_model(model, path):
    """Return the symbol in a model, and its arrays as NumPy's."""
    onnx.save(model, path)
    symbol, arguments, states = mx.contrib.onnx.import_model(path)
    return symbol, {name: array.asnumpy() for name, array in {**arguments, **states}.items()}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.id)
def test_export_and_import_compute_the_same(row, tmp_path):
    symbol, values = symbol_of(row)
    parameters = {name: mx.nd.array(values[name]) for name in row.parameters}
    data = {name: value for name, value in values.items() if name not in parameters}
    model = export(symbol, parameters, data, opset_version=row.opset)
    ours = run_symbol(symbol, values)
    assert_same(ours, run_model(model, data), row.tolerance, row.is_random)
    if not is_read(row):
        return
    again, arrays = import_model(model, tmp_path / "model.onnx")
    inputs = {name: value for name, value in data.items() if name in again.list_inputs()}
    assert set(again.list_inputs()) == {*inputs, *arrays}
    # MXNet: without NumPy's rules the smallest shape is (1,)
    ours, theirs = map(with_axes, (ours, run_symbol(again, {**inputs, **arrays})))
    assert_same(ours, theirs, row.tolerance, row.is_random)


def test_every_conversion_is_of_an_operator_and_has_a_row():
    names = set(converters())
    assert names <= {op.name for op in OPS.values()}
    assert names == {OPS[row.op].name for row in ROWS}


# Where what ONNX says differs between opsets. It aligns regions since 16.
OF_OTHER_OPSETS = [
    (row, opset)
    for row in (*REDUCE[::3], *NN, *NORM, *SOFTMAX, *REGIONS, *JOINING, *SLICING)
    for opset in (13, 21)
    if opset >= (row.opset or 16 * row.attrs.get("aligned", False))
]


@pytest.mark.parametrize(
    ("row", "opset"), OF_OTHER_OPSETS, ids=[f"{row.id}-{opset}" for row, opset in OF_OTHER_OPSETS]
)
def test_other_opsets(row, opset):
    symbol, values = symbol_of(row)
    model = export(symbol, {}, values, opset_version=opset)
    assert_same(run_symbol(symbol, values), run_model(model, values), row.tolerance, row.is_random)
