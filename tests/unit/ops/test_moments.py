"""Norms where 1.9.1 fails or is wrong."""

from __future__ import annotations

import math

import numpy as np
import pytest

from mxnet import autograd, nd


def test_the_gradient_at_0_is_0():
    x = nd.array([[0, 0], [3, 4]])
    x.attach_grad()
    with autograd.record():
        result = nd.norm(x, axis=1)
    result.backward()
    assert [[round(v, 6) for v in row] for row in x.grad.asnumpy().tolist()] == [[0, 0], [0.6, 0.8]]


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "int8", "int32", "int64"])
@pytest.mark.parametrize("ord", [1, 2])
def test_the_result_in_another_type(dtype, ord):
    result = nd.norm(nd.array([3, -4]), ord=ord, out_dtype=dtype)
    assert np.dtype(result.dtype).name == dtype
    assert result.asnumpy().tolist() == [7 if ord == 1 else 5]


def test_the_gradient_has_the_type_of_the_data():
    x = nd.array([3, 4])
    x.attach_grad()
    with autograd.record():
        result = nd.norm(x, out_dtype="float64")
    result.backward()
    assert x.grad.dtype is np.float32
    assert x.grad.asnumpy().round(6).tolist() == pytest.approx([0.6, 0.8])


def test_integers():
    assert nd.norm(nd.array([3, 4], dtype="int32")).asnumpy().tolist() == [5]


def test_squares_may_overflow():
    assert math.isinf(nd.norm(nd.array([1e30, 1e30])).asscalar())
