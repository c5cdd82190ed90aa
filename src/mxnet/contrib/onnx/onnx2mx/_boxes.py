"""Bounding boxes: non-maximum suppression."""

from __future__ import annotations

import numpy as np

from ....onnx._problems import Unsupported
from ....symbol import Symbol
from ._node import Node
from ._table import Array, reads

LOWEST = float(np.finfo(np.float32).min)


@reads("NonMaxSuppression")
def non_max_suppression(
    node: Node, boxes: Symbol, scores: Symbol, most: Array = None, overlap: Array = None,
    lowest: Array = None, *, center_point_box=0,
) -> Symbol:  # fmt: skip
    count = 0 if most is None else int(most.item())
    if count < 1:
        raise Unsupported("it keeps no boxes")
    if not center_point_box:
        boxes = _order_corners(node, boxes)
    numbers = node.step("_contrib_arange_like", scores, axis=2)
    scores = node.step("expand_dims", scores, axis=3)
    rows = node.step(
        "Concat",
        _along_axis(node, numbers, scores, axis=2),
        scores,
        node.step(
            "broadcast_like", node.step("expand_dims", boxes, axis=1), scores,
            lhs_axes=(1,), rhs_axes=(1,),
        ),
        dim=3, num_args=3,
    )  # fmt: skip
    best = node.step(
        "_contrib_box_nms", rows,
        overlap_thresh=0.0 if overlap is None else float(overlap.item()),
        valid_thresh=LOWEST if lowest is None else float(lowest.item()),
        coord_start=2, score_index=1,
        **dict.fromkeys(("in_format", "out_format"), "center" if center_point_box else "corner"),
    )  # fmt: skip
    # For each class of each image, the selected boxes come first, then -1.
    selected = node.step("slice", best, begin=(None, None, 0, 0), end=(None, None, count, 1))
    image, kind = (
        _along_axis(node, node.step("_contrib_arange_like", selected, axis=axis), selected, axis)
        for axis in (0, 1)
    )
    indices = node.step("Concat", image, kind, selected, dim=3, num_args=3)
    indices = node.step("Reshape", indices, shape=(-1, 3))
    is_selected = node.step("_greater_equal_scalar", selected, scalar=0)
    is_selected = node.step("Reshape", is_selected, shape=(-1,))
    return node.last(
        "Cast", node.step("_contrib_boolean_mask", indices, is_selected), dtype="int64"
    )


def _order_corners(node: Node, boxes: Symbol) -> Symbol:
    """Return left, top, right and bottom of boxes given by two opposite corners in any order."""
    one, other = (node.step("slice_axis", boxes, axis=2, begin=i, end=i + 2) for i in (0, 2))
    ends = (node.step(f"broadcast_{end}imum", one, other) for end in ("min", "max"))
    return node.step("Concat", *ends, dim=2, num_args=2)


def _along_axis(node: Node, numbers: Symbol, like: Symbol, axis: int) -> Symbol:
    """Return numbers along one of the four axes of a symbol in its shape."""
    shape = tuple(-1 if i == axis else 1 for i in range(4))
    return node.step("broadcast_like", node.step("Reshape", numbers, shape=shape), like)
