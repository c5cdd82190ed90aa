"""mx.np: elementwise functions of one array.

MXNet: unlike NumPy's, these keep integer types and truncate the result.
"""

from __future__ import annotations

import torch

from ..._core import dtypes
from .. import shape_rules, type_rules
from ..checks import check, fail
from ..math.elementwise import UNARY, always
from ..registry import op, register
from ..zero_gradients import detached

# operator of NumPy -> the classic operator that computes the same
NUMERIC = {"absolute": "abs"} | {
    name: name
    for name in """
        arccos arccosh arcsin arcsinh arctan arctanh cbrt ceil cos cosh degrees exp expm1 fix floor
        log log10 log1p log2 negative radians reciprocal rint sign sin sinh sqrt square tan tanh
        trunc
    """.split()
}


def _numeric(function, name):
    def kernel(x):
        if x.dtype is torch.bool:
            fail(f"{name} takes numbers, not bool")
        result = function(x)
        return result if result.dtype is x.dtype else result.to(x.dtype)

    kernel.__doc__ = f"Compute ``{name}`` of each element, in the type of the array."
    return kernel


for _name, _classic in NUMERIC.items():
    _aliases = ("_npi_abs",) if _name == "absolute" else ()
    register(
        _numeric(UNARY[_classic].function, _name),
        f"_npi_{_name}",
        _aliases,
        elementwise=True,
        shape=shape_rules.same,
        specialize=always(UNARY[_classic].function),
        equivalent=_classic,
    )


# ------------------------------------------------------------------------------------ truth values

TRUTH = {
    "logical_not": torch.logical_not,
    "isfinite": torch.isfinite,
    "isinf": torch.isinf,
    "isnan": torch.isnan,
    "isposinf": torch.isposinf,
    "isneginf": torch.isneginf,
}


def _truth(function, name):
    def kernel(x):
        return function(x)

    kernel.__doc__ = f"Compute ``{name}`` of each element, as bool."
    return kernel


for _name, _function in TRUTH.items():
    register(
        _truth(_function, _name),
        f"_npi_{_name}",
        elementwise=True,
        types=type_rules.BOOLS,
        shape=shape_rules.same,
    )


# --------------------------------------------------------------------------------- the other ones


@op("_npi_bitwise_not", elementwise=True, shape=shape_rules.same)
def bitwise_not(x):
    """Invert each bit of integers, or each truth value."""
    if not x.is_floating_point():
        return torch.bitwise_not(x)
    if not x.is_meta:  # there only the shape matters, types may not be known yet
        fail(f"This operation only support integer types, not {dtypes.BY_TORCH[x.dtype].name}")
    return x.clone()


MOST_DIGITS = 18  # digits of an int64


@op("_npi_around", elementwise=True, shape=shape_rules.same)
def around(x, *, decimals: int = 0):
    """Round each element to the given number of decimals, with halves rounded to even."""
    check(x.dtype is not torch.bool, "around takes numbers, not bool")
    x = detached(x)
    if x.is_floating_point():
        return torch.round(x, decimals=decimals)
    if decimals < -MOST_DIGITS:
        return torch.zeros_like(x)
    unit = 10 ** max(-decimals, 0)  # MXNet: integers are truncated, not rounded
    return torch.div(x, unit, rounding_mode="trunc") * unit


@op("_npi_nan_to_num", elementwise=True, shape=shape_rules.same)
def nan_to_num(
    data,
    *,
    copy: bool = True,
    nan: float = 0.0,
    posinf: float | None = None,
    neginf: float | None = None,
):
    """Replace NaN and infinities by numbers; infinities by default by the largest finite ones.

    ``copy`` has no effect on the operator; the function writes into the array if it is False.
    """
    if not data.is_floating_point():
        return data.clone()
    return torch.nan_to_num(data, nan, posinf, neginf)
