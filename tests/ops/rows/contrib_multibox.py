"""Anchors, targets and detections of single shot detectors; region proposals."""

from tests.ops.row import integers, row, uniform, values

MAP = uniform(2, 3, 4, 5)
ANCHORS = values(
    [[
        [x / 4, y / 4, x / 4 + w, y / 4 + h]
        for y in range(4)
        for x in range(4)
        for w, h in ((0.25, 0.25), (0.4, 0.2))
    ]]
)  # fmt: skip
COUNT = 32
LABELS = values(
    [
        [[1, 0.1, 0.1, 0.4, 0.5], [0, 0.6, 0.6, 0.9, 0.8], [2, 0.62, 0.6, 0.9, 0.8]],
        [[0, 0.0, 0.0, 0.2, 0.9], [-1, -1, -1, -1, -1], [1, 0.5, 0.5, 1, 1]],
        [[-1, -1, -1, -1, -1], [-1, -1, -1, -1, -1], [-1, -1, -1, -1, -1]],
    ]
)
SCORES = uniform(3, 4, COUNT)


def target(labels=LABELS, scores=SCORES, **attrs):
    return row("_contrib_MultiBoxTarget", ANCHORS, labels, scores, rtol=1e-4, atol=1e-5, **attrs)


def detect(probabilities=None, **attrs):
    probabilities = probabilities or uniform(2, 4, COUNT, low=0, high=1)
    return row(
        "_contrib_MultiBoxDetection",
        probabilities,
        uniform(2, 4 * COUNT, low=-2, high=2),
        ANCHORS,
        **attrs,
    )


INFO = [[60.0, 70.0, 1.0], [48.0, 40.0, 1.5]]
SMALL = {"scales": (1.0, 2.0), "ratios": (0.5, 1.0, 2.0), "rpn_post_nms_top_n": 12}


def propose(name, batch, **attrs):
    return row(
        f"_contrib_{name}",
        uniform(batch, 12, 4, 5, low=0, high=1),
        uniform(batch, 24, 4, 5, low=-0.5, high=0.5),
        values(INFO[:batch]),
        rtol=1e-4,
        atol=1e-4,
        **{**SMALL, **attrs},
    )


ROWS = [
    row("_contrib_MultiBoxPrior", MAP),
    row("_contrib_MultiBoxPrior", MAP, sizes=(0.3, 0.5), ratios=(1.0, 2.0, 0.5)),
    row("_contrib_MultiBoxPrior", MAP, sizes=(0.8,), ratios=(2.0, 0.5), clip=True),
    row("_contrib_MultiBoxPrior", MAP, sizes=(0.3,), steps=(0.1, 0.2), offsets=(0.0, 1.0)),
    target(),
    target(overlap_threshold=0.2),
    target(overlap_threshold=-1.0),
    target(ignore_label=-7.0, negative_mining_ratio=3.0),
    target(negative_mining_ratio=2.5, negative_mining_thresh=0.3, minimum_negative_samples=4),
    target(negative_mining_ratio=0.1),
    target(variances=(1.0, 1.0, 1.0, 1.0)),
    target(negative_mining_ratio=3.0, scores=integers(3, 4, COUNT, high=2)),  # ties
    target(values([[[0, 2, 2, 3, 3, 9]], [[1, 0, 0, 1, 1, 9]], [[2, 0.2, 0.2, 0.4, 0.4, 9]]])),
    detect(),
    detect(threshold=0.9),
    detect(threshold=2.0),
    detect(clip=False),
    detect(force_suppress=True),
    detect(nms_threshold=0.1),
    detect(nms_threshold=-1.0),
    detect(nms_threshold=1.5),
    detect(nms_topk=5),
    detect(nms_topk=5, nms_threshold=0.2, force_suppress=True, variances=(0.2, 0.2, 0.1, 0.1)),
    detect(values([[[((i * k) % 7) / 7 for i in range(COUNT)] for k in (1, 3, 5)]] * 2)),  # ties
    *(
        propose(name, batch, **attrs)
        for name, batch in (("Proposal", 1), ("MultiProposal", 2))
        for attrs in (
            {},
            {"output_score": True},
            {"rpn_pre_nms_top_n": 20, "rpn_post_nms_top_n": 30, "threshold": 0.3},
            {"rpn_min_size": 30, "output_score": True},
            {"iou_loss": True, "output_score": True, "threshold": 0.5},
            {"feature_stride": 18, "rpn_pre_nms_top_n": -1},
        )
    ),
]  # fmt: skip
