"""im2col and col2im: the windows of a convolution arranged as a matrix, and the inverse."""

from __future__ import annotations

import itertools
import math
from typing import NamedTuple

import torch
import torch.nn.functional as F

from ..._core.private_torch import Function
from ..attrs import Shape
from ..checks import brackets, fail, require_floats
from ..registry import op
from .windows import (
    check_kernel,
    check_length,
    check_positive,
    check_reach,
    dilated_sizes,
    each_axis,
)

EVERY = (slice(None), slice(None))  # all images and channels


class Windows(NamedTuple):
    """Where the windows of a convolution lie, a number for each axis."""

    kernel: tuple[int, ...]
    stride: tuple[int, ...]
    dilate: tuple[int, ...]
    pad: tuple[int, ...]

    def counts(self, sizes) -> tuple[int, ...]:
        """Return how many windows there are along each axis."""
        spans = dilated_sizes(self.kernel, self.dilate)
        each = zip(sizes, spans, self.stride, self.pad, strict=True)
        return tuple((size + 2 * p - span) // s + 1 for size, span, s, p in each)


def _windows(kernel, stride, dilate, pad) -> Windows:
    ndim = len(kernel)
    return Windows(
        kernel, each_axis(stride, 1, ndim), each_axis(dilate, 1, ndim), each_axis(pad, 0, ndim)
    )


def lay_out(image: torch.Tensor, windows: Windows) -> torch.Tensor:
    """Return (batch, channels * kernel size, windows), in a seventh of the time of ``F.unfold``."""
    kernel, stride, dilate, pad = windows
    counts = windows.counts(image.shape[2:])
    views = F.pad(image, [p for p in reversed(pad) for _ in range(2)])
    axes = zip(kernel, counts, stride, dilate, strict=True)
    for axis, (size, count, step, gap) in enumerate(axes, 2):
        # the elements that each position in the window covers while the window moves
        covered = views.unfold(axis, (count - 1) * step + 1, gap)
        views = covered.narrow(axis, 0, size)[..., ::step]
    return views.reshape(image.shape[0], image.shape[1] * math.prod(kernel), math.prod(counts))


def _add_up(columns: torch.Tensor, sizes: tuple[int, ...], windows: Windows) -> torch.Tensor:
    """Return the image (batch, channels, *sizes) of columns: sums over windows."""
    kernel, stride, dilate, pad = windows
    counts = windows.counts(sizes)
    parts = columns.reshape(len(columns), columns.shape[1] // math.prod(kernel), *kernel, *counts)
    padded = (size + 2 * p for size, p in zip(sizes, pad, strict=True))
    image = columns.new_zeros(*parts.shape[:2], *padded)
    for position in itertools.product(*map(range, kernel)):
        each = zip(position, dilate, stride, counts, strict=True)
        covered = (slice(i * gap, i * gap + (n - 1) * step + 1, step) for i, gap, step, n in each)
        where = (*EVERY, *covered)
        image[where] += parts[EVERY + position]
    inside = (slice(p, p + size) for p, size in zip(pad, sizes, strict=True))
    where = (*EVERY, *inside)
    return image[where].contiguous()


class _LayOut(Function):
    """``lay_out`` with its gradient."""

    @staticmethod
    def forward(ctx, image, windows):
        ctx.sizes, ctx.windows = tuple(image.shape[2:]), windows
        return lay_out(image, windows)

    @staticmethod
    def backward(ctx, grad):
        return _AddUp.apply(grad, ctx.sizes, ctx.windows), None


class _AddUp(Function):
    """``_add_up`` with its gradient."""

    @staticmethod
    def forward(ctx, columns, sizes, windows):
        ctx.windows = windows
        return _add_up(columns, sizes, windows)

    @staticmethod
    def backward(ctx, grad):
        return _LayOut.apply(grad, ctx.windows), None, None


@op("im2col", naming="outputs")
def im2col(data, *, kernel: Shape, stride: Shape = (), dilate: Shape = (), pad: Shape = ()):
    """Arrange the windows of a convolution as columns: (batch, channels * kernel size, windows)."""
    require_floats(data)
    check_kernel(kernel, stride, dilate, pad)
    if data.ndim != len(kernel) + 2:
        fail(
            f"data should have {len(kernel) + 2} dimensions for the kernel {brackets(kernel)}, "
            f"got {brackets(data.shape)}"
        )
    check_reach(data.shape[2:], kernel, dilate, pad)
    return _LayOut.apply(data, _windows(kernel, stride, dilate, pad))


@op("col2im", naming="outputs")
def col2im(
    data,
    *,
    output_size: Shape,
    kernel: Shape,
    stride: Shape = (),
    dilate: Shape = (),
    pad: Shape = (),
):
    """Add up columns into the image that their windows come from: the gradient of ``im2col``."""
    require_floats(data)
    check_kernel(kernel, stride, dilate, pad)
    check_length(kernel, "Output size", output_size)
    check_positive(output=output_size)
    check_reach(output_size, kernel, dilate, pad, "output size")
    if data.ndim != 3:
        fail(f"data should be 3D in batch-column-window, got {brackets(data.shape)}")
    windows = _windows(kernel, stride, dilate, pad)
    counts = windows.counts(output_size)
    if data.shape[2] != math.prod(counts):
        fail(
            f"output size does not match convolution parameters: {math.prod(counts)} windows, "
            f"data has {data.shape[2]}"
        )
    if data.shape[1] % math.prod(kernel):
        fail(
            "the second dim of input shape should be multiples of kernel size "
            f"{math.prod(kernel)}, "
            f"got {data.shape[1]}"
        )
    return _AddUp.apply(data, output_size, windows)
