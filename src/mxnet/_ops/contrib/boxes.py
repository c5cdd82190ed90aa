"""Bounding boxes: overlap, non-maximum suppression, matching, and encoding as targets.

A box is (left, top, right, bottom), ``corner``, or (x, y, width, height), ``center``.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
import torch

from ..._core.private_torch import Function
from ..checks import brackets, fail, require_floats
from ..registry import op
from ..small_arrays import is_few
from ..vision.image import pass_gradient
from . import few_boxes
from .overlaps import edges, overlaps, sides
from .suppression import match, rank_scores, ranks, stay

Format = Literal["center", "corner"]


@op("_contrib_box_iou")
def box_iou(lhs, rhs, *, format: Format = "corner"):
    """Compute the intersection over union of each box in one array with each box in another.

    Arrays have shape (..., 4); the result has both shapes without their last axes, and no gradient.
    """
    for name, boxes in (("lhs", lhs), ("rhs", rhs)):
        require_floats(boxes)
        if boxes.ndim < 2:
            fail(f"{name} must have dim >= 2, got {brackets(boxes.shape)}")
        if boxes.shape[-1] != 4:
            fail(f"last dimension of {name} must be 4, got {brackets(boxes.shape)}")
    one, other = (boxes.detach().reshape(-1, 4) for boxes in (lhs, rhs))
    shape = lhs.shape[:-1] + rhs.shape[:-1]
    if is_few(len(one) * len(other), few_boxes.OVERLAPS, one, other):
        return torch.from_numpy(few_boxes.iou(one.numpy(), other.numpy(), format)).reshape(shape)
    one, other = sides(one, format), sides(other, format)
    # torch is several times faster along the longer axis if that is the last one.
    if one.shape[1] > other.shape[1]:
        overlap = overlaps(other[:, :, None], one[:, None]).t()
    else:
        overlap = overlaps(one[:, :, None], other[:, None])
    # MXNet: disjoint boxes have IoU 0, even if their union is empty
    return overlap.nan_to_num_(0.0).reshape(shape)


# ------------------------------------------------------------------------------------ suppression


def _check_columns(data, coord_start: int, score_index: int, id_index: int) -> None:
    width = data.shape[-1]
    expected = 5 + (id_index >= 0)
    if width < expected:
        fail(f"the last dimension must have at least {expected} elements, {width} provided")
    if not 0 <= score_index < width:
        fail(f"score_index: {score_index} out of range: (0, {width})")
    if not (0 <= coord_start and coord_start + 3 < width):
        fail(f"coordinates: ({coord_start}, {coord_start + 3}) out of range: (0, {width})")
    for name, index in (("score_index", score_index), ("id_index", id_index)):
        if coord_start <= index <= coord_start + 3:
            fail(f"{name}: {index} conflict with coordinates: ({coord_start}, {coord_start + 3})")
    if id_index >= 0:
        if id_index >= width:
            fail(f"id_index: {id_index} out of range: (0, {width})")
        if id_index == score_index:
            fail(f"id_index: {id_index} conflict with score_index")


def _suppress(data, scores, valid, limit, threshold, start, kind, layout) -> torch.Tensor:
    """Return the kept rows (images, boxes, numbers), best first, followed by rows of -1."""
    images, count, numbers = data.shape
    first = torch.arange(0, images * count, count, device=data.device)[:, None]
    order, is_valid = rank_scores(scores, valid, limit)
    order = order + first
    rows = data.reshape(-1, numbers)
    best = rows.detach()[order]
    kinds = None if kind is None else best[..., kind].trunc()
    stays = stay(sides(best[..., start : start + 4], layout), kinds, threshold)
    if is_valid is not None:
        stays &= is_valid
    best_rows = rows.index_select(0, order[stays])
    if images == 1:
        return torch.cat([best_rows, rows.new_full((count - len(best_rows), numbers), -1.0)])
    return torch.full_like(rows, -1.0).index_copy_(
        0, (stays.cumsum(1) - 1 + first)[stays], best_rows
    )


class _SuppressFew(Function):
    """Suppression of few boxes, with a gradient that is routed back to the source of each box."""

    @staticmethod
    def forward(ctx, rows, *choice):
        result, *ctx.positions = few_boxes.suppress(rows.detach().numpy(), *choice)
        ctx.shape = rows.shape
        return torch.from_numpy(result)

    @staticmethod
    def backward(ctx, grad):
        target, source = (torch.from_numpy(positions) for positions in ctx.positions)
        grad = grad.reshape(-1, ctx.shape[-1])
        rows = grad.new_zeros(grad.shape).index_copy(0, source, grad.index_select(0, target))
        return rows.view(ctx.shape), *[None] * 7


def _convert_boxes(rows: torch.Tensor, start: int, target: str) -> torch.Tensor:
    boxes = rows[..., start : start + 4]
    left, top, right, bottom = boxes.unbind(-1)
    if target == "center":
        sides = ((left + right) / 2, (top + bottom) / 2, right - left, bottom - top)
    else:
        sides = edges(boxes, "center")
    # MXNet: boxes with a negative first coordinate are not converted
    boxes = torch.where(left[..., None] < 0, boxes, torch.stack(sides, -1))
    return torch.cat([rows[..., :start], boxes, rows[..., start + 4 :]], -1)


@op(
    "_contrib_box_nms",
    "_contrib_box_non_maximum_suppression",
    output_names=("output0",),
    stored_outputs=2,
)
def box_nms(
    data, *,
    overlap_thresh: float = 0.5, valid_thresh: float = 0.0, topk: int = -1,
    coord_start: int = 2, score_index: int = 1, id_index: int = -1, background_id: int = -1,
    force_suppress: bool = False, in_format: Format = "corner", out_format: Format = "corner",
):  # fmt: skip
    """Remove boxes that overlap a better one; return the others, best first, followed by -1.

    Data are (..., boxes, numbers of a box). Only boxes with a score above ``valid_thresh`` and a
    class other than ``background_id`` are considered, and of these only the ``topk`` best. With
    ``id_index``, boxes of different classes do not suppress each other, unless ``force_suppress``
    is set. The gradient is routed back to the source of each box.
    """
    require_floats(data)
    if data.ndim < 2:
        fail(
            "input must have dim >= 2, the last two dimensions are num_box and box_width, "
            f"{brackets(data.shape)} provided"
        )
    _check_columns(data, coord_start, score_index, id_index)
    if data.is_meta or topk == 0 or not data.numel():
        return data.clone()
    count = data.shape[-2]
    limit = min(topk, count) if topk > 0 else count
    rows = data if data.ndim == 3 else data.reshape(-1, count, data.shape[-1])
    columns = rows.detach()
    few = few_boxes.are_few(columns, len(rows), limit)
    if few:
        columns = columns.numpy()
    scores = columns[..., score_index]
    valid = scores > valid_thresh
    if id_index >= 0:
        valid &= columns[..., id_index] != background_id
    choice = (
        scores, valid, limit, overlap_thresh, coord_start,
        None if id_index < 0 or force_suppress else id_index, in_format,
    )  # fmt: skip
    if not few:
        result = _suppress(rows, *choice)
    elif data.requires_grad and torch.is_grad_enabled():
        result = _SuppressFew.apply(rows, *choice)
    else:
        result = torch.from_numpy(few_boxes.suppress(columns, *choice)[0])
    if result.shape != data.shape:
        result = result.reshape(data.shape)
    if in_format != out_format:
        # MXNet: the gradient ignores the conversion
        result = pass_gradient(result, _convert_boxes(result.detach(), coord_start, out_format))
    return result


# --------------------------------------------------------------------------------------- matching


def _first_matches(rows, columns, scores, count: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Discard all but the best matches of each image."""
    paired = rows >= 0
    score = scores.gather(2, rows.clamp(min=0)[..., None]).squeeze(2)
    order = score.masked_fill(~paired, -torch.inf).argsort(dim=1, descending=True, stable=True)
    rank = ranks(order)
    rows = rows.masked_fill(rank >= count, -1)
    is_kept = rows.gather(1, columns.clamp(min=0)) == torch.arange(
        columns.shape[1], device=rows.device
    )
    return rows, columns.masked_fill(~is_kept, -1)


@op("_contrib_bipartite_matching", outputs=2, output_names=("output0", "output1"))
def bipartite_matching(data, *, is_ascend: bool = False, threshold: float, topk: int = -1):
    """Match rows with columns of a score matrix greedily, each at most once.

    Data are (..., rows, columns). Returns the column of each row and the row of each column, or -1
    if there is no match. Scores up to ``threshold`` are not matched; with ``is_ascend``, small
    scores are the best. The results have no gradient.
    """
    require_floats(data)
    if data.ndim < 2:
        fail(f"score matrix must have dim >= 2, got {brackets(data.shape)}")
    if data.is_meta:
        return data.new_empty(data.shape[:-1]), data.new_empty(data.shape[:-2] + data.shape[-1:])
    scores = data.detach().reshape(-1, *data.shape[-2:])
    scores, floor = (-scores, -threshold) if is_ascend else (scores, threshold)
    if is_few(scores.numel() * min(scores.shape[1:]), few_boxes.SEARCHES, scores):
        rows, columns = map(torch.from_numpy, few_boxes.match(scores.numpy(), floor))
    else:
        rows, columns = match(scores, floor)
    if topk > 0:
        rows, columns = _first_matches(rows, columns, scores, topk + 1)  # MXNet: one more
    return (
        rows.to(data.dtype).reshape(data.shape[:-1]),
        columns.to(data.dtype).reshape(data.shape[:-2] + data.shape[-1:]),
    )


# ---------------------------------------------------------------------------------------- targets


def _middles(boxes: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the centers and sizes of boxes given by their corners."""
    size = boxes[..., 2:] - boxes[..., :2]
    return boxes[..., :2] + size * 0.5, size


@op("_contrib_box_encode", outputs=2, output_names=("output0", "output1"))
def box_encode(samples, matches, anchors, refs, means, stds):
    """Compute the training targets of anchors that were matched with the boxes ``refs``.

    ``samples`` (batch, anchors) is 1 for anchors with a match, and ``matches`` has the index of the
    box in ``refs`` (batch, boxes, 4). Returns the targets, normalized by ``means`` and ``stds``,
    and a mask that is 1 where there is a target, both (batch, anchors, 4) and without gradient.
    """
    require_floats(anchors)
    if samples.ndim != 2:
        fail(f"samples shape must have dim == 2, {samples.ndim} provided")
    if matches.ndim != 2:
        fail(f"matches shape must have dim == 2, {matches.ndim} provided")
    for name, boxes in (("anchors", anchors), ("refs", refs)):
        if boxes.ndim != 3 or boxes.shape[-1] != 4:
            fail(f"{name} must be (batch, boxes, 4), got {brackets(boxes.shape)}")
    if not (samples.shape == matches.shape == anchors.shape[:2] and len(refs) == len(anchors)):
        fail(
            f"samples {brackets(samples.shape)}, matches {brackets(matches.shape)}, anchors "
            f"{brackets(anchors.shape)} and refs {brackets(refs.shape)} do not match"
        )
    for name, numbers in (("means", means), ("stds", stds)):
        if tuple(numbers.shape) != (4,):
            fail(f"{name} must have shape [4], got {numbers.shape}")
    arrays = tuple(a.detach() for a in (samples, matches, anchors, refs, means, stds))
    if is_few(anchors.numel(), few_boxes.NUMBERS, anchors, *arrays) and refs.numel():
        return _encode_few(*(a.numpy() for a in arrays))
    return (anchors.new_empty(anchors.shape),) * 2 if anchors.is_meta else _encode(*arrays)


def _encode(samples, matches, anchors, refs, means, stds) -> tuple[torch.Tensor, torch.Tensor]:
    """Compute the targets of anchors that have a match, which are few of them."""
    target, mask = (anchors.new_zeros(anchors.shape) for _ in range(2))
    position = (samples.reshape(-1) > 0.5).nonzero().squeeze(1)
    match = matches.reshape(-1).index_select(0, position).long()
    _check_matches(match, refs.shape[1])
    match += position // max(samples.shape[1], 1) * refs.shape[1]
    # The coordinates are the first axis: torch is several times faster on contiguous rows.
    target_middle, size = _middles_first(_columns(refs, match))
    middle, extent = _middles_first(_columns(anchors, position))
    values = torch.cat([(target_middle - middle).div_(extent), size.div_(extent).log_()])
    values.sub_(means[:, None]).div_(stds[:, None])
    target.view(-1, 4).index_copy_(0, position, values.t())
    mask.view(-1, 4).index_fill_(0, position, 1)
    return target, mask


def _columns(boxes, index) -> torch.Tensor:
    """Return some of the boxes (..., 4) as (4, boxes)."""
    return boxes.reshape(-1, 4).index_select(0, index).t().contiguous()


def _middles_first(boxes: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the centers and sizes of boxes given by their corners, (4, ...)."""
    size = boxes[2:] - boxes[:2]
    return boxes[:2] + size * 0.5, size


def _encode_few(samples, matches, anchors, refs, means, stds) -> tuple:
    """Compute the same as ``box_encode`` with NumPy arrays."""
    valid = samples > 0.5
    index = (matches * valid).astype(np.int64)
    # Negative numbers are large ones without a sign, so this is one pass.
    if index.size and np.maximum.reduce(index.view(np.uint64), None) >= refs.shape[1]:
        _check_matches(index, refs.shape[1])
    target, mask = few_boxes.encode(valid, index, anchors, refs, means, stds)
    return torch.from_numpy(target), torch.from_numpy(mask)


def _check_matches(matches, count: int) -> None:
    if matches.shape.count(0):
        return
    low, high = int(matches.min()), int(matches.max())
    if low < 0 or high >= max(count, 1):
        fail(f"matches must be from 0 to {count - 1}, got {low} to {high}")


@op("_contrib_box_decode")
def box_decode(
    data, anchors, *,
    std0: float = 1.0, std1: float = 1.0, std2: float = 1.0, std3: float = 1.0,
    clip: float = -1.0, format: Format = "center",
):  # fmt: skip
    """Decode the predictions of a network for anchors to boxes, given by their corners.

    Data are (batch, anchors, 4), anchors (1, anchors, 4). If positive, ``clip`` is the limit of the
    logarithm of a size. The result has no gradient."""
    require_floats(data)
    if data.ndim != 3:
        fail(f"data shape must have dim == 3, {data.ndim} provided")
    if anchors.ndim != 3:
        fail(f"anchors shape must have dim == 3, {anchors.ndim} provided")
    for name, boxes in (("data", data), ("anchors", anchors)):
        if boxes.shape[-1] != 4:
            fail(f"last dimension of {name} must be 4, got {brackets(boxes.shape)}")
    if anchors.shape[:2] != (1, data.shape[1]):
        fail(f"anchors must be [1,{data.shape[1]},4], got {brackets(anchors.shape)}")
    data, anchors, stds = data.detach(), anchors.detach(), (std0, std1, std2, std3)
    if data.dtype is anchors.dtype and is_few(0, 0, data, anchors):
        return torch.from_numpy(few_boxes.decode(data.numpy(), anchors.numpy(), stds, clip, format))
    middle, size = _middles(anchors) if format == "corner" else (anchors[..., :2], anchors[..., 2:])
    middle = data[..., :2] * data.new_tensor([std0, std1]) * size + middle
    growth = data[..., 2:] * data.new_tensor([std2, std3])
    half = (growth.clamp(max=clip) if clip > 0 else growth).exp() * size * 0.5
    return torch.cat([middle - half, middle + half], -1)
