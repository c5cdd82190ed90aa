"""The faster gradients of convolutions are those of torch."""

from __future__ import annotations

import pytest
import torch

from mxnet._ops.nn import conv_gradients
from mxnet._ops.nn.conv_gradients import plane_convolution

# data, weight, (stride, pad, dilate), the strategy
CASES = {
    "one channel": ((24, 1, 28, 28), (16, 1, 3, 3), (1, 0, 1), "_ByColumns"),
    "one channel, windows apart": (
        (16, 1, 40, 28), (17, 1, 5, 3), ((2, 1), (2, 1), (1, 2)), "_ByColumns",
    ),
    "one channel, edges left over": (
        (16, 1, 39, 30), (16, 1, 4, 3), ((3, 4), (0, 2), (1, 1)), "_ByColumns",
    ),
    "uneven channels": ((4, 20, 16, 16), (50, 20, 3, 3), (1, 1, 1), "_ChannelsLast"),
    "uneven channels, windows apart": (
        (4, 12, 20, 20), (10, 12, 3, 2), ((2, 1), (0, 1), (2, 1)), "_ChannelsLast",
    ),
    "even channels": ((4, 16, 20, 20), (32, 16, 3, 3), (1, 1, 1), None),
    "few elements": ((1, 1, 8, 8), (16, 1, 3, 3), (1, 1, 1), None),
    "few filters": ((24, 1, 28, 28), (4, 1, 3, 3), (1, 1, 1), None),
}  # fmt: skip


@pytest.fixture(autouse=True)
def instructions(monkeypatch):
    """All strategies are used with AVX2."""
    monkeypatch.setattr(conv_gradients, "_instructions", lambda: "AVX2")


def _arrays(name, *needing):
    data, weight, geometry, strategy = CASES[name]
    generator = torch.Generator().manual_seed(1)
    tensors = [torch.randn(shape, generator=generator) for shape in (data, weight, weight[:1])]
    for tensor, needs in zip(tensors, needing, strict=True):
        tensor.requires_grad_(needs)
    return tensors, (*geometry, 1), strategy


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("of_data", [False, True])
def test_gradients(name, of_data):
    tensors, geometry, strategy = _arrays(name, of_data, True, True)
    chosen = conv_gradients._choose_function(*tensors[:2], 1)
    assert strategy == (None if chosen is None else chosen.__name__)
    leaves = [t for t in tensors if t.requires_grad]
    results = [f(*tensors, *geometry) for f in (plane_convolution, torch.conv2d)]
    exact = torch.conv2d(*(t.double() for t in tensors), *geometry)
    for result in results:  # sums of up to 180 products, each in an order of its own
        torch.testing.assert_close(result.double(), exact, rtol=1e-5, atol=1e-4)
    head = torch.randn(results[0].shape, generator=torch.Generator().manual_seed(2))
    ours, theirs = (torch.autograd.grad(result, leaves, head) for result in results)
    for mine, other in zip(ours, theirs, strict=True):
        assert mine.is_contiguous()
        torch.testing.assert_close(mine, other, rtol=1e-4, atol=1e-3)


@pytest.mark.parametrize(
    ("name", "strategy"), [("one channel", None), ("uneven channels", "_ChannelsLast")]
)
def test_no_columns_with_avx512(name, strategy, monkeypatch):
    monkeypatch.setattr(conv_gradients, "_instructions", lambda: "AVX512")
    (data, weight, _), _, _ = _arrays(name, False, True, True)
    chosen = conv_gradients._choose_function(data, weight, 1)
    assert strategy == (None if chosen is None else chosen.__name__)


@pytest.mark.parametrize("name", ["one channel", "uneven channels"])
def test_second_gradients(name):
    tensors, geometry, _ = _arrays(name, True, True, True)
    seconds = []
    for function in (plane_convolution, torch.conv2d):
        loss = function(*tensors, *geometry).sin().mean()
        first = torch.autograd.grad(loss, tensors, create_graph=True)
        seconds.append(torch.autograd.grad(sum((g * g).sum() for g in first), tensors))
    for mine, other in zip(*seconds, strict=True):
        torch.testing.assert_close(mine, other, rtol=1e-3, atol=1e-6)


def test_only_required_gradients_are_computed():
    tensors, geometry, _ = _arrays("one channel", True, True, False)
    plane_convolution(*tensors, *geometry).sum().backward()
    assert tensors[2].grad is None
    assert plane_convolution(tensors[0], tensors[1], None, *geometry).shape == (24, 16, 26, 26)


@pytest.mark.parametrize(("channels", "filters", "stride"), [(4, 6, 2), (3, 8, 2), (5, 6, 3)])
def test_points_that_torch_would_write_too_far_for(channels, filters, stride):
    generator = torch.Generator().manual_seed(0)
    data, weight = (
        torch.randn(shape, generator=generator)
        for shape in ((2, channels, 7, 6), (filters, channels, 1, 1))
    )
    data = data.contiguous(memory_format=torch.channels_last).requires_grad_()
    weight.requires_grad_()
    result = plane_convolution(data, weight, None, (stride, stride), 0, 1, 1)
    exact = torch.conv2d(data.double(), weight.double(), None, stride)
    torch.testing.assert_close(result.double(), exact, rtol=1e-5, atol=1e-5)
    ours = torch.autograd.grad(result.sin().sum(), [data, weight])
    theirs = torch.autograd.grad(exact.sin().sum(), [data, weight])
    for mine, other in zip(ours, theirs, strict=True):
        torch.testing.assert_close(mine, other, rtol=1e-4, atol=1e-4)
