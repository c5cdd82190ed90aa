"""The single shot detector (Liu et al., 2016): its anchors, training targets and detections."""

from __future__ import annotations

import functools
import math

import torch

from ..attrs import Floats
from ..checks import brackets, check, fail, require_floats
from ..registry import op
from ..small_arrays import is_few
from . import few_anchors
from .suppression import match, rank_scores, ranks, stay

VARIANCES = (0.1, 0.1, 0.2, 0.2)


@op("_contrib_MultiBoxPrior", "_npx_multibox_prior", naming="legacy")
def multibox_prior(
    data, *,
    sizes: Floats = (1.0,), ratios: Floats = (1.0,), clip: bool = False,
    steps: Floats = (-1.0, -1.0), offsets: Floats = (0.5, 0.5),
):  # fmt: skip
    """Create anchors around each element of a feature map (batch, channels, height, width).

    At each position there is one anchor of each size with the first ratio, and one of each other
    ratio with the first size: (1, anchors, 4), corners from 0 to 1. ``steps`` and ``offsets`` are
    along y and x; a step of -1 divides the image by the number of elements.
    """
    require_floats(data)
    if data.ndim < 4:
        fail(f"Input data should be 4D: batch-channel-y-x, got {brackets(data.shape)}")
    check(len(sizes) > 0 and len(ratios) > 0, "at least one of sizes and one of ratios is needed")
    if len(steps) != 2:
        fail(f"Step ndim must be 2: (step_y, step_x), got {steps}")
    if len(offsets) != 2 or not all(0 <= offset <= 1 for offset in offsets):
        fail(f"offsets must be two numbers from 0 to 1, got {offsets}")
    if not steps[0] * steps[1] >= 0:
        fail(f"Must specify both step_y and step_x, got {steps}")
    height, width = data.shape[2:4]
    check(height > 0 and width > 0, "Input height and width should > 0")
    if min(steps) <= 0:
        steps = (1 / height, 1 / width)
    shapes = [(size, ratios[0]) for size in sizes] + [(sizes[0], ratio) for ratio in ratios[1:]]
    halves = [
        (size * height / width * math.sqrt(ratio) / 2, size / math.sqrt(ratio) / 2)
        for size, ratio in shapes
    ]
    like = {"dtype": data.dtype, "device": data.device}
    y = (torch.arange(height, **like).add_(offsets[0])).mul_(steps[0])[:, None, None]
    x = (torch.arange(width, **like).add_(offsets[1])).mul_(steps[1])[:, None]
    half = torch.tensor(halves, **like)
    boxes = torch.empty(height, width, len(halves), 4, **like)
    for i, middle in enumerate((x, y)):
        boxes[..., i] = middle - half[:, i]
        boxes[..., i + 2] = middle + half[:, i]
    boxes = boxes.view(1, -1, 4)
    return boxes.clamp_(0, 1) if clip else boxes


def _check_variances(variances: tuple) -> None:
    if len(variances) != 4:
        fail(f"Variance size must be 4, got {variances}")


def _check_anchors(anchor, count: int) -> None:
    if not (anchor.ndim == 3 and anchor.shape[0] == 1 and anchor.shape[2] == 4):
        fail(f"anchor must be shared by the batch, [1,anchors,4], got {brackets(anchor.shape)}")
    if not anchor.shape[1] == count > 0:
        fail(f"Number of anchors mismatch, {anchor.shape[1]} and {count} predictions")


# ---------------------------------------------------------------------------------------- targets


def _valid_labels(labels):
    """Return which labels, a tensor or array, are valid: those before the first -1."""
    ends = labels[..., 0] == -1
    if not ends.any():
        return ~ends
    number = ends.cumsum(1)
    if ((labels[..., 1:5] != -1).any(-1) & ends & (number == 1)).any():
        fail("a label whose class is -1 is padding, its box must be -1 too")
    return number == 0


def _hard_negatives(scores, positive, overlap, ratio: float, threshold: float) -> torch.Tensor:
    """Return the unmatched anchors least like background, ``ratio`` for each match."""
    background = scores.softmax(1)[:, 0]
    matches = positive.sum(1)
    count = (matches * ratio).long().minimum(overlap.shape[1] - matches)
    eligible = ~positive & (overlap < threshold)
    few_anchors.check_negatives(eligible, count, threshold)
    order = background.masked_fill(~eligible, torch.inf).argsort(dim=1, stable=True)
    return ranks(order) < count[:, None]


def _offsets(anchors, boxes, variances: tuple) -> torch.Tensor:
    """Compute the offsets of matched boxes from their anchors, the targets of a network."""
    size, extent = anchors[..., 2:] - anchors[..., :2], boxes[..., 2:] - boxes[..., :2]
    middle = (anchors[..., :2] + anchors[..., 2:]) * 0.5
    target_middle = (boxes[..., :2] + boxes[..., 2:]) * 0.5
    target = torch.cat([(target_middle - middle) / size, (extent / size).log()], -1)
    return target / target.new_tensor(variances)


@op(
    "_contrib_MultiBoxTarget", "_npx_multibox_target",
    outputs=3, output_names=("loc_target", "loc_mask", "cls_target"), naming="legacy",
)  # fmt: skip
def multibox_target(
    anchor, label, cls_pred, *,
    overlap_threshold: float = 0.5, ignore_label: float = -1.0,
    negative_mining_ratio: float = -1.0, negative_mining_thresh: float = 0.5,
    minimum_negative_samples: int = 0, variances: Floats = VARIANCES,
):  # fmt: skip
    """Compute the training targets of a single shot detector for each anchor.

    A label (batch, boxes, at least 5) is class, left, top, right, bottom; -1 is padding. Each box
    is assigned the anchor that overlaps it most, and all anchors that overlap it by more than
    ``overlap_threshold``. Returns the targets of the coordinates and a mask, (batch, 4 * anchors),
    and classes (batch, anchors), where 0 is background. If ``negative_mining_ratio`` is above 0,
    only that many anchors per match are background: those with the highest scores of other classes
    in ``cls_pred`` (batch, classes, anchors). The others are set to ``ignore_label``.
    ``minimum_negative_samples`` has no effect, as in MXNet. The results have no gradient.
    """
    require_floats(anchor)
    if cls_pred.ndim != 3:
        fail(f"Prediction: [batch, num_classes, num_anchors], got {cls_pred.ndim}D")
    _check_anchors(anchor, cls_pred.shape[2])
    if not (label.ndim == 3 and label.shape[1] > 0 and label.shape[2] >= 5):
        fail(f"Label should be [batch, num_labels, at least 5], got {brackets(label.shape)}")
    if label.shape[0] != cls_pred.shape[0]:
        fail(f"{label.shape[0]} labels do not match {cls_pred.shape[0]} predictions")
    _check_variances(variances)
    batch, count = label.shape[0], anchor.shape[1]
    if anchor.is_meta:
        wide = (batch, 4 * count)
        return tuple(anchor.new_empty(shape) for shape in (wide, wide, (batch, count)))
    if negative_mining_ratio > 0:
        check(negative_mining_thresh > 0, "negative_mining_thresh must be above 0")
    anchors, labels = anchor.detach()[0], label.detach()
    few = is_few(batch * count * label.shape[1], few_anchors.OVERLAPS, anchors, labels)
    if few:
        anchors, labels = anchors.numpy(), labels.numpy()
    assign, encode = (few_anchors.assign, few_anchors.encode) if few else (_assign, _encode)
    is_valid = _valid_labels(labels)
    positive, box, best = assign(anchors, labels, is_valid, overlap_threshold)
    target, mask, kinds = encode(anchors, labels, positive, box, variances)
    ignored = ~(positive | is_valid.any(1)[:, None])  # MXNet: of an image without boxes, all
    if negative_mining_ratio > 0:
        scores = cls_pred.detach().numpy() if few else cls_pred.detach()
        mine = few_anchors.hard_negatives if few else _hard_negatives
        negative = mine(scores, positive, best, negative_mining_ratio, negative_mining_thresh)
        ignored |= ~(positive | negative)
    kinds[ignored] = ignore_label
    return tuple(map(torch.from_numpy, (target, mask, kinds))) if few else (target, mask, kinds)


def _assign(anchors, labels, is_valid, threshold: float) -> tuple:
    """Return which anchors (batch, anchors) have a match, their boxes, and the largest overlaps."""
    overlap = _overlaps_with_labels(anchors, labels[..., 1:5])
    best, box = overlap.masked_fill_(~is_valid[:, None], -1.0).max(2)
    matched, _ = match(overlap, few_anchors.LEAST_OVERLAP)
    is_matched = matched >= 0
    box = torch.where(is_matched, matched, box)
    return is_matched | (best > threshold) if threshold > 0 else is_matched, box, best


def _encode(anchors, labels, is_matched, box, variances: tuple) -> tuple[torch.Tensor, ...]:
    """Return offsets of boxes from their anchors, a mask, and classes; 0 without a match."""
    row = labels.gather(1, box[..., None].expand(-1, -1, labels.shape[2]))
    target = _offsets(anchors, row[..., 1:5], variances)
    mask = is_matched[..., None].expand_as(target)
    return (
        torch.where(mask, target, 0).flatten(1),
        mask.to(anchors.dtype).flatten(1),
        torch.where(is_matched, row[..., 0] + 1, 0),
    )


def _overlaps_with_labels(anchors, boxes) -> torch.Tensor:
    """Compute the intersection over union: (batch, anchors, boxes)."""
    left, top, right, bottom = (edge[:, None] for edge in anchors.unbind(1))
    other = [edge[:, None] for edge in boxes.unbind(2)]
    width = (torch.minimum(right, other[2]) - torch.maximum(left, other[0])).clamp_(min=0)
    height = (torch.minimum(bottom, other[3]) - torch.maximum(top, other[1])).clamp_(min=0)
    common = width.mul_(height)
    area = (right - left) * (bottom - top) + (other[2] - other[0]) * (other[3] - other[1])
    union = area.sub_(common)
    return torch.where(union == 0, 0, common / union)


# ------------------------------------------------------------------------------------- detections


def _decode(anchors, predicted, variances, clip: bool) -> torch.Tensor:
    """Return left, top, right and bottom: (4, batch, anchors)."""
    anchors = anchors.t().contiguous()[:, None]
    predicted = predicted.reshape(len(predicted), -1, 4).permute(2, 0, 1).contiguous()
    predicted.mul_(predicted.new_tensor(variances)[:, None, None])
    size = anchors[2:] - anchors[:2]
    middle = (predicted[:2] * size).add_((anchors[:2] + anchors[2:]) / 2)
    half = predicted[2:].exp_().mul_(size).div_(2)
    boxes = torch.cat([middle - half, middle + half])
    return boxes.clamp_(0, 1) if clip else boxes


@functools.cache
def _just_below(threshold: float, dtype: torch.dtype) -> float:
    """Return the next smaller number, so that scores above it are at least the threshold."""
    dtype = dtype if dtype is torch.float64 else torch.float32
    number = torch.tensor(threshold, dtype=dtype)
    return torch.nextafter(number, torch.tensor(-torch.inf, dtype=dtype)).item()


def _collect(result, columns, is_object) -> None:
    """Write the detected rows, in order, to the beginning of each image's result."""
    rows = columns.permute(1, 2, 0).contiguous().view(-1, 6)
    which = is_object.flatten().nonzero().squeeze(1)
    first = torch.arange(-1, len(rows) - 1, is_object.shape[1], device=rows.device)[:, None]
    position = (is_object.cumsum(1) + first).flatten().index_select(0, which)
    result.view(-1, 6).index_copy_(0, position, rows.index_select(0, which))


def _kinds(scores: torch.Tensor) -> torch.Tensor:
    """Return the best class of (batch, classes, anchors), or the first of several."""
    return scores.max(1).indices.to(scores.dtype)


def _best(columns, scores, is_object, threshold: float, force: bool, limit: int) -> tuple:
    """Return the best rows of each image, with class -1 for suppressed ones, and a mask.

    Classes are computed only here, for these rows.
    """
    order, is_valid = rank_scores(columns[1], is_object, limit)
    best = columns.gather(2, order.expand(6, -1, -1))
    kinds = _kinds(scores.gather(2, order[:, None].expand(-1, scores.shape[1], -1)))
    left, top, right, bottom = best[2:]
    sides = torch.cat([best[2:], ((right - left) * (bottom - top))[None]])
    stays = stay(sides, None if force else kinds, _just_below(threshold, columns.dtype))
    best[0] = kinds.masked_fill_(~stays, -1)
    return best.permute(1, 2, 0), is_valid


@op("_contrib_MultiBoxDetection", "_npx_multibox_detection", naming="legacy")
def multibox_detection(
    cls_prob, loc_pred, anchor, *,
    clip: bool = True, threshold: float = 0.01, background_id: int = 0,
    nms_threshold: float = 0.5, force_suppress: bool = False, variances: Floats = VARIANCES,
    nms_topk: int = -1,
):  # fmt: skip
    """Compute detections from the predictions of a single shot detector for its anchors.

    ``cls_prob`` is (batch, classes, anchors), ``loc_pred`` (batch, 4 * anchors). A row of the
    result (batch, anchors, 6) is class, score, left, top, right, bottom. The class is -1 if the row
    was suppressed by a better one; unused rows are entirely -1. The background is class 0,
    regardless of ``background_id``, as in MXNet. The result has no gradient.
    """
    require_floats(cls_prob)
    if cls_prob.ndim != 3:
        fail(f"cls_prob must have 3 axes, got {brackets(cls_prob.shape)}")
    if loc_pred.ndim != 2:
        fail(f"loc_pred must have 2 axes, got {brackets(loc_pred.shape)}")
    batch, classes, count = cls_prob.shape
    _check_anchors(anchor, count)
    check(
        tuple(loc_pred.shape) == (batch, 4 * count),
        f"# anchors mismatch with # loc: expected [{batch},{4 * count}], "
        f"got {brackets(loc_pred.shape)}",
    )
    check(classes > 1, "cls_prob must have a background and at least one class")
    _check_variances(variances)
    limit = min(nms_topk, count) if nms_topk > 0 else count
    arrays = cls_prob.detach()[:, 1:], loc_pred.detach(), anchor.detach()[0]
    if is_few(batch * count, few_anchors.ANCHORS, *arrays):
        scores, predicted, anchors = (array.numpy() for array in arrays)
        boxes = few_anchors.decode(anchors, predicted, variances, clip)
        return torch.from_numpy(
            few_anchors.detect(scores, boxes, threshold, nms_threshold, force_suppress, limit)
        )
    result = cls_prob.new_full((batch, count, 6), -1.0)
    if cls_prob.is_meta:
        return result
    scores, predicted, anchors = arrays
    boxes = _decode(anchors, predicted, variances, clip)
    score = scores.amax(1)
    is_object = (score >= threshold) & (score > -1)
    suppresses = 0 < nms_threshold <= 1
    kinds = torch.full_like(score, -1.0) if suppresses else _kinds(scores)
    columns = torch.cat([kinds[None], score[None], boxes])
    if not suppresses or limit < count:
        # MXNet: rows that are not among the best stay at their positions from before sorting
        _collect(result, columns, is_object)
    if suppresses:
        best, is_valid = _best(columns, scores, is_object, nms_threshold, force_suppress, limit)
        target = result[:, : best.shape[1]]
        target.copy_(best if is_valid is None else torch.where(is_valid[..., None], best, target))
    return result
