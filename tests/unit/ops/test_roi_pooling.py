"""Boxes that are pooled one by one give the results and gradients of the table for all boxes."""

from __future__ import annotations

import pytest
import torch

from mxnet._ops.vision import box_pooling
from mxnet._ops.vision.roi_pooling import roi_pooling

GENERATOR = torch.Generator().manual_seed(0)


def _boxes(count: int, height: int, width: int) -> torch.Tensor:
    """Return boxes inside of two images."""
    size = torch.tensor([width - 1, height - 1])
    corners = torch.rand(2, count, 2, generator=GENERATOR) * size
    images = torch.randint(2, (count, 1), generator=GENERATOR)
    return torch.cat([images, corners.amin(0), corners.amax(0)], 1)


def _pool(data, boxes, bins):
    data = data.clone().requires_grad_()
    result = roi_pooling(data, boxes, pooled_size=bins, spatial_scale=1.0)
    head = torch.arange(result.numel(), dtype=data.dtype).reshape(result.shape)
    (grad,) = torch.autograd.grad(result, data, head, create_graph=True)
    return result.detach(), grad.detach()


# An element is the maximum of several bins, and equal elements occur: the first of them wins.
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
@pytest.mark.parametrize("bins", [(1, 1), (2, 3), (7, 7)])
@pytest.mark.parametrize("high", [3, 1000])
def test_results_and_gradients(monkeypatch, dtype, bins, high):
    data = torch.randint(high, (2, 3, 20, 25), generator=GENERATOR).to(dtype)
    boxes = _boxes(12, 20, 25).to(dtype)
    assert box_pooling.rectangles(boxes, data, bins, 1.0) is not None
    actual = _pool(data, boxes, bins)
    monkeypatch.setattr(box_pooling, "_AREA", 0)
    assert box_pooling.rectangles(boxes, data, bins, 1.0) is None
    for one, other in zip(actual, _pool(data, boxes, bins), strict=True):
        assert torch.equal(one, other)


OUTSIDE = [
    [0, 0, 0, 4, 60],
    [1, -1, 0, 4, 4],
    [0, -9, -30, 70, 100],
    [1, 58, 3, 64, 8],
    [0, 61, 3, 64, 8],
    [0, 3, 3, 2, 2],
    [0, 70, 70, 65, 65],
]
INEXACT = [0, 0, 0, 4, 56]  # 57 / 7 * 7 is more than 57 in float32


@pytest.mark.parametrize("high", [3, 1000])
@pytest.mark.parametrize("bins", [(1, 1), (2, 3), (7, 7)])
def test_boxes_with_other_bins(monkeypatch, bins, high):
    data = torch.randint(-high, high, (2, 3, 60, 60), generator=GENERATOR).float()
    boxes = torch.tensor([*OUTSIDE, INEXACT, [0, 0, 0, 4, 4]], dtype=torch.float32)
    kinds = [type(part) for part in box_pooling.rectangles(boxes, data, bins, 1.0)]
    assert kinds.count(box_pooling.Rectangle) == (2 if bins == (7, 7) else 3)
    actual = _pool(data, boxes, bins)
    monkeypatch.setattr(box_pooling, "_AREA", 0)
    for one, other in zip(actual, _pool(data, boxes, bins), strict=True):
        assert torch.equal(one, other)


@pytest.mark.parametrize(
    "box", [[2, 0, 0, 4, 4], [0, 0, 0, 4, float("nan")], [0, 0, 0, 4, float("inf")]]
)
def test_boxes_that_are_not_pooled_one_by_one(box):
    data = torch.zeros(2, 1, 60, 60)
    boxes = torch.tensor([[0.0, 0, 0, 4, 4], box])
    assert box_pooling.rectangles(boxes[:1], data, (7, 7), 1.0) is not None
    assert box_pooling.rectangles(boxes, data, (7, 7), 1.0) is None
