"""Losses that run as one operator have the values and gradients of their formulas."""

from __future__ import annotations

import numpy as np
import pytest

from mxnet import MXNetError, autograd, nd
from mxnet.gluon import loss

RANDOM = np.random.default_rng(0)
# Elements equal to 0, to their label, and at a distance of rho have gradients of their own.
PRED = np.concatenate([RANDOM.normal(size=(3, 2, 4)), np.full((3, 2, 1), 0)], 2)
LABEL = np.concatenate([RANDOM.integers(0, 2, (3, 2, 4)), np.zeros((3, 2, 1))], 2)
PRED[0, 0, :3], LABEL[0, 0, :3] = 1, (1, 0, -1)
LOSSES = {
    "L1": lambda **options: loss.L1Loss(**options),
    "L2": lambda **options: loss.L2Loss(**options),
    "Huber": lambda **options: loss.HuberLoss(**options),
    "Huber, rho 0.3": lambda **options: loss.HuberLoss(rho=0.3, **options),
    "sigmoid": lambda **options: loss.SigmoidBCELoss(**options),
    "signed": lambda **options: loss.LogisticLoss(**options),
    "binary": lambda **options: loss.LogisticLoss(label_format="binary", **options),
}
OPTIONS = [{}, {"weight": 0.7}, {"batch_axis": 1}]


def _run(block, dtype, *arrays):
    pred, label = (nd.array(values, dtype=dtype) for values in (PRED, LABEL))
    for array in (pred, label):
        array.attach_grad()
    with autograd.record():
        result = block(pred, label, *arrays)
    result.backward(nd.arange(1, result.size + 1, dtype=dtype).reshape(result.shape))
    return [array.asnumpy() for array in (result, pred.grad, label.grad)]


@pytest.mark.parametrize("dtype", ["float32", "float64", "float16"])
@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("name", LOSSES)
def test_values_and_gradients_are_those_of_the_formula(name, options, dtype):
    formula = LOSSES[name](**options)
    formula.hybridize()
    tolerance = 1e-2 if dtype == "float16" else 2e-6
    pairs = zip(_run(LOSSES[name](**options), dtype), _run(formula, dtype), strict=True)
    for actual, expected in pairs:
        assert actual.shape == expected.shape
        assert actual.dtype == expected.dtype
        np.testing.assert_allclose(actual, expected, tolerance, tolerance)


@pytest.mark.parametrize("name", LOSSES)
def test_second_derivatives(name):
    x, y = nd.array(PRED + 0.01), nd.array(LABEL)
    x.attach_grad()
    with autograd.record():
        (grad,) = autograd.grad(LOSSES[name]()(x, y), [x], create_graph=True)
    grad.backward()
    step = 1e-3
    with autograd.record(train_mode=False):
        sides = []
        for other in (x + step, x - step):
            other.attach_grad()
            sides += autograd.grad(LOSSES[name]()(other, y), [other])
    numeric = (sides[0] - sides[1]) / (2 * step)
    np.testing.assert_allclose(x.grad.asnumpy(), numeric.asnumpy(), atol=2e-3)


@pytest.mark.parametrize("name", LOSSES)
def test_labels_of_another_shape_are_reshaped_and_of_another_size_rejected(name):
    x, y = nd.array(PRED), nd.array(LABEL)
    expected = LOSSES[name]()(x, y).asnumpy()
    assert LOSSES[name]()(x, y.reshape((3, 10))).asnumpy().tolist() == pytest.approx(expected)
    with pytest.raises(MXNetError, match="rhs is the prediction, lhs its label"):
        LOSSES[name]()(x, y[:2])


def test_integers_and_limits_that_are_not_positive_use_the_formula():
    x, y = nd.array([[3, -2]], dtype="int32"), nd.array([[1, 1]], dtype="int32")
    assert loss.L1Loss()(x, y).asnumpy().tolist() == [2]
    assert loss.HuberLoss(rho=-1)(nd.array([[3]]), nd.array([[1]])).asnumpy().tolist() == [2.5]


def test_the_operator_rejects_arrays_that_differ_in_shape():
    with pytest.raises(MXNetError, match="data and label must have the same shape"):
        nd._internal._mean_loss(nd.ones(2), nd.ones((2, 1)), kind="squared")
    with pytest.raises(MXNetError, match="rho belongs to kind='huber'"):
        nd._internal._mean_loss(nd.ones(2), nd.ones(2), kind="squared", rho=1)
