"""Blocks as graphs: the same numbers as before, traced once, exported and loaded again."""

from __future__ import annotations

import json
import pathlib

import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn

IMAGES = nd.array(np.random.RandomState(0).uniform(size=(4, 2, 8, 8)))


def make(prefix="net_"):
    """A network with everything that behaves differently in training."""
    mx.random.seed(3)
    net = nn.HybridSequential(prefix=prefix)
    with net.name_scope():
        net.add(
            nn.Conv2D(4, 3, activation="relu", in_channels=2),
            nn.BatchNorm(in_channels=4),
            nn.MaxPool2D(),
            nn.Flatten(),
            nn.Dense(5, activation="tanh", in_units=36),
            nn.Dropout(0.3),
            nn.Dense(3, in_units=5),
        )
    net.initialize(mx.init.Xavier())
    return net


def hybrid():
    net = make()
    net.hybridize(static_alloc=True, static_shape=True)
    return net


def step(net, images):
    """Train one step; return the loss, gradients and parameters with their statistics."""
    mx.random.seed(5)
    with autograd.record():
        loss = (net(images) ** 2).sum()
    loss.backward()
    trained = [p for p in net.collect_params().values() if p.grad_req != "null"]
    gradients = [p.grad().asnumpy() for p in trained]
    for parameter in trained:
        parameter.data()[:] = parameter.data() - 0.1 * parameter.grad()
    return [
        loss.asnumpy(),
        *gradients,
        *(p.data().asnumpy() for p in net.collect_params().values()),
    ]


def test_same_numbers_in_inference():
    np.testing.assert_allclose(hybrid()(IMAGES).asnumpy(), make()(IMAGES).asnumpy(), 1e-4, 1e-6)


def test_same_numbers_in_training():
    for ours, plain in zip(step(hybrid(), IMAGES), step(make(), IMAGES), strict=True):
        np.testing.assert_allclose(ours, plain, 1e-4, 1e-5 * np.abs(plain).max())


def test_same_numbers_after_several_steps():
    """With float64, for only then rounding does not grow from step to step."""
    images, seen = IMAGES.astype("float64"), []
    for net in (hybrid(), make()):
        net.cast("float64")
        steps = [array for _ in range(4) for array in step(net, images)]
        seen.append([*steps, net(images).asnumpy()])
    for ours, plain in zip(*seen, strict=True):
        np.testing.assert_allclose(ours, plain, 1e-9, 1e-12)


def test_hybrid_forward_is_called_once_with_symbols():
    calls = []

    class Noted(gluon.HybridBlock):
        def hybrid_forward(self, F, x):
            calls.append(F)
            return x * 2

    block = Noted()
    block.hybridize()
    for _ in range(3):
        block(nd.ones(2))
    assert calls == [mx.sym]
    block.hybridize(False)
    block(nd.ones(2))
    assert calls == [mx.sym, mx.nd]


@pytest.mark.parametrize("is_hybrid", [False, True])
def test_mismatched_first_inputs(is_hybrid):
    net = nn.HybridSequential()
    net.add(nn.Conv2D(4, 3))
    net.initialize()
    net.hybridize(is_hybrid)
    text = r"should be 4D(.|\n)*Deferred initialization failed because shape cannot be inferred"
    for kind in (ValueError, mx.MXNetError):
        with pytest.raises(kind, match=text):
            net(nd.ones((2, 3)))
    assert net(IMAGES).shape[1] == 4  # the shapes are as unknown as before


def test_deferred_shapes_are_inferred_from_the_graph():
    net = nn.HybridSequential()
    net.add(nn.Conv2D(4, 3), nn.BatchNorm(), nn.Flatten(), nn.Dense(2))
    net.initialize()
    net.hybridize()
    assert net(IMAGES).shape == (4, 2)
    assert net[0].weight.shape == (4, 2, 3, 3)
    assert net[3].weight.shape == (2, 144)


class Sums(gluon.HybridBlock):
    def hybrid_forward(self, F, x, others=None):
        others = others if isinstance(others, list) else [others]
        return F.add_n(x, *(other for other in others if other is not None)), [x, x * 2]


def test_structure_of_inputs_may_not_change():
    block = Sums()
    block.hybridize()
    one, two = nd.ones(2), nd.ones(2) * 2
    total, (same, double) = block(one, two)
    assert total.asnumpy().tolist() == [3, 3]
    assert same.asnumpy().tolist() == [1, 1]
    assert double.asnumpy().tolist() == [2, 2]
    message = (
        r"structure .* Stored format = \[0, 0\], input format = \[0, \[0, 0\]\].* hybridize\(\)"
    )
    with pytest.raises(ValueError, match=message):
        block(one, [two, two])
    with pytest.raises(ValueError, match=r"input format = \[0\]"):
        block(one)
    block.hybridize()
    assert block(one, [two, two])[0].asnumpy().tolist() == [5, 5]


@pytest.mark.parametrize("calls", [((), (None,)), ((None,), ())])
def test_none_at_the_end_is_as_no_input(calls):
    block, one = Sums(), nd.ones(2)
    block.hybridize()
    for others in calls:
        assert block(one, *others)[0].asnumpy().tolist() == [1, 1]
    with pytest.raises(ValueError, match="does not match the cached version"):
        block(one, one)


def test_a_structure_that_export_guessed_is_no_obstacle(tmp_path):
    block, one = Sums(), nd.ones(2)
    block.hybridize()
    block.export(str(tmp_path / "sums"))
    assert block(one, [one, one])[0].asnumpy().tolist() == [3, 3]


def test_inner_hooks_receive_arrays():
    net, seen = make(), []
    net.hybridize()
    net(IMAGES)
    handle = net[0].register_forward_hook(lambda block, inputs, output: seen.append(output.shape))
    net(IMAGES)
    assert seen == [(4, 4, 6, 6)]
    handle.detach()
    net(IMAGES)
    assert len(seen) == 1


def test_new_layers_are_noticed():
    net = nn.HybridSequential()
    net.add(nn.Dense(3, in_units=2))
    net.initialize()
    net.hybridize()
    assert net(nd.ones((1, 2))).shape == (1, 3)
    net.add(nn.Dense(4, in_units=3))
    net.initialize(force_reinit=True)
    expected = net[1](net[0](nd.ones((1, 2))))
    np.testing.assert_allclose(net(nd.ones((1, 2))).asnumpy(), expected.asnumpy(), 1e-6)


def test_changed_parameters_are_noticed():
    net = nn.Dense(2, in_units=2)
    net.initialize(mx.init.One())
    net.hybridize()
    assert net(nd.ones((1, 2))).asnumpy().tolist() == [[2, 2]]
    net.weight.set_data(nd.zeros((2, 2)))
    assert net(nd.ones((1, 2))).asnumpy().tolist() == [[0, 0]]


def one_convolution():
    net = nn.HybridSequential()
    net.add(nn.Conv2D(1, 1, activation="relu", in_channels=1))
    net.initialize(mx.init.One())
    return net


def test_nan_in_a_fused_activation():
    net, image = one_convolution(), nd.array([[[[np.nan, -1, 2]]]])
    assert np.isnan(net(image).asnumpy()[0, 0, 0, 0])
    net.hybridize(static_shape=True)
    assert net(image).asnumpy().tolist() == [[[[0, 0, 2]]]]


def test_writes_through_shared_memory():
    net, image = one_convolution(), nd.ones((1, 1, 1, 1))
    net.hybridize(static_shape=True)
    assert net(image).asscalar() == 1
    weight = torch.from_dlpack(net[0].weight.data().to_dlpack_for_write())
    for value in (5, 7):
        weight.fill_(value)
        assert net(image).asscalar() == value


@pytest.mark.parametrize(
    "change",
    [
        lambda weight: weight.set_data(nd.full(weight.shape, 3)),
        lambda weight: weight.data().__setitem__(slice(None), 3),
        lambda weight: weight.data().__iadd__(2),
        lambda weight: weight.initialize(mx.init.Constant(3), force_reinit=True),
        lambda weight: weight._load_init(nd.full(weight.shape, 3), mx.cpu()),
        lambda weight: weight.data()._t.mul_(3),
    ],
)
def test_every_change_of_a_packed_weight_is_noticed(change):
    net, image = one_convolution(), nd.ones((1, 1, 1, 1))
    net.hybridize()
    assert net(image).asscalar() == 1
    change(net[0].weight)
    assert net(image).asscalar() == 3


def test_recurrent_networks():
    class Reader(gluon.HybridBlock):
        def __init__(self):
            super().__init__()
            self.lstm = gluon.rnn.LSTM(6, 2, input_size=4)
            self.out = nn.Dense(3, in_units=6, flatten=False)

        def hybrid_forward(self, F, x):
            return self.out(self.lstm(x))

    net, x, results = Reader(), nd.array(np.random.RandomState(0).uniform(size=(5, 2, 4))), []
    net.initialize(mx.init.Xavier())
    for active in (False, True):
        net.hybridize(active)
        with autograd.record():
            loss = (net(x) ** 2).sum()
        loss.backward()
        gradients = [p.grad().asnumpy() for p in net.collect_params().values()]
        results.append([loss.asnumpy(), net(x).asnumpy(), *gradients])
    for plain, ours in zip(*results, strict=True):
        np.testing.assert_allclose(ours, plain, 1e-5, 1e-7)


def test_cast():
    net = nn.Dense(2, in_units=2)
    net.initialize()
    net.hybridize()
    net(nd.ones((1, 2)))
    net.cast("float64")
    assert net(nd.ones((1, 2), dtype="float64")).dtype == np.float64


def test_several_contexts():
    net = make()
    net.collect_params().reset_ctx([mx.cpu(0), mx.cpu(1)])
    net.hybridize()
    left, right = (net(IMAGES.as_in_context(ctx)) for ctx in (mx.cpu(0), mx.cpu(1)))
    assert right.context == mx.cpu(1)
    np.testing.assert_array_equal(left.asnumpy(), right.asnumpy())


def test_errors_name_the_node():
    net = nn.Dense(2, in_units=3, prefix="fc_")
    net.initialize()
    net.hybridize()
    text = r"in node 'fc_fwd'.*FullyConnected.*Shape inconsistent"
    with pytest.raises(mx.MXNetError, match=text):
        net(nd.ones((1, 2)))


def test_operations_that_symbols_do_not_support():
    class Looks(gluon.HybridBlock):
        def hybrid_forward(self, F, x):
            return x * x.shape[0]

    block = Looks()
    assert block(nd.ones(2)).asnumpy().tolist() == [2, 2]
    block.hybridize()
    with pytest.raises(AttributeError, match="no attribute 'shape'"):
        block(nd.ones(2))


# ------------------------------------------------------------------------------------------ files


def test_export_and_import(tmp_path):
    net = make()
    net.hybridize()
    expected = net(IMAGES).asnumpy()
    symbol_file, param_file = net.export(str(tmp_path / "net"), epoch=7)
    assert symbol_file.endswith("net-symbol.json")
    assert param_file.endswith("net-0007.params")
    names = nd.load(param_file)
    assert "arg:net_conv0_weight" in names
    assert "aux:net_batchnorm0_running_mean" in names
    loaded = gluon.SymbolBlock.imports(symbol_file, ["data"], param_file)
    np.testing.assert_array_equal(loaded(IMAGES).asnumpy(), expected)
    assert repr(loaded) == "SymbolBlock(\n<Symbol net_dense1_fwd> : 1 -> 1\n)"
    with autograd.record():
        loss = loaded(IMAGES).sum()
    loss.backward()
    assert np.abs(loaded.collect_params()["net_conv0_weight"].grad().asnumpy()).sum() > 0


def test_exported_graph_reads_like_the_real_one(tmp_path):
    net = make()
    symbol_file, _ = net.export(str(tmp_path / "net"))
    nodes = json.loads(pathlib.Path(symbol_file).read_text())["nodes"]
    assert [n["name"] for n in nodes if n["op"] != "null"] == [
        "net_conv0_fwd", "net_conv0_relu_fwd", "net_batchnorm0_fwd", "net_pool0_fwd",
        "net_flatten0_flatten0", "net_dense0_fwd", "net_dense0_tanh_fwd", "net_dropout0_fwd",
        "net_dense1_fwd",
    ]  # fmt: skip


def test_load_parameters_reads_exported_files(tmp_path):
    net = make()
    _, param_file = net.export(str(tmp_path / "net"))
    other = make()
    for parameter in other.collect_params().values():
        parameter.set_data(nd.zeros(parameter.shape))
    other.load_parameters(param_file)
    np.testing.assert_array_equal(other(IMAGES).asnumpy(), net(IMAGES).asnumpy())


def test_export_without_shapes():
    net = nn.Dense(2)
    net.initialize()
    with pytest.raises(gluon.DeferredInitializationError, match="initialization was deferred"):
        net.export("never_written")


def test_import_with_a_wrong_input_name(tmp_path):
    files = make().export(str(tmp_path / "net"))
    with pytest.raises(AssertionError, match=r"has no input 'image'. Its inputs .*: 'data'"):
        gluon.SymbolBlock.imports(files[0], ["image"], files[1])


def test_symbol_block_of_internals(tmp_path):
    net = make()
    symbol_file, param_file = net.export(str(tmp_path / "net"))
    inside = mx.sym.load(symbol_file).get_internals()
    parts = [inside["net_conv0_relu_fwd_output"], inside["net_dense0_tanh_fwd_output"]]
    block = gluon.SymbolBlock(parts, mx.sym.var("data"))
    block.collect_params().load(param_file, ignore_extra=True)
    features, dense = block(IMAGES)
    assert features.shape == (4, 4, 6, 6)
    assert dense.shape == (4, 5)
    np.testing.assert_array_equal(features.asnumpy(), net[0](IMAGES).asnumpy())


def test_a_symbol_block_on_symbols_gives_a_list_too():
    data = mx.sym.var("data")
    block = gluon.SymbolBlock([data * 2, data + 1], data)
    double, more = block(mx.sym.var("x"))
    assert double.list_arguments() == more.list_arguments() == ["x"]
    assert isinstance(block(mx.sym.var("x")), list)


def test_restoring_by_hand(tmp_path):
    """The way notes on the web restore an exported network."""
    net = make()
    files = net.export(str(tmp_path / "net"), epoch=5)
    arrays = nd.load(files[1])
    block = gluon.nn.SymbolBlock(outputs=mx.sym.load(files[0]), inputs=mx.sym.var("data"))
    params = block.collect_params()
    for name, array in arrays.items():
        params[name.split(":")[1]]._load_init(array, ctx=mx.cpu())
    np.testing.assert_array_equal(block(IMAGES).asnumpy(), net(IMAGES).asnumpy())


def test_block_called_with_a_symbol():
    dense = nn.Dense(3, in_units=2, prefix="fc_")
    out = dense(mx.sym.var("q"))
    assert out.list_arguments() == ["q", "fc_weight", "fc_bias"]
    assert out.name == "fc_fwd"


def test_optimized_for_a_backend():
    net = nn.HybridSequential()
    net.add(nn.Dense(3, activation="relu"), nn.Dense(2))
    net.initialize()
    x = nd.ones((2, 4))
    assert net.optimize_for(x, backend="MKLDNN", static_alloc=True) is None
    assert net._active and net._backend == "MKLDNN" and net[0].weight.shape == (3, 4)
    assert net._flags == [("static_alloc", True), ("static_shape", False), ("inline_limit", 2)]
    inputs, symbol = net._cached_graph
    assert [v.name for v in inputs] == ["data"] and "FullyConnected" in symbol.tojson()
    graph = net(x).asnumpy()
    net.hybridize(False)
    np.testing.assert_allclose(net(x).asnumpy(), graph, rtol=1e-6)
    with pytest.raises(ValueError, match='Must specify "backend"'):
        net.optimize_for(x)
    with pytest.raises(mx.MXNetError, match="backend='TensorRT'. is not supported"):
        net.optimize_for(x, backend="TensorRT")


class Wrapped(nn.HybridBlock):
    """Has a ``forward`` of its own around the hybrid one, with another number of inputs."""

    def __init__(self):
        super().__init__()
        self.w = self.params.get("w", shape=(1,), init="ones")

    def forward(self, x, extra):
        y = super().forward(x)
        return y if extra is None else y + extra

    def hybrid_forward(self, F, x, w):
        return F.broadcast_mul(x, w) * 2


def test_the_hybrid_part_of_a_block_is_the_graph():
    net = Wrapped()
    net.initialize()
    for hybrid in (False, True):
        net.hybridize(hybrid)
        assert net(nd.ones(2), nd.ones(2) * 5).asnumpy().tolist() == [7, 7]
        assert net(nd.ones(2), None).asnumpy().tolist() == [2, 2]
    assert [variable.name for variable in net._cached_graph[0]] == ["data"]


def test_a_forward_without_a_hybrid_part(tmp_path):
    class Plain(nn.HybridBlock):
        def forward(self, x):
            return x * 3

    net = Plain()
    net.hybridize()
    assert net(nd.ones(2)).asnumpy().tolist() == [3, 3]
    files = net.export(str(tmp_path / "plain"))
    loaded = gluon.SymbolBlock.imports(files[0], ["data"])
    assert loaded(nd.ones(2)).asnumpy().tolist() == [3, 3]


def test_sparse_inputs_run_as_if_not_hybridized():
    class Product(nn.HybridBlock):
        def __init__(self):
            super().__init__()
            self.weight = self.params.get("weight", shape=(2, 2), init="ones")

        def hybrid_forward(self, F, x, weight):
            return F.dot(x, weight)

    net = Product()
    net.initialize()
    net.hybridize()
    x = nd.array([[1, 0], [0, 2]])
    for _ in range(2):  # dense inputs before and after do not change it
        with autograd.record():
            y = net(x.tostype("csr")) + net(x)
        y.backward()
        assert y.asnumpy().tolist() == [[2, 2], [4, 4]]
        assert net.weight.grad().asnumpy().tolist() == [[2, 2], [4, 4]]


def test_random_parts_that_nothing_uses_are_not_drawn():
    class Draws(gluon.HybridBlock):
        def hybrid_forward(self, F, x):
            F.random.uniform(shape=(3,))
            return x + F.random.uniform(shape=(2,))

    block, x = Draws(), nd.zeros((2,))
    block.hybridize()
    block(x)
    mx.random.seed(5)
    samples = block(x).asnumpy()
    mx.random.seed(5)
    np.testing.assert_array_equal(samples, nd.random.uniform(shape=(2,)).asnumpy())


def test_outputs_of_hybridized_cells_as_heads_of_one_backward_pass():
    """The states between the steps are forgotten by then, and still carry gradients."""
    cell = gluon.rnn.RNNCell(100, input_size=200)
    cell.initialize(mx.init.Uniform(0.1))
    inputs = [nd.random.normal(shape=(8, 200)) for _ in range(3)]

    def gradients(retain):
        for x in inputs:
            x.attach_grad()
        for _ in range(2):  # the second time the plan is known
            with autograd.record():
                outputs = cell.unroll(3, inputs, merge_outputs=False)[0]
                if retain:
                    autograd.backward(outputs, retain_graph=True)
                autograd.backward(outputs)
                outputs = cell.unroll(3, inputs, merge_outputs=True)[0]
                outputs.backward()
        return [x.grad.asnumpy() for x in inputs] + [cell.h2h_weight.grad().asnumpy()]

    eager = gradients(False)
    cell.hybridize()
    for retain in (False, True):
        for ours, expected in zip(gradients(retain), eager, strict=True):
            np.testing.assert_allclose(ours, expected, rtol=1e-5, atol=1e-6)


def test_gradients_of_gradients_of_a_block_that_is_called_twice():
    """The second call's input depends on the weights, which the call has besides."""
    grads = []
    for hybridized in (False, True):
        mx.random.seed(1)
        block = nn.Dense(3, "tanh", in_units=3)
        block.initialize(mx.init.Normal(0.7))
        if hybridized:
            block.hybridize()
        x, weight = nd.random.uniform(shape=(2, 3)), block.weight.data()
        with autograd.record():
            total = block(block(x)).sum()
            (first,) = autograd.grad(total, [weight], create_graph=True, retain_graph=True)
            squares = (first * first).sum()
        squares.backward()
        grads.append((first.asnumpy(), weight.grad.asnumpy()))
    for one, other in zip(*grads, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-6)


def test_deferred_shapes_of_a_graph_of_float64():
    block = nn.BatchNorm()
    block.cast("float64")
    block.initialize()
    block.hybridize()
    assert block(nd.ones((2, 3), dtype="float64")).dtype == np.float64


def test_gradients_that_are_0_up_to_rounding():
    """The sum over a normalized batch has the gradient 0; what rounding leaves may differ."""
    x = nd.random.uniform(shape=(2, 8, 16, 16))
    for hybridized in (False, True):
        net = nn.HybridSequential()
        net.add(
            nn.Conv2D(16, 1, in_channels=8),
            nn.HybridLambda(lambda F, x: F.slice(x, begin=(0, 0, 0, 0), end=(2, 4, 8, 8))),
            nn.BatchNorm(in_channels=4),
        )
        net.initialize()
        net.hybridize(hybridized)
        x.attach_grad()
        with autograd.record():
            out = net(x)
        out.backward()
        assert abs(x.grad).max().asscalar() < 1e-5


class TwoHeads(gluon.HybridBlock):
    """Two results that share a part; torch records it if there is a convolution."""

    def __init__(self, has_convolution):
        super().__init__()
        self._has_convolution = has_convolution
        with self.name_scope():
            self.trunk = nn.Dense(2, in_units=2)
            self.convolution = nn.Conv1D(2, 1, in_channels=2)
            self.a, self.b = nn.Dense(3, in_units=2), nn.Dense(1, in_units=2)

    def hybrid_forward(self, F, x):
        x = self.trunk(x)
        if self._has_convolution:
            x = self.convolution(x.expand_dims(2)).flatten()
        return self.a(x), self.b(x)


@pytest.mark.parametrize(
    ("has_convolution", "expected"),
    [(False, (0.2515787, 0.78342474)), (True, (-0.4184945, 0.67510533))],
    ids=["plan", "torch"],
)
def test_one_of_two_results_is_used(has_convolution, expected):
    """The gradients of the other one's parameters are 0, not left from the step before."""
    net = TwoHeads(has_convolution)
    net.initialize(mx.init.One())
    net.hybridize()
    settings = {"learning_rate": 0.1, "momentum": 0.9, "wd": 0.1}
    trainer = gluon.Trainer(net.collect_params(), "sgd", settings)
    for number in range(4):
        with autograd.record():
            loss = net(nd.ones((2, 2)))[number % 2].sum()
        loss.backward()
        trainer.step(2, ignore_stale_grad=True)
    weights = [layer.weight.data().asnumpy()[0, 0] for layer in (net.a, net.b)]
    np.testing.assert_allclose(weights, expected, 1e-5)  # those of MXNet 1.9.1


@pytest.mark.parametrize(
    ("operators", "options", "expected"),
    [(2, {}, 2), (2, {"static_alloc": True}, 0), (2, {"inline_limit": 1}, 0), (3, {}, 0),
     (3, {"inline_limit": 3}, 4)],
)  # fmt: skip
def test_small_graphs_are_inlined(operators, options, expected):
    """MXNet: their results have gradients of their own, so that of the unused one stays."""
    first, second = nn.Dense(3, in_units=2), nn.Dense(1, in_units=2)
    net = nn.HybridLambda(lambda F, x: (first(x), second(x) * 2 if operators == 3 else second(x)))
    for layer in (first, second):
        layer.initialize(mx.init.One())
        net.register_child(layer)
    net.hybridize(**options)
    for uses_second in (True, False):
        with autograd.record():
            one, other = net(nd.ones((2, 2)))
            loss = one.sum() + other.sum() if uses_second else one.sum()
        loss.backward()
    assert second.weight.grad().asnumpy().tolist() == [[expected, expected]]


@pytest.mark.parametrize("stopped", [True, False], ids=["stopped", "unused"])
def test_statistics_that_no_gradient_reaches(stopped):
    """MXNet: the backward pass of a graph updates all moving statistics, once."""
    norm, dense = nn.BatchNorm(in_channels=2), nn.Dense(2, in_units=2)

    def formula(F, x):
        y = norm(x)
        return dense(F.BlockGrad(y)) + x if stopped else (dense(x) + 1, y)

    net = nn.HybridLambda(formula)
    for layer in (norm, dense):
        layer.initialize()
        net.register_child(layer)
    net.hybridize()
    for _ in range(2):
        with autograd.record():
            results = net(nd.array([[1, 2], [3, 4]]))
        autograd.backward(results if stopped else results[0])
    np.testing.assert_allclose(norm.running_mean.data().asnumpy(), [0.38, 0.57], 1e-5)


def test_a_bad_value_does_not_drop_the_plan():
    net = nn.HybridLambda(lambda F, x, i: F.gather_nd(F.exp(x), i))
    net.hybridize()
    x, good, bad = nd.array([1, 2]), nd.array([[1]]), nd.array([[7]])
    for _ in range(2):
        assert net(x, good).shape == (1,)
        with pytest.raises(mx.MXNetError):
            net(x, bad).asnumpy()
    assert net(x, good).shape == (1,)


def test_a_bad_shape_is_not_blamed_on_the_next_one():
    net = nn.HybridSequential()
    net.add(nn.Conv2D(4, 3, in_channels=3), nn.Dense(2, in_units=144))
    net.initialize()
    net.hybridize()
    for _ in range(2):
        net(nd.ones((2, 3, 8, 8)))
    for _ in range(3):
        with pytest.raises(mx.MXNetError, match="Shape inconsistent"):
            net(nd.ones((2, 3, 9, 9)))
    before = mx.runtime.declined_plans()
    assert net(nd.ones((5, 3, 8, 8))).shape == (5, 2)
    assert mx.runtime.declined_plans() == before


def test_an_empty_list_is_no_array():
    net = nn.HybridLambda(lambda F, x, states: x * 2)
    net.hybridize()
    net(nd.ones(2), [])
    with pytest.raises(ValueError, match="does not match the cached version"):
        net(nd.ones(2), nd.ones(7))
