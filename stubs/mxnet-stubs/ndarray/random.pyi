# Made by `mxnet stubs` of version 1.10.0.
from collections.abc import Sequence
from typing import Any, Literal

import numpy as _numpy
from mxnet.ndarray.ndarray import NDArray as NDArray
from mxnet.symbol.symbol import Symbol as Symbol

DType = str | type | _numpy.dtype
def exponential(scale: Any = 1, shape: Any = ..., dtype: Any = ..., ctx: Any = None, out: Any = None, **kwargs: Any) -> Any:
    """Draw numbers from the exponential distribution with mean ``scale``.
"""
def gamma(alpha: Any = 1, beta: Any = 1, shape: Any = ..., dtype: Any = ..., ctx: Any = None, out: Any = None, **kwargs: Any) -> Any:
    """Draw numbers from the gamma distribution with shape ``alpha`` and scale ``beta``.
"""
def generalized_negative_binomial(mu: Any = 1, alpha: Any = 1, shape: Any = ..., dtype: Any = ..., ctx: Any = None, out: Any = None, **kwargs: Any) -> Any:
    """Draw from the negative binomial distribution with mean ``mu`` and dispersion ``alpha``.
"""
def multinomial(data: Any, shape: Any = ..., get_prob: Any = False, out: Any = None, dtype: Any = 'int32', **kwargs: Any) -> Any:
    """Draw classes from the probabilities in the last axis of ``data``, which sum to 1.

    With ``get_prob`` the result is the classes and the logarithms of their probabilities, which
    propagate gradients to ``data``.

    >>> from mxnet.ndarray import array
    >>> multinomial(array([[0, 1], [1, 0]]), shape=3)
    <BLANKLINE>
    [[1 1 1]
     [0 0 0]]
    <NDArray 2x3 @cpu(0)>
"""
def negative_binomial(k: Any = 1, p: Any = 1, shape: Any = ..., dtype: Any = ..., ctx: Any = None, out: Any = None, **kwargs: Any) -> Any:
    """Draw the number of failures before ``k`` successes, each with probability ``p``.
"""
def normal(loc: Any = 0, scale: Any = 1, shape: Any = ..., dtype: Any = ..., ctx: Any = None, out: Any = None, **kwargs: Any) -> Any:
    """Draw numbers from the normal distribution with mean ``loc`` and deviation ``scale``.
"""
def poisson(lam: Any = 1, shape: Any = ..., dtype: Any = ..., ctx: Any = None, out: Any = None, **kwargs: Any) -> Any:
    """Draw numbers from the Poisson distribution with rate ``lam``.
"""
def randint(low: Any, high: Any, shape: Any = ..., dtype: Any = ..., ctx: Any = None, out: Any = None, **kwargs: Any) -> Any:
    """Draw integers from ``low`` up to but excluding ``high``, as int32 or optionally int64.
"""
def randn(*shape: Any, **kwargs: Any) -> Any:
    """Draw an array of the given shape from the normal distribution.

    >>> randn(2, 3, loc=5, scale=0.1).shape
    (2, 3)
"""
def shuffle(data: Any, **kwargs: Any) -> Any:
    """Return the array with its elements shuffled along the first axis.
"""
def uniform(low: Any = 0, high: Any = 1, shape: Any = ..., dtype: Any = ..., ctx: Any = None, out: Any = None, **kwargs: Any) -> Any:
    """Draw numbers uniformly from ``low`` up to but excluding ``high``.

    The parameters of this and the other distributions are numbers, or NDArrays of one shape. For
    numbers the result has the given shape, by default ``(1,)``. For arrays, an array of the given
    shape, by default a single number, is drawn for each element, on their context.

    >>> uniform(0, 1, shape=(2, 3)).shape
    (2, 3)
    >>> from mxnet.ndarray import array
    >>> uniform(array([0, 10]), array([1, 20]), shape=3).shape
    (2, 3)
"""
def uniform_like(data: NDArray | None = None, low: float = 0.0, high: float = 1.0, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Draw numbers uniformly from low up to, not including, high, in the shape of the input.

    Parameters
    ----------
    data : NDArray
    low : float, optional, default='0'
    high : float, optional, default='1'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def normal_like(data: NDArray | None = None, loc: float = 0.0, scale: float = 1.0, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Draw numbers from the normal distribution with a mean and a standard deviation, in the shape of the input.

    Parameters
    ----------
    data : NDArray
    loc : float, optional, default='0'
    scale : float, optional, default='1'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def gamma_like(data: NDArray | None = None, alpha: float = 1.0, beta: float = 1.0, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Draw numbers from the gamma distribution with shape alpha and scale beta, in the shape of the input.

    Parameters
    ----------
    data : NDArray
    alpha : float, optional, default='1'
    beta : float, optional, default='1'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def exponential_like(data: NDArray | None = None, lam: float = 1.0, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Draw numbers from the exponential distribution with rate lam, in the shape of the input.

    Parameters
    ----------
    data : NDArray
    lam : float, optional, default='1'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def poisson_like(data: NDArray | None = None, lam: float = 1.0, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Draw numbers from the Poisson distribution with rate lam, in the shape of the input.

    Parameters
    ----------
    data : NDArray
    lam : float, optional, default='1'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def negative_binomial_like(data: NDArray | None = None, k: int = 1, p: float = 1.0, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Draw numbers from the negative binomial distribution: how often p fails before it happens k times, in the shape of the input.

    Parameters
    ----------
    data : NDArray
    k : int, optional, default='1'
    p : float, optional, default='1'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def generalized_negative_binomial_like(data: NDArray | None = None, mu: float = 1.0, alpha: float = 1.0, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Draw numbers from the negative binomial distribution with mean mu and dispersion alpha, in the shape of the input.

    Parameters
    ----------
    data : NDArray
    mu : float, optional, default='1'
    alpha : float, optional, default='1'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
from mxnet.error import AssertedTypeError as AssertedTypeError
DISTRIBUTIONS: Any
OPS: Any
Sequence: Any
annotations: Any
def are_arrays(parameters: Any, cls: Any) -> Any:
    """Return whether the parameters are arrays (of class ``cls``); otherwise all are numbers.
"""
from mxnet.context import current_context as current_context
from mxnet.ndarray.ndarray import known_shape as known_shape
numeric_types: Any
def rate_of(scale: Any, cls: Any) -> Any:
    """Return the rate of an exponential distribution with the mean ``scale``.
"""
