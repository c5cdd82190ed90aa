"""Calls that norm and moments refuse, and the error messages."""

from __future__ import annotations

import pytest

import mxnet as mx
from mxnet import nd

TABLE = nd.ones((4, 3))

CASES = [
    (lambda: nd.norm(TABLE, ord=3), r"norm: norm only supports ord=1 and ord=2"),
    (lambda: nd.norm(TABLE, axis=3), r"norm: Reduction axis 3 Exceeds input dimensions 2"),
    (lambda: nd.norm(TABLE, out_dtype="uint8"), r"Invalid Input: 'uint8', valid values are"),
    (lambda: nd.moments(TABLE), r"moments: Empty axes is not supported"),
    (lambda: nd.moments(TABLE, axes=(0, 2)), r"moments: Reduction axis 2 Exceeds"),
]


@pytest.mark.parametrize(("call", "message"), CASES)
def test_refused(call, message):
    with pytest.raises(mx.MXNetError, match=message):
        call()
