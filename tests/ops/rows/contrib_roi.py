"""Regions of interest, and feature maps in another size."""

from tests.ops.row import row, uniform, values

MAPS = uniform(2, 8, 7, 9)
BOXES = values(
    [
        [0, 0, 0, 16, 12],
        [1, 3.3, 2.2, 9.7, 13.1],
        [0, -4, -4, 30, 40],
        [1, 5, 5, 5, 5],
        [0, 6, 6, 4, 4],
        [1, 1, 1, 3.9, 17.9],
    ]
)
PROPER = values([[0, 0, 0, 16, 12], [1, 3.3, 2.2, 9.7, 13.1], [0, -4, -4, 30, 40]])
# Fewer than images, in some of which are several.
SOME = [[3, 3.3, 2.2, 9.7, 13.1], [1, 0, 0, 16, 12], [3, 1, 1, 3.9, 17.9], [5, 1, 1, 9, 9]]
SOME_MORE = [[8, left, 2, left + 5, 9] for left in range(5)]
TURNED = values(
    [
        [0, 8, 6, 8, 6, 0],
        [1, 8, 6, 9, 4, 30],
        [0, 4, 4, 12, 3, -75],
        [1, 1, 1, 10, 10, 200],
        [0, 5, 5, 0, 0, 45],
    ]
)


def align(boxes=BOXES, data=MAPS, **attrs):
    attrs = {"pooled_size": (2, 3), "spatial_scale": 0.5, **attrs}
    return row("_contrib_ROIAlign", data, boxes, rtol=1e-4, atol=1e-5, **attrs)


def psroi(boxes=BOXES, **attrs):
    attrs = {"spatial_scale": 0.5, "output_dim": 2, "pooled_size": 2, **attrs}
    return row("_contrib_PSROIPooling", MAPS, boxes, rtol=1e-4, atol=1e-5, **attrs)


def deformable_row(*trans, **attrs):
    attrs = {"spatial_scale": 0.5, "output_dim": 2, "group_size": 2, "pooled_size": 3, **attrs}
    return row(
        "_contrib_DeformablePSROIPooling", MAPS, BOXES, *trans, rtol=1e-4, atol=1e-5, **attrs
    )


def resize(*data, **attrs):
    data = data or (uniform(2, 3, 5, 6),)
    return row("_contrib_BilinearResize2D", *data, rtol=1e-4, atol=1e-5, **attrs)


ROWS = [
    align(),
    align(sample_ratio=2),
    align(sample_ratio=1, spatial_scale=1.0),
    align(sample_ratio=3, pooled_size=(1, 1)),
    align(sample_ratio=2, position_sensitive=True, pooled_size=(2, 2)),
    align(position_sensitive=True, pooled_size=(2, 4)),
    align(values(SOME), uniform(6, 2, 7, 9)),
    align(values(SOME + SOME_MORE), uniform(10, 1, 7, 9)),
    align(PROPER, aligned=True, sample_ratio=2),
    align(PROPER, aligned=True),
    align(PROPER, aligned=True, position_sensitive=True, pooled_size=(2, 2), sample_ratio=2),
    align(
        values([[0, 1, 1, 5, 6]], "float64"),
        uniform(1, 2, 7, 9, dtype="float64"),
        pooled_size=(3, 3),
        spatial_scale=1.0,
        sample_ratio=2,
    ),
    *(
        row(
            "_contrib_RROIAlign", MAPS, TURNED,
            grad=(), pooled_size=(2, 3), spatial_scale=scale, sampling_ratio=ratio,
            rtol=1e-4, atol=1e-5,
        )
        for scale, ratio in ((0.5, -1), (1.0, 2), (0.7, 3))
    ),
    row(
        "_contrib_RROIAlign",
        uniform(6, 2, 7, 9), values([[4, 8, 6, 8, 6, 20], [2, 8, 6, 9, 4, 30]]),
        grad=(), pooled_size=(2, 3), spatial_scale=0.5, rtol=1e-4, atol=1e-5,
    ),
    psroi(),
    psroi(spatial_scale=1.0),
    psroi(pooled_size=3, group_size=2),
    psroi(pooled_size=4, group_size=2, spatial_scale=0.25),
    psroi(output_dim=8, group_size=1, pooled_size=3),
    deformable_row(no_trans=True),
    deformable_row(no_trans=True, sample_per_part=3),
    deformable_row(uniform(6, 2, 3, 3), trans_std=0.1, sample_per_part=2),
    deformable_row(uniform(6, 4, 2, 2), trans_std=0.5, sample_per_part=3, part_size=2),
    deformable_row(uniform(6, 2, 4, 4), trans_std=0.2, group_size=1, pooled_size=4, output_dim=8),
    *(
        row("_contrib_AdaptiveAvgPooling2D", data, output_size=size)
        for data in (uniform(2, 3, 5, 7), uniform(1, 2, 6, 6, dtype="float64"))
        for size in ((), 1, 3, (2, 4), (5, 7), (8, 9), (1, 2, 3))
    ),
    row("_contrib_AdaptiveAvgPooling2D", uniform(2, 3, 6, 6)),
    *(
        resize(height=height, width=width, align_corners=corners)
        for corners in (True, False)
        for height, width in ((3, 4), (10, 12), (5, 6), (1, 1), (1, 6), (7, 1), (4, 9))
    ),
    resize(uniform(1, 1, 1, 1), height=3, width=4),
    resize(uniform(1, 2, 4, 4, dtype="float64"), height=7, width=3),
    resize(scale_height=1.5, scale_width=2.0),
    resize(scale_height=0.5, scale_width=0.4, align_corners=False),
    resize(scale_width=2.0),
    resize(uniform(1, 2, 5, 7), mode="odd_scale", scale_height=2.0, scale_width=0.5),
    resize(uniform(1, 2, 4, 6), mode="odd_scale", scale_height=2.0, scale_width=0.5),
    resize(uniform(1, 2, 4, 6), uniform(1, 3, 5, 5), mode="like"),
    *(
        resize(uniform(1, 2, *size), mode=mode)
        for mode in ("to_even_down", "to_even_up", "to_odd_down", "to_odd_up")
        for size in ((4, 5), (5, 4))
    ),
]  # fmt: skip
