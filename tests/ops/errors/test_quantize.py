"""Calls that the operators on quantized arrays refuse, and the error messages."""

from __future__ import annotations

import pytest

import mxnet as mx
from mxnet.base import MXNetError

contrib = mx.nd.contrib


def integers(*shape, dtype="int8"):
    return mx.nd.ones(shape, dtype=dtype)


def floats(*shape):
    return mx.nd.ones(shape)


ONE, TWO = floats(1), floats(2)
PAIR, FOUR = (ONE, ONE), (ONE, ONE, ONE, ONE)
IMAGE, FILTER = integers(1, 2, 4, 4, dtype="uint8"), integers(3, 2, 2, 2)
CONV = {"kernel": (2, 2), "num_filter": 3, "no_bias": True}

STATE = floats(1, 2, 4)
RNN = {"state_size": 4, "num_layers": 1}

CASES = [
    (lambda: contrib.quantized_rnn(IMAGE, ONE, ONE, ONE, *PAIR, mode="gru", **RNN),
     r"only supports LSTM mode, got gru"),
    (lambda: contrib.quantized_rnn(floats(3, 2, 5), ONE, STATE, STATE, *PAIR, mode="lstm", **RNN),
     r"only supports uint8 as data, got float32"),
    (lambda: contrib.quantized_rnn(integers(3, 2, 5, dtype="uint8"), ONE, STATE, STATE, *PAIR,
                                   mode="lstm", **RNN),
     r"'parameters', Provided = \[1\], inferred shape=\[176\]"),
    (lambda: contrib.quantize(integers(2), *PAIR), r"_contrib_quantize: only supports float32 as"),
    (lambda: contrib.quantize(floats(2), TWO, ONE), r"min_range must be .*\(1,\), got \(2,\)"),
    (lambda: contrib.quantize(floats(2), *PAIR, out_type="int4"), r"out_type.*int4|int4.*valid"),
    (lambda: contrib.quantize_v2(floats(2).astype("float64")), r"as data, got float64"),
    (lambda: contrib.quantize_asym(integers(2, 3, 4)), r"only supports float32 as data, got int8"),
    (lambda: contrib.dequantize(floats(2), *PAIR), r"only supports uint8 or int8 as data"),
    (lambda: contrib.requantize(integers(2), *PAIR), r"only supports int32 as data, got int8"),
    (lambda: contrib.calibrate_entropy(floats(9), floats(9)), r"9 bins have 10 edges, got 9"),
    (lambda: contrib.calibrate_entropy(floats(9), floats(10)), r"num_quantized_bins=255 must be"),
    (lambda: contrib.quantized_conv(integers(1, 2, 4, 4), FILTER, *FOUR, **CONV),
     r"only supports uint8 as data, got int8"),
    (lambda: contrib.quantized_conv(IMAGE, FILTER, *FOUR, num_group=2, **CONV), r"num_group=1"),
    (lambda: contrib.quantized_conv(IMAGE, FILTER, *FOUR, layout="NHWC", **CONV), r"got NHWC"),
    (lambda: contrib.quantized_conv(IMAGE, integers(3, 1, 2, 2), *FOUR, **CONV),
     r"Provided = \[3,1,2,2\], inferred shape=\[3,2,2,2\]"),
    (lambda: contrib.quantized_conv(IMAGE, FILTER, *PAIR, **CONV), r"expects 6 inputs, got 4"),
    (lambda: contrib.quantized_fully_connected(floats(2, 3), integers(4, 3), *FOUR, num_hidden=4,
                                               no_bias=True),
     r"only supports int8 or uint8 as data, got float32"),
    (lambda: contrib.quantized_fully_connected(integers(2, 3), integers(4, 3), *FOUR, num_hidden=4),
     r"expects 9 inputs, got 6"),
    (lambda: contrib.quantized_act(integers(2), *PAIR, act_type="tanh"),
     r"act_type=relu.*got tanh"),
    (lambda: contrib.quantized_pooling(IMAGE, *PAIR, kernel=(2, 2), pool_type="sum"),
     r"pool_type=max/avg for now, got sum"),
    (lambda: contrib.quantized_pooling(integers(2, 3, 4), *PAIR, kernel=(2,)), r"4D/5D data"),
    (lambda: contrib.quantized_batch_norm(IMAGE, *(TWO,) * 4, *PAIR), r"calib_mode=None"),
    (lambda: contrib.quantized_concat(IMAGE, IMAGE, *PAIR, num_args=2), r"expects 6 inputs.*got 4"),
    (lambda: contrib.quantized_elemwise_add(integers(2), integers(3), *FOUR),
     r"\[2\] and \[3\] differ"),
    (lambda: contrib.quantized_elemwise_mul(integers(2), integers(2, dtype="uint8"), *FOUR),
     r"only supports int8 as rhs, got uint8"),
    (lambda: contrib.quantized_embedding(ONE, floats(4, 2), *PAIR, input_dim=4, output_dim=2),
     r"only supports int8 as weight, got float32"),
]  # fmt: skip


@pytest.mark.parametrize(("call", "message"), CASES, ids=range(len(CASES)))
def test_refused(call, message):
    with pytest.raises(MXNetError, match=message):
        call()
