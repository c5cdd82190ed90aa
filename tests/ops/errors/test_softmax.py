"""Calls that the softmax operators refuse, and the error messages."""

from __future__ import annotations

import pytest

import mxnet as mx
from mxnet import nd

TABLE = nd.ones((4, 3))
LENGTH = nd.ones((4,), dtype="int32")

CASES = [
    (lambda: nd.softmax(TABLE, axis=2), r"softmax: axis 2 exceeds the input dimension of 2"),
    (lambda: nd.softmax(TABLE.astype("int32")), r"softmax: This operation only support floating"),
    (lambda: nd.softmax(TABLE, dtype="int32"), r"Invalid Input: 'int32', valid values are"),
    (lambda: nd.softmax(TABLE, LENGTH), r"length and use_length=True go together"),
    (lambda: nd.softmax(TABLE, use_length=True), r"length and use_length=True go together"),
    (
        lambda: nd.softmax(TABLE, LENGTH.astype("float32"), use_length=True),
        r"length must have an integer type and shape \(4,\)",
    ),
    (
        lambda: nd.softmax(TABLE, LENGTH, use_length=True, axis=0),
        r"length must have an integer type and shape \(3,\)",
    ),
    (lambda: nd.log_softmax(TABLE, use_length=True), r"log_softmax: use_length needs an input"),
    (lambda: nd.softmin(TABLE, axis=2), r"softmin: axis 2 exceeds"),
    (
        lambda: nd.SoftmaxActivation(TABLE, mode="channel"),
        r"a least 3 dimensions",
    ),
    (lambda: nd.SoftmaxActivation(TABLE, mode="row"), r"valid values are: {'channel', 'instance'}"),
    (lambda: nd.softmax_cross_entropy(nd.ones((3,)), nd.ones((3,))), r"only accept 2D data"),
    (lambda: nd.softmax_cross_entropy(TABLE, nd.ones((3,))), r"one element for each row"),
    (lambda: nd.softmax_cross_entropy(TABLE, LENGTH), r"expected float32, got int32"),
    (lambda: nd.softmax_cross_entropy(TABLE, nd.ones((4,)) * 7), r"index 7 is out of bounds"),
]


@pytest.mark.parametrize(("call", "message"), CASES)
def test_refused(call, message):
    with pytest.raises(mx.MXNetError, match=message):
        call()
