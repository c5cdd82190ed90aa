"""Poolings, of windows and of regions."""

from tests.ops.row import integers, row, uniform, values

TYPES = ({"pool_type": "max"}, {"pool_type": "avg"}, {"pool_type": "sum"},
         *({"pool_type": "lp", "p_value": p} for p in (1, 2, 3)))  # fmt: skip
LINE, PLANE, SPACE = uniform(2, 3, 8), uniform(2, 3, 7, 6), uniform(1, 2, 5, 4, 6)
TIED = integers(2, 2, 6, 6, low=-2, high=2)
ZEROS = values([[[[0, 0, 0], [0, 0, 0], [1, 2, 0]]]])


def pool(data, **attrs):
    return row("Pooling", data, rtol=1e-4, **attrs)


def shorten(attrs, data):
    """Shorten tuples to as many axes as the data has windows in."""
    ndim = len(data.shape) - 2
    return {name: value[:ndim] if type(value) is tuple else value for name, value in attrs.items()}


def windows(**attrs):
    """The same windows in every type of pooling, over a line, an image and a volume."""
    for kind in TYPES:
        for data in (LINE, PLANE, SPACE):
            yield pool(data, **shorten(attrs, data), **kind)


def channels_last_rows(**attrs):
    for data, layout in ((LINE, "NWC"), (PLANE, "NHWC"), (SPACE, "NDHWC")):
        last = uniform(data.shape[0], *data.shape[2:], data.shape[1])
        yield pool(last, layout=layout, **shorten(attrs, data))


ROWS = [
    *windows(kernel=(3, 2, 3)),
    *windows(kernel=(3, 2, 3), stride=(2, 3, 2), pad=(1, 1, 1)),
    *windows(kernel=(3, 3, 4), stride=(2, 2, 3), pad=(2, 1, 2), pooling_convention="full"),
    *windows(global_pool=True, kernel=(2, 2, 2)),
    *windows(global_pool=True, kernel=(2, 2, 2), pad=(1, 1, 1), stride=(2, 2, 2)),
    *(
        pool(data, global_pool=True, pool_type=kind)
        for data in (LINE, PLANE, SPACE)
        for kind in ("max", "avg")
    ),
    *(
        pool(
            PLANE,
            kernel=(3, 4),
            stride=(2, 3),
            pad=(2, 2),
            pool_type="avg",
            pooling_convention=convention,
            count_include_pad=include,
        )
        for convention in ("valid", "full")
        for include in (True, False)
    ),
    *(
        pool(
            SPACE,
            kernel=(3, 2, 3),
            stride=(2, 1, 2),
            pad=(1, 1, 1),
            pool_type="avg",
            pooling_convention=convention,
            count_include_pad=False,
        )
        for convention in ("valid", "full")
    ),
    # windows beyond the data
    *(
        pool(
            uniform(1, 2, 5), kernel=(2,), stride=(4,), pad=(1,), pooling_convention="full", **kind
        )
        for kind in (*TYPES, {"pool_type": "avg", "count_include_pad": False})
    ),
    pool(uniform(1, 2, 2, 2, dtype="float64"), kernel=(1, 1), pad=(1, 1)),
    pool(uniform(1, 2, 2, 2), kernel=(2, 2), pad=(2, 2), pool_type="sum"),
    # data smaller than the kernel, before they are padded
    *(pool(uniform(1, 2, 3, 4, 4), kernel=(4, 3, 2), pad=(1, 1, 0), **kind) for kind in TYPES),
    # 1.9.1 wants three paddings for "same", and its oneDNN knows nothing of it
    *(
        pool(
            uniform(2, 3, 8, dtype="float64"),
            kernel=(3,),
            stride=(stride,),
            pad=(0, 0, 0),
            pooling_convention="same",
            pool_type=kind,
        )
        for stride in (1, 2, 3)
        for kind in ("max", "avg", "sum")
    ),
    *(
        row
        for kind in ({"pool_type": "max"}, {"pool_type": "avg"}, {"pool_type": "lp", "p_value": 2})
        for row in channels_last_rows(kernel=(3, 2, 2), stride=(2, 1, 2), pad=(1, 1, 1), **kind)
    ),
    *channels_last_rows(
        kernel=(3, 2, 2), stride=(2, 3, 2), pooling_convention="full", pool_type="avg"
    ),
    *channels_last_rows(global_pool=True, pool_type="avg"),
    pool(PLANE, kernel=(2, 2), stride=(2, 2, 2), pad=(1, 1, 1), layout="NCHW", cudnn_off=True),
    pool(TIED, kernel=(2, 2)),
    pool(TIED, kernel=(3, 3), stride=(2, 2), pad=(1, 1)),
    pool(TIED, kernel=(3, 3), stride=(2, 2), pad=(2, 2), pooling_convention="full"),
    pool(TIED, global_pool=True),
    *(pool(ZEROS, kernel=(2, 2), pool_type="lp", p_value=p) for p in (2, 3)),
    *(
        pool(uniform(2, 3, *sizes, dtype=dtype), kernel=(2,) * len(sizes), pool_type=kind)
        for sizes in ((6,), (5, 6), (3, 4, 4))
        for dtype in ("float16", "float64")
        for kind in ("max", "avg", "sum")
    ),
    *(
        row(
            "Pooling_v1",
            data,
            kernel=(3, 2),
            stride=(2, 3),
            pad=(1, 1),
            pool_type=kind,
            pooling_convention=convention,
        )
        for data in (PLANE, TIED)
        for kind in ("max", "avg", "sum")
        for convention in ("valid", "full")
    ),
    *(row("Pooling_v1", TIED, kernel=(2, 2), pool_type=kind) for kind in ("max", "avg", "sum")),
    *(
        row("Pooling_v1", TIED, kernel=(2, 2), pad=(1, 1), global_pool=True, pool_type=kind)
        for kind in ("max", "avg", "sum")
    ),
]

FEATURES = uniform(2, 3, 7, 9)
BOXES = values(
    [
        [0, 0, 0, 8, 6],
        [1, 2, 1, 5, 4],
        [1, 1.5, 2.5, 4.5, 3.5],  # halves
        [0, 6, 5, 14, 12],  # over the edge
        [0, -3, -2, 2, 1],
        [0, 5, 5, 2, 2],  # inside out
        [1, 20, 20, 30, 30],  # outside
        [2, 0, 0, 4, 4],  # no such image
        [-1, 0, 0, 4, 4],
        [0, 3, 3, 3, 3],
    ]
)

ROWS += [
    *(
        row("ROIPooling", data, BOXES, pooled_size=size, spatial_scale=scale)
        for data in (FEATURES, integers(2, 3, 7, 9, low=0, high=3))
        for size, scale in (((2, 2), 1.0), ((3, 4), 1.0), ((1, 1), 0.5), ((7, 7), 0.7))
    ),
    row(
        "ROIPooling",
        uniform(2, 3, 7, 9, dtype="float64"),
        values([[0, 1, 1, 5, 5]], "float64"),
        pooled_size=(2, 3),
        spatial_scale=1.0,
    ),
    row(
        "ROIPooling",
        uniform(2, 3, 7, 9, dtype="float16"),
        values([[0, 1, 1, 5, 5]], "float16"),
        pooled_size=(2, 3),
        spatial_scale=1.0,
    ),
    row(
        "ROIPooling",
        uniform(1, 2, 1, 5),
        values([[0, 1, 0, 3, 0]]),
        pooled_size=(2, 2),
        spatial_scale=1.0,
    ),
]
