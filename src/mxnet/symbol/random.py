"""``mx.sym.random``: random arrays, with numbers or symbols as parameters of their distribution."""

from __future__ import annotations

from .._ops import OPS
from .._ops.random.draws import DISTRIBUTIONS
from ..base import _Null
from ..ndarray.random import are_arrays, rate_of
from . import _internal
from ._functions import sym_function
from .symbol import Symbol

__all__ = [
    "exponential", "gamma", "generalized_negative_binomial", "multinomial", "negative_binomial",
    "normal", "poisson", "randint", "randn", "shuffle", "uniform",
    *(f"{name}_like" for name in DISTRIBUTIONS),
]  # fmt: skip


def uniform(low=0, high=1, shape=_Null, dtype=_Null, **kwargs):
    """Draw numbers uniformly from ``low`` up to but excluding ``high``.

    The parameters of this and the other distributions are numbers or symbols. For numbers the
    result has the given shape; for symbols, an array of that shape is drawn for each element.
    """
    return _draw("uniform", {"low": low, "high": high}, shape, dtype, kwargs)


def normal(loc=0, scale=1, shape=_Null, dtype=_Null, **kwargs):
    """Draw numbers from the normal distribution with mean ``loc`` and deviation ``scale``."""
    names = {"loc": loc, "scale": scale}
    return _draw("normal", names, shape, dtype, kwargs, {"loc": "mu", "scale": "sigma"})


def randn(*shape, **kwargs):
    """Draw an array of the given shape from the normal distribution."""
    if "shape" in kwargs:
        raise TypeError("randn() got multiple values for the shape; write it as randn(2, 3)")
    return normal(kwargs.pop("loc", 0), kwargs.pop("scale", 1), shape, **kwargs)


def poisson(lam=1, shape=_Null, dtype=_Null, **kwargs):
    """Draw numbers from the Poisson distribution with rate ``lam``."""
    return _draw("poisson", {"lam": lam}, shape, dtype, kwargs)


def exponential(scale=1, shape=_Null, dtype=_Null, **kwargs):
    """Draw numbers from the exponential distribution with mean ``scale``."""
    return _draw("exponential", {"lam": rate_of(scale, Symbol)}, shape, dtype, kwargs)


def gamma(alpha=1, beta=1, shape=_Null, dtype=_Null, **kwargs):
    """Draw numbers from the gamma distribution with shape ``alpha`` and scale ``beta``."""
    return _draw("gamma", {"alpha": alpha, "beta": beta}, shape, dtype, kwargs)


def negative_binomial(k=1, p=1, shape=_Null, dtype=_Null, **kwargs):
    """Draw the number of failures before ``k`` successes, each with probability ``p``."""
    return _draw("negative_binomial", {"k": k, "p": p}, shape, dtype, kwargs)


def generalized_negative_binomial(mu=1, alpha=1, shape=_Null, dtype=_Null, **kwargs):
    """Draw from the negative binomial distribution with mean ``mu`` and dispersion ``alpha``."""
    names = {"mu": mu, "alpha": alpha}
    return _draw("generalized_negative_binomial", names, shape, dtype, kwargs)


def randint(low, high, shape=_Null, dtype=_Null, **kwargs):
    """Draw integers from ``low`` up to but excluding ``high``, as int32 or optionally int64."""
    if any(isinstance(bound, Symbol) for bound in (low, high)):
        raise TypeError("randint() takes numbers for low and high, not symbols")
    return _draw("randint", {"low": low, "high": high}, shape, dtype, kwargs)


def multinomial(data, shape=_Null, get_prob=True, dtype="int32", **kwargs):
    """Draw classes from the probabilities in the last axis of ``data``, which sum to 1.

    With ``get_prob`` the result is the classes and the logarithms of their probabilities.
    """
    return _internal._sample_multinomial(
        data, shape=shape, get_prob=get_prob, dtype=dtype, **kwargs
    )


def shuffle(data, **kwargs):
    """Return the array with its elements shuffled along the first axis."""
    return _internal._shuffle(data, **kwargs)


def _draw(name: str, parameters: dict, shape, dtype, extra: dict, of_symbols=None):
    """Apply the operator for parameters that are all numbers or all symbols."""
    if are_arrays(tuple(parameters.values()), Symbol):
        function = getattr(_internal, f"_sample_{name}")
        named = {(of_symbols or {}).get(key, key): value for key, value in parameters.items()}
        return function(**named, shape=shape, dtype=dtype, **extra)
    return getattr(_internal, f"_random_{name}")(**parameters, shape=shape, dtype=dtype, **extra)


for _name in DISTRIBUTIONS:
    globals()[f"{_name}_like"] = sym_function(
        OPS[f"_random_{_name}_like"], f"{_name}_like", __name__
    )
