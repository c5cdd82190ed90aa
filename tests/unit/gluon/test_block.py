"""Blocks: the texts of their errors, pickles, hooks, scopes in threads. Plain use is in cases/."""

from __future__ import annotations

import copy
import functools
import gc
import inspect
import pickle
import threading
import weakref

import numpy as np
import pytest

import mxnet as mx
from mxnet import MXNetError, autograd, gluon, init, nd
from mxnet.gluon import nn
from tests.threads import in_threads


class Net(gluon.HybridBlock):
    """A network that pickle finds by its name."""

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.body = nn.HybridSequential()
            self.body.add(nn.Dense(4, activation="relu"), nn.BatchNorm(), nn.Dropout(0.1))
            self.out = nn.Dense(2)
            self.scale = self.params.get("scale", shape=(1,), init="ones")
            self.offset = self.params.get_constant("offset", [[0.5]])

    def hybrid_forward(self, F, x, scale, offset):
        return F.broadcast_add(F.broadcast_mul(self.out(self.body(x)), scale), offset)


class Doubled(gluon.Block):
    def __init__(self, layer):
        super().__init__()
        self.layer = layer

    def forward(self, x):
        return self.layer(x) * 2


def train(net, steps=3):
    """Take some steps of training; return the loss of each."""
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1})
    x, losses = nd.array(np.random.RandomState(0).uniform(size=(8, 3))), []
    for _ in range(steps):
        with autograd.record():
            loss = (net(x) ** 2).mean()
        loss.backward()
        trainer.step(1)
        losses.append(loss.asscalar())
    return losses


# ------------------------------------------------------------------------------------- refusals


class Twice(gluon.Block):
    def __init__(self):
        super().__init__()
        self.w = self.params.get("w")
        self.w = self.params.get("v")


def replace_child(first, second):
    block = gluon.Block()
    block.part = first
    block.part = second


REFUSED = [
    (
        lambda: nn.HybridSequential().add(nn.Lambda("tanh")),
        ValueError,
        r"Children of HybridBlock must also be HybridBlock, but Lambda\(tanh\) has type .*Lambda'>"
        r". If you are using Sequential, please try HybridSequential instead",
    ),
    (
        lambda: replace_child(nn.Dense(1), 3),
        TypeError,
        "Changing attribute type for part from .*Dense'> to <class 'int'> is not allowed",
    ),
    (
        lambda: replace_child(gluon.Parameter("w"), nn.Dense(1)),
        TypeError,
        "Changing attribute type for part from .*Parameter'> to .*Dense'> is not allowed",
    ),
    (
        Twice,
        AssertionError,
        "Overriding Parameter attribute w is not allowed.*pass `params` to the constructor",
    ),
    (lambda: gluon.Block()(nd.ones(1)), NotImplementedError, "Block does not define forward"),
    (
        lambda: gluon.HybridBlock()(nd.ones(1)),
        NotImplementedError,
        "HybridBlock does not define hybrid_forward",
    ),
    (
        lambda: nn.Dense(1)(3),
        ValueError,
        "In HybridBlock, there must be one NDArray or one Symbol in the input",
    ),
    (
        lambda: nn.Lambda("foo"),
        AssertionError,
        "Function name foo is not found in symbol/ndarray",
    ),
    (
        lambda: nn.HybridLambda(5),
        ValueError,
        "Unrecognized function in lambda: 5 of type <class 'int'>",
    ),
    (
        lambda: nn.HybridLambda(lambda F, x, y: x + y)(nd.ones(1), mx.sym.var("y")),
        ValueError,
        "In HybridBlock, we do not support mixed NDArrays and Symbols",
    ),
    (
        lambda: nn.HybridLambda(lambda F, x: x)([mx.sym.var("x"), nd.ones(1)]),
        ValueError,
        "we do not support mixed NDArrays and Symbols",
    ),
    (lambda: nn.Dense(1).hybridize(backend="foo"), MXNetError, "backend='foo'"),
    (
        lambda: nn.Conv2D(3, (1, 2, 3)),
        AssertionError,
        r"kernel_size must be a number or a list of 2 ints, got \(1, 2, 3\)",
    ),
    (
        lambda: nn.Conv2D(3, 1, strides=(1, 2, 3)),
        AssertionError,
        r"strides must be a number or a list of 2 ints, got \(1, 2, 3\)",
    ),
    (lambda: nn.Conv1D(3, 1, layout="NWC"), AssertionError, "Only supports 'NCW' layout for now"),
    (
        lambda: nn.MaxPool2D(layout="foo"),
        AssertionError,
        "Only supports 'NCHW' and 'NHWC' layout for now",
    ),
    (lambda: nn.ReflectionPad2D((1, 2)), AssertionError, r"a list of 8 ints, got \(1, 2\)"),
    (
        lambda: nn.LeakyReLU(-1),
        AssertionError,
        "Slope coefficient for LeakyReLU must be no less than 0, got -1",
    ),
    (
        lambda: gluon.contrib.nn.SyncBatchNorm(num_devices=2),
        MXNetError,
        "SyncBatchNorm over num_devices=2: the number of processes here is 1,",
    ),
    (
        lambda: gluon.contrib.nn.PixelShuffle2D((1, 2, 3)),
        AssertionError,
        "wrong length 3.*expected 2",
    ),
    (
        lambda: gluon.contrib.cnn.DeformableConvolution(1, 1, layout="NHWC"),
        AssertionError,
        "Only supports 'NCHW' layout for now",
    ),
    (
        lambda: gluon.contrib.cnn.DeformableConvolution(1, 1, adj=1),
        MXNetError,
        "is not a transposed convolution: adj must be None",
    ),
]


@pytest.mark.parametrize(("call", "error", "message"), REFUSED)
def test_refused(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_a_part_that_is_hybridized_has_no_summary():
    net = nn.HybridSequential(prefix="net_")
    with net.name_scope():
        net.add(nn.Dense(1, in_units=1))
    net.initialize()
    net.hybridize()
    with pytest.raises(AssertionError, match='"net_dense0" must not be hybridized to print'):
        net.summary(nd.ones((1, 1)))
    assert not net[0]._forward_hooks


def test_blocks_in_lists_are_pointed_out():
    block = gluon.Block()
    block.layers = [nn.Dense(1)]
    with pytest.warns(UserWarning, match='"Block.layers" is an unregistered container with Blocks'):
        block.collect_params()
    block.register_child(block.layers[0])
    block.collect_params()
    block.table = {"deep": [(nn.Dense(1),)]}
    with pytest.warns(UserWarning, match="Block.table"):
        block.collect_params()


def test_an_error_while_calling_names_operator_and_shapes():
    net = nn.Dense(2, in_units=3)
    net.initialize()
    with pytest.raises(MXNetError, match=r"FullyConnected.*Shape inconsistent.*\(2, 3\)"):
        net(nd.ones((1, 4)))


# --------------------------------------------------------------------------------------- copies


@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda net: pickle.loads(pickle.dumps(net))])
@pytest.mark.parametrize("hybrid", [False, True])
def test_a_copied_network_trains_on(duplicate, hybrid):
    mx.random.seed(3)
    net = Net()
    net.initialize(init.Xavier())
    if hybrid:
        net.hybridize()
    train(net)
    other, x = duplicate(net), nd.ones((2, 3))
    np.testing.assert_array_equal(other(x).asnumpy(), net(x).asnumpy())
    assert list(other.collect_params().keys()) == list(net.collect_params().keys())
    before = net(x).asnumpy()
    losses = train(other, steps=5)
    assert losses[-1] < losses[0]
    assert np.abs(other(x).asnumpy() - before).max() > 1e-4
    np.testing.assert_array_equal(net(x).asnumpy(), before)


def test_copy_shares_parameters_as_the_network_does():
    layer = nn.Dense(2, in_units=2)
    net = nn.Sequential()
    net.add(layer, nn.Dense(2, in_units=2, params=layer.params), layer)
    net.initialize()
    other = pickle.loads(pickle.dumps(net))
    assert other[0] is other[2] and other[0].weight is other[1].weight
    assert other[0].weight is not net[0].weight


def test_a_copy_that_waits_for_data():
    other = pickle.loads(pickle.dumps(nn.Dense(2)))
    other.initialize(init.One())
    again = pickle.loads(pickle.dumps(other))
    assert again(nd.ones((1, 3))).asnumpy().tolist() == [[3, 3]]


def test_a_copy_makes_new_names():
    net = nn.HybridSequential(prefix="net_")
    with net.name_scope():
        net.add(nn.Dense(1))
    other = pickle.loads(pickle.dumps(net))
    with other.name_scope():
        assert nn.Dense(1).name == "net_dense1"


# ---------------------------------------------------------------------------------------- hooks


@pytest.mark.parametrize("hybrid", [False, True])
def test_hooks_work_hybridized_or_not(hybrid):
    net, seen = Net(), []
    net.initialize()
    if hybrid:
        net.hybridize()
    x = nd.ones((2, 3))
    net(x)
    inner = net.body[0].register_forward_hook(lambda block, i, o: seen.append(o.shape))
    outer = net.register_forward_pre_hook(lambda block, i: seen.append(i[0].shape))
    with_hooks = net(x).asnumpy()
    assert seen == [(2, 3), (2, 4)]
    inner.detach()
    outer.detach()
    np.testing.assert_allclose(net(x).asnumpy(), with_hooks, rtol=1e-6)
    assert len(seen) == 2


def test_hooks_run_in_their_order_and_may_raise():
    net, seen = nn.Dense(1, in_units=1), []
    net.initialize()
    for number in range(3):
        net.register_forward_hook(lambda *_, number=number: seen.append(number))
    net(nd.ones((1, 1)))
    assert seen == [0, 1, 2]

    def refuse(*_):
        raise ValueError("not this one")

    net.register_forward_pre_hook(refuse)
    with pytest.raises(ValueError, match="not this one"):
        net(nd.ones((1, 1)))


def test_a_handle_may_outlive_its_block():
    net = nn.Dense(1)
    handle = net.register_forward_hook(lambda *_: None)
    gone = weakref.ref(net)
    del net
    gc.collect()
    assert gone() is None
    handle.detach()


# --------------------------------------------------------------------------------- other things


def test_a_graph_has_one_context():
    net = nn.HybridLambda(lambda F, x, y: x + y, prefix="sum_")
    net.hybridize()
    x, y = nd.ones((2,), ctx=mx.cpu(1)), nd.ones((2,), ctx=mx.cpu(2))
    with pytest.raises(ValueError, match=r"block sum: cpu\(1\), cpu\(2\). Copy the inputs"):
        net(x, y)
    assert net(x, x).context == mx.cpu(1)
    assert net(nd.ones((2,), ctx=mx.cpu_pinned()), nd.ones((2,))).context == mx.cpu()


def test_scopes_of_threads_do_not_meet():
    ready = threading.Barrier(2)

    def make(prefix):
        net = nn.Sequential(prefix=prefix)
        with net.name_scope():
            ready.wait()
            return [nn.Dense(1).name for _ in range(2)]

    names = in_threads(make, ("a_", "b_"))
    assert names == [["a_dense0", "a_dense1"], ["b_dense0", "b_dense1"]]


def test_the_first_pass_may_be_recorded():
    net = Net()
    net.initialize()
    assert all(np.isfinite(train(net, steps=1)))
    assert net.body[0].weight.shape == (4, 3)


def test_a_first_pass_on_each_context():
    net = nn.Dense(2, weight_initializer="ones")
    net.initialize(ctx=[mx.cpu(0), mx.cpu(1)])
    results = [net(nd.ones((1, 3), ctx=ctx)) for ctx in (mx.cpu(1), mx.cpu(0))]
    assert [y.context for y in results] == [mx.cpu(1), mx.cpu(0)]
    assert [y.asnumpy().tolist() for y in results] == [[[3, 3]], [[3, 3]]]


def test_cast_and_half_precision():
    net = nn.HybridSequential()
    net.add(nn.Dense(4), nn.BatchNorm(), nn.Dense(2))
    net.initialize()
    net.cast("float16")
    y = net(nd.ones((2, 3), dtype="float16"))
    assert y.dtype is np.float16
    assert net[1].gamma.data().dtype is np.float32  # statistics keep their precision


def test_a_block_in_a_block():
    net = Doubled(Doubled(nn.Dense(1, in_units=1, weight_initializer="ones")))
    net.initialize()
    assert net(nd.ones((1, 1))).asscalar() == 4
    assert list(net._collect_params_with_prefix()) == ["layer.layer.weight", "layer.layer.bias"]


def test_reset_ctx_moves_a_network():
    net = Net()
    net.initialize()
    net(nd.ones((1, 3)))
    net.collect_params().reset_ctx(mx.cpu(1))
    assert net(nd.ones((1, 3), ctx=mx.cpu(1))).context == mx.cpu(1)
    with pytest.raises(RuntimeError, match=r"not initialized on context cpu\(0\)"):
        net(nd.ones((1, 3)))


def test_batch_normalization_moves_its_statistics_in_the_backward_pass():
    net = nn.BatchNorm(in_channels=1)
    net.initialize()
    x = nd.array([[1.0], [3.0]])
    with autograd.record():
        y = net(x)
    assert net.running_mean.data().asscalar() == 0
    y.backward()
    assert net.running_mean.data().asscalar() == pytest.approx(0.2)
    assert net.running_var.data().asscalar() == pytest.approx(0.9 + 0.1)


def test_infer_shape_needs_no_values():
    net = nn.HybridSequential()
    net.add(nn.Conv2D(3, 3), nn.BatchNorm(), nn.Dense(4))
    net.infer_shape(mx.nd.ones((2, 5, 8, 8)))
    shapes = {name: p.shape for name, p in net._collect_params_with_prefix().items()}
    assert (shapes["0.weight"], shapes["1.running_var"]) == ((3, 5, 3, 3), (3,))
    net.initialize()
    assert net[2].weight.data().shape == (4, 108)


def test_signatures_are_those_of_constructors():
    assert list(inspect.signature(nn.Dense).parameters)[:2] == ["units", "activation"]

    class Net(nn.Block):
        def __init__(self, width, depth=2):
            super().__init__()

    assert str(inspect.signature(Net)) == "(width, depth=2)"
    assert list(inspect.signature(Net(3)).parameters) == ["args", "keywords"]  # of its calls


@pytest.mark.parametrize(
    "thing",
    [nn.Dense(2), mx.metric.Accuracy(), mx.lr_scheduler.FactorScheduler(2),
     gluon.data.vision.Digits(train=False)],
    ids=lambda thing: type(thing).__name__,
)  # fmt: skip
def test_every_listed_attribute_can_be_read(thing):
    assert [name for name in dir(thing) if not hasattr(thing, name)] == []


def test_a_decorated_constructor_may_take_more_arguments():
    def verbosely(init):
        @functools.wraps(init)
        def initialize(self, *args, verbose=False, **kwargs):
            init(self, *args, **kwargs)
            self.verbose = verbose

        return initialize

    class Net(gluon.Block):
        @verbosely
        def __init__(self, units):
            super().__init__()
            self.units = units

    net = Net(3, verbose=True)
    assert (net.units, net.verbose) == (3, True)


class NormalizedNet(gluon.HybridBlock):
    """Layers whose operators have several inputs, states, and results that share memory."""

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.dense = nn.Dense(4, activation="relu", in_units=3)
            self.norm = nn.BatchNorm(in_channels=4)

    def hybrid_forward(self, F, x):
        left, right = F.split(self.norm(self.dense(x)), num_outputs=2)
        return left + right, F.reshape(x, (-1,))


RESULTS = [
    ("n_dense0_fwd_output", "FullyConnected"),
    ("n_dense0_relu_fwd_output", "Activation"),
    ("n_batchnorm0_fwd_output", "BatchNorm"),
    ("n_split0_output0", "SliceChannel"),
    ("n_split0_output1", "SliceChannel"),
    ("n__plus0_output", "elemwise_add"),
    ("n_reshape0_output", "Reshape"),
]


def add_op_hook(block, **options):
    """The names and arrays with which a hook of operators will be called."""
    shown = []

    def show(name, operator, array):
        shown.append((name.decode(), operator.decode(), array))

    block.register_op_hook(show, **options)
    return shown


def test_a_hook_of_operators_gets_the_results_of_hybridized_blocks():
    net = NormalizedNet(prefix="n_")
    net.initialize(init.One())
    shown = add_op_hook(net)
    x = nd.ones((2, 3))
    net(x)
    assert shown == []  # not hybridized
    net.hybridize()
    result, _ = net(x)
    assert [(name, operator) for name, operator, _ in shown] == RESULTS
    np.testing.assert_array_equal(shown[0][2].asnumpy(), np.full((2, 4), 3))
    np.testing.assert_array_equal(shown[-2][2].asnumpy(), result.asnumpy())
    shown[-1][2][:] = 7  # a copy
    np.testing.assert_array_equal(x.asnumpy(), np.ones((2, 3)))


def test_a_hook_of_operators_may_get_their_inputs():
    net = NormalizedNet(prefix="n_")
    net.initialize()
    net.hybridize()
    net(nd.ones((2, 3)))
    shown = add_op_hook(net, monitor_all=True)
    net(nd.ones((2, 3)))
    names = [name for name, _, _ in shown]
    assert names[:6] == [
        "n_dense0_fwd_data", "n_dense0_fwd_weight", "n_dense0_fwd_bias", "n_dense0_fwd_output",
        "n_dense0_relu_fwd_input0", "n_dense0_relu_fwd_output",
    ]  # fmt: skip


def test_training_with_a_hook_of_operators():
    def train(hooked):
        net = NormalizedNet(prefix="n_")
        net.initialize(init.One())
        net.hybridize()
        shown = add_op_hook(net) if hooked else []
        trainer = gluon.Trainer(net.collect_params(), "sgd")
        for scale in (1, 2):
            with autograd.record():
                result, _ = net(nd.arange(12).reshape((4, 3)) * scale)
                loss = (result * result).sum()
            loss.backward()
            trainer.step(1)
        return shown, [p.data().asnumpy() for p in net.collect_params().values()]

    shown, parameters = train(hooked=True)
    statistics = [("n_batchnorm0_fwd_mean", "BatchNorm"), ("n_batchnorm0_fwd_var", "BatchNorm")]
    expected = [*RESULTS[:3], *statistics, *RESULTS[3:]]
    assert [(name, operator) for name, operator, _ in shown] == 2 * expected
    for array, plain in zip(parameters, train(hooked=False)[1], strict=True):
        np.testing.assert_allclose(array, plain, rtol=1e-5, atol=1e-6)


def test_a_hook_of_operators_reaches_hybridized_children_and_shapes_from_inputs():
    net = nn.Sequential()
    net.add(gluon.rnn.LSTM(2, input_size=3, prefix="lstm_"), nn.Lambda(lambda x: x))
    net.initialize()
    net[0].hybridize()
    shown = add_op_hook(net)
    net(nd.ones((4, 2, 3)))
    assert shown[-1][1] == "RNN"
    assert shown[-1][2].shape
