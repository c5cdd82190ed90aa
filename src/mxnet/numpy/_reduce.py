"""Reductions over axes; as methods, most of them have another parameter order."""

from __future__ import annotations

from ._namespace import methods, not_none, np


@np.function(operator="_np_sum")
def sum(F, a, axis=None, dtype=None, keepdims=False, initial=None, out=None):
    """Compute the sum over axes, by default over all of them."""
    options = not_none(dtype=dtype, initial=initial)
    return F._np_sum(a, axis=axis, keepdims=keepdims, out=out, **options)


@np.function(names=("product",), operator="_np_prod")
def prod(F, a, axis=None, dtype=None, out=None, keepdims=False):
    """Compute the product over axes, by default over all of them."""
    return F._np_prod(a, axis=axis, keepdims=keepdims, out=out, **not_none(dtype=dtype))


@np.function(operator="_npi_mean")
def mean(F, a, axis=None, dtype=None, out=None, keepdims=False):
    """Compute the mean over axes, by default over all of them; for integers it is float32."""
    return F._npi_mean(a, axis=axis, keepdims=keepdims, out=out, **not_none(dtype=dtype))


@np.function(operator="_npi_std")
def std(F, a, axis=None, dtype=None, out=None, ddof=0, keepdims=False):
    """Compute the standard deviation over axes; it has no gradient."""
    return F._npi_std(a, axis=axis, ddof=ddof, keepdims=keepdims, out=out, **not_none(dtype=dtype))


@np.function(operator="_npi_var")
def var(F, a, axis=None, dtype=None, out=None, ddof=0, keepdims=False):
    """Compute the variance over axes; it has no gradient."""
    return F._npi_var(a, axis=axis, ddof=ddof, keepdims=keepdims, out=out, **not_none(dtype=dtype))


@np.function(names=("amax",), operator="_np_max")
def max(F, a, axis=None, keepdims=False, out=None):
    """Return the largest element over axes, by default over all of them."""
    return F._np_max(a, axis=axis, keepdims=keepdims, out=out)


@np.function(names=("amin",), operator="_np_min")
def min(F, a, axis=None, keepdims=False, out=None):
    """Return the smallest element over axes, by default over all of them."""
    return F._np_min(a, axis=axis, keepdims=keepdims, out=out)


@np.function(operator="_np_all")
def all(F, a, axis=None, keepdims=False, out=None):
    """Return whether all elements over axes are nonzero."""
    return F._np_all(a, axis=axis, keepdims=keepdims, out=out)


@np.function(names=("sometrue",), operator="_np_any")
def any(F, a, axis=None, keepdims=False, out=None):
    """Return whether any element over axes is nonzero."""
    return F._np_any(a, axis=axis, keepdims=keepdims, out=out)


@np.function(operator="_npi_argmax")
def argmax(F, a, axis=None, out=None):
    """Return the position of the largest element along an axis or in the flattened array."""
    return F._npi_argmax(a, axis=axis, keepdims=False, out=out)


@np.function(operator="_npi_argmin")
def argmin(F, a, axis=None, out=None):
    """Return the position of the smallest element along an axis or in the flattened array."""
    return F._npi_argmin(a, axis=axis, keepdims=False, out=out)


@np.function(operator="_np_cumsum")
def cumsum(F, a, axis=None, dtype=None, out=None):
    """Compute the cumulative sum along an axis, or over the flattened array."""
    return F._np_cumsum(a, axis=axis, out=out, **not_none(dtype=dtype))


@np.function
def average(F, a, axis=None, weights=None, returned=False, out=None):
    """Compute the optionally weighted mean over axes, and the sum of weights if ``returned``."""
    arrays = (a,) if weights is None else (a, weights)
    options = {"returned": returned, "weighted": weights is not None}
    return F._npi_average(*arrays, axis=axis, **options, out=out)


# ---------------------------------------------------------------------------------------- methods


def _method(function):
    """Create a method ``(axis, out, keepdims)`` from a function."""

    def definition(F, self, axis=None, out=None, keepdims=False):
        return function(F, self, axis=axis, keepdims=keepdims, out=out)

    definition.__name__ = function.__name__
    definition.__doc__ = function.__doc__
    return definition


for _function in (all, any, max, min):
    methods.function(_method(_function), operator=f"_np_{_function.__name__}")


def _sum(F, self, axis=None, dtype=None, out=None, keepdims=False):
    """Compute the sum over axes, by default over all of them."""
    return sum(F, self, axis, dtype, keepdims, None, out)


_sum.__name__ = "sum"
methods.function(_sum, operator="_np_sum")
