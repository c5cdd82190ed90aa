"""Non-maximum suppression and bipartite matching: the greedy algorithms of object detection.

Both are sequential by definition: the best box is kept and suppresses others, then the next one.
Here many boxes are decided in parallel. The set of kept boxes in a block is the fixed point of
"kept, unless a better box that is kept overlaps it", reached in a few iterations; these then
suppress boxes of later blocks in one step. Boxes of different images or classes do not suppress
each other, so such groups are decided in parallel. An iteration of matching pairs all rows and
columns that are each other's best.

Boxes have the form of ``overlaps.sides``. An overlap is a float above 0 and not a boolean, because
torch compares and reduces booleans several times more slowly.
"""

from __future__ import annotations

import functools

import numpy as np
import torch

from ..small_arrays import is_few
from .overlaps import overlaps

BLOCK = 256  # boxes of a large group that are processed at once
MOST = 512  # boxes of a group processed at once; above, separate groups per class are faster
PAIRS = 1 << 17  # pairs compared at once, so that they fit into the cache
FEW = 1 << 18  # pairs: up to this many, comparing all is faster than sorting boxes by class
SIZES = (16, 32, 64, 128, BLOCK)  # groups are padded to one of these sizes and processed together
FAR = 1000.0  # distance between boxes of different classes, so that they do not overlap


def best_first(scores: torch.Tensor, count: int) -> torch.Tensor:
    """Return the positions of the best ``count`` scores, in a stable order."""
    if not 0 < count < scores.numel() // 2:
        return scores.argsort(descending=True, stable=True)[:count]
    # Sort only the scores that are at least as good as the last of them.
    if is_few(0, 0, scores):  # of any number: NumPy takes a third of the time
        return torch.from_numpy(_best_first(-scores.numpy(), count))
    least = scores.topk(count, sorted=False).values.min()
    candidates = (scores >= least).nonzero().squeeze(1)
    return candidates.index_select(
        0, best_first(scores.index_select(0, candidates), candidates.numel())
    )[:count]


def _best_first(costs: np.ndarray, count: int) -> np.ndarray:
    candidates = np.nonzero(costs <= np.partition(costs, count - 1)[count - 1])[0]
    return candidates[costs[candidates].argsort(kind="stable")][:count]


def ranks(order: torch.Tensor) -> torch.Tensor:
    """Return the rank of each element of the rows in an order."""
    positions = torch.arange(order.shape[1], device=order.device)
    return torch.empty_like(order).scatter_(1, order, positions.expand_as(order))


def rank_scores(scores, valid, limit: int) -> tuple[torch.Tensor, torch.Tensor | None]:
    """Return the positions of the best valid scores of each row, at most ``limit``, and a mask.

    Rows with fewer valid scores are padded, which the mask shows; a single row has no mask.
    """
    if len(scores) == 1:
        positions = valid[0].nonzero().squeeze(1)
        best = best_first(scores[0].index_select(0, positions), limit)
        return positions.index_select(0, best)[None], None
    counts = valid.sum(1)
    most = min(int(counts.max()), limit)
    scores = scores.masked_fill(~valid, -torch.inf)
    if scores.shape[1] <= BLOCK or most >= scores.shape[1] // 4:
        order = scores.argsort(dim=1, descending=True, stable=True)[:, :most]
    else:
        order = torch.stack([best_first(row, most) for row in scores])
    return order, torch.arange(most, device=scores.device) < counts[:, None]


# ------------------------------------------------------------------------------------ suppression


@functools.cache
def _later(dtype: torch.dtype, device: torch.device) -> torch.Tensor:
    """Return 1 where the second of two boxes comes after the first, otherwise 0."""
    return torch.ones(MOST, MOST, dtype=dtype, device=device).triu_(1)


def _overlaps_too_much(one, other, threshold: float, extra: float, kinds=None) -> torch.Tensor:
    """Return by how much overlaps exceed the threshold, or 0; kinds are those of both."""
    excess = overlaps(one, other, extra)
    if excess.dtype not in (torch.float32, torch.float64):
        excess = excess.float()
    excess.sub_(threshold)
    if kinds is not None:
        excess.sub_((kinds[0] - kinds[1]).abs_())
    return excess.nan_to_num_(0.0).clamp_(min=0)


def _decide(sides, kinds, threshold: float, extra: float = 0.0, axis: int = 0) -> torch.Tensor:
    """Return which boxes are kept, at most MOST along an axis; another axis contains groups."""
    pair = sides.unsqueeze(axis + 2), sides.unsqueeze(axis + 1)
    of_pair = None if kinds is None else (kinds.unsqueeze(axis + 1), kinds.unsqueeze(axis))
    hits = _overlaps_too_much(*pair, threshold, extra, of_pair)
    count = sides.shape[axis + 1]
    later = _later(hits.dtype, hits.device)[:count, :count]
    hits.mul_(later if axis + 2 == hits.ndim else later[:, :, None])
    stays = (hits.amax(axis) == 0).to(hits.dtype)
    while True:
        before = stays
        stays = ((hits * before.unsqueeze(axis + 1)).amax(axis) == 0).to(hits.dtype)
        if torch.equal(stays, before):
            return stays > 0


def _side_by_side(sides, kinds, threshold: float) -> torch.Tensor:
    """Return which boxes (5, groups, boxes) are kept, as (groups, boxes)."""
    groups, count = sides.shape[1:]
    if groups == 1:
        return _decide(sides[:, 0], None if kinds is None else kinds[0], threshold)[None]
    turned = groups > count  # torch is faster if the long axis is last
    if turned:
        sides = sides.transpose(1, 2).contiguous()
        kinds = None if kinds is None else kinds.t().contiguous()
    axis, size = int(turned), max(PAIRS // count**2, 1)
    parts = sides.split(size, axis + 1)
    of_parts = [None] * len(parts) if kinds is None else kinds.split(size, axis)
    stays = [
        _decide(part, kind, threshold, axis=1 - axis)
        for part, kind in zip(parts, of_parts, strict=True)
    ]
    stays = torch.cat(stays, axis)
    return stays.t() if turned else stays


def suppress(sides, threshold: float, extra: float = 0.0, limit: int | None = None) -> torch.Tensor:
    """Return the kept boxes of one group (5, boxes), best first; at most ``limit``.

    Boxes that overlap a better one by more than ``threshold`` are suppressed.
    """
    count = sides.shape[1]
    # With a limit, most of the boxes are usually not needed.
    step = count if limit is None else 4 * BLOCK
    kept = torch.empty(0, dtype=torch.int64, device=sides.device)
    for start in range(0, count, max(step, 1)):
        part = torch.arange(start, min(start + step, count), device=sides.device)
        if len(kept):
            chosen = sides.index_select(1, kept)
            part = part[_not_suppressed(chosen, sides[:, start : start + step], threshold, extra)]
        stays = _suppress_blocks(sides.index_select(1, part), threshold, extra)
        kept = torch.cat([kept, part.index_select(0, stays)])
        if limit is not None and len(kept) >= limit:
            break
    return kept[:limit]


def _suppress_blocks(sides, threshold: float, extra: float) -> torch.Tensor:
    """Return the kept boxes (5, boxes), block after block."""
    remaining, blocks = torch.arange(sides.shape[1], device=sides.device), []
    while remaining.numel():
        stays = _decide(sides[:, :BLOCK], None, threshold, extra).nonzero().squeeze(1)
        chosen = sides.index_select(1, stays)
        blocks.append(remaining.index_select(0, stays))
        remaining, sides = remaining[BLOCK:], sides[:, BLOCK:]
        if remaining.numel():
            free = _not_suppressed(chosen, sides, threshold, extra)
            remaining, sides = remaining.index_select(0, free), sides.index_select(1, free)
    return torch.cat(blocks) if blocks else remaining


def _not_suppressed(chosen, sides, threshold: float, extra: float) -> torch.Tensor:
    """Return the positions of the boxes that none of the chosen ones suppresses."""
    hits = [
        _overlaps_too_much(chosen[:, :, None], part[:, None], threshold, extra).amax(0)
        for part in sides.split(max(PAIRS // chosen.shape[1], 1), 1)
    ]
    return (torch.cat(hits) == 0).nonzero().squeeze(1)


def _mark_overlaps(sides, threshold: float) -> torch.Tensor:
    stays = torch.zeros(sides.shape[1], dtype=torch.bool, device=sides.device)
    stays[suppress(sides, threshold)] = True
    return stays


def _by_group(sides, starts, threshold: float) -> torch.Tensor:
    """Return which boxes (5, boxes) are kept; a group begins at each of starts, best first."""
    count = sides.shape[1]
    sizes = torch.diff(starts, append=starts.new_tensor([count]))
    stays = torch.ones(count, dtype=torch.bool, device=sides.device)
    above, largest = 1, int(sizes.max())
    for size in SIZES:
        some = (sizes > above) & (sizes <= size)
        step = torch.arange(min(size, largest), device=sides.device)
        index = starts[some][:, None] + step
        if len(index):
            # Boxes behind a group come last in it, so that they suppress none of its boxes.
            decided = _side_by_side(sides[:, index.clamp(max=count - 1)], None, threshold)
            inside = step < sizes[some][:, None]
            stays[index[inside]] = decided[inside]
        above = size
        if largest <= above:
            return stays
    for i in (sizes > BLOCK).nonzero().flatten().tolist():
        group = slice(int(starts[i]), int(starts[i] + sizes[i]))
        stays[group] = _mark_overlaps(sides[:, group], threshold)
    return stays


def stay(sides, kinds, threshold: float) -> torch.Tensor:
    """Return which boxes of images (5, images, boxes), sorted by score, are kept.

    Boxes of different ``kinds`` (images, boxes), integers, do not suppress each other.
    """
    images, count = sides.shape[1:]
    if not count:
        return torch.ones(images, 0, dtype=torch.bool, device=sides.device)
    if kinds is None and count > BLOCK:
        return torch.stack([_mark_overlaps(image, threshold) for image in sides.unbind(1)])
    if kinds is None or (count <= MOST and images * count**2 <= FEW):
        return _side_by_side(sides, None if kinds is None else kinds * FAR, threshold)
    kinds, order = kinds.sort(dim=1, stable=True)
    begins = torch.ones_like(order, dtype=torch.bool)
    begins[:, 1:] = kinds[:, 1:] != kinds[:, :-1]
    sides = sides.gather(2, order.expand(5, -1, -1)).flatten(1)
    stays = _by_group(sides, begins.flatten().nonzero().squeeze(1), threshold)
    return torch.empty_like(begins).scatter_(1, order, stays.reshape(order.shape))


# --------------------------------------------------------------------------------------- matching


def match(scores: torch.Tensor, floor: float) -> tuple[torch.Tensor, torch.Tensor]:
    """Match rows with columns, highest score first, as long as it is above the floor.

    Scores are (batch, rows, columns). Returns the column of each row and the row of each column, or
    -1 if there is no match.
    """
    batch, rows, columns = scores.shape
    row_match = torch.full((batch, rows), -1, device=scores.device)
    column_match = torch.full((batch, columns), -1, device=scores.device)
    if not scores.numel():
        return row_match, column_match
    # Scores of unpaired rows and columns, (batch, columns, rows): rows are many, and columns few.
    candidates = torch.where(scores > floor, scores, -torch.inf).transpose(1, 2).contiguous()
    best, row = candidates.max(2)  # for each column, the first of equal ones
    image = torch.arange(batch, device=scores.device)[:, None].expand_as(row)
    column = torch.arange(columns, device=scores.device).expand_as(row)
    while True:
        favorite = candidates[image, :, row].max(2).indices  # of the best row of each column
        paired = (favorite == column) & (best > -torch.inf)
        if not paired.any():
            return row_match, column_match
        b, r, c = image[paired], row[paired], column[paired]
        row_match[b, r], column_match[b, c] = c, r
        candidates[b, :, r] = -torch.inf
        best[b, c] = -torch.inf
        candidates[b, c] = -torch.inf
        # Columns whose row was paired with another one get their next best.
        lost = (row_match.gather(1, row) >= 0) & (best > -torch.inf)
        best[lost], row[lost] = candidates[image[lost], column[lost]].max(1)
