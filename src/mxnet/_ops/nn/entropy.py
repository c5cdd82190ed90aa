"""Calibration: where to clip a distribution of values before quantization.

MXNet: sums are computed sequentially in float32, and their rounding decides between nearly equal
thresholds. NumPy has such a sum and torch does not, so this file uses NumPy.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import torch

from ..checks import check
from ..registry import op

_LEAST = np.float32(1e-4)  # MXNet: the value of an empty bin


def _two_numbers(inputs, outputs, attrs):
    """Both outputs are single numbers."""
    return inputs, [(1,), (1,)]


@op(
    "_contrib_calibrate_entropy",
    outputs=2,
    output_names=("threshold", "divergence"),
    shape=_two_numbers,
    naming="outputs",
)
def calibrate_entropy(hist, hist_edges, *, num_quantized_bins: int = 255):
    """Find the threshold at which a clipped, quantized histogram is closest to the original.

    ``hist`` has an odd number of bins, centered at 0. Returns the threshold and its
    Kullback-Leibler divergence.
    """
    bins, half = hist.numel(), num_quantized_bins // 2
    floats = hist.dtype is hist_edges.dtype is torch.float32
    check(floats, "only supports float32 histograms and edges")
    check(
        bins + 1 == hist_edges.numel(),
        f"{bins} bins have {bins + 1} edges, got {hist_edges.numel()}",
    )
    check(
        0 < num_quantized_bins and half <= bins // 2,
        f"num_quantized_bins={num_quantized_bins} must be between 1 and the {bins} bins",
    )
    if hist.is_meta:
        return hist.new_empty(1), hist.new_empty(1)
    counts = _Counts(hist.detach().cpu().numpy().reshape(-1))
    widths = range(half, bins // 2 + 1)
    rough = np.array([_divergence(counts, width, num_quantized_bins, np.sum) for width in widths])
    # Sequential sums are several times slower, so only candidates near the minimum use them.
    near = np.flatnonzero(rough <= 1.02 * rough.min() + 1e-3)
    divergences = [_divergence(counts, widths[i], num_quantized_bins, _sum) for i in near]
    best = int(np.argmin(divergences))
    threshold = hist_edges.reshape(-1)[bins // 2 + widths[near[best]] + 1]
    return threshold.reshape(1).clone(), hist.new_tensor([divergences[best]])


class _Counts:
    """A histogram, its cumulative sum, and the cumulative number of nonempty bins."""

    def __init__(self, counts: np.ndarray):
        self.counts = counts
        self.before = np.concatenate([[0.0], np.cumsum(counts, dtype=np.float64)])
        self.used = np.concatenate([[0], np.cumsum(counts != 0)])


def _divergence(all_: _Counts, width: int, groups: int, total: Callable) -> np.float32:
    """Return the divergence of the quantized middle part of a histogram from the clipped one."""
    middle = len(all_.counts) // 2
    start, stop = middle - width, middle + width + 1
    clipped = all_.counts[start:stop].copy()
    first = clipped[0]  # MXNet: the first bin is not quantized
    clipped[0] = all_.before[start + 1]
    clipped[-1] += all_.before[-1] - all_.before[stop]
    size = (stop - start) // groups
    edges = np.arange(groups + 1) * size + start
    edges[-1] = stop  # the last group includes the remaining bins
    totals = np.diff(all_.before[edges])
    used = np.diff(all_.used[edges])
    totals[0] -= first
    used[0] -= first != 0
    each = (totals / np.maximum(used, 1)).astype(np.float32)
    spread = np.repeat(each, np.diff(edges))
    spread[clipped == 0] = 0
    smooth, quantized = _smooth(clipped), _smooth(spread)
    if smooth is None or quantized is None:
        return np.float32(np.inf)
    smooth /= total(smooth)
    quantized /= total(quantized)
    return total(smooth * np.log(smooth / quantized))


def _sum(values: np.ndarray) -> np.float32:
    """Add elements sequentially."""
    return np.add.accumulate(values, dtype=np.float32)[-1]


def _smooth(distribution: np.ndarray) -> np.ndarray | None:
    """Move a small amount from other bins to empty ones, or return None if that is impossible."""
    empty = distribution == 0
    count = np.count_nonzero(empty)
    rest = len(distribution) - count
    if rest == 0:
        return None
    share = _LEAST * np.float32(count) / np.float32(rest)
    if share >= 1.0:
        return None
    result = distribution - share
    result[empty] = _LEAST
    return result
