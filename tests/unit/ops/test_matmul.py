"""Products of matrices that 1.9.1 refuses on the CPU."""

from __future__ import annotations

import pytest

from mxnet import autograd, nd


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "int32", "int64", "uint8"])
def test_other_types(dtype):
    x = nd.array([[1, 2], [3, 4]]).astype(dtype)
    assert nd.dot(x, x).astype("float32").asnumpy().tolist() == [[7, 10], [15, 22]]
    assert nd.dot(x[0], x[1]).astype("float32").asnumpy().tolist() == [11]
    cube = x.reshape((1, 2, 2))
    assert nd.batch_dot(cube, cube).astype("float32").asnumpy().tolist() == [[[7, 10], [15, 22]]]
    assert nd.khatri_rao(x, x).astype("float32").asnumpy().tolist()[0] == [1, 4]


def test_khatri_rao_has_a_gradient():
    a, b = nd.array([[1, 2]]), nd.array([[3, 4], [5, 6]])
    a.attach_grad()
    with autograd.record():
        result = nd.khatri_rao(a, b)
    result.backward()
    assert a.grad.asnumpy().tolist() == [[8, 10]]


def test_nothing_to_sum():
    assert nd.dot(nd.ones((2, 1))[:, 0:0], nd.ones((1, 3))[0:0]).asnumpy().tolist() == [[0] * 3] * 2
