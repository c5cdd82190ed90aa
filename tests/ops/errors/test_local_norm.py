"""Calls that LRN and L2Normalization refuse, and the error messages."""

from __future__ import annotations

import pytest

import mxnet as mx
from mxnet import nd

CASES = [
    (lambda: nd.LRN(nd.ones((3,)), nsize=3), r"LRN: data should have channels.*got \[3\]"),
    (lambda: nd.LRN(nd.ones((2, 3)), nsize=0), r"nsize must be at least 1, got 0"),
    (lambda: nd.LRN(nd.ones((2, 3))), r"Required parameter nsize"),
    (lambda: nd.LRN(nd.ones((2, 3), dtype="int32"), nsize=3), r"floating point types, not int32"),
    (
        lambda: nd.L2Normalization(nd.ones((2, 3)), mode="channel"),
        r"At least 3 dimensions required in channel mode, got \[2,3\]",
    ),
    (lambda: nd.L2Normalization(nd.ones((2, 3)), mode="spatial"), r"required in spatial mode"),
    (
        lambda: nd.L2Normalization(nd.ones((2, 3)), mode="all"),
        r"valid.*{'channel', 'instance', 'spatial'}",
    ),
    (
        lambda: nd.L2Normalization(nd.ones((2, 3), dtype="int32")),
        r"floating point types, not int32",
    ),
]


@pytest.mark.parametrize(("call", "message"), CASES, ids=[message for _, message in CASES])
def test_refused(call, message):
    with pytest.raises(mx.MXNetError, match=message):
        call()
