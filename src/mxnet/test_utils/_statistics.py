"""Statistical tests of random number generators."""

from __future__ import annotations

import math

import numpy as np

from .._core.optional import optional_import

__all__ = [
    "chi_square_check", "gen_buckets_probs_with_ppf", "mean_check", "var_check",
    "verify_generator",
]  # fmt: skip


def mean_check(generator, mu, sigma, nsamples=1000000):
    """Return whether the mean of samples is within three standard errors of ``mu``."""
    mean = np.mean(_samples(generator, nsamples))
    return bool(abs(mean - mu) < 3 * sigma / math.sqrt(nsamples))


def var_check(generator, sigma, nsamples=1000000):
    """Return whether the variance of samples is within three standard errors of ``sigma**2``."""
    variance = np.var(_samples(generator, nsamples), ddof=1)
    return bool(abs(variance - sigma**2) < 3 * sigma**2 * math.sqrt(2 / (nsamples - 1)))


def _samples(generator, count) -> np.ndarray:
    samples = generator(count)
    samples = samples.asnumpy() if hasattr(samples, "asnumpy") else np.asarray(samples)
    return samples.reshape(-1)


def gen_buckets_probs_with_ppf(ppf, nbuckets):
    """Split a distribution, given by its inverse cumulative function, into equal parts.

    >>> gen_buckets_probs_with_ppf(lambda p: p, 2)
    ([(0.0, 0.5), (0.5, 1.0)], [0.5, 0.5])
    """
    if nbuckets <= 0:
        raise AssertionError(f"nbuckets must be positive, got {nbuckets}")
    bounds = [ppf(i / nbuckets) for i in range(nbuckets + 1)]
    return list(zip(bounds[:-1], bounds[1:], strict=True)), [1 / nbuckets] * nbuckets


def chi_square_check(generator, buckets, probs, nsamples=1000000):
    """Compare the frequencies of samples in buckets with the expected ones.

    Parameters
    ----------
    generator : function
        Returns the number of samples given by its argument.
    buckets : list of (low, high), or of values
        Intervals, which include their lower bound, or single values.
    probs : list of float
        The probability of each bucket.

    Returns
    -------
    p, observed, expected
        The probability that a correct generator deviates at least as much, and the counts.
    """
    if len(probs) != len(buckets) or not buckets:
        raise AssertionError(f"{len(buckets)} buckets need as many probs, got {len(probs)}")
    samples = _samples(generator, nsamples)
    if isinstance(buckets[0], list | tuple):
        observed = [np.count_nonzero((samples >= low) & (samples < high)) for low, high in buckets]
    else:
        observed = [np.count_nonzero(samples == value) for value in buckets]
    observed = np.array(observed)
    expected = nsamples * np.asarray(probs, dtype=np.float64)
    # Not scipy's chisquare, which rejects expected counts whose sum differs from that of the
    # samples.
    statistic = np.sum((observed - expected) ** 2 / expected)
    p = float(_chi_square_tail(statistic, len(buckets) - 1))
    return p, observed, expected.astype(np.int32)


def _chi_square_tail(statistic, degrees):
    stats = optional_import("scipy.stats", "chi_square_check needs SciPy: pip install scipy")
    return stats.chi2.sf(statistic, degrees)


def verify_generator(
    generator, buckets, probs, nsamples=1000000, nrepeat=5, success_rate=0.2, alpha=0.05
):
    """Raise AssertionError unless enough of several chi-square tests of a generator succeed.

    A test succeeds if its p is above ``alpha``; the fraction ``success_rate`` of them must succeed.
    """
    results = [chi_square_check(generator, buckets, probs, nsamples) for _ in range(nrepeat)]
    ps, observed, expected = (list(column) for column in zip(*results, strict=True))
    successes = sum(p > alpha for p in ps)
    if successes < nrepeat * success_rate:
        raise AssertionError(
            f"Generator test fails, Chi-square p={ps}, obs_freq={observed}, "
            f"expected_freq={expected}.\nbuckets={buckets}, probs={probs}"
        )
    return ps
