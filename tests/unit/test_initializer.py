"""Initializers: the distributions they draw from, and what they refuse. Plain use is in cases/."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest

import mxnet as mx
from mxnet import init, nd, registry

SHAPE = (60, 50, 3, 3)
FAN_IN, FAN_OUT = 50 * 9, 60 * 9


def draw(initializer, shape=SHAPE):
    mx.random.seed(1)
    array = nd.zeros(shape)
    initializer(init.InitDesc("w_weight"), array)
    return array.asnumpy()


def is_uniform(values, limit):
    assert np.abs(values).max() <= limit
    assert values.std() == pytest.approx(limit / math.sqrt(3), rel=0.02)
    assert values.mean() == pytest.approx(0, abs=limit / 50)


def is_normal(values, sigma):
    assert values.std() == pytest.approx(sigma, rel=0.02)
    assert values.mean() == pytest.approx(0, abs=sigma / 50)
    beyond = (np.abs(values) > 2 * sigma).mean()
    assert beyond == pytest.approx(0.0455, rel=0.1)


def test_uniform_and_normal():
    is_uniform(draw(init.Uniform()), 0.07)
    is_uniform(draw(init.Uniform(2.0)), 2.0)
    is_normal(draw(init.Normal()), 0.01)
    is_normal(draw(init.Normal(0.5)), 0.5)


@pytest.mark.parametrize(
    ("factor_type", "fan"), [("avg", (FAN_IN + FAN_OUT) / 2), ("in", FAN_IN), ("out", FAN_OUT)]
)
def test_xavier(factor_type, fan):
    is_uniform(draw(init.Xavier(factor_type=factor_type)), math.sqrt(3 / fan))
    initializer = init.Xavier("gaussian", factor_type, magnitude=2)
    is_normal(draw(initializer), math.sqrt(2 / fan))


def test_xavier_of_a_matrix():
    is_uniform(draw(init.Xavier(), (400, 300)), math.sqrt(3 / 350))


def test_msra():
    is_normal(draw(init.MSRAPrelu()), math.sqrt(2 / (1 + 0.25**2) / ((FAN_IN + FAN_OUT) / 2)))
    is_normal(draw(init.MSRAPrelu("in", 0)), math.sqrt(2 / FAN_IN))


@pytest.mark.parametrize("rand_type", ["uniform", "normal"])
@pytest.mark.parametrize("shape", [(6, 8), (8, 6), (5, 5), (4, 2, 3)])
def test_orthogonal(rand_type, shape):
    matrix = draw(init.Orthogonal(scale=2.0, rand_type=rand_type), shape)
    matrix = matrix.reshape(shape[0], -1)
    if matrix.shape[0] > matrix.shape[1]:
        matrix = matrix.T
    np.testing.assert_allclose(matrix @ matrix.T, 4 * np.eye(len(matrix)), atol=1e-5)


def test_bilinear_enlarges_linearly():
    weight = nd.zeros((1, 1, 4, 4))
    init.Bilinear()(init.InitDesc("up_weight"), weight)
    image = nd.array([[0, 2, 4], [0, 2, 4], [0, 2, 4]]).reshape((1, 1, 3, 3))
    large = nd.Deconvolution(
        image, weight, kernel=(4, 4), stride=(2, 2), pad=(1, 1), num_filter=1
    ).asnumpy()[0, 0]
    np.testing.assert_allclose(large[2], [0, 0.5, 1.5, 2.5, 3.5, 3], atol=1e-6)


def test_fused_rnn_fills_part_by_part():
    hidden, size, gates = 3, 2, 4
    initializer = init.FusedRNN(init.One(), hidden, 1, "lstm", forget_bias=5.0)
    vector = nd.full((gates * hidden * (size + hidden + 2),), 9)
    initializer(init.InitDesc("rnn_weight"), vector)
    values = vector.asnumpy()
    weights = gates * hidden * (size + hidden)
    assert (values[:weights] == 1).all()
    biases = values[weights:].reshape(2, gates, hidden)
    assert (biases[:, 1] == 5).all() and (biases[:, [0, 2, 3]] == 0).all()


def test_fused_rnn_uses_the_global_initializer():
    initializer = init.FusedRNN(None, 2, 1, "gru")
    vector = nd.zeros((3 * 2 * (4 + 2 + 2),))
    initializer(init.InitDesc("rnn_weight", global_init=init.Constant(0.5)), vector)
    assert (vector.asnumpy()[: 3 * 2 * 6] == 0.5).all()
    with pytest.raises(ValueError, match="FusedRNN has no initializer for rnn_weight: give one"):
        initializer(init.InitDesc("rnn_weight"), vector)


def test_constants_of_any_kind_are_written():
    for value in ([1, 2], np.array([1.0, 2.0]), nd.array([1, 2])):
        text = init.Constant(value).dumps()
        assert json.loads(text) == ["constant", {"value": [1, 2]}]
        again = init.create(text)
        array = nd.zeros((3, 2))
        again(init.InitDesc("w_weight"), array)
        assert array.asnumpy().tolist() == [[1, 2]] * 3


def test_a_name_may_be_registered_again():
    class Uniform(init.Initializer):
        pass

    real = registry.get_registry(init.Initializer)["uniform"]
    with pytest.warns(UserWarning, match="New initializer .*Uniform registered with name uniform"):
        init.register(Uniform)
    with pytest.warns(UserWarning, match="is overriding existing initializer"):
        init.register(real)
    assert registry.get_registry(init.Initializer)["uniform"] is real


def test_a_plain_name_is_deprecated():
    array = nd.zeros((2,))
    with pytest.warns(DeprecationWarning, match=r"init\(str, NDArray\) has been deprecated"):
        init.One()("w_weight", array)
    assert array.asnumpy().tolist() == [1, 1]


def fill(initializer, shape=(2, 2), name="w_weight"):
    initializer(init.InitDesc(name), nd.zeros(shape))


REFUSED = [
    (
        lambda: fill(init.One(), name="w_foo"),
        ValueError,
        "Unknown initialization pattern for w_foo",
    ),
    (lambda: fill(init.Xavier(), (2,)), ValueError, "cannot be applied to vector w_weight"),
    (lambda: fill(init.Xavier(factor_type="foo")), ValueError, "factor type 'foo'; use avg, in or"),
    (lambda: fill(init.Xavier("foo")), ValueError, "random type 'foo'; use uniform or gaussian"),
    (
        lambda: fill(init.Orthogonal(rand_type="foo")),
        ValueError,
        "rand_type of Orthogonal must be uniform or normal, got 'foo'",
    ),
    (lambda: fill(init.Initializer()), NotImplementedError, "does not define _init_weight"),
    (
        lambda: fill(init.Mixed(["bias"], [init.Zero()])),
        ValueError,
        r'w_weight did not match any pattern. Consider adding a "\.\*" pattern at the end',
    ),
    (lambda: init.Mixed(["a"], []), AssertionError, "1 patterns need as many initializers, got 0"),
    (
        lambda: fill(init.Load({"w_weight": nd.ones((3,))})),
        AssertionError,
        r"w_weight cannot be initialized from loading. Shape mismatch, target \(2, 2\) vs loaded",
    ),
    (
        lambda: fill(init.Load({})),
        AssertionError,
        "Cannot Initialize w_weight. Not found in loaded param and no default Initializer",
    ),
    (lambda: init.Load([]), AssertionError, "Load expects arrays with names, got list"),
    (lambda: init.create("foo"), AssertionError, "foo is not registered.*known are bilinear, "),
    (lambda: init.create(3), AssertionError, "initializer must be of string type, got 3"),
    (
        lambda: init.create(init.Zero(), 3),
        AssertionError,
        "initializer is already an instance. Additional arguments are invalid",
    ),
    (lambda: init.register(int), AssertionError, "Can only register subclass of Initializer, got"),
]


@pytest.mark.parametrize(("call", "error", "message"), REFUSED)
def test_refused(call, error, message):
    with pytest.raises(error, match=message):
        call()
