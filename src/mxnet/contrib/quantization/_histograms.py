"""Statistics of the outputs of layers, and thresholds computed from them."""

from __future__ import annotations

import numpy as np

from ... import ndarray
from ...context import cpu

UNSIGNED = ("auto", "uint8")  # types that use all 8 bits for layers without negative values


def _name_of(name) -> str:
    return name.decode() if isinstance(name, bytes) else name


class _LayerCollector:
    """Collects the outputs of some layers, or of all if ``include_layer`` is None."""

    def __init__(self, include_layer, logger):
        self.include_layer, self.logger = include_layer, logger

    def collect(self, name, arr):
        """Update the statistics with the output of a layer."""
        name = _name_of(name)
        if self.include_layer is None or name in self.include_layer:
            low, high = self._take(name, arr)
            if self.logger:
                self.logger.info("layer %s: values from %f to %f", name, low, high)


class _LayerOutputMinMaxCollector(_LayerCollector):
    """Records the smallest and the largest value of each layer."""

    def __init__(self, quantized_dtype, include_layer=None, logger=None):
        super().__init__(include_layer, logger)
        self.quantized_dtype = quantized_dtype
        self.min_max_dict: dict[str, tuple] = {}

    def _take(self, name, arr) -> tuple:
        low, high = arr.min().asscalar(), arr.max().asscalar()
        if name in self.min_max_dict:
            previous = self.min_max_dict[name]
            low, high = min(previous[0], low), max(previous[1], high)
        self.min_max_dict[name] = (low, high)
        return low, high


class _LayerHistogramCollector(_LayerCollector):
    """Records a histogram of each layer, symmetric around 0."""

    def __init__(self, num_bins=8001, include_layer=None, logger=None):
        super().__init__(include_layer, logger)
        self.num_bins = num_bins
        self.hist_dict: dict[str, tuple] = {}

    def _take(self, name, arr) -> tuple:
        values = arr.asnumpy()
        low, high = values.min(), values.max()
        reach = max(abs(low), abs(high))
        if name in self.hist_dict:
            self.hist_dict[name] = combine_histogram(self.hist_dict[name], values, low, high, reach)
        else:
            hist, edges = np.histogram(values, bins=self.num_bins, range=(-reach, reach))
            self.hist_dict[name] = (hist, edges, low, high, reach)
        return low, high


def combine_histogram(old_hist, arr, new_min, new_max, new_th):
    """Add values to a histogram, which is extended by bins on both sides if needed.

    A histogram is (counts, edges, minimum, maximum, threshold).
    """
    counts, edges, low, high, reach = old_hist
    smallest, largest = min(low, new_min), max(high, new_max)
    if new_th <= reach:
        added, _ = np.histogram(arr, bins=len(counts), range=(-reach, reach))
        return counts + added, edges, smallest, largest, reach
    width = 2 * reach / len(counts)
    more = int((new_th - reach) // width + 1)
    reach = more * width + reach
    added, edges = np.histogram(arr, bins=2 * more + len(counts), range=(-reach, reach))
    added[more : len(added) - more] += counts
    return added, edges, smallest, largest, reach


def _smooth_distribution(p, eps=0.0001):
    """Set empty entries of a distribution to ``eps``, taken equally from the others."""
    empty = p == 0
    rest = p.size - empty.sum()
    if not rest:
        raise ValueError("The discrete probability distribution is malformed. All entries are 0.")
    correction = eps * empty.sum() / rest
    if correction >= 1.0:
        raise ValueError(f"{rest} of {p.size} entries are not 0, too few to give {eps} to others")
    return np.where(empty, eps, p.astype(np.float32) - correction).astype(np.float32)


def _get_optimal_threshold(hist_data, quantized_dtype, num_quantized_bins=255):
    """Return (minimum, maximum, threshold, divergence) of a histogram."""
    hist, edges, low, high, _ = hist_data
    if len(hist) % 2 == 0:
        raise ValueError(f"a histogram has an odd number of bins around 0, got {len(hist)}")
    if low >= 0 and quantized_dtype in UNSIGNED:
        num_quantized_bins = num_quantized_bins * 2 + 1  # only half of them will be used
    threshold, divergence = ndarray.contrib.calibrate_entropy(
        ndarray.array(hist, ctx=cpu()),
        ndarray.array(edges, ctx=cpu()),
        num_quantized_bins=num_quantized_bins,
    )
    return low, high, threshold.asnumpy(), divergence.asnumpy()


def _get_optimal_thresholds(hist_dict, quantized_dtype, num_quantized_bins=255, logger=None):
    """Return the quantization range of each layer; clears the histograms."""
    thresholds = {}
    for name in list(hist_dict):
        low, high, threshold, divergence = _get_optimal_threshold(
            hist_dict.pop(name), quantized_dtype, num_quantized_bins
        )
        lower = 0 if low >= 0 and quantized_dtype in UNSIGNED else -threshold
        thresholds[name] = (lower, threshold)
        if logger:
            logger.info(
                "layer %s: values from %f to %f, threshold %f, divergence %f",
                name, low, high, threshold.item(), divergence.item(),
            )  # fmt: skip
    return thresholds
