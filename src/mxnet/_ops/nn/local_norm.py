"""Normalization without statistics or parameters: local response normalization and L2."""

from __future__ import annotations

from typing import Literal

import torch

from ..._core.private_torch import Function
from .. import shape_rules
from ..checks import brackets, fail, want_floats
from ..registry import op


def _negative_power(x: torch.Tensor, exponent: float) -> torch.Tensor:
    if exponent == 0.75:  # the default; roots are several times faster than powers
        root = x.rsqrt()
        return root * root.sqrt()
    return x.pow(-exponent)


class _NeighborSums(Function):
    """Sums over each channel and ``reach`` channels on both sides; so is their gradient."""

    @staticmethod
    def forward(ctx, data, reach):
        ctx.reach = reach
        total = data.clone()
        for step in range(1, min(reach + 1, data.shape[1])):
            total[:, step:] += data[:, :-step]
            total[:, :-step] += data[:, step:]
        return total

    @staticmethod
    def backward(ctx, grad):
        return _NeighborSums.apply(grad, ctx.reach), None


@op("LRN", shape=shape_rules.like_first, stored_outputs=2, names_outputs=True)
def lrn(data, *, alpha: float = 1e-4, beta: float = 0.75, knorm: float = 2.0, nsize: int):
    """Divide by a power of the sum of squares over ``nsize`` neighboring channels."""
    want_floats(data)
    if data.ndim < 2:
        fail(f"data should have channels in its second axis, got {brackets(data.shape)}")
    if not nsize >= 1:
        fail(f"nsize must be at least 1, got {nsize}")
    reach = (nsize - 1) // 2  # MXNet: an even nsize covers one channel less, but is the divisor
    wide = data.float() if data.dtype is torch.float16 else data  # squares of 256 overflow
    total = _NeighborSums.apply(wide * wide, reach)
    return (wide * _negative_power(total.mul_(alpha / nsize).add_(knorm), beta)).to(data.dtype)


@op("L2Normalization", shape=shape_rules.like_first, stored_outputs=2, legacy=True)
def l2_normalization(
    data, *, eps: float = 1e-10, mode: Literal["channel", "instance", "spatial"] = "instance"
):
    """Divide by the L2 norm of each instance, over its channels, or over its spatial positions."""
    want_floats(data)
    if mode == "instance":
        axes = tuple(range(1, data.ndim))
    else:
        if data.ndim < 3:
            fail(f"At least 3 dimensions required in {mode} mode, got {brackets(data.shape)}")
        axes = (1,) if mode == "channel" else tuple(range(2, data.ndim))
    squares = data * data
    total = squares.sum(axes, keepdim=True) if axes else squares
    return data / (total + eps).sqrt()
