"""Fallback functions computed by NumPy, on copies and without gradients."""

from __future__ import annotations

import functools
from collections.abc import Callable

import numpy as onp

from .._core.scope import state
from .._eager.array import is_in_graph
from ..symbol._inference import SymbolBase
from .multiarray import array, ndarray

NAMES = """
    allclose apply_along_axis apply_over_axes argpartition argwhere array_equal array_equiv choose
    compress corrcoef correlate count_nonzero cov digitize divmod extract flatnonzero float_power
    frexp heaviside histogram2d histogram_bin_edges histogramdd i0 interp intersect1d isclose isin
    ix_ lexsort min_scalar_type modf nanargmax nanargmin nancumprod nancumsum nanmax nanmedian
    nanmin nanpercentile nanprod nanquantile ndim packbits partition piecewise poly polyadd polydiv
    polyfit polyint polymul polysub positive promote_types ptp real result_type rollaxis roots
    searchsorted select setdiff1d setxor1d signbit size spacing take_along_axis tril_indices_from
    trim_zeros triu_indices_from union1d unpackbits unwrap vander
""".split()

LINALG = ("cond", "lstsq", "matrix_power", "matrix_rank", "multi_dot", "qr")

# NumPy has since removed these in favor of clearer names.
REMOVED = {
    "alltrue": onp.all,
    "in1d": lambda ar1, ar2, **options: onp.isin(onp.ravel(ar1), ar2, **options),
    "msort": lambda a: onp.sort(a, axis=0),
    "trapz": getattr(onp, "trapezoid", None) or onp.trapz,
}
# Parameters that NumPy has renamed, or removed because they had no effect.
RENAMED = {
    "corrcoef": {"bias": None, "ddof": None},
    "histogram2d": {"normed": "density"},
    "histogramdd": {"normed": "density"},
    "nanpercentile": {"interpolation": "method"},
    "nanquantile": {"interpolation": "method"},
}
FINANCIAL = ("mirr", "npv", "ppmt", "pv", "rate")


def by_numpy(function: Callable, name: str | None = None) -> Callable:
    """Wrap a NumPy function so that it accepts and returns arrays of ``mx.np``."""

    @functools.wraps(function)
    def call(*args, **kwargs):
        if state.tape is not None and (_in_graph(args) or _in_graph(kwargs.values())):
            raise ValueError(
                f"NumPy computes {call.__name__}, which has no gradient: it cannot be recorded. "
                "Call it under autograd.pause(), or on what detach() returns"
            )
        kwargs = {key: to_numpy(value) for key, value in kwargs.items()}
        return from_numpy(function(*map(to_numpy, args), **kwargs))

    call.__name__ = call.__qualname__ = name or call.__name__
    call.__module__ = __name__
    return call


def to_numpy(value):
    """Convert the arrays in a value, including nested lists, to NumPy arrays."""
    if isinstance(value, ndarray):
        return value.asnumpy()
    if isinstance(value, SymbolBase):
        raise TypeError("NumPy computes this from values, which a symbol does not have")
    if isinstance(value, list | tuple):
        return type(value)([to_numpy(item) for item in value])
    return value


def from_numpy(value):
    """Convert NumPy arrays in a value, including nested lists, to arrays of ``mx.np``."""
    if isinstance(value, onp.ndarray):
        return array(value, dtype=value.dtype)
    if isinstance(value, list | tuple):  # named tuples too
        items = [from_numpy(item) for item in value]
        return items if isinstance(value, list) else tuple(items)
    return value


def _in_graph(values) -> bool:
    return any(
        is_in_graph(value)
        if isinstance(value, ndarray)
        else isinstance(value, list | tuple) and _in_graph(value)
        for value in values
    )


def _refuse_removed(name: str) -> Callable:
    def refuse(*args, **kwargs):
        raise RuntimeError(
            f"NumPy has removed {name}; it is in the package numpy-financial, for arrays of NumPy"
        )

    refuse.__name__ = refuse.__qualname__ = name
    return refuse


def _with_old_names(name: str) -> Callable:
    """Return a NumPy function that also accepts the parameters it had at the time of 1.9.1."""
    function, renamed = getattr(onp, name), RENAMED[name]

    def call(*args, **kwargs):
        for old, new in renamed.items():
            value = kwargs.pop(old, None)
            if value is not None and new is not None:
                kwargs[new] = value
        return function(*args, **kwargs)

    call.__doc__ = function.__doc__
    return by_numpy(call, name)


FUNCTIONS = {name: by_numpy(getattr(onp, name)) for name in NAMES if name not in RENAMED}
FUNCTIONS |= {name: _with_old_names(name) for name in RENAMED}
FUNCTIONS |= {name: by_numpy(function, name) for name, function in REMOVED.items()}
FUNCTIONS |= {name: _refuse_removed(name) for name in FINANCIAL}
FUNCTIONS_OF_LINALG = {name: by_numpy(getattr(onp.linalg, name)) for name in LINALG}

globals().update(FUNCTIONS)

__all__ = [*FUNCTIONS]
