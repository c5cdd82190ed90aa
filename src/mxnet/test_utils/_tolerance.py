"""Tolerances of comparisons, by element type."""

from __future__ import annotations

import numpy as np

__all__ = [
    "default_atols", "default_dtype", "default_numeric_eps", "default_rtols", "effective_dtype",
    "get_atol", "get_etol", "get_rtol", "get_tolerance", "get_tols",
]  # fmt: skip

_DOUBLE = np.dtype("float64")
_FLOATS = {  # element type: relative and absolute tolerance, step of a numeric gradient
    np.dtype("float16"): (1e-2, 1e-1, 2**-6),
    np.dtype("float32"): (1e-4, 1e-3, 2**-9),
    _DOUBLE: (1e-5, 1e-20, 2**-14),
}
_EXACT = dict.fromkeys(
    map(np.dtype, ("bool", "int8", "uint8", "int32", "uint32", "int64", "uint64")), 0
)


def default_dtype():
    """Return the default type of arrays."""
    return np.float32


def default_rtols():
    """Return the relative tolerance of each element type."""
    return {dtype: row[0] for dtype, row in _FLOATS.items()} | _EXACT


def default_atols():
    """Return the absolute tolerance of each element type."""
    return {dtype: row[1] for dtype, row in _FLOATS.items()} | _EXACT


def default_numeric_eps():
    """Return the step of numeric gradients for each element type."""
    return {dtype: row[2] for dtype, row in _FLOATS.items()}


def get_rtol(rtol=None, dtype=_DOUBLE):
    """Return a relative tolerance; None means that of the element type."""
    return default_rtols()[dtype] if rtol is None else rtol


def get_atol(atol=None, dtype=_DOUBLE):
    """Return an absolute tolerance; None means that of the element type."""
    return default_atols()[dtype] if atol is None else atol


def get_etol(etol=None):
    """Return the fraction of elements that may be wrong; None means 0."""
    return 0 if etol is None else etol


def effective_dtype(dat):
    """Return the element type in whose precision an array was computed."""
    return np.dtype(dat.dtype)


def get_tolerance(dat, tol, default_tol):
    """Return the tolerance for an array.

    Parameters
    ----------
    dat : array
        The array to compare.
    tol : float, dict of dtype to float, or None
        The requested tolerance.
    default_tol : dict of dtype to float
        The default for types that are not in ``tol``.
    """
    if isinstance(tol, dict) or tol is None:
        dtype = effective_dtype(dat)
        return (tol or {}).get(dtype, default_tol.get(dtype, 0))
    return tol


def get_tols(x, y, rtol, atol):
    """Return the relative and absolute tolerance for two arrays: those of the less precise one.

    >>> get_tols(np.ones(2, "float16"), np.ones(2, "float64"), None, None)
    (0.01, 0.1)
    """
    both = [v if hasattr(v, "dtype") else np.float64() for v in (x, y)]
    return (
        max(get_tolerance(v, rtol, default_rtols()) for v in both),
        max(get_tolerance(v, atol, default_atols()) for v in both),
    )
