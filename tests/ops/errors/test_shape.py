"""Calls that the operators for shapes, parts, types and creation refuse, and the error messages."""

from __future__ import annotations

import pytest

import mxnet as mx
from mxnet import nd

internal = nd._internal
CUBE = nd.ones((2, 3, 4))
MATRIX = nd.ones((2, 3))
PICTURE = nd.ones((1, 8, 2, 2))
INTEGERS = nd.ones((2, 3), dtype="int32")

CASES = [
    (lambda: nd.cast(MATRIX), r"Required parameter dtype.*Cast"),
    (lambda: nd.cast(MATRIX, dtype="text"), r"dtype.*text"),
    (
        lambda: nd.amp_multicast(MATRIX, num_outputs=2),
        r"num_outputs=2 must be the number of inputs, got 1",
    ),
    (lambda: nd.cast_storage(MATRIX, stype="x"), r"'x', valid values are.*'row_sparse'"),
    (
        lambda: internal._identity_with_attr_like_rhs(MATRIX, CUBE),
        r"expected \[2, 3\], got \[2, 3, 4\]",
    ),
    (lambda: nd.reshape(CUBE, shape=(5, 5)), r"Reshape.*\[5, 5\].*24"),
    (lambda: nd.reshape(CUBE, shape=(5, -1)), r"Reshape.*\[5, -1\].*24"),
    (lambda: nd.reshape(CUBE, shape=(0, -1, -1)), r"One and only one dim can be inferred"),
    (lambda: nd.reshape(CUBE, shape=(0, 5)), r"24 elements of shape \(2, 3, 4\).*shape=\(0, 5\)"),
    (lambda: nd.reshape(CUBE, shape=(0, 5, -1)), r"cannot reshape 24 elements"),
    (lambda: nd.reshape(CUBE, shape=(-3, -3)), r"-3 in shape.*takes 2.*1 left"),
    (lambda: nd.reshape(CUBE, shape=(0, 0, 0, 0)), r"0 in shape.*0 left"),
    (lambda: nd.reshape(CUBE, shape=(-4, 2, 2, -2)), r"Split dims 2, 2 do not divide .* 2"),
    (lambda: nd.reshape(CUBE, shape=(-4, -1, -1, -2)), r"Split dims cannot both be -1"),
    (
        lambda: nd.reshape(CUBE, shape=(-4, 2)),
        r"the split code in shape=\(-4, 2\) needs two numbers",
    ),
    (lambda: nd.reshape(CUBE, shape=(-5, 2)), r"-5 in shape=\(-5, 2\) is not a code: .* at -4"),
    (lambda: nd.reshape(CUBE), r"Reshape needs a shape"),
    (lambda: nd.reshape(CUBE, target_shape=(7, 0)), r"target_shape=\(7, 0\)"),
    (lambda: nd.expand_dims(CUBE, axis=4), r"axis must be in the range \[-3, 3\] \(4 provided\)"),
    (lambda: nd.expand_dims(CUBE), r"Required parameter axis of int"),
    (lambda: nd.squeeze(CUBE, axis=1), r"axis to squeeze out which has size=3 not equal to one"),
    (lambda: nd.squeeze(CUBE, axis=3), r"axis 3 is out of bounds for array of dimension 3"),
    (lambda: nd.squeeze(nd.ones((1, 2)), axis=(0, -2)), r"duplicate value in axis"),
    (
        lambda: nd.transpose(CUBE, axes=(0, 1)),
        r"permutation of the 3 axes of the input, got \(0, 1\)",
    ),
    (lambda: nd.transpose(CUBE, axes=(0, 0, 1)), r"permutation of the 3 axes"),
    (lambda: nd.reshape_like(MATRIX, CUBE), r"Cannot reshape lhs with shape \(2, 3\)"),
    (
        lambda: nd.reshape_like(MATRIX, CUBE, lhs_begin=1, lhs_end=0),
        r"Invalid begin, end, get lhs_begin=1, lhs_end=0",
    ),
    (lambda: nd.reshape_like(MATRIX, CUBE, rhs_end=4), r"rhs_end=4 for 3 dimensions"),
    (lambda: nd.swapaxes(CUBE, dim1=3), r"axis 3 exceeds the input dimension of 3"),
    (lambda: nd.reverse(CUBE, axis=3), r"axis 3 exceeds"),
    (lambda: nd.depth_to_space(CUBE, block_size=2), r"exactly 4D, got \(2, 3, 4\)"),
    (lambda: nd.depth_to_space(PICTURE, block_size=3), r"8 should be a multiple of 3\^2"),
    (lambda: nd.depth_to_space(PICTURE, block_size=0), r"must be a positive integer value, got 0"),
    (lambda: nd.space_to_depth(PICTURE, block_size=3), r"multiples of 'block' 3"),
    (lambda: nd.diag(MATRIX, k=5), r"Diagonal does not exist: k=5"),
    (lambda: nd.diag(CUBE, axis1=1, axis2=1), r"cannot refer to the same axis 1"),
    (lambda: nd.diag(CUBE, axis1=3), r"axis 3 exceeds the input dimension of 3"),
    (lambda: nd.broadcast_to(MATRIX, shape=(2, 4)), r"broadcasted from \(2, 3\) to \(2, 4\)"),
    (lambda: nd.broadcast_to(MATRIX, shape=(2, -1)), r"cannot be broadcasted to \(2, -1\)"),
    (lambda: nd.broadcast_to(MATRIX, shape=(1, 2, 3)), r"shape \(2, 3\) cannot be broadcasted"),
    (lambda: nd.broadcast_axis(MATRIX, axis=1, size=2), r"must have size 1, axis 1 has 3"),
    (lambda: nd.broadcast_axis(MATRIX, axis=1), r"same length, got \(1,\) and \(\)"),
    (lambda: nd.broadcast_like(MATRIX, CUBE), r"cannot be broadcasted to \(2, 3, 4\)"),
    (
        lambda: nd.broadcast_like(MATRIX, CUBE, lhs_axes=(0,), rhs_axes=(1, 2)),
        r"have the same length, got \(0,\) and \(1, 2\)",
    ),
    (lambda: nd.tile(MATRIX, reps=(-1,)), r"reps must be positive, got \(-1,\)"),
    (lambda: nd.tile(MATRIX, reps=(1, 0)), r"reps must be positive, got \(1, 0\); mx.np.tile"),
    (lambda: nd.repeat(MATRIX, repeats=-1), r"repeats cannot be a negative number, got -1"),
    (lambda: nd.repeat(MATRIX, repeats=2, axis=2), r"axis 2 exceeds"),
    (lambda: nd.concat(MATRIX, nd.ones((3, 3))), r"data1 \(3, 3\).*data0 \(2, 3\).*axis 1"),
    (lambda: nd.concat(MATRIX, CUBE), r"Incompatible input shape: data1"),
    (lambda: nd.concat(MATRIX, MATRIX, dim=2), r"axis 2 exceeds"),
    (lambda: nd.concat(MATRIX, INTEGERS), r"expected float32, got int32"),
    (lambda: nd.concat(dim=1), r"expects at least 1 input"),
    (lambda: nd.concat(MATRIX, MATRIX, num_args=3), r"num_args=3 inputs, but got 2"),
    (lambda: nd.stack(MATRIX, CUBE), r"data1 is \(2, 3, 4\), data0 \(2, 3\)"),
    (lambda: nd.stack(MATRIX, axis=3), r"axis 3 exceeds the input dimension of 3"),
    (lambda: nd.split(CUBE, num_outputs=2), r"num_outputs 2 does not divide the size 3 of axis 1"),
    (lambda: nd.split(CUBE, num_outputs=0), r"must be positive, got 0"),
    (lambda: nd.split(CUBE, num_outputs=1, squeeze_axis=True), r"needs num_outputs=3"),
    (lambda: internal._split_v2(CUBE, indices=(1, 2)), r"indices must begin with 0"),
    (
        lambda: internal._split_v2(CUBE, indices=(), sections=2**70),
        r"sections must be in 0\.\.1048576, got",
    ),
    (lambda: internal._split_v2(CUBE, indices=(0, 5)), r"within the axis size 3"),
    (
        lambda: internal._split_v2(CUBE, indices=(0, 1), squeeze_axis=True),
        r"needs parts of size 1, got parts of \[1, 2\]",
    ),
    (lambda: nd.slice(CUBE, begin=(0, 1), end=(1,)), r"begin and end must have the same length"),
    (lambda: nd.slice(MATRIX, begin=(0,) * 3, end=(1,) * 3), r"exceeds data dimensions"),
    (lambda: nd.slice(CUBE, begin=0, end=1, step=0), r"step\[0\] cannot be 0"),
    (lambda: nd.slice(CUBE, begin=0, end=1, step=(1, 1)), r"step and begin must have the same"),
    (lambda: nd.slice(CUBE, begin=0), r"Required parameter end of Shape"),
    (lambda: nd.slice_axis(CUBE, axis=1, begin=0, end=9), r"end=9 as axis_size is 3"),
    (lambda: nd.slice_axis(CUBE, axis=1, begin=2, end=1), r"get begin=2, end=1"),
    (lambda: nd.slice_axis(CUBE, axis=3, begin=0, end=1), r"axis=3.*ndim=3"),
    (lambda: nd.slice_like(MATRIX, nd.ones((1, 9))), r"axis 1 with size 9 exceeds limit.* 3"),
    (lambda: nd.slice_like(MATRIX, CUBE), r"as many dimensions, got 2 and 3"),
    (lambda: nd.slice_like(MATRIX, nd.ones(1), axes=(1,)), r"exceeds second input: 1"),
    (lambda: nd.Crop(PICTURE, h_w=(3, 1)), r"cannot crop axis 2 of size 2 to 3"),
    (lambda: nd.Crop(PICTURE, h_w=(1, 1), offset=(2, 0)), r"offset 2 should be less than .* 1"),
    (lambda: nd.Crop(MATRIX, h_w=(1, 1)), r"4 dimensions"),
    (
        lambda: internal._slice_assign(MATRIX, nd.ones((1, 1)), begin=(0,), end=(1,)),
        r"Provided = \[1, 1\], inferred shape=\[1, 3\]",
    ),
    (lambda: nd.pad(CUBE, mode="edge", pad_width=(0,) * 6), r"4-D or 5-D input, got 3-D"),
    (lambda: nd.pad(PICTURE, mode="edge", pad_width=(0,) * 6), r"4 axes need 8 numbers"),
    (lambda: nd.pad(PICTURE, mode="edge", pad_width=(1,) * 8), r"first two axes to be zero"),
    (
        lambda: nd.pad(PICTURE, mode="reflect", pad_width=(0, 0, 0, 0, 2, 2, 1, 1)),
        r"smaller than the input size \(2, 2\)",
    ),
    (lambda: nd.pad(PICTURE, mode="wrap", pad_width=(0,) * 8), r"'wrap', valid values are"),
    (
        lambda: nd.pad(PICTURE.astype("int32"), mode="edge", pad_width=(0,) * 8),
        r"floating point types, got torch.int32",
    ),
    (lambda: internal._full(value=2), r"_full needs a shape"),
    (lambda: internal._full(shape=(2,)), r"Required parameter value of float"),
    (lambda: internal._zeros(shape=(-1,)), r"_zeros(.|\n)*shape=\(-1,\)"),
    (lambda: internal._arange(start=0, stop=5, step=0), r"does not support step=0"),
    (lambda: internal._arange(start=0, stop=5, repeat=0), r"repeat > 0, received 0"),
    (lambda: internal._arange(start=0, stop=0), r"Invalid range"),
    (lambda: internal._eye(N=-2), r"N cannot be negative"),
    (
        lambda: nd.reset_arrays(MATRIX, num_arrays=2),
        r"num_arrays=2 must be the number of inputs, got 1",
    ),
    (lambda: nd.cumsum(MATRIX, axis=2), r"axis 2 exceeds"),
    (lambda: nd.all_finite(INTEGERS), r"only floating point types"),
    (
        lambda: nd.multi_all_finite(MATRIX, MATRIX),
        r"num_arrays=1 must be the number of inputs, got 2",
    ),
    (lambda: internal._histogram(MATRIX, bin_cnt=3), r"both or neither"),
    (lambda: internal._histogram(MATRIX), r"either bins or bin_cnt"),
    (lambda: internal._histogram(MATRIX, nd.ones(1)), r"at least 2 bounds"),
    (lambda: internal._histogram(INTEGERS, nd.ones(3)), r"they must be the same"),
    (lambda: internal._histogram(MATRIX, bin_cnt=3, range=(1, 0)), r"range must be \(low, high\)"),
]


@pytest.mark.parametrize(("function", "text"), CASES, ids=[text for _, text in CASES])
def test_refused(function, text):
    with pytest.raises(mx.MXNetError, match=text):
        function()
