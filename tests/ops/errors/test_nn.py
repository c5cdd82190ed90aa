"""Calls that layers and activations refuse, and the error messages."""

from __future__ import annotations

import pytest

import mxnet as mx
from mxnet import nd

X, INTEGERS = nd.ones((2, 4)), nd.ones((2, 4), dtype="int32")


def fully_connected(weight=(5, 4), bias=(5,), num_hidden=5, **attrs):
    arrays = [nd.ones(shape) for shape in (weight, bias) if shape]
    return nd.FullyConnected(X, *arrays, num_hidden=num_hidden, **attrs)


CASES = [
    (lambda: fully_connected((5, 3)), r"Provided = \(5, 3\) for weight, inferred shape=\(5, 4\)"),
    (lambda: fully_connected(num_hidden=6), r"Provided = \(5, 4\).*inferred shape=\(6, 4\)"),
    (lambda: fully_connected(bias=(1,)), r"Unexpected shape for bias \(1,\), expected \(5,\)"),
    (lambda: fully_connected(bias=(1, 5)), r"Unexpected shape for bias \(1, 5\)"),
    (lambda: fully_connected(bias=None), r"FullyConnected: expects 3 inputs .* got 2"),
    (lambda: fully_connected(no_bias=True), r"FullyConnected: expects 2 inputs .* got 3"),
    (lambda: nd.FullyConnected(X, X, X), r"Required parameter num_hidden"),
    (
        lambda: nd.Activation(X, act_type="swish"),
        r"'swish', valid values are: {'relu', 'sigmoid', 'softrelu', 'softsign', 'tanh'}",
    ),
    (lambda: nd.Activation(X), r"Required parameter act_type"),
    (lambda: nd.Activation(INTEGERS, act_type="relu"), r"floating point types, not int32"),
    (lambda: nd.LeakyReLU(INTEGERS), r"LeakyReLU: .*floating point types, not int32"),
    (lambda: nd.LeakyReLU(X, act_type="relu"), r"'relu', valid values are: {'elu', 'gelu'"),
    (lambda: nd.LeakyReLU(X, act_type="prelu"), r"'prelu' expects 2 inputs \(data, gamma\)"),
    (lambda: nd.LeakyReLU(X, X), r"expects 1 input \(data\), but got 2"),
    (
        lambda: nd.LeakyReLU(X, nd.ones((3,)), act_type="prelu"),
        r"Cannot broadcast gamma to data. gamma: \(3,\), data: \(2, 4\)",
    ),
    (lambda: nd.LeakyReLU(X, slope="steep"), r"slope expect float but value='steep'"),
    (lambda: nd.Dropout(X, p=1.5), r"value 1.5 for Parameter p exceed bound \[0,1\]"),
    (lambda: nd.Dropout(X, p=-0.1), r"value -0.1 for Parameter p exceed bound \[0,1\]"),
    (lambda: nd.Dropout(X, mode="never"), r"'never', valid values are: {'always', 'training'}"),
    (lambda: nd.Dropout(X, axes=(2,), mode="always"), r"axis 2 exceeds the input dimension of 2"),
    (lambda: nd.Dropout(INTEGERS), r"Dropout: .*floating point types, not int32"),
]


@pytest.mark.parametrize(("call", "message"), CASES)
def test_refused(call, message):
    with pytest.raises(mx.MXNetError, match=f"(?s){message}"):
        call()
