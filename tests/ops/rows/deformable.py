"""Deformable convolutions."""

from tests.ops.row import row, uniform, values

IMAGE = uniform(2, 4, 6, 5)
COMMON = {"rtol": 1e-4, "atol": 1e-5}


def deform(offset, weight, *bias, data=IMAGE, name="", **attrs):
    """A call whose windows lie between pixels, partly outside of the image."""
    no_bias = {} if bias else {"no_bias": True}
    operator = f"_contrib_{name}DeformableConvolution"
    return row(operator, data, *offset, weight, *bias, num_filter=6, **COMMON, **no_bias, **attrs)


def modulate(offset, weight, *bias, **attrs):
    """MXNet has no gradient of this operator on the CPU."""
    return deform(offset, weight, *bias, name="Modulated", grad=(), **attrs)


def offsets(channels, height, width, reach=2.0, dtype="float32"):
    """Offsets up to ``reach`` pixels."""
    return uniform(2, channels, height, width, low=-reach, high=reach, dtype=dtype)


ROWS = [
    deform([offsets(18, 4, 3)], uniform(6, 4, 3, 3), uniform(6), kernel=(3, 3)),
    deform([offsets(18, 4, 3, reach=9)], uniform(6, 4, 3, 3), kernel=(3, 3)),
    deform(
        [offsets(12, 3, 5)],
        uniform(6, 4, 3, 2),
        uniform(6),
        kernel=(3, 2),
        stride=(2, 1),
        pad=(1, 1),
        dilate=(1, 2),
        layout="NCHW",
    ),
    deform(
        [offsets(16, 5, 4)],
        uniform(6, 2, 2, 2),
        uniform(6),
        kernel=(2, 2),
        num_group=2,
        num_deformable_group=2,
        workspace=1,
    ),
    deform([offsets(8, 6, 5)], uniform(6, 4, 1, 1), kernel=(1, 1), num_deformable_group=4),
    # integers: the gradient is that of the next pixel
    deform([values([[[[0.0] * 3] * 4] * 18] * 2)], uniform(6, 4, 3, 3), kernel=(3, 3)),
    deform([values([[[[1.0] * 3] * 4] * 18] * 2)], uniform(6, 4, 3, 3), kernel=(3, 3)),
    deform(
        [offsets(18, 4, 3, dtype="float64")],
        uniform(6, 4, 3, 3, dtype="float64"),
        data=uniform(2, 4, 6, 5, dtype="float64"),
        kernel=(3, 3),
    ),
    modulate(
        [offsets(18, 4, 3), uniform(2, 9, 4, 3)], uniform(6, 4, 3, 3), uniform(6), kernel=(3, 3)
    ),
    modulate([offsets(18, 4, 3, reach=9), uniform(2, 9, 4, 3)], uniform(6, 4, 3, 3), kernel=(3, 3)),
    modulate(
        [offsets(16, 4, 5), uniform(2, 8, 4, 5)],
        uniform(6, 2, 2, 2),
        kernel=(2, 2),
        stride=(2, 1),
        pad=(1, 1),
        dilate=(1, 2),
        num_group=2,
        num_deformable_group=2,
        im2col_step=1,
    ),
]
