"""Elements by condition and by order, how many there are of each, and their differences."""

from __future__ import annotations

import numbers

import numpy as onp

from ._namespace import compute_with_numpy, not_none, np

NUMBER = numbers.Number


@np.function
def where(F, condition, x=None, y=None):
    """Take elements of ``x`` where the condition is not 0, of ``y`` elsewhere.

    Without both, return the indices where the condition is not 0.
    """
    if isinstance(x, F.ndarray) and isinstance(y, F.ndarray) and isinstance(condition, F.ndarray):
        return F._npi_where(condition, x, y)
    if x is None and y is None:
        return nonzero(F, condition)
    if x is None or y is None:
        raise ValueError("either both or neither of x and y should be given")
    if isinstance(condition, NUMBER):
        return x if condition else y
    if isinstance(x, NUMBER) and isinstance(y, NUMBER):
        return F._npi_where_scalar2(condition, x=float(x), y=float(y))
    if isinstance(x, NUMBER):
        return F._npi_where_lscalar(condition, y, scalar=float(x))
    if isinstance(y, NUMBER):
        return F._npi_where_rscalar(condition, x, scalar=float(y))
    return F._npi_where(condition, x, y)


@np.function(only_arrays=True)
def nonzero(F, a):
    """Return the indices of the elements that are not 0, an array for each axis."""
    rows = F._npi_nonzero(a)
    return tuple(rows[:, i] for i in range(rows.shape[1]))


@np.function
def unique(F, ar, return_index=False, return_inverse=False, return_counts=False, axis=None):
    """Return the different elements in order, or the different parts along an axis.

    And if asked for: where the first of each is, which of them each element is, and how many there
    are of each.
    """
    results = F._npi_unique(
        ar,
        return_index=return_index,
        return_inverse=return_inverse,
        return_counts=return_counts,
        axis=axis,
    )
    return tuple(results) if isinstance(results, list) else results


@np.function
def bincount(F, x, weights=None, minlength=0):
    """Count how often each integer is there, or add up the weights that go with it."""
    if minlength < 0:
        raise ValueError(f"Minlength value should greater than 0, got {minlength}")
    if weights is None:
        return F._npi_bincount(x, minlength=minlength, has_weights=False)
    return F._npi_bincount(x, weights, minlength=minlength, has_weights=True)


@np.function
def histogram(F, a, bins=10, range=None, normed=None, weights=None, density=None):
    """Count the elements in each bin; also return the bins' bounds.

    The operator takes bounds as an array, or their number and range. Everything else that NumPy
    has (rules for bins, weights, densities, the range of the values) needs values: of arrays.
    """
    plain = weights is None and not normed and not density
    if plain and isinstance(bins, F.ndarray):
        return F._npi_histogram(a, bins)
    if plain and isinstance(bins, numbers.Integral) and range is not None:
        return F._npi_histogram(a, bin_cnt=bins, range=tuple(range))
    options = {"range": range, "weights": weights, "density": bool(density or normed)}
    return compute_with_numpy(onp.histogram, a, bins, **options)


# -------------------------------------------------------------------------------------- quantiles


@np.function
def percentile(
    F,
    a,
    q,
    axis=None,
    out=None,
    overwrite_input=None,
    interpolation="linear",
    keepdims=False,
):
    """Return what so many percent of the elements over some axes do not exceed.

    ``overwrite_input`` allows to use the input's memory, which is never done.
    """
    options = {"axis": axis, "interpolation": interpolation, "keepdims": keepdims}
    if isinstance(q, NUMBER):
        return F._npi_percentile(a, q_scalar=float(q), **options, **not_none(out=out))
    return F._npi_percentile(a, q, **options, **not_none(out=out))


@np.function
def quantile(
    F,
    a,
    q,
    axis=None,
    out=None,
    overwrite_input=None,
    interpolation="linear",
    keepdims=False,
):
    """Return what a part ``q``, from 0 to 1, of the elements over some axes do not exceed."""
    percent = q * 100
    return percentile(F, a, percent, axis, out, overwrite_input, interpolation, keepdims)


# ------------------------------------------------------------------- differences and polynomials


@np.function
def diff(F, a, n=1, axis=-1, prepend=None, append=None):
    """Return the differences of neighbours along an axis, ``n`` times over.

    Arrays or numbers can be put before and behind the others first.
    """
    parts = [_edge(F, a, prepend, axis), a, _edge(F, a, append, axis)]
    parts = [part for part in parts if part is not None]
    return F._npi_diff(F._npi_concatenate(*parts, axis=axis) if parts[1:] else a, n=n, axis=axis)


def _edge(F, a, value, axis):
    """Return the array before or behind another one; a number is repeated along the axis."""
    if not isinstance(value, NUMBER):
        return value
    return F._npi_full_like(F.slice_axis(a, axis=axis, begin=0, end=1), fill_value=float(value))


@np.function
def ediff1d(F, ary, to_end=None, to_begin=None):
    """Return the differences of neighbours in the flattened array, with more at both ends."""
    arrays, options = [ary], {}
    for name, value in (("to_begin", to_begin), ("to_end", to_end)):
        if isinstance(value, F.ndarray):
            arrays.append(value)
            options[f"{name}_arr_given"] = True
        elif value is not None:
            options[f"{name}_scalar"] = value
    return F._npi_ediff1d(*arrays, **options)


@np.function
def polyval(F, p, x):
    """Evaluate a polynomial, whose coefficients begin with that of the highest power."""
    if not isinstance(p, F.ndarray) or not isinstance(x, F.ndarray):
        raise TypeError(f"polyval takes arrays of mx.np, got {type(p)} and {type(x)}")
    return F._npi_polyval(p, x)
