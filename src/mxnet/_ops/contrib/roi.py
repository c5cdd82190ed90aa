"""Regions of interest: boxes in feature maps, each divided into the same number of bins.

A row of ``rois`` begins with the index of an image. If there is no such image, the result is 0.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import torch

from ..attrs import Shape
from ..checks import brackets, fail, want_floats
from ..registry import op
from ..vision.weighted_rows import weighted_sums


def check_maps(data, rois, numbers: int) -> None:
    """Raise an error unless the inputs are images and boxes."""
    want_floats(data)
    if data.ndim != 4:
        fail(f"data should be a 4D tensor, got {brackets(data.shape)}")
    if rois.ndim != 2 or rois.shape[1] != numbers:
        fail(f"bbox should be a 2D tensor of shape [batch, {numbers}], got {brackets(rois.shape)}")


def _check_size(pooled_size: tuple) -> None:
    if not (len(pooled_size) == 2 and min(pooled_size) > 0):
        fail(f"pooled_size must be two positive numbers, got {brackets(pooled_size)}")


def images_of(rois, batch: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the image index of each box, replaced if it is invalid, and whether it is valid."""
    image = rois[:, 0].long()
    nearest = image.clamp(0, batch - 1)
    return nearest, image == nearest


def _rows(data, groups: int = 1) -> torch.Tensor:
    """Return a row of channels for each element of each group: images, groups, y, x."""
    batch, channels, height, width = data.shape
    parts = data.reshape(batch, channels // groups, groups, height, width)
    return parts.permute(0, 2, 3, 4, 1).reshape(-1, channels // groups)


def _bins(values, exists, shape: tuple, data) -> torch.Tensor:
    """Return sums (boxes, rows, columns, channels) with their channels second.

    In memory the channels stay last if those of the data are, as between convolutions in a graph.
    """
    values = values.reshape(*shape, -1).permute(0, 3, 1, 2)
    if not (exists.is_cpu and exists.all()):  # reading a value would wait for a GPU
        values = values * exists[:, None, None, None]
    last = data.is_contiguous(memory_format=torch.channels_last) and not data.is_contiguous()
    return values if last else values.contiguous()


# ------------------------------------------------------------------------------------------- align


class Places(NamedTuple):
    """Where to read along one axis: elements and their weights, (boxes, bins, terms)."""

    index: torch.Tensor
    weight: torch.Tensor


def _neighbors(place, size: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the two elements around each position, stacked last, and their weights.

    Up to one element outside, a position counts as the outermost element; beyond that it is 0.
    """
    inside = (place >= -1) & (place <= size)
    place = place.clamp(0, size - 1)
    low = place.floor()
    share = place - low
    index = torch.stack([low, (low + 1).clamp(max=size - 1)], -1).long()
    return index, torch.stack([1 - share, share], -1) * inside[..., None]


def _samples(size, bins: int, ratio: int) -> torch.Tensor:
    """Return the number of samples in each bin: a given number, or one for each element."""
    return torch.full_like(size, ratio) if ratio > 0 else (size / bins).ceil()


def _numbers(count: int, like: torch.Tensor) -> torch.Tensor:
    return torch.arange(count, device=like.device, dtype=like.dtype)


def _steps(begin, width, counts, ratio: int, low, span: int) -> torch.Tensor:
    """Return the indices of the samples of each bin; if there are too many, those from ``low`` on.

    Unless their number is given, samples are at least half an element apart. So only few of them
    are inside the map, whose length is ``span``, no matter how large a box is.
    """
    most, window = int(counts.max()), 2 * span + 4
    if ratio > 0 or most <= window:
        return _numbers(most, begin)
    first = ((low - begin) * counts / width - 0.5).floor().clamp(min=0)
    return first + _numbers(window, begin)


def _places(start, extent, bins: int, size: int, ratio: int) -> Places:
    counts = _samples(extent, bins, ratio)[:, None, None]
    width = (extent / bins)[:, None, None]
    begin = start[:, None, None] + _numbers(bins, start)[:, None] * width
    step = _steps(begin, width, counts, ratio, -1, size + 1)
    place = begin + (step + 0.5) * width / counts
    index, weight = _neighbors(place, size)
    weight = weight * ((step < counts) / counts)[..., None]
    return _merge_weights(index.flatten(2), weight.flatten(2))


def _merge_weights(index, weight) -> Places:
    """Add up the weights of equal elements; unused positions at the end have weight 0."""
    index, order = index.sort(-1)
    group = torch.diff(index, prepend=index[..., :1]).ne_(0).cumsum(-1)
    groups = (*group.shape[:-1], int(group.max()) + 1)
    weight = weight.new_zeros(groups).scatter_add_(-1, group, weight.gather(-1, order))
    return Places(index.new_zeros(groups).scatter_(-1, group, index), weight)


@op("_contrib_ROIAlign", names_outputs=True, without_gradient=("rois",))
def roi_align(
    data, rois, *,
    pooled_size: Shape, spatial_scale: float, sample_ratio: int = -1,
    position_sensitive: bool = False, aligned: bool = False,
):  # fmt: skip
    """Divide boxes into ``pooled_size`` bins and compute the interpolated mean of each.

    A row of ``rois`` is (image, left, top, right, bottom), where an element of data measures ``1 /
    spatial_scale``. Each bin is sampled at ``sample_ratio`` positions per axis, by default at one
    for each element. ``aligned`` treats elements as areas instead of points. With
    ``position_sensitive`` each bin reads separate channels. Boxes have no gradient.
    """
    check_maps(data, rois, 5)
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
    image, exists = images_of(boxes, batch)
    first = image[:, None, None] * groups
    if position_sensitive:
        first = first + torch.arange(groups, device=data.device).reshape(pooled_size)
    index = y.index[:, :, None, :, None] * width + x.index[:, None, :, None, :]
    index = index + (first * (height * width))[..., None, None]
    weight = y.weight[:, :, None, :, None] * x.weight[:, None, :, None, :]
    terms = index.shape[3] * index.shape[4]
    values = weighted_sums(_rows(data, groups), index.reshape(-1, terms), weight.reshape(-1, terms))
    return _bins(values, exists, shape, data)


@op("_contrib_RROIAlign", without_gradient=("rois",))
def rotated_roi_align(
    data, rois, *, pooled_size: Shape, spatial_scale: float, sampling_ratio: int = -1
):
    """Apply ROIAlign to rotated boxes.

    A row of ``rois`` is (image, x, y, width, height, angle in degrees).
    """
    check_maps(data, rois, 6)
    _check_size(pooled_size)
    batch, channels, height, width = data.shape
    shape = (rois.shape[0], *pooled_size)
    if data.is_meta or not rois.shape[0]:
        return data.new_empty(shape[0], channels, *pooled_size)
    boxes = rois.detach()
    x, y, across, down = (boxes[:, 1:5] * spatial_scale).unbind(1)
    angle = boxes[:, 5] * (math.pi / 180)
    cos, sin = angle.cos(), angle.sin()
    # The middle of the map in the coordinates of the box, and the largest extent of the map.
    right, below = (width - 1) / 2 - x, (height - 1) / 2 - y
    middles, span = (below * cos + right * sin, right * cos - below * sin), height + width + 4
    along = [
        _points(size.clamp(min=1), bins, sampling_ratio, middle - span / 2, span)
        for size, bins, middle in zip((down, across), pooled_size, middles, strict=True)
    ]
    (yy, weight_y), (xx, weight_x) = along
    yy, xx = yy[:, :, None, :, None], xx[:, None, :, None, :]
    cos, sin, x, y = (v[:, None, None, None, None] for v in (cos, sin, x, y))
    rows, share_y = _neighbors(yy * cos - xx * sin + y, height)
    columns, share_x = _neighbors(xx * cos + yy * sin + x, width)
    image, exists = images_of(boxes, batch)
    index = rows[..., :, None] * width + columns[..., None, :]
    index = index + (image * (height * width)).reshape(-1, 1, 1, 1, 1, 1, 1)
    weight = weight_y[:, :, None, :, None] * weight_x[:, None, :, None, :]
    weight = share_y[..., :, None] * share_x[..., None, :] * weight[..., None, None]
    terms = index.shape[3:].numel()
    values = weighted_sums(_rows(data), index.reshape(-1, terms), weight.reshape(-1, terms))
    return _bins(values, exists, shape, data)


def _points(size, bins: int, ratio: int, low, span: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Return positions relative to the center of a box and weights: (boxes, bins, samples)."""
    counts = _samples(size, bins, ratio)[:, None, None]
    width = (size / bins)[:, None, None]
    begin = _numbers(bins, size)[:, None] * width
    step = _steps(begin, width, counts, ratio, (low + size / 2)[:, None, None], span)
    place = begin + (step + 0.5) * width / counts
    weight = ((step < counts) / counts).expand_as(place)
    return place - size[:, None, None] / 2, weight
