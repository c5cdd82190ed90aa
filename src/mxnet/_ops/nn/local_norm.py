"""Normalization without statistics or parameters: local response normalization and L2."""

from __future__ import annotations

from typing import Literal

import torch

from ..._core.private_torch import Function
from .. import shape_rules
from ..checks import brackets, fail, require_floats
from ..registry import op
from ..tracing import is_traced


def _sum_neighbors(data: torch.Tensor, reach: int, number: float) -> torch.Tensor:
    """Sum over each channel and ``reach`` channels on both sides, and add a number."""
    total = data + number
    for step in range(1, min(reach + 1, data.shape[1])):
        total[:, step:].add_(data[:, :-step])  # += would copy the sums once more
        total[:, :-step].add_(data[:, step:])
    return total


class _NeighborSums(Function):
    """Such sums; so is their gradient."""

    @staticmethod
    def forward(ctx, data, reach, number):
        ctx.reach = reach
        return _sum_neighbors(data, reach, number)

    @staticmethod
    def backward(ctx, grad):
        return _NeighborSums.apply(grad, ctx.reach, 0.0), None, None


def _normalize(data, reach: int, scale: float, knorm: float, beta: float) -> torch.Tensor:
    wide = _widen(data)
    total = _NeighborSums.apply((wide * wide).mul_(scale), reach, knorm)
    if beta == 0.75:  # the default; roots are several times faster than powers
        root = total.rsqrt()
        return (wide * (root * root.sqrt())).to(data.dtype)
    return (wide * total.pow(-beta)).to(data.dtype)


def _normalize_into(result, data, reach: int, scale: float, knorm: float, beta: float) -> None:
    """Compute the same with fewer passes over memory."""
    wide = _widen(data)
    count, width = data.shape[1], 2 * reach + 1
    # Each square gets a share of the number that is added to their sum, also those outside.
    share = wide.new_tensor(knorm / width)
    squares = wide.new_empty(len(wide), count + 2 * reach, *wide.shape[2:])
    squares[:, :reach] = squares[:, count + reach :] = share
    torch.addcmul(share, wide, wide, value=scale, out=squares[:, reach : count + reach])
    total = squares
    if reach:
        pairs = squares[:, :-1] + squares[:, 1:]
        total = squares[:, 2 * reach :].add_(pairs[:, :count])
        for step in range(2, 2 * reach, 2):
            total.add_(pairs[:, step : step + count])
    if beta == 0.75:
        root = total.rsqrt_()
        torch.mul(wide, root, out=result).div_(root.rsqrt())
    else:
        torch.mul(wide, total.pow_(-beta), out=result)


def _widen(data: torch.Tensor) -> torch.Tensor:
    return data.float() if data.dtype is torch.float16 else data  # squares of 256 overflow


# Elements of images that pass through all steps together. The temporaries of one image of 64 x 56 x
# 56 stay in the caches, while dividing its positions would make the calls slower.
PART = 1 << 17


def _normalize_parts(data: torch.Tensor, *args) -> torch.Tensor:
    """Normalize some images after the others."""
    result, images = torch.empty_like(data), max(PART // data[0].numel(), 1)
    for source, target in zip(data.split(images), result.split(images), strict=True):
        _normalize_into(target, source, *args)
    return result


@op("LRN", shape=shape_rules.like_first, stored_outputs=2, naming="outputs")
def lrn(data, *, alpha: float = 1e-4, beta: float = 0.75, knorm: float = 2.0, nsize: int):
    """Divide by a power of the sum of squares over ``nsize`` neighboring channels."""
    require_floats(data)
    if data.ndim < 2:
        fail(f"data should have channels in its second axis, got {brackets(data.shape)}")
    if not nsize >= 1:
        fail(f"nsize must be at least 1, got {nsize}")
    reach = (nsize - 1) // 2  # MXNet: an even nsize covers one channel less, but is the divisor
    is_plain = data.is_cpu and data.is_contiguous() and not data.requires_grad and not is_traced()
    normalize = _normalize_parts if is_plain and data.numel() > 0 else _normalize
    return normalize(data, reach, alpha / nsize, knorm, beta)


@op("L2Normalization", shape=shape_rules.like_first, stored_outputs=2, naming="legacy")
def l2_normalization(
    data, *, eps: float = 1e-10, mode: Literal["channel", "instance", "spatial"] = "instance"
):
    """Divide by the L2 norm of each instance, over its channels, or over its spatial positions."""
    require_floats(data)
    if mode == "instance":
        axes = tuple(range(1, data.ndim))
    else:
        if data.ndim < 3:
            fail(f"At least 3 dimensions required in {mode} mode, got {brackets(data.shape)}")
        axes = (1,) if mode == "channel" else tuple(range(2, data.ndim))
    squares = data * data
    total = squares.sum(axes, keepdim=True) if axes else squares
    return data / (total + eps).sqrt()
