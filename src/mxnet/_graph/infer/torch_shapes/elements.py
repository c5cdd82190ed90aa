"""Rules for torch's elementwise functions."""

from __future__ import annotations

from collections.abc import Callable

import torch

from ...._core.declined import Declined
from .mode import (
    axis_of,
    common_shape,
    empty,
    fraction_type,
    like,
    require_meta,
    rule_for,
    same_type,
    truth_type,
)


def _elementwise(dtype_of: Callable[[torch.dtype], torch.dtype], *options: str) -> Callable:
    """Return the rule for a function that maps the elements of one array."""

    def rule(data, *numbers, **keywords):
        if not keywords.keys() <= {*options}:
            raise Declined("unknown options")
        require_meta(data)
        return like(data, dtype_of(data.dtype))

    return rule


rule_for(*"""
    exp exp2 expm1 log log10 log2 log1p sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh
    sqrt rsqrt reciprocal sigmoid erf erfinv lgamma digamma rad2deg deg2rad logit
""".split())(_elementwise(fraction_type))  # fmt: skip
rule_for(*"""
    neg sign square floor ceil round trunc relu nan_to_num bitwise_not __invert__ softplus softsign
    selu gelu elu leaky_relu tril triu flip roll clone positive hardtanh silu
""".split())(
    _elementwise(
        same_type, "decimals", "nan", "posinf", "neginf", "alpha", "negative_slope", "dims",
        "shifts", "diagonal", "inplace", "approximate", "beta", "threshold", "memory_format",
    )
)  # fmt: skip
rule_for("isnan", "isfinite", "isinf", "isneginf", "isposinf", "logical_not")(
    _elementwise(truth_type)
)


@rule_for("abs")
def _abs(data):
    require_meta(data)
    return like(data, data.dtype.to_real())


def _pairwise(dtype_of: Callable[[torch.dtype], torch.dtype], *options: str) -> Callable:
    """Return the rule for the result of a function of two arrays, or of an array and a number."""

    def rule(left, right, **keywords):
        if not keywords.keys() <= {*options}:
            raise Declined("unknown options")
        require_meta(left, right)
        return empty(common_shape(left, right), dtype_of(torch.result_type(left, right)))

    return rule


rule_for(*"""
    add sub mul pow remainder fmod maximum minimum bitwise_and bitwise_or bitwise_xor lcm gcd
    __and__ __or__ __xor__ __floordiv__ floor_divide __lshift__ __rlshift__
    __rsub__ __rmul__ __radd__ __rpow__ rsub
""".split())(_pairwise(same_type, "alpha"))  # fmt: skip
rule_for("hypot", "atan2", "copysign", "true_divide", "__rdiv__", "__rtruediv__")(
    _pairwise(fraction_type)
)
rule_for(*"""
    eq ne lt le gt ge __eq__ __ne__ __lt__ __le__ __gt__ __ge__ logical_and logical_or logical_xor
""".split())(_pairwise(truth_type))  # fmt: skip


@rule_for("isclose")
def _isclose(left, right, rtol=1e-5, atol=1e-8, equal_nan=False):
    return _pairwise(truth_type)(left, right)


@rule_for("div")
def _div(left, right, *, rounding_mode=None):
    require_meta(left, right)
    dtype = torch.result_type(left, right)
    return empty(common_shape(left, right), dtype if rounding_mode else fraction_type(dtype))


@rule_for("clamp", "clip", "clamp_min", "clamp_max")
def _clamp(data, min=None, max=None):
    require_meta(data, min, max)
    bounds = [bound for bound in (min, max) if bound is not None]
    dtype = data.dtype
    for bound in bounds:
        dtype = torch.promote_types(dtype, torch.result_type(data, bound))
    return empty(common_shape(data, *bounds), dtype)


@rule_for("where")
def _where(condition, left, right):
    require_meta(condition, left, right)
    return empty(common_shape(condition, left, right), torch.result_type(left, right))


@rule_for("masked_fill")
def _masked_fill(data, mask, value):
    require_meta(data, mask, value)
    return empty(common_shape(data, mask), data.dtype)


@rule_for("lerp", "addcmul", "addcdiv")
def _blend(first, second, third, *, value=1):
    require_meta(first, second, third)
    return empty(common_shape(first, second, third), first.dtype)


rule_for("prelu")(lambda data, weight: like(data))
rule_for(*"""
    copy_ zero_ fill_ normal_ uniform_ exponential_ bernoulli_ random_ geometric_
""".split())(lambda data, *others, **options: data)  # fmt: skip


@rule_for("scatter", "scatter_add", "index_add", "index_copy")
def _scatter(data, dim, index, source):
    require_meta(data, index, source)
    axis_of(dim, data.ndim)
    return like(data)


@rule_for("zeros_like", "ones_like", "full_like", "empty_like", "rand_like", "randn_like")
def _create_like(data, *value, dtype=None, memory_format=None):
    require_meta(data)
    return like(data, dtype)
