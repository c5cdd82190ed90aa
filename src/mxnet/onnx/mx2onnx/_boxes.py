"""Bounding boxes: overlap, decoding of predictions, non-maximum suppression."""

from __future__ import annotations

import numpy as np

from .._problems import Unsupported
from ._graph import Graph, Operand, Tensor
from ._table import converts

LOWEST = float(np.finfo(np.float32).min)


def columns(graph: Graph, value: Operand, *starts: int, width: int = 1, ndim: int = 3) -> list[str]:
    """Return columns of the last axis, which is kept."""
    return [graph.slice(value, ndim - 1, start, start + width) for start in starts]


def corners(graph: Graph, boxes: Operand, like: Tensor) -> str:
    """Return left, top, right and bottom of boxes given by centers and sizes."""
    middle, size = columns(graph, boxes, 0, 2, width=2)
    half = graph.Mul(size, graph.like(like, 0.5))
    return graph.Concat(graph.Sub(middle, half), graph.Add(middle, half), axis=-1)


def centers(graph: Graph, boxes: Operand, like: Tensor) -> str:
    """Return centers and sizes of boxes given by corners."""
    near, far = columns(graph, boxes, 0, 2, width=2)
    middle = graph.Mul(graph.Add(near, far), graph.like(like, 0.5))
    return graph.Concat(middle, graph.Sub(far, near), axis=-1)


def rows_at(graph: Graph, rows: Operand, indices: Operand) -> str:
    """Return rows (batch, n, width) at positions (batch, m)."""
    return graph.GatherND(rows, graph.Unsqueeze(indices, [2]), batch_dims=1)


def select_boxes(
    graph: Graph, boxes: Operand, scores: Operand, classes: Operand, threshold: float,
    count: Operand,
) -> str:  # fmt: skip
    """Return which boxes (batch, n, 4) no better one of their kind overlaps; bool (batch, n).

    Scores up to LOWEST mean no box. ``classes`` (batch, n, 1) may be None.
    """
    if classes is not None:
        # Boxes of different classes are moved apart so that they do not overlap.
        highest, lowest = (graph.reduce(f"Reduce{m}", boxes, [0, 1, 2]) for m in ("Max", "Min"))
        span = graph.Add(graph.Sub(highest, lowest), np.asarray(1, np.float32))
        boxes = graph.Add(boxes, graph.Mul(classes, span))
    selected = graph.NonMaxSuppression(
        boxes,
        graph.Unsqueeze(scores, [1]),
        count,
        np.asarray([threshold], np.float32),
        np.asarray([LOWEST], np.float32),
    )
    indices = graph.Gather(selected, [0, 2], axis=1)  # indices of image and box
    image = graph.Squeeze(graph.Gather(selected, [0], axis=1), [1])
    hits = graph.Cast(graph.Equal(image, image), to=np.dtype(np.float32))  # 1 for each box
    nothing = graph.Expand(np.asarray(0, np.float32), graph.Shape(scores))
    return graph.Cast(graph.ScatterND(nothing, indices, hits), to=np.dtype(np.bool_))


@converts("_contrib_box_nms")
def box_nms(
    graph: Graph, data: Tensor, *,
    overlap_thresh: float, valid_thresh: float, topk: int, coord_start: int, score_index: int,
    id_index: int, background_id: int, force_suppress: bool, in_format: str, out_format: str,
    out: Tensor,
) -> str:  # fmt: skip
    if data.dtype != np.float32:
        raise Unsupported(f"it is of {data.dtype}, ONNX suppresses boxes of float32")
    if topk == 0:
        return data.name
    count, width = data.known_shape((-2, -1))
    rows = data.name if data.ndim == 3 else graph.reshape(data, [-1, count, width])
    score, boxes = (
        columns(graph, rows, score_index)[0],
        columns(graph, rows, coord_start, width=4)[0],
    )
    valid = graph.Greater(score, graph.like(data, valid_thresh))
    if id_index >= 0:
        kind = columns(graph, rows, id_index)[0]
        valid = graph.And(valid, graph.Not(graph.Equal(kind, graph.like(data, background_id))))
    score = graph.Squeeze(graph.Where(valid, score, graph.like(data, -np.inf)), [2])
    limit = min(topk, count) if topk > 0 else count
    score, order = graph.TopK(score, [limit], axis=1, outputs=2)
    best = rows_at(graph, rows, order)
    boxes = columns(graph, best, coord_start, width=4)[0]
    classes = None
    if id_index >= 0 and not force_suppress:
        classes = columns(graph, best, id_index)[0]
    edges = corners(graph, boxes, data) if in_format == "center" else boxes
    stays = select_boxes(graph, edges, score, classes, overlap_thresh, np.asarray([limit]))
    ranked_scores = graph.Where(stays, score, graph.like(data, -np.inf))
    ranked_scores, order = graph.TopK(ranked_scores, [limit], axis=1, outputs=2)
    there = graph.Unsqueeze(graph.Greater(ranked_scores, graph.like(data, -np.inf)), [2])
    result = graph.Where(there, rows_at(graph, best, order), graph.like(data, -1))
    if in_format != out_format:
        result = _convert(graph, result, coord_start, width, out_format, data)
    if limit < count:
        result = graph.Pad(result, [0, 0, 0, 0, count - limit, 0], graph.like(data, -1))
    return result if data.ndim == 3 else graph.reshape_to(data, out, result)


def _convert(graph: Graph, rows: str, start: int, width: int, target: str, like: Tensor) -> str:
    boxes = columns(graph, rows, start, width=4)[0]
    other = (centers if target == "center" else corners)(graph, boxes, like)
    # MXNet: boxes with a negative first coordinate are unchanged
    negative = graph.Less(columns(graph, boxes, 0)[0], graph.like(like, 0))
    parts = [graph.Where(negative, boxes, other)]
    if start:
        parts.insert(0, graph.slice(rows, 2, 0, start))
    if start + 4 < width:
        parts.append(graph.slice(rows, 2, start + 4))
    return graph.Concat(*parts, axis=-1) if len(parts) > 1 else parts[0]


@converts("_contrib_box_decode")
def box_decode(
    graph: Graph, data: Tensor, anchors: Tensor, *,
    std0: float, std1: float, std2: float, std3: float, clip: float, format: str,
) -> str:  # fmt: skip
    boxes = centers(graph, anchors, data) if format == "corner" else anchors
    middle, size = columns(graph, boxes, 0, 2, width=2)
    scaled = graph.Mul(data, np.asarray([std0, std1, std2, std3]).astype(data.dtype))
    shift, growth = columns(graph, scaled, 0, 2, width=2)
    if clip > 0:
        growth = graph.Min(growth, graph.like(data, clip))
    middle = graph.Add(graph.Mul(shift, size), middle)
    half = graph.Mul(graph.Mul(graph.Exp(growth), size), graph.like(data, 0.5))
    return graph.Concat(graph.Sub(middle, half), graph.Add(middle, half), axis=-1)


@converts("_contrib_box_iou")
def box_iou(graph: Graph, lhs: Tensor, rhs: Tensor, *, format: str, out: Tensor) -> str:
    if lhs.ndim != 2 or rhs.ndim != 2:
        raise Unsupported("its inputs do not have two axes")
    one, other = (graph.Unsqueeze(x, [axis]) for x, axis in ((lhs, 1), (rhs, 0)))
    if format == "center":
        one, other = corners(graph, one, lhs), corners(graph, other, lhs)
    zero = graph.like(lhs, 0)
    near, far = zip(
        columns(graph, one, 0, 2, width=2), columns(graph, other, 0, 2, width=2), strict=True
    )
    common = graph.Max(graph.Sub(graph.Min(*far), graph.Max(*near)), zero)
    shared = _area(graph, common)
    areas = [_area(graph, graph.Max(graph.Sub(b, a), zero)) for a, b in zip(near, far, strict=True)]
    union = graph.Sub(graph.Add(*areas), shared)
    empty = graph.Equal(union, zero)
    return graph.Where(
        empty, zero, graph.Div(shared, graph.Where(empty, graph.like(lhs, 1), union))
    )


def _area(graph: Graph, sizes: str) -> str:
    return graph.reduce("ReduceProd", sizes, [2])
