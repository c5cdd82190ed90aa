"""Non-maximum suppression and bipartite matching: the greedy choices of object detection.

Both are sequential by definition: the best goes first, and takes others out. Here many are decided
at once. Suppression goes through blocks of boxes: which of a block stay is the fixed point of
"stays, unless one that stays is in the way", reached in a few rounds; those that stay then take
out boxes of later blocks, all at once. Matching pairs in one round all rows and columns that are
each other's best.
"""

from __future__ import annotations

from collections.abc import Callable

import torch

BLOCK = 256  # boxes decided at once
PAIRS = 1 << 17  # compared at once: what fits into the cache


def best_first(scores: torch.Tensor, count: int) -> torch.Tensor:
    """Return where the best scores are, at most ``count``, the first of equals first."""
    if count >= scores.numel() // 4:
        return scores.argsort(descending=True, stable=True)[:count]
    # Sort only what is at least as good as the last one wanted.
    least = scores.topk(count).values[-1]
    found = (scores >= least).nonzero().squeeze(1)
    return found.index_select(0, best_first(scores.index_select(0, found), found.numel()))[:count]


def suppress(
    count: int,
    overlap: Callable[[torch.Tensor, torch.Tensor], torch.Tensor],
    too_much: Callable[[torch.Tensor], torch.Tensor],
    device: torch.device,
    limit: int | None = None,
) -> torch.Tensor:
    """Return the boxes that stay, out of ``count`` with the best first; at most ``limit``.

    ``overlap(boxes, others)`` tells how far each of some boxes covers each of others, and
    ``too_much`` which overlaps take the worse box out.
    """
    left, found, kept = torch.arange(count, device=device), [], 0
    while left.numel():
        block, left = left[:BLOCK], left[BLOCK:]
        chosen = block[_stable(too_much(overlap(block, block)).triu(1))]
        found.append(chosen)
        kept += chosen.numel()
        if limit is not None and kept >= limit:
            break
        if left.numel():
            parts = left.split(max(PAIRS // chosen.numel(), 1))
            covered = torch.cat([overlap(chosen, part).amax(0) for part in parts])
            left = left[~too_much(covered)]
    return torch.cat(found)[:limit] if found else left


def _stable(hits: torch.Tensor) -> torch.Tensor:
    """Return which boxes stay when each that does takes out later ones; row i hits others."""
    stays = ~hits.any(0)  # those that nobody hits
    while True:
        after = ~(hits & stays[:, None]).any(0)
        if torch.equal(after, stays):
            return stays
        stays = after


def match(scores: torch.Tensor, floor: float) -> tuple[torch.Tensor, torch.Tensor]:
    """Pair rows with columns, the highest score first, as long as it is above the floor.

    Scores are (batch, rows, columns); returns for each row its column and for each column its row,
    -1 for those without.
    """
    batch, rows, columns = scores.shape
    row_match = torch.full((batch, rows), -1, device=scores.device)
    column_match = torch.full((batch, columns), -1, device=scores.device)
    if not scores.numel():
        return row_match, column_match
    # What is left to choose from, as (batch, columns, rows): rows are many, and columns few.
    left = torch.where(scores > floor, scores, -torch.inf).transpose(1, 2).contiguous()
    best, row = left.max(2)  # for each column; of equals the first
    image = torch.arange(batch, device=scores.device)[:, None].expand_as(row)
    column = torch.arange(columns, device=scores.device).expand_as(row)
    while True:
        favourite = left[image, :, row].max(2).indices  # of the row that each column wants
        paired = (favourite == column) & (best > -torch.inf)
        if not paired.any():
            return row_match, column_match
        b, r, c = image[paired], row[paired], column[paired]
        row_match[b, r], column_match[b, c] = c, r
        left[b, :, r] = -torch.inf
        best[b, c] = -torch.inf
        left[b, c] = -torch.inf
        # Those whose row is gone look for another.
        lost = (row_match.gather(1, row) >= 0) & (best > -torch.inf)
        best[lost], row[lost] = left[image[lost], column[lost]].max(1)
