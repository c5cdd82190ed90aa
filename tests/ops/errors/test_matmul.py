"""Calls that the products of matrices refuse, and the error messages."""

from __future__ import annotations

import pytest

import mxnet as mx
from mxnet import nd

TABLE = nd.ones((4, 3))
VECTOR = nd.ones((3,))
CUBE = nd.ones((2, 4, 3))

CASES = [
    (lambda: nd.dot(TABLE, TABLE), r"dot: dot shape error: \[4, 3\] X \[4, 3\]"),
    (
        lambda: nd.dot(VECTOR, nd.ones((1, 3)), transpose_a=True),
        r"dot shape error: \[3\] X \[1, 3\]",
    ),
    (lambda: nd.dot(VECTOR, VECTOR, transpose_a=True), r"Cannot transpose vectors"),
    (lambda: nd.dot(VECTOR, VECTOR.astype("float64")), r"expected float32, got float64"),
    (lambda: nd.dot(TABLE, VECTOR, forward_stype="csr"), r"dot: a csr array has 2 dimensions"),
    (lambda: nd.dot(TABLE, VECTOR, forward_stype="x"), r"valid values are.*'row_sparse'"),
    (
        lambda: nd.batch_dot(TABLE, TABLE),
        r"only support N-D\*N-D array \(N >= 3\): \[4, 3\] X \[4, 3\]",
    ),
    (lambda: nd.batch_dot(CUBE, nd.ones((1, 2, 3, 4))), r"only support N-D\*N-D array"),
    (lambda: nd.batch_dot(CUBE, CUBE), r"batch_dot shape error \(shape mismatch\)"),
    (lambda: nd.batch_dot(CUBE, nd.ones((3, 3, 4))), r"leading dimensions must be equal"),
    (
        lambda: nd.batch_dot(CUBE, CUBE, forward_stype="csr"),
        r"forward_stype='csr' is not supported",
    ),
    (lambda: nd.khatri_rao(TABLE, nd.ones((2, 2))), r"khatri_rao: all inputs must be matrices"),
    (lambda: nd.khatri_rao(VECTOR), r"khatri_rao: all inputs must be matrices"),
    (lambda: nd.khatri_rao(), r"expects at least 1 input"),
]


@pytest.mark.parametrize(("call", "message"), CASES)
def test_refused(call, message):
    with pytest.raises(mx.MXNetError, match=message):
        call()
