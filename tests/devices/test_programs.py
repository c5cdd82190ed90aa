"""Whole programs on fake GPUs: mixed precision, loaders, networks of some size, modules."""

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, gluon
from mxnet.contrib import amp

from .checks import assert_on, assert_same
from .reasons import AMP_WAITS, LENGTHS_WAIT
from .tensor import DeviceTensor
from .test_training import Training, batches
from .waits import noted_waits

GPU = mx.gpu(1)


@pytest.fixture(params=["float16", "bfloat16"])
def low(request):
    amp.init(request.param)
    yield request.param
    amp.amp._turn_off()


@pytest.mark.parametrize("hybridized", [False, True], ids=["called", "hybridized"])
def test_mixed_precision(gpus, low, hybridized):
    training = Training([GPU], hybridized)
    amp.init_trainer(training.trainer)
    with noted_waits() as waits:
        for data, label in batches(3):
            x, y = (mx.nd.array(values, ctx=GPU) for values in (data, label))
            with autograd.record():
                output = training.net(x)
                loss = training.loss(output, y)
                with amp.scale_loss(loss, training.trainer) as scaled:
                    autograd.backward(scaled)
            training.trainer.step(len(data))
    assert_on(GPU, loss, output, *training.parameters())
    assert np.isfinite(loss.asnumpy()).all()
    assert {wait.place for wait in waits} <= set(AMP_WAITS)


def test_loader(gpus):
    data = np.arange(24, dtype="float32").reshape(12, 2)
    dataset = gluon.data.ArrayDataset(data, np.arange(12))
    loader = gluon.data.DataLoader(dataset, batch_size=4, pin_memory=True)
    for i, (x, y) in enumerate(loader):
        assert x.context == y.context == mx.cpu_pinned(0)
        assert x._t.is_pinned() and y._t.is_pinned()
        with noted_waits() as waits:
            ours = x.as_in_context(GPU)
        assert_on(GPU, ours)
        assert not waits
        np.testing.assert_array_equal(ours.asnumpy(), data[4 * i : 4 * i + 4])


NETWORKS = {
    "resnet": lambda: gluon.model_zoo.vision.resnet18_v1(classes=4, thumbnail=True),
    "mobilenet": lambda: gluon.model_zoo.vision.mobilenet_v2_0_25(classes=4),
}


@pytest.mark.parametrize("name", NETWORKS)
def test_network(gpus, name):
    """Hybridized, in training and then in inference, where plans fold and fuse."""
    mx.random.seed(1)
    net = NETWORKS[name]()
    net.initialize(mx.init.Xavier())
    net.hybridize(static_alloc=True, static_shape=True)
    x = mx.nd.random.uniform(shape=(1, 3, 16, 16))
    results = {}
    for ctx in (mx.cpu(), GPU):
        net.collect_params().reset_ctx(ctx)
        data = x.as_in_context(ctx)
        with noted_waits() as waits:
            for _ in range(2):
                with autograd.record(train_mode=False):
                    output = net(data)
                output.backward()
            outputs = [net(data) for _ in range(3)]
        grads = [p.grad() for p in net.collect_params().values() if p.grad_req != "null"]
        results[ctx] = [output, *outputs, *grads]
        assert not waits
    assert_on(GPU, *results[GPU])
    assert_same(results[GPU], results[mx.cpu()], 1e-3)


@pytest.mark.parametrize("sparse", [False, True], ids=["dense", "sparse"])
def test_recurrent_language_model(gpus, sparse):
    results = []
    for ctx in (mx.cpu(), GPU):
        mx.random.seed(2)
        net = gluon.nn.HybridSequential()
        net.add(
            gluon.nn.Embedding(50, 64, sparse_grad=sparse),
            gluon.rnn.LSTM(128, 2, layout="NTC", input_size=64),
            gluon.nn.Dense(50, flatten=False, in_units=128),
        )
        net.initialize(mx.init.Xavier())
        net.collect_params().reset_ctx(ctx)
        words = mx.nd.array(np.random.RandomState(0).randint(0, 50, (64, 12)), ctx=ctx)
        trainer = gluon.Trainer(net.collect_params(), "adam")
        for _ in range(2):
            with autograd.record():
                loss = gluon.loss.SoftmaxCrossEntropyLoss()(net(words), words)
            loss.backward()
            trainer.step(64)
        results.append([loss, *(p.data() for p in net.collect_params().values())])
    assert_on(GPU, *results[1])
    assert_same(results[1], results[0], 1e-4)


def test_sequences_of_different_lengths(gpus):
    results = []
    layer = gluon.rnn.LSTM(4, use_sequence_length=True, input_size=3, bidirectional=True)
    layer.initialize(mx.init.Xavier())
    for ctx in (mx.cpu(), GPU):
        layer.collect_params().reset_ctx(ctx)
        x, lengths = mx.nd.ones((5, 2, 3), ctx=ctx), mx.nd.array([3, 5], ctx=ctx)
        with noted_waits() as waits, autograd.record():
            output, _ = layer(x, layer.begin_state(2, ctx=ctx), sequence_length=lengths)
        output.backward()
        results.append([output, *(p.grad() for p in layer.collect_params().values())])
    assert_on(GPU, *results[1])
    assert_same(*results)
    assert {wait.place for wait in waits} == set(LENGTHS_WAIT)


def test_control_flow(gpus):
    """A loop over rows needs no numbers, a condition has to be read."""
    with GPU, noted_waits() as waits:
        x = mx.nd.ones((3, 2))
        sums, _ = mx.nd.contrib.foreach(lambda row, s: (row + s, row + s), x, mx.nd.zeros(2))
        norm = gluon.utils.clip_global_norm([x], 1.0, check_isfinite=False)
        assert not waits
        chosen = mx.nd.contrib.cond(sums.sum() > 0, lambda: x, lambda: -x)
    assert_on(GPU, sums, norm, chosen)
    assert [wait.place for wait in waits] == ["ndarray/_control_flow.py _truth"]


def test_module(gpus):
    data = mx.sym.var("data")
    hidden = mx.sym.Activation(mx.sym.FullyConnected(data, num_hidden=8), act_type="relu")
    symbol = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(hidden, num_hidden=3), name="softmax")
    random = np.random.RandomState(0)
    values, labels = random.uniform(size=(8, 4)).astype("float32"), random.randint(0, 3, 8)
    results = []
    for contexts in ([mx.cpu(0), mx.cpu(1)], [mx.gpu(0), mx.gpu(1)]):
        mx.random.seed(3)
        module = mx.mod.Module(symbol, context=contexts)
        module.fit(
            mx.io.NDArrayIter(values, labels, 4),
            num_epoch=2,
            optimizer_params={"learning_rate": 0.1, "momentum": 0.9},
            initializer=mx.init.Xavier(),
        )
        arguments, _ = module.get_params()
        results.append([arguments[name] for name in sorted(arguments)])
    assert_same(*results)


def test_saved_parameters_are_restored_on_the_device(gpus, tmp_path):
    net = gluon.nn.Dense(2, in_units=3)
    net.initialize(ctx=GPU)
    net.save_parameters(str(tmp_path / "net.params"))
    other = gluon.nn.Dense(2, in_units=3)
    other.load_parameters(str(tmp_path / "net.params"), ctx=GPU)
    assert_on(GPU, other.weight.data())
    assert_same([other.weight.data()], [net.weight.data()])
    net.hybridize()
    net(mx.nd.ones((1, 3), ctx=GPU))
    net.export(str(tmp_path / "net"))
    block = gluon.SymbolBlock.imports(
        str(tmp_path / "net-symbol.json"), ["data"], str(tmp_path / "net-0000.params"), ctx=GPU
    )
    assert_same([block(mx.nd.ones((1, 3), ctx=GPU))], [net(mx.nd.ones((1, 3), ctx=GPU))])


class Double(mx.operator.CustomOp):
    """An operator of a user, on arrays of the device."""

    def forward(self, is_train, req, in_data, out_data, aux):
        assert isinstance(in_data[0]._t, DeviceTensor)
        self.assign(out_data[0], req[0], in_data[0] * 2)

    def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
        self.assign(in_grad[0], req[0], out_grad[0] * 2)


@mx.operator.register("double_on_a_device")
class DoubleProp(mx.operator.CustomOpProp):
    """Says how the operator is made."""

    def create_operator(self, ctx, in_shapes, in_dtypes):
        return Double()


@pytest.mark.parametrize("hybridized", [False, True], ids=["called", "hybridized"])
def test_custom_operator(gpus, hybridized):
    net = gluon.nn.HybridLambda(lambda F, x: F.Custom(x, op_type="double_on_a_device"))
    if hybridized:
        net.hybridize()
    x = mx.nd.ones(3, ctx=GPU)
    x.attach_grad()
    with noted_waits() as waits:
        with autograd.record():
            y = net(x)
        y.backward()
    assert_on(GPU, y, x.grad)
    assert y.asnumpy().tolist() == x.grad.asnumpy().tolist() == [2, 2, 2] and not waits
