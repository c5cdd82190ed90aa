"""The single shot detector with NumPy: targets of few anchors, and detections.

The same rules as in ``multibox.py``, which handles many anchors and other devices.
"""

from __future__ import annotations

import numpy as np

from ..checks import fail
from .few_boxes import match, overlaps, stay

OVERLAPS = 1 << 14  # of anchors with the boxes of labels: above, torch is faster
ANCHORS = 1 << 15  # whose boxes are detected: above, torch is faster
LEAST_OVERLAP = 1e-6  # of an anchor that is assigned to a box as its best match


def _corners(boxes: np.ndarray) -> tuple:
    """Return left and top, right and bottom, and areas of boxes (images, boxes, 4)."""
    edges = boxes.transpose(2, 0, 1)
    low, high = edges[:2], edges[2:]
    size = high - low
    return low, high, size[0] * size[1]


@np.errstate(divide="ignore", invalid="ignore")  # boxes may have no area
def assign(anchors, labels, is_valid, threshold: float) -> tuple[np.ndarray, ...]:
    """Return which anchors (batch, anchors) have a match, their boxes, and the largest overlaps."""
    overlap = overlaps(_corners(anchors[None]), _corners(labels[..., 1:5]))
    overlap[~np.isfinite(overlap)] = 0
    if not is_valid.all():
        overlap.swapaxes(1, 2)[~is_valid] = -1
    best = np.maximum.reduce(overlap, 2)
    matched, _ = match(overlap, LEAST_OVERLAP)
    is_matched = matched >= 0
    box = np.where(is_matched, matched, overlap.argmax(2))
    if threshold > 0:
        is_matched |= best > threshold
    return is_matched, box, best


@np.errstate(divide="ignore", invalid="ignore")
def encode(anchors, labels, is_matched, box, variances: tuple) -> tuple[np.ndarray, ...]:
    """Return offsets of boxes from their anchors, a mask, and classes; 0 without a match."""
    batch, count, width = labels.shape
    if batch > 1:
        box = box + np.arange(0, batch * count, count)[:, None]
    row = labels.reshape(-1, width).take(box, 0)
    target = np.empty((*box.shape, 4), row.dtype)
    shift, growth = target[..., :2], target[..., 2:]
    low, high = anchors[:, :2], anchors[:, 2:]
    size, middle = high - low, low + high
    low, high = row[..., 1:3], row[..., 3:5]
    np.add(low, high, out=shift)
    shift -= middle
    shift *= 0.5
    shift /= size
    np.subtract(high, low, out=growth)
    growth /= size
    np.log(growth, out=growth)
    target /= np.array(variances, target.dtype)
    target[~is_matched] = 0
    mask = np.empty_like(target)
    mask[...] = is_matched[..., None]
    kinds = row[..., 0] + 1
    kinds *= is_matched
    return target.reshape(batch, -1), mask.reshape(batch, -1), kinds


def hard_negatives(scores, positive, overlap, ratio: float, threshold: float) -> np.ndarray:
    """Return the unmatched anchors least like background, ``ratio`` for each match."""
    likely = np.exp(scores - np.maximum.reduce(scores, 1, keepdims=True))
    background = likely[:, 0] / np.add.reduce(likely, 1)
    matches = np.add.reduce(positive, 1)
    # MXNet: the product is rounded to float32
    count = (matches.astype(np.float32) * np.float32(ratio)).astype(np.int64)
    count = np.minimum(count, overlap.shape[1] - matches)
    eligible = ~positive & (overlap < threshold)
    check_negatives(eligible, count, threshold)
    order = np.where(eligible, background, np.inf).argsort(1, kind="stable")
    return order.argsort(1) < count[:, None]


def check_negatives(eligible, count, threshold: float) -> None:
    """Raise an error if there are not enough anchors for negatives, tensors or arrays."""
    if not (eligible.sum(1) >= count).all():
        fail(
            f"there are {eligible.sum(1).tolist()} anchors that overlap a box by less than "
            f"negative_mining_thresh={threshold}, expected {count.tolist()} negatives"
        )


# ------------------------------------------------------------------------------------- detections


@np.errstate(over="ignore", invalid="ignore")
def decode(anchors, predicted, variances: tuple, clip: bool) -> np.ndarray:
    """Return left, top, right and bottom: (4, batch, anchors)."""
    anchors = anchors.T[:, None].copy()
    predicted = predicted.reshape(len(predicted), -1, 4).transpose(2, 0, 1).copy()
    predicted *= np.array(variances, predicted.dtype)[:, None, None]
    middle, half = predicted[:2], predicted[2:]
    size = anchors[2:] - anchors[:2]
    middle *= size
    middle += (anchors[:2] + anchors[2:]) / 2
    np.exp(half, out=half)
    half *= size
    half /= 2
    boxes = np.concatenate([middle - half, middle + half])
    return boxes.clip(0, 1, out=boxes) if clip else boxes


def _best_first(scores: np.ndarray, count: int) -> np.ndarray:
    """Return the positions of the best ``count`` scores, in a stable order."""
    costs = -scores
    if not count < len(costs) // 2:
        return costs.argsort(kind="stable")[:count]
    # Sort only the scores that are at least as good as the last of them.
    candidates = (costs <= np.partition(costs, count - 1)[count - 1]).nonzero()[0]
    return candidates[costs[candidates].argsort(kind="stable")[:count]]


def _write(rows, kinds, scores, boxes) -> None:
    rows[:, 0] = kinds
    rows[:, 1] = scores
    rows[:, 2:] = boxes.T


@np.errstate(divide="ignore", invalid="ignore", over="ignore")
def detect(
    scores, boxes, threshold: float, nms_threshold: float, force: bool, limit: int
) -> np.ndarray:
    """Return rows of class, score and box, (batch, anchors, 6), with -1 for unused ones."""
    batch, _, count = scores.shape
    result = np.empty((batch, count, 6), scores.dtype)
    best_scores = np.maximum.reduce(scores, 1)
    is_object = (best_scores >= threshold) & (best_scores > -1)
    for image in range(batch):
        score, box, rows = best_scores[image], boxes[:, image], result[image]
        which = is_object[image].nonzero()[0]
        rows[len(which) :] = -1
        if not 0 < nms_threshold <= 1:
            kinds = scores[image].take(which, 1).argmax(0)
            _write(rows[: len(which)], kinds, score.take(which), box.take(which, 1))
            continue
        if len(which) > limit:
            # MXNet: rows that are not among the best stay at their positions from before sorting
            rest = which[limit:]
            _write(rows[limit : len(which)], -1, score.take(rest), box.take(rest, 1))
        which = which.take(_best_first(score.take(which), limit))
        kinds, box = scores[image].take(which, 1).argmax(0), box.take(which, 1)
        size = box[2:] - box[:2]
        sides = box[:2, None], box[2:, None], (size[0] * size[1])[None]
        stays = stay(sides, None if force else kinds[None], lambda o: o >= nms_threshold)
        _write(rows[: len(which)], np.where(stays[0], kinds, -1), score.take(which), box)
    return result
