"""Ordering operators where 1.9.1 fails, or gives equal elements in no certain order."""

from __future__ import annotations

import numpy as np
import pytest

from mxnet import autograd, nd


@pytest.mark.parametrize("attrs", [{}, {"axis": -1}, {"is_ascend": False}])
def test_sort_has_a_gradient(attrs):
    x = nd.array([[3, 1, 2]])
    x.attach_grad()
    with autograd.record():
        result = nd.sort(x, **attrs) * nd.array([[1, 2, 3]])
    result.backward()
    backwards = attrs.get("is_ascend") is False
    assert x.grad.asnumpy().tolist() == [[1, 3, 2] if backwards else [3, 1, 2]]


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_short_floats(dtype):
    x = nd.array([[3, 1, 2]]).astype(dtype)
    assert nd.sort(x).astype("float32").asnumpy().tolist() == [[1, 2, 3]]
    assert nd.argsort(x).asnumpy().tolist() == [[1, 2, 0]]
    assert nd.topk(x, k=2).asnumpy().tolist() == [[0, 2]]


def test_a_full_sort_keeps_the_order_of_equal_elements():
    x = np.random.RandomState(0).randint(0, 3, 100).astype("float32")
    assert nd.argsort(nd.array(x)).asnumpy().tolist() == np.argsort(x, kind="stable").tolist()


def test_the_largest_of_equal_elements_is_the_first():
    x = nd.array(np.random.RandomState(0).randint(0, 3, (20, 100)))
    assert nd.topk(x).asnumpy()[:, 0].tolist() == nd.argmax(x, axis=1).asnumpy().tolist()


def test_argmax_channel_has_gradient_0():
    x = nd.array([[1, 2], [4, 3]])
    x.attach_grad()
    with autograd.record():
        result = nd.argmax_channel(x)
    result.backward()
    assert x.grad.asnumpy().tolist() == [[0, 0], [0, 0]]


@pytest.mark.parametrize("ascending", [True, False])
def test_sorted_values_have_nan_above_all_numbers(ascending):
    x = nd.array([3, np.nan, 1, -np.inf, np.inf])
    expected = [-np.inf, 1, 3, np.inf, np.nan]
    values = nd.sort(x, is_ascend=ascending).asnumpy()
    np.testing.assert_array_equal(values, expected if ascending else expected[::-1])
    x.attach_grad()
    with autograd.record():  # torch sorts then
        values = nd.sort(x, is_ascend=ascending)
    np.testing.assert_array_equal(values.asnumpy(), expected if ascending else expected[::-1])
