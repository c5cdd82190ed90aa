"""Overlap of boxes: intersection over union."""

from __future__ import annotations

import torch


def edges(boxes: torch.Tensor, layout: str) -> tuple[torch.Tensor, ...]:
    """Return left, top, right, bottom."""
    a, b, c, d = boxes.unbind(-1)
    return (a, b, c, d) if layout == "corner" else (a - c / 2, b - d / 2, a + c / 2, b + d / 2)


def sides(boxes: torch.Tensor, layout: str) -> torch.Tensor:
    """Return left, top, right, bottom and area of boxes (..., 4), these five first."""
    if layout == "corner":
        size = boxes[..., 2:] - boxes[..., :2]
    else:
        size = boxes[..., 2:]
        half = size / 2
        boxes = torch.cat([boxes[..., :2] - half, boxes[..., :2] + half], -1)
    size = size.clamp(min=0)  # a box with swapped corners is empty
    area = size[..., :1] * size[..., 1:]
    return torch.cat([boxes, area], -1).movedim(-1, 0).contiguous()


def overlaps(one: torch.Tensor, other: torch.Tensor, extra: float = 0.0) -> torch.Tensor:
    """Compute the intersection over union of boxes given as sides, with broadcasting.

    With ``extra`` 1, edges are integer pixels that belong to the box. Two empty boxes give NaN.
    """
    left, top, right, bottom, area = one.unbind(0)
    other_left, other_top, other_right, other_bottom, other_area = other.unbind(0)
    width = torch.minimum(right, other_right)
    spare = torch.maximum(left, other_left)
    width.sub_(spare)
    height = torch.minimum(bottom, other_bottom).sub_(torch.maximum(top, other_top, out=spare))
    if extra:
        width, height = width.add_(extra), height.add_(extra)
    common = width.clamp_(min=0).mul_(height.clamp_(min=0))
    return common.div_(torch.add(area, other_area, out=spare).sub_(common))
