"""``mx.nd.random``: random arrays, with numbers or arrays as parameters of their distribution."""

from __future__ import annotations

from collections.abc import Sequence

from .._core.lazy import lazy_attributes as _lazy_attributes
from .._eager.functions import nd_function
from .._ops import OPS
from .._ops.random.draws import DISTRIBUTIONS
from ..base import _Null, numeric_types
from ..context import current_context
from ..error import AssertedTypeError
from . import _internal
from .ndarray import NDArray, known_shape

__all__ = [
    "exponential", "gamma", "generalized_negative_binomial", "multinomial", "negative_binomial",
    "normal", "poisson", "randint", "randn", "shuffle", "uniform",
    *(f"{name}_like" for name in DISTRIBUTIONS),
]  # fmt: skip

__getattr__ = _lazy_attributes(__name__, {}, {"seed": "mx.random.seed(0) does it."})


def uniform(low=0, high=1, shape=_Null, dtype=_Null, ctx=None, out=None, **kwargs):
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
    return _draw("uniform", (low, high), shape, dtype, ctx, out, kwargs)


def normal(loc=0, scale=1, shape=_Null, dtype=_Null, ctx=None, out=None, **kwargs):
    """Draw numbers from the normal distribution with mean ``loc`` and deviation ``scale``."""
    return _draw("normal", (loc, scale), shape, dtype, ctx, out, kwargs)


def randn(*shape, **kwargs):
    """Draw an array of the given shape from the normal distribution.

    >>> randn(2, 3, loc=5, scale=0.1).shape
    (2, 3)
    """
    if "shape" in kwargs:
        raise TypeError("randn() got multiple values for the shape; write it as randn(2, 3)")
    return normal(kwargs.pop("loc", 0), kwargs.pop("scale", 1), shape, **kwargs)


def poisson(lam=1, shape=_Null, dtype=_Null, ctx=None, out=None, **kwargs):
    """Draw numbers from the Poisson distribution with rate ``lam``."""
    return _draw("poisson", (lam,), shape, dtype, ctx, out, kwargs)


def exponential(scale=1, shape=_Null, dtype=_Null, ctx=None, out=None, **kwargs):
    """Draw numbers from the exponential distribution with mean ``scale``."""
    return _draw("exponential", (rate_of(scale, NDArray),), shape, dtype, ctx, out, kwargs)


def gamma(alpha=1, beta=1, shape=_Null, dtype=_Null, ctx=None, out=None, **kwargs):
    """Draw numbers from the gamma distribution with shape ``alpha`` and scale ``beta``."""
    return _draw("gamma", (alpha, beta), shape, dtype, ctx, out, kwargs)


def negative_binomial(k=1, p=1, shape=_Null, dtype=_Null, ctx=None, out=None, **kwargs):
    """Draw the number of failures before ``k`` successes, each with probability ``p``."""
    return _draw("negative_binomial", (k, p), shape, dtype, ctx, out, kwargs)


def generalized_negative_binomial(
    mu=1, alpha=1, shape=_Null, dtype=_Null, ctx=None, out=None, **kwargs
):
    """Draw from the negative binomial distribution with mean ``mu`` and dispersion ``alpha``."""
    return _draw("generalized_negative_binomial", (mu, alpha), shape, dtype, ctx, out, kwargs)


def randint(low, high, shape=_Null, dtype=_Null, ctx=None, out=None, **kwargs):
    """Draw integers from ``low`` up to but excluding ``high``, as int32 or optionally int64."""
    if any(isinstance(bound, NDArray) for bound in (low, high)):
        raise TypeError("randint() takes numbers for low and high, not NDArrays")
    return _draw("randint", (low, high), shape, dtype, ctx, out, kwargs)


def multinomial(data, shape=_Null, get_prob=False, out=None, dtype="int32", **kwargs):
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
    shape = _Null if shape is None else shape
    return _internal._sample_multinomial(data, shape, get_prob, dtype, out=out, **kwargs)


def shuffle(data, **kwargs):
    """Return the array with its elements shuffled along the first axis."""
    return _internal._shuffle(data, **kwargs)


def _draw(name: str, parameters: tuple, shape, dtype, ctx, out, extra: dict):
    """Run the operator for parameters that are all numbers or all arrays."""
    if are_arrays(parameters, NDArray):
        function = getattr(_internal, f"_sample_{name}")
        return function(*parameters, shape=shape, dtype=dtype, out=out, **extra)
    if shape is _Null and out is None:
        shape = 1
    # Otherwise the operator reports that it is required.
    if shape is not _Null and shape is not None:
        known_shape(f"_random_{name}", shape)
    function = getattr(_internal, f"_random_{name}")
    ctx = str(current_context() if ctx is None else ctx)
    return function(*parameters, shape=shape, ctx=ctx, dtype=dtype, out=out, **extra)


# ------------------------------------------------------------------------ shared with mx.sym.random


def are_arrays(parameters: Sequence, cls: type) -> bool:
    """Return whether the parameters are arrays (of class ``cls``); otherwise all are numbers."""
    first, *others = parameters
    if not isinstance(first, (cls, *numeric_types)):
        advice = f" The shape of the result is shape={first}." if isinstance(first, tuple) else ""
        raise ValueError(
            f"Distribution parameters must be either {cls.__name__} or numbers, but got "
            f"{type(first)}.{advice}"
        )
    expected = cls if isinstance(first, cls) else numeric_types
    for other in others:
        if not isinstance(other, expected):
            raise AssertedTypeError(
                "Distribution parameters must all have the same type, but got both "
                f"{type(first)} and {type(other)}."
            )
    return expected is cls


def rate_of(scale, cls: type):
    """Return the rate of an exponential distribution with the mean ``scale``."""
    if isinstance(scale, numeric_types) and scale == 0:
        raise ZeroDivisionError(
            "scale parameter in exponential distribution has to be positive, got 0"
        )
    return 1.0 / scale if isinstance(scale, (cls, *numeric_types)) else scale


for _name in DISTRIBUTIONS:
    globals()[f"{_name}_like"] = nd_function(
        OPS[f"_random_{_name}_like"], f"{_name}_like", __name__, NDArray
    )
