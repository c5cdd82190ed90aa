"""Hybridized inference: faster code, the same results."""

from __future__ import annotations

import gc
import random
import threading
import weakref
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet._graph.passes import blocks, chains, plan as plans
from mxnet._graph.passes.blocks import Blockwise
from mxnet._graph.passes.chains import ConvolutionChain
from mxnet.gluon import nn
from tests.threads import in_threads
from tests.unit.graph.plans import plans_of

RANDOM = np.random.RandomState(0)


def uniform(*shape):
    return nd.array(RANDOM.uniform(-1, 1, shape))


class Network(gluon.HybridBlock):
    """A function of F and arrays, with parameters by name."""

    def __init__(self, function, **shapes):
        super().__init__()
        self.function = function
        for name, shape in shapes.items():
            init = mx.init.Uniform(1.0)
            self.__setattr__(name, self.params.get(name, shape=shape, init=init))
        self.initialize()

    def hybrid_forward(self, F, *args, **params):
        return self.function(F, *args, **params)


@pytest.fixture(autouse=True)
def impatience(monkeypatch):
    """The first call computes convolutions one by one, later ones as graphs of oneDNN."""
    monkeypatch.setattr(chains, "CALLS_BEFORE_GRAPHS", 1)


def used_plan(net):
    """The plan of the last call; it must exist."""
    plan = next(reversed(plans_of(net)._plans.values()))
    assert plan is not None, "the plain graph ran"
    return plan


def code(net):
    """The functions that the plan of the last call calls, in order."""
    return [getattr(n.target, "__name__", "") for n in calls_of(used_plan(net).graph)]


def calls_of(graph):
    """The calls of a graph, those inside of blockwise calls included."""
    for node in graph.nodes:
        if isinstance(node.target, Blockwise):
            yield from calls_of(node.target.graph)
        elif node.op == "call_function":
            yield node


def check(net, *inputs, rtol=1e-5, atol=1e-6):
    """Compare a network hybridized with itself not hybridized; inputs stay as they are."""
    before = [array.asnumpy() for array in inputs]
    net.hybridize(False)
    plain = net(*inputs)
    net.hybridize(static_shape=True)
    for _ in range(2):
        ours = net(*inputs)
        for a, b in zip(as_list(ours), as_list(plain), strict=True):
            assert a.dtype == b.dtype
            scale = max(1.0, float(np.abs(b.asnumpy()).max()))
            np.testing.assert_allclose(a.asnumpy(), b.asnumpy(), rtol, atol * scale)
            assert a._t.is_contiguous()
    for array, value in zip(inputs, before, strict=True):
        np.testing.assert_array_equal(array.asnumpy(), value)
    used_plan(net)
    return net


def as_list(outputs):
    return outputs if isinstance(outputs, list | tuple) else [outputs]


def with_statistics(net):
    """Give every BatchNorm numbers that matter."""
    for name, parameter in net.collect_params().items():
        if name.endswith(("running_mean", "beta", "gamma")):
            parameter.set_data(uniform(*parameter.shape))
        if name.endswith("running_var"):
            parameter.set_data(uniform(*parameter.shape) ** 2 + 0.5)
    return net


# ------------------------------------------------------------------------------- folding BatchNorm


@pytest.mark.parametrize("use_bias", [True, False])
@pytest.mark.parametrize("groups", [1, 2])
@pytest.mark.parametrize("ndim", [1, 2, 3])
def test_batch_norm_after_convolution(ndim, groups, use_bias):
    layer = {1: nn.Conv1D, 2: nn.Conv2D, 3: nn.Conv3D}[ndim]
    net = nn.HybridSequential()
    net.add(
        layer(6, 3, padding=1, groups=groups, use_bias=use_bias, in_channels=4),
        nn.BatchNorm(in_channels=6),
    )
    net.initialize(mx.init.Uniform(1.0))
    check(with_statistics(net), uniform(2, 4, *[5] * ndim))
    assert not any("batch_norm" in name for name in code(net))


@pytest.mark.parametrize("flatten", [True, False])
@pytest.mark.parametrize("scale", [True, False])
def test_batch_norm_after_dense(flatten, scale):
    net = nn.HybridSequential()
    net.add(nn.Dense(6, flatten=flatten, in_units=5), nn.BatchNorm(-1, scale=scale, in_channels=6))
    net.initialize(mx.init.Uniform(1.0))
    check(with_statistics(net), uniform(3, 5) if flatten else uniform(3, 4, 5))
    assert not any("batch_norm" in name for name in code(net))
    if not scale:  # MXNet: a fixed gamma becomes 1
        assert (net[1].gamma.data().asnumpy() == 1).all()


def test_batch_norm_that_cannot_be_folded():
    def function(F, x, weight, gamma, beta, mean, var):
        y = F.Convolution(x, weight, num_filter=4, kernel=(1, 1), no_bias=True)
        return F.BatchNorm(y, gamma, beta, mean, var, axis=2), y

    shapes = {"weight": (4, 4, 1, 1), **dict.fromkeys(("gamma", "beta", "mean"), (5,))}
    net = Network(function, **shapes, var=(5,))
    net.var.set_data(uniform(5) ** 2 + 1)
    check(net, uniform(2, 4, 5, 3))
    assert "batch_norm" in code(net)


def test_use_global_stats_and_batch_norm_first():
    net = nn.HybridSequential()
    net.add(
        nn.BatchNorm(in_channels=3),
        nn.Activation("relu"),
        nn.Conv2D(4, 3, in_channels=3),
        nn.BatchNorm(use_global_stats=True, in_channels=4),
    )
    net.initialize(mx.init.Uniform(1.0))
    check(with_statistics(net), uniform(2, 3, 6, 6))


# ---------------------------------------------------------------------------- fusing convolutions

ACTIVATIONS = {
    "relu": lambda F, y: F.relu(y),
    "Activation": lambda F, y: F.Activation(y, act_type="relu"),
    "clip": lambda F, y: F.clip(y, 0, 0.6),
    "leaky": lambda F, y: F.LeakyReLU(y, act_type="leaky", slope=0.1),
    "tanh": lambda F, y: F.tanh(y),
    "none": lambda F, y: y,
}


def convolve(F, x, weight, bias=None, **attrs):
    attrs = {"kernel": (3, 3), "pad": (1, 1), "num_filter": 4, **attrs}
    arrays = [x, weight] if bias is None else [x, weight, bias]
    return F.Convolution(*arrays, no_bias=bias is None, **attrs)


@pytest.mark.parametrize("name", ACTIVATIONS)
@pytest.mark.parametrize("attrs", [{}, {"stride": (2, 2)}, {"dilate": (2, 2), "pad": (2, 2)}])
def test_convolution_and_activation(name, attrs):
    def function(F, x, weight, bias):
        return ACTIVATIONS[name](F, convolve(F, x, weight, bias, **attrs))

    net = check(Network(function, weight=(4, 3, 3, 3), bias=(4,)), uniform(2, 3, 9, 8))
    assert "convolutions" in code(net)


@pytest.mark.parametrize("name", ACTIVATIONS)
@pytest.mark.parametrize("keeps_other", [True, False])
def test_convolution_sum_and_activation(name, keeps_other):
    def function(F, x, weight, bias):
        other = F.tanh(x)
        y = ACTIVATIONS[name](F, other + convolve(F, x, weight, bias))
        return (y, other) if keeps_other else y

    net = check(Network(function, weight=(4, 4, 3, 3), bias=(4,)), uniform(2, 4, 7, 7))
    assert not any("add" in each for each in code(net))


def test_sum_with_the_input_of_the_convolution():
    def function(F, x, weight):
        y = F.tanh(x)
        return F.relu(convolve(F, y, weight) + y)

    check(Network(function, weight=(4, 4, 3, 3)), uniform(2, 4, 7, 7))


def test_sum_does_not_overwrite_what_a_later_group_of_operators_reads(monkeypatch):
    monkeypatch.setattr(blocks, "LEAST", 2)

    def function(F, x, first, second):
        y = convolve(F, x, first, num_filter=8)
        early = F.exp(y)
        return early + (convolve(F, x, second, num_filter=8) + y)

    net = Network(function, first=(8, 4, 3, 3), second=(8, 4, 3, 3))
    check(net, uniform(2, 4, 16, 16))
    assert code(net)[:3] == ["convolutions", "convolutions", "exp_"]


def test_sum_with_the_input_does_not_change_it():
    net = Network(lambda F, x, weight: convolve(F, x, weight) + x, weight=(4, 4, 3, 3))
    check(net, uniform(2, 4, 7, 7))


def test_sum_that_broadcasts():
    def function(F, x, y, weight):
        return F.relu(F.broadcast_add(convolve(F, x, weight), y))

    net = Network(function, weight=(4, 4, 3, 3))
    check(net, uniform(2, 4, 7, 7), uniform(1, 4, 1, 1))
    check(net, uniform(1, 4, 7, 7), uniform(3, 4, 7, 7))
    plain = Network(lambda F, x, y, weight: convolve(F, x, weight) + y, weight=(4, 4, 3, 3))
    plain.hybridize(static_shape=True)
    with pytest.raises(mx.MXNetError, match="elemwise_add"):
        plain(uniform(2, 4, 7, 7), uniform(1, 4, 1, 1))


def test_three_dimensions_and_channels_last():
    net = nn.HybridSequential()
    net.add(
        nn.Conv3D(4, 3, activation="relu", in_channels=2),
        nn.Conv3D(4, 2, activation="relu", in_channels=4),
    )
    net.initialize(mx.init.Uniform(1.0))
    check(net, uniform(2, 2, 6, 6, 6))
    assert code(net) == ["convolutions", "contiguous"]
    net = nn.HybridSequential()
    net.add(
        nn.Conv2D(4, 3, activation="relu", in_channels=3, layout="NHWC"),
        nn.BatchNorm(axis=3, in_channels=4),
    )
    net.initialize(mx.init.Uniform(1.0))
    check(with_statistics(net), uniform(2, 6, 6, 3))


def test_weight_that_is_computed():
    def function(F, x, weight, scale):
        return F.relu(convolve(F, x, F.broadcast_mul(weight, scale)))

    net = check(Network(function, weight=(4, 3, 3, 3), scale=(1,)), uniform(2, 3, 5, 5))
    assert code(net) == ["convolutions", "contiguous"]
    net.scale.set_data(nd.array([-2]))
    check(net, uniform(2, 3, 5, 5))


def test_float64_and_float16_run_plainly_fused_nowhere():
    net = residual_network()
    net.cast("float64")
    x = uniform(2, 3, 16, 16).astype("float64")
    net.hybridize(False)
    plain = net(x).asnumpy()
    net.hybridize(static_shape=True)
    np.testing.assert_allclose(net(x).asnumpy(), plain, 1e-10)


# ------------------------------------------------------------------------------------- in place


def test_chain_is_computed_in_place():
    def function(F, x):
        y = F.exp(x) * 2 + 1
        return F.sqrt(F.abs(y - 0.5)) / 3

    net = check(Network(function), uniform(3, 4))
    assert [name.rstrip("_") for name in code(net)[1:6]] == ["mul", "add", "sub", "abs", "sqrt"]
    assert all(name.endswith("_") for name in code(net)[1:6])


def test_values_needed_later_are_kept():
    def function(F, x):
        y = F.exp(x)
        z = F.tanh(y)
        turned = F.transpose(y)
        w = F.relu(y + turned)
        return z, w, y * z, F.reshape(w, shape=(-1,))

    check(Network(function), uniform(4, 4))


def test_overlapping_terms():
    def function(F, x):
        y = F.exp(x)
        return y + F.transpose(y)

    check(Network(function), uniform(4, 4))


def test_integers():
    def function(F, x):
        return F.sqrt(F.abs(x + 3)) / 2, F.Cast(x, dtype="int32") * 2 / 3

    check(Network(function), nd.array([[1, 2], [3, 4]]))
    check(Network(function), nd.array([[1, 2], [3, 4]], dtype="int64"))


@mx.util.use_np
@pytest.mark.parametrize("swapped", [False, True])
def test_a_temporary_of_another_type_is_not_overwritten(swapped):
    net = Network(lambda F, a, b: b + a * 2 if swapped else a * 2 + b)
    a, b = mx.np.array([1, 2048], dtype="float16"), mx.np.array([1e5, 1], dtype="float32")
    net.hybridize()
    for _ in range(2):
        result = net(a, b)
        assert result.dtype == np.float32
        assert result.asnumpy().tolist() == [100002, 4097]


# ------------------------------------------------------------------------- outputs and constants


def test_outputs_do_not_share_memory():
    def function(F, x, p):
        y = F.exp(x)
        return x, p, y, F.reshape(y, shape=(-1,)), y, F.transpose(x), p + 1, F.zeros((2,))

    net = Network(function, p=(3,))
    net.hybridize(static_shape=True)
    x = uniform(2, 3)
    first = [a.asnumpy() for a in net(x)]
    for array in net(x):
        array[:] = 7
    np.testing.assert_array_equal(x.asnumpy(), first[0])
    for again, value in zip(net(x), first, strict=True):
        np.testing.assert_array_equal(again.asnumpy(), value)


def test_subgraphs_of_parameters_alone_are_computed_once():
    def function(F, x, p):
        return F.broadcast_mul(x, F.softmax(F.exp(p) * 2))

    net = check(Network(function, p=(3,)), uniform(2, 3))
    assert code(net) == ["mul", "contiguous"]
    net.p.set_data(nd.zeros(3))
    check(net, uniform(2, 3))


def test_random_numbers_are_drawn_each_time():
    net = Network(
        lambda F, x: (F.Dropout(x, mode="always"), F._internal._random_uniform(shape=(50,)))
    )
    net.hybridize(static_shape=True)
    first, second = net(nd.ones((50,))), net(nd.ones((50,)))
    assert all((a.asnumpy() != b.asnumpy()).any() for a, b in zip(first, second, strict=True))


# ---------------------------------------------------------------------------- changed parameters


def residual_network():
    class Residual(gluon.HybridBlock):
        def __init__(self, channels, stride, inputs):
            super().__init__()
            self.body = nn.HybridSequential()
            self.body.add(
                nn.Conv2D(channels, 3, stride, 1, use_bias=False, in_channels=inputs),
                nn.BatchNorm(in_channels=channels),
                nn.Activation("relu"),
                nn.Conv2D(channels, 3, 1, 1, use_bias=False, in_channels=channels),
                nn.BatchNorm(in_channels=channels),
            )
            self.shortcut = None
            if stride > 1:
                self.shortcut = nn.HybridSequential()
                self.shortcut.add(
                    nn.Conv2D(channels, 1, stride, use_bias=False, in_channels=inputs),
                    nn.BatchNorm(in_channels=channels),
                )

        def hybrid_forward(self, F, x):
            other = x if self.shortcut is None else self.shortcut(x)
            return F.Activation(self.body(x) + other, act_type="relu")

    net = nn.HybridSequential()
    net.add(
        nn.Conv2D(8, 7, 2, 3, use_bias=False, in_channels=3),
        nn.BatchNorm(in_channels=8),
        nn.Activation("relu"),
        nn.MaxPool2D(3, 2, 1),
        Residual(8, 1, 8),
        Residual(16, 2, 8),
        Residual(16, 1, 16),
        nn.GlobalAvgPool2D(),
        nn.Dense(10, in_units=16),
    )
    net.initialize(mx.init.Xavier())
    return with_statistics(net)


def mobile_network():
    net = nn.HybridSequential()
    for inputs, channels, stride in ((3, 8, 2), (8, 16, 1), (16, 16, 2)):
        net.add(
            nn.Conv2D(inputs, 3, stride, 1, groups=inputs, use_bias=False, in_channels=inputs),
            nn.BatchNorm(in_channels=inputs),
            nn.HybridLambda(lambda F, x: F.clip(x, 0, 6)),
            nn.Conv2D(channels, 1, use_bias=False, in_channels=inputs),
            nn.BatchNorm(in_channels=channels),
            nn.LeakyReLU(0.1),
        )
    net.add(nn.AvgPool2D(2), nn.Flatten(), nn.Dense(5))
    net.initialize(mx.init.Xavier())
    return with_statistics(net)


@pytest.mark.parametrize("make", [residual_network, mobile_network])
@pytest.mark.parametrize("batch", [1, 4])
def test_networks(make, batch):
    net = check(make(), uniform(batch, 3, 32, 32))
    assert not any(name in ("batch_norm", "convolution", "activation") for name in code(net))


def test_training_between_inferences_is_noticed():
    net, twin = residual_network(), residual_network()
    for a, b in zip(net.collect_params().values(), twin.collect_params().values(), strict=True):
        b.set_data(a.data())
    x = uniform(4, 3, 16, 16)
    net.hybridize(static_shape=True)
    for optimizer, options in (
        ("sgd", {}),
        ("sgd", {"momentum": 0.9}),
        ("adam", {}),
        ("rmsprop", {}),
    ):
        for each in (net, twin):
            trainer = gluon.Trainer(
                each.collect_params(), optimizer, {"learning_rate": 0.01, **options}
            )
            each(x)
            with autograd.record():
                loss = (each(x) ** 2).sum()
            loss.backward()
            trainer.step(4)
        # RMSProp and Adam amplify the rounding of gradients near zero; steps change results by 0.2.
        np.testing.assert_allclose(net(x).asnumpy(), twin(x).asnumpy(), 2e-3, 2e-3)
        used_plan(net)


def is_packed(net):
    return all(chain.computed_by for chain, _ in used_plan(net)._convolutions)


def test_packed_weights_are_freed_when_training_has_changed_the_parameters():
    net, x = residual_network(), uniform(4, 3, 16, 16)
    net.hybridize(static_shape=True)
    net(x)
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.01})
    assert is_packed(net)
    for _ in range(2):
        with autograd.record():
            loss = (net(x) ** 2).sum()
        loss.backward()
        trainer.step(4)
    assert not is_packed(net)
    net(x)
    assert is_packed(net)
    check(net, x)


def test_packed_weights_are_kept_while_parameters_stay():
    net, x = residual_network(), uniform(4, 3, 16, 16)
    net.collect_params().setattr("grad_req", "null")
    net.hybridize(static_shape=True)
    net(x)
    x.attach_grad()
    for _ in range(2):
        with autograd.record(train_mode=False):
            y = net(x)
        y.backward()
    assert is_packed(net)


def test_packed_weights_that_are_freed_during_a_call_make_the_plain_graph_run():
    net, x = residual_network(), uniform(4, 3, 16, 16)
    plain = net(x).asnumpy()
    net.hybridize(static_shape=True)
    net(x)
    plan = used_plan(net)
    for chain, _ in plan._convolutions:
        chain.unload()  # as another thread does, after this one has compared the parameters
    np.testing.assert_array_equal(net(x).asnumpy(), plain)
    assert used_plan(net) is plan


def test_packed_weights_are_freed_without_hybridize():
    net, x = residual_network(), uniform(4, 3, 16, 16)
    net.hybridize(static_shape=True)
    net(x)
    weight = weakref.ref(used_plan(net)._convolutions[0][0].computed_by[0])
    gc.disable()
    try:
        net.hybridize(False)
        assert weight() is None
    finally:
        gc.enable()


@pytest.mark.parametrize(
    "change",
    [
        lambda p: p.set_data(p.data() * 2),
        lambda p: p.data().__imul__(2),
        lambda p: p.data().__setitem__(0, 5),
        lambda p: p.data()[0].__setitem__(slice(None), 3),
        lambda p: p.initialize(mx.init.Constant(0.3), force_reinit=True),
        lambda p: p._load_init(nd.ones(p.shape), mx.cpu()),
        lambda p: nd.sgd_update(p.data(), nd.ones(p.shape), lr=0.1, out=p.data()),
        lambda p: p.reset_ctx(mx.cpu()) or p.set_data(nd.ones(p.shape)),
        lambda p: nd.random.uniform(shape=p.shape, out=p.data()),
    ],
)
def test_every_change_of_a_parameter_is_noticed(change):
    net = residual_network()
    x = uniform(1, 3, 16, 16)
    net.hybridize(static_shape=True)
    before = net(x).asnumpy()
    for name in ("weight", "gamma", "running_var"):
        parameter = next(p for n, p in net.collect_params().items() if n.endswith(name))
        change(parameter)
        after = net(x).asnumpy()
        assert np.abs(after - before).max() > 1e-4
        before = after
        check(net, x)


# --------------------------------------------------------------------------------- keeping plans


def test_plans_for_changing_shapes():
    net = residual_network()
    net.hybridize(static_shape=True)
    inputs = [uniform(1, 3, 16 + 4 * i, 16) for i in range(3 * plans.SHAPES)]
    eager = []
    for x in inputs:
        net.hybridize(False, clear=False)
        eager.append(net(x).asnumpy())
    net.hybridize(clear=False)
    for _ in range(2):
        for x, expected in zip(inputs, eager, strict=True):
            np.testing.assert_allclose(net(x).asnumpy(), expected, 1e-5, 1e-6)
    of_context = plans_of(net)
    assert len(of_context._plans) == plans.SHAPES


def test_packing_waits_for_a_second_call():
    """Of each shape the first call computes what an eager one does, to the last digit."""
    net = residual_network()
    inputs = [uniform(1, 3, 16, 16), uniform(2, 3, 16, 16)]
    net.hybridize(False)
    plain = [net(data).asnumpy() for data in inputs]
    net.hybridize()
    for data, expected in zip(inputs, plain, strict=True):
        np.testing.assert_array_equal(net(data).asnumpy(), expected)
    of_context = plans_of(net)
    assert not of_context._plans
    for data, expected in zip(inputs, plain, strict=True):
        np.testing.assert_allclose(net(data).asnumpy(), expected, 1e-5, 1e-5)
        assert "convolutions" in code(net)


def test_of_many_shapes_the_first_are_forgotten(monkeypatch):
    monkeypatch.setattr(plans, "MAX_NEW_SHAPES", 2)
    net = residual_network()
    net.hybridize()
    for height in (16, 17, 18, 16):  # the third makes the others forgotten
        net(uniform(1, 3, height, 16))
    of_context = plans_of(net)
    assert not of_context._plans
    net(uniform(1, 3, 16, 16))
    assert len(of_context._plans) == 1


def test_ever_new_shapes_are_not_packed():
    net = residual_network()
    net.hybridize(static_shape=True)
    for i in range(4 * plans.SHAPES + 1):
        net(uniform(1, 3, 16 + i, 16))
    targets = [n.target for n in used_plan(net).graph.nodes]
    assert not any(isinstance(target, ConvolutionChain) for target in targets)


def test_errors_come_from_the_plain_graph():
    net = residual_network()
    net.hybridize(static_shape=True)
    net(uniform(1, 3, 16, 16))
    with pytest.raises(mx.MXNetError, match=r"in node '.*conv\d+_fwd'.*Convolution.*inferred"):
        net(uniform(1, 4, 16, 16))
    check(net, uniform(1, 3, 16, 16))


def test_empty_batch():
    net = nn.HybridSequential()
    net.add(nn.Conv2D(4, 3, activation="relu", in_channels=3))
    net.initialize()
    net.hybridize(static_shape=True)
    with mx.util.np_shape(True):
        assert net(nd.empty((0, 3, 8, 8))).shape == (0, 4, 6, 6)


def test_recording_is_not_planned():
    net = residual_network()
    net.hybridize(static_shape=True)
    x = uniform(1, 3, 16, 16)
    x.attach_grad()
    with autograd.record(train_mode=False):
        y = net(x)
    y.backward()
    assert np.abs(x.grad.asnumpy()).sum() > 0
    assert plans_of(net) is None


def test_several_threads():
    net = residual_network()
    net.hybridize(static_shape=True)
    inputs = [uniform(1, 3, 16 + 8 * (i % 2), 16) for i in range(8)]
    net.hybridize(False, clear=False)
    eager = [net(x).asnumpy() for x in inputs]
    net.hybridize(clear=False)
    results = in_threads(lambda x: net(x).asnumpy(), inputs)
    for ours, expected in zip(results, eager, strict=True):
        np.testing.assert_allclose(ours, expected, 1e-5, 1e-6)


def test_threads_with_different_parameters_do_not_mix_them(monkeypatch):
    net = nn.Conv2D(16, 3, in_channels=8)
    net.initialize()
    net.hybridize(static_shape=True)
    net(uniform(1, 8, 6, 6))
    plan = used_plan(net)
    data = [uniform(1, 8, 6, 6)._t]
    parameters = [[t * factor for t in plan._parameters] for factor in (2, 3)]
    compute, has_loaded = plan._computation.compute, threading.Event()

    def run(number):
        (result,) = plan.run(data, parameters[number])
        return result

    def let_the_other_load_too(tensors, positions):
        if tensors is parameters[0] and not futures:
            futures.append(pool.submit(lambda: (run(1), has_loaded.set())))
            has_loaded.wait(0.3)  # forever, if it waits for this thread
        return compute(tensors, positions)

    futures = []
    monkeypatch.setattr(plan._computation, "compute", let_the_other_load_too)
    with ThreadPoolExecutor(1) as pool:
        run(0)
        futures[0].result()
    first, second = run(0), run(1)
    np.testing.assert_allclose(second.numpy(), first.numpy() * 1.5, rtol=1e-5, atol=1e-6)


# --------------------------------------------------------------------------------------- training


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("make", [residual_network, mobile_network])
def test_gradients(make, dtype):
    net, grads = make(), []
    x = uniform(4, 3, 32, 32).astype(dtype)
    net.cast(dtype)
    net(x)
    for active in (False, True):
        net.hybridize(active)
        x.attach_grad()
        with autograd.record():
            loss = net(x).tanh().sum()
        loss.backward()
        parameters = [p for p in net.collect_params().values() if p.grad_req != "null"]
        grads.append([x.grad.asnumpy(), *(p.grad().asnumpy() for p in parameters)])
        assert all(array._t.is_contiguous() for array in (x.grad, loss))
        assert all(p.grad()._t.is_contiguous() for p in parameters)
    for plain, hybrid in zip(*grads, strict=True):
        if dtype == "float64":
            np.testing.assert_allclose(hybrid, plain, 1e-8, 1e-10 * np.abs(plain).max())
        # In float32 a sum on the other side of 0 before a ReLU turns elements on or off.
        assert np.linalg.norm(hybrid - plain) <= 0.02 * np.linalg.norm(plain)


def test_one_channel_and_large_weights():
    net = nn.HybridSequential()
    net.add(nn.Conv2D(8, 3, in_channels=1), nn.MaxPool2D(), nn.Conv2D(4, 513, padding=256))
    net.initialize(mx.init.Xavier())
    x, results = uniform(1, 1, 8, 8), []
    for active in (False, True):
        net.hybridize(active)
        with autograd.record():
            y = net(x)
        y.backward()
        results.append((y.asnumpy(), net[0].weight.grad().asnumpy()))
    for plain, hybrid in zip(*results, strict=True):
        np.testing.assert_allclose(hybrid, plain, 1e-4, 1e-5)


# ---------------------------------------------------------------------------------- cross entropy


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize(
    ("shape", "labels"),
    [
        ((4, 5), [0, 4, 2, 1]),
        ((4, 5), [[0], [4], [2], [1]]),
        ((4, 5), [0, 9, -3, 1]),  # clipped
        ((4, 5), [-100, 0, 1, 2]),  # which torch would leave out
        ((4, 3, 5), [[0, 1, 2]] * 4),
    ],
)
@pytest.mark.parametrize("weighted", [True, False])
def test_cross_entropy(shape, labels, dtype, weighted):
    loss_of = gluon.loss.SoftmaxCrossEntropyLoss(weight=0.5 if weighted else None)
    data, results = uniform(*shape).astype(dtype), []
    for active in (False, True):
        loss_of.hybridize(active)
        data.attach_grad()
        with autograd.record():
            loss = loss_of(data * 1, nd.array(labels, dtype=dtype))  # torch records it
        loss.backward()
        results.append((loss.asnumpy(), data.grad.asnumpy()))
    for plain, hybrid in zip(*results, strict=True):
        assert plain.shape == hybrid.shape
        np.testing.assert_allclose(hybrid, plain, 1e-6, 1e-7)
    (module,) = loss_of._graph._operator._executable._prepared.values()
    assert "cross_entropy" in module.code


def test_cross_entropy_refuses_the_labels_that_pick_refuses():
    loss_of = gluon.loss.SoftmaxCrossEntropyLoss()
    loss_of.hybridize(static_shape=True)
    with autograd.record(), pytest.raises(mx.MXNetError, match=r"in node.*pick.*index must have"):
        loss_of(uniform(4, 5), nd.zeros((3,)))


# ----------------------------------------------------------------------------------- random graphs

STEPS = [
    lambda F, r, a: F.relu(a[-1]),
    lambda F, r, a: F.tanh(r.choice(a)),
    lambda F, r, a: r.choice(a) * 0.5 + 1,
    lambda F, r, a: r.choice(a) - r.choice(a),
    lambda F, r, a: F.broadcast_mul(r.choice(a), r.choice(a)),
    lambda F, r, a: F.clip(a[-1], -0.5, 0.8),
    lambda F, r, a: F.transpose(r.choice(a), axes=(0, 1, 3, 2)),
    lambda F, r, a: F.Dropout(r.choice(a)),
    lambda F, r, a: F.reshape(F.reshape(a[-1], shape=(0, -1)), shape=(2, 4, 5, 5)),
    lambda F, r, a: F.Pooling(a[-1], kernel=(3, 3), pad=(1, 1), stride=(1, 1)),
    lambda F, r, a: F.slice_axis(F.concat(*r.choices(a, k=2), dim=1), axis=1, begin=2, end=6),
    lambda F, r, a: F.abs(a[-1]) ** 0.5,
]


class RandomNetwork(gluon.HybridBlock):
    """Convolutions, normalizations, sums and other steps in an order that a seed decides."""

    def __init__(self, seed):
        super().__init__()
        self.seed = seed
        self.layers = nn.HybridSequential()
        for _ in range(3):
            self.layers.add(
                nn.Conv2D(4, 3, padding=1, in_channels=4, use_bias=bool(seed % 2)),
                nn.BatchNorm(in_channels=4),
            )

    def hybrid_forward(self, F, x):
        r = random.Random(self.seed)
        layers, arrays = list(self.layers), [x]
        for _ in range(14):
            if layers and r.random() < 0.4:
                arrays.append(layers.pop(0)(arrays[-1]))
            elif r.random() < 0.3:
                arrays.append(arrays[-1] + r.choice(arrays))
            else:
                arrays.append(r.choice(STEPS)(F, r, arrays))
        return arrays[-1], r.choice(arrays), r.choice(arrays)


@pytest.mark.parametrize("seed", range(40))
def test_random_graphs(seed):
    net = RandomNetwork(seed)
    net.initialize(mx.init.Uniform(0.4))
    check(with_statistics(net), uniform(2, 4, 5, 5), rtol=1e-4, atol=1e-5)


# ------------------------------------------------------------------------------------- byte tables


def bytes_of_shape(*shape):
    return nd.array(RANDOM.randint(0, 256, shape), dtype="uint8")


def images_of(*steps):
    """Images of bytes to floats: ToTensor, and then these (operator, attributes)."""

    def function(F, x):
        x = F.image.to_tensor(x)
        for name, attrs in steps:
            x = F.image.normalize(x, **attrs) if name == "normalize" else F.cast(x, **attrs)
        return x

    return Network(function)


COLORS = {"mean": (0.4, 0.5, 0.6), "std": (0.2, 0.3, 0.4)}
AFTER_BYTES = {
    "nothing": [],
    "one mean": [("normalize", {"mean": 0.3, "std": 0.7})],
    "a mean for each channel": [("normalize", COLORS)],
    "a cast": [("normalize", COLORS), ("cast", {"dtype": "float32"})],
    "a type without a table": [("normalize", COLORS), ("cast", {"dtype": "float16"})],
}


@pytest.mark.parametrize("steps", AFTER_BYTES.values(), ids=AFTER_BYTES)
@pytest.mark.parametrize("shape", [(5, 7, 3), (1, 1, 3), (2, 5, 7, 3)])
def test_bytes_are_looked_up(steps, shape):
    net = check(images_of(*steps), bytes_of_shape(*shape), rtol=0, atol=0)
    assert code(net) == ["byte_table", "contiguous"]


def test_bytes_of_one_channel_are_looked_up():
    net = images_of(("normalize", {"mean": 0.3, "std": 0.7}))
    for shape in [(28, 28, 1), (1, 9, 1), (300, 200, 1)]:
        check(net, bytes_of_shape(*shape), rtol=0, atol=0)
    assert net(nd.empty((0, 4, 1), dtype="uint8")).shape == (1, 0, 4)


def test_bytes_that_somebody_else_needs_are_looked_up_only_as_far_as_that():
    def function(F, x):
        tensor = F.image.to_tensor(x)
        return F.image.normalize(tensor, **COLORS), tensor

    net = check(Network(function), bytes_of_shape(5, 7, 3), rtol=0, atol=0)
    assert code(net)[:2] == ["byte_table", "normalize"]


def test_floats_are_not_looked_up():
    net = images_of(("normalize", COLORS))
    x = nd.array(RANDOM.uniform(0, 255, (5, 7, 3)))
    assert "byte_table" not in code(check(net, x))
    assert "byte_table" in code(check(net, bytes_of_shape(5, 7, 3)))


def test_bytes_that_are_refused_have_the_operators_words():
    net = images_of(("normalize", COLORS))
    net.hybridize(static_shape=True)
    net(bytes_of_shape(5, 7, 3))
    for _ in range(2):
        with pytest.raises(mx.MXNetError, match=r"1 or 3 channels, but got \[2,5,7\]"):
            net(bytes_of_shape(5, 7, 2))
        with pytest.raises(mx.MXNetError, match=r"height, width, channels.*but got \[5,7\]"):
            net(bytes_of_shape(5, 7))
    assert net(bytes_of_shape(4, 3, 3)).shape == (3, 4, 3)


def test_a_plan_that_packs_nothing_is_for_any_shape(monkeypatch):
    calls = []
    prepare = plans.InferencePlan.__init__
    monkeypatch.setattr(
        plans.InferencePlan, "__init__", lambda *a: (calls.append(a), prepare(*a))[1]
    )
    net = Network(lambda F, x, w: F.dot(x, w).relu(), w=(3, 4))
    net.hybridize(static_shape=True)
    for rows in (1, 2, 5, 9, 2):
        x = uniform(rows, 3)
        expected = np.maximum(x.asnumpy() @ net.w.data().asnumpy(), 0)
        np.testing.assert_allclose(net(x).asnumpy(), expected, 1e-5, 1e-6)
    assert len(calls) == 1


def test_a_function_of_one_array_that_needs_constants(monkeypatch):
    monkeypatch.setenv("MXNET_STRICT_PLANS", "1")  # a call that fails and is repeated is an error
    net = check(Network(lambda F, x: F.dot(x, F.ones((3, 4)) * 2)), uniform(2, 3))
    assert "_ones" not in code(net)
