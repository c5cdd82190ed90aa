"""Calls that poolings refuse, and the error messages."""

from __future__ import annotations

import pytest

import mxnet as mx
from mxnet import nd

DATA = nd.ones((2, 2, 6, 6))
BOX = nd.array([[0, 0, 0, 3, 3]])


def pool(data=DATA, kernel=(2, 2), **attrs):
    return nd.Pooling(data, kernel=kernel, **attrs)


def pool_boxes(data=DATA, rois=BOX, pooled_size=(2, 2), spatial_scale=1.0):
    return nd.ROIPooling(data, rois, pooled_size=pooled_size, spatial_scale=spatial_scale)


CASES = [
    (lambda: nd.Pooling(DATA), r"Pooling: 0D pooling not supported"),
    (lambda: pool(kernel=(2,)), r"Input data should be 3D in \(batch, channel, x\)"),
    (lambda: pool(kernel=(2, 2, 2)), r"Input data should be 5D in \(batch, channel, d, y, x\)"),
    (lambda: pool(kernel=(1, 1, 1, 1)), r"4D pooling not supported"),
    (lambda: pool(stride=(2,)), r"stride \[2\] and pad \[0,0\] must have as many dimensions"),
    (lambda: pool(pad=(1,)), r"stride \[1,1\] and pad \[1\] must have as many dimensions"),
    (lambda: pool(kernel=(0, 2)), r"incorrect kernel size: \[0,2\]"),
    (lambda: pool(stride=(0, 2)), r"incorrect stride size: \[0,2\]"),
    (lambda: pool(pad=(-1, 0)), r"pad must not be negative"),
    (lambda: pool(kernel=(7, 2)), r"kernel size \(7\) exceeds input \(6 padded to 6\)"),
    (lambda: pool(pool_type="lp"), r"p_value of lp pooling must be 1, 2 or 3, got None"),
    (lambda: pool(pool_type="lp", p_value=4), r"p_value of lp pooling must be 1, 2 or 3, got 4"),
    (lambda: pool(pool_type="min"), r"'min', valid values are: {'avg', 'lp', 'max', 'sum'}"),
    (lambda: pool(pooling_convention="half"), r"valid values are: {'full', 'same', 'valid'}"),
    (lambda: pool(pooling_convention="same"), r"Currently 'same' supports 1-D pooling only"),
    (
        lambda: pool(nd.ones((1, 1, 6)), (2,), pad=(1,), pooling_convention="same"),
        r"Same pooling convention disables the use of pad parameter",
    ),
    (lambda: pool(layout="NWC"), r"Need 2D layout, got NWC"),
    (lambda: pool(layout="CHWN"), r"valid values are: .*'NCDHW', 'NCHW'.*'NWC'"),
    (lambda: pool(global_pool=True, layout="NCW"), r"Need 2D layout, got NCW"),
    (lambda: nd.Pooling(nd.ones((2, 3)), global_pool=True), r"should be 3D to 5D.*got \[2,3\]"),
    (lambda: pool(DATA.astype("int32")), r"only support floating point types, not int32"),
    (
        lambda: nd.Pooling_v1(nd.ones((2, 3, 4)), kernel=(2,)),
        r"Pooling_v1: Input data should be 4D",
    ),
    (lambda: nd.Pooling_v1(DATA), r"0D pooling not supported"),
    (lambda: nd.Pooling_v1(DATA, kernel=(2, 2), pool_type="lp"), r"valid.*{'avg', 'max', 'sum'}"),
    (lambda: pool_boxes(spatial_scale=2.0), r"spatial_scale must be from 0 to 1, got 2.0"),
    (lambda: pool_boxes(pooled_size=(2,)), r"pooled_size must be two positive numbers, got \[2\]"),
    (lambda: pool_boxes(pooled_size=(2, 0)), r"pooled_size must be two positive numbers"),
    (lambda: pool_boxes(data=DATA[0]), r"data should be a 4D tensor, got \[2,6,6\]"),
    (lambda: pool_boxes(rois=nd.ones((2, 4))), r"shape \[batch, 5\], got \[2,4\]"),
    (lambda: pool_boxes(rois=BOX.astype("float64")), r"expected float32, got float64"),
]


@pytest.mark.parametrize(("call", "message"), CASES, ids=[message for _, message in CASES])
def test_refused(call, message):
    with pytest.raises(mx.MXNetError, match=message):
        call()
