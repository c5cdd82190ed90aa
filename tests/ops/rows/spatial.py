"""Up-sampling, grids and samplers, correlation."""

from tests.ops.row import integers, row, uniform, values

NEAREST = {"sample_type": "nearest"}
BILINEAR = {"sample_type": "bilinear"}
AFFINE = {"transform_type": "affine"}
THETA = values([[1, 0, 0, 0, 1, 0], [0.8, -0.3, 0.1, 0.4, 0.7, -0.2]])


def transform(data, loc, target_shape, **attrs):
    return row(
        "SpatialTransformer",
        data,
        loc,
        target_shape=target_shape,
        sampler_type="bilinear",
        rtol=1e-4,
        atol=1e-5,
        **AFFINE,
        **attrs,
    )


def correlate(first, second, **attrs):
    return row("Correlation", first, second, rtol=1e-4, **attrs)


ROWS = [
    row("UpSampling", uniform(2, 3, 2, 3), scale=2, **NEAREST),
    row("UpSampling", uniform(2, 3, 2, 3), scale=3, num_args=1, workspace=10, **NEAREST),
    row("UpSampling", uniform(2, 3, 2, 3, dtype="float16"), scale=2, **NEAREST),
    row("UpSampling", uniform(2, 3, 2, 3, dtype="float64"), scale=1, **NEAREST),
    row(
        "UpSampling",
        uniform(2, 3, 2, 4),
        uniform(2, 1, 1, 2),
        uniform(2, 2, 4, 8),
        scale=2,
        **NEAREST,
    ),
    row(
        "UpSampling",
        uniform(2, 3, 2, 4),
        uniform(2, 3, 1, 2),
        uniform(2, 3, 4, 8),
        scale=2,
        multi_input_mode="sum",
        **NEAREST,
    ),
    *(
        row(
            "UpSampling",
            uniform(2, 3, 4, 3),
            uniform(3, 1, k, k),
            scale=scale,
            num_filter=3,
            **BILINEAR,
        )
        for scale, k in ((1, 1), (2, 4), (3, 5), (4, 8))
    ),
    row("BilinearSampler", uniform(2, 3, 4, 5), uniform(2, 2, 3, 4, low=-1.5, high=1.5), rtol=1e-4),
    row(
        "BilinearSampler", uniform(2, 3, 4, 5), integers(2, 2, 3, 4, low=-1, high=2), cudnn_off=True
    ),
    row("BilinearSampler", uniform(1, 2, 1, 5), uniform(1, 2, 3, 4), rtol=1e-4),
    row(
        "BilinearSampler",
        uniform(2, 3, 4, 5, dtype="float64"),
        uniform(2, 2, 3, 4, dtype="float64", low=-1.5, high=1.5),
    ),
    row("GridGenerator", THETA, target_shape=(4, 5), **AFFINE),
    row("GridGenerator", uniform(2, 2, 4, 5), transform_type="warp"),
    transform(uniform(2, 3, 4, 5), THETA, (4, 5)),
    transform(uniform(2, 3, 4, 5), uniform(2, 6, low=-1.5, high=1.5), (3, 7), cudnn_off=True),
    correlate(uniform(2, 3, 6, 7), uniform(2, 3, 6, 7)),
    *(
        correlate(
            data,
            data,
            kernel_size=3,
            max_displacement=3,
            stride1=2,
            stride2=2,
            pad_size=3,
            is_multiply=multiply,
        )
        for data in (uniform(2, 3, 8, 9), integers(2, 3, 8, 9, low=-1, high=2))
        for multiply in (False, True)
    ),
    correlate(
        uniform(1, 2, 9, 9), uniform(1, 2, 9, 9), max_displacement=2, stride2=3, is_multiply=False
    ),
    correlate(uniform(1, 2, 9, 9), uniform(1, 2, 9, 9), max_displacement=0, stride1=2, pad_size=1),
    correlate(
        uniform(1, 2, 6, 6, dtype="float64"), uniform(1, 2, 6, 6, dtype="float64"), pad_size=1
    ),
]
