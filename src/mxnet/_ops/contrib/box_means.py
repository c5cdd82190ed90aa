"""Position-sensitive pooling of boxes on the CPU: weighted sums of the elements of each bin.

Each element is a row with a column for each output. In memory these are as far apart as the
channels that a bin reads, so rows overlap, and nothing is copied.
"""

from __future__ import annotations

import functools
from typing import NamedTuple

import numpy as np
import torch

from ..._core.private_torch import Function
from ..vision.box_pooling import elements_of

# The integral image takes as long as sums over this many elements for each element of the data and
# output, and for each bin: measured with 18 and 1029 channels of 25 x 25 and 38 x 50 elements.
_INTEGRAL, _LOOKUPS = 3, 8


class _Settings(NamedTuple):
    """The inputs of a call from which the elements of the bins of boxes are computed."""

    half: np.floating  # the number just below 1/2, so that trunc(x + half) rounds
    longer: np.ndarray  # (4,) pixels by which a box is longer than the difference of its edges
    steps: np.ndarray  # (bins + 1,)
    sizes: np.ndarray  # (2, 1) of an image along x and y
    channels: np.ndarray  # (bins, bins) where the first channel that each bin reads begins


@functools.lru_cache(maxsize=64)
def _settings(bins: int, groups: int, height: int, width: int, dtype: np.dtype) -> _Settings:
    along = np.arange(bins) * groups // bins
    return _Settings(
        half=np.nextafter(dtype.type(0.5), dtype.type(0)),
        longer=np.array([0, 0, 1, 1], dtype),
        steps=np.arange(bins + 1, dtype=dtype),
        sizes=np.array([[width], [height]], dtype),
        channels=(along[:, None] * groups + along) * (height * width),
    )


@np.errstate(invalid="ignore", over="ignore")  # boxes may be infinite
def _elements(boxes: np.ndarray, shape, scale: float, bins: int, groups: int, limit: int):
    """Return what ``elements_of`` does for the bins of boxes."""
    count, channels, height, width = shape
    settings, real = _settings(bins, groups, height, width, boxes.dtype), boxes.dtype.type
    corners = boxes[:, 1:]
    edges = np.copysign(settings.half, corners)
    edges += corners
    np.trunc(edges, out=edges)  # halves are rounded away from 0
    edges += settings.longer
    edges *= real(scale)
    first = edges[:, :2]
    extent = edges[:, 2:] - first
    np.maximum(extent, real(0.1), out=extent)
    extent /= real(bins)
    edges = extent[..., None] * settings.steps
    edges += first[..., None]
    ends = np.empty((2, len(boxes), 2, bins), edges.dtype)
    np.floor(edges[..., :-1], out=ends[0])
    np.ceil(edges[..., 1:], out=ends[1])
    np.fmax(ends, 0, out=ends)  # also nan becomes 0
    np.fmin(ends, settings.sizes, out=ends)
    starts, ends = ends.astype(np.int64)
    ends -= starts
    image = boxes[:, 0].astype(np.int64)
    ends *= (image.view(np.uint64) < count)[:, None, None]  # a negative number is a large one
    start = starts[:, 1, :, None] * width
    start = start + starts[:, 0, None]
    start += settings.channels
    start += (image * (channels * height * width))[:, None, None]
    return elements_of(start, ends[:, 1, :, None], ends[:, 0, None], width, limit)


def box_means(
    data, boxes, scale: float, bins: int, groups: int, output_dim: int
) -> torch.Tensor | None:
    """Return the means of bins, or None if an integral image is faster."""
    number = len(boxes) * bins**2
    limit = _INTEGRAL * data.numel() // output_dim + _LOOKUPS * number
    limit //= torch.get_num_threads()  # torch uses several for the image, and one for the sums
    found = _elements(boxes.numpy(), data.shape, scale, bins, groups, limit)
    if found is None:
        return None
    elements, starts, rectangle, sizes = found
    weight = np.reciprocal(np.maximum(sizes, 1).astype(boxes.numpy().dtype)).take(rectangle)
    found = *map(torch.from_numpy, (elements, starts, weight)), rectangle
    shape, stride = (len(boxes), bins, bins, output_dim), groups**2 * data.shape[2:].numel()
    if data.requires_grad and torch.is_grad_enabled():
        return _Sums.apply(data, shape, stride, *found)
    return _sums(data, shape, stride, *found)


def _sums(data, shape: tuple, stride: int, elements, starts, weight, _) -> torch.Tensor:
    """Return the sums of intervals of elements, times their weights.

    The shape is that of bins and outputs; the latter become the second axis.
    """
    rows = data.as_strided((data.numel() - (shape[3] - 1) * stride, shape[3]), (1, stride))
    mode_sum = 0
    sums = torch.embedding_bag(rows, elements, starts, False, mode_sum, False, weight)[0]
    return sums.view(shape).permute(0, 3, 1, 2).contiguous()


class _Sums(Function):
    @staticmethod
    def forward(ctx, data, *args):
        ctx.shape, ctx.args = data.shape, args
        return _sums(data, *args)

    @staticmethod
    def backward(ctx, grad):
        shape, stride, elements, _, weight, rectangle = ctx.args
        grad = grad.permute(0, 2, 3, 1).reshape(-1, shape[3])
        parts = grad.index_select(0, torch.from_numpy(rectangle)) * weight[:, None]
        positions = elements[:, None] + torch.arange(0, shape[3] * stride, stride)
        total = grad.new_zeros(ctx.shape.numel())
        total.scatter_add_(0, positions.view(-1), parts.view(-1))
        return total.view(ctx.shape), *[None] * 6
