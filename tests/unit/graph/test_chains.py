"""Convolutions one behind another, and graphs of oneDNN made of them."""

from __future__ import annotations

import warnings
import weakref

import numpy as np
import pytest
import torch
import torch.nn.functional as F

import mxnet as mx
from mxnet import gluon, nd
from mxnet._core import private_torch
from mxnet._graph.passes import chains, onednn_graph
from mxnet._graph.passes.chains import ConvolutionChain
from mxnet._graph.passes.fused import ConvolutionSpec
from mxnet._graph.passes.onednn import OneDNN
from mxnet._graph.passes.onednn_graph import OneDNNGraph
from mxnet.gluon import nn
from tests.threads import in_threads
from tests.unit.graph.plans import chains_of

FUNCTIONS = {
    "none": lambda x: x,
    "relu": F.relu,
    "hardtanh": lambda x, low, high: F.hardtanh(x, low, high),
    "leaky_relu": F.leaky_relu,
}


@pytest.fixture(autouse=True)
def seed():
    torch.manual_seed(7)


def random(*shape):
    return torch.empty(*shape).uniform_(-1, 1)


def fused_convolution(filters, kernel, activation="relu", numbers=(), **attrs):
    attributes = {"kernel": (kernel, kernel), "pad": (), "stride": (), "dilate": (), "num_group": 1}
    attributes.update(num_filter=filters, layout=None, **attrs)
    return ConvolutionSpec(attributes, activation, list(numbers))


def chain_of(*convolutions):
    """Return a chain with random arrays, and a function that computes the same plainly.

    A convolution is (channels, filters, kernel, activation, numbers, further attributes).
    """
    links, arrays, plain = [], [], []
    for channels, filters, kernel, activation, numbers, attrs in convolutions:
        links.append(fused_convolution(filters, kernel, activation, numbers, **attrs))
        groups = attrs.get("num_group", 1)
        weight = random(filters, channels // groups, kernel, kernel) / kernel
        bias = random(filters) if attrs.get("bias", True) else None
        arrays.append((weight, bias))
        geometry = [attrs.get(key) or n for key, n in (("stride", 1), ("pad", 0), ("dilate", 1))]
        plain.append((weight, bias, *geometry, groups, FUNCTIONS[activation], numbers))

    def compute(data, other=None):
        for number, (*arguments, function, numbers) in enumerate(plain, 1):
            data = F.conv2d(data, *arguments)
            if number == len(plain) and other is not None:
                data = data + other
            data = function(data, *numbers)
        return data

    chain = ConvolutionChain(links)
    chain.load(lambda: arrays)
    return chain, compute


def block(activation="relu", numbers=()):
    """An inverted bottleneck: wider, by channel, narrower."""
    return chain_of(
        (8, 24, 1, "relu", (), {}),
        (24, 24, 3, "hardtanh", (0.0, 6.0), {"pad": (1, 1), "num_group": 24}),
        (24, 8, 1, activation, numbers, {}),
    )


def call_until_joined(chain, data, other=None):
    """Call a chain until it is a graph."""
    for _ in range(chains.CALLS_BEFORE_GRAPHS):
        copy = None if other is None else other.clone()
        chain(data, copy)
    assert [type(step) for step in chain.computed_by] == [OneDNNGraph]
    return chain


def close(ours, expected):
    torch.testing.assert_close(ours, expected, rtol=1e-5, atol=1e-6 * max(1, float(expected.max())))


# ------------------------------------------------------------------------------------ results

CHAINS = {
    "one": [(3, 8, 3, "relu", (), {"stride": (2, 2), "pad": (1, 1)})],
    "plain": [(3, 8, 1, "none", (), {})],
    "sizes": [
        (3, 8, 7, "relu", (), {"stride": (2, 2), "pad": (3, 3)}),
        (8, 8, 3, "leaky_relu", (0.1,), {"pad": (2, 0), "stride": (1, 2)}),
        (8, 5, 1, "none", (), {}),
    ],
    "by channel": [
        (3, 3, 3, "relu", (), {"num_group": 3}),
        (3, 6, 1, "hardtanh", (-0.5, 0.5), {}),
        (6, 6, 3, "hardtanh", (-0.5, 0.5), {"num_group": 6, "stride": (2, 2), "pad": (1, 1)}),
        (6, 4, 1, "relu", (), {}),
    ],
    "long": [(3, 3, 3, "relu", (), {"pad": (1, 1)})] * 12,
}


@pytest.mark.parametrize("convolutions", CHAINS.values(), ids=CHAINS)
@pytest.mark.parametrize("batch", [1, 3])
@pytest.mark.parametrize("order", [torch.contiguous_format, torch.channels_last])
def test_results(convolutions, batch, order):
    chain, plain = chain_of(*convolutions)
    call_until_joined(chain, random(batch, 3, 15, 14).contiguous(memory_format=order))
    for _ in range(3):
        data = random(batch, 3, 15, 14).contiguous(memory_format=order)
        result = chain(data)
        close(result, plain(data))
        assert result.is_contiguous(memory_format=torch.channels_last)


def test_packed_weights_are_freed_before_memory_is_returned_to_the_system(monkeypatch):
    chain, plain = block()
    data, alive = random(1, 8, 9, 9), []
    expected = chain(data)
    packed = [weakref.ref(step) for step in chain.computed_by]
    monkeypatch.setattr(
        chains.malloc, "release", lambda: alive.append([step() is not None for step in packed])
    )
    for _ in range(chains.CALLS_BEFORE_GRAPHS - 2):
        chain(data)
    assert not alive
    assert torch.equal(chain(data), expected)  # still that of the single convolutions
    # The first time is before the graph packs the weights, to free MKL's buffers.
    assert alive == [[False] * 3] * 2
    close(chain(data), plain(data))


def test_memory_is_returned_after_packing_large_weights(monkeypatch):
    calls = []
    monkeypatch.setattr(chains.malloc, "release", lambda: calls.append(1))
    for limit, expected in ((4 * 8 * 8, [1]), (4 * 8 * 8 + 1, [])):
        monkeypatch.setattr(chains, "LARGE", limit)
        chain, plain = chain_of((8, 8, 1, "relu", (), {}))
        data = random(1, 8, 9, 9)
        close(chain(data), plain(data))
        chain(data)
        assert calls == expected
        calls.clear()


def test_weights_are_packed_again_if_building_a_graph_is_interrupted(monkeypatch):
    def interrupt(*_):
        raise KeyboardInterrupt

    chain, plain = block()
    data = random(1, 8, 9, 9)
    for _ in range(chains.CALLS_BEFORE_GRAPHS - 1):
        chain(data)
    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(chains, "OneDNNGraph", interrupt)
        chain(data)
    close(chain(data), plain(data))
    assert [type(step) for step in chain.computed_by] == [OneDNN] * 3


@pytest.mark.parametrize("activation", ["none", "relu"])
@pytest.mark.parametrize("same", [True, False])
@pytest.mark.parametrize("in_place", [True, False])
def test_sums(activation, same, in_place):
    chain, plain = block(activation)
    chain.links[-1].in_place = in_place
    data = random(2, 8, 9, 9)
    call_until_joined(chain, data, data)
    for _ in range(2):
        data = random(2, 8, 9, 9)
        other = data if same else random(2, 8, 9, 9)
        before = [data.clone(), other.clone()]
        close(chain(data, other), plain(*before))
        assert torch.equal(data, before[0])
        assert torch.equal(other, before[1])


def test_results_do_not_share_memory():
    chain, _ = block()
    call_until_joined(chain, random(1, 8, 9, 9))
    first = chain(random(1, 8, 9, 9))
    copy = first.clone()
    for _ in range(3):
        assert chain(random(1, 8, 9, 9)).data_ptr() != first.data_ptr()
    assert torch.equal(first, copy)


STRIDES = {
    "of one element": lambda: torch.as_strided(random(648), (1, 8, 9, 9), (5, 81, 9, 1)),
    "turned": lambda: random(1, 8, 9, 9).transpose(2, 3),
    "channels last": lambda: random(1, 9, 9, 8).permute(0, 3, 1, 2),
    "a part": lambda: random(1, 8, 9, 18)[..., ::2],
    "not aligned": lambda: random(649)[1:].view(1, 8, 9, 9),
    "repeated": lambda: random(1, 1, 9, 9).expand(1, 8, 9, 9),
}


@pytest.mark.parametrize("make", STRIDES.values(), ids=STRIDES)
def test_data_in_any_order_of_memory(make):
    """torch would pass on what is in another order, and compute nonsense."""
    chain, plain = block()
    call_until_joined(chain, random(1, 8, 9, 9), random(1, 8, 9, 9))
    for _ in range(3):
        data, other = make(), make()
        close(chain(data, other), plain(data, other))


def test_data_with_a_gradient_autocast_and_inference_mode():
    chain, plain = block()
    data = random(1, 8, 9, 9)
    with torch.autocast("cpu"):
        call_until_joined(chain, data)
    expected = plain(data)
    with torch.no_grad():
        close(chain(data.clone().requires_grad_()), expected)
    assert not chain(data.clone().requires_grad_()).requires_grad
    with torch.autocast("cpu"):
        close(chain(data), expected)
    with torch.inference_mode():
        close(chain(data.clone()), expected)
    close(chain(data), expected)


def test_nan_is_zero_after_relu_and_kept_without():
    """As the single convolutions of oneDNN have it, and 1.9.1."""
    for activation, count in (("relu", 0), ("none", 8)):
        chain, _ = chain_of((8, 8, 1, activation, (), {}))
        data = random(1, 8, 5, 5)
        data[0, 0, 2, 2] = float("nan")
        plainly = int(chain(data).isnan().sum())
        for _ in range(chains.CALLS_BEFORE_GRAPHS):
            chain(random(1, 8, 5, 5))
        assert int(chain(data).isnan().sum()) == plainly == count


# ----------------------------------------------------------------- which code path, and when


def test_patience():
    chain, _ = block()
    for number in range(chains.CALLS_BEFORE_GRAPHS + 1):
        assert number == 0 or [type(step) for step in chain.computed_by] == [OneDNN] * 3
        chain(random(1, 8, 9, 9))
        if number + 1 == chains.CALLS_BEFORE_GRAPHS:
            break
    assert [type(step) for step in chain.computed_by] == [OneDNNGraph]
    weight = random(24, 8, 1, 1)
    weights = [weight, random(24, 1, 3, 3), random(8, 24, 1, 1)]
    chain.load(lambda: [(weight, None) for weight in weights])
    chain(random(1, 8, 9, 9))
    assert [type(step) for step in chain.computed_by] == [OneDNN] * 3


def test_users_can_switch_graphs_off(monkeypatch):
    monkeypatch.setenv("MXNET_ONEDNN_GRAPH", "0")
    chain, _ = chain_of((4, 8, 1, "relu", (), {}), (8, 4, 1, "none", (), {}))
    for _ in range(chains.CALLS_BEFORE_GRAPHS + 1):
        chain(random(1, 4, 9, 9), None)
    assert [type(step) for step in chain.computed_by] == [OneDNN, OneDNN]


def test_heavy_convolutions_stay_single_unless_some_are_by_channel(monkeypatch):
    monkeypatch.setattr(chains, "LIGHT", 9 * 9 * 8 * 8 - 1)
    data = random(1, 8, 9, 9)
    heavy, _ = chain_of(*[(8, 8, 1, "relu", (), {})] * 2)
    for _ in range(chains.CALLS_BEFORE_GRAPHS):
        heavy(data)
    assert [type(step) for step in heavy.computed_by] == [OneDNN] * 2
    monkeypatch.setattr(chains, "LIGHT", 9 * 9 * 8 * 8)
    light, _ = chain_of(*[(8, 8, 1, "relu", (), {})] * 2)
    call_until_joined(light, data)
    monkeypatch.setattr(chains, "LIGHT", 1)
    call_until_joined(block()[0], data)


SINGLE = {
    "dilated": (8, 8, 3, "relu", (), {"dilate": (1, 2), "pad": (2, 2)}),
    "dilated, by channel": (8, 8, 3, "relu", (), {"dilate": (2, 1), "pad": (2, 2), "num_group": 8}),
    "two strides": (8, 8, 3, "relu", (), {"stride": (1, 2), "pad": (1, 1), "num_group": 8}),
    "two paddings": (8, 8, 3, "relu", (), {"pad": (1, 0), "num_group": 8}),
    "several filters": (8, 16, 3, "relu", (), {"pad": (1, 1), "num_group": 8}),
    "groups": (8, 8, 3, "relu", (), {"pad": (1, 1), "num_group": 2}),
}


@pytest.mark.parametrize("convolution", SINGLE.values(), ids=SINGLE)
def test_convolutions_that_onednn_graph_computes_wrongly_are_not_fused(convolution):
    """Behind a 1 x 1 convolution oneDNN Graph ignores dilation, and writes too far."""
    chain, plain = chain_of((8, 8, 1, "relu", (), {}), convolution)
    for _ in range(chains.CALLS_BEFORE_GRAPHS + 1):
        data = random(1, 8, 9, 9)
        close(chain(data), plain(data))
    assert [type(step) for step in chain.computed_by] == [OneDNNGraph, OneDNN]


def test_weights_are_computed_when_they_are_packed():
    chain, loads = ConvolutionChain([fused_convolution(8, 1)]), []

    def arrays():
        loads.append(len(loads))
        return [(random(8, 8, 1, 1), None)]

    chain.load(arrays)
    assert not loads
    for _ in range(2):
        chain(random(1, 8, 9, 9))
    assert loads == [0]


def test_weights_that_are_not_needed_are_freed(monkeypatch):
    monkeypatch.setattr(chains, "LIGHT", 1)
    chain, weight = ConvolutionChain([fused_convolution(8, 1)]), random(8, 8, 1, 1)
    seen = weakref.ref(weight)
    chain.load(lambda weight=weight: [(weight, None)])
    del weight
    assert seen() is not None
    chain(random(1, 8, 9, 9))
    assert seen() is None


def test_another_shape_is_refused():
    chain, _ = block()
    chain(random(1, 8, 9, 9))
    with pytest.raises(ValueError, match="shape of the data has changed"):
        chain(random(1, 8, 9, 8))


# ------------------------------------------------------------------------------- torch's switches


def groups_of_scripts():
    """Compile a function of a user with TorchScript; return how oneDNN Graph takes part."""
    graph = torch._C.parse_ir(
        "graph(%x : Tensor, %w : Tensor):\n"
        "  %y : Tensor = aten::matmul(%x, %w)\n"
        "  %z : Tensor = aten::relu(%y)\n"
        "  return (%z)"
    )
    function = torch._C._create_function_from_graph("f", graph)
    for _ in range(3):
        function(torch.ones(4, 4), torch.ones(4, 4))
    optimized = torch._C._last_executed_optimized_graph()
    return len(optimized.findAllNodes(onednn_graph.GROUP))


def test_the_switch_is_as_before():
    assert groups_of_scripts() == 0
    call_until_joined(block()[0], random(1, 8, 9, 9))
    assert not torch._C._jit_llga_enabled()
    assert groups_of_scripts() == 0
    torch.jit.enable_onednn_fusion(True)
    try:
        call_until_joined(block()[0], random(1, 8, 9, 9))
        assert torch._C._jit_llga_enabled()
        assert groups_of_scripts() == 1
    finally:
        torch.jit.enable_onednn_fusion(False)


def raising(*_):
    raise RuntimeError("no")


def wrong(*_):
    return lambda data, other=None: torch.zeros(1, 8, 9, 9)


FAILURES = {
    "no such function": lambda patch: patch.setattr(private_torch, "HAS_GRAPHS", False),
    "no graph": lambda patch: patch.setattr(private_torch, "create_function_from_graph", raising),
    "no fusion": lambda patch: patch.setattr(private_torch, "set_llga_enabled", lambda on: None),
    "no call": lambda patch: patch.setattr(OneDNNGraph, "__call__", raising),
    "wrong numbers": lambda patch: patch.setattr(chains, "OneDNNGraph", wrong),
}


@pytest.mark.parametrize("fail", FAILURES.values(), ids=FAILURES)
def test_graphs_that_torch_cannot_compile_run_uncompiled(fail, monkeypatch):
    chain, plain = block()
    fail(monkeypatch)
    for _ in range(2 * chains.CALLS_BEFORE_GRAPHS):
        data = random(1, 8, 9, 9)
        close(chain(data), plain(data))
    assert [type(step) for step in chain.computed_by] == [OneDNN] * 3
    monkeypatch.undo()
    assert not torch._C._jit_llga_enabled()


def test_several_threads():
    chain, plain = block()

    def work(number):
        generator = torch.Generator().manual_seed(number)
        for _ in range(5 * chains.CALLS_BEFORE_GRAPHS):
            data = torch.rand(1, 8, 9, 9, generator=generator)
            expected = plain(data)
            assert (chain(data) - expected).abs().max() <= 1e-5 * expected.max()

    in_threads(work, range(6))
    assert [type(step) for step in chain.computed_by] == [OneDNNGraph]


# ---------------------------------------------------------------------------------- in networks


class Bottlenecks(gluon.HybridBlock):
    """Two chains that begin with the same array; the first one's result is added to it."""

    def __init__(self):
        super().__init__()
        self.first, self.second, self.stem = (nn.HybridSequential() for _ in range(3))
        self.stem.add(nn.Conv2D(8, 3, in_channels=3, activation="relu"))
        for body in (self.first, self.second):
            body.add(
                nn.Conv2D(16, 1, in_channels=8, activation="relu"),
                nn.Conv2D(16, 3, padding=1, groups=16, in_channels=16, activation="relu"),
                nn.Conv2D(8, 1, in_channels=16),
            )

    def hybrid_forward(self, F, x):
        x = self.stem(x)
        begun = self.second[0](x)
        y = self.first(x) + x
        return self.second[2](self.second[1](begun)) + y


def test_a_network():
    """A chain runs where its last convolution was; nobody may have overwritten its data."""
    net = Bottlenecks()
    net.initialize(mx.init.Xavier())
    data = nd.array(random(2, 3, 12, 11).numpy())
    expected = net(data).asnumpy()
    net.hybridize(static_shape=True)
    for _ in range(chains.CALLS_BEFORE_GRAPHS + 2):
        np.testing.assert_allclose(net(data).asnumpy(), expected, 1e-5, 1e-5)
    assert [len(chain.links) for chain in chains_of(net)] == [1, 3, 3]
    assert all(type(s) is OneDNNGraph for chain in chains_of(net) for s in chain.computed_by)


def test_changed_parameters_are_noticed():
    net = Bottlenecks()
    net.initialize(mx.init.Xavier())
    data = nd.array(random(2, 3, 12, 11).numpy())
    net.hybridize(static_shape=True)
    for factor in (1, -2, 0.5):
        weight = net.second[1].weight
        weight.set_data(weight.data() * factor)
        net.stem[0].bias.data()[:] += factor
        for _ in range(chains.CALLS_BEFORE_GRAPHS + 1):
            ours = net(data).asnumpy()
        net.hybridize(False, clear=False)
        np.testing.assert_allclose(ours, net(data).asnumpy(), 1e-5, 1e-5)
        net.hybridize(clear=False)


def test_a_symbol_and_an_executor():
    net = Bottlenecks()
    net.initialize(mx.init.Xavier())
    data = nd.array(random(2, 3, 12, 11).numpy())
    expected = net(data).asnumpy()
    symbol = net(mx.sym.var("data"))
    block = gluon.SymbolBlock(symbol, mx.sym.var("data"), net.collect_params())
    block.hybridize(static_shape=True)
    executor = symbol.simple_bind(mx.cpu(), grad_req="null", data=data.shape)
    executor.copy_params_from({name: p.data() for name, p in net.collect_params().items()})
    for _ in range(chains.CALLS_BEFORE_GRAPHS + 2):
        np.testing.assert_allclose(block(data).asnumpy(), expected, 1e-5, 1e-5)
        (result,) = executor.forward(data=data)
        np.testing.assert_allclose(result.asnumpy(), expected, 1e-5, 1e-5)


def test_nothing_warns():
    net = Bottlenecks()
    net.initialize()
    net.hybridize(static_shape=True)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for _ in range(chains.CALLS_BEFORE_GRAPHS + 2):
            net(nd.ones((1, 3, 12, 11)))
    assert all(type(s) is OneDNNGraph for chain in chains_of(net) for s in chain.computed_by)
