"""Region-of-interest pooling of few boxes on the CPU, one after another.

A box inside its image, with bins that torch computes with integers, is pooled by torch's adaptive
pooling. Of others, the elements of all bins are gathered, the same number in each.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import torch

from ..._core.private_torch import Function
from ..caching import cached
from ..tracing import is_traced

_pool = torch.ops.aten.adaptive_max_pool2d.default
_pool_backward = torch.ops.aten.adaptive_max_pool2d_backward.default
_pool_evenly = torch.ops.aten.max_pool2d_with_indices.default

# The area of all boxes in units of the images, up to which this is faster than one table for all of
# them: measured with 256 and 512 channels of 38 x 50 elements, where 100 boxes have 11.
_AREA = 10
# The calls for a box take as long as this many elements of one channel; both kinds of boxes.
_CALLS, _MORE_CALLS = 1500, 5500
_LONGEST = 1 << 12  # elements of a box along an axis: bins of longer ones are not cached


class Rectangle(NamedTuple):
    """The elements of a box: an image, and ranges of rows and columns."""

    image: int
    rows: slice
    columns: slice

    def of(self, data: torch.Tensor) -> torch.Tensor:
        """Return the part of the images that is in the rectangle."""
        return data[self.image, :, self.rows, self.columns]

    def pool(self, data: torch.Tensor, bins: Sequence[int]) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the maxima of the bins, and where they are."""
        return _pool(self.of(data), bins)

    def add_gradient(self, total, data, grad, position) -> None:
        """Add the gradient of the maxima to that of the data."""
        self.of(total).add_(_pool_backward(grad, self.of(data), position))


class Bins(NamedTuple):
    """The bins of a box: an image, and the elements of each bin along both axes."""

    image: int
    rows: torch.Tensor  # each bin has as many; those of an empty bin are not used
    columns: torch.Tensor
    empty: torch.Tensor | None  # a mask of empty bins, if there are any

    def pool(self, data: torch.Tensor, bins: Sequence[int]) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the maxima of the bins, and where they are."""
        elements = data[self.image].index_select(1, self.rows).index_select(2, self.columns)
        sizes = [n // count for n, count in zip(elements.shape[1:], bins, strict=True)]
        maxima, position = _pool_evenly(elements, sizes, sizes)
        if self.empty is not None:
            maxima.masked_fill_(self.empty, 0)
        return maxima, position

    def add_gradient(self, total, data, grad, position) -> None:
        """Add the gradient of the maxima to that of the data."""
        if self.empty is not None:
            grad = grad.masked_fill(self.empty, 0)
        row = self.rows.take(position // len(self.columns))
        source = row * data.shape[3] + self.columns.take(position % len(self.columns))
        total[self.image].flatten(1).scatter_add_(1, source.flatten(1), grad.flatten(1))


def rectangles(boxes, data, bins: Sequence[int], scale: float) -> list[Rectangle | Bins] | None:
    """Return what is pooled for each box, or None if all must be pooled in another way."""
    if not data.is_cpu or data.dtype not in (torch.float32, torch.float64) or is_traced():
        return None
    count, channels, height, width = data.shape
    corners = (boxes[:, 1:] * scale).tolist()
    work, limit, parts = 0, _AREA * data.numel(), []
    for image, corner in zip(boxes[:, 0].tolist(), corners, strict=True):
        if not (0 <= image < count and all(abs(n) < _LONGEST for n in corner)):  # also not nan
            return None
        left, top, right, bottom = map(_round_away, corner)
        rows = _bins_of(top, bottom, height, bins[0], boxes.dtype)
        columns = _bins_of(left, right, width, bins[1], boxes.dtype)
        calls = _CALLS if rows.is_even and columns.is_even else _MORE_CALLS
        work += rows.length * columns.length * channels + calls
        if work > limit:
            return None
        parts.append((int(image), rows, columns))
    return [_part(*part) for part in parts] or None


def _part(image: int, rows: AxisBins, columns: AxisBins) -> Rectangle | Bins:
    if rows.is_even and columns.is_even:
        return Rectangle(image, slice(rows.start, rows.end), slice(columns.start, columns.end))
    (row_index, empty_rows), (column_index, empty_columns) = rows.indices(), columns.indices()
    empty = empty_rows[:, None] | empty_columns
    return Bins(image, row_index, column_index, empty if empty.any() else None)


def _round_away(number: float) -> int:
    """Round to the nearest integer, halves away from 0."""
    integer = int(number)
    return integer + int(2 * (number - integer))


class AxisBins(NamedTuple):
    """The bins of a box along an axis."""

    start: int
    end: int
    edges: list[tuple]  # starts and ends of the bins, relative to the start of the box
    size: int  # of the image
    is_even: bool  # whether torch divides the elements into the same bins, all inside the image

    @property
    def length(self) -> int:
        """The number of elements inside the image."""
        return max(min(self.end, self.size) - max(self.start, 0), 0)

    def indices(self) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the elements of all bins, as many of each, and a mask of empty bins."""
        starts, ends = (
            [min(max(self.start + n, 0), self.size) for n in edges] for edges in self.edges
        )
        lengths = [end - start for start, end in zip(starts, ends, strict=True)]
        longest = max(1, *lengths)
        index: list[int] = []
        for start, end, length in zip(starts, ends, lengths, strict=True):
            index += range(start, end)
            index += [start if length else 0] * (longest - length)
        return torch.tensor(index), torch.tensor(lengths) == 0


def _bins_of(first: int, last: int, size: int, bins: int, dtype: torch.dtype) -> AxisBins:
    """Divide the elements from the first to the last, both included, into bins."""
    length = max(last - first + 1, 1)  # a box with swapped corners has one element
    *edges, are_exact = _relative_bins(length, bins, dtype)
    is_inside = first >= 0 and first + length <= size
    return AxisBins(first, first + length, edges, size, are_exact and is_inside)


@cached
def _relative_bins(length: int, bins: int, dtype: torch.dtype) -> tuple[tuple, tuple, bool]:
    """Return starts and ends of bins, and whether they are those that torch computes.

    MXNet: they are computed with floats, so a bin may have an element more.
    """
    width = torch.tensor(length, dtype=dtype) / bins
    steps = torch.arange(bins, dtype=dtype)
    starts = tuple(map(int, (steps * width).floor().tolist()))
    ends = tuple(map(int, ((steps + 1) * width).ceil().tolist()))
    are_exact = starts == tuple(i * length // bins for i in range(bins)) and ends == tuple(
        -(-(i + 1) * length // bins) for i in range(bins)
    )
    return starts, ends, are_exact


def pool(data: torch.Tensor, parts: list[Rectangle | Bins], bins: Sequence[int]) -> torch.Tensor:
    """Return the maxima of the bins of boxes: (boxes, channels, rows, columns)."""
    if data.requires_grad:
        return _PoolBoxes.apply(data, parts, bins)
    return torch.stack([part.pool(data, bins)[0] for part in parts])


class _PoolBoxes(Function):
    @staticmethod
    def forward(ctx, data, parts, bins):
        results, positions = zip(*(part.pool(data, bins) for part in parts), strict=True)
        ctx.save_for_backward(data, *positions)
        ctx.parts = parts
        return torch.stack(results)

    @staticmethod
    def backward(ctx, grad):
        data, *positions = ctx.saved_tensors
        total, data = torch.zeros_like(data, memory_format=torch.contiguous_format), data.detach()
        for part, of_part, position in zip(ctx.parts, grad, positions, strict=True):
            part.add_gradient(total, data, of_part, position)
        return total, None, None
