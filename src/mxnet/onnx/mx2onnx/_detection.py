"""Single shot detectors: detections from predictions for anchors."""

from __future__ import annotations

import numpy as np

from .._problems import Unsupported
from ._boxes import columns, rows_at, select_boxes
from ._graph import Graph, Tensor
from ._table import converts


@converts("_contrib_MultiBoxDetection")
def multibox_detection(
    graph: Graph, cls_prob: Tensor, loc_pred: Tensor, anchor: Tensor, *,
    clip: bool, threshold: float, nms_threshold: float, force_suppress: bool, variances,
    nms_topk: int,
) -> str:  # fmt: skip
    if not 0 < nms_threshold <= 1:
        raise Unsupported(f"its nms_threshold is {nms_threshold}")
    (count,) = cls_prob.known_shape((2,))
    boxes = _decode_boxes(graph, loc_pred, anchor, variances, clip)
    classes = graph.slice(cls_prob, 1, 1)  # without the background
    score = graph.reduce("ReduceMax", classes, [1])
    class_ids = graph.Cast(graph.ArgMax(classes, axis=1, keepdims=0), to=cls_prob.dtype)
    is_object = graph.GreaterOrEqual(score, graph.like(cls_prob, threshold))
    nothing = graph.like(cls_prob, -np.inf)
    rows = graph.Concat(
        *(graph.Unsqueeze(value, [2]) for value in (class_ids, score)), boxes, axis=-1
    )
    limit = min(nms_topk, count) if nms_topk > 0 else count
    ranks, order = graph.TopK(graph.Where(is_object, score, nothing), [limit], axis=1, outputs=2)
    best = rows_at(graph, rows, order)
    edges, class_index = columns(graph, best, 2, width=4)[0], columns(graph, best, 0)[0]
    # MXNet: an overlap equal to the threshold suppresses a box.
    below = float(np.nextafter(np.float32(nms_threshold), np.float32(-1)))
    stays = select_boxes(
        graph, edges, ranks, None if force_suppress else class_index, below, np.asarray([limit])
    )
    minus_one = graph.like(cls_prob, -1)
    class_index = graph.Where(graph.Unsqueeze(stays, [2]), class_index, minus_one)
    best = graph.Concat(class_index, graph.slice(best, 2, 1), axis=-1)
    there = graph.Unsqueeze(graph.Greater(ranks, nothing), [2])
    if limit == count:
        return graph.Where(there, best, minus_one)
    # MXNet: boxes that are not among the best keep their position from before sorting, without a
    # class.
    ordering = np.arange(count, 0, -1).astype(cls_prob.dtype)
    first, order = graph.TopK(graph.Where(is_object, ordering, nothing), [count], axis=1, outputs=2)
    rest = rows_at(graph, graph.slice(rows, 2, 1), order)
    rest = graph.Where(graph.Unsqueeze(graph.Greater(first, nothing), [2]), rest, minus_one)
    rest = graph.Pad(rest, [0, 0, 1, 0, 0, 0], minus_one)
    head = graph.Where(there, best, graph.slice(rest, 1, 0, limit))
    return graph.Concat(head, graph.slice(rest, 1, limit), axis=1)


def _decode_boxes(graph: Graph, predicted: Tensor, anchor: Tensor, variances, clip: bool) -> str:
    """Return left, top, right and bottom: (batch, anchors, 4)."""
    near, far = columns(graph, anchor, 0, 2, width=2)
    size = graph.Sub(far, near)
    half = graph.like(predicted, 0.5)
    middle = graph.Mul(graph.Add(near, far), half)
    scaled = graph.Mul(
        graph.reshape(predicted, [0, -1, 4]), np.asarray(variances).astype(predicted.dtype)
    )
    shift, growth = columns(graph, scaled, 0, 2, width=2)
    middle = graph.Add(graph.Mul(shift, size), middle)
    reach = graph.Mul(graph.Mul(graph.Exp(growth), size), half)
    boxes = graph.Concat(graph.Sub(middle, reach), graph.Add(middle, reach), axis=-1)
    if not clip:
        return boxes
    return graph.Clip(boxes, graph.like(predicted, 0), graph.like(predicted, 1))
