"""Indexing operators where 1.9.1 fails, crashes or reads what it should not."""

from __future__ import annotations

import numpy as np
import pytest

import mxnet as mx
from mxnet import nd
from mxnet._ops import OPS
from tests.unit.ops.gradients import gradients


def test_gather_nd_from_the_end_has_a_gradient():
    index = nd.array([[-1, 0, -1]])
    assert gradients(lambda x: nd.gather_nd(x, index), nd.array([1, 2, 3])) == [[1, 0, 2]]


def test_scatter_nd_from_the_end():
    assert nd.scatter_nd(nd.array([7]), nd.array([[-1]]), shape=(3,)).asnumpy().tolist() == [
        0,
        0,
        7,
    ]


def test_gather_nd_drops_fractions():
    assert nd.gather_nd(nd.array([1, 2]), nd.array([[1.2, 0.9]])).asnumpy().tolist() == [2, 1]


def test_batch_take_of_more_axes():
    data = nd.array(np.arange(12).reshape(2, 3, 2))
    index = nd.array([[0, 1, 0], [1, 1, 5]], dtype="int32")
    assert nd.batch_take(data, index).asnumpy().tolist() == [[0, 3, 4], [7, 9, 11]]


def test_gradients_that_1_9_1_does_not_have():
    index = nd.array([0, 1], dtype="int32")
    assert gradients(lambda x: nd.batch_take(x, index), nd.ones((2, 2))) == [[[1, 0], [0, 1]]]
    filled = gradients(
        lambda x, y: nd.fill_element_0index(x, y, index), nd.ones((2, 2)), nd.ones((2,))
    )
    assert filled == [[[0, 1], [1, 0]], [1, 1]]


def test_indices_of_an_embedding_have_gradient_0():
    embed = lambda data, weight: nd.Embedding(data, weight, input_dim=2, output_dim=1)  # noqa: E731
    assert gradients(embed, nd.array([1, 1]), nd.ones((2, 1))) == [[0, 0], [[0], [2]]]


def test_embedding_accepts_sparse_grad():
    weight = nd.array([[3], [5]])
    result = nd.Embedding(nd.array([1]), weight, input_dim=2, output_dim=1, sparse_grad=True)
    assert result.asnumpy().tolist() == [[5]]


def test_a_condition_may_be_bool():
    chosen = nd.where(nd.array([1, 0]).astype("bool"), nd.array([1, 2]), nd.array([3, 4]))
    assert chosen.asnumpy().tolist() == [1, 4]


def test_bfloat16():
    vectors = nd.one_hot(nd.array([1]), 2, dtype="bfloat16")
    assert nd.take(vectors, nd.array([0])).astype("float32").asnumpy().tolist() == [[0, 1]]


@pytest.mark.parametrize("mode", ["clip", "wrap", "raise"])
def test_no_indices(mode):
    assert nd.take(nd.ones((3, 2)), nd.ones((1,))[0:0], mode=mode).shape == (0, 2)
    assert nd.take(nd.ones((3, 2))[0:0], nd.ones((1,))[0:0], mode=mode).shape == (0, 2)


def test_the_error_of_a_coordinate_outside_is_both_kinds():
    with pytest.raises(IndexError) as caught:
        nd.gather_nd(nd.ones((2,)), nd.array([[2]]))
    assert isinstance(caught.value, mx.MXNetError)


def test_the_shape_of_an_embedding():
    shapes = OPS["Embedding"].infer_params({"data": (4, 3)}, {"input_dim": 7, "output_dim": 5})
    assert shapes == {"weight": (7, 5)}
