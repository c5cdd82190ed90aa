"""Reductions over axes: sum, mean, max and their kin."""

from __future__ import annotations

import math

import torch

from .attrs import Shape
from .checks import check
from .registry import op, register


def reduced_axes(ndim: int, axis: Shape | None, exclude: bool = False) -> tuple[int, ...]:
    """Return the axes to reduce, counted from 0 and sorted; no axis stands for all of them."""
    if axis is None or axis == ():
        # MXNet: exclude without an axis still reduces everything.
        return tuple(range(ndim))
    axes = set()
    for a in axis:
        check(-ndim <= a < ndim, f"Reduction axis {a} Exceeds input dimensions {ndim}")
        check(a % ndim not in axes, f"axis {a} is given twice in {axis}")
        axes.add(a % ndim)
    return tuple(d for d in range(ndim) if (d in axes) != exclude)


def _shaped(result: torch.Tensor, keepdims: bool) -> torch.Tensor:
    # MXNet: a full reduction has shape (1,), not ().
    return result if keepdims or result.ndim else result.reshape(1)


class _Extreme(torch.autograd.Function):
    """Maximum or minimum whose gradient goes, whole, to every element that equals it."""

    @staticmethod
    def forward(ctx, data, function, axes):
        result = function(data, axes, True)
        ctx.save_for_backward(data, result)
        return result

    @staticmethod
    def backward(ctx, grad):
        data, result = ctx.saved_tensors
        return grad * (data == result), None, None


def _extreme(function):
    def reduce(data, axes, keepdim):
        if not data.requires_grad:
            return function(data, axes, keepdim)
        result = _Extreme.apply(data, function, axes)
        return result if keepdim else result.squeeze(axes)

    return reduce


def _product(data, axes, keepdim):
    for axis in reversed(axes):
        data = torch.prod(data, axis, keepdim=keepdim, dtype=data.dtype)
    return data


def _sum(data, axes, keepdim):
    if data.dtype.is_floating_point:
        return torch.sum(data, axes, keepdim)
    return torch.sum(data, axes, keepdim, dtype=data.dtype)


def _mean(data, axes, keepdim):
    if data.is_floating_point():
        return torch.mean(data, axes, keepdim)
    total = _sum(data, axes, keepdim)
    if data.dtype is torch.bool:
        return total
    count = math.prod(data.shape[axis] for axis in axes)
    return torch.div(total, count, rounding_mode="trunc")


def _without_nan(function, neutral):
    return lambda data, axes, keepdim: function(
        torch.where(data.isnan(), neutral, data) if data.is_floating_point() else data,
        axes,
        keepdim,
    )


# operator: (function of data, axes, keepdim; aliases)
REDUCTIONS = {
    "sum": (_sum, ("sum_axis",)),
    "mean": (_mean, ()),
    "prod": (_product, ()),
    "nansum": (_without_nan(_sum, 0), ()),
    "nanprod": (_without_nan(_product, 1), ()),
    "max": (_extreme(torch.amax), ("max_axis",)),
    "min": (_extreme(torch.amin), ("min_axis",)),
}


# the common case in one call of torch: all of a 1-d array of floats
FLAT = {"sum": torch.sum, "mean": torch.mean}


def _reduce_kernel(function, name):
    flat = FLAT.get(name)

    def kernel(data, *, axis: Shape | None = None, keepdims: bool = False, exclude: bool = False):
        if axis is None and flat and data.ndim == 1 and not keepdims and data.dtype.is_floating_point:
            return flat(data, 0, True)
        axes = reduced_axes(data.ndim, axis, exclude)
        if not axes:
            return data.clone()
        return _shaped(function(data, axes, keepdims), keepdims)

    kernel.__doc__ = f"Return the {name} over some axes, or over all where none is given."
    return kernel


for _name, (_function, _aliases) in REDUCTIONS.items():
    register(_reduce_kernel(_function, _name), _name, _aliases)


@op("_square_sum")
def square_sum(data, *, axis: Shape | None = None, keepdims: bool = False, exclude: bool = False):
    """Return the sum of squares of a row_sparse array over some axes."""
    check(False, "_square_sum works on row_sparse arrays; of a dense one take sum(square(x))")
