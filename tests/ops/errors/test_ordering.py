"""Calls that the ordering operators refuse, and the error messages."""

from __future__ import annotations

import pytest

import mxnet as mx
from mxnet import nd

TABLE = nd.ones((4, 3))

CASES = [
    (lambda: nd.topk(TABLE, k=5), r"topk: k must be at most 3, the size of the axis, got k = 5"),
    (lambda: nd.topk(TABLE, axis=3), r"Invalid axis! axis should be between 0 and 2, found axis=3"),
    (
        lambda: nd.topk(TABLE, ret_typ="all"),
        r"valid values are: {'both', 'indices', 'mask', 'value'}",
    ),
    (lambda: nd.topk(TABLE, dtype="int8"), r"Invalid Input: 'int8', valid values are"),
    (lambda: nd.topk(TABLE, k=1.5), r"Invalid Parameter format for k expect int but value='1.5'"),
    (lambda: nd.sort(TABLE, axis=-3), r"sort: Invalid axis!.*axis=-3"),
    (lambda: nd.argsort(TABLE, axis=2), r"argsort: Invalid axis!.*axis=2"),
    (lambda: nd.argmax(TABLE, axis=2), r"argmax: axis 2 exceeds the input dimension of 2"),
    (lambda: nd.argmin(TABLE, axis=-3), r"argmin: axis -3 exceeds the input dimension of 2"),
    (lambda: nd.argmax(TABLE[0:0]), r"argmax: attempt to search an empty sequence"),
    (lambda: nd.argmax_channel(nd.ones((3,))), r"argmax_channel: axis 1 exceeds the input"),
]


@pytest.mark.parametrize(("call", "message"), CASES)
def test_refused(call, message):
    with pytest.raises(mx.MXNetError, match=message):
        call()
