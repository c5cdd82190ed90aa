"""Calls that convolutions refuse, and the error messages."""

from __future__ import annotations

import pytest

import mxnet as mx
from mxnet import nd

DATA, WEIGHT, BIAS = nd.ones((2, 4, 8, 8)), nd.ones((6, 4, 3, 3)), nd.ones((6,))
BACK = nd.ones((4, 6, 3, 3))


def convolve(data=DATA, weight=WEIGHT, bias=BIAS, kernel=(3, 3), num_filter=6, **attrs):
    return nd.Convolution(data, weight, bias, kernel=kernel, num_filter=num_filter, **attrs)


def deconvolve(data=DATA, weight=BACK, kernel=(3, 3), num_filter=6, **attrs):
    return nd.Deconvolution(data, weight, kernel=kernel, num_filter=num_filter, **attrs)


CASES = [
    (
        lambda: convolve(stride=(1,)),
        r"Stride must have the same.*set to \[3,3\] while stride is \[1\]",
    ),
    (lambda: convolve(stride=2), r"Stride must have the same number of dimensions"),
    (lambda: convolve(pad=(1, 1, 1)), r"Padding must have the same.*while padding is \[1,1,1\]"),
    (lambda: convolve(dilate=(1,)), r"Dilate must have the same.*while dilate is \[1\]"),
    (lambda: convolve(kernel=(1, 1, 1, 1)), r"4D convolution not supported"),
    (lambda: convolve(kernel=()), r"0D convolution not supported"),
    (lambda: convolve(kernel=3), r"Input data should be 3D in batch-num_filter-x, got \[2,4,8,8\]"),
    (lambda: convolve(data=nd.ones((2, 4, 8))), r"should be 4D in batch-num_filter-y-x"),
    (
        lambda: convolve(weight=nd.ones((6, 4, 5, 5))),
        r"Shape inconsistent, Provided = \[6,4,5,5\], inferred shape=\[6,4,3,3\]",
    ),
    (lambda: convolve(weight=nd.ones((6, 36))), r"Provided = \[6,36\], inferred shape=\[6,4,3,3\]"),
    (lambda: convolve(bias=nd.ones((5,))), r"Provided = \[5\], inferred shape=\[6\]"),
    (lambda: convolve(num_group=2), r"inferred shape=\[6,2,3,3\]"),
    (lambda: convolve(num_group=3), r"input num_filter must divide group size: 4 channels"),
    (lambda: convolve(num_group=4), r"output num_filter must divide group size: num_filter=6"),
    (lambda: convolve(num_group=0), r"num_group must be at least 1, got 0"),
    (lambda: convolve(num_filter=0), r"num_filter must be at least 1, got 0"),
    (
        lambda: convolve(kernel=(9, 9), weight=nd.ones((6, 4, 9, 9))),
        r"kernel size exceed input: 9 > 8",
    ),
    (lambda: convolve(dilate=(4, 1)), r"kernel size exceed input: 9 > 8 padded to 8"),
    (lambda: convolve(kernel=(0, 3)), r"incorrect kernel size: \[0,3\]"),
    (lambda: convolve(stride=(0, 1)), r"incorrect stride size: \[0,1\]"),
    (lambda: convolve(dilate=(0, 1)), r"incorrect dilate size: \[0,1\]"),
    (lambda: convolve(pad=(-1, 0)), r"pad must not be negative, got \[-1,0\]"),
    (lambda: convolve(layout="NCXX"), r"'NCXX', valid.*'NCDHW', 'NCHW', 'NCW', 'NDHWC', 'NHWC'"),
    (lambda: convolve(layout="NCW"), r"Invalid layout NCW for the 2-d kernel \[3,3\]"),
    (lambda: convolve(layout="NHWC"), r"Provided = .*, inferred shape="),
    (lambda: convolve(cudnn_tune="on"), r"'on', valid.*'fastest', 'limited_workspace', 'off'"),
    (lambda: convolve(no_bias=True), r"Convolution: expects 2 inputs.*but got 3 instead"),
    (lambda: convolve(bias=None), r"Convolution: expects 3 inputs.*but got 2 instead"),
    (lambda: convolve(weight=WEIGHT.astype("float16")), r"expected float32, got float16"),
    (
        lambda: convolve(*(a.astype("int32") for a in (DATA, WEIGHT, BIAS))),
        r"only support floating point types, not int32",
    ),
    (lambda: nd.Convolution(DATA, WEIGHT, BIAS, num_filter=6), r"Required parameter kernel"),
    (lambda: nd.Convolution(DATA, WEIGHT, BIAS, kernel=(3, 3)), r"Required parameter num_filter"),
    (
        lambda: nd.Convolution_v1(
            nd.ones((2, 4, 8)), nd.ones((6, 4, 3)), BIAS, kernel=3, num_filter=6
        ),
        r"Convolution_v1: 1D convolution not supported",
    ),
    (
        lambda: nd.Convolution_v1(DATA, WEIGHT, BIAS, kernel=(3, 3), num_filter=6, layout="NHWC"),
        r"Only support NCHW and NCDHW layout, got NHWC",
    ),
    (lambda: deconvolve(weight=WEIGHT), r"Provided = \[6,4,3,3\], inferred shape=\[4,6,3,3\]"),
    (lambda: deconvolve(bias=BIAS), r"expects 2 inputs \(no_bias=True\), but got 3 instead"),
    (lambda: deconvolve(no_bias=False), r"expects 3 inputs.*but got 2 instead"),
    (lambda: deconvolve(adj=(1, 1)), r"adj must be smaller than stride\[0\]=1, got 1"),
    (lambda: deconvolve(adj=(1,)), r"Adjustment must have the same.*while adjustment is \[1\]"),
    (
        lambda: deconvolve(target_shape=(18, 9), stride=(2, 2)),
        r"too big target shape: \[18,9\], it can be from 1 to \[17,17\]",
    ),
    (lambda: deconvolve(target_shape=(8,), stride=(2, 2)), r"target_shape must have the same"),
    (lambda: deconvolve(num_group=3), r"input num_filter must divide group size"),
    (
        lambda: deconvolve(DATA.astype("int8"), BACK.astype("int8")),
        r"floating point types, not int8",
    ),
    (lambda: deconvolve(pad=(6, 6)), r"Deconvolution"),
    (
        lambda: nd.im2col(DATA, kernel=(2, 2, 2)),
        r"data should have 5 dimensions for the kernel \[2,2,2\]",
    ),
    (lambda: nd.im2col(DATA, kernel=(9, 9)), r"kernel size exceed input: 9 > 8"),
    (lambda: nd.im2col(DATA, kernel=(2, 2), pad=(2**62, 2**62)), r"im2col: pad is too large"),
    (lambda: nd.im2col(DATA, kernel=(2, 2), stride=(1,)), r"Stride must have the same"),
    (lambda: nd.im2col(DATA.astype("int32"), kernel=(2, 2)), r"floating point types, not int32"),
    (
        lambda: nd.col2im(nd.ones((1, 4, 5)), output_size=(3, 3), kernel=(2, 2)),
        r"output size does not match convolution parameters: 4 windows, data has 5",
    ),
    (
        lambda: nd.col2im(nd.ones((1, 5, 4)), output_size=(3, 3), kernel=(2, 2)),
        r"second dim of input shape should be multiples of kernel size 4, got 5",
    ),
    (
        lambda: nd.col2im(nd.ones((1, 4, 4)), output_size=(3,), kernel=(2, 2)),
        r"Output size must have the same number of dimensions",
    ),
    (lambda: nd.col2im(nd.ones((4, 4)), output_size=(3, 3), kernel=(2, 2)), r"data should be 3D"),
]


@pytest.mark.parametrize(("call", "message"), CASES, ids=[message for _, message in CASES])
def test_refused(call, message):
    with pytest.raises(mx.MXNetError, match=message):
        call()
