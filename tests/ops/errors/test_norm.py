"""Calls that normalizations refuse, and the error messages."""

from __future__ import annotations

import pytest

import mxnet as mx
from mxnet import nd

DATA = nd.ones((2, 4, 3))


def batch_norm(*sizes, data=DATA, op=nd.BatchNorm, **attrs):
    return op(data, *(nd.ones((size,)) for size in sizes or (4, 4, 4, 4)), **attrs)


def affine(op, size, data=DATA, **attrs):
    return op(data, nd.ones((size,)), nd.ones((size,)), **attrs)


CASES = [
    (lambda: batch_norm(3, 4, 4, 4), r"gamma has shape \(3,\), expected \(4,\), one for each ch"),
    (lambda: batch_norm(4, 4, 3, 4), r"moving_mean has shape \(3,\), expected \(4,\)"),
    (lambda: batch_norm(4, 4, 4, 4, axis=2), r"gamma has shape \(4,\), expected \(3,\)"),
    (lambda: batch_norm(axis=3), r"BatchNorm: axis 3 exceeds the input dimension of 3"),
    (lambda: batch_norm(data=nd.ones((4,))), r"axis 1 exceeds the input dimension of 1"),
    (lambda: batch_norm(4, 4), r"BatchNorm expects 5 inputs .* got 3"),
    (lambda: batch_norm(data=DATA.astype("int32")), r"floating point types, not int32"),
    (lambda: batch_norm(eps="small"), r"eps expect float but value='small'"),
    (lambda: batch_norm(op=nd.BatchNorm_v1, data=nd.ones((4,))), r"BatchNorm_v1: axis 1 exceeds"),
    (lambda: affine(nd.LayerNorm, 4), r"LayerNorm: .*normalized_shape.*\[4\]"),
    (lambda: affine(nd.LayerNorm, 3, axis=3), r"axis 3 exceeds the input dimension of 3"),
    (
        lambda: nd.LayerNorm(DATA, nd.ones((3,), dtype="float16"), nd.ones((3,))),
        r"LayerNorm: .*at 1-th input: expected float32, got float16",
    ),
    (lambda: affine(nd.InstanceNorm, 3), r"InstanceNorm: .*number of channels"),
    (
        lambda: affine(nd.InstanceNorm, 4, nd.ones((2, 4))),
        r"InstanceNorm: .*3 and more axes, got shape \(2, 4\)",
    ),
    (lambda: affine(nd.InstanceNorm, 4, nd.ones((2,))), r"3 and more axes, got shape \(2,\)"),
    (
        lambda: affine(nd.GroupNorm, 4, num_groups=2),
        r"gamma has shape \(4,\), expected \(2,\): one for each group",
    ),
    (lambda: affine(nd.GroupNorm, 3, num_groups=3), r"divisible by # of groups, got 4 and 3"),
    (lambda: affine(nd.GroupNorm, 3, num_groups=0), r"divisible by # of groups, got 4 and 0"),
    (
        lambda: affine(nd.GroupNorm, 2, nd.ones((2, 4)), num_groups=2),
        r"GroupNorm: .*3 and more axes, got shape \(2, 4\)",
    ),
    (
        lambda: nd.IdentityAttachKLSparseReg(DATA, nd.ones((4,))),
        r"expects data \(samples, units\) and moving_avg \(units,\), got \(2, 4, 3\) and \(4,\)",
    ),
    (
        lambda: nd.IdentityAttachKLSparseReg(nd.ones((2, 4)), nd.ones((4,)), momentum=2),
        r"value 2.0 for Parameter momentum exceed bound \[0,1\]",
    ),
]


@pytest.mark.parametrize(("call", "message"), CASES)
def test_refused(call, message):
    with pytest.raises(mx.MXNetError, match=f"(?s){message}"):
        call()
