"""Mixed precision: which type things are computed in, loss scales, converted models."""

from __future__ import annotations

import json
import logging

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, gluon, nd, sym
from mxnet._eager import interceptors
from mxnet.contrib import amp
from mxnet.gluon import nn
from mxnet.name import NameManager

X = nd.array([[1.0, 2.0, 3.0], [0.5, -1.0, 2.0]])
W, B = nd.ones((4, 3)), nd.ones(4)
FULLY_CONNECTED = nd.FullyConnected  # as it is found before mixed precision is switched on


@pytest.fixture(autouse=True)
def new_names():
    """Let automatic names begin at 0, whatever was tested before."""
    with mx.name.NameManager():
        yield


@pytest.fixture(params=["float16", "bfloat16"])
def low(request):
    """Mixed precision with a type, for one test."""
    amp.init(request.param)
    yield request.param
    amp.amp._turn_off()


@pytest.fixture
def float16():
    amp.init()
    yield
    amp.amp._turn_off()


def name(array):
    return "bfloat16" if array.dtype == amp.amp.bfloat16 else np.dtype(array.dtype).name


# -------------------------------------------------------------------------------------- calls


def test_each_operator_computes_in_its_type(low):
    short = nd.amp_cast(X, dtype=low)
    assert name(nd.FullyConnected(X, W, B, num_hidden=4)) == low
    assert name(nd.FullyConnected(data=short, weight=W, bias=B, num_hidden=4)) == low
    assert name(nd.exp(short)) == name(short.exp()) == name(nd.softmax(short)) == "float32"
    assert name(short**2) == name(nd.SoftmaxOutput(short, nd.ones(2))) == "float32"
    assert name(nd.relu(short)) == low and name(nd.relu(X)) == "float32"
    for act, expected in (("softrelu", "float32"), ("relu", low)):
        # the list of bfloat16 leaves Activation to its condition
        assert name(nd.Activation(short, act_type=act)) == expected
        assert name(nd.Activation(short, act)) == expected


def test_operators_of_several_arrays_take_the_widest_type(low):
    short = nd.amp_cast(X, dtype=low)
    wide = (
        short + X,
        X - short,
        nd.broadcast_mul(short, X),
        nd.add_n(short, X),
        nd.dot(short, W.T),
    )
    assert [name(array) for array in wide] == ["float32"] * 5
    np.testing.assert_allclose((short + X).asnumpy(), 2 * X.asnumpy())
    assert name(short + short) == low


def test_other_types_are_left_alone(low):
    for kind in ("float64", "int32"):
        assert name(X.astype(kind) + X.astype(kind)) == kind
    assert name(nd.exp(X.astype("float64"))) == "float64"
    with pytest.raises(mx.MXNetError, match="expected float64, got float32"):
        X.astype("float64") + X


def test_a_network_trains_in_two_types(low):
    for hybrid in (False, True):
        net = nn.HybridSequential()
        net.add(nn.Dense(8, activation="relu"), nn.BatchNorm(), nn.Dense(1))
        net.initialize(mx.init.Xavier())
        net.hybridize(hybrid)
        trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.05})
        amp.init_trainer(trainer)
        losses = []
        for _ in range(40):
            with autograd.record():
                out = net(X)  # shapes are not known before the first call
                loss = gluon.loss.L2Loss()(out, nd.array([1.0, -1.0]))
                with amp.scale_loss(loss, trainer) as scaled:
                    autograd.backward(scaled)
            trainer.step(2)
            losses.append(float(loss.mean().asscalar()))
        assert name(out) == low and name(loss) == "float32"
        assert name(net[0].weight.data()) == name(net[0].weight.grad()) == "float32"
        assert losses[-1] < losses[0] / 20


def test_symbols_get_casts(float16):
    with NameManager():  # which counts from 0
        check_casts()


def check_casts():
    data = sym.var("data")
    assert sym.FullyConnected(data, num_hidden=3, name="fc").get_internals().list_outputs() == [
        "data", "amp_cast0_output", "fc_weight", "amp_cast1_output", "fc_bias", "amp_cast2_output",
        "fc_output",
    ]  # fmt: skip
    both = (data + sym.var("y")).get_internals().list_outputs()
    assert both[2:4] == ["amp_multicast0_output0", "amp_multicast0_output1"]
    states = sym.BatchNorm(data, name="bn").get_internals().list_outputs()
    assert not any("amp" in name for name in states)
    assert data.exp().get_internals().list_outputs()[1] == "amp_cast3_output"
    assert (data * 2).get_internals().list_outputs() == ["data", "_mulscalar0_output"]


def test_files_do_not_hold_casts(float16):
    symbol = sym.FullyConnected(sym.var("data"), num_hidden=3, name="fc")
    assert "amp_cast" not in symbol.tojson()
    assert "amp_cast" in symbol.tojson(remove_amp_cast=False)


def test_custom_lists():
    amp.init("float16", target_precision_ops=["broadcast_mul"], fp32_ops=["relu"])
    try:
        short = X.astype("float16")
        assert name(nd.broadcast_mul(X, X)) == "float16"
        assert name(nd.relu(short)) == "float32" and name(nd.exp(short)) == "float16"
    finally:
        amp.amp._turn_off()


def test_without_it_nothing_is_changed():
    amp.init()
    amp.init("bfloat16")  # the second time does nothing
    assert amp.amp._amp_initialized and interceptors.active == [amp.amp._mixed_precision]
    assert name(nd.FullyConnected(X, X, no_bias=True, num_hidden=2)) == "float16"
    amp.amp._turn_off()
    assert not amp.amp._amp_initialized and interceptors.active == []
    assert name(nd.FullyConnected(X, X, no_bias=True, num_hidden=2)) == "float32"


def test_functions_that_were_imported_before(float16):
    """Every call is reached, by whatever name it is made."""
    assert name(FULLY_CONNECTED(X, X, no_bias=True, num_hidden=2)) == "float16"


def test_layers_compute_as_their_formula(float16):
    """A fused form would hide operators from mixed precision."""
    layer = gluon.rnn.LSTM(2, input_size=3)
    layer.initialize()
    assert name(layer(X.reshape((2, 1, 3)))) == "float16"
    loss = gluon.loss.SoftmaxCrossEntropyLoss()
    assert name(loss(X.astype("float16"), nd.zeros(2))) == "float32"


def test_in_place_writes_keep_the_dtype_of_the_input(float16):
    short = X.astype("float16")
    short += short
    nd.exp(short, out=[short])
    assert name(short) == "float16"


def test_arrays_of_np_are_left_alone(float16):
    """MXNet: mixed precision knows the functions of mx.nd and mx.sym only."""
    x = X.as_np_ndarray()
    result = mx.npx.fully_connected(x, x, no_bias=True, num_hidden=2)
    assert result.dtype == "float32" and type(result) is mx.np.ndarray


# --------------------------------------------------------------------------------- loss scales


class Line(gluon.Block):
    def __init__(self):
        super().__init__()
        self.w = self.params.get("w", shape=(3,), init="ones")

    def forward(self, x):
        return x * self.w.data(x.context)


class Training:
    """One weight of three numbers, and steps on it."""

    def __init__(self, count=1, **options):
        self.net, self.devices = Line(), [mx.cpu(i) for i in range(count)]
        self.net.initialize(ctx=self.devices)
        self.trainer = gluon.Trainer(
            self.net.collect_params(), "sgd", {"learning_rate": 1.0}, **options
        )
        amp.init_trainer(self.trainer)
        self.scaler = self.trainer._amp_loss_scaler

    def backward(self, factor=1.0):
        with autograd.record():
            losses = [self.net(nd.array([1, 2, 3], ctx=ctx)) * factor for ctx in self.devices]
            with amp.scale_loss(losses, self.trainer) as scaled:
                autograd.backward(scaled)

    def step(self, factor=1.0):
        self.backward(factor)
        self.trainer.step(len(self.devices))
        return self.weight

    @property
    def weight(self):
        return self.net.w.data(mx.cpu()).asnumpy().tolist()


def test_gradients_are_scaled_and_steps_are_not(float16):
    training = Training()
    training.backward()
    assert training.net.w.grad().asnumpy().tolist() == [65536, 131072, 196608]
    assert training.trainer._scale == 1 / 65536
    training.trainer.step(1)
    assert training.weight == [0, -1, -2]


@pytest.mark.parametrize("bad", [float("inf"), float("nan")])
@pytest.mark.parametrize(
    "options",
    [{}, {"count": 2, "update_on_kvstore": True}, {"count": 2, "update_on_kvstore": False}],
)
def test_a_step_that_overflows_is_skipped(float16, options, bad):
    training = Training(**options)
    assert training.step(bad) == [1, 1, 1]
    assert training.scaler._next_loss_scale == 2**15
    assert training.step() == [0, -1, -2]
    assert training.scaler.loss_scale == 2**15  # MXNet: from the step after the next one on


def test_a_checkpoint_restores_the_scale(float16, tmp_path):
    training = Training()
    training.step(float("inf"))
    gluon.Checkpoint(tmp_path / "a", trainer=training.trainer).save()
    resumed = Training()
    gluon.Checkpoint(tmp_path / "a", trainer=resumed.trainer).resume()
    assert resumed.scaler.get_state() == training.scaler.get_state()
    assert resumed.step() == training.step() == [0, -1, -2]
    assert resumed.scaler.loss_scale == 2**15


@pytest.mark.parametrize("state", [{}, 1, {"scaler": {}, "original_scale": "x"}])
def test_a_state_of_something_else_is_rejected(float16, state):
    (scaling,) = Training().trainer._state_parts.values()
    with pytest.raises(mx.MXNetError, match="not the state of the loss scaling of AMP"):
        scaling.check_state(state)


def test_the_scale_grows_after_many_good_steps(float16, caplog):
    caplog.set_level(logging.INFO)
    training = Training()
    training.scaler._scale_seq_len = 3
    scales = []
    for _ in range(7):
        training.step()
        scales.append(training.scaler.loss_scale)
    assert scales == [2**16] * 3 + [2**17] * 3 + [2**18]
    assert "increasing loss scale to 131072" in caplog.text
    training.scaler._max_loss_scale = 2**18
    for _ in range(6):
        training.step()
    assert training.scaler.loss_scale == 2**18


def test_unscaled_gradients_can_be_clipped(float16):
    training = Training()
    training.backward()
    amp.unscale(training.trainer)
    assert training.net.w.grad().asnumpy().tolist() == [1, 2, 3]
    training.trainer.step(1)
    assert training.weight == [0, -1, -2]
    training.backward()
    assert training.trainer._scale == 1 / 65536


def test_the_first_trainer_has_the_scaler_of_loss_outputs(float16):
    first, second = Training(), Training()
    assert first.scaler is amp.amp._loss_scaler is not second.scaler
    first.scaler._loss_scale = 8.0
    data = nd.array([[1.0, 2.0]])
    data.attach_grad()
    with autograd.record():
        out = nd.LinearRegressionOutput(data, nd.zeros((1, 2)), grad_scale=3.0)
    out.backward()
    assert data.grad.asnumpy().tolist() == [[12, 24]]


def test_parameters_without_gradients_do_not_overflow(float16):
    training = Training()
    training.net.w.grad_req = "null"
    assert not training.scaler.has_overflow([training.net.w])


# -------------------------------------------------------------------------------- converted graphs


def graph(symbol):
    nodes = json.loads(symbol.tojson(remove_amp_cast=False))["nodes"]
    return {
        node["name"]: [nodes[i]["name"] + (f"[{k}]" if k else "") for i, k, _ in node["inputs"]]
        for node in nodes
        if node["op"] != "null"
    }


def network():
    data = sym.var("data")
    hidden = sym.FullyConnected(data, num_hidden=3, name="a", no_bias=True)
    normal = sym.BatchNorm(hidden, name="bn")
    wide = sym.exp(hidden, name="e")
    both = sym.elemwise_add(normal, wide, name="both")
    return sym.FullyConnected(both, num_hidden=2, name="b", no_bias=True)


STATES = ["bn_gamma", "bn_beta", "bn_moving_mean", "bn_moving_var"]


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_casts_of_1_9_1(dtype):
    low = f"amp_cast_{dtype}"
    assert graph(amp.convert_symbol(network(), dtype)) == {
        f"data_{low}": ["data"],
        f"a_weight_{low}": ["a_weight"],
        "a": [f"data_{low}", f"a_weight_{low}"],
        "bn": ["a", *STATES],
        "a_output_amp_cast_float32": ["a"],
        "e": ["a_output_amp_cast_float32"],
        "bn_output_amp_cast_float32": ["bn"],
        "both": ["bn_output_amp_cast_float32", "e"],
        f"both_output_{low}": ["both"],
        f"b_weight_{low}": ["b_weight"],
        "b": [f"both_output_{low}", f"b_weight_{low}"],
        "b_output_amp_cast_float32": ["b"],
    }


def test_nodes_that_are_excluded_stay_in_float32():
    nodes = graph(amp.convert_symbol(network(), excluded_sym_names=["a"]))
    assert nodes["a"] == ["data", "a_weight"] and nodes["e"] == ["a"]
    assert nodes["both"] == ["bn", "e"]


def test_inputs_of_unknown_type_are_cast_by_multicast():
    both = sym.broadcast_add(sym.FullyConnected(sym.var("x"), num_hidden=2, name="f"), sym.var("q"))
    nodes = graph(amp.convert_symbol(both))
    assert nodes["f_output_amp_multicast"] == ["f", "q"]
    assert nodes["broadcast_add0"] == ["f_output_amp_multicast", "f_output_amp_multicast[1]"]


@pytest.mark.parametrize(
    ("function", "name"),
    [
        (sym.Reshape, "n_0"), (sym.where, "n_0"), (sym.Embedding, "n_0"), (sym.BlockGrad, "n_0"),
        (sym.ctc_loss, "n_0"), (sym.Pooling, "n_output"), (sym.SliceChannel, "n_output0"),
        (sym.InstanceNorm, "n_output"), (sym.elemwise_add, "n_output"), (sym.Pad, "n_output"),
        (sym.contrib.interleaved_matmul_encdec_qk, "n_output"),
    ],
)  # fmt: skip
def test_casts_are_named_after_outputs_or_their_numbers(function, name):
    attrs = {
        sym.Reshape: {"shape": (0, -1)}, sym.Embedding: {"input_dim": 3, "output_dim": 2},
        sym.Pooling: {"global_pool": True}, sym.SliceChannel: {"num_outputs": 2},
        sym.Pad: {"mode": "edge", "pad_width": (0, 0, 1, 1)},
        sym.contrib.interleaved_matmul_encdec_qk: {"heads": 1},
    }.get(function, {})  # fmt: skip
    layer = sym.FullyConnected(function(name="n", **attrs)[0], num_hidden=2, name="f")
    assert graph(amp.convert_symbol(layer))["f"][0] == f"{name}_amp_cast_float16"


def test_an_attribute_decides():
    symbol = sym.FullyConnected(sym.var("x"), num_hidden=2, name="f")
    soft = sym.Activation(symbol, act_type="softrelu", name="soft")
    hard = sym.Activation(symbol, act_type="relu", name="hard")
    assert graph(amp.convert_symbol(soft))["soft"] == ["f_output_amp_cast_float32"]
    assert graph(amp.convert_symbol(hard))["hard"] == ["f"]


def model():
    shapes, _, states = network().infer_shape(data=(2, 3))
    arguments = dict(zip(network().list_arguments(), shapes, strict=True))
    arguments.pop("data")
    names = network().list_auxiliary_states()
    args = {name: nd.random.uniform(shape=shape) for name, shape in arguments.items()}
    return network(), args, {n: nd.ones(s) for n, s in zip(names, states, strict=True)}


@pytest.mark.parametrize("cast", [False, True])
def test_converted_models_compute_nearly_the_same(cast):
    original, args, states = model()
    expected = original.eval(data=X, **args, **states)[0].asnumpy()
    new_symbol, new_args, new_states = amp.convert_model(
        original, args, states, cast_optional_params=cast
    )
    lower = {key for key, array in new_args.items() if name(array) == "float16"}
    assert lower == ({"a_weight", "b_weight"} if cast else set())
    assert all(name(array) == "float32" for array in new_states.values())
    out = new_symbol.eval(data=X, **new_args, **new_states)[0]
    assert name(out) == "float32"
    np.testing.assert_allclose(out.asnumpy(), expected, rtol=2e-3)
    assert (out.asnumpy() != expected).any()


@pytest.mark.parametrize("cast", [False, True])
def test_converted_blocks_compute_nearly_the_same(cast):
    net = nn.HybridSequential(prefix="")
    with net.name_scope():
        net.add(nn.Conv2D(4, 3, prefix="conv_"), nn.BatchNorm(prefix="bn_"))
        net.add(nn.Dense(3, prefix="dense_"))
    net.initialize()
    net.hybridize()
    image = nd.random.uniform(shape=(1, 2, 8, 8))
    expected = net(image).asnumpy()
    new_net = amp.convert_hybrid_block(net, ctx=mx.cpu(), cast_optional_params=cast)
    assert isinstance(new_net, gluon.SymbolBlock)
    kinds = {p.name: np.dtype(p.dtype).name for p in new_net.collect_params().values()}
    assert kinds["conv_weight"] == kinds["dense_bias"] == ("float16" if cast else "float32")
    assert kinds["bn_gamma"] == "float32"
    np.testing.assert_allclose(new_net(image).asnumpy(), expected, rtol=2e-3, atol=2e-4)
    assert name(net[0].weight.data()) == "float32"


def test_converted_bucketing_modules_compute_nearly_the_same():
    def generate(key):
        out = sym.FullyConnected(sym.var("data"), num_hidden=2, name="fc")
        return sym.SoftmaxOutput(out, name="softmax"), ("data",), ("softmax_label",)

    module = mx.mod.BucketingModule(generate, default_bucket_key=3)
    with pytest.raises(AssertionError, match="bind the module"):
        amp.amp.convert_bucketing_module(module)
    module.bind([("data", (2, 3))], [("softmax_label", (2,))], for_training=False)
    module.init_params(mx.init.Xavier())
    new_module = amp.amp.convert_bucketing_module(module)
    batch = mx.io.DataBatch(
        [X], [nd.zeros(2)], bucket_key=3, provide_data=[("data", (2, 3))],
        provide_label=[("softmax_label", (2,))],
    )  # fmt: skip
    results = []
    for one in (module, new_module):
        one.forward(batch, is_train=False)
        results.append(one.get_outputs()[0].asnumpy())
    np.testing.assert_allclose(*results, rtol=1e-3)


# ------------------------------------------------------------------------------------- refusals


def test_lists():
    assert amp.list_lp16_ops("float16") == ["Convolution", "Deconvolution", "FullyConnected", "RNN"]
    assert amp.list_lp16_ops(amp.amp.bfloat16) == ["Convolution", "FullyConnected"]
    assert len(amp.list_fp32_ops("float16")) == 136 and len(amp.list_fp32_ops("bfloat16")) == 438
    assert len(amp.list_widest_type_cast("float16")) == 113
    assert len(amp.list_lp16_fp32_ops("float16")) == 318
    assert amp.list_lp16_use_fp32_params("float16") is None
    assert "BatchNorm" in amp.list_lp16_use_fp32_params("bfloat16")
    assert amp.list_loss_output_functions("float16")[0] == "SoftmaxOutput"
    assert amp.list_conditional_fp32_ops("float16")[0] == ("Activation", "act_type", ["softrelu"])


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: amp.init("float64"), AssertionError, "only float16 or bfloat16.*'float64'"),
        (lambda: amp.init_trainer(None), AssertionError, "forget to call amp.init"),
        (lambda: amp.unscale(mx.optimizer.SGD()), TypeError, "only compatible with Gluon Trainer"),
        (lambda: amp.unscale(3), TypeError, "should be a Gluon Trainer.*int"),
        (lambda: amp.convert_symbol(3), AssertionError, "should be Symbol"),
        (lambda: amp.convert_symbol(network(), fp32_ops="exp"), AssertionError, "be a list"),
        (
            lambda: amp.convert_symbol(network(), fp32_ops=["Nope"]),
            AssertionError,
            r"Can only choose ops from.*\['Nope'\]",
        ),
        (
            lambda: amp.convert_symbol(network(), target_dtype_ops=["exp"], fp32_ops=["exp"]),
            AssertionError,
            r"two or more lists.*\{'exp'\}",
        ),
        (lambda: amp.convert_model(network(), 3, {}), AssertionError, "Second argument"),
        (lambda: amp.convert_hybrid_block(3), AssertionError, "should be a HybridBlock"),
        (lambda: amp.convert_hybrid_block(nn.Dense(1)), RuntimeError, "first call block.hybridize"),
        (lambda: amp.amp.convert_bucketing_module(3), AssertionError, "should be a Bucketing"),
    ],
)
def test_refused(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_trainers_only(float16):
    with pytest.raises(TypeError, match="only compatible with Gluon Trainer"):
        amp.init_trainer(mx.optimizer.SGD())
    with pytest.raises(AttributeError, match="no loss scale: call amp.init"):
        net = Line()
        net.initialize()
        with amp.scale_loss(X, gluon.Trainer(net.collect_params(), "sgd")):
            pass
