"""Few boxes with NumPy: sequential suppression and matching, and targets.

The same rules as in ``suppression.py`` and ``boxes.py``, which handle many boxes and other devices.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np
import torch

from ..small_arrays import is_few
from .overlaps import overlaps as torch_overlaps

NUMBERS = 1 << 14  # coordinates to encode: above, torch is faster
OVERLAPS = 1 << 14  # pairs of boxes whose overlap is the result: above, torch is faster
ALL_PAIRS = 128  # boxes of an image that are all compared, instead of those of each kind
SEARCHES = 1 << 18  # scores to search for all matches: above, torch is faster
PAIRS = 1 << 20  # pairs of boxes, 1024 boxes in one image: above, torch is faster
MANY_PAIRS = 1 << 14  # whose overlaps torch computes faster
BLOCK = 256  # boxes that are compared with all others at once
LARGE = 2 * BLOCK  # boxes of a kind: above, blocks are faster than comparing all


def are_few(boxes, images: int, count: int) -> bool:
    """Return whether to use this module for ``count`` boxes in each image."""
    return is_few(images * count**2, PAIRS, boxes)


def overlaps(one: tuple, other: tuple, extra: float = 0.0) -> np.ndarray:
    """Return the intersection over union of boxes given as ``_sides``: (images, boxes, boxes).

    With ``extra`` 1, edges are integer pixels that belong to the box.
    """
    if one[2].size * other[2].shape[1] > MANY_PAIRS:
        sides = [torch.from_numpy(np.concatenate([*box[:2], box[2][None]])) for box in (one, other)]
        return torch_overlaps(sides[0][..., None], sides[1][..., None, :], extra).numpy()
    (low, high, area), (other_low, other_high, other_area) = one, other
    common = np.minimum(high[..., None], other_high[..., None, :])
    common -= np.maximum(low[..., None], other_low[..., None, :])
    if extra:
        common += extra
    np.maximum(common, 0, out=common)
    common = common[0] * common[1]
    union = area[..., None] + other_area[..., None, :]
    union -= common
    common /= union
    return common


@np.errstate(divide="ignore", invalid="ignore")
def iou(one, other, layout: str) -> np.ndarray:
    """Return the intersection over union of boxes (boxes, 4), 0 if both are empty."""
    overlap = overlaps(*(_sides(boxes[None], 0, layout) for boxes in (one, other)))[0]
    overlap[np.isnan(overlap)] = 0
    return overlap


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


# ------------------------------------------------------------------------------------ suppression


def decide(hits: np.ndarray) -> np.ndarray:
    """Return which boxes (groups, boxes) stay: each of them suppresses the later ones it hits.

    Hits are (groups, boxes, boxes). A row of them becomes an integer with a bit for each box.
    """
    groups, count, _ = hits.shape
    hits = np.ascontiguousarray(hits)
    hits.reshape(groups, -1)[:, :: count + 1] = False
    bits = np.packbits(hits, 2, "little")
    size, rows = bits.shape[2], bits.tobytes()
    suppressed = [0] * groups
    for position in np.logical_or.reduce(bits, 2).reshape(-1).nonzero()[0].tolist():
        group, box = divmod(position, count)
        if not suppressed[group] >> box & 1:
            row = int.from_bytes(rows[position * size : (position + 1) * size], "little")
            suppressed[group] |= row >> box << box
    masks = np.frombuffer(b"".join([m.to_bytes(size, "little") for m in suppressed]), np.uint8)
    flags = np.unpackbits(masks.reshape(groups, size), axis=1, count=count, bitorder="little")
    return flags == 0


def keep(sides: np.ndarray, hits: Callable, limit: int, extra: float = 0.0) -> np.ndarray:
    """Return the positions of the boxes (5, boxes), best first, that stay, at most ``limit``.

    A block of the best ones is compared with all others; those of them that stay suppress others.
    """
    remaining, kept, count = np.arange(sides.shape[1]), [], 0
    while len(remaining) and count < limit:
        first, second = ((s[:2, None], s[2:4, None], s[4:]) for s in (sides[:, :BLOCK], sides))
        hit = hits(overlaps(first, second, extra))
        stays = decide(hit[:, :, :BLOCK])[0]
        kept.append(remaining[:BLOCK][stays])
        count += len(kept[-1])
        free = ~np.logical_or.reduce(hit[0, stays, BLOCK:], 0)
        remaining, sides = remaining[BLOCK:][free], sides[:, BLOCK:][:, free]
    return np.concatenate(kept)[:limit]


def _stay_in_blocks(sides: tuple, groups: Iterable[np.ndarray], hits: Callable) -> np.ndarray:
    """Return which boxes stay; groups have the positions of boxes that may suppress each other."""
    low, high, area = sides
    flat = np.concatenate([low.reshape(2, -1), high.reshape(2, -1), area.reshape(1, -1)])
    result = np.zeros(area.shape, np.bool_)
    for group in groups:
        result.reshape(-1)[group[keep(flat.take(group, 1), hits, len(group))]] = True
    return result


def _group(kinds: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the positions of the boxes (images, boxes) of each kind in an image, and a mask.

    Kinds with fewer boxes than others are padded with boxes of the next kind.
    """
    images, count = kinds.shape
    order = kinds.argsort(1, kind="stable")
    order += np.arange(0, images * count, count)[:, None]
    order = order.reshape(-1)
    ordered = kinds.take(order)
    begins = np.empty(kinds.size, np.bool_)
    np.not_equal(ordered[1:], ordered[:-1], out=begins[1:])
    begins[::count] = True
    starts = begins.nonzero()[0]
    sizes = np.diff(starts, append=kinds.size)
    step = np.arange(np.maximum.reduce(sizes))
    return order.take(starts[:, None] + step, mode="clip"), step < sizes[:, None]


def stay(sides: tuple, kinds, hits) -> np.ndarray:
    """Return which boxes (images, boxes), given as ``_sides`` and best first, stay.

    ``hits`` says which overlaps suppress a box. Boxes of different ``kinds`` do not suppress each
    other, unless these are None.
    """
    images, count = sides[2].shape
    if kinds is None and count > LARGE:
        return _stay_in_blocks(sides, np.arange(images * count).reshape(images, count), hits)
    if kinds is not None and count > ALL_PAIRS:
        index, inside = _group(kinds)
        if index.shape[1] > LARGE:
            return _stay_in_blocks(sides, map(np.ndarray.__getitem__, index, inside), hits)
        if index.size * index.shape[1] < images * count**2:
            low, high, area = sides
            low, high = (edges.reshape(2, -1).take(index, 1) for edges in (low, high))
            groups = low, high, area.take(index)
            result = np.empty((images, count), np.bool_)
            result.reshape(-1)[index[inside]] = decide(hits(overlaps(groups, groups)))[inside]
            return result
    hit = hits(overlaps(sides, sides))
    if kinds is not None:
        hit &= kinds[..., None] == kinds[..., None, :]
    return decide(hit)


@np.errstate(divide="ignore", invalid="ignore")  # boxes may have no area or be infinite
def suppress(rows, scores, valid, limit: int, threshold: float, start: int, kind, layout: str):
    """Return the kept rows (images, boxes, numbers), best first, followed by rows of -1.

    Coordinates begin at ``start`` of a row, and ``kind`` is the position of its class, or None.
    Also returns the result rows that are not -1, and which source rows they were.
    """
    images, count, numbers = rows.shape
    rows = rows.reshape(-1, numbers)
    limit = min(limit, max(int(np.maximum.reduce(np.add.reduce(valid, 1))), 1))
    order = np.where(valid, -scores, np.inf).argsort(1, kind="stable")[:, :limit]
    first = np.arange(0, images * count, count)[:, None]
    order += first
    best = rows.take(order, 0)
    kinds = None if kind is None else np.trunc(best[..., kind])
    stays = stay(_sides(best, start, layout), kinds, lambda overlap: overlap > threshold)
    stays &= valid.take(order)  # invalid boxes come last, so they do not suppress others
    source = order[stays]
    target = np.arange(len(source)) if images == 1 else (stays.cumsum(1) - 1 + first)[stays]
    result = np.full_like(rows, -1.0)
    result[target] = rows.take(source, 0)
    return result.reshape(images, count, numbers), target, source


# --------------------------------------------------------------------------------------- matching


def match(scores: np.ndarray, floor: float) -> tuple[np.ndarray, np.ndarray]:
    """Match rows with columns, highest score first, as long as it is above the floor.

    Scores are (batch, rows, columns). Returns the column of each row and the row of each column, or
    -1 if there is no match.
    """
    batch, rows, columns = scores.shape
    row_match, column_match = np.full((batch, rows), -1), np.full((batch, columns), -1)
    candidates = np.ascontiguousarray(np.where(scores > floor, scores, -np.inf))
    for image in range(batch if scores.size else 0):
        table = candidates[image]
        flat = table.reshape(-1)
        for _ in range(min(rows, columns)):
            position = int(flat.argmax())
            if flat[position] == -np.inf:
                break
            row, column = divmod(position, columns)
            row_match[image, row], column_match[image, column] = column, row
            table[row] = table[:, column] = -np.inf
    return row_match, column_match


# ---------------------------------------------------------------------------------------- targets


@np.errstate(divide="ignore", invalid="ignore")  # anchors may have no area or no match
def encode(valid, index, anchors, refs, means, stds) -> tuple[np.ndarray, np.ndarray]:
    """Encode matched boxes relative to their anchors, 0 without a match; also return a mask."""
    batch, count = refs.shape[:2]
    if batch > 1:
        index = index + np.arange(0, batch * count, count)[:, None]
    # Coordinates are the first axis: NumPy is several times faster along the long one.
    boxes = refs.reshape(-1, 4).take(index.reshape(-1), 0).T.copy()
    anchors = anchors.reshape(-1, 4).T.copy()
    size, extent = boxes[2:] - boxes[:2], anchors[2:] - anchors[:2]
    target = np.empty_like(anchors)
    middle, growth = target[:2], target[2:]
    np.multiply(size, 0.5, out=middle)
    middle += boxes[:2]
    half = extent * 0.5
    half += anchors[:2]
    middle -= half
    middle /= extent
    np.divide(size, extent, out=growth)
    np.log(growth, out=growth)
    target -= means[:, None]
    target /= stds[:, None]
    valid = valid.reshape(-1, 1)
    result, mask = np.zeros((2, len(valid), 4), target.dtype)
    np.copyto(result, target.T, where=valid)
    mask[...] = valid
    return result.reshape(*index.shape, 4), mask.reshape(*index.shape, 4)


@np.errstate(over="ignore", invalid="ignore")
def decode(data, anchors, stds: tuple, clip: float, layout: str) -> np.ndarray:
    """Decode predictions (batch, anchors, 4) to boxes; also of many, this is faster than torch."""
    anchors = anchors[0].T.copy()[:, None]
    predicted = data.transpose(2, 0, 1).copy()
    predicted *= np.array(stds, data.dtype)[:, None, None]
    middle, size = anchors[:2], anchors[2:]
    if layout == "corner":
        size = size - middle
        middle = middle + size * 0.5
    centers, half = predicted[:2], predicted[2:]
    centers *= size
    centers += middle
    if clip > 0:
        np.minimum(half, clip, out=half)
    np.exp(half, out=half)
    half *= size
    half *= 0.5
    result = np.empty_like(data, order="C")
    boxes = result.transpose(2, 0, 1)
    np.subtract(centers, half, out=boxes[:2])
    np.add(centers, half, out=boxes[2:])
    return result
