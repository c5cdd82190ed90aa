"""mx.np: elementwise functions of two arrays with broadcasting, or of an array and a scalar."""

from __future__ import annotations

import math

import torch

from ..._core import dtypes
from .. import shape_rules, type_rules
from ..checks import fail
from ..math.binary import (
    SCALAR as CLASSIC_SCALAR,
    integer_operands,
    integer_quotient,
    modulo,
    power,
    scalar_kernel,
)
from ..math.elementwise import always
from ..math.selection import select
from ..registry import register

# ---------------------------------------------------------------------------- types that may meet


def _refuse(lhs, rhs, name: str):
    lhs_type, rhs_type = (dtypes.BY_TORCH[tensor.dtype].name for tensor in (lhs, rhs))
    fail(f"{name} of {lhs_type} and {rhs_type} is not supported; convert one of them with astype")


def _alike(lhs, rhs):
    """Return two arrays converted to their common type.

    torch promotes types itself, but treats an array without axes as a number with lower priority.
    """
    dtype = dtypes.promote(lhs.dtype, rhs.dtype)
    return lhs.to(dtype), rhs.to(dtype)


def _promoting(function, name):
    """Apply a function to arrays of any types, in their common type."""

    def kernel(lhs, rhs):
        # MXNet: only int8 and uint8 have no common type.
        if lhs.dtype is not rhs.dtype:
            if {lhs.dtype, rhs.dtype} == {torch.int8, torch.uint8}:
                _refuse(lhs, rhs, name)
            lhs, rhs = _alike(lhs, rhs)
        return function(lhs, rhs)

    return kernel


def _promoting_numbers(function, name):
    """Promote types like ``_promoting``; bool may be combined with numbers, but not with itself."""
    promoting = _promoting(function, name)

    def kernel(lhs, rhs):
        if lhs.dtype is torch.bool and rhs.dtype is torch.bool:
            _refuse(lhs, rhs, name)
        return promoting(lhs, rhs)

    return kernel


def _true_divide(lhs, rhs):
    lhs_is_float, rhs_is_float = lhs.dtype.is_floating_point, rhs.dtype.is_floating_point
    if lhs.dtype is not rhs.dtype and lhs_is_float == rhs_is_float:
        _refuse(lhs, rhs, "true_divide")
    if not lhs_is_float and not rhs_is_float:  # MXNet: the quotient of integers is float32
        lhs = lhs.to(torch.float32)
    return torch.div(lhs, rhs)


MIXED = {
    "add": _promoting(torch.add, "add"),
    "multiply": _promoting(torch.mul, "multiply"),
    "power": _promoting(power, "power"),
    "subtract": _promoting_numbers(torch.sub, "subtract"),
    "mod": _promoting_numbers(modulo, "mod"),
    "true_divide": _true_divide,
}


# --------------------------------------------------------------------------------------- one type


def _copysign(magnitude, sign):
    # MXNet: -0 has the sign of 0, and the second argument has no gradient.
    same = (magnitude >= 0) == (sign >= 0)
    return select(same, magnitude, -magnitude)


def _ldexp(x, exponent):
    return x * torch.exp2(exponent)


def _floats_only(function, name):
    def kernel(x1, x2):
        if not x1.dtype.is_floating_point:
            _refuse(x1, x2, name)
        return function(x1, x2)

    return kernel


def _integers_only(function, name):
    def kernel(lhs, rhs):
        if lhs.dtype.is_floating_point:
            _refuse_floats(lhs, name)
            return lhs + rhs
        return function(lhs, rhs)

    return kernel


def _refuse_floats(data, name: str) -> None:
    if not data.is_meta:  # only the shape matters, and types may not be known yet
        fail(f"{name} only supports integer types, not {dtypes.BY_TORCH[data.dtype].name}")


def _numbers_only(function, name):
    def kernel(lhs, rhs):
        if lhs.dtype is torch.bool:
            _refuse(lhs, rhs, name)
        result = function(lhs, rhs)
        return result if result.dtype is lhs.dtype else result.to(lhs.dtype)

    return kernel


def _lcm(lhs, rhs):
    """Compute the least common multiple.

    torch's own is not used: the divisor of the smallest integer may be -1, and that division
    terminates the process.
    """
    if lhs.dtype is torch.bool:
        return lhs & rhs
    divisor = torch.gcd(lhs, rhs)
    return integer_quotient(lhs, torch.where(divisor == 0, 1, divisor)).abs() * rhs.abs()


BITWISE = {
    "bitwise_and": torch.bitwise_and,
    "bitwise_or": torch.bitwise_or,
    "bitwise_xor": torch.bitwise_xor,
}
ALIKE = {
    "arctan2": _floats_only(torch.atan2, "arctan2"),
    "hypot": _floats_only(torch.hypot, "hypot"),
    "copysign": _numbers_only(_copysign, "copysign"),
    "ldexp": _numbers_only(_ldexp, "ldexp"),
    "lcm": _integers_only(_lcm, "lcm"),
} | {name: _integers_only(function, name) for name, function in BITWISE.items()}

# MXNet: comparisons return bool, and need equal types.
COMPARISON = {
    "equal": torch.eq,
    "not_equal": torch.ne,
    "greater": torch.gt,
    "greater_equal": torch.ge,
    "less": torch.lt,
    "less_equal": torch.le,
}


def _comparison(function, name):
    def kernel(lhs, rhs):
        return function(lhs, rhs)

    kernel.__doc__ = f"Compute ``{name}`` of two arrays with broadcasting, as bool."
    return kernel


MIXED_TYPES = dict.fromkeys(
    ("add", "subtract", "multiply", "mod", "power"), type_rules.promote_inputs
) | {"true_divide": type_rules.quotient}
EQUIVALENT = {
    "add": "broadcast_add",
    "subtract": "broadcast_sub",
    "multiply": "broadcast_mul",
    "true_divide": "broadcast_div",
}

OF_FLOATS = {
    "add": torch.add,
    "subtract": torch.sub,
    "multiply": torch.mul,
    "true_divide": torch.div,
}

for _name, _function in (MIXED | ALIKE).items():
    _function.__doc__ = f"Compute ``{_name}`` of two arrays with broadcasting."
    register(
        _function,
        f"_npi_{_name}",
        elementwise=True,
        mixed=_name in MIXED,
        specialize=always(OF_FLOATS[_name]) if _name in OF_FLOATS else None,
        types=MIXED_TYPES.get(_name),
        shape=shape_rules.broadcast,
        equivalent=EQUIVALENT.get(_name),
        without_gradient=("rhs",) if _name == "copysign" else (),
        integer_gradient=_name != "mod",  # MXNet: the remainder of integers has the gradient 0
    )
for _name, _function in COMPARISON.items():
    register(
        _comparison(_function, _name),
        f"_npi_{_name}",
        elementwise=True,
        types=type_rules.BOOLS,
        shape=shape_rules.broadcast,
        direct=_function,
    )


# -------------------------------------------------------------------------------- array and scalar


def _by_doubles(function):
    """Compute with integers in double, as MXNet's C++ does, and truncate the result."""

    def compute(x, s):
        if x.dtype.is_floating_point:
            return function(x, s)
        return function(dtypes.widen(x), s).to(x.dtype)

    return compute


SCALAR = {
    "add": CLASSIC_SCALAR["plus"],
    "subtract": CLASSIC_SCALAR["minus"],
    "rsubtract": CLASSIC_SCALAR["rminus"],
    "multiply": CLASSIC_SCALAR["mul"],
    "mod": CLASSIC_SCALAR["mod"],
    "rmod": CLASSIC_SCALAR["rmod"],
    "power": CLASSIC_SCALAR["power"],
    "rpower": CLASSIC_SCALAR["rpower"],
    "copysign": lambda x, s: torch.where((x >= 0) == (s >= 0), x, -x),
    "rcopysign": lambda x, s: torch.where(x >= 0, abs(s), -abs(s)).to(x.dtype),
    "arctan2": _by_doubles(lambda x, s: torch.atan2(x, torch.full_like(x, s))),
    "rarctan2": _by_doubles(lambda x, s: torch.atan2(torch.full_like(x, s), x)),
    "ldexp": _by_doubles(lambda x, s: x * 2.0**s),
    "rldexp": _by_doubles(lambda x, s: s * torch.pow(2.0, x)),
}


SCALAR_EQUIVALENT = {
    "add": "_plus_scalar",
    "subtract": "_minus_scalar",
    "rsubtract": "_rminus_scalar",
    "multiply": "_mul_scalar",
    "power": "_power_scalar",
}


def _scalar_comparison(function, name):
    def kernel(data, *, scalar: float = 1.0, is_int: bool = True):
        if data.dtype is torch.bool:
            scalar = float(bool(scalar))  # MXNet: with bool arrays the scalar is converted to bool
        elif not data.dtype.is_floating_point:
            data, scalar = integer_operands(data, scalar, is_int)
        return function(data, scalar)

    kernel.__doc__ = f"Compute ``{name}`` of each element and a scalar, as bool."
    return kernel


def _integer_scalar_kernel(function, name):
    def kernel(data, *, scalar: float = 1.0, is_int: bool = True):
        if data.dtype.is_floating_point:
            _refuse_floats(data, name)
            return data.clone()
        if not is_int or not math.isfinite(scalar):
            fail(f"{name} of integers needs an integer operand, got {scalar}")
        number = scalar != 0 if data.dtype is torch.bool else dtypes.as_integer(scalar, data.dtype)
        return function(data, torch.full((), number, dtype=data.dtype, device=data.device))

    kernel.__doc__ = f"Compute ``{name}`` of each element and a scalar."
    return kernel


def _quotient_kernel(function, name):
    def kernel(data, *, scalar: float = 1.0, is_int: bool = True):
        # MXNet: the quotient of integers is float32, and the scalar keeps its fraction.
        return function(data if data.dtype.is_floating_point else data.to(torch.float32), scalar)

    kernel.__doc__ = f"Compute ``{name}`` of each element and a scalar; ``is_int`` has no effect."
    return kernel


for _name, _function in SCALAR.items():
    register(
        scalar_kernel(_function, _name),
        f"_npi_{_name}_scalar",
        elementwise=True,
        shape=shape_rules.same,
        equivalent=SCALAR_EQUIVALENT.get(_name),
        integer_gradient=_name not in ("mod", "rmod"),
    )
for _name, _function in COMPARISON.items():
    register(
        _scalar_comparison(_function, _name),
        f"_npi_{_name}_scalar",
        elementwise=True,
        types=type_rules.BOOLS,
        shape=shape_rules.same,
    )
for _name, _function in (BITWISE | {"lcm": _lcm}).items():
    register(
        _integer_scalar_kernel(_function, _name),
        f"_npi_{_name}_scalar",
        elementwise=True,
        types=type_rules.SAME,
        shape=shape_rules.same,
    )
register(
    _quotient_kernel(torch.div, "true_divide"),
    "_npi_true_divide_scalar",
    elementwise=True,
    types=type_rules.quotient,
    shape=shape_rules.same,
    equivalent="_div_scalar",
)
register(
    _quotient_kernel(lambda x, s: s / x, "rtrue_divide"),
    "_npi_rtrue_divide_scalar",
    elementwise=True,
    types=type_rules.quotient,
    shape=shape_rules.same,
)
