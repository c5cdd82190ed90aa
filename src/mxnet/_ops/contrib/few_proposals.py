"""Region proposals of few anchors with NumPy, by the rules of ``proposal.py``."""

from __future__ import annotations

import functools
from collections.abc import Callable

import numpy as np

from .few_boxes import keep

ANCHORS = 1 << 10  # of an image: above, torch is faster


@functools.lru_cache(maxsize=16)  # of at most 16 KB each
def _anchors(base: tuple, stride: int, height: int, width: int) -> np.ndarray:
    """Return left and top, right and bottom of all anchors: (height, width, of an element, 4)."""
    shifts = np.empty((height, width, 1, 4), np.float32)
    shifts[..., 0::2] = np.arange(0, width * stride, stride).reshape(width, 1, 1)
    shifts[..., 1::2] = np.arange(0, height * stride, stride).reshape(height, 1, 1, 1)
    return shifts + np.array(base, np.float32)


def _decode(anchors: np.ndarray, delta: np.ndarray, iou_loss: bool) -> np.ndarray:
    """Decode the predictions of a network for anchors to boxes."""
    if iou_loss:
        return anchors + delta
    low, boxes = anchors[..., :2], np.empty_like(delta)
    size = anchors[..., 2:] - low
    size += 1
    middle = delta[..., :2] * size
    middle += low
    middle += 0.5 * (size - 1)
    half = np.exp(delta[..., 2:])
    half *= size
    half -= 1
    half *= 0.5
    np.subtract(middle, half, out=boxes[..., :2])
    np.add(middle, half, out=boxes[..., 2:])
    return boxes


@np.errstate(divide="ignore", invalid="ignore", over="ignore")
def propose(
    scores: np.ndarray, delta: np.ndarray, info: np.ndarray, base: tuple, elements: Callable,
    stride: int, minimum: int, before: int, after: int, threshold: float, iou_loss: bool,
) -> tuple[np.ndarray, np.ndarray]:  # fmt: skip
    """Return proposals (rows, 5) and their scores (rows, 1).

    Scores are (batch, anchors, height, width), predictions (batch, 4 * anchors, height, width).
    ``base`` are the anchors of the first element, and ``elements`` returns the rows and columns
    inside an image from its information.
    """
    batch, count, height, width = scores.shape
    delta = delta.reshape(batch, count, 4, height, width).transpose(0, 3, 4, 1, 2)
    boxes = _decode(_anchors(base, stride, height, width), delta, iou_loss)
    scores = scores.transpose(0, 2, 3, 1).copy()
    result = np.empty((batch, after, 5), np.float32)
    best_scores = np.empty((batch, after), np.float32)
    for image in range(batch):
        result[image, :, 0] = image
        result[image, :, 1:], best_scores[image] = _of_image(
            scores[image], boxes[image], info[image], elements(info[image].tolist()),
            minimum, before, after, threshold,
        )  # fmt: skip
    return result.reshape(-1, 5), best_scores.reshape(-1, 1)


def _of_image(
    score, boxes, info, elements: tuple[int, int], minimum, before: int, after: int, threshold
) -> tuple[np.ndarray, np.ndarray]:
    """Return the proposals of one image, repeated cyclically if there are too few."""
    rows, columns = elements
    height, width, scale = info
    np.minimum(boxes, np.array([width - 1, height - 1] * 2, np.float32), out=boxes)
    np.maximum(boxes, 0, out=boxes)
    score[rows:] = -1  # the padding
    score[:, columns:] = -1
    boxes, score, minimum = boxes.reshape(-1, 4), score.reshape(-1), minimum * float(scale)
    size = boxes[:, 2:] - boxes[:, :2]
    size += 1
    small = (size < minimum).any(1)
    if small.any():
        score[small] = -1
        half = np.float32(0.5) * np.float32(minimum)
        boxes[small] += np.array([-half, -half, half, half])
        size[small] = boxes[small, 2:] - boxes[small, :2] + 1
    order = (-score).argsort(kind="stable")[:before]
    boxes = boxes.take(order, 0)
    sides = np.empty((5, len(order)), boxes.dtype)  # rows in one piece, not those of boxes.T
    sides[:4], sides[4] = boxes.T, (size[:, 0] * size[:, 1]).take(order)
    kept = keep(sides, lambda overlap: overlap > threshold, after, extra=1.0)
    kept = kept.take(np.arange(after), mode="wrap")
    return boxes.take(kept, 0), score.take(order.take(kept))
