"""im2col and col2im: the windows of a convolution arranged as a matrix, and the inverse."""

from __future__ import annotations

import math

import torch
import torch.nn.functional as F

from ..attrs import Shape
from ..checks import brackets, fail, want_floats
from ..registry import op
from .windows import (
    check_kernel,
    check_length,
    check_positive,
    check_reach,
    dilated_sizes,
    each_axis,
)


def _window_counts(sizes, kernel, stride, dilate, pad) -> tuple[int, ...]:
    """Return the number of windows along each axis."""
    ndim = len(kernel)
    each = zip(
        sizes,
        dilated_sizes(kernel, dilate),
        each_axis(stride, 1, ndim),
        each_axis(pad, 0, ndim),
        strict=True,
    )
    return tuple((size + 2 * p - span) // s + 1 for size, span, s, p in each)


def _window_positions(sizes, counts, kernel, stride, dilate, device) -> torch.Tensor:
    """Return the positions of the elements of all windows in a flattened image."""
    ndim, positions = len(kernel), torch.zeros((), dtype=torch.int64, device=device)
    steps, gaps = each_axis(stride, 1, ndim), each_axis(dilate, 1, ndim)
    for axis in range(ndim):
        within = torch.arange(kernel[axis], device=device) * gaps[axis]
        starts = torch.arange(counts[axis], device=device) * steps[axis]
        shape = [1] * (2 * ndim)
        shape[axis], shape[ndim + axis] = kernel[axis], counts[axis]
        positions = positions * sizes[axis] + (within[:, None] + starts).reshape(shape)
    return positions.reshape(-1)


def _pad_sizes(sizes, pad) -> tuple[int, ...]:
    return tuple(size + 2 * p for size, p in zip(sizes, each_axis(pad, 0, len(sizes)), strict=True))


def _both_ends(pad, sign: int = 1) -> list[int]:
    """Return a padding in the order of ``F.pad``: the last axis first, both ends of each."""
    return [sign * p for axis in reversed(pad) for p in (axis, axis)]


def _as_plane(values: tuple, first: int) -> tuple:
    """Extend an attribute for one axis to an image with one row."""
    return (first, *values) if values else ()


@op("im2col", names_outputs=True)
def im2col(data, *, kernel: Shape, stride: Shape = (), dilate: Shape = (), pad: Shape = ()):
    """Arrange the windows of a convolution as columns: (batch, channels * kernel size, windows)."""
    want_floats(data)
    check_kernel(kernel, stride, dilate, pad)
    if data.ndim != len(kernel) + 2:
        fail(
            f"data should have {len(kernel) + 2} dimensions for the kernel {brackets(kernel)}, "
            f"got {brackets(data.shape)}"
        )
    check_reach(data.shape[2:], kernel, dilate, pad)
    if len(kernel) == 1:
        data = data.unsqueeze(2)
        kernel, stride = _as_plane(kernel, 1), _as_plane(stride, 1)
        dilate, pad = _as_plane(dilate, 1), _as_plane(pad, 0)
    if len(kernel) == 2:
        return F.unfold(data, kernel, dilate or 1, pad or 0, stride or 1)
    counts = _window_counts(data.shape[2:], kernel, stride, dilate, pad)
    image = F.pad(data, _both_ends(pad)).flatten(2)
    sizes = _pad_sizes(data.shape[2:], pad)
    columns = image.index_select(
        2, _window_positions(sizes, counts, kernel, stride, dilate, data.device)
    )
    return columns.reshape(data.shape[0], -1, math.prod(counts))


@op("col2im", names_outputs=True)
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
    want_floats(data)
    check_kernel(kernel, stride, dilate, pad)
    check_length(kernel, "Output size", output_size)
    check_positive(output=output_size)
    check_reach(output_size, kernel, dilate, pad, "output size")
    if data.ndim != 3:
        fail(f"data should be 3D in batch-column-window, got {brackets(data.shape)}")
    counts = _window_counts(output_size, kernel, stride, dilate, pad)
    if data.shape[2] != math.prod(counts):
        fail(
            f"output size does not match convolution parameters: {math.prod(counts)} windows, "
            f"data has {data.shape[2]}"
        )
    channels, rest = divmod(data.shape[1], math.prod(kernel))
    if rest:
        fail(
            "the second dim of input shape should be multiples of kernel size "
            f"{math.prod(kernel)}, "
            f"got {data.shape[1]}"
        )
    if len(kernel) == 2:
        return F.fold(data, output_size, kernel, dilate or 1, pad or 0, stride or 1)
    if len(kernel) == 1:
        windows = (_as_plane(dilate, 1) or 1, _as_plane(pad, 0) or 0, _as_plane(stride, 1) or 1)
        return F.fold(data, (1, *output_size), (1, *kernel), *windows).squeeze(2)
    sizes = _pad_sizes(output_size, pad)
    positions = _window_positions(sizes, counts, kernel, stride, dilate, data.device)
    image = data.new_zeros(data.shape[0], channels, math.prod(sizes))
    image = image.index_add(2, positions, data.reshape(data.shape[0], channels, -1))
    image = image.reshape(data.shape[0], channels, *sizes)
    return F.pad(image, _both_ends(pad, -1)).contiguous()
