"""Few boxes with NumPy: suppression, one after another as it is defined, and targets.

The same rules as in ``suppression.py`` and ``boxes.py``, which have the many and other devices.
"""

from __future__ import annotations

import functools

import numpy as np

from ..few import is_few

NUMBERS = 1 << 10  # of boxes that are encoded: above, torch is faster
PAIRS = 1 << 18  # of boxes, which is 512 boxes of an image: above, torch is faster


def are_few(boxes, images: int, count: int) -> bool:
    """Return whether this file is for ``count`` boxes of each image."""
    return is_few(images * count**2, PAIRS, boxes)


@functools.lru_cache(64)
def _later(count: int) -> np.ndarray:
    """Return whether the second of two boxes comes after the first."""
    return np.triu(np.ones((count, count), bool), 1)


def _hits(low, high, area, kinds, threshold: float) -> np.ndarray:
    """Return which box would take out which later one: (images, boxes, boxes).

    ``low`` are left and top, ``high`` are right and bottom: (2, images, boxes).
    """
    common = np.minimum(high[..., None], high[..., None, :])
    common -= np.maximum(low[..., None], low[..., None, :])
    np.maximum(common, 0, out=common)
    common = common[0] * common[1]
    union = area[..., None] + area[..., None, :]
    union -= common
    common /= union
    hits = (common > common.dtype.type(threshold)) & _later(area.shape[-1])
    if kinds is not None:
        hits &= kinds[..., None] == kinds[..., None, :]
    return hits


def _take_out(hits) -> np.ndarray:
    """Return which boxes of an image are taken out by those before that were not."""
    gone = 0  # one bit for each box
    rows = np.packbits(hits, 1, "little")
    for i in rows.any(1).nonzero()[0].tolist():
        if not gone >> i & 1:
            gone |= int.from_bytes(rows[i].tobytes(), "little")
    bits = np.frombuffer(gone.to_bytes(rows.shape[1], "little"), np.uint8)
    return np.unpackbits(bits, axis=0, count=len(hits), bitorder="little").view(bool)


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


@np.errstate(divide="ignore", invalid="ignore")  # of boxes without area, or without end
def suppress(rows, scores, valid, limit: int, threshold: float, start: int, kind, layout: str):
    """Return the rows (images, boxes, numbers) that stay, the best first, and then -1.

    Coordinates begin at ``start`` of a row, and ``kind`` is where its class is, or None.
    """
    images, count, numbers = rows.shape
    order = np.where(valid, -scores, np.inf).argsort(1, kind="stable")[:, :limit]
    first = np.arange(0, images * count, count)[:, None]
    order += first
    best = rows.reshape(-1, numbers).take(order, 0)
    kinds = None if kind is None else np.trunc(best[..., kind])
    low, high, area = _sides(best, start, layout)
    hits = _hits(low, high, area, kinds, threshold)
    # What is not valid comes last, and so has no say.
    stays = valid.take(order)
    for image, out in zip(stays, hits, strict=True):
        image[_take_out(out)] = False
    result = np.full((images * count, numbers), -1.0, rows.dtype)
    result[(stays.cumsum(1) - 1 + first)[stays]] = best[stays]
    return result


@np.errstate(divide="ignore", invalid="ignore")  # of anchors without area, or without a match
def encode(valid, index, anchors, refs, means, stds) -> tuple[np.ndarray, np.ndarray]:
    """Return how matched boxes lie to their anchors, 0 where there is no match, and a mask."""
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
