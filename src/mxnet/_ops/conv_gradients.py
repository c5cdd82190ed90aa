"""Gradients of plane convolutions where oneDNN, which torch asks, has a slow way.

Measured with one thread: the gradient of the weight of 20 filters over one channel takes 10.3 ms
with oneDNN and 5.9 as a product with the columns of windows; both gradients between 20 and 50
channels take 21.1 ms, and 17 with the channels last, the copies included.
"""

from __future__ import annotations

import math

import torch
import torch.nn.functional as F

_MOST_COLUMNS = 1 << 24  # elements: 64 MiB
_LANES = 8  # oneDNN puts so many channels side by side; what is left over slows it down
_SMALL = 1 << 14  # elements: below this the detour over Python costs more


def plane_convolution(data, weight, bias, stride, pad, dilate, groups) -> torch.Tensor:
    """Return ``torch.conv2d`` of the same arguments, with a gradient that may be faster."""
    backward = _way_back(data, weight, groups)
    if backward is None:
        return torch.conv2d(data, weight, bias, stride, pad, dilate, groups)
    return _Convolution.apply(data, weight, bias, (stride, pad, dilate), backward)


def _way_back(data, weight, groups: int):
    """Return the function for the gradients, None where torch's own way is good."""
    if not weight.requires_grad or not data.is_cpu or data.dtype is not torch.float32:
        return None
    channels, filters = data.shape[1], weight.shape[0]
    if groups > 1 or data.numel() < _SMALL or not data.is_contiguous():
        return None
    if channels == 1 and filters >= 2 * _LANES:
        columns = math.prod(weight.shape[2:]) * data.numel()  # with a stride they are fewer
        return _by_columns if columns <= _MOST_COLUMNS else None
    uneven = channels % _LANES and filters % _LANES
    return _channels_last if uneven and channels > _LANES else None


class _Convolution(torch.autograd.Function):
    """A convolution with another way back."""

    @staticmethod
    def forward(ctx, data, weight, bias, geometry, backward):
        ctx.save_for_backward(data, weight)
        ctx.geometry, ctx.way_back = geometry, backward
        return torch.conv2d(data, weight, bias, *geometry)

    @staticmethod
    def backward(ctx, grad):
        grads = ctx.way_back(grad, *ctx.saved_tensors, ctx.geometry, ctx.needs_input_grad[:3])
        return *grads, None, None


def _by_columns(grad, data, weight, geometry, wanted) -> tuple:
    """Multiply with the windows of the data, laid out as columns."""
    stride, pad, dilate = geometry
    of_data = of_weight = of_bias = None
    if wanted[0]:
        of_data = _by_torch(grad, data, weight, geometry, (True, False, False))[0]
    if wanted[1]:
        columns = F.unfold(data, weight.shape[2:], dilate, pad, stride)
        of_weight = torch.bmm(grad.flatten(2), columns.transpose(1, 2)).sum(0).view_as(weight)
    if wanted[2]:
        of_bias = grad.sum((0, 2, 3))
    return of_data, of_weight, of_bias


def _channels_last(grad, data, weight, geometry, wanted) -> tuple:
    """Let torch work on copies in which the channels of a place are neighbours."""
    last = [t.contiguous(memory_format=torch.channels_last) for t in (grad, data, weight)]
    found = _by_torch(*last, geometry, wanted)
    return tuple(None if t is None else t.contiguous() for t in found)


def _by_torch(grad, data, weight, geometry, wanted) -> tuple:
    stride, pad, dilate = ([n, n] if isinstance(n, int) else list(n) for n in geometry)
    found = torch.ops.aten.convolution_backward(
        grad, data, weight, [weight.shape[0]], stride, pad, dilate, False, [0, 0], 1, list(wanted)
    )
    return tuple(t if is_wanted else None for t, is_wanted in zip(found, wanted, strict=True))
