"""Calls that up-sampling, samplers and correlation refuse, and the error messages."""

from __future__ import annotations

import pytest

import mxnet as mx
from mxnet import nd

DATA, THETA = nd.ones((1, 2, 4, 4)), nd.ones((1, 6))
WEIGHT = nd.ones((2, 1, 4, 4))


def nearest(*data, scale=2, **attrs):
    return nd.UpSampling(*data, scale=scale, sample_type="nearest", **attrs)


def bilinear(*data, scale=2, num_filter=2, **attrs):
    return nd.UpSampling(*data, scale=scale, num_filter=num_filter, sample_type="bilinear", **attrs)


def affine(data=THETA, target_shape=(3, 3)):
    return nd.GridGenerator(data, transform_type="affine", target_shape=target_shape)


def transform(data=DATA, loc=THETA, target_shape=(3, 3), sampler_type="bilinear"):
    return nd.SpatialTransformer(
        data, loc, target_shape=target_shape, transform_type="affine", sampler_type=sampler_type
    )


CASES = [
    (lambda: nearest(DATA, num_args=2), r"UpSampling expects num_args=2 inputs, but got 1"),
    (
        lambda: nearest(DATA, nd.ones((1, 3, 3, 3))),
        r"input of \[3,3\] does not divide output of \[8,8\]",
    ),
    (lambda: nearest(DATA, nd.ones((1, 3, 8, 4))), r"input of \[8,4\] does not divide output"),
    (
        lambda: nearest(DATA, nd.ones((1, 3, 2, 2)), multi_input_mode="sum"),
        r"Number of channels must be the same when multi_input_mode==sum, got \[2, 3\]",
    ),
    (lambda: nearest(DATA[0]), r"should be 4D in \(batch, channel, y, x\), got \[2,4,4\]"),
    (lambda: nearest(DATA, scale=0), r"scale must be at least 1, got 0"),
    (lambda: nearest(DATA.astype("uint8")), r"floating point types, not uint8"),
    (lambda: nd.UpSampling(DATA, scale=2, sample_type="cubic"), r"valid.*{'bilinear', 'nearest'}"),
    (lambda: bilinear(DATA, WEIGHT, num_filter=1), r"num_filter must be the number of channels, 2"),
    (lambda: bilinear(DATA), r"bilinear expects 2 inputs \(data, weight\), but got 1"),
    (
        lambda: bilinear(DATA, nd.ones((2, 1, 3, 3))),
        r"Provided = \[2,1,3,3\], inferred shape=\[2,1,4,4\]",
    ),
    (
        lambda: nd.BilinearSampler(DATA, nd.ones((2, 2, 3, 3))),
        r"batch-2-y-x, got \[2,2,3,3\] for data",
    ),
    (
        lambda: nd.BilinearSampler(DATA, nd.ones((1, 3, 3, 3))),
        r"Sampler grid should be 4D in batch-2",
    ),
    (lambda: nd.BilinearSampler(DATA, nd.ones((2, 3, 3))), r"Sampler grid should be 4D"),
    (lambda: nd.BilinearSampler(DATA[0], DATA), r"input data should be 4D in batch-num_filter-y-x"),
    (lambda: affine(target_shape=(0, 0)), r"incorrect target_shape: \[0,0\]"),
    (lambda: affine(target_shape=(3,)), r"incorrect target_shape: \[3\]"),
    (lambda: affine(nd.ones((1, 7))), r"affine matrix should be 2D in batch-6, got \[1,7\]"),
    (
        lambda: nd.GridGenerator(nd.ones((1, 3, 2, 2)), transform_type="warp"),
        r"optical flow should be 4D in batch-2-y-x, got \[1,3,2,2\]",
    ),
    (lambda: nd.GridGenerator(THETA, transform_type="spline"), r"valid.*{'affine', 'warp'}"),
    (lambda: transform(target_shape=(0, 0)), r"incorrect target_shape"),
    (lambda: transform(loc=nd.ones((1, 5))), r"localisation should be 2D in batch-6, got \[1,5\]"),
    (lambda: transform(loc=nd.ones((2, 6))), r"localisation should be 2D in batch-6, got \[2,6\]"),
    (lambda: transform(sampler_type="nearest"), r"valid values are: {'bilinear'}"),
    (lambda: nd.Correlation(DATA, DATA, kernel_size=2), r"kernel size should be odd number, got 2"),
    (lambda: nd.Correlation(DATA, DATA, max_displacement=4), r"don't fit in blob \[1,2,4,4\]"),
    (lambda: nd.Correlation(DATA, nd.ones((1, 2, 5, 4))), r"Provided = \[1,2,5,4\]"),
    (lambda: nd.Correlation(DATA[0], DATA[0]), r"data should be a 4D tensor"),
    (lambda: nd.Correlation(DATA, DATA, stride1=0), r"strides must be positive"),
]


@pytest.mark.parametrize(("call", "message"), CASES, ids=[message for _, message in CASES])
def test_refused(call, message):
    with pytest.raises(mx.MXNetError, match=message):
        call()
