"""2-d convolutions in training, for shapes on which oneDNN, torch's backend, is slow.

Measured with one thread and AVX2: the gradient of the weight of 20 filters over one channel takes
9.8 ms with oneDNN and 2.8 ms as a product with columns of windows. From 20 to 50 channels a
convolution takes 7.0 ms and both gradients 21.0 ms; in the channels-last layout 6.4 and 16.5 ms,
including the copies.

With AVX-512, oneDNN takes 0.43 to 1.1 of the time of columns in the channels-last layout, and 0.47
to 1.3 in the other one (21 shapes), so they are not used.
"""

from __future__ import annotations

import math

import torch

from ..._core.private_torch import Function
from ..copies import contiguous, to_channels_last as _last
from .columns import Windows, lay_out

_MAX_COLUMNS = 1 << 24  # elements: 64 MiB
_LANES = 8  # floats in an AVX2 register; oneDNN is slow if the channels are no multiple of it
_SMALL = 1 << 14  # elements: below this the overhead of Python is larger than the gain
_instructions = torch.backends.cpu.get_cpu_capability


def plane_convolution(data, weight, bias, stride, pad, dilate, groups) -> torch.Tensor:
    """Return ``torch.conv2d`` of the same arguments, with a possibly faster gradient."""
    if weight.requires_grad and _overflows_in_torch(data, weight, stride, pad):
        data, stride = data[:, :, :: stride[0], :: stride[1]], (1, 1)
    function = _choose_function(data, weight, groups)
    if function is None:
        return torch.conv2d(data, weight, bias, stride, pad, dilate, groups)
    return function.apply(data, weight, bias, (stride, pad, dilate))


def _overflows_in_torch(data, weight, stride, pad) -> bool:
    """Return whether torch's gradient would write out of bounds.

    torch 2.13 does so for 1 x 1 kernels with a stride in the channels-last layout, if the number of
    channels is not a multiple of the vector width. Slicing the data with the stride first gives the
    same result.
    """
    if weight.shape[2:] != (1, 1) or not data.is_cpu or pad not in (0, (0, 0)):
        return False
    if stride in (1, (1, 1)):
        return False
    return bool(data.shape[1] % _LANES or weight.shape[0] % _LANES)


def _choose_function(data, weight, groups: int) -> type[torch.autograd.Function] | None:
    """Return the function to use in training, or None if torch's own is as fast."""
    if not weight.requires_grad or not data.is_cpu or data.dtype is not torch.float32:
        return None
    channels, filters = data.shape[1], weight.shape[0]
    if groups > 1 or data.numel() < _SMALL or not data.is_contiguous():
        return None
    if channels == 1 and filters >= 2 * _LANES and _instructions() != "AVX512":
        columns = math.prod(weight.shape[2:]) * data.numel()  # an upper bound: a stride reduces it
        return _ByColumns if columns <= _MAX_COLUMNS else None
    uneven = channels % _LANES and filters % _LANES
    return _ChannelsLast if uneven and channels > _LANES else None


class _ByColumns(Function):
    """Compute the gradient of the weight from the windows of the data, arranged as columns."""

    @staticmethod
    def forward(ctx, data, weight, bias, geometry):
        ctx.save_for_backward(data, weight)
        ctx.geometry = geometry
        return torch.conv2d(data, weight, bias, *geometry)

    @staticmethod
    def backward(ctx, grad):
        data, weight = ctx.saved_tensors
        needs_grad = ctx.needs_input_grad
        of_data = of_weight = of_bias = None
        if needs_grad[0]:
            only_data = (True, False, False)
            of_data = _by_torch(grad, data, weight, ctx.geometry, only_data)[0]
        rows = grad.flatten(2)
        if needs_grad[1]:
            stride, pad, dilate = (tuple(_pair(numbers)) for numbers in ctx.geometry)
            columns = lay_out(data, Windows(tuple(weight.shape[2:]), stride, dilate, pad))
            products = torch.bmm(columns, rows.transpose(1, 2))
            of_weight = products.sum(0).t().contiguous().view(weight.shape)
        if needs_grad[2]:
            of_bias = rows.sum(2).sum(0)
        return of_data, of_weight, of_bias, None


class _ChannelsLast(Function):
    """Convolve copies in the channels-last layout."""

    @staticmethod
    def forward(ctx, data, weight, bias, geometry):
        last = _last(data)
        ctx.save_for_backward(data, weight, last)
        ctx.geometry = geometry
        return contiguous(torch.conv2d(last, _last(weight), bias, *geometry))

    @staticmethod
    def backward(ctx, grad):
        data, weight, last = ctx.saved_tensors
        if torch.is_grad_enabled():  # a second derivative needs the data itself in the graph
            last = _last(data)
        needs_grad = ctx.needs_input_grad[:3]
        grads = _by_torch(_last(grad), last, _last(weight), ctx.geometry, needs_grad)
        return *(None if t is None else contiguous(t) for t in grads), None


def _pair(numbers) -> list[int]:
    return [numbers, numbers] if isinstance(numbers, int) else list(numbers)


def _by_torch(grad, data, weight, geometry, needs_grad) -> tuple:
    stride, pad, dilate = map(_pair, geometry)
    grads = torch.ops.aten.convolution_backward(
        grad,
        data,
        weight,
        [weight.shape[0]],
        stride,
        pad,
        dilate,
        False,
        [0, 0],
        1,
        list(needs_grad),
    )
    return tuple(t if is_needed else None for t, is_needed in zip(grads, needs_grad, strict=True))
