"""Regions of interest: boxes in feature maps, each divided into the same number of bins.

A row of ``rois`` begins with the index of an image. If there is no such image, the result is 0.
"""

from __future__ import annotations

import math

import numpy as np
import torch

from ..attrs import Shape
from ..checks import brackets, fail, require_floats
from ..registry import op
from ..vision.weighted_rows import weighted_sums


def check_maps(data, rois, numbers: int) -> None:
    """Raise an error unless the inputs are images and boxes."""
    require_floats(data)
    if data.ndim != 4:
        fail(f"data should be a 4D tensor, got {brackets(data.shape)}")
    if rois.ndim != 2 or rois.shape[1] != numbers:
        fail(f"bbox should be a 2D tensor of shape [batch, {numbers}], got {brackets(rois.shape)}")


def _check_size(pooled_size: tuple) -> None:
    if not (len(pooled_size) == 2 and min(pooled_size) > 0):
        fail(f"pooled_size must be two positive numbers, got {brackets(pooled_size)}")


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
    if not exists.all():
        values = values * torch.from_numpy(exists).to(data.device)[:, None, None, None]
    last = data.is_contiguous(memory_format=torch.channels_last) and not data.is_contiguous()
    return values if last else values.contiguous()


# ------------------------------------------------------------------------------------------- align

# Where to read is computed with NumPy, on the host for other devices too: the arrays are small, and
# the number of samples depends on the boxes.


def _numpy(rois) -> np.ndarray:
    boxes = rois.detach().cpu()
    return (boxes.float() if boxes.dtype is torch.bfloat16 else boxes).numpy()


def _on_host(rois, scale: float, batch: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return four coordinates of boxes in elements, (4, boxes), and the images of the boxes.

    The index of an image is replaced if it is invalid; also returns whether it is valid.
    """
    boxes = _numpy(rois)
    image = boxes[:, 0].astype(np.int64)
    nearest = np.minimum(np.maximum(image, 0), batch - 1)
    return boxes[:, 1:5].T * scale, nearest, image == nearest


def _used(data, image: np.ndarray) -> tuple[torch.Tensor, np.ndarray]:
    """Return the images of boxes, if there are more images than boxes, and the new image of each.

    The maps of all images would be copied.
    """
    if len(image) >= len(data):
        return data, image
    images, positions = np.unique(image, return_inverse=True)
    return data.index_select(0, torch.from_numpy(images).to(data.device)), positions


def _neighbors(position, size) -> tuple[np.ndarray, np.ndarray]:
    """Return the two elements around each position, stacked last, and their weights.

    Up to one element outside, a position counts as the outermost element; beyond that it is 0.
    """
    inside = (position >= -1) & (position <= size)
    last = size - 1
    position = np.minimum(np.maximum(position, 0), last)
    low = np.floor(position)
    share = position - low
    index = np.empty((*position.shape, 2), np.int64)
    weight = np.empty((*position.shape, 2), position.dtype)
    index[..., 0], index[..., 1] = low, np.minimum(low + 1, last)
    weight[..., 0], weight[..., 1] = (1 - share) * inside, share * inside
    return index, weight


def _steps(begin, width, counts, ratio: int, low, span: int) -> np.ndarray:
    """Return the indices of the samples of each bin; if there are too many, those from ``low`` on.

    Unless their number is given, samples are at least half an element apart. So only few of them
    are inside the map, whose length is ``span``, no matter how large a box is.
    """
    most, window = ratio if ratio > 0 else int(counts.max()), 2 * span + 4
    if ratio > 0 or most <= window:
        return np.arange(most, dtype=begin.dtype)
    first = np.maximum(np.floor((low - begin) * counts / width - 0.5), 0)
    return first + np.arange(window, dtype=begin.dtype)


def _positions(extent, bins, ratio: int, start, low, span: int) -> tuple[np.ndarray, np.ndarray]:
    """Return positions of the samples and their weights: (2, boxes, bins, samples).

    Extents and starts of boxes are (2, boxes), one row for each axis, and ``bins`` two numbers. An
    axis with fewer bins than the other has more positions than it needs.
    """
    width = extent / np.array(bins, extent.dtype)[:, None]
    # A given number of samples in each bin, or one for each element.
    counts = (np.full_like(width, ratio) if ratio > 0 else np.ceil(width))[..., None, None]
    width = width[..., None, None]
    begin = start[..., None, None] + np.arange(max(bins), dtype=extent.dtype)[:, None] * width
    step = _steps(begin, width, counts, ratio, low, span)
    return begin + (step + 0.5) * width / counts, (step < counts) / counts


# Up to this many boxes on small maps, a matrix product with a weight for each bin and element is
# faster than a sum over the elements with a weight, which takes 30 calls more.
FEW = 8
WEIGHTS = 1 << 16  # of all boxes, bins and elements of a map


def _are_few(data, shape: tuple) -> bool:
    return (
        shape[0] <= FEW
        and math.prod(shape) * data.shape[2:].numel() <= WEIGHTS
        and data.is_cpu
        and data.dtype in (torch.float32, torch.float64)
        and math.isfinite(data.detach().sum().item())  # 0 times infinity is nan
    )


def _dense_weights(position, share, sizes) -> np.ndarray:
    """Return the weights of all elements along x and y: (2, boxes, bins, elements)."""
    size = np.array(sizes, position.dtype)[:, None, None, None]
    inside = (position >= -1) & (position <= size)
    position = np.minimum(np.maximum(position, 0), size - 1)
    weight = np.arange(max(sizes), dtype=position.dtype) - position[..., None]
    np.abs(weight, out=weight)
    np.subtract(1, weight, out=weight)
    np.maximum(weight, 0, out=weight)
    return ((share * inside)[..., None, :] @ weight)[..., 0, :]


def _products(data, image, x, y) -> torch.Tensor:
    """Return the sums over elements with the weights along x and y of each bin and element."""
    weights = y[:, :, None, :, None] * x[:, None, :, None, :]
    boxes, rows, columns = weights.shape[:3]
    weights = torch.from_numpy(weights.reshape(boxes, rows * columns, -1)).to(data.dtype).mT
    maps = data.flatten(2).unbind(0)
    sums = [maps[i] @ weight for i, weight in zip(image.tolist(), weights.unbind(0), strict=True)]
    return torch.stack(sums).view(boxes, -1, rows, columns)


def _merge_weights(index, weight) -> tuple[np.ndarray, np.ndarray]:
    """Add up the weights of equal elements along the last axis.

    Unused positions at the end have weight 0.
    """
    shape, terms = index.shape[:-1], index.shape[-1]
    rows = index.reshape(-1, terms)
    order = rows.argsort(1, kind="stable") + np.arange(0, rows.size, terms)[:, None]
    rows = rows.take(order)
    group = np.zeros_like(rows)
    np.not_equal(rows[:, 1:], rows[:, :-1], out=group[:, 1:])
    group = group.cumsum(1)
    count = int(group[:, -1].max()) + 1
    group = (group + np.arange(0, len(rows) * count, count)[:, None]).ravel()
    merged = np.bincount(group, weight.take(order).ravel(), len(rows) * count)
    positions = np.zeros(merged.shape, np.int64)
    positions[group] = rows.ravel()
    return positions.reshape(*shape, count), merged.astype(weight.dtype).reshape(*shape, count)


def _sums(data, groups: int, index, weight) -> torch.Tensor:
    terms = math.prod(index.shape[3:])
    index, weight = (torch.from_numpy(a.reshape(-1, terms)) for a in (index, weight))
    return weighted_sums(
        _rows(data, groups), index.to(data.device), weight.to(data.device, data.dtype)
    )


@op("_contrib_ROIAlign", naming="outputs", without_gradient=("rois",))
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
    corners, image, exists = _on_host(rois, spatial_scale, batch)
    maps, image = _used(data, image)
    if aligned:
        corners -= 0.5
    start, extent = corners[:2], corners[2:] - corners[:2]
    if not aligned:
        extent = np.maximum(extent, 1)
    elif not (extent > 0).all():
        fail("with aligned, boxes must have a width and a height above 0")
    sizes, bins = (width, height), (pooled_size[1], pooled_size[0])
    position, share = _positions(extent, bins, sample_ratio, start, -1, max(sizes) + 1)
    if groups == 1 and _are_few(maps, shape):
        x, y = _dense_weights(position, share, sizes)
        y = y[:, : bins[1], :height] * exists[:, None, None]
        return _products(maps, image, x[:, : bins[0], :width], y)
    index, weight = _neighbors(position, np.array(sizes, position.dtype)[:, None, None, None])
    weight *= share[..., None]
    terms = (*position.shape[:3], -1)
    (x, y), (weight_x, weight_y) = _merge_weights(index.reshape(terms), weight.reshape(terms))
    x, weight_x = (a[:, None, : bins[0], None] for a in (x, weight_x))
    y, weight_y = (a[:, : bins[1], None, :, None] for a in (y, weight_y))
    first = image[:, None, None] * groups
    if position_sensitive:
        first = first + np.arange(groups).reshape(pooled_size)
    index = y * width + x + (first * (height * width))[..., None, None]
    return _bins(_sums(maps, groups, index, weight_y * weight_x), exists, shape, data)


@op("_contrib_RROIAlign", without_gradient=("rois",), naming="outputs")
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
    (x, y, across, down), image, exists = _on_host(rois, spatial_scale, batch)
    maps, image = _used(data, image)
    extent = np.maximum(np.stack([across, down]), 1)
    angle = _numpy(rois)[:, 5] * (math.pi / 180)
    cos, sin = np.cos(angle), np.sin(angle)
    # The middle of the map in the coordinates of the box, and the largest extent of the map.
    right, below = (width - 1) / 2 - x, (height - 1) / 2 - y
    middle, span = (
        np.stack([right * cos - below * sin, below * cos + right * sin]),
        height + width + 4,
    )
    low = (middle - span / 2 + extent / 2)[..., None, None]
    bins = pooled_size[1], pooled_size[0]
    position, share = _positions(extent, bins, sampling_ratio, np.zeros_like(extent), low, span)
    position -= extent[..., None, None] / 2
    share = np.broadcast_to(share, position.shape)
    xx, weight_x = (a[0, :, None, : bins[0], None] for a in (position, share))
    yy, weight_y = (a[1, :, : bins[1], None, :, None] for a in (position, share))
    cos, sin, x, y = (v[:, None, None, None, None] for v in (cos, sin, x, y))
    rows, share_y = _neighbors(yy * cos - xx * sin + y, height)
    columns, share_x = _neighbors(xx * cos + yy * sin + x, width)
    index = rows[..., :, None] * width + columns[..., None, :]
    index = index + (image * (height * width)).reshape(-1, 1, 1, 1, 1, 1, 1)
    weight = share_y[..., :, None] * share_x[..., None, :]
    weight = weight * (weight_y * weight_x)[..., None, None]
    return _bins(_sums(maps, 1, index, weight), exists, shape, data)
