"""Region-of-interest pooling on the CPU: the maxima of bags of elements.

Each bin is a bag of elements, and each element a row with a column for each channel. In memory the
channels of an element are one image apart, so rows overlap, and nothing is copied.
"""

from __future__ import annotations

import functools

import numpy as np
import torch

from ..._core.private_torch import Function
from ..tracing import is_traced

_FAR = 1 << 9  # elements from the corner of the image: boxes up to there have tabulated bins
_LENGTHS = 2 * _FAR + 2
_MODE_MAX = 2
_FEW = 16  # bins of all boxes: up to this many, a loop is faster than 30 calls of NumPy

# A table for all boxes takes as long as bags of this many elements for each element of the images
# and for each bin: measured with 18 and 256 channels of 25 x 25 and 38 x 50 elements.
_TABLE, _LOOKUPS = 40, 4


def bags(boxes, data, bins: tuple[int, int], scale: float) -> tuple[torch.Tensor, ...] | None:
    """Return the positions of the elements of all bins, and where each bin begins in these.

    The positions are those of the first channel in the flat data, and bins are in the order boxes,
    rows, columns. Returns None if all boxes must be pooled in another way.
    """
    if not data.is_cpu or data.dtype not in (torch.float32, torch.float64) or is_traced():
        return None
    boxes = boxes.numpy()
    scales, halves = _rounding(scale, boxes.dtype)
    numbers = boxes * scales
    # The limit is for the numbers of images too. With nan, the comparison is false.
    if not (data.numel() and boxes.size and np.maximum.reduce(np.abs(numbers), None) < _FAR):
        return None
    numbers += np.copysign(halves, numbers)
    numbers = numbers.astype(np.int64)
    table = _relative_bins(bins, boxes.dtype)
    if len(boxes) * bins[0] * bins[1] > _FEW:
        return _gather_elements(numbers, bins, table, data.shape)
    return _list_elements(numbers, bins, table, data.shape)


@functools.lru_cache(maxsize=64)
def _rounding(scale: float, dtype: np.dtype) -> tuple[np.ndarray, np.ndarray]:
    """Return the factors of an image and four corners, and what is added before truncation."""
    half = np.nextafter(dtype.type(0.5), dtype.type(0))
    return np.array([1, *[scale] * 4], dtype), np.array([0, *[half] * 4], dtype)


@functools.lru_cache(maxsize=64)
def _relative_bins(bins: tuple[int, int], dtype: np.dtype) -> np.ndarray:
    """Return starts and ends of the bins along x and y of boxes of each length.

    Their shape is (2 * lengths, 2, bins); the axis with fewer bins has more than it needs.
    MXNet: they are computed with floats, so a bin may have an element more.
    """
    width = np.arange(_LENGTHS, dtype=dtype) / np.array(bins[::-1], dtype)[:, None]
    edges = np.arange(max(bins) + 1, dtype=dtype) * width.reshape(-1, 1)
    return np.stack([np.floor(edges[:, :-1]), np.ceil(edges[:, 1:])], 1).astype(np.int64)


def _list_elements(boxes, bins, table, shape) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the elements of all bins, and where each bin begins, computed in a loop."""
    count, channels, height, width = shape
    elements: list[int] = []
    starts = []
    for image, left, top, right, bottom in boxes.tolist():
        first = image * channels * height * width
        columns = _inside(left, right, table[:_LENGTHS, :, : bins[1]], width)
        rows = _inside(
            top, bottom, table[_LENGTHS:, :, : bins[0]], height if 0 <= image < count else 0
        )
        for low, high in rows:
            lines = range(first + low * width, first + high * width, width)
            for start, end in columns:
                starts.append(len(elements))
                for line in lines:
                    elements += range(line + start, line + end)
    return torch.tensor(elements, dtype=torch.int64), torch.tensor(starts)


def _inside(first: int, last: int, table: np.ndarray, size: int) -> list[tuple[int, int]]:
    """Return where the bins of a box begin and end inside the image."""
    starts, ends = table[max(last - first + 1, 1)].tolist()
    return [
        (min(max(first + start, 0), size), min(max(first + end, 0), size))
        for start, end in zip(starts, ends, strict=True)
    ]


def _gather_elements(boxes, bins, table, shape) -> tuple[torch.Tensor, torch.Tensor] | None:
    """Return the same, computed for all boxes at once."""
    count, channels, height, width = shape
    image, first = boxes[:, 0], boxes[:, 1:3]
    length = boxes[:, 3:] - first
    length += 1
    np.maximum(length, 1, out=length)  # a box with swapped corners has one element
    length[:, 1] += _LENGTHS
    ends = table.take(length, 0)  # (boxes, 2, 2, bins)
    ends += first[:, :, None, None]
    np.maximum(ends, 0, out=ends)
    np.minimum(ends, _sizes(height, width), out=ends)
    starts = ends[:, :, 0]
    sizes = ends[:, :, 1] - starts
    sizes *= (image.view(np.uint64) < count)[:, None, None]  # a negative number is a large one
    columns, rows = slice(bins[1]), slice(bins[0])
    start = starts[:, 1, rows, None] * width
    start = start + starts[:, 0, None, columns]
    start += (image * (channels * height * width))[:, None, None]
    limit = _TABLE * count * height * width + _LOOKUPS * start.size
    limit //= torch.get_num_threads()  # torch uses several for the table, and one for bags
    found = elements_of(start, sizes[:, 1, rows, None], sizes[:, 0, None, columns], width, limit)
    return None if found is None else (torch.from_numpy(found[0]), torch.from_numpy(found[1]))


def elements_of(
    first: np.ndarray, height: np.ndarray, width: np.ndarray, stride: int, limit: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray] | None:
    """Return the elements of rectangles, one after the other, unless there are too many.

    The arguments are the first element, the height and the width of each rectangle, and the
    elements from one line to the next. Also returns where each rectangle begins, the rectangle of
    each element, and their sizes.
    """
    sizes = (height * width).ravel()
    ends = sizes.cumsum()
    total = int(ends[-1])
    if total > limit:
        return None
    starts = ends - sizes
    rectangle = np.arange(len(sizes)).repeat(sizes)
    step = np.arange(total)  # of each element in its rectangle
    step -= starts.take(rectangle)
    across = np.empty_like(first)
    across[...] = width
    line, elements = np.divmod(step, across.ravel().take(rectangle))
    line *= stride
    elements += line
    elements += first.ravel().take(rectangle)
    return elements, starts, rectangle, sizes


@functools.lru_cache(maxsize=64)
def _sizes(height: int, width: int) -> np.ndarray:
    return np.array([width, height])[:, None, None]


def pool(data, elements, starts, shape: tuple[int, int, int]) -> torch.Tensor:
    """Return the maxima of bags, 0 for an empty one, as (boxes, channels, rows, columns).

    The shape is (boxes, rows, columns).
    """
    if data.requires_grad and torch.is_grad_enabled():
        return _PoolBags.apply(data, elements, starts, shape)
    return _pool(data, elements, starts, shape)[0]


def _pool(data, elements, starts, shape) -> tuple[torch.Tensor, ...]:
    """Also return the sizes of the bags, and which elements (bags, channels) the maxima are."""
    channels, area = data.shape[1], data.shape[2:].numel()
    rows = data.as_strided((data.numel() - (channels - 1) * area, channels), (1, area))
    maxima, _, sizes, positions = torch.embedding_bag(rows, elements, starts, False, _MODE_MAX)
    return maxima.view(*shape, channels).permute(0, 3, 1, 2).contiguous(), sizes, positions


class _PoolBags(Function):
    @staticmethod
    def forward(ctx, data, elements, starts, shape):
        result, ctx.sizes, ctx.positions = _pool(data, elements, starts, shape)
        ctx.shape = data.shape
        return result

    @staticmethod
    def backward(ctx, grad):
        channels, area = ctx.shape[1], ctx.shape[2:].numel()
        positions = ctx.positions + torch.arange(0, channels * area, area)
        grad = grad.permute(0, 2, 3, 1).reshape(positions.shape).contiguous()
        if not ctx.sizes.all():
            grad = grad.masked_fill((ctx.sizes == 0)[:, None], 0)
        total = grad.new_zeros(ctx.shape.numel())
        total.scatter_add_(0, positions.view(-1), grad.view(-1))
        return total.view(ctx.shape), None, None, None
