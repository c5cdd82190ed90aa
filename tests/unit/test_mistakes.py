"""Mistakes that people make, and the words they get for them, as arrays and as graphs."""

import contextlib
import io
import sys

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.base import MXNetError
from mxnet.gluon import nn, rnn


def run(*layers, data, hybridized):
    net = nn.HybridSequential(prefix="net_")
    with net.name_scope():
        net.add(*(layer() for layer in layers))
    net.initialize()
    if hybridized:
        net.hybridize()
    return net(data)


DATA = nd.ones((2, 4))
# layers, data, the words for arrays, the words for graphs
IN_LAYERS = {
    "a width that does not fit": (
        [lambda: nn.Dense(3, in_units=5)],
        DATA,
        r"FullyConnected: Shape inconsistent.*\(3, 5\) for weight.*inferred shape=\(3, 4\).*\n"
        r".*data \(2, 4\) float32.*\n.*\n"
        r"  block: Dense 'net_dense0' with weight 'net_dense0_weight' \(3, 5\)",
        r"in node 'net_dense0_fwd'.*\n  inputs: data \('data'\) \(2, 4\) float32, "
        r"weight \('net_dense0_weight'\) \(3, 5\) float32",
    ),
    "channels that do not fit": (
        [lambda: nn.Conv2D(3, 3, in_channels=5)],
        nd.ones((2, 4, 8, 8)),
        r"Convolution.*\[3,5,3,3\].*\[3,4,3,3\](.|\n)*block: Conv2D 'net_conv0' with weight",
        r"'net_conv0_fwd'(.|\n)*weight \('net_conv0_weight'\) \(3, 5, 3, 3\)",
    ),
    "float64 data": (
        [lambda: nn.Dense(3)],
        nd.ones((2, 4), dtype="float64"),
        r"expected float64, got float32.*\n  inputs: data \(2, 4\) float64, weight \(3, 4\) "
        r"float32(.|\n)*block: Dense 'net_dense0'",
        r"expected float64, got float32(.|\n)*weight \('net_dense0_weight'\) float32",
    ),
    "statistics of other channels": (
        [lambda: nn.BatchNorm(in_channels=3)],
        DATA,
        r"gamma has shape \(3,\), wanted \(4,\)(.|\n)*block: BatchNorm 'net_batchnorm0' with gamma",
        r"gamma \('net_batchnorm0_gamma'\) \(3,\)",
    ),
    "another size of the input of a recurrent layer": (
        [lambda: rnn.LSTM(2, input_size=3)],
        nd.ones((2, 4, 5)),
        r"'l0_i2h_weight', Provided = \[8, 3\], inferred shape=\[8, 5\](.|\n)*block: LSTM 'net_lst",
        r"RNN(.|\n)*'net_lstm0",
    ),
}


@pytest.mark.parametrize("hybridized", [False, True])
@pytest.mark.parametrize("name", IN_LAYERS)
def test_operators_of_layers_name_block_and_parameters(name, hybridized):
    layers, data, *words = IN_LAYERS[name]
    with pytest.raises(MXNetError, match=words[hybridized]):
        run(*layers, data=data, hybridized=hybridized)


class Net(nn.HybridBlock):
    """Does something wrong with its input and what a layer makes of it."""

    def __init__(self, wrong):
        super().__init__(prefix="net_")
        self._wrong = wrong
        with self.name_scope():
            self.dense = nn.Dense(3)

    def hybrid_forward(self, F, x):
        return self._wrong(F, x, self.dense(x))


OWN_CODE = {
    "dot": (
        lambda F, x, h: F.dot(h, x),
        r"dot shape error: \[2, 3\] X \[2, 4\](.|\n)*block: Net 'net'",
        r"Error in operator net_dot0: dot shape error(.|\n)*lhs \('net_dense0_fwd'\) \[2,3\]",
    ),
    "broadcast": (
        lambda F, x, h: F.broadcast_add(h, x),
        r"broadcast_add(.|\n)*lhs \(2, 3\) float32, rhs \(2, 4\)",
        r"net_broadcast_add0: .*sizes 3 and 4",
    ),
    "keyword": (
        lambda F, x, h: F.softmax(h, axes=1),
        r"Cannot find argument 'axes' in operator softmax(.|\n)*Did you mean 'axis'\?",
        r"Cannot find argument 'axes' in operator softmax(.|\n)*Did you mean 'axis'\?",
    ),
    "value": (
        lambda F, x, h: F.Activation(h, act_type="rellu"),
        r"'rellu', valid values are: .*'relu'",
        r"'rellu', valid values are: .*'relu'",
    ),
}


@pytest.mark.parametrize("hybridized", [False, True])
@pytest.mark.parametrize("name", OWN_CODE)
def test_own_code(name, hybridized):
    wrong, *words = OWN_CODE[name]
    net = Net(wrong)
    net.initialize()
    if hybridized:
        net.hybridize()
    with pytest.raises(MXNetError, match=words[hybridized]):
        net(DATA)


ONLY_IN_GRAPHS = {
    "shape": (lambda F, x, h: h.reshape((h.shape[0], -1)), AttributeError, "'shape': it stands fo"),
    "None": (lambda F, x, h: None, ValueError, "Net 'net' returns None among its outputs"),
    "value": (lambda F, x, h: h if h.sum() > 0 else x, Exception, "bool.*only available in NDArra"),
}


@pytest.mark.parametrize("name", ONLY_IN_GRAPHS)
def test_what_graphs_cannot_do(name):
    wrong, kind, words = ONLY_IN_GRAPHS[name]
    net = Net(wrong)
    net.initialize()
    net(DATA)
    net.hybridize()
    with pytest.raises(kind, match=words):
        net(DATA)


def never_reached():
    net = Net(lambda F, x, h: h)
    with net.name_scope():
        net.other = nn.Dense(2)
    net.initialize()
    net(DATA)
    net.other.weight.data()


def other_context():
    net = nn.Dense(2, prefix="d_")
    net.initialize()
    net(nd.ones((2, 3), ctx=mx.cpu(1)))


def imported(name):
    net = nn.HybridSequential()
    net.add(nn.Dense(2, in_units=3))
    net.initialize()
    net.hybridize()
    net(nd.ones((1, 3)))
    net.export("net")
    return gluon.SymbolBlock.imports("net-symbol.json", [name], "net-0000.params")


def module():
    data = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=3, name="fc")
    made = mx.mod.Module(mx.sym.SoftmaxOutput(data, name="softmax"))
    made.bind([("data", (2, 5))], [("softmax_label", (2,))])
    return made


class Samples(gluon.data.Dataset):
    def __init__(self, odd):
        self._odd = odd

    def __len__(self):
        return 4

    def __getitem__(self, i):
        return self._odd if i == 2 else np.ones(3, np.float32)


def loaded(odd, workers=0):
    return list(gluon.data.DataLoader(Samples(odd), 4, num_workers=workers))


OTHERS = {
    "an argument of a layer": (
        lambda: nn.Dense(3, activaton="relu"),
        TypeError,
        r"Dense\(\) got an unexpected keyword argument 'activaton'. Did you mean 'activation'\?",
    ),
    "an argument of a convolution": (
        lambda: nn.Conv2D(3, 3, paddin=1),
        TypeError,
        r"Conv2D\(\) got .* 'paddin'. Did you mean 'padding'\?",
    ),
    "an argument of a loss": (
        lambda: gluon.loss.SoftmaxCELoss(sparse_lable=False),
        TypeError,
        r"SoftmaxCrossEntropyLoss\(\) got .* Did you mean 'sparse_label'\?",
    ),
    "an argument like nothing": (
        lambda: nn.Dense(3, xyz=1),
        TypeError,
        r"Dense\(\) got an unexpected keyword argument 'xyz'\.$",
    ),
    "an argument of an optimizer": (
        lambda: mx.optimizer.create("sgd", learnin_rate=1),
        TypeError,
        r"SGD\(\) got .* Did you mean 'learning_rate'\?",
    ),
    "an optimizer": (
        lambda: mx.optimizer.create("adm"),
        ValueError,
        r"Cannot find optimizer adm; known are .* Did you mean 'adam'\?",
    ),
    "an initializer": (
        lambda: mx.init.create("xavierr"),
        AssertionError,
        r"xavierr is not registered.* Did you mean 'xavier'\?",
    ),
    "a metric": (
        lambda: mx.metric.create("acuracy"),
        AssertionError,
        r"acuracy is not registered.* Did you mean 'accuracy'\?",
    ),
    "a model": (
        lambda: gluon.model_zoo.vision.get_model("alexnett"),
        ValueError,
        r"Model alexnett is not supported. Did you mean 'alexnet'\? Available options are",
    ),
    "the network instead of its parameters": (
        lambda: gluon.Trainer(nn.Dense(2), "sgd"),
        ValueError,
        r"must be a list or dict of Parameters, got .*Dense'>. Give net.collect_params\(\)",
    ),
    "NumPy's array": (
        lambda: nn.Dense(2)(np.ones((2, 3))),
        ValueError,
        r"check the type of the args: ndarray. mx.nd.array makes an NDArray",
    ),
    "no initialize": (
        lambda: nn.Dense(2, prefix="d_")(DATA),
        RuntimeError,
        r"Parameter 'd_weight' has not been initialized.* It belongs to Dense 'd'",
    ),
    "a block that is not in forward": (
        never_reached,
        gluon.parameter.DeferredInitializationError,
        r"'net_dense1_weight'.* It belongs to Dense 'net_dense1', which no forward pass has reach",
    ),
    "another context": (
        other_context,
        RuntimeError,
        r"'d_.*' was not initialized on context cpu\(1\).*as_in_context.*reset_ctx",
    ),
    "a value of another shape": (
        lambda: run_set_data(),
        AssertionError,
        r"shape \(2, 4\) is incompatible with given shape \(2, 3\) of Parameter 'd_weight'",
    ),
    "labels of another shape": (
        lambda: gluon.loss.SoftmaxCELoss()(nd.ones((2, 3)), nd.ones((2, 3))),
        MXNetError,
        r"label must have shape \(2,\) or \(2, 1\), a class number for each row, got \(2, 3\); "
        r"probabilities of classes need sparse_label=False",
    ),
    "an input of a file": (
        lambda: imported("date"),
        AssertionError,
        r"'net-symbol.json' has no input 'date'; without values in 'net-0000.params' are 'data'. "
        r"Did you mean 'data'\?",
    ),
    "a parameter of a module": (
        lambda: module().set_params({"fc_weight": nd.ones((3, 5)), "fc_bais": nd.ones(3)}, {}),
        RuntimeError,
        r"fc_bias is not presented; given are fc_bais, fc_weight.* Did you mean 'fc_bais'\?",
    ),
    "samples of several shapes": (
        lambda: loaded(np.ones(5)),
        ValueError,
        r"sample 0 of this batch is of shape \(3,\), sample 2 is of shape \(5,\). Give .*batchify",
    ),
    "no sample": (
        lambda: loaded(None),
        ValueError,
        r"sample 2 is a NoneType",
    ),
    "samples of several shapes in a worker": (
        lambda: loaded(np.ones(5), workers=1),
        ValueError,
        r"sample 0 of this batch is of shape \(3,\), sample 2 is of shape \(5,\)",
    ),
    "no record": (
        lambda: nd.ones(2).backward(),
        MXNetError,
        r"use autograd.record\(\) to save computational graphs",
    ),
}


def test_an_input_with_too_few_axes():
    words = r"'net_lstm0_l0_i2h_weight' .* invalid shape: \(8, 0\),.*tell it: data \(2, 4\)"
    with pytest.raises(AssertionError, match=words):
        run(lambda: rnn.LSTM(2), data=DATA, hybridized=True)


def test_a_shape_for_an_argument_that_is_not_there():
    symbol = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=3)
    with pytest.warns(UserWarning, match="has no input 'dat'. Did you mean 'data'?"):
        with pytest.raises(MXNetError, match="cannot decide shapes"):
            symbol.simple_bind(mx.cpu(), dat=(2, 3))


def run_set_data():
    net = nn.Dense(2, in_units=3, prefix="d_")
    net.initialize()
    net.weight.set_data(nd.ones((2, 4)))


@pytest.mark.parametrize("name", OTHERS)
def test_words(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    wrong, kind, words = OTHERS[name]
    with pytest.raises(kind, match=words):
        wrong()


@pytest.mark.parametrize(
    ("wrong", "meant"),
    [
        (lambda: nd.sotfmax, "softmax"),
        (lambda: mx.sym.FulyConnected, "FullyConnected"),
        (lambda: mx.gluonn, "gluon"),
        (lambda: nd.ones(2).sumn, "sum"),
    ],
)
def test_python_knows_which_attribute_was_meant(wrong, meant):
    with pytest.raises(AttributeError) as caught:
        wrong()
    shown = io.StringIO()
    with contextlib.redirect_stderr(shown):
        sys.__excepthook__(AttributeError, caught.value, None)
    assert f"Did you mean: '{meant}'?" in shown.getvalue()


def test_only_the_innermost_block_is_named():
    net = nn.HybridSequential()
    net.add(nn.Dense(3, in_units=5, prefix="inner_"))
    net.initialize()
    with pytest.raises(MXNetError) as caught, autograd.record():
        net(DATA)
    assert str(caught.value).count("block:") == 1 and "Dense 'inner'" in str(caught.value)
