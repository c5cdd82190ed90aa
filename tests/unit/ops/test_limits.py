"""Gradients of clip, maximum and minimum: where elements equal their limit, and beside NaN.

The expected values are those of MXNet 1.9.1. torch has other rules, which have changed.
"""

from __future__ import annotations

import math

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, nd
from mxnet._ops.math.limits import SMALL

INF, NAN = math.inf, math.nan
DATA = [-1, 0, 1, 2, 3, NAN, INF, -INF]
HEADS = [2, 3, 4, 5, 6, 7, 8, 9]
SIZES = [9, 2 * SMALL // len(DATA)]  # repetitions: small and large arrays are computed differently
ROWS = {
    "maximum(x, 1)": (lambda x: nd.maximum(x, 1), [0, 0, 4, 5, 6, 0, 8, 0]),
    "maximum(1, x)": (lambda x: nd.maximum(1, x), [0, 0, 4, 5, 6, 0, 8, 0]),
    "minimum(x, 1)": (lambda x: nd.minimum(x, 1), [2, 3, 4, 0, 0, 0, 0, 9]),
    "maximum(x, inf)": (lambda x: nd.maximum(x, INF), [0, 0, 0, 0, 0, 0, 8, 0]),
    "maximum(x, -inf)": (lambda x: nd.maximum(x, -INF), [2, 3, 4, 5, 6, 0, 8, 9]),
    "minimum(x, nan)": (lambda x: nd.minimum(x, NAN), [0, 0, 0, 0, 0, 0, 0, 0]),
    "maximum(x, ones)": (
        lambda x: nd.maximum(x, nd.ones_like(x)),
        [0, 0, 4, 5, 6, 0, 8, 0],
    ),
    "maximum(ones, x)": (
        lambda x: nd.maximum(nd.ones_like(x), x),
        [0, 0, 0, 5, 6, 0, 8, 0],
    ),
    "minimum(x, ones)": (
        lambda x: nd.minimum(x, nd.ones_like(x)),
        [2, 3, 4, 0, 0, 0, 0, 9],
    ),
    "clip(x, 0, 2)": (lambda x: nd.clip(x, 0, 2), [0, 3, 4, 5, 0, 7, 0, 0]),
    "clip(x, 1, 1)": (lambda x: nd.clip(x, 1, 1), [0, 0, 4, 0, 0, 7, 0, 0]),
    "clip(x, 2, 0)": (lambda x: nd.clip(x, 2, 0), [0, 0, 0, 0, 0, 7, 0, 0]),
    "clip(x, -inf, 2)": (lambda x: nd.clip(x, -INF, 2), [2, 3, 4, 5, 0, 7, 0, 9]),
}
HYBRID = {
    "maximum": lambda F, x: F.maximum(x, 1),
    "minimum": lambda F, x: F.minimum(x, 1),
    "clip": lambda F, x: F.clip(x, 0, 2),
}


def gradient(function, data, heads, dtype="float32"):
    x = nd.array(data, dtype=dtype)
    x.attach_grad()
    with autograd.record():
        y = function(x)
    y.backward(nd.array(heads, dtype=dtype))
    return x.grad.asnumpy()


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
@pytest.mark.parametrize("name", ROWS)
def test_gradient(name, dtype):
    function, expected = ROWS[name]
    for times in SIZES:
        slope = gradient(function, DATA * times, HEADS * times, dtype)
        np.testing.assert_array_equal(slope, expected * times)


@pytest.mark.parametrize("name", ["maximum(x, 1)", "minimum(x, 1)", "clip(x, 0, 2)"])
def test_gradient_of_integers(name):
    function, expected = ROWS[name]
    np.testing.assert_array_equal(gradient(function, DATA[:5], HEADS[:5], "int32"), expected[:5])


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
@pytest.mark.parametrize("limit", [0.1, -0.1, 3.0, 1e-7, 1e4])
def test_clip_at_and_near_the_limit(limit, dtype):
    at = np.array(limit, dtype)
    data = [np.nextafter(at, np.array(-INF, dtype)), at, np.nextafter(at, np.array(INF, dtype))]
    for times in (1, SMALL):
        ones = np.ones(3 * times)
        above = gradient(lambda x: nd.clip(x, -2e4, limit), data * times, ones, dtype)
        below = gradient(lambda x: nd.clip(x, limit, 2e4), data * times, ones, dtype)
        assert above.tolist() == [1, 1, 0] * times
        assert below.tolist() == [0, 1, 1] * times


def test_clip_stops_infinite_gradients():
    for times in (1, SMALL):
        slope = gradient(lambda x: nd.clip(x, 0, 2), [-1, 1, 3] * times, [INF, 1, NAN] * times)
        assert slope.tolist() == [0, 1, 0] * times


@pytest.mark.parametrize("name", HYBRID)
@pytest.mark.parametrize("hybridized", [False, True])
def test_gradient_of_a_block(name, hybridized):
    class Limit(mx.gluon.HybridBlock):
        def hybrid_forward(self, F, x):
            return HYBRID[name](F, x)

    block = Limit()
    block.hybridize(hybridized)
    key = "clip(x, 0, 2)" if name == "clip" else f"{name}(x, 1)"
    np.testing.assert_array_equal(gradient(block, DATA, HEADS), ROWS[key][1])


@pytest.mark.parametrize("times", [1, SMALL])
def test_gradient_of_broadcast_arrays(times):
    lhs, rhs = nd.array([[1.0], [2.0]]), nd.array([[1.0, 2.0, 3.0] * times])
    lhs.attach_grad()
    rhs.attach_grad()
    with autograd.record():
        y = nd.broadcast_maximum(lhs, rhs)
    y.backward(nd.array([[1, 2, 4] * times, [8, 16, 32] * times]))
    assert lhs.grad.asnumpy().tolist() == [[1 * times], [24 * times]]
    assert rhs.grad.asnumpy().tolist() == [[0, 2, 36] * times]


@pytest.mark.parametrize("name", ["maximum(x, 1)", "maximum(x, ones)", "clip(x, 0, 2)"])
@pytest.mark.parametrize("times", [1, SMALL])
def test_second_gradient(name, times):
    x = nd.array([-1, 0, 1, 2, 3] * times)
    x.attach_grad()
    with autograd.record():
        y = ROWS[name][0](x)
        slope = autograd.grad((y * y * y).sum(), x, create_graph=True)[0]
    slope.backward()
    inside = np.sign(gradient(ROWS[name][0], x, nd.ones_like(x)))
    np.testing.assert_allclose(x.grad.asnumpy(), 6 * x.asnumpy() * inside)
