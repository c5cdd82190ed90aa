"""The promise in a few seconds: arrays, gradients, files, errors."""

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, nd


def test_arithmetic_and_printing():
    x = nd.array([[1, 2, 3], [3, 2, 1]])
    assert x.dtype is np.float32
    assert repr(nd.mean(x * 2 + 1)) == "\n[5.]\n<NDArray 1 @cpu(0)>"


def test_a_view_writes_through():
    x = nd.zeros((2, 3))
    x[1][:] = 7
    np.testing.assert_array_equal(x.asnumpy(), [[0, 0, 0], [7, 7, 7]])


def test_gradient():
    x = nd.array([[1, 2, 3], [3, 2, 1]])
    x.attach_grad()
    with autograd.record():
        y = nd.max(x)
    y.backward()
    np.testing.assert_array_equal(x.grad.asnumpy(), [[0, 0, 1], [1, 0, 0]])


def test_files(tmp_path):
    nd.save(str(tmp_path / "x.params"), {"weight": nd.arange(6).reshape((2, 3))})
    loaded = nd.load(str(tmp_path / "x.params"))
    np.testing.assert_array_equal(loaded["weight"].asnumpy(), [[0, 1, 2], [3, 4, 5]])


def test_seed_repeats_random_numbers():
    mx.random.seed(1)
    first = nd.random.normal(shape=(4,)).asnumpy()
    mx.random.seed(1)
    np.testing.assert_array_equal(first, nd.random.normal(shape=(4,)).asnumpy())


def test_error_names_operator_and_inputs():
    with pytest.raises(mx.MXNetError, match=r"(?s)dot.*\(2, 3\).*\(2, 3\)"):
        nd.dot(nd.ones((2, 3)), nd.ones((2, 3)))
