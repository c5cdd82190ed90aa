"""Selection by condition and by order, counts, and differences."""

from __future__ import annotations

import numbers

import numpy as onp

from ._namespace import compute_with_numpy, not_none, np

NUMBER = numbers.Number
_PLAIN = (int, float)


@np.function(operator="_npi_where")
def where(F, condition, x=None, y=None):
    """Choose elements of ``x`` where the condition is nonzero, and of ``y`` elsewhere.

    Without both, return the indices where the condition is nonzero.
    """
    if x is None and y is None:
        return nonzero(F, condition)
    if x is None or y is None:
        raise ValueError("either both or neither of x and y should be given")
    if _is_number(condition, F):
        return x if condition else y
    if _is_number(x, F):
        if _is_number(y, F):
            return F._npi_where_scalar2(condition, x=float(x), y=float(y))
        return F._npi_where_lscalar(condition, y, scalar=float(x))
    if _is_number(y, F):
        return F._npi_where_rscalar(condition, x, scalar=float(y))
    return F._npi_where(condition, x, y)


def _is_number(value, F) -> bool:
    # The abstract class takes long to find out about arrays.
    return type(value) in _PLAIN or not isinstance(value, F.ndarray) and isinstance(value, NUMBER)


@np.function(only_arrays=True)
def nonzero(F, a):
    """Return the indices of the nonzero elements, one array for each axis."""
    rows = F._npi_nonzero(a)
    return tuple(rows[:, i] for i in range(rows.shape[1]))


@np.function
def unique(F, ar, return_index=False, return_inverse=False, return_counts=False, axis=None):
    """Return the unique elements in sorted order, or the unique slices along an axis.

    Optionally, also return the index of each first occurrence, the inverse, and the counts.
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
    """Count the occurrences of each integer, or add up the corresponding weights."""
    if minlength < 0:
        raise ValueError(f"Minlength value should greater than 0, got {minlength}")
    if weights is None:
        return F._npi_bincount(x, minlength=minlength, has_weights=False)
    return F._npi_bincount(x, weights, minlength=minlength, has_weights=True)


@np.function
def histogram(F, a, bins=10, range=None, normed=None, weights=None, density=None):
    """Count the elements in each bin; return the counts and the bin edges.

    The operator accepts edges as an array, or a number of bins and a range. All other features of
    NumPy (rules for bins, weights, densities, the range of the values) depend on values, so they
    are available only for arrays.
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
    F, a, q, axis=None, out=None, overwrite_input=None, interpolation="linear", keepdims=False,
):  # fmt: skip
    """Compute percentiles of the elements over axes.

    ``overwrite_input``, which allows reusing the memory of the input, has no effect.
    """
    options = {"axis": axis, "interpolation": interpolation, "keepdims": keepdims}
    if isinstance(q, NUMBER):
        return F._npi_percentile(a, q_scalar=float(q), **options, **not_none(out=out))
    return F._npi_percentile(a, q, **options, **not_none(out=out))


@np.function
def quantile(
    F, a, q, axis=None, out=None, overwrite_input=None, interpolation="linear", keepdims=False,
):  # fmt: skip
    """Compute quantiles ``q``, from 0 to 1, of the elements over axes."""
    percent = q * 100
    return percentile(F, a, percent, axis, out, overwrite_input, interpolation, keepdims)


# ------------------------------------------------------------------- differences and polynomials


@np.function(operator="_npi_diff")
def diff(F, a, n=1, axis=-1, prepend=None, append=None):
    """Compute the differences of neighbors along an axis, ``n`` times.

    Arrays or numbers can be prepended and appended first.
    """
    parts = [_edge(F, a, prepend, axis), a, _edge(F, a, append, axis)]
    parts = [part for part in parts if part is not None]
    return F._npi_diff(F._npi_concatenate(*parts, axis=axis) if parts[1:] else a, n=n, axis=axis)


def _edge(F, a, value, axis):
    """Return the array to prepend or append; a number is repeated along the axis."""
    if not isinstance(value, NUMBER):
        return value
    return F._npi_full_like(F.slice_axis(a, axis=axis, begin=0, end=1), fill_value=float(value))


@np.function
def ediff1d(F, ary, to_end=None, to_begin=None):
    """Compute the differences of neighbors in the flattened array; add values at both ends."""
    arrays, options = [ary], {}
    for name, value in (("to_begin", to_begin), ("to_end", to_end)):
        if isinstance(value, F.ndarray):
            arrays.append(value)
            options[f"{name}_arr_given"] = True
        elif value is not None:
            options[f"{name}_scalar"] = value
    return F._npi_ediff1d(*arrays, **options)


@np.function(operator="_npi_polyval")
def polyval(F, p, x):
    """Evaluate a polynomial, with coefficients from the highest power to the lowest."""
    if not isinstance(p, F.ndarray) or not isinstance(x, F.ndarray):
        raise TypeError(f"polyval takes arrays of mx.np, got {type(p)} and {type(x)}")
    return F._npi_polyval(p, x)
