"""Region-of-interest pooling: the maximum in each bin of each box.

On the CPU, boxes with few elements are pooled without a table (``box_pooling.py``). For others, and
on other devices:

Bins are rectangles of any size, and there are thousands of them. Two steps reduce each of them to
four lookups, regardless of its size. First, the elements of a channel are sorted once, so that the
maximum of a bin is the element with the smallest rank. Second, the smallest rank in every rectangle
of 1, 2, 4, 8 ... by 1, 2, 4, 8 ... elements is precomputed; four of these, overlapping, cover a
bin.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import torch

from ..attrs import Shape
from ..checks import brackets, fail, require_floats
from ..math.elementwise import round_away
from ..registry import op
from . import box_pooling


class Spans(NamedTuple):
    """The two intervals of ``2 ** level`` elements along one axis that cover each bin."""

    level: torch.Tensor
    first: torch.Tensor
    second: torch.Tensor
    empty: torch.Tensor


def _spans(low, high, bins: int, size: int) -> Spans:
    """Divide intervals (both ends inclusive) into bins clipped to the size of the axis."""
    low, high = round_away(low), round_away(high)
    width = (high - low + 1).clamp(min=1) / bins  # a box with swapped corners has one element
    steps = torch.arange(bins, device=low.device, dtype=low.dtype)
    start = ((steps * width[:, None]).floor() + low[:, None]).clamp(0, size).long()
    end = (((steps + 1) * width[:, None]).ceil() + low[:, None]).clamp(0, size).long()
    empty = end <= start
    start = torch.where(empty, 0, start)
    end = torch.where(empty, 1, end)
    levels = torch.tensor([n.bit_length() - 1 for n in range(1, size + 1)], device=low.device)
    level = levels[end - start - 1]
    return Spans(level, start, end - (1 << level), empty)


def _smallest(positions: torch.Tensor, axis: int) -> torch.Tensor:
    """Return the smallest of 1, 2, 4 ... elements from each one; those near the end are void."""
    levels, size, span = [positions], positions.shape[axis], 1
    while 2 * span <= size:
        last = levels[-1]
        pairs = torch.minimum(
            last.narrow(axis, 0, size - span), last.narrow(axis, span, size - span)
        )
        levels.append(torch.cat([pairs, last.narrow(axis, size - span, span)], axis))
        span *= 2
    return torch.stack(levels)


def _pick(values: torch.Tensor, positions: torch.Tensor) -> torch.Tensor:
    """Return the values at flat positions, faster than ``torch.take`` for millions of them."""
    return values.reshape(-1).index_select(0, positions.reshape(-1)).reshape(positions.shape)


def _maxima(data, image, rows: Spans, columns: Spans) -> torch.Tensor:
    """Return the positions of the maxima in the flat data: (boxes, rows, columns, channels)."""
    channels, height, width = data.shape[1:]
    area = height * width
    order = data.flatten(2).argsort(dim=2, descending=True, stable=True)  # the first of equals wins
    small = torch.int16 if area < 2**15 else torch.int32  # the smallest type for all ranks
    ranks = torch.arange(area, device=data.device, dtype=small).expand(order.shape)
    positions = torch.empty_like(order, dtype=small).scatter(2, order, ranks).reshape(data.shape)
    positions = positions.movedim(1, 3).contiguous()  # the channels of a pixel are read together
    table = _smallest(_smallest(positions, 1), 3)
    a, b, n = rows.level[:, :, None], columns.level[:, None, :], image[:, None, None]
    corners = [
        table[b, a, n, y[:, :, None], x[:, None, :]]
        for y in (rows.first, rows.second)
        for x in (columns.first, columns.second)
    ]
    position = torch.stack(corners).amin(0).long()
    channel = torch.arange(channels, device=data.device)
    base = (image[:, None, None, None] * channels + channel) * area
    return base + _pick(order, base + position)


def _pool_bags(data, *bags) -> torch.Tensor:
    """Return the maxima of bins whose elements are known: (boxes, channels, rows, columns)."""
    result = box_pooling.pool(data, *bags)
    if not np.minimum.reduce(result.detach().numpy(), None) > -np.inf:  # also nan
        result = box_pooling.pool(_comparable(data), *bags)
    return result


def _comparable(data: torch.Tensor) -> torch.Tensor:
    """Replace what is less than all numbers. MXNet: also nan, so it is the maximum of no bin."""
    return data.fmax(data.new_tensor(torch.finfo(data.dtype).min))


def _pool_all(data, boxes, pooled_size, scale: float) -> torch.Tensor:
    """Return the maxima of bins, found in a table: (boxes, channels, rows, columns)."""
    data = _comparable(data)
    left, top, right, bottom = (boxes[:, 1:] * scale).unbind(1)
    rows = _spans(top, bottom, pooled_size[0], data.shape[2])
    columns = _spans(left, right, pooled_size[1], data.shape[3])
    image = boxes[:, 0].long()
    void = (image < 0) | (image >= data.shape[0])
    positions = _maxima(data.detach(), image.clamp(0, data.shape[0] - 1), rows, columns)
    result = _pick(data, positions)
    empty = void[:, None, None] | rows.empty[:, :, None] | columns.empty[:, None, :]
    return result.masked_fill(empty[..., None], 0).permute(0, 3, 1, 2).contiguous()


@op("ROIPooling", "_npx_roi_pooling", stored_outputs=2, without_gradient=("rois",), naming="legacy")
def roi_pooling(data, rois, *, pooled_size: Shape, spatial_scale: float):
    """Divide boxes into ``pooled_size`` bins and return the maximum of each; an empty bin gives 0.

    A row of ``rois`` is (image, x1, y1, x2, y2), where an element of data measures ``1 /
    spatial_scale``. Boxes have no gradient.
    """
    require_floats(data)
    if data.ndim != 4:
        fail(f"data should be a 4D tensor, got {brackets(data.shape)}")
    if rois.ndim != 2 or rois.shape[1] != 5:
        fail(f"bbox should be a 2D tensor of shape [batch, 5], got {brackets(rois.shape)}")
    if not (len(pooled_size) == 2 and min(pooled_size) > 0):
        fail(f"pooled_size must be two positive numbers, got {brackets(pooled_size)}")
    if not 0 <= spatial_scale <= 1:
        fail(f"spatial_scale must be from 0 to 1, got {spatial_scale}")
    if data.is_meta:
        return data.new_empty(len(rois), data.shape[1], *pooled_size)
    data, boxes = data.contiguous(), rois.detach()
    bags = box_pooling.bags(boxes, data, pooled_size, spatial_scale)
    if bags is None:
        return _pool_all(data, boxes, pooled_size, spatial_scale)
    return _pool_bags(data, *bags, (len(boxes), *pooled_size))
