"""Region proposals (Ren et al., 2015): boxes that may contain an object, from network scores."""

from __future__ import annotations

import functools
import math

import torch

from ..attrs import Floats
from ..caching import cached
from ..checks import brackets, check, fail
from ..registry import op, parameters_of
from ..small_arrays import is_few
from . import few_proposals
from .suppression import best_first, suppress


@cached
def _base_anchors(stride: int, ratios: tuple, scales: tuple) -> tuple[tuple, ...]:
    """Return the anchors of the first element: integer pixels around the center of a square."""
    middle = 0.5 * (stride - 1)
    boxes = []
    for ratio in ratios:
        width = math.floor(math.sqrt(math.floor(stride * stride / ratio)) + 0.5)
        height = math.floor(width * ratio + 0.5)
        for scale in scales:
            x, y = 0.5 * (width * scale - 1), 0.5 * (height * scale - 1)
            boxes.append((middle - x, middle - y, middle + x, middle + y))
    return tuple(boxes)


def _anchors(like, stride: int, ratios: tuple, scales: tuple) -> torch.Tensor:
    """Return all anchors: (height, width, anchors of an element, 4)."""
    height, width = like.shape[2:]
    base = like.new_tensor(_base_anchors(stride, ratios, scales))
    y, x = (torch.arange(n, device=like.device, dtype=like.dtype) * stride for n in (height, width))
    y, x = torch.meshgrid(y, x, indexing="ij")
    return torch.stack([x, y, x, y], -1)[:, :, None] + base


def _shift_boxes(anchors, delta, iou_loss: bool) -> torch.Tensor:
    """Decode the predictions of a network for anchors to boxes."""
    if iou_loss:
        return anchors + delta
    size = anchors[..., 2:] - anchors[..., :2] + 1
    middle = delta[..., :2] * size + anchors[..., :2] + 0.5 * (size - 1)
    half = 0.5 * (delta[..., 2:].exp() * size - 1)
    return torch.cat([middle - half, middle + half], -1)


def _suppress_overlaps(boxes, threshold: float, limit: int) -> torch.Tensor:
    area = (boxes[:, 2:] - boxes[:, :2] + 1).prod(1, keepdim=True)
    sides = torch.cat([boxes, area], 1).t().contiguous()
    return suppress(sides, threshold, extra=1.0, limit=limit)


def _elements(height: int, width: int, stride: int, info: list[float]) -> tuple[int, int]:
    """Return the rows and columns of a map that are inside an image; the others are padding."""
    rows, columns = (int(size / stride) for size in info[:2])
    if rows > height or columns > width:
        fail(
            f"im_info {info} says {rows} x {columns} elements with "
            f"feature_stride={stride}, cls_prob has {height} x {width}"
        )
    return rows, columns


def _of_image(
    score, boxes, info, stride, minimum, before, after, threshold
) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the proposals of one image, repeated cyclically if there are too few."""
    height, width, scale = info.tolist()
    rows, columns = _elements(score.shape[0], score.shape[1], stride, info.tolist())
    last = boxes.new_tensor([width - 1, height - 1, width - 1, height - 1])
    boxes = boxes.minimum(last).clamp(min=0)
    score = score.clone()
    score[rows:] = -1  # the padding
    score[:, columns:] = -1
    boxes, score, minimum = boxes.reshape(-1, 4), score.flatten(), minimum * scale
    small = (boxes[:, 2:] - boxes[:, :2] + 1 < minimum).any(1)
    score = score.masked_fill(small, -1)
    grown = boxes + boxes.new_tensor([-0.5, -0.5, 0.5, 0.5]) * minimum
    boxes = torch.where(small[:, None], grown, boxes)
    order = best_first(score, before)
    boxes, score = boxes[order], score[order]
    positions = _suppress_overlaps(boxes, threshold, min(after, before))
    positions = positions[torch.arange(after, device=positions.device) % len(positions)]
    return boxes[positions], score[positions]


DECLARATION = {
    "outputs": lambda attrs: 2 if attrs["output_score"] else 1,
    "output_names": ("output", "score"),
    "stored_outputs": 2,
    "naming": "legacy",
}


@op("_contrib_MultiProposal", **DECLARATION)
def multi_proposal(
    cls_prob, bbox_pred, im_info, *,
    rpn_pre_nms_top_n: int = 6000, rpn_post_nms_top_n: int = 300, threshold: float = 0.7,
    rpn_min_size: int = 16, scales: Floats = (4.0, 8.0, 16.0, 32.0),
    ratios: Floats = (0.5, 1.0, 2.0), feature_stride: int = 16,
    output_score: bool = False, iou_loss: bool = False,
):  # fmt: skip
    """Propose boxes that may contain an object: rows of (image, left, top, right, bottom).

    ``cls_prob`` is (batch, 2 * anchors, height, width), background first, ``bbox_pred`` is (batch,
    4 * anchors, height, width), and ``im_info`` has rows of (height, width, scale). Of the
    ``rpn_pre_nms_top_n`` best boxes, those that overlap a better one by more than ``threshold`` are
    removed. ``rpn_post_nms_top_n`` boxes are returned for each image, and with ``output_score``
    also their scores, (rows, 1). The results have no gradient.
    """
    if cls_prob.dtype is not torch.float32:
        fail(f"proposals are computed in float32, got {cls_prob.dtype}")
    if cls_prob.ndim != 4:
        fail(f"cls_prob must have 4 axes, got {brackets(cls_prob.shape)}")
    batch, channels, height, width = cls_prob.shape
    count = channels // 2
    if channels != 2 * count or count != len(ratios) * len(scales):
        fail(
            f"cls_prob must have 2 channels for each of {len(ratios)} ratios and {len(scales)} "
            f"scales, got {channels}"
        )
    for name, array, shape in (
        ("bbox_pred", bbox_pred, (batch, 4 * count, height, width)),
        ("im_info", im_info, (batch, 3)),
    ):
        if tuple(array.shape) != shape:
            fail(f"{name} must have shape {brackets(shape)}, got {brackets(array.shape)}")
    check(rpn_post_nms_top_n > 0, "rpn_post_nms_top_n must be above 0")
    rows = batch * rpn_post_nms_top_n
    if cls_prob.is_meta:
        boxes, scores = cls_prob.new_empty(rows, 5), cls_prob.new_empty(rows, 1)
        return (boxes, scores) if output_score else boxes
    total = count * height * width
    before = min(rpn_pre_nms_top_n, total) if rpn_pre_nms_top_n > 0 else total
    arrays = cls_prob.detach(), bbox_pred.detach(), im_info.detach()
    if is_few(total, few_proposals.ANCHORS, *arrays) and total:
        probabilities, delta, info = (array.numpy() for array in arrays)
        boxes, scores = few_proposals.propose(
            probabilities[:, count:], delta, info, _base_anchors(feature_stride, ratios, scales),
            functools.partial(_elements, height, width, feature_stride),
            feature_stride, rpn_min_size, before, rpn_post_nms_top_n, threshold, iou_loss,
        )  # fmt: skip
        boxes, scores = torch.from_numpy(boxes), torch.from_numpy(scores)
        return (boxes, scores) if output_score else boxes
    anchors = _anchors(cls_prob, feature_stride, ratios, scales)
    delta = bbox_pred.detach().reshape(batch, count, 4, height, width).permute(0, 3, 4, 1, 2)
    moved = _shift_boxes(anchors, delta, iou_loss)
    foreground = cls_prob.detach()[:, count:].permute(0, 2, 3, 1)
    proposals = [
        _of_image(
            foreground[i], moved[i], im_info[i], feature_stride, rpn_min_size,
            before, rpn_post_nms_top_n, threshold,
        )
        for i in range(batch)
    ]  # fmt: skip
    image = torch.arange(batch, device=cls_prob.device, dtype=cls_prob.dtype)
    image = image.repeat_interleave(rpn_post_nms_top_n)[:, None]
    boxes = torch.cat([image, torch.cat([box for box, _ in proposals])], 1)
    if not output_score:
        return boxes
    return boxes, torch.cat([score for _, score in proposals])[:, None]


@op("_contrib_Proposal", **DECLARATION)
@parameters_of(multi_proposal)
def proposal(cls_prob, *arrays, **attrs):
    """Propose boxes like MultiProposal, for a single image."""
    if cls_prob.shape[0] != 1:
        fail(f"Proposal takes one image, got {cls_prob.shape[0]}; MultiProposal takes several")
    return multi_proposal(cls_prob, *arrays, **attrs)
