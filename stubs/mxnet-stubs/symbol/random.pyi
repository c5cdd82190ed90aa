# Made by `mxnet stubs` of version 1.10.0.
from collections.abc import Sequence
from typing import Any, Literal

import numpy as _numpy
from mxnet.ndarray.ndarray import NDArray as NDArray
from mxnet.symbol.symbol import Symbol as Symbol

DType = str | type | _numpy.dtype
def exponential(scale: Any = 1, shape: Any = ..., dtype: Any = ..., **kwargs: Any) -> Any:
    """Draw numbers from the exponential distribution with mean ``scale``.
"""
def gamma(alpha: Any = 1, beta: Any = 1, shape: Any = ..., dtype: Any = ..., **kwargs: Any) -> Any:
    """Draw numbers from the gamma distribution with shape ``alpha`` and scale ``beta``.
"""
def generalized_negative_binomial(mu: Any = 1, alpha: Any = 1, shape: Any = ..., dtype: Any = ..., **kwargs: Any) -> Any:
    """Draw from the negative binomial distribution with mean ``mu`` and dispersion ``alpha``.
"""
def multinomial(data: Any, shape: Any = ..., get_prob: Any = True, dtype: Any = 'int32', **kwargs: Any) -> Any:
    """Draw classes from the probabilities in the last axis of ``data``, which sum to 1.

    With ``get_prob`` the result is the classes and the logarithms of their probabilities.
"""
def negative_binomial(k: Any = 1, p: Any = 1, shape: Any = ..., dtype: Any = ..., **kwargs: Any) -> Any:
    """Draw the number of failures before ``k`` successes, each with probability ``p``.
"""
def normal(loc: Any = 0, scale: Any = 1, shape: Any = ..., dtype: Any = ..., **kwargs: Any) -> Any:
    """Draw numbers from the normal distribution with mean ``loc`` and deviation ``scale``.
"""
def poisson(lam: Any = 1, shape: Any = ..., dtype: Any = ..., **kwargs: Any) -> Any:
    """Draw numbers from the Poisson distribution with rate ``lam``.
"""
def randint(low: Any, high: Any, shape: Any = ..., dtype: Any = ..., **kwargs: Any) -> Any:
    """Draw integers from ``low`` up to but excluding ``high``, as int32 or optionally int64.
"""
def randn(*shape: Any, **kwargs: Any) -> Any:
    """Draw an array of the given shape from the normal distribution.
"""
def shuffle(data: Any, **kwargs: Any) -> Any:
    """Return the array with its elements shuffled along the first axis.
"""
def uniform(low: Any = 0, high: Any = 1, shape: Any = ..., dtype: Any = ..., **kwargs: Any) -> Any:
    """Draw numbers uniformly from ``low`` up to but excluding ``high``.

    The parameters of this and the other distributions are numbers or symbols. For numbers the
    result has the given shape; for symbols, an array of that shape is drawn for each element.
"""
def uniform_like(data: Symbol | None = None, low: float = 0.0, high: float = 1.0, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Draw numbers uniformly from low up to, not including, high, in the shape of the input.

    Parameters
    ----------
    data : Symbol
    low : float, optional, default='0'
    high : float, optional, default='1'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def normal_like(data: Symbol | None = None, loc: float = 0.0, scale: float = 1.0, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Draw numbers from the normal distribution with a mean and a standard deviation, in the shape of the input.

    Parameters
    ----------
    data : Symbol
    loc : float, optional, default='0'
    scale : float, optional, default='1'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def gamma_like(data: Symbol | None = None, alpha: float = 1.0, beta: float = 1.0, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Draw numbers from the gamma distribution with shape alpha and scale beta, in the shape of the input.

    Parameters
    ----------
    data : Symbol
    alpha : float, optional, default='1'
    beta : float, optional, default='1'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def exponential_like(data: Symbol | None = None, lam: float = 1.0, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Draw numbers from the exponential distribution with rate lam, in the shape of the input.

    Parameters
    ----------
    data : Symbol
    lam : float, optional, default='1'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def poisson_like(data: Symbol | None = None, lam: float = 1.0, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Draw numbers from the Poisson distribution with rate lam, in the shape of the input.

    Parameters
    ----------
    data : Symbol
    lam : float, optional, default='1'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def negative_binomial_like(data: Symbol | None = None, k: int = 1, p: float = 1.0, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Draw numbers from the negative binomial distribution: how often p fails before it happens k times, in the shape of the input.

    Parameters
    ----------
    data : Symbol
    k : int, optional, default='1'
    p : float, optional, default='1'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def generalized_negative_binomial_like(data: Symbol | None = None, mu: float = 1.0, alpha: float = 1.0, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Draw numbers from the negative binomial distribution with mean mu and dispersion alpha, in the shape of the input.

    Parameters
    ----------
    data : Symbol
    mu : float, optional, default='1'
    alpha : float, optional, default='1'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
DISTRIBUTIONS: Any
OPS: Any
annotations: Any
from mxnet.ndarray.random import are_arrays as are_arrays
from mxnet.ndarray.random import rate_of as rate_of
