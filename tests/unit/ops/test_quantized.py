"""Operators on 8-bit integers, where they differ from 1.9.1 or have no rows."""

from __future__ import annotations

import numpy as np

import mxnet as mx
from mxnet._ops.quantized.exact_products import exact_weights

contrib = mx.nd.contrib
ONE = mx.nd.ones(1)


def test_operators_that_mxnet_1_9_1_cannot_run():
    a = mx.nd.array([[1, 2], [3, -4]], dtype="int8")
    values, low, high = contrib.quantized_elemwise_mul(a, a, -ONE, ONE, -ONE, ONE)
    assert values.asnumpy().tolist() == [[1, 4], [9, 16]]
    assert low.asscalar() == -high.asscalar()
    values, scale, shift = contrib.quantize_asym(mx.nd.array([[-1.0, 0.0], [1.0, 0.5]]))
    assert values.asnumpy().tolist() == [[0, 128], [255, 191]]
    assert (scale.asscalar(), shift.asscalar()) == (127.5, 127.5)


def test_all_layers_of_an_lstm_fit_their_scales():
    """The second layer has much larger weights than the first."""
    random = np.random.RandomState(0)
    steps, batch, size = 4, 2, 8
    one = 4 * size * 2 * size
    weights = random.uniform(-1, 1, 2 * one + 16 * size).astype("float32")
    weights[:one] *= 0.05
    data = random.uniform(-1, 1, (steps, batch, size)).astype("float32")
    states = [mx.nd.zeros((2, batch, size)) for _ in range(2)]
    settings = {"state_size": size, "num_layers": 2, "mode": "lstm"}
    expected = mx.nd.RNN(mx.nd.array(data), mx.nd.array(weights), *states, **settings)
    scale, shift = 127.5, 127.5
    integers = mx.nd.array(np.rint(data * scale + shift), dtype="uint8")
    actual = contrib.quantized_rnn(
        integers, mx.nd.array(weights), *states, ONE * scale, ONE * shift, **settings
    )
    assert abs(actual - expected).max().asscalar() < 0.03


def test_sums_in_parts():
    """As few parts as keep every partial sum below 2**24."""
    random = np.random.RandomState(1)
    integers = mx.nd.array(random.randint(-127, 128, (4, 700)), dtype="int8")._t
    assert len(exact_weights(mx.nd.ones(1, dtype="uint8")._t.dtype, integers).parts) == 1
    large = mx.nd.array(np.full((4, 700), 127), dtype="int8")._t
    parts = exact_weights(mx.nd.ones(1, dtype="uint8")._t.dtype, large).parts
    assert [(a, b) for a, b, _ in parts] == [(0, 350), (350, 700)]
