"""Boxes that are pooled without a table give the results and gradients of the table."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from mxnet import autograd, nd
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


def _check_against_the_table(monkeypatch, data, boxes, bins):
    monkeypatch.setattr(box_pooling, "_LOOKUPS", 1 << 20)  # so that bags are never slower
    actual = []
    for few in (0, 1 << 20):  # NumPy, and a loop
        monkeypatch.setattr(box_pooling, "_FEW", few)
        assert box_pooling.bags(boxes, data, bins, 1.0) is not None
        actual.append(_pool(data, boxes, bins))
    monkeypatch.setattr(box_pooling, "_FAR", 0)
    assert box_pooling.bags(boxes, data, bins, 1.0) is None
    expected = _pool(data, boxes, bins)
    for one in actual:
        torch.testing.assert_close(one, expected, rtol=0, atol=0)


# An element is the maximum of several bins, and equal elements occur: the first of them wins.
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
@pytest.mark.parametrize("bins", [(1, 1), (2, 3), (7, 7)])
@pytest.mark.parametrize("high", [3, 1000])
def test_results_and_gradients(monkeypatch, dtype, bins, high):
    data = torch.randint(high, (2, 3, 20, 25), generator=GENERATOR).to(dtype)
    _check_against_the_table(monkeypatch, data, _boxes(12, 20, 25).to(dtype), bins)


OUTSIDE = [
    [0, 0, 0, 4, 60],
    [1, -1, 0, 4, 4],
    [0, -9, -30, 70, 100],
    [1, 58, 3, 64, 8],
    [0, 61, 3, 64, 8],
    [0, 3, 3, 2, 2],
    [0, 70, 70, 65, 65],
    [-1, 0, 0, 4, 4],
    [2, 0, 0, 4, 4],
    [-0.5, -0.5, -1.5, 3.5, 2.5],
    [0, -511.9, -511.9, 511.9, 511.9],
]
INEXACT = [0, 0, 0, 4, 56]  # 57 / 7 * 7 is more than 57 in float32


@pytest.mark.parametrize("high", [3, 1000])
@pytest.mark.parametrize("bins", [(1, 1), (2, 3), (7, 7)])
def test_boxes_with_other_bins(monkeypatch, bins, high):
    data = torch.randint(-high, high, (2, 3, 60, 60), generator=GENERATOR).float()
    boxes = torch.tensor([*OUTSIDE, INEXACT, [0, 0, 0, 4, 4]], dtype=torch.float32)
    _check_against_the_table(monkeypatch, data, boxes, bins)


def test_no_numbers(monkeypatch):
    """MXNet: nan is the maximum of no bin, and the smallest maximum is the lowest number."""
    lowest = np.finfo("float32").min
    data = np.arange(32, dtype="float32").reshape(1, 2, 4, 4)
    data[0, 0, 0, 0] = data[0, 0, 3, 3] = np.nan
    data[0, 1] = -np.inf
    data[0, 1, 1, 1] = np.inf
    data[0, 1, 3, 3] = np.nan
    expected = [[[[5, 7], [13, 14]], [[np.inf, lowest], [lowest, lowest]]]]
    for far in (box_pooling._FAR, 0):
        monkeypatch.setattr(box_pooling, "_FAR", far)
        x, boxes = nd.array(data), nd.array([[0, 0, 0, 3, 3]])
        x.attach_grad()
        with autograd.record():
            result = nd.ROIPooling(x, boxes, pooled_size=(2, 2), spatial_scale=1.0)
        result.backward()
        np.testing.assert_array_equal(result.asnumpy(), expected)
        used = [(0, 1, 1), (0, 1, 3), (0, 3, 1), (0, 3, 2), (1, 1, 1)]
        assert [x.grad[0][place].asscalar() for place in used] == [1] * 5
        assert x.grad[0, 0].sum().asscalar() == 4


@pytest.mark.parametrize(
    "box",
    [
        [0, 0, 0, 4, 1 << 9],
        [0, 0, 0, 4, float("nan")],
        [0, 0, 0, 4, float("inf")],
        [float("nan"), 0, 0, 4, 4],
    ],
)
def test_boxes_that_need_the_table(box):
    data = torch.zeros(2, 1, 60, 60)
    boxes = torch.tensor([[0.0, 0, 0, 4, 4], box])
    assert box_pooling.bags(boxes[:1], data, (7, 7), 1.0) is not None
    assert box_pooling.bags(boxes, data, (7, 7), 1.0) is None
    assert box_pooling.bags(boxes[:1].repeat(100, 1), data, (3, 3), 1.0) is not None
    whole = torch.tensor([[0.0, 0, 0, 59, 59]])
    assert box_pooling.bags(whole.repeat(100, 1), data, (3, 3), 1.0) is None
