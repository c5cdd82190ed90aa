"""Limits: clip, maximum and minimum.

The gradients that torch defines for elements equal to a limit differ from MXNet's and between
versions of torch. So torch's functions are not used for gradients: small arrays use
``torch.where``, whose gradient is unambiguous, and large ones use functions with their own
gradient.
"""

from __future__ import annotations

import functools
import math

import torch

from ..._core.dtypes import as_element, fits_all_floats
from ..._core.private_torch import Function
from .. import shape_rules, storage_rules
from ..registry import op

# Elements: below this, torch.where costs less than a gradient in Python (forward and backward on
# one thread: 66 against 100 µs for 10 elements, 1600 against 140 µs for 64,000).
SMALL = 8000


def _where(comparison, data, limit, grad):
    """Return the gradient where a comparison holds, and 0 elsewhere."""
    # A mask in the type of the gradient: for large arrays ten times as fast as one of bool.
    return comparison(data.detach(), limit, out=torch.empty_like(grad)).mul_(grad)


# ------------------------------------------------------------------------- an array and a number


class _Bound(Function):
    """The maximum or minimum of each element and a number.

    MXNet: an element equal to the number receives the gradient, NaN does not.
    """

    @staticmethod
    def forward(ctx, data, limit, choose, is_chosen):
        ctx.save_for_backward(data)
        ctx.limit, ctx.is_chosen = limit, is_chosen
        return choose(data, limit)

    @staticmethod
    def backward(ctx, grad):
        (data,) = ctx.saved_tensors
        return _where(ctx.is_chosen, data, ctx.limit, grad), None, None, None


def _make_bound(choose, is_chosen):
    def bound(data, limit: float):
        limit = as_element(limit, data.dtype)
        if not data.requires_grad:
            return choose(data, limit)
        if data.numel() <= SMALL:
            values = data.detach()
            bounded = choose(values, limit)
            return torch.where(bounded == values, data, bounded)
        return _Bound.apply(data, limit, choose, is_chosen)

    return bound


at_least = _make_bound(torch.clamp_min, torch.ge)
at_most = _make_bound(torch.clamp_max, torch.le)


# ------------------------------------------------------------------------------------ two arrays


class _Choice(Function):
    """The elementwise maximum or minimum of two arrays.

    MXNet: if two elements are equal, the left one receives the gradient; next to NaN, neither does.
    """

    @staticmethod
    def forward(ctx, lhs, rhs, choose, is_left, is_right):
        ctx.save_for_backward(lhs, rhs)
        ctx.comparisons = is_left, is_right
        return choose(lhs, rhs)

    @staticmethod
    def backward(ctx, grad):
        lhs, rhs = ctx.saved_tensors
        is_left, is_right = ctx.comparisons
        left = right = None
        if ctx.needs_input_grad[0]:
            left = _where(is_left, lhs, rhs.detach(), grad).sum_to_size(lhs.shape)
        if ctx.needs_input_grad[1]:
            right = _where(is_right, lhs, rhs.detach(), grad).sum_to_size(rhs.shape)
        return left, right, None, None, None


def _choice(choose, is_left, is_right):
    def choice(lhs, rhs):
        if not (lhs.requires_grad or rhs.requires_grad):
            return choose(lhs, rhs)
        if max(lhs.numel(), rhs.numel()) <= SMALL:
            left, right = lhs.detach(), rhs.detach()
            chosen = choose(left, right)  # NaN, equal to nothing, where one of them is NaN
            return torch.where(chosen == left, lhs, torch.where(chosen == right, rhs, chosen))
        return _Choice.apply(lhs, rhs, choose, is_left, is_right)

    return choice


maximum = _choice(torch.maximum, torch.ge, torch.lt)
minimum = _choice(torch.minimum, torch.le, torch.gt)


# ------------------------------------------------------------------------------------------ clip


class _Clip(Function):
    @staticmethod
    def forward(ctx, data, low, high):
        ctx.save_for_backward(data)
        ctx.limits = low, high
        return torch.clamp(data, low, high)

    @staticmethod
    def backward(ctx, grad):
        (data,) = ctx.saved_tensors
        return _clip_gradient(grad, data, *ctx.limits), None, None


def _clip_gradient(grad, data, low: float, high: float):
    """MXNet: elements equal to a limit receive the gradient, and so does NaN."""
    if data.is_cpu and not data.detach().sum().isnan():  # common, and much faster
        below, above = (
            _next_float(low, data.dtype, -math.inf),
            _next_float(high, data.dtype, math.inf),
        )
        return torch.ops.aten.hardtanh_backward(grad, data, below, above)
    return grad.masked_fill((data < low) | (data > high), 0)


@functools.lru_cache(maxsize=1024)
def _next_float(limit: float, dtype: torch.dtype, direction: float) -> float:
    """Return the number next to a limit, where hardtanh has the gradient 0, as it has outside.

    An infinite limit has no such number: NaN is returned, and comparisons with NaN are false.
    """
    if limit == direction:
        return math.nan
    # The type in which hardtanh compares.
    wide = torch.float64 if dtype is torch.float64 else torch.float32
    rounded = torch.tensor(limit, dtype=dtype).to(wide)
    return torch.nextafter(rounded, torch.tensor(direction, dtype=wide)).item()


def between(data, low: float, high: float):
    """Clip each element to the range from ``low`` to ``high``, with ``low <= high``."""
    if not data.requires_grad:
        return torch.clamp(data, low, high)
    if data.numel() <= SMALL:
        values = data.detach()
        clipped = torch.clamp(values, low, high)
        return torch.where((clipped == values) | values.isnan(), data, clipped)
    return _Clip.apply(data, low, high)


def _between_(data, low: float, high: float):
    return data.clamp_(as_element(low, data.dtype), as_element(high, data.dtype))


def _specialize_clip(attrs: dict):
    low, high = attrs["a_min"], attrs["a_max"]
    fits = fits_all_floats(low) and fits_all_floats(high)
    return (lambda data: between(data, low, high)) if fits and low <= high else None


@op(
    "clip",
    "_npi_clip",
    specialize=_specialize_clip,
    elementwise=True,
    shape=shape_rules.same,
    storage=storage_rules.sparse_if_zero_stays,
    numbers_inputs=True,
    inplace=lambda attrs: (
        (_between_, (attrs["a_min"], attrs["a_max"])) if attrs["a_min"] <= attrs["a_max"] else None
    ),
)
def clip(data, *, a_min: float, a_max: float):
    """Clip each element to the range from ``a_min`` to ``a_max``."""
    low, high = _limits(a_min, a_max, data.dtype)
    if low > high:  # MXNet: the upper limit is applied first
        return torch.where(data > high, high, torch.where(data < low, low, data))
    return between(data, low, high)


def _limits(low: float, high: float, dtype: torch.dtype) -> tuple[float, float]:
    within = as_element if dtype.is_floating_point else _in_range
    return within(low, dtype), within(high, dtype)


def _in_range(limit: float, dtype: torch.dtype) -> int:
    bounds = torch.iinfo(dtype)
    return int(min(max(limit, bounds.min), bounds.max))
