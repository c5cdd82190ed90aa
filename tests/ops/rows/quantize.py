"""Quantization: 8-bit integers and their ranges.

Data and weights of rows with sums of products are small enough that oneDNN's kernels, which cut
pairs of products to 16 bits on processors without VNNI, are exact too.
"""

from tests.ops.row import integers, row, uniform, values


def bytes_(*shape, low=-127, high=128):
    return integers(*shape, low=low, high=high, dtype="int8")


def uint8s(*shape, low=0, high=256):
    return integers(*shape, low=low, high=high, dtype="uint8")


def end(value):
    return values([value])


RANGE = (end(-1.5), end(1.25))
WIDE = uniform(2, 3, 4, 5, low=-3, high=2)
EDGES = values([[-9.0, -1.0, -0.5, -0.0039, 0.0, 0.0039, 0.0059, 0.5, 0.75, 1.0, 9.0]])
CALIBRATED = {"min_calib_range": -1.5, "max_calib_range": 1.25}
POSITIVE = {"min_calib_range": 0.0, "max_calib_range": 1.25}
SUMS = values([[0, 1, -1, 1000, -1000, 123456789, -123456789, 2000000000]], "int32")

QUANTIZED = [
    *(row("_contrib_quantize", d, *RANGE, out_type=t, grad=())
      for d in (WIDE, EDGES) for t in ("int8", "uint8")),
    row("_contrib_quantize", uniform(3, 4, low=0), end(0.0), end(1.0), grad=()),
    *(row("_contrib_quantize_v2", d, out_type=t, grad=(), **c)
      for d in (WIDE, EDGES, uniform(7, low=0.1)) for t in ("int8", "uint8", "auto")
      for c in ({}, CALIBRATED, POSITIVE)),
    row("_contrib_quantize_v2", EDGES, grad=()),
    *(row("_contrib_quantize_v2", d, grad=(), **c)
      for d in (bytes_(2, 3), uint8s(2, 3)) for c in ({}, CALIBRATED)),
    *(row("_contrib_quantize_asym", d, grad=(), **c)
      for d in (uniform(2, 3, 4, low=-0.5, high=2), uniform(1, 1, 9)) for c in ({}, CALIBRATED)),
    *(row("_contrib_dequantize", d, *RANGE, grad=())
      for d in (bytes_(2, 3, 4, 5, low=-128), bytes_(7), uint8s(2, 3), uint8s(2, 3, 2, 2))),
    *(row("_contrib_requantize", d, end(-1010.0), end(1020.0), grad=(), out_type=t, **c)
      for d in (SUMS, integers(2, 3, 4, 5, low=-1000, high=1000, dtype="int32"))
      for t in ("int8", "uint8", "auto")
      for c in ({}, {"min_calib_range": -1e-4, "max_calib_range": 2e-4},
                {"min_calib_range": 0.0, "max_calib_range": 2e-4})),
    row("_contrib_requantize", SUMS, *RANGE, grad=()),
]  # fmt: skip

HISTOGRAM = values([3, 0, 0, 1, 5, 0, 9, 14, 20, 35, 60, 33, 21, 12, 8, 0, 6, 0, 1, 0, 2])
SPIKE = values([0] * 20 + [7])
TWENTY_TWO = values([round(-2 + 4 / 21 * i, 6) for i in range(22)])
ENTROPY = [
    row("_contrib_calibrate_entropy", h, TWENTY_TWO, num_quantized_bins=n, grad=(), rtol=1e-4)
    for h in (HISTOGRAM, SPIKE)
    for n in (5, 7, 12)
]

DATA, FILTERS, BIAS = uint8s(2, 3, 6, 7, high=128), bytes_(4, 3, 3, 2), bytes_(4)
ENDS = (end(-2.0), end(1.0), end(-0.5), end(0.75))
BIAS_ENDS = (end(-0.25), end(0.125))
CONV = {"kernel": (3, 2), "num_filter": 4, "grad": ()}
CONVOLUTIONS = [
    row("_contrib_quantized_conv", DATA, FILTERS, *ENDS, no_bias=True, **CONV),
    row("_contrib_quantized_conv", DATA, FILTERS, BIAS, *ENDS, *BIAS_ENDS, **CONV),
    row("_contrib_quantized_conv", DATA, FILTERS, *ENDS, no_bias=True, stride=(2, 1), pad=(1, 2),
        dilate=(1, 2), layout="NCHW", **CONV),
    row("_contrib_quantized_conv", uint8s(1, 3, 3, 6, 5, high=128), bytes_(5, 3, 2, 3, 3), *ENDS,
        no_bias=True, kernel=(2, 3, 3), num_filter=5, pad=(1, 1, 1), grad=()),
    row("_contrib_quantized_conv", uint8s(1, 64, 5, 5, high=128), bytes_(16, 64, 3, 3), *ENDS,
        no_bias=True, kernel=(3, 3), num_filter=16, grad=()),
]  # fmt: skip

SMALL = {"low": -63, "high": 64}
DENSE = {"num_hidden": 4, "grad": ()}
FULLY_CONNECTED = [
    *(row("_contrib_quantized_fully_connected", d, bytes_(4, 12, **SMALL), *ENDS, no_bias=True,
          **DENSE)
      for d in (bytes_(3, 12, **SMALL), uint8s(3, 12), bytes_(3, 4, 3, **SMALL))),
    *(row("_contrib_quantized_fully_connected", d, bytes_(4, 12, **SMALL), BIAS, *ENDS, *BIAS_ENDS,
          **DENSE)
      for d in (bytes_(3, 12, **SMALL), uint8s(3, 12), uint8s(3, 2, 2, 3))),
    row("_contrib_quantized_fully_connected", uint8s(2, 3, 4), bytes_(5, 4, **SMALL), *ENDS,
        no_bias=True, num_hidden=5, flatten=False, grad=()),
]  # fmt: skip

KEPT = [
    *(row("_contrib_quantized_flatten", d, *RANGE, grad=())
      for d in (bytes_(2, 3, 4), uint8s(2, 3), bytes_(5))),
    *(row("_contrib_quantized_act", d, *RANGE, act_type="relu", grad=())
      for d in (bytes_(2, 3, 4), uint8s(2, 3, high=128))),
    *(row("_contrib_quantized_embedding", i, bytes_(6, 3), *RANGE, input_dim=6, output_dim=3,
          grad=())
      for i in (integers(2, 3), integers(4, high=6, dtype="int32"))),
    *(row("_contrib_quantized_pooling", d, *RANGE, pool_type=p, train=False, grad=(),
          **w)
      for d in (bytes_(2, 3, 7, 6), uint8s(2, 3, 7, 6)) for p in ("max", "avg")
      for w in ({"kernel": (2, 3)}, {"kernel": (3, 3), "stride": (2, 2), "pad": (1, 1)},
                {"kernel": (3, 2), "stride": (2, 2), "pooling_convention": "full"},
                {"kernel": (3, 3), "pad": (1, 1), "count_include_pad": False},
                {"kernel": (1, 1), "global_pool": True})),
    *(row("_contrib_quantized_pooling", bytes_(1, 2, 4, 5, 6), *RANGE, pool_type=p,
          kernel=(2, 3, 2), train=False, grad=())
      for p in ("max", "avg")),
]  # fmt: skip

NORM = (uniform(3, low=0.5), uniform(3), uniform(3), uniform(3, low=0.2))
BATCH_NORM = [
    row("_contrib_quantized_batch_norm", d, *NORM, *RANGE, grad=(), **CALIBRATED, **attrs)
    for d in (bytes_(2, 3, 4, 5), uint8s(2, 3, 4, 5))
    for attrs in ({}, {"fix_gamma": False, "eps": 1e-5}, {"eps": 0.3})
]

ENDS_OF_TWO = (end(-2.0), end(1.0), end(-0.5), end(3.0))
JOINED = [
    row("_contrib_quantized_concat", a, b, *ends, num_args=2, dim=dim, grad=())
    for a in (bytes_(2, 3, 2, 2), uint8s(2, 3, 2, 2))
    for b in (bytes_(2, 3, 2, 2), uint8s(2, 3, 2, 2))
    for ends in (ENDS_OF_TWO, (end(0.0), end(1.0), end(0.0), end(0.4)))
    for dim in (1, 3)
]

ELEMENTWISE = [
    *(row("_contrib_quantized_elemwise_add", a, b, *ENDS_OF_TWO, grad=(), **c)
      for a in (bytes_(2, 3, 4), uint8s(2, 3, 4)) for b in (bytes_(2, 3, 4), uint8s(2, 3, 4))
      for c in ({"min_calib_range": -3.0, "max_calib_range": 2.0},)),
    *(row("_contrib_quantized_elemwise_add", a, a, *ENDS_OF_TWO, grad=())
      for a in (bytes_(2, 3, 4), uint8s(2, 3, 4))),
    *(row("_contrib_quantized_elemwise_mul", bytes_(2, 3, 4), bytes_(2, 3, 4), *ENDS_OF_TWO,
          grad=(), **c)
      for c in ({}, {"min_calib_range": -6.5, "max_calib_range": 6.0},
                {"min_calib_range": -3.0, "max_calib_range": 2.0}, {"enable_float_output": True})),
]  # fmt: skip


def lstm(layers, directions, inputs):
    size, hidden = 0, 4
    for layer in range(layers):
        columns = hidden * directions if layer else inputs
        size += directions * 4 * hidden * (columns + hidden + 2)
    states = (uniform(layers * directions, 2, hidden, low=-0.5, high=0.5),) * 2
    weights = uniform(size, low=-0.1, high=0.1)
    return uint8s(3, 2, inputs, high=128), weights, *states, end(64.0), end(64.0)


RECURRENT = [
    row("_contrib_quantized_rnn", *lstm(*sizes), num_layers=sizes[0], bidirectional=sizes[1] == 2,
        state_size=4, mode="lstm", state_outputs=outputs, train=False, grad=())
    for sizes in ((1, 1, 5), (1, 2, 5), (1, 1, 4))
    for outputs in (False, True)
]  # fmt: skip

ROWS = [
    *RECURRENT,
    *QUANTIZED,
    *ENTROPY,
    *CONVOLUTIONS,
    *FULLY_CONNECTED,
    *KEPT,
    *BATCH_NORM,
    *JOINED,
    *ELEMENTWISE,
]
