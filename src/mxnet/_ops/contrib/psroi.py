"""Position-sensitive regions of interest: each bin of a box reads separate channels."""

from __future__ import annotations

from typing import NamedTuple

import torch
import torch.nn.functional as F

from ..._core.dtypes import widen, widest
from ..caching import constant
from ..checks import brackets, fail
from ..inputs import unless
from ..math.elementwise import round_away
from ..registry import op
from ..small_arrays import is_few
from ..vision.weighted_rows import weighted_sums
from .box_means import box_means
from .roi import check_maps


def images_of(rois, batch: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the image index of each box, replaced if it is invalid, and whether it is valid."""
    image = rois[:, 0].long()
    nearest = image.clamp(0, batch - 1)
    return nearest, image == nearest


def _check_groups(data, output_dim: int, group_size: int, pooled_size: int) -> None:
    if not min(output_dim, group_size, pooled_size) > 0:
        fail(
            "output_dim, group_size and pooled_size must be positive, got "
            f"{output_dim}, {group_size} and {pooled_size}"
        )
    expected = output_dim * group_size**2
    if data.shape[1] < expected:
        fail(
            f"data must have output_dim * group_size**2 = {expected} channels, got {data.shape[1]}"
        )


@constant
def _units(scale: float, device, dtype) -> tuple[torch.Tensor, ...]:
    """Return the extra length of a box in pixels, the scale, and the smallest size.

    With a number instead of a tensor, torch takes three times as long for a few boxes.
    """
    return tuple(torch.tensor(n, device=device, dtype=dtype) for n in ([0, 0, 1, 1], scale, 0.1))


def _whole_boxes(boxes, scale: float, shift: float = 0.0) -> tuple[torch.Tensor, torch.Tensor]:
    """Return (left, top) and (width, height) of boxes with integer edges: (boxes, 2)."""
    longer, scale, least = _units(scale, boxes.device, boxes.dtype)
    edges = round_away(boxes[:, 1:]).add_(longer).mul_(scale)
    if shift:
        edges.sub_(shift)
    start, end = edges[:, :2], edges[:, 2:]
    return start, (end - start).maximum(least)


def _groups(bins: int, groups: int, device) -> torch.Tensor:
    """Return the group of channels that each bin reads: (bins, bins)."""
    along = torch.arange(bins, device=device) * groups // bins
    return along[:, None] * groups + along


class Bins(NamedTuple):
    """The settings of a PSROIPooling call, without its boxes."""

    steps: torch.Tensor  # (bins + 1,)
    turns: torch.Tensor  # (2,) -1 turns the floor into a ceiling
    limits: torch.Tensor  # (2, 1, 1) the size of the image
    strides: torch.Tensor  # (2, 1, 1) from one element to the next in x and y
    channels: torch.Tensor  # (channels, bins, bins, 1, 1) where those of each bin begin


@constant
def _bins(count: int, groups: int, output_dim: int, size: tuple, device, dtype) -> Bins:
    height, width = size
    like = {"device": device, "dtype": dtype}
    channel = torch.arange(output_dim, device=device)[:, None, None] * groups**2
    channel = channel + _groups(count, groups, device)
    return Bins(
        steps=torch.arange(count + 1, **like),
        turns=torch.tensor([1, -1], **like),
        limits=torch.tensor([width, height], **like)[:, None, None],
        strides=torch.tensor([1, width + 1], device=device)[:, None, None],
        channels=(channel * ((height + 1) * (width + 1)))[..., None, None],
    )


def _cross(ends) -> tuple[torch.Tensor, torch.Tensor]:
    """Return x and y of ends (boxes, 2, bins, 2) as (boxes, 1, bins, bins, 2, 2) of one or both."""
    x, y = ends.unbind(1)
    count, bins = x.shape[:2]
    return x.view(count, 1, 1, bins, 1, 2), y.view(count, 1, bins, 1, 2, 1)


@op("_contrib_PSROIPooling", without_gradient=("rois",), naming="legacy")
def psroi_pooling(
    data, rois, *, spatial_scale: float, output_dim: int, pooled_size: int, group_size: int = 0
):
    """Compute the mean in each bin of boxes over the channels of that bin (Dai et al., 2016).

    A row of ``rois`` is (image, left, top, right, bottom), where an element of data measures ``1 /
    spatial_scale``. Data have ``output_dim * group_size ** 2`` channels, or ``output_dim *
    pooled_size ** 2`` without ``group_size``. Boxes have no gradient.
    """
    check_maps(data, rois, 5)
    group_size = group_size or pooled_size
    _check_groups(data, output_dim, group_size, pooled_size)
    count = rois.shape[0]
    if data.is_meta or not count:
        return data.new_empty(count, output_dim, pooled_size, pooled_size)
    size = data.shape[2:]
    if rois.dtype is data.dtype and data.numel() and is_few(0, 0, data.detach(), rois.detach()):
        data = data.contiguous()
        means = box_means(data, rois.detach(), spatial_scale, pooled_size, group_size, output_dim)
        if means is not None:
            return means
    bins = _bins(pooled_size, group_size, output_dim, tuple(size), data.device, rois.dtype)
    boxes = rois.detach()
    image, exists = images_of(boxes, data.shape[0])
    start, extent = _whole_boxes(boxes, spatial_scale)
    edges = bins.steps * (extent / pooled_size)[..., None] + start[..., None]
    ends = (edges.unfold(2, 2, 1) * bins.turns).floor_().mul_(bins.turns)
    ends = ends.clamp_(min=0).minimum(bins.limits)
    # The sum over a rectangle is computed from four elements of the integral image; along each axis
    # the mean is the difference of two, divided by the length, or 0 if the length is 0.
    used = F.pad(data[:, : output_dim * group_size**2], (1, 0, 1, 0))
    sums = used.cumsum(2, dtype=widest(data.device)).cumsum(3)
    share = bins.turns / widen(ends.diff(dim=3))
    share = share.nan_to_num_(0, 0, 0) * exists.view(-1, 1, 1, 1)
    position = ends.long() * bins.strides
    first = (image * used[0].numel()).view(-1, 1, 1, 1, 1, 1)
    (x, y), (share_x, share_y) = (_cross(both) for both in (position, share))
    values = sums.take(first + x + y + bins.channels)
    return (values * (share_x * share_y)).sum((4, 5)).to(rois.dtype)


@op(
    "_contrib_DeformablePSROIPooling",
    optional=unless("no_trans", "trans"),
    stored_outputs=2,
    without_gradient=("rois",),
    naming="legacy",
)
def deformable_psroi_pooling(
    data, rois, trans=None, *,
    spatial_scale: float, output_dim: int, group_size: int, pooled_size: int,
    part_size: int = 0, sample_per_part: int = 1, trans_std: float = 0.0, no_trans: bool = False,
):  # fmt: skip
    """Compute the mean in each bin of boxes with shifted bins (Dai et al., 2017).

    ``trans`` (boxes, 2 * classes, part_size, part_size), times ``trans_std``, shifts the bins
    horizontally and vertically by a fraction of the box; with ``no_trans`` they are not shifted.
    Each bin is sampled at ``sample_per_part`` ** 2 positions. Boxes have no gradient.
    """
    check_maps(data, rois, 5)
    part_size = part_size or pooled_size
    _check_groups(data, output_dim, group_size, pooled_size)
    if (trans is None) != no_trans:
        fail(f"no_trans={no_trans} {'excludes' if no_trans else 'needs'} trans")
    count = rois.shape[0]
    classes = 1 if no_trans else _num_classes(trans, count, part_size, output_dim)
    if data.is_meta or not count:
        return data.new_empty(count, output_dim, pooled_size, pooled_size)
    batch, _, height, width = data.shape
    boxes = rois.detach()
    (left, top), (across, down) = (
        side.unbind(1) for side in _whole_boxes(boxes, spatial_scale, 0.5)
    )
    moves = _moves(trans, classes, pooled_size, part_size, trans_std, data, count)
    x, inside_x = _sample_positions(left, across, moves[0], pooled_size, sample_per_part, width, 1)
    y, inside_y = _sample_positions(top, down, moves[1], pooled_size, sample_per_part, height, 0)
    inside = inside_y[..., :, None] & inside_x[..., None, :]
    samples = inside.sum((-2, -1)).clamp(min=1)
    index, weight = [], []
    for row, share_y in _neighbors(y):
        for column, share_x in _neighbors(x):
            index.append(row[..., :, None] * width + column[..., None, :])
            weight.append(share_y[..., :, None] * share_x[..., None, :] * inside)
    index, weight = torch.stack(index, -1).flatten(4), torch.stack(weight, -1).flatten(4)
    weight = weight / samples[..., None]
    image, exists = images_of(boxes, batch)
    kinds = torch.arange(classes, device=data.device)[:, None, None]
    groups = _groups(pooled_size, group_size, data.device)
    first = (image[:, None, None, None] * group_size**2 + groups) * classes + kinds
    index = index + (first * (height * width))[..., None]
    # rows in the order images, groups, classes, y, x
    used = data[:, : output_dim * group_size**2]
    rows = used.reshape(batch, classes, -1, group_size**2, height, width)
    rows = rows.permute(0, 3, 1, 4, 5, 2).reshape(-1, output_dim // classes)
    terms = index.shape[-1]
    values = weighted_sums(rows, index.reshape(-1, terms), weight.reshape(-1, terms))
    values = values.reshape(count, classes, pooled_size, pooled_size, -1).movedim(-1, 2)
    return (values.flatten(1, 2) * exists[:, None, None, None]).contiguous()


def _num_classes(trans, count, part_size, output_dim) -> int:
    """Return the number of classes with separate shifts."""
    classes = trans.shape[1] // 2 if trans.ndim == 4 else 0
    expected = (count, 2 * classes, part_size, part_size)
    if not classes or tuple(trans.shape) != expected or output_dim % classes:
        fail(
            f"trans should be [{count}, 2 * classes, {part_size}, {part_size}] with a number "
            f"of classes that divides output_dim={output_dim}, got {brackets(trans.shape)}"
        )
    return classes


def _moves(trans, classes, bins, parts, std, data, count):
    """Return the horizontal and vertical shifts of bins as fractions of the box."""
    if trans is None:
        return data.new_zeros(2, count, 1, bins, bins)
    part = torch.arange(bins, device=data.device) * parts // bins
    moves = trans.index_select(2, part).index_select(3, part) * std
    return moves.reshape(count, classes, 2, bins, bins).unbind(2)


def _sample_positions(start, extent, move, bins: int, samples: int, size: int, axis: int):
    """Return the sampling positions of each bin along one axis, and which are in the image."""
    like = {"device": start.device, "dtype": start.dtype}
    width = (extent / bins)[:, None, None, None]
    step = torch.arange(bins, **like)
    step = step if axis else step[:, None]
    begin = step * width + start[:, None, None, None] + move * extent[:, None, None, None]
    position = begin[..., None] + torch.arange(samples, **like) * (width / samples)[..., None]
    return position.clamp(0, size - 1), (position >= -0.5) & (position <= size - 0.5)


def _neighbors(position) -> tuple:
    """Return the elements before and after each position, with their weights."""
    low = position.detach().floor()
    share = position - low
    return (low.long(), 1 - share), (position.detach().ceil().long(), share)
