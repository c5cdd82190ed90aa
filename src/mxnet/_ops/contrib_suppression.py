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

BLOCK = 256


def best_first(scores: torch.Tensor, valid: torch.Tensor, count: int) -> torch.Tensor:
    """Return where the best valid scores are, at most ``count``, the first of equals first."""
    found = valid.nonzero().squeeze(1)
    kept = scores.index_select(0, found)
    if count < found.numel() // 4:  # sort only what is at least as good as the last one wanted
        least = kept.float().topk(count).values[-1]
        found = found[kept.float() >= least]
        kept = scores.index_select(0, found)
    return found.index_select(0, kept.argsort(descending=True, stable=True))[:count]


def suppress(
    count: int,
    hits: Callable[[torch.Tensor, slice], torch.Tensor],
    device: torch.device,
    limit: int | None = None,
) -> torch.Tensor:
    """Return the boxes that stay, out of ``count`` with the best first; at most ``limit``.

    ``hits(boxes, others)`` tells for some boxes which others each of them would take out.
    """
    alive = torch.ones(count, dtype=torch.bool, device=device)
    every = torch.arange(count, device=device)
    found, kept = [], 0
    for start in range(0, count, BLOCK):
        stop = min(start + BLOCK, count)
        candidates = every[start:stop]
        stays = _stable(hits(candidates, slice(start, stop)).triu(1), alive[start:stop])
        chosen = candidates[stays]
        found.append(chosen)
        kept += chosen.numel()
        if limit is not None and kept >= limit:
            break
        if stop < count and chosen.numel():
            alive[stop:] &= ~hits(chosen, slice(stop, count)).any(0)
    return torch.cat(found)[:limit] if found else every


def _stable(hits: torch.Tensor, candidates: torch.Tensor) -> torch.Tensor:
    """Return which candidates stay when each takes out later ones; row i hits what it overlaps."""
    stays = candidates
    while True:
        after = candidates & ~(hits & stays[:, None]).any(0)
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
    left = torch.where(scores > floor, scores, -torch.inf)
    image = torch.arange(batch, device=scores.device)[:, None]
    while left.numel():
        best, row = left.max(1)  # for each column; of equals the first
        favourite = left.max(2).indices.gather(1, row)
        column = torch.arange(columns, device=scores.device).expand_as(row)
        paired = (favourite == column) & (best > -torch.inf)
        if not paired.any():
            break
        b, r, c = image.expand_as(row)[paired], row[paired], column[paired]
        row_match[b, r], column_match[b, c] = c, r
        left[b, r] = -torch.inf
        left[b, :, c] = -torch.inf
    return row_match, column_match
