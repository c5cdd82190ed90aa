"""Winograd's algorithm: the results of plain convolutions, about as exact."""

from __future__ import annotations

import functools
import threading
import weakref

import numpy as np
import pytest
import torch
import torch.nn.functional as F

import mxnet as mx
from mxnet import nd
from mxnet._graph.passes import fused, winograd
from mxnet._graph.passes.chains import Unloaded
from mxnet._graph.passes.epilogue import Epilogue
from mxnet._graph.passes.onednn import OneDNN
from mxnet._graph.passes.winograd import FILTERS, Winograd, best_size
from mxnet.gluon import nn
from tests.threads import in_thread, in_threads
from tests.unit.graph.plans import chains_of

# images, channels, filters, height, width, padding
SHAPES = [
    (1, 8, 8, 7, 9, (1, 1)),
    (3, 16, 24, 13, 5, (0, 2)),
    (2, 3, 5, 3, 3, (0, 0)),
    (1, 4, 4, 1, 1, (2, 2)),
    (5, 32, 16, 20, 18, (1, 0)),
]
ERRORS = {2: 5e-7, 4: 2e-6}  # of the largest result


def random(*shape):
    return torch.randn(shape, generator=torch.Generator().manual_seed(sum(shape)))


def error(values, exact):
    return float((values - exact).abs().max() / exact.abs().max())


def check(shape, size):
    """Compare with exact results, twice and with another term; return what was checked."""
    images, channels, filters, height, width, pads = shape
    data, weight = random(images, channels, height, width), random(filters, channels, 3, 3)
    bias = random(filters)
    exact = F.conv2d(data.double(), weight.double(), bias.double(), padding=pads)
    compute = Winograd(weight, Epilogue(bias, "none", []), data.shape, pads, size, False)
    for _ in range(2):
        result = compute(data)
        assert error(result, exact) < ERRORS[size]
        assert result.is_contiguous(memory_format=torch.channels_last)
    other = random(*exact.shape)
    kept = other.clone()
    assert error(compute(data, other), exact + other) < ERRORS[size]
    assert torch.equal(other, kept)
    return compute


@pytest.mark.parametrize("size", FILTERS)
@pytest.mark.parametrize("shape", SHAPES)
def test_results(shape, size):
    check(shape, size)


@pytest.mark.parametrize("size", FILTERS)
@pytest.mark.parametrize(("room", "groups"), [(8000, {2: 50, 4: 25}), (40000, {2: 10, 4: 5})])
def test_work_is_divided(size, room, groups, monkeypatch):
    """Into rows of tiles, or into images, as there is room."""
    monkeypatch.setattr(winograd, "ROOM", room)
    monkeypatch.setattr(winograd, "_memory", threading.local())
    compute = check(SHAPES[-1], size)
    assert len(compute._local.groups) == groups[size]


@pytest.mark.parametrize("size", FILTERS)
def test_exactness_compared_with_the_plain_sum(size):
    data, weight = random(1, 256, 14, 14).relu(), random(8, 256, 3, 3)
    exact = F.conv2d(data.double(), weight.double(), padding=1)
    compute = Winograd(weight, Epilogue(None, "none", []), data.shape, (1, 1), size, False)
    # Term by term, because the kernels of torch add in an order that depends on the processor.
    terms = F.unfold(data, 3, padding=1) * weight.flatten(1)[:, :, None]
    plain = functools.reduce(torch.add, terms.unbind(1)).view_as(exact)
    assert error(compute(data), exact) < 3 * error(plain, exact)


@pytest.mark.parametrize(
    ("activation", "numbers", "function"),
    [
        ("relu", [], torch.relu),
        ("hardtanh", [0.0, 6.0], F.relu6),
        ("leaky_relu", [0.1], lambda y: F.leaky_relu(y, 0.1)),
    ],
)
@pytest.mark.parametrize("biased", [True, False])
def test_activations(activation, numbers, function, biased):
    data, weight = random(2, 8, 8, 8), random(8, 8, 3, 3)
    bias = random(8) if biased else None
    compute = Winograd(weight, Epilogue(bias, activation, numbers), data.shape, (1, 1), 4, False)
    plain = F.conv2d(data, weight, bias, padding=1)
    largest = float(plain.abs().max())
    torch.testing.assert_close(compute(data), function(plain), rtol=0, atol=2e-6 * largest)


def test_sum_in_the_memory_of_the_other_term():
    data, weight, bias = random(2, 8, 8, 8), random(8, 8, 3, 3), random(8)
    compute = Winograd(weight, Epilogue(bias, "relu", []), data.shape, (1, 1), 4, True)
    other = random(2, 8, 8, 8).contiguous(memory_format=torch.channels_last)
    exact = torch.relu(F.conv2d(data, weight, bias, padding=1) + other)
    result = compute(data, other)
    assert result.data_ptr() == other.data_ptr()
    assert error(result, exact) < 2e-6


def test_memory_of_a_thread_is_shared_and_freed_with_the_last_convolution():
    data, weight = random(1, 8, 9, 9), random(8, 8, 3, 3)
    one, other = (
        Winograd(weight, Epilogue(None, "none", []), data.shape, (1, 1), 4, False) for _ in range(2)
    )

    def run():
        assert torch.equal(one(data), other(data))
        memory = weakref.ref(one._local.memory)
        assert other._local.memory is memory()
        vars(one._local).clear()
        assert memory() is not None
        vars(other._local).clear()
        assert memory() is None

    in_thread(run)  # which has no other convolutions


def test_threads_have_separate_memory():
    data = [random(1, 32, n, 28) for n in (28, 28, 28, 28)]
    data = [d + n for n, d in enumerate(data)]
    weight = random(32, 32, 3, 3)
    compute = Winograd(weight, Epilogue(None, "none", []), data[0].shape, (1, 1), 4, False)
    expected = [compute(d) for d in data]

    def run(number):
        for _ in range(20):
            assert torch.equal(compute(data[number]), expected[number])

    in_threads(run, range(4))


# shape of the data, filters: size of tiles with AVX2, and with AVX-512
CHOICES = [
    ((1, 64, 56, 56), 64, 4, None),  # AVX-512 halves the time of the plain sum
    ((1, 128, 28, 28), 128, 4, 4),
    # 4 would fill up too much; with AVX-512, 2 saves little time for its memory.
    ((1, 256, 14, 14), 256, 2, None),
    ((1, 512, 7, 7), 512, None, None),  # reading the weight would take longer than the plain sum
    ((8, 512, 7, 7), 512, 2, 2),
    ((1, 512, 14, 14), 512, 2, 2),
    ((8, 16, 32, 32), 16, None, None),  # few channels: the transforms would take longer
    ((1, 3, 224, 224), 64, None, None),
    ((1, 2048, 64, 64), 2048, None, None),  # the weight would become too large
]


@pytest.mark.parametrize(("shape", "filters", "avx2", "avx512"), CHOICES)
def test_choice(shape, filters, avx2, avx512, monkeypatch):
    result = (shape[0], filters, *shape[2:])
    for instructions, is_amd, size in (
        ("AVX2", True, avx2),
        ("AVX512", False, avx512),
        ("AVX512", True, None),  # MKL's products take twice as long there
        ("DEFAULT", False, None),
    ):
        monkeypatch.setattr(winograd, "_instructions", lambda name=instructions: name)
        monkeypatch.setattr(winograd, "_is_made_by_amd", lambda is_amd=is_amd: is_amd)
        monkeypatch.setattr(torch, "get_num_threads", lambda: 1)
        assert best_size(shape, result) == size
        monkeypatch.setattr(torch, "get_num_threads", lambda: 16)
        assert best_size(shape, result) is None


def algorithms_of(net):
    """How the convolutions of a hybridized network compute."""
    return [type(step) for chain in chains_of(net) for step in chain.computed_by]


def test_in_a_network(monkeypatch):
    """Only 3 x 3 with stride 1 in one group; changed parameters are noticed."""
    monkeypatch.setattr(fused, "best_size", lambda shape, result: 4)
    net = nn.HybridSequential()
    net.add(
        nn.Conv2D(8, 3, padding=1, activation="relu", in_channels=3),
        nn.Conv2D(8, 3, strides=2, in_channels=8),
        nn.Conv2D(8, 3, dilation=2, in_channels=8),
        nn.Conv2D(8, 3, padding=1, groups=2, in_channels=8),
        nn.Conv2D(8, 1, in_channels=8),
        nn.Conv2D(8, 3, padding=3, in_channels=8),
        nn.Conv2D(8, 3, padding=0, in_channels=8),
    )
    net.initialize(mx.init.Xavier())
    data = nd.array(random(2, 3, 19, 18).numpy())
    for _ in range(2):
        net.hybridize(False)
        plain = net(data).asnumpy()
        net.hybridize(static_shape=True)
        np.testing.assert_allclose(net(data).asnumpy(), plain, 1e-5, 1e-6 * abs(plain).max())
        assert algorithms_of(net) == [Winograd, *[OneDNN] * 5, Winograd]
        net[0].weight.set_data(-net[0].weight.data())
        net[6].bias.set_data(net[6].bias.data() + 1)
        changed = net(data).asnumpy()
        net.hybridize(False)
        np.testing.assert_allclose(changed, net(data).asnumpy(), 1e-5, 1e-6 * abs(changed).max())


def test_other_types_and_shapes_of_one_network(monkeypatch):
    monkeypatch.setattr(fused, "best_size", lambda shape, result: 2)
    net = nn.Conv2D(4, 3, padding=1, in_channels=4)
    net.initialize()
    for shape in ((1, 4, 6, 6), (2, 4, 5, 7), (1, 4, 6, 6)):
        data = nd.array(random(*shape).numpy())
        net.hybridize(False)
        plain = net(data).asnumpy()
        net.hybridize(static_shape=True)
        np.testing.assert_allclose(net(data).asnumpy(), plain, 1e-5, 1e-6)


def test_plans_that_are_forgotten_free_their_weights(monkeypatch):
    monkeypatch.setattr(fused, "best_size", lambda shape, result: 2)
    net = nn.Conv2D(4, 3, padding=1, in_channels=4)
    net.initialize()
    net.hybridize(static_shape=True)
    weights = []
    for width in range(5, 11):
        net(nd.ones((1, 4, 5, width)))
        (chain,) = chains_of(net)
        (convolution,) = chain.computed_by
        weights.append(weakref.ref(convolution._weight))
        del convolution, chain
    assert [weight() is None for weight in weights] == [True, True, False, False, False, False]
    (forgotten,) = chains_of(net)
    forgotten.unload()
    with pytest.raises(Unloaded):
        forgotten(torch.ones(1, 4, 5, 10))
