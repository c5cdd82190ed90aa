"""Layers that run as one operator have the values and gradients of their formulas."""

from __future__ import annotations

import numpy as np
import pytest

import mxnet as mx
from mxnet import MXNetError, autograd, nd
from mxnet.gluon import nn, rnn


def _run(layer, dtype):
    x = nd.array([[-30, -1.5, -0.0, 0, 0.25, 2, 30]], dtype=dtype)
    x.attach_grad()
    with autograd.record():
        y = layer(x)
    y.backward(nd.arange(1, 8, dtype=dtype).reshape((1, 7)))
    return y.asnumpy(), x.grad.asnumpy()


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
@pytest.mark.parametrize("beta", [1.0, 1, 0.5])
def test_swish(beta, dtype):
    formula = nn.Swish(beta)
    formula.hybridize()
    tolerance = 1e-2 if dtype == "float16" else 1e-6
    for actual, expected in zip(_run(nn.Swish(beta), dtype), _run(formula, dtype), strict=True):
        assert actual.dtype == expected.dtype
        np.testing.assert_allclose(actual, expected, tolerance, tolerance)


def test_the_operator_of_swish_takes_floats():
    assert nd._internal._silu(nd.array([0, 40])).asnumpy().tolist() == [0, 40]
    with pytest.raises(MXNetError, match="_silu.*int32"):
        nd._internal._silu(nd.array([1], dtype="int32"))


def _train_cell(cell, dtype):
    """Run three steps of a cell; return the values and all gradients."""
    mx.random.seed(5)
    cell.initialize(mx.init.Normal(0.5))
    cell.cast(dtype)
    steps = [nd.random.normal(shape=(4, 3)).astype(dtype) for _ in range(3)]
    begin = [nd.random.normal(shape=(4, 5)).astype(dtype) for _ in cell.state_info()]
    for array in (*steps, *begin):
        array.attach_grad()
    with autograd.record():
        states = begin
        for step in steps:
            output, states = cell(step, states)
        loss = (output * output).sum() + sum((state**3).sum() for state in states)
    loss.backward()
    gradients = [array.grad for array in (*steps, *begin)]
    gradients += [parameter.grad() for parameter in cell.collect_params().values()]
    return [array.asnumpy() for array in (output, *states, *gradients)]


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("kind", [rnn.LSTMCell, rnn.GRUCell])
def test_step_of_a_cell(kind, dtype):
    formula = kind(5, input_size=3)
    formula.hybridize()
    actual, expected = _train_cell(kind(5, input_size=3), dtype), _train_cell(formula, dtype)
    tolerance = 1e-5 if dtype == "float32" else 1e-12
    for one, other in zip(actual, expected, strict=True):
        assert one.dtype == other.dtype
        np.testing.assert_allclose(one, other, tolerance, tolerance)


def test_cells_with_other_activations_use_the_formula():
    cell = rnn.LSTMCell(5, input_size=3, activation="relu", recurrent_activation="softsign")
    formula = rnn.LSTMCell(5, input_size=3, activation="relu", recurrent_activation="softsign")
    formula.hybridize()
    for one, other in zip(
        _train_cell(cell, "float64"), _train_cell(formula, "float64"), strict=True
    ):
        np.testing.assert_allclose(one, other, 1e-12, 1e-12)


@pytest.mark.parametrize("kind", [rnn.LSTMCell, rnn.GRUCell])
def test_wrong_inputs_of_a_cell_are_explained_by_the_formula(kind):
    cell = kind(5, input_size=3)
    cell.initialize()
    states = cell.begin_state(4)
    with pytest.raises(MXNetError, match="FullyConnected"):
        cell(nd.ones((4, 2)), states)
    with pytest.raises(MXNetError, match=r"elemwise_(add|mul)|broadcast"):
        cell(nd.ones((2, 3)), states)


def test_the_operators_of_cells_take_floats():
    arrays = [nd.ones(shape, dtype="int32") for shape in ((2, 3), (2, 1), (3, 3), (3, 1), 3, 3)]
    with pytest.raises(MXNetError, match="_gru_cell.*int32"):
        nd._internal._gru_cell(*arrays)
    arrays = [nd.ones(s, dtype="int32") for s in ((2, 3), (2, 1), (2, 1), (4, 3), (4, 1), 4, 4)]
    with pytest.raises(MXNetError, match="_lstm_cell.*int32"):
        nd._internal._lstm_cell(*arrays)
