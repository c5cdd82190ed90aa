"""Region-of-interest pooling of few boxes on the CPU: adaptive pooling of one after another."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import torch

from ..._core.private_torch import Function
from ..caching import cached
from ..math.elementwise import round_away
from ..tracing import is_traced

_pool = torch.ops.aten.adaptive_max_pool2d.default
_pool_backward = torch.ops.aten.adaptive_max_pool2d_backward.default

# The area of all boxes in units of the images, up to which this is faster than one table for all of
# them: measured with 256 and 512 channels of 38 x 50 elements, where 100 boxes have 11.
_AREA = 10


class Rectangle(NamedTuple):
    """The elements of a box: an image, and ranges of rows and columns."""

    image: int
    rows: slice
    columns: slice

    def of(self, data: torch.Tensor) -> torch.Tensor:
        """Return the part of the images that is in the rectangle."""
        return data[self.image, :, self.rows, self.columns]


def rectangles(boxes, data, bins: Sequence[int], scale: float) -> list[Rectangle] | None:
    """Return the rectangles of boxes, or None if these must be pooled in another way.

    Each of them must be inside its image, and have the bins that torch computes with integers.
    """
    if not data.is_cpu or data.dtype not in (torch.float32, torch.float64) or is_traced():
        return None
    count, _, height, width = data.shape
    corners = round_away(boxes[:, 1:] * scale).tolist()
    area, limit, result = 0.0, _AREA * count * height * width, []
    for image, (left, top, right, bottom) in zip(boxes[:, 0].tolist(), corners, strict=True):
        is_inside = 0 <= left <= right < width and 0 <= top <= bottom < height
        if not (is_inside and 0 <= image < count):
            return None
        rows, columns = slice(int(top), int(bottom) + 1), slice(int(left), int(right) + 1)
        result.append(Rectangle(int(image), rows, columns))
        sizes = rows.stop - rows.start, columns.stop - columns.start
        area += math.prod(sizes)
        if area > limit or not all(map(_are_exact, sizes, bins, (boxes.dtype,) * 2)):
            return None
    return result or None


@cached
def _are_exact(size: int, bins: int, dtype: torch.dtype) -> bool:
    """Return whether bins computed with floats, as MXNet does, are those of integers."""
    width = torch.tensor(size, dtype=dtype) / bins
    steps = torch.arange(bins, dtype=dtype)
    starts, ends = (steps * width).floor().tolist(), ((steps + 1) * width).ceil().tolist()
    return starts == [i * size // bins for i in range(bins)] and ends == [
        -(-(i + 1) * size // bins) for i in range(bins)
    ]


def pool(data: torch.Tensor, parts: list[Rectangle], bins: Sequence[int]) -> torch.Tensor:
    """Return the maxima of the bins of rectangles: (rectangles, channels, rows, columns)."""
    if data.requires_grad:
        return _PoolRectangles.apply(data, parts, bins)
    return torch.stack([_pool(part.of(data), bins)[0] for part in parts])


class _PoolRectangles(Function):
    @staticmethod
    def forward(ctx, data, parts, bins):
        results, positions = zip(*(_pool(part.of(data), bins) for part in parts), strict=True)
        ctx.save_for_backward(data, *positions)
        ctx.parts = parts
        return torch.stack(results)

    @staticmethod
    def backward(ctx, grad):
        data, *positions = ctx.saved_tensors
        total = torch.zeros_like(data)
        for part, of_part, position in zip(ctx.parts, grad, positions, strict=True):
            part.of(total).add_(_pool_backward(of_part, part.of(data.detach()), position))
        return total, None, None
