"""Elementwise functions of one array, of two, and of an array and numbers."""

from __future__ import annotations

import numbers

import numpy as onp

from .._ops.python_operators import NUMPY, numpy_operators
from ..util import refuse_ufunc_options
from ._namespace import methods, not_none, np

UNARY = {
    name: f"_npi_{name}"
    for name in """
        absolute arccos arccosh arcsin arcsinh arctan arctanh bitwise_not cbrt ceil cos cosh degrees
        exp expm1 fix floor log log10 log1p log2 negative radians reciprocal rint sign sin sinh sqrt
        square tan tanh trunc
    """.split()
} | {
    "abs": "_npi_absolute",
    "fabs": "_npi_absolute",
    "deg2rad": "_npi_radians",
    "rad2deg": "_npi_degrees",
    "invert": "_npi_bitwise_not",
}
np.unary(UNARY)

SYMMETRIC = "maximum minimum hypot lcm".split()
BINARY = {name: numpy_operators(name, name) for name in SYMMETRIC} | {
    "add": NUMPY["add"],
    "subtract": NUMPY["sub"],
    "multiply": NUMPY["mul"],
    "divide": NUMPY["truediv"],
    "true_divide": NUMPY["truediv"],
    "mod": NUMPY["mod"],
    "remainder": NUMPY["mod"],
    "power": NUMPY["pow"],
    "arctan2": numpy_operators("arctan2", "rarctan2"),
    "copysign": numpy_operators("copysign", "rcopysign"),
    "ldexp": numpy_operators("ldexp", "rldexp"),
    "bitwise_and": NUMPY["and"],
    "bitwise_or": NUMPY["or"],
    "bitwise_xor": NUMPY["xor"],
    "equal": NUMPY["eq"],
    "not_equal": NUMPY["ne"],
    "greater": NUMPY["gt"],
    "greater_equal": NUMPY["ge"],
    "less": NUMPY["lt"],
    "less_equal": NUMPY["le"],
}
np.binary(BINARY)


# ------------------------------------------------------------------------------------ truth values


def _truth(name: str):
    def definition(F, x, out=None, **kwargs):
        refuse_ufunc_options(name, kwargs)
        if not isinstance(x, F.ndarray) and isinstance(x, numbers.Number | onp.bool_):
            return getattr(onp, name)(x)
        if out is not None and isinstance(out, F.ndarray) and out.dtype != onp.bool_:
            raise TypeError(f"the `out` parameter should be a boolean array, got {out.dtype}")
        return getattr(F, f"_npi_{name}")(x, **not_none(out=out))

    definition.__name__ = name
    definition.__doc__ = f"Return {name} of each element as bool."
    return definition


for _name in ("isfinite", "isinf", "isnan", "isneginf", "isposinf", "logical_not"):
    np.function(_truth(_name), operator=f"_npi_{_name}")


# ----------------------------------------------------------------------------- with more parameters


@np.function(names=("round", "round_"), operator="_npi_around")
def around(F, x, decimals=0, out=None, **kwargs):
    """Round to the given number of decimals, with halves rounded to even."""
    refuse_ufunc_options("around", kwargs)
    if not isinstance(x, F.ndarray) and isinstance(x, numbers.Number):
        return onp.around(x, decimals)
    return F._npi_around(x, decimals=decimals, **not_none(out=out))


@np.function(operator="_npi_clip")
def clip(F, a, a_min, a_max, out=None):
    """Clip each element to the range from ``a_min`` to ``a_max``; one of them may be None."""
    if a_min is None and a_max is None:
        raise ValueError("array_clip: must set either max or min")
    if not isinstance(a, F.ndarray) and isinstance(a, numbers.Number):
        return onp.clip(a, a_min, a_max)
    low = -onp.inf if a_min is None else float(a_min)
    high = onp.inf if a_max is None else float(a_max)
    return F._npi_clip(a, a_min=low, a_max=high, **not_none(out=out))


def _clip(F, self, min=None, max=None, out=None):
    """Clip each element to the range from ``min`` to ``max``; one of them may be None."""
    return clip(F, self, min, max, out)


_clip.__name__ = "clip"
methods.function(_clip, operator="_npi_clip")


@np.function(operator="_npi_nan_to_num")
def nan_to_num(F, x, copy=True, nan=0.0, posinf=None, neginf=None, **kwargs):
    """Replace NaN and infinities by numbers, in place if ``copy`` is False."""
    refuse_ufunc_options("nan_to_num", kwargs)
    if not isinstance(x, F.ndarray) and isinstance(x, numbers.Number):
        return onp.nan_to_num(x, copy, nan, posinf, neginf)
    into = not_none(out=None if copy else x)
    return F._npi_nan_to_num(x, copy=copy, nan=nan, posinf=posinf, neginf=neginf, **into)
