"""Calls that elementwise operators and reductions refuse, and the error messages."""

from __future__ import annotations

import pytest

import mxnet as mx
from mxnet import nd

internal = nd._internal
CUBE = nd.ones((2, 3, 4))
MATRIX = nd.ones((2, 3))
INTEGERS = nd.ones((2, 3), dtype="int32")

CASES = [
    (
        lambda: nd.broadcast_add(MATRIX, nd.ones((2, 4))),
        r"broadcast_add(.|\n)*lhs \(2, 3\) float32",
    ),
    (
        lambda: nd.elemwise_add(MATRIX, nd.ones((1, 3))),
        r"expected \[2, 3\], got \[1, 3\]; broadcast",
    ),
    (
        lambda: nd.broadcast_mul(MATRIX, INTEGERS),
        r"1-th input: expected float32, got int32.*astype",
    ),
    (lambda: nd.broadcast_add(MATRIX), r"expects 2 inputs \(lhs, rhs\), but got 1"),
    (lambda: nd.add_n(MATRIX, nd.ones((2, 4))), r"add_n(.|\n)*args1 \(2, 4\)"),
    (lambda: nd.clip(MATRIX, a_min=0), r"Required parameter a_max of float"),
    (lambda: nd.clip(MATRIX, a_min="x", a_max=1), r"a_min expect float but value='x'"),
    (lambda: nd.exp(MATRIX.astype("bool")), r"exp: booleans are not supported.*astype\('float32'"),
    (lambda: -MATRIX.astype("bool"), r"negative: Negation.*bool"),
    (lambda: nd.hard_sigmoid(INTEGERS), r"only floating point types"),
    (lambda: internal._plus_scalar(MATRIX, scalar="x"), r"scalar expect float but value='x'"),
    (lambda: internal._plus_scalar(INTEGERS, scalar=float("nan")), r"must be finite, got nan"),
    (lambda: internal._div_scalar(INTEGERS, scalar=0), r"_div_scalar"),
    (lambda: nd.sum(MATRIX, bogus=1), r"Cannot find argument 'bogus'.*\n.*data : NDArray"),
    (lambda: nd.sum(CUBE, axis=3), r"Reduction axis 3 Exceeds input dimensions 3"),
    (lambda: nd.sum(CUBE, axis=(0, -3)), r"given twice in \(0, -3\)"),
    (lambda: nd.max(CUBE, axis="x"), r"Invalid Parameter format for axis"),
    (lambda: nd.mean(CUBE, keepdims="perhaps"), r"keepdims expect boolean but value='perhaps'"),
    (lambda: nd.max(nd.empty((2, 0)), axis=1), r"Error in operator max"),
]


@pytest.mark.parametrize(("function", "text"), CASES, ids=[text for _, text in CASES])
def test_refused(function, text):
    with pytest.raises(mx.MXNetError, match=text):
        function()
