"""Calls that deformable convolutions refuse, and the error messages."""

from __future__ import annotations

import pytest

import mxnet as mx
from mxnet import nd

DATA, WEIGHT, BIAS = nd.ones((2, 4, 6, 6)), nd.ones((6, 4, 3, 3)), nd.ones((6,))
OFFSET, MASK = nd.ones((2, 18, 4, 4)), nd.ones((2, 9, 4, 4))


def deform(data=DATA, offset=OFFSET, weight=WEIGHT, bias=BIAS, kernel=(3, 3), **attrs):
    attrs = {"num_filter": 6, **attrs}
    return nd.contrib.DeformableConvolution(data, offset, weight, bias, kernel=kernel, **attrs)


def modulate(mask=MASK, **attrs):
    return nd.contrib.ModulatedDeformableConvolution(
        DATA, OFFSET, mask, WEIGHT, BIAS, kernel=(3, 3), num_filter=6, **attrs
    )


CASES = [
    (lambda: deform(kernel=(3,)), r"only 2-d kernels and the layout NCHW.*got \[3\], None"),
    (lambda: deform(layout="NCW"), r"only 2-d kernels and the layout NCHW.*NCW"),
    (lambda: deform(layout="NHWC"), r"Invalid Input: 'NHWC', valid values are"),
    (lambda: deform(stride=(2,)), r"Stride must have the same number of dimensions"),
    (lambda: deform(data=nd.ones((2, 4, 6))), r"Input data should be 4D"),
    (lambda: deform(num_deformable_group=3), r"must divide deformable group size: 4 channels"),
    (lambda: deform(num_deformable_group=2), r"offset must be .* = \[2,36,4,4\], got \[2,18,4,4\]"),
    (lambda: deform(pad=(1, 1)), r"offset must be .* = \[2,18,6,6\], got \[2,18,4,4\]"),
    (lambda: deform(weight=nd.ones((6, 4, 2, 2))), r"inferred shape=\[6,4,3,3\]"),
    (lambda: deform(bias=nd.ones((5,))), r"Provided = \[5\], inferred shape=\[6\]"),
    (lambda: deform(bias=None), r"no_bias=False needs a bias"),
    (lambda: deform(no_bias=True), r"no_bias=True excludes a bias"),
    (lambda: deform(dilate=(3, 3)), r"kernel size exceed input: 7 > 6"),
    (lambda: modulate(mask=nd.ones((2, 18, 4, 4))), r"mask must be .* = \[2,9,4,4\], got"),
]


@pytest.mark.parametrize(("call", "message"), CASES)
def test_refused(call, message):
    with pytest.raises(mx.MXNetError, match=message):
        call()
