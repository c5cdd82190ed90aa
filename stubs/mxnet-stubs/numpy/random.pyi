# Made by `mxnet stubs` of version 1.10.0.
from collections.abc import Sequence
from typing import Any, Literal

import numpy as _numpy
from mxnet.ndarray.ndarray import NDArray as NDArray
from mxnet.symbol.symbol import Symbol as Symbol

DType = str | type | _numpy.dtype
def uniform(low: Any = 0.0, high: Any = 1.0, size: Any = None, dtype: Any = None, ctx: Any = None, out: Any = None) -> Any:
    """Draw numbers uniformly from ``low`` up to but excluding ``high``.
"""
def normal(loc: Any = 0.0, scale: Any = 1.0, size: Any = None, dtype: Any = None, ctx: Any = None, out: Any = None) -> Any:
    """Draw numbers from the normal distribution with the given mean and standard deviation.
"""
def rand(*size: Any, **kwargs: Any) -> Any:
    """Draw numbers uniformly between 0 and 1, in an array with sizes as separate arguments.
"""
def randn(*size: Any, **kwargs: Any) -> Any:
    """Draw numbers from the standard normal distribution, with sizes as separate arguments.
"""
def lognormal(mean: Any = 0.0, sigma: Any = 1.0, size: Any = None, dtype: Any = None, ctx: Any = None, out: Any = None) -> Any:
    """Draw numbers whose logarithm has a normal distribution.
"""
def randint(low: Any, high: Any = None, size: Any = None, dtype: Any = None, ctx: Any = None, out: Any = None) -> Any:
    """Draw integers from ``low`` (or 0) up to but excluding ``high``; int64 by default.
"""
def gamma(shape: Any, scale: Any = 1.0, size: Any = None, dtype: Any = None, ctx: Any = None, out: Any = None) -> Any:
    """Draw numbers from the gamma distribution with the given shape and scale.
"""
def beta(a: Any, b: Any, size: Any = None, dtype: Any = None, ctx: Any = None) -> Any:
    """Draw numbers between 0 and 1 from the beta distribution.
"""
def chisquare(df: Any, size: Any = None, dtype: Any = None, ctx: Any = None) -> Any:
    """Draw numbers from the chi-square distribution with ``df`` degrees of freedom.
"""
def exponential(scale: Any = 1.0, size: Any = None, ctx: Any = None, out: Any = None) -> Any:
    """Draw numbers from the exponential distribution with the given mean.
"""
def gumbel(loc: Any = 0.0, scale: Any = 1.0, size: Any = None, ctx: Any = None, out: Any = None) -> Any:
    """Draw numbers from the Gumbel distribution.
"""
def logistic(loc: Any = 0.0, scale: Any = 1.0, size: Any = None, ctx: Any = None, out: Any = None) -> Any:
    """Draw numbers from the logistic distribution.
"""
def pareto(a: Any, size: Any = None, ctx: Any = None, out: Any = None) -> Any:
    """Draw numbers from the Pareto II (Lomax) distribution with exponent ``a``.
"""
def power(a: Any, size: Any = None) -> Any:
    """Draw numbers between 0 and 1 with density ``a * x ** (a - 1)``.
"""
def rayleigh(scale: Any = 1.0, size: Any = None, ctx: Any = None, out: Any = None) -> Any:
    """Draw numbers from the Rayleigh distribution.
"""
def weibull(a: Any, size: Any = None, ctx: Any = None, out: Any = None) -> Any:
    """Draw numbers from the Weibull distribution with exponent ``a``.
"""
def multivariate_normal(mean: Any, cov: Any, size: Any = None, check_valid: Any = None, tol: Any = None) -> Any:
    """Draw vectors from normal distributions with the given means and covariance matrices.

    ``check_valid`` and ``tol`` are ignored; a matrix must be positive definite.
"""
def multinomial(n: Any, pvals: Any, size: Any = None, **kwargs: Any) -> Any:
    """Draw ``n`` times from categories with the given probabilities, and return the counts.
"""
def choice(a: Any, size: Any = None, replace: Any = True, p: Any = None, ctx: Any = None, out: Any = None) -> Any:
    """Draw elements of an array, or integers below ``a``, with or without replacement.

    ``p`` is an array with the probability of each.
"""
def shuffle(x: Any) -> Any:
    """Shuffle the elements along the first axis, in place.
"""
