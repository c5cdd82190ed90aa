"""Few boxes with NumPy: sequential suppression, and targets.

The same rules as in ``suppression.py`` and ``boxes.py``, which handle many boxes and other devices.
"""

from __future__ import annotations

import numpy as np

from ..small_arrays import is_few

NUMBERS = 1 << 10  # coordinates to encode: above, torch is faster
OVERLAPS = 1 << 14  # pairs of boxes whose overlap is the result: above, torch is faster
PAIRS = 1 << 18  # pairs of boxes, 512 boxes in one image: above, torch is faster


def are_few(boxes, images: int, count: int) -> bool:
    """Return whether to use this module for ``count`` boxes in each image."""
    return is_few(images * count**2, PAIRS, boxes)


def _overlaps(one: tuple, other: tuple) -> np.ndarray:
    """Return the intersection over union of boxes given as ``_sides``: (images, boxes, boxes)."""
    (low, high, area), (other_low, other_high, other_area) = one, other
    common = np.minimum(high[..., None], other_high[..., None, :])
    common -= np.maximum(low[..., None], other_low[..., None, :])
    np.maximum(common, 0, out=common)
    common = common[0] * common[1]
    union = area[..., None] + other_area[..., None, :]
    union -= common
    common /= union
    return common


@np.errstate(divide="ignore", invalid="ignore")
def iou(one, other, layout: str) -> np.ndarray:
    """Return the intersection over union of boxes (boxes, 4), 0 if both are empty."""
    overlap = _overlaps(*(_sides(boxes[None], 0, layout) for boxes in (one, other)))[0]
    overlap[np.isnan(overlap)] = 0
    return overlap


def _keep(hits, count: int) -> list[int]:
    """Return which of the first boxes of an image are kept: those no earlier one suppresses."""
    meets_others = (np.add.reduce(hits, 1) > hits.diagonal()).tolist()
    bits = np.packbits(hits, 1, "little")
    rows, size = bits.tobytes(), bits.shape[1]
    suppressed, kept = 0, []
    for i in range(count):
        if not suppressed >> i & 1:
            kept.append(i)
            if meets_others[i]:
                suppressed |= int.from_bytes(rows[i * size : (i + 1) * size], "little")
    return kept


def _sides(best, start: int, layout: str):
    """Return left and top, right and bottom, and areas of boxes (images, boxes, numbers)."""
    edges = best[..., start : start + 4].transpose(2, 0, 1).copy()
    low, high = edges[:2], edges[2:]
    if layout == "center":
        size = np.maximum(high, 0)
        low, high = low - high / 2, low + high / 2
    else:
        size = np.maximum(high - low, 0)
    return low, high, size[0] * size[1]


@np.errstate(divide="ignore", invalid="ignore")  # boxes may have no area or be infinite
def suppress(rows, scores, valid, limit: int, threshold: float, start: int, kind, layout: str):
    """Return the kept rows (images, boxes, numbers), best first, followed by rows of -1.

    Coordinates begin at ``start`` of a row, and ``kind`` is the position of its class, or None.
    Also returns the result rows that are not -1, and which source rows they were.
    """
    images, count, numbers = rows.shape
    rows = rows.reshape(-1, numbers)
    order = np.where(valid, -scores, np.inf).argsort(1, kind="stable")[:, :limit]
    first = range(0, images * count, count)
    if images > 1:
        order += np.array(first)[:, None]
    best = rows.take(order, 0)
    kinds = None if kind is None else np.trunc(best[..., kind])
    overlap = _overlaps(*[_sides(best, start, layout)] * 2)
    hits = overlap > overlap.dtype.type(threshold)
    if kinds is not None:
        hits &= kinds[..., None] == kinds[..., None, :]
    targets: list[int] = []
    sources = []
    # Invalid boxes come last, so they do not suppress others.
    for image, num_valid in enumerate(np.minimum(np.add.reduce(valid, 1), order.shape[1]).tolist()):
        kept = _keep(hits[image], num_valid)
        targets += range(first[image], first[image] + len(kept))
        sources.append(order[image].take(kept))
    target, source = np.array(targets, np.int64), np.concatenate(sources)
    result = np.full_like(rows, -1.0)
    result[target] = rows.take(source, 0)
    return result, target, source


@np.errstate(divide="ignore", invalid="ignore")  # anchors may have no area or no match
def encode(valid, index, anchors, refs, means, stds) -> tuple[np.ndarray, np.ndarray]:
    """Encode matched boxes relative to their anchors, 0 without a match; also return a mask."""
    boxes = refs[np.arange(len(refs))[:, None], index]
    size, extent = (b[..., 2:] - b[..., :2] for b in (boxes, anchors))
    target = np.empty_like(anchors)
    middle = boxes[..., :2] + size * 0.5
    middle -= anchors[..., :2] + extent * 0.5
    np.divide(middle, extent, out=target[..., :2])
    np.log(size / extent, out=target[..., 2:])
    target -= means
    target /= stds
    target[~valid] = 0
    return target, valid[..., None].astype(target.dtype).repeat(4, -1)
