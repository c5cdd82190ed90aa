"""Bounding boxes: overlaps, suppression, matching, targets."""

from tests.ops.row import integers, row, uniform, values

CORNERS = values(
    [
        [0, 0.9, 0.1, 0.1, 0.5, 0.5],
        [0, 0.8, 0.12, 0.1, 0.5, 0.52],
        [1, 0.7, 0.1, 0.12, 0.52, 0.5],
        [1, 0.7, 0.1, 0.12, 0.52, 0.5],
        [2, 0.3, 0.6, 0.6, 0.9, 0.9],
        [2, 0.95, 0.61, 0.6, 0.9, 0.92],
        [0, 0.0, 0.0, 0.0, 1.0, 1.0],
        [1, -0.5, 0.2, 0.2, 0.3, 0.3],
        [2, 0.2, 0.5, 0.5, 0.4, 0.4],  # inside out
        [2, 0.2, 0.5, 0.5, 0.5, 0.5],  # empty
        [2, 0.2, 0.5, 0.5, 0.5, 0.5],
    ]
)
# scores of two digits: some are equal
CROWD = [
    uniform(3, 40, 6, low=0.0, high=1.0),
    values([
        [
            [7 * i * (b + 3) % 4, i * 37 % 50 / 50, *[(i * k + b) % 11 / 10 for k in (3, 5, 7, 9)]]
            for i in range(40)
        ]
        for b in range(2)
    ]),
]  # fmt: skip


def nms(data, **attrs):
    return row("_contrib_box_nms", data, **attrs)


ROWS = [
    nms(CORNERS),
    nms(CORNERS, overlap_thresh=0.1),
    nms(CORNERS, overlap_thresh=0.1, id_index=0),
    nms(CORNERS, overlap_thresh=0.1, id_index=0, force_suppress=True),
    nms(CORNERS, overlap_thresh=0.1, id_index=0, background_id=2),
    nms(CORNERS, valid_thresh=0.5),
    nms(CORNERS, valid_thresh=2.0),
    nms(CORNERS, valid_thresh=-1.0),
    nms(CORNERS, topk=3),
    nms(CORNERS, topk=0),
    nms(CORNERS, topk=3, id_index=0, overlap_thresh=0.3),
    nms(CORNERS, out_format="center"),
    nms(CORNERS, in_format="center"),
    nms(CORNERS, in_format="center", out_format="center"),
    nms(uniform(2, 3, 5, low=0, high=1), coord_start=0, score_index=4),
    nms(uniform(2, 2, 9, 7, low=0, high=1, dtype="float64"), coord_start=3, score_index=1),
    nms(uniform(30, 6, low=-0.5, high=1), in_format="center", overlap_thresh=0.2),
    nms(uniform(1, 300, 6, low=0, high=1), overlap_thresh=0.7, topk=30),
    nms(uniform(1, 600, 6, low=0, high=1), overlap_thresh=0.6),
    *(nms(data, overlap_thresh=0.3) for data in CROWD),
    *(nms(data, overlap_thresh=0.3, id_index=0, topk=20) for data in CROWD),
    nms(uniform(12, 6, low=0, high=1, dtype="float16"), overlap_thresh=0.3),
    row("_contrib_box_non_maximum_suppression", CORNERS, overlap_thresh=0.2),
    *(
        row("_contrib_box_iou", a, b, format=layout)
        for layout in ("corner", "center")
        for a, b in (
            (uniform(3, 4, low=0), uniform(5, 4, low=0)),
            (uniform(2, 3, 4), uniform(2, 1, 2, 4)),
            (
                values([[0, 0, 0, 0], [0, 0, 1, 1], [1, 1, 0, 0]]),
                values([[0, 0, 0, 0], [0, 0, 2, 2]]),
            ),
            (uniform(3, 4, low=0, dtype="float64"), uniform(5, 4, low=0, dtype="float64")),
        )
    ),
    row("_contrib_bipartite_matching", uniform(4, 3), threshold=0.0),
    row("_contrib_bipartite_matching", uniform(3, 4, 6), threshold=-0.3),
    row("_contrib_bipartite_matching", uniform(2, 2, 7, 3), threshold=1e-12),
    row("_contrib_bipartite_matching", uniform(3, 9, 5), threshold=0.3, is_ascend=True),
    row("_contrib_bipartite_matching", uniform(3, 9, 5), threshold=-1.0, topk=2),
    row("_contrib_bipartite_matching", uniform(3, 9, 5), threshold=1.0, topk=1, is_ascend=True),
    row("_contrib_bipartite_matching", integers(4, 8, 8, high=4), threshold=0.5),  # ties
    row("_contrib_bipartite_matching", integers(2, 8, 8, high=4), threshold=0.5, topk=3),
    row("_contrib_bipartite_matching", uniform(3, 2), threshold=5.0),
    row("_contrib_bipartite_matching", uniform(2, 5, 4, dtype="float64"), threshold=0.0),
    row(
        "_contrib_box_encode",
        integers(2, 5, low=-1, high=2),
        integers(2, 5, high=3),
        values([[[0.1 * i, 0.1, 0.2 * i + 0.3, 0.9] for i in range(5)]] * 2),
        values([[[0.1, 0.2 * i, 0.5, 0.3 * i + 0.4] for i in range(3)]] * 2),
        values([0.0, 0.1, 0.0, 0.2]),
        values([0.1, 0.1, 0.2, 0.2]),
    ),
    *(
        row("_contrib_box_decode", data, anchors, **attrs)
        for attrs in (
            {},
            {"format": "corner"},
            {"std0": 0.1, "std1": 0.2, "std2": 0.3, "std3": 0.4, "clip": 0.1},
            {"format": "corner", "clip": 0.2},
        )
        for data, anchors in (
            (uniform(2, 5, 4), uniform(1, 5, 4)),
            (uniform(1, 3, 4, dtype="float64"), uniform(1, 3, 4, dtype="float64")),
        )
    ),
]
