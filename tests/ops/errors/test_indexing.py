"""Calls that the indexing operators refuse, and the error messages."""

from __future__ import annotations

import pytest

import mxnet as mx
from mxnet import nd

TABLE = nd.ones((4, 3))
VECTOR = nd.ones((3,))
FOUR = nd.zeros((4,))

CASES = [
    (lambda: nd.take(TABLE, FOUR, axis=2), r"take: axis 2 exceeds the input dimension of 2"),
    (
        lambda: nd.take(VECTOR, nd.array([0, 3]), mode="raise"),
        r"take.*out of bound: 0 to 3, size 3",
    ),
    (lambda: nd.take(VECTOR, nd.array([-1]), mode="raise"), r"take.*out of bound: -1 to -1"),
    (lambda: nd.take(VECTOR, FOUR, mode="near"), r"'near', valid.*{'clip', 'raise', 'wrap'}"),
    (lambda: nd.take(TABLE[0:0], FOUR), r"axis of size 0"),
    (
        lambda: nd.Embedding(FOUR, TABLE, input_dim=3, output_dim=3),
        r"Embedding: weight must have shape \(3, 3\)(.|\n)*weight \(4, 3\)",
    ),
    (
        lambda: nd.Embedding(FOUR, TABLE, input_dim=0, output_dim=3),
        r"input_dim=0.*greater equal to 1",
    ),
    (lambda: nd.Embedding(FOUR, TABLE, output_dim=3), r"Required parameter input_dim"),
    (lambda: nd.pick(TABLE, FOUR, axis=None), r"pick: axis=None is not supported"),
    (lambda: nd.pick(TABLE, FOUR, axis=2), r"pick: axis 2 exceeds"),
    (lambda: nd.pick(TABLE, VECTOR), r"pick: index must have shape \(4,\) or \(4, 1\)"),
    (lambda: nd.pick(TABLE, FOUR, mode="raise"), r"valid values are: {'clip', 'wrap'}"),
    (lambda: nd.batch_take(TABLE, FOUR), r"batch_take: indices must be int32"),
    (lambda: nd.batch_take(TABLE, VECTOR.astype("int32")), r"each of the 4 rows"),
    (lambda: nd.batch_take(FOUR, FOUR.astype("int32")), r"at least 2 dimensions"),
    (
        lambda: nd.fill_element_0index(TABLE, FOUR, VECTOR),
        r"fill_element_0index: lhs must be a matrix",
    ),
    (
        lambda: nd.one_hot(FOUR, -1),
        r"one_hot: Dimension size, depth, must be a non-negative integer",
    ),
    (lambda: nd.one_hot(FOUR, 3, dtype="bool"), r"Invalid Input: 'bool', valid values are"),
    (lambda: nd._internal._onehot_encode(VECTOR, TABLE), r"_onehot_encode: the indices must have"),
    (lambda: nd.gather_nd(TABLE, FOUR), r"gather_nd: requires index tensor to have at least 2 dim"),
    (lambda: nd.gather_nd(FOUR, TABLE), r"Number of indices exceeds data dimension: 4 for 1 axes"),
    (
        lambda: nd.scatter_nd(FOUR, nd.zeros((2, 3)), shape=(4, 4)),
        r"scatter_nd(.|\n)*must have shape \(3,\)",
    ),
    (lambda: nd.scatter_nd(FOUR, nd.zeros((1, 4))), r"Required parameter shape"),
    (
        lambda: nd._internal._scatter_set_nd(FOUR, VECTOR, nd.zeros((1, 3)), shape=(5,)),
        r"lhs must have the shape",
    ),
    (
        lambda: nd._internal._scatter_set_nd(FOUR, VECTOR.astype("int32"), FOUR, shape=(4,)),
        r"lhs and rhs must have the same type",
    ),
    (lambda: nd.where(VECTOR, TABLE, TABLE), r"condition must have shape \(4, 3\) or \(4,\)"),
    (lambda: nd.where(FOUR, FOUR, VECTOR), r"x and y must have the same shape and type"),
    (lambda: nd.where(FOUR, FOUR, FOUR.astype("int32")), r"where: x and y must have the same"),
    (lambda: nd.ravel_multi_index(TABLE), r"Empty shape parameter for ravel operator"),
    (lambda: nd.ravel_multi_index(FOUR, shape=(4,)), r"must be two-dimensional"),
    (lambda: nd.ravel_multi_index(TABLE, shape=(4,)), r"does not match shape parameter dimension"),
    (lambda: nd.unravel_index(FOUR), r"Empty shape parameter for unravel operator"),
    (lambda: nd.unravel_index(TABLE, shape=(4,)), r"must be one-dimensional"),
]


@pytest.mark.parametrize(("call", "message"), CASES)
def test_refused(call, message):
    with pytest.raises(mx.MXNetError, match=message):
        call()


@pytest.mark.parametrize("index", [5, -5])
@pytest.mark.parametrize("kind", [IndexError, mx.MXNetError])
def test_a_coordinate_outside_is_an_index_error(index, kind):
    where = nd.array([[0, index]])
    with pytest.raises(
        kind, match=rf"gather_nd: index {index} is out of bounds for axis 0 with size 4"
    ):
        nd.gather_nd(TABLE, where)
    with pytest.raises(kind, match=rf"scatter_nd: index {index} is out of bounds"):
        nd.scatter_nd(nd.ones((2, 3)), where, shape=(4, 3))
