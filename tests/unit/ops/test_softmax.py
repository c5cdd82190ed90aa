"""Softmax where 1.9.1 fails, crashes or has a wrong gradient."""

from __future__ import annotations

import numpy as np
import pytest

from mxnet import autograd, nd
from mxnet._ops import OPS


def test_a_length_beyond_the_end_means_all():
    x = nd.array([[1, 2, 3]])
    actual = nd.softmax(x, nd.array([9], dtype="int32"), use_length=True)
    assert actual.asnumpy().tolist() == nd.softmax(x).asnumpy().tolist()


def test_a_length_of_0_gives_zeros():
    lengths = nd.array([0, 1], dtype="int32")
    actual = nd.softmax(nd.array([[1, 2], [3, 4]]), lengths, use_length=True)
    assert actual.asnumpy().tolist() == [[0, 0], [1, 0]]


def test_lengths_along_an_axis_counted_from_the_end():
    x, length = nd.array([[1, 2], [3, 4]]), nd.array([1, 2], dtype="int64")
    first = nd.softmax(x, length, use_length=True, axis=0)
    assert (
        nd.softmax(x, length, use_length=True, axis=-2).asnumpy().tolist()
        == first.asnumpy().tolist()
    )


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_instances_with_more_axes_have_the_right_gradient(dtype):
    x = nd.array(np.arange(8).reshape(2, 2, 2), dtype=dtype)
    heads = nd.array(np.arange(8).reshape(2, 2, 2) ** 2, dtype=dtype)
    gradients = []
    for function in (nd.SoftmaxActivation, nd.softmax):
        x.attach_grad()
        with autograd.record():
            result = function(x)
        result.backward(heads)
        gradients.append(x.grad.asnumpy())
    np.testing.assert_array_equal(*gradients)


def test_labels_have_gradient_0():
    data, label = nd.array([[1, 2]]), nd.array([1])
    label.attach_grad()
    data.attach_grad()
    with autograd.record():
        loss = nd.softmax_cross_entropy(data, label)
    loss.backward()
    assert label.grad.asnumpy().tolist() == [0]


def test_the_shape_of_the_lengths():
    infer = OPS["softmax"].infer_params
    assert infer({"data": (4, 3, 2)}, {"axis": -1}) == {"length": (4, 3)}
    assert infer({"data": (5,)}, {"axis": 0}) == {"length": (1,)}
