"""Convolutions, transposed convolutions."""

from tests.ops.row import row, uniform

IMAGE = uniform(2, 4, 7, 6)
BIAS = uniform(6)
COMMON = {"rtol": 1e-4, "atol": 1e-5}


def convolve(data, *parameters, **attrs):
    return row("Convolution", data, *parameters, num_filter=6, **COMMON, **attrs)


def deconvolve(data, *parameters, **attrs):
    return row("Deconvolution", data, *parameters, num_filter=6, **COMMON, **attrs)


ROWS = [
    convolve(IMAGE, uniform(6, 4, 3, 3), BIAS, kernel=(3, 3)),
    convolve(IMAGE, uniform(6, 4, 3, 2), BIAS, kernel=(3, 2), stride=(2, 1), pad=(1, 2)),
    convolve(
        IMAGE, uniform(6, 4, 3, 3), BIAS, kernel=(3, 3), dilate=(2, 1), pad=(2, 1), layout="NCHW"
    ),
    convolve(IMAGE, uniform(6, 2, 3, 3), BIAS, kernel=(3, 3), num_group=2, stride=(2, 2)),
    convolve(IMAGE, uniform(6, 4, 1, 1), kernel=(1, 1), no_bias=True),
    convolve(
        uniform(2, 6, 5, 5),
        uniform(6, 1, 3, 3),
        kernel=(3, 3),
        num_group=6,
        pad=(1, 1),
        no_bias=True,
    ),
    convolve(
        IMAGE,
        uniform(6, 4, 3, 3),
        BIAS,
        kernel=(3, 3),
        workspace=256,
        cudnn_tune="off",
        cudnn_off=True,
    ),
    convolve(
        uniform(2, 4, 5, 5, dtype="float64"),
        uniform(6, 4, 3, 3, dtype="float64"),
        uniform(6, dtype="float64"),
        kernel=(3, 3),
    ),
    convolve(uniform(2, 4, 9), uniform(6, 4, 3), BIAS, kernel=(3,)),
    convolve(
        uniform(2, 4, 9), uniform(6, 2, 3), BIAS, kernel=3, stride=2, dilate=2, pad=1, num_group=2
    ),
    convolve(uniform(2, 4, 9), uniform(6, 4, 3), kernel=(3,), no_bias=True, layout="NCW"),
    convolve(uniform(1, 2, 5, 4, 4), uniform(6, 2, 3, 2, 2), BIAS, kernel=(3, 2, 2)),
    convolve(
        uniform(1, 4, 5, 4, 6),
        uniform(6, 2, 2, 2, 2),
        BIAS,
        kernel=(2, 2, 2),
        num_group=2,
        stride=(1, 2, 1),
        pad=(0, 1, 1),
        dilate=(2, 1, 2),
        layout="NCDHW",
    ),
    row("Convolution_v1", IMAGE, uniform(6, 4, 3, 3), BIAS, num_filter=6, kernel=(3, 3), **COMMON),
    row(
        "Convolution_v1",
        IMAGE,
        uniform(6, 2, 3, 2),
        num_filter=6,
        kernel=(3, 2),
        no_bias=True,
        num_group=2,
        stride=(2, 1),
        pad=(1, 0),
        dilate=(1, 2),
        layout="NCHW",
        **COMMON,
    ),
    deconvolve(IMAGE, uniform(4, 6, 3, 3), kernel=(3, 3)),
    deconvolve(IMAGE, uniform(4, 6, 3, 3), BIAS, kernel=(3, 3), no_bias=False),
    deconvolve(
        IMAGE,
        uniform(4, 6, 3, 2),
        BIAS,
        kernel=(3, 2),
        no_bias=False,
        stride=(2, 3),
        pad=(1, 0),
        adj=(1, 2),
    ),
    deconvolve(
        IMAGE, uniform(4, 3, 3, 3), kernel=(3, 3), num_group=2, stride=(2, 2), layout="NCHW"
    ),
    deconvolve(IMAGE, uniform(4, 6, 3, 3), kernel=(3, 3), dilate=(2, 1), stride=(2, 1), pad=(1, 1)),
    deconvolve(IMAGE, uniform(4, 6, 3, 3), kernel=(3, 3), target_shape=(0, 0)),
    # in float32 the oneDNN of 1.9.1 knows no target_shape
    *(
        deconvolve(
            uniform(2, 4, 5, 5, dtype="float64"),
            uniform(4, 6, 3, 3, dtype="float64"),
            kernel=(3, 3),
            target_shape=target,
            stride=(2, 2),
            pad=(1, 1),
        )
        for target in ((10, 10), (8, 9), (11, 11))
    ),
    deconvolve(uniform(2, 4, 9), uniform(4, 6, 3), kernel=(3,)),
    deconvolve(
        uniform(2, 4, 9),
        uniform(4, 3, 3),
        BIAS,
        kernel=3,
        stride=2,
        pad=1,
        adj=1,
        num_group=2,
        no_bias=False,
        layout="NCW",
    ),
    deconvolve(uniform(1, 4, 3, 4, 4), uniform(4, 6, 3, 2, 2), kernel=(3, 2, 2)),
    deconvolve(
        uniform(1, 4, 3, 4, 4),
        uniform(4, 3, 3, 2, 2),
        BIAS,
        kernel=(3, 2, 2),
        stride=(2, 1, 2),
        pad=(1, 0, 1),
        adj=(1, 0, 1),
        num_group=2,
        no_bias=False,
        workspace=64,
        layout="NCDHW",
    ),
]
