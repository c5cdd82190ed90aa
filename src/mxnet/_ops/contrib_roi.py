"""Regions of interest: boxes of feature maps, each brought to the same number of bins.

A row of ``rois`` begins with the number of an image. One that is not there gives zeros.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import torch

from .attrs import Shape
from .checks import fail, want_floats
from .elementwise import round_away
from .registry import op
from .weighted_rows import weighted_sums
from .windows import brackets


def _check(data, rois, numbers: int) -> None:
    want_floats(data)
    if data.ndim != 4:
        fail(f"data should be a 4D tensor, got {brackets(data.shape)}")
    if rois.ndim != 2 or rois.shape[1] != numbers:
        fail(f"bbox should be a 2D tensor of shape [batch, {numbers}], got {brackets(rois.shape)}")


def _check_size(pooled_size: tuple) -> None:
    if not (len(pooled_size) == 2 and min(pooled_size) > 0):
        fail(f"pooled_size must be two positive numbers, got {brackets(pooled_size)}")


def _images(rois, batch: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the number of each box's image, and whether it is there."""
    image = rois[:, 0].long()
    there = (image >= 0) & (image < batch)
    return torch.where(there, image, 0), there


def _rows(data, groups: int = 1) -> torch.Tensor:
    """Return a row of channels for each element of each group: images, groups, y, x."""
    batch, channels, height, width = data.shape
    parts = data.reshape(batch, channels // groups, groups, height, width)
    return parts.permute(0, 2, 3, 4, 1).reshape(-1, channels // groups)


def _bins(values, there, shape: tuple) -> torch.Tensor:
    """Return sums (boxes, rows, columns, channels) with their channels second."""
    values = values.reshape(*shape, -1).permute(0, 3, 1, 2)
    return (values * there[:, None, None, None]).contiguous()


# ------------------------------------------------------------------------------------------- align


class Places(NamedTuple):
    """Where to read along one axis: elements and their weights, (boxes, bins, terms)."""

    index: torch.Tensor
    weight: torch.Tensor


def _neighbours(place, size: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the two elements around each place, stacked last, and their weights.

    Up to one element outside, a place counts as the outermost element; further away it is 0.
    """
    inside = (place >= -1) & (place <= size)
    place = place.clamp(0, size - 1)
    low = place.floor()
    share = place - low
    index = torch.stack([low, (low + 1).clamp(max=size - 1)], -1).long()
    return index, torch.stack([1 - share, share], -1) * inside[..., None]


def _samples(size, bins: int, ratio: int) -> torch.Tensor:
    """Return how many places are read in each bin: a given number, or one for each element."""
    return torch.full_like(size, ratio) if ratio > 0 else (size / bins).ceil()


def _places(start, extent, bins: int, size: int, ratio: int) -> Places:
    counts = _samples(extent, bins, ratio)[:, None, None]
    width = (extent / bins)[:, None, None]
    like = {"device": start.device, "dtype": start.dtype}
    step = torch.arange(int(counts.max()), **like)
    place = start[:, None, None] + torch.arange(bins, **like)[:, None] * width
    place = place + (step + 0.5) * width / counts
    index, weight = _neighbours(place, size)
    weight = weight * ((step < counts) / counts)[..., None]
    return _merged(index.flatten(2), weight.flatten(2))


def _merged(index, weight) -> Places:
    """Add up the weights of the same element; what is left over at the end has weight 0."""
    index, order = index.sort(-1)
    group = torch.diff(index, prepend=index[..., :1]).ne_(0).cumsum(-1)
    groups = (*group.shape[:-1], int(group.max()) + 1)
    weight = weight.new_zeros(groups).scatter_add_(-1, group, weight.gather(-1, order))
    return Places(index.new_zeros(groups).scatter_(-1, group, index), weight)


@op("_contrib_ROIAlign")
def roi_align(
    data, rois, *,
    pooled_size: Shape, spatial_scale: float, sample_ratio: int = -1,
    position_sensitive: bool = False, aligned: bool = False,
):  # fmt: skip
    """Divide boxes into ``pooled_size`` bins and return the mean in each, read between elements.

    A row of ``rois`` is (image, left, top, right, bottom), in units of which an element of data has
    ``1 / spatial_scale``. In a bin ``sample_ratio`` times as many places are read, by default one
    for each element. ``aligned`` takes elements for areas, not points. With ``position_sensitive``
    each bin has channels of its own. Boxes have no gradient.
    """
    _check(data, rois, 5)
    _check_size(pooled_size)
    batch, channels, height, width = data.shape
    groups = pooled_size[0] * pooled_size[1] if position_sensitive else 1
    if channels % groups != 0:
        fail(
            "Input channels should be divided by pooled_size[0]*pooled_size[1] when "
            f"position_sensitive is true, got {channels} and {brackets(pooled_size)}"
        )
    shape = (rois.shape[0], *pooled_size)
    if data.is_meta or not rois.shape[0]:
        return data.new_empty(shape[0], channels // groups, *pooled_size)
    boxes = rois.detach()
    left, top, right, bottom = (boxes[:, 1:] * spatial_scale - 0.5 * aligned).unbind(1)
    sizes = right - left, bottom - top
    if aligned:
        if not all((size > 0).all() for size in sizes):
            fail("with aligned, boxes must have a width and a height above 0")
    else:
        sizes = tuple(size.clamp(min=1) for size in sizes)
    x = _places(left, sizes[0], pooled_size[1], width, sample_ratio)
    y = _places(top, sizes[1], pooled_size[0], height, sample_ratio)
    image, there = _images(boxes, batch)
    first = image[:, None, None] * groups
    if position_sensitive:
        first = first + torch.arange(groups, device=data.device).reshape(pooled_size)
    index = y.index[:, :, None, :, None] * width + x.index[:, None, :, None, :]
    index = index + (first * (height * width))[..., None, None]
    weight = y.weight[:, :, None, :, None] * x.weight[:, None, :, None, :]
    terms = index.shape[3] * index.shape[4]
    values = weighted_sums(_rows(data, groups), index.reshape(-1, terms), weight.reshape(-1, terms))
    return _bins(values, there, shape)


@op("_contrib_RROIAlign")
def rotated_roi_align(
    data, rois, *, pooled_size: Shape, spatial_scale: float, sampling_ratio: int = -1
):
    """Do what ROIAlign does for boxes that are turned.

    A row of ``rois`` is (image, x, y, width, height, angle in degrees).
    """
    _check(data, rois, 6)
    _check_size(pooled_size)
    batch, channels, height, width = data.shape
    shape = (rois.shape[0], *pooled_size)
    if data.is_meta or not rois.shape[0]:
        return data.new_empty(shape[0], channels, *pooled_size)
    boxes = rois.detach()
    x, y, across, down = (boxes[:, 1:5] * spatial_scale).unbind(1)
    along = [
        _points(size.clamp(min=1), bins, sampling_ratio)
        for size, bins in ((down, pooled_size[0]), (across, pooled_size[1]))
    ]
    (yy, weight_y), (xx, weight_x) = along
    yy, xx = yy[:, :, None, :, None], xx[:, None, :, None, :]
    angle = boxes[:, 5] * (math.pi / 180)
    cos, sin, x, y = (v[:, None, None, None, None] for v in (angle.cos(), angle.sin(), x, y))
    rows, share_y = _neighbours(yy * cos - xx * sin + y, height)
    columns, share_x = _neighbours(xx * cos + yy * sin + x, width)
    image, there = _images(boxes, batch)
    index = rows[..., :, None] * width + columns[..., None, :]
    index = index + (image * (height * width)).reshape(-1, 1, 1, 1, 1, 1, 1)
    weight = weight_y[:, :, None, :, None] * weight_x[:, None, :, None, :]
    weight = share_y[..., :, None] * share_x[..., None, :] * weight[..., None, None]
    terms = index.shape[3:].numel()
    values = weighted_sums(_rows(data), index.reshape(-1, terms), weight.reshape(-1, terms))
    return _bins(values, there, shape)


def _points(size, bins: int, ratio: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Return places from the middle of a box on and their weights: (boxes, bins, samples)."""
    counts = _samples(size, bins, ratio)[:, None, None]
    width = (size / bins)[:, None, None]
    like = {"device": size.device, "dtype": size.dtype}
    step = torch.arange(int(counts.max()), **like)
    place = torch.arange(bins, **like)[:, None] * width + (step + 0.5) * width / counts
    weight = ((step < counts) / counts).expand_as(place)
    return place - size[:, None, None] / 2, weight


# ----------------------------------------------------------------------------- position-sensitive


def _check_groups(data, output_dim: int, group_size: int, pooled_size: int) -> None:
    if not min(output_dim, group_size, pooled_size) > 0:
        fail(
            "output_dim, group_size and pooled_size must be positive, got "
            f"{output_dim}, {group_size} and {pooled_size}"
        )
    wanted = output_dim * group_size**2
    if data.shape[1] < wanted:
        fail(f"data must have output_dim * group_size**2 = {wanted} channels, got {data.shape[1]}")


def _whole_boxes(boxes, scale: float, shift: float = 0.0) -> tuple[torch.Tensor, ...]:
    """Return left, top, width and height of boxes whose edges are whole pixels."""
    left, top = (round_away(boxes[:, i]) * scale - shift for i in (1, 2))
    right, bottom = ((round_away(boxes[:, i]) + 1) * scale - shift for i in (3, 4))
    return left, top, (right - left).clamp(min=0.1), (bottom - top).clamp(min=0.1)


def _groups(bins: int, groups: int, device) -> torch.Tensor:
    """Return the group of channels that each bin reads: (bins, bins)."""
    along = torch.arange(bins, device=device) * groups // bins
    return along[:, None] * groups + along


def _stretches(start, extent, bins: int, size: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Return first element and end of each bin along one axis: (boxes, bins)."""
    width, step = extent / bins, torch.arange(bins, device=start.device, dtype=start.dtype)
    first = (step * width[:, None] + start[:, None]).floor().clamp(0, size)
    end = ((step + 1) * width[:, None] + start[:, None]).ceil().clamp(0, size)
    return first.long(), end.long()


@op("_contrib_PSROIPooling")
def psroi_pooling(
    data, rois, *, spatial_scale: float, output_dim: int, pooled_size: int, group_size: int = 0
):
    """Return the mean in each bin of boxes, of channels that belong to the bin (Dai et al., 2016).

    A row of ``rois`` is (image, left, top, right, bottom), in units of which an element of data has
    ``1 / spatial_scale``. Data have ``output_dim * group_size ** 2`` channels, without
    ``group_size`` ``output_dim * pooled_size ** 2``. Boxes have no gradient.
    """
    _check(data, rois, 5)
    group_size = group_size or pooled_size
    _check_groups(data, output_dim, group_size, pooled_size)
    count = rois.shape[0]
    if data.is_meta or not count:
        return data.new_empty(count, output_dim, pooled_size, pooled_size)
    batch, _, height, width = data.shape
    boxes = rois.detach()
    left, top, across, down = _whole_boxes(boxes, spatial_scale)
    x, right = _stretches(left, across, pooled_size, width)
    y, bottom = _stretches(top, down, pooled_size, height)
    # A sum over a rectangle is four sums from the corner of the image on.
    data = data[:, : output_dim * group_size**2].double().cumsum(2).cumsum(3)
    sums = torch.nn.functional.pad(data, (1, 0, 1, 0))
    image, there = _images(boxes, batch)
    first = image[:, None, None] * group_size**2 + _groups(pooled_size, group_size, data.device)
    edge_y, edge_x = torch.stack([y, bottom], -1), torch.stack([x, right], -1)
    index = edge_y[:, :, None, :, None] * (width + 1) + edge_x[:, None, :, None, :]
    index = index + (first * ((height + 1) * (width + 1)))[..., None, None]
    area = ((bottom - y).clamp(min=0)[:, :, None] * (right - x).clamp(min=0)[:, None]).double()
    sign = data.new_tensor([1, -1, -1, 1])
    weight = torch.where(area > 0, 1 / area, 0)[..., None] * sign
    values = weighted_sums(_rows(sums, group_size**2), index.reshape(-1, 4), weight.reshape(-1, 4))
    return _bins(values, there, (count, pooled_size, pooled_size)).to(rois.dtype)


@op("_contrib_DeformablePSROIPooling")
def deformable_psroi_pooling(
    data, rois, trans=None, *,
    spatial_scale: float, output_dim: int, group_size: int, pooled_size: int,
    part_size: int = 0, sample_per_part: int = 1, trans_std: float = 0.0, no_trans: bool = False,
):  # fmt: skip
    """Return the mean in each bin of boxes whose bins are moved (Dai et al., 2017).

    ``trans`` (boxes, 2 * classes, part_size, part_size) tells by which share of the box, times
    ``trans_std``, bins are moved across and down; with ``no_trans`` they stay. In each bin
    ``sample_per_part`` ** 2 places are read. Boxes have no gradient.
    """
    _check(data, rois, 5)
    part_size = part_size or pooled_size
    _check_groups(data, output_dim, group_size, pooled_size)
    if (trans is None) != no_trans:
        fail(f"no_trans={no_trans} {'does not go with' if no_trans else 'wants'} trans")
    count, classes = rois.shape[0], 1 if no_trans else trans.shape[1] // 2
    if not no_trans:
        if not (
            trans.ndim == 4
            and trans.shape[0] == count
            and tuple(trans.shape[2:]) == (part_size, part_size)
            and trans.shape[1] == 2 * classes
            and classes > 0
            and output_dim % classes == 0
        ):
            fail(
                f"trans should be [{count}, 2 * classes, {part_size}, {part_size}] with a number "
                f"of classes that divides output_dim={output_dim}, got {brackets(trans.shape)}"
            )
    if data.is_meta or not count:
        return data.new_empty(count, output_dim, pooled_size, pooled_size)
    batch, _, height, width = data.shape
    boxes = rois.detach()
    left, top, across, down = _whole_boxes(boxes, spatial_scale, 0.5)
    moves = _moves(trans, classes, pooled_size, part_size, trans_std, data, count)
    x, inside_x = _bent(left, across, moves[0], pooled_size, sample_per_part, width, 1)
    y, inside_y = _bent(top, down, moves[1], pooled_size, sample_per_part, height, 0)
    inside = inside_y[..., :, None] & inside_x[..., None, :]
    samples = inside.sum((-2, -1)).clamp(min=1)
    index, weight = [], []
    for row, share_y in _around(y):
        for column, share_x in _around(x):
            index.append(row[..., :, None] * width + column[..., None, :])
            weight.append(share_y[..., :, None] * share_x[..., None, :] * inside)
    index, weight = torch.stack(index, -1).flatten(4), torch.stack(weight, -1).flatten(4)
    weight = weight / samples[..., None]
    image, there = _images(boxes, batch)
    kinds = torch.arange(classes, device=data.device)[:, None, None]
    first = image[:, None, None, None] * group_size**2 + _groups(
        pooled_size, group_size, data.device
    )
    first = first * classes + kinds
    index = index + (first * (height * width))[..., None]
    # rows in the order images, groups, classes, y, x
    used = data[:, : output_dim * group_size**2]
    rows = used.reshape(batch, classes, -1, group_size**2, height, width)
    rows = rows.permute(0, 3, 1, 4, 5, 2).reshape(-1, output_dim // classes)
    terms = index.shape[-1]
    values = weighted_sums(rows, index.reshape(-1, terms), weight.reshape(-1, terms))
    values = values.reshape(count, classes, pooled_size, pooled_size, -1).movedim(-1, 2)
    return (values.flatten(1, 2) * there[:, None, None, None]).contiguous()


def _moves(trans, classes, bins, parts, std, data, count):
    """Return by which share of the box bins are moved, across and down."""
    if trans is None:
        return data.new_zeros(2, count, 1, bins, bins)
    part = torch.arange(bins, device=data.device) * parts // bins
    moves = trans.index_select(2, part).index_select(3, part) * std
    return moves.reshape(count, classes, 2, bins, bins).unbind(2)


def _bent(start, extent, move, bins: int, samples: int, size: int, axis: int):
    """Return where the samples of each bin lie along one axis, and whether inside the image."""
    like = {"device": start.device, "dtype": start.dtype}
    width = (extent / bins)[:, None, None, None]
    step = torch.arange(bins, **like)
    step = step if axis else step[:, None]
    begin = step * width + start[:, None, None, None] + move * extent[:, None, None, None]
    place = begin[..., None] + torch.arange(samples, **like) * (width / samples)[..., None]
    return place.clamp(0, size - 1), (place >= -0.5) & (place <= size - 0.5)


def _around(place) -> tuple:
    """Return the elements before and after each place with their shares."""
    low = place.detach().floor()
    share = place - low
    return (low.long(), 1 - share), (place.detach().ceil().long(), share)
