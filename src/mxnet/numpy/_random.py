"""Random numbers: the definitions of ``mx.np.random`` and ``mx.npx.random``."""

from __future__ import annotations

from .._core import dtypes
from .._eager.array import NDArrayBase
from ..context import current_context
from ._arrays import NUMBERS
from ._creation import array_options
from ._namespace import npx_random, random


def _context_name(ctx) -> str:
    return str(current_context() if ctx is None else ctx)


def _split(**parameters) -> tuple[list, dict]:
    """Separate parameters into arrays, which are inputs, and numbers, None for each array."""
    numbers = {n: v if isinstance(v, NUMBERS) else None for n, v in parameters.items()}
    return [v for v in parameters.values() if not isinstance(v, NUMBERS)], numbers


# ---------------------------------------------------------------------------- uniform, normal, kin


@random.function
def uniform(F, low=0.0, high=1.0, size=None, dtype=None, ctx=None, out=None):
    """Draw numbers uniformly from ``low`` up to but excluding ``high``."""
    arrays, numbers = _split(low=low, high=high)
    return F._npi_uniform(*arrays, **numbers, size=size, **array_options(dtype, ctx), out=out)


@random.function
def normal(F, loc=0.0, scale=1.0, size=None, dtype=None, ctx=None, out=None):
    """Draw numbers from the normal distribution with the given mean and standard deviation."""
    arrays, numbers = _split(loc=loc, scale=scale)
    return F._npi_normal(*arrays, **numbers, size=size, **array_options(dtype, ctx), out=out)


@random.function
def rand(F, *size, **kwargs):
    """Draw numbers uniformly between 0 and 1, in an array with sizes as separate arguments."""
    return uniform(F, 0, 1, size, **kwargs)


@random.function
def randn(F, *size, **kwargs):
    """Draw numbers from the standard normal distribution, with sizes as separate arguments."""
    return normal(F, 0, 1, size, **kwargs)


@random.function
def lognormal(F, mean=0.0, sigma=1.0, size=None, dtype=None, ctx=None, out=None):
    """Draw numbers whose logarithm has a normal distribution."""
    return F._npi_exp(normal(F, mean, sigma, size, dtype, ctx), out=out)


@random.function
def randint(F, low, high=None, size=None, dtype=None, ctx=None, out=None):
    """Draw integers from ``low`` (or 0) up to but excluding ``high``; int64 by default."""
    if high is None:
        low, high = 0, low
    return F._npi_random_randint(
        low=low,
        high=high,
        shape=() if size is None else size,
        ctx=_context_name(ctx),
        dtype=dtypes.lookup("int64" if dtype in (None, "int") else dtype).name,
        out=out,
    )


# ------------------------------------------------------------------------------------ distributions


@random.function
def gamma(F, shape, scale=1.0, size=None, dtype=None, ctx=None, out=None):
    """Draw numbers from the gamma distribution with the given shape and scale."""
    arrays, numbers = _split(shape=shape, scale=scale)
    return F._npi_gamma(*arrays, **numbers, size=size, **array_options(dtype, ctx), out=out)


@random.function
def beta(F, a, b, size=None, dtype=None, ctx=None):
    """Draw numbers between 0 and 1 from the beta distribution."""
    # In float32, small parameters would give 0 / 0.
    first = gamma(F, a, 1.0, size, "float64", ctx)
    second = gamma(F, b, 1.0, size, "float64", ctx)
    drawn = F._npi_true_divide(first, F._npi_add(first, second))
    return F._npi_cast(drawn, dtype=array_options(dtype, ctx)["dtype"])


@random.function
def chisquare(F, df, size=None, dtype=None, ctx=None):
    """Draw numbers from the chi-square distribution with ``df`` degrees of freedom."""
    half = df / 2 if isinstance(df, NUMBERS) else F._npi_multiply_scalar(df, scalar=0.5)
    return gamma(F, half, 2.0, size, dtype, ctx)


@random.function
def exponential(F, scale=1.0, size=None, ctx=None, out=None):
    """Draw numbers from the exponential distribution with the given mean."""
    arrays, numbers = _split(scale=scale)
    return F._npi_exponential(*arrays, **numbers, size=size, ctx=_context_name(ctx), out=out)


@random.function
def gumbel(F, loc=0.0, scale=1.0, size=None, ctx=None, out=None):
    """Draw numbers from the Gumbel distribution."""
    arrays, numbers = _split(loc=loc, scale=scale)
    return F._npi_gumbel(*arrays, **numbers, size=size, ctx=_context_name(ctx), out=out)


@random.function
def logistic(F, loc=0.0, scale=1.0, size=None, ctx=None, out=None):
    """Draw numbers from the logistic distribution."""
    arrays, numbers = _split(loc=loc, scale=scale)
    return F._npi_logistic(*arrays, **numbers, size=size, ctx=_context_name(ctx), out=out)


@random.function
def pareto(F, a, size=None, ctx=None, out=None):
    """Draw numbers from the Pareto II (Lomax) distribution with exponent ``a``."""
    arrays, numbers = _split(a=a)
    return F._npi_pareto(*arrays, **numbers, size=size, ctx=_context_name(ctx), out=out)


@random.function
def power(F, a, size=None):
    """Draw numbers between 0 and 1 with density ``a * x ** (a - 1)``."""
    arrays, numbers = _split(a=a)
    return F._npi_powerd(*arrays, **numbers, size=size)


@random.function
def rayleigh(F, scale=1.0, size=None, ctx=None, out=None):
    """Draw numbers from the Rayleigh distribution."""
    arrays, numbers = _split(scale=scale)
    return F._npi_rayleigh(*arrays, **numbers, size=size, ctx=_context_name(ctx), out=out)


@random.function
def weibull(F, a, size=None, ctx=None, out=None):
    """Draw numbers from the Weibull distribution with exponent ``a``."""
    arrays, numbers = _split(a=a)
    return F._npi_weibull(*arrays, **numbers, size=size, ctx=_context_name(ctx), out=out)


@random.function
def multivariate_normal(F, mean, cov, size=None, check_valid=None, tol=None):
    """Draw vectors from normal distributions with the given means and covariance matrices.

    ``check_valid`` and ``tol`` are ignored; a matrix must be positive definite.
    """
    return F._npi_multivariate_normal(mean, cov, size=size)


# --------------------------------------------------------------------------------- counts, choices


@random.function(only_arrays=True)
def multinomial(F, n, pvals, size=None, **kwargs):
    """Draw ``n`` times from categories with the given probabilities, and return the counts."""
    for name in kwargs:
        raise TypeError(f"multinomial() got an unexpected keyword argument {name!r}")
    if isinstance(pvals, F.ndarray):
        return F._npi_multinomial(pvals, n=n, pvals=None, size=size)
    if not isinstance(pvals, list | tuple):
        pvals = [float(value) for value in pvals]
    return F._npi_multinomial(n=n, pvals=tuple(pvals), size=size)


@random.function
def choice(F, a, size=None, replace=True, p=None, ctx=None, out=None):
    """Draw elements of an array, or integers below ``a``, with or without replacement.

    ``p`` is an array with the probability of each.
    """
    weights, attrs = () if p is None else (p,), {"replace": replace, "weighted": p is not None}
    if isinstance(a, F.ndarray):
        ctx = a.ctx if isinstance(a, NDArrayBase) else ctx
        indices = F._npi_choice(a, *weights, a=None, size=size, ctx=_context_name(ctx), **attrs)
        return F._npi_take(a, indices, axis=0, mode="clip", out=out)
    return F._npi_choice(*weights, a=a, size=size, ctx=_context_name(ctx), **attrs, out=out)


@random.function(only_arrays=True)
def shuffle(F, x):
    """Shuffle the elements along the first axis, in place."""
    F._npi_shuffle(x, out=x)


# ------------------------------------------------------------------------------------ mx.npx.random


@npx_random.function
def bernoulli(F, prob=None, logit=None, size=None, dtype=None, ctx=None, out=None):
    """Draw 1 with the given probability (or logit), otherwise 0."""
    if (prob is None) == (logit is None):
        raise ValueError(
            "Either `prob` or `logit` must be specified, but not both. "
            f"Received prob={prob}, logit={logit}"
        )
    is_logit = prob is None
    arrays, numbers = _split(value=logit if is_logit else prob)
    attrs = {"prob": None, "logit": None, "logit" if is_logit else "prob": numbers["value"]}
    return F._npi_bernoulli(
        *arrays, **attrs, is_logit=is_logit, size=size, **array_options(dtype, ctx), out=out
    )


@npx_random.function
def normal_n(F, loc=0.0, scale=1.0, batch_shape=None, dtype=None, ctx=None):
    """Draw from normal distributions, an array of shape ``batch_shape`` for each parameter."""
    arrays, numbers = _split(loc=loc, scale=scale)
    return F._npi_normal_n(*arrays, **numbers, size=batch_shape, **array_options(dtype, ctx))


@npx_random.function
def uniform_n(F, low=0.0, high=1.0, batch_shape=None, dtype=None, ctx=None):
    """Draw from uniform distributions, an array of shape ``batch_shape`` for each parameter."""
    arrays, numbers = _split(low=low, high=high)
    return F._npi_uniform_n(*arrays, **numbers, size=batch_shape, **array_options(dtype, ctx))
