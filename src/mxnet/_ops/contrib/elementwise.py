"""Small elementwise functions, some with a custom gradient."""

from __future__ import annotations

import math

import torch

from ..._core.dtypes import widen
from ..._core.private_torch import Function
from .. import shape_rules, sparse_kernels, storage_rules, type_rules
from ..checks import brackets, fail
from ..math.elementwise import round_away
from ..registry import op, register


class _ScaledGradient(Function):
    """Pass data through, and multiply its gradient."""

    @staticmethod
    def forward(ctx, data, factor):
        ctx.factor = factor
        return data.view_as(data)

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.factor, None


class _StraightThrough(Function):
    """Compute a step function with the gradient of the identity."""

    @staticmethod
    def forward(ctx, data, function):
        return function(data)

    @staticmethod
    def backward(ctx, grad):
        return grad, None


class _Quadratic(Function):
    """Compute the polynomial; its derivative takes one pass instead of torch's four."""

    @staticmethod
    def forward(ctx, data, a, b, c):
        ctx.save_for_backward(data)
        ctx.factors = 2 * a, b
        return data.mul(a).add_(b).mul_(data).add_(c)

    @staticmethod
    def backward(ctx, grad):
        (data,), (slope, start) = ctx.saved_tensors, ctx.factors
        return (data * slope + start) * grad, None, None, None


def _quadratic_storage(op, stypes, attrs) -> str:
    """Without a constant term, the zeros of a CSR matrix are preserved."""
    return (
        stypes[0] if stypes[0] == storage_rules.CSR and not attrs.get("c") else storage_rules.DENSE
    )


@op(
    "_contrib_quadratic",
    shape=shape_rules.same,
    storage=_quadratic_storage,
    sparse=sparse_kernels.of_stored_values,
)
def quadratic(data, *, a: float = 0.0, b: float = 0.0, c: float = 0.0):
    """Compute ``a * data**2 + b * data + c``."""
    if data.is_floating_point():
        return _Quadratic.apply(data, a, b, c)
    return (widen(data) * data * a + widen(data) * b + c).to(data.dtype)


@op("_contrib_div_sqrt_dim", shape=shape_rules.same)
def div_sqrt_dim(data):
    """Divide by the square root of the size of the last axis."""
    if data.ndim < 1:
        fail(f"data must have an axis, got {brackets(data.shape)}")
    scale = math.sqrt(data.shape[-1])
    # MXNet: integers are divided by the integer part of the divisor
    if data.is_floating_point():
        return data / scale
    return data.div(max(int(scale), 1), rounding_mode="trunc")


@op(
    "_contrib_gradientmultiplier", aliases_input=True, types=type_rules.SAME, shape=shape_rules.same
)
def gradientmultiplier(data, *, scalar: float = 1.0, is_int: bool = True):
    """Return data with its gradient multiplied by ``scalar``; ``is_int`` has no effect."""
    return _ScaledGradient.apply(data, scalar) if data.requires_grad else data


@op("_contrib_backward_gradientmultiplier", shape=shape_rules.same)
def backward_gradientmultiplier(data, *, scalar: float = 1.0, is_int: bool = True):
    """Return data times ``scalar``; ``is_int`` has no effect."""
    return (data * scalar).to(data.dtype)


def _declare_straight_through(name: str, function) -> None:
    def kernel(data):
        return _StraightThrough.apply(data, function) if data.requires_grad else function(data)

    register(
        kernel,
        f"_contrib_{name}_ste",
        (f"_sparse__contrib_{name}_ste",),
        doc=f"Return ``{name}(data)``; the gradient passes as if nothing had been done.",
        shape=shape_rules.same,
    )


for _name, _function in (("round", round_away), ("sign", torch.sign)):
    _declare_straight_through(_name, _function)


@op("_contrib_allclose", types=type_rules.with_output_types("T>.", torch.uint8))
def allclose(a, b, *, rtol: float = 1e-5, atol: float = 1e-8, equal_nan: bool = True):
    """Return 1 if all elements of two arrays satisfy ``|a - b| <= atol + rtol * |b|``, else 0.

    The result is uint8 and has no axes.
    """
    if a.shape != b.shape:
        fail(f"a and b must have the same shape, got {brackets(a.shape)} and {brackets(b.shape)}")
    if a.dtype is torch.float32 and a.numel() and not a.is_meta:
        beyond = (a - b).abs_().sub_(b.abs().mul_(rtol).add_(atol)).amax()
        if beyond <= 0:  # false if an element is not finite
            return torch.ones((), dtype=torch.uint8, device=a.device)
    return torch.isclose(a, b, rtol, atol, equal_nan).all().to(torch.uint8)
