"""Error messages that people get for mistakes, with arrays and with graphs."""

import contextlib
import dataclasses
import io
import sys
import traceback

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet._eager.call import invoke
from mxnet._ops import OPS
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
        r"expected float64, got float32.*\n(.|\n)*weight \('net_dense0_weight'\) float32(.|\n)*"
        r"block: Dense 'net_dense0'",
        r"expected float64, got float32(.|\n)*weight \('net_dense0_weight'\) float32",
    ),
    "statistics of other channels": (
        [lambda: nn.BatchNorm(in_channels=3)],
        DATA,
        r"gamma has shape \(3,\), expected \(4,\)(.|\n)*block: BatchNorm 'net_batchnorm0' with",
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
    layers, data, *texts = IN_LAYERS[name]
    with pytest.raises(MXNetError, match=texts[hybridized]):
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
def test_errors_in_user_code(name, hybridized):
    wrong, *texts = OWN_CODE[name]
    net = Net(wrong)
    net.initialize()
    if hybridized:
        net.hybridize()
    with pytest.raises(MXNetError, match=texts[hybridized]):
        net(DATA)


ONLY_IN_GRAPHS = {
    "shape": (lambda F, x, h: h.reshape((h.shape[0], -1)), AttributeError, "'shape': it stands fo"),
    "None": (lambda F, x, h: None, ValueError, "Net 'net' returns None among its outputs"),
    "value": (
        lambda F, x, h: h if h.sum() > 0 else x,
        Exception,
        "bool.*only available in NDArray.*choose with F.where or F.contrib.cond",
    ),
    "context": (
        lambda F, x, h: F.ones(3, ctx=h.context),
        AttributeError,
        "'context': .*operators that make arrays like others",
    ),
    "NumPy": (lambda F, x, h: np.exp(h), TypeError, "has no values yet .* use functions of F"),
    "nd": (lambda F, x, h: nd.exp(h), TypeError, "got <Symbol .* use F.exp in hybrid_forward"),
}


@pytest.mark.parametrize("name", ONLY_IN_GRAPHS)
def test_operations_that_graphs_do_not_support(name):
    wrong, kind, message = ONLY_IN_GRAPHS[name]
    net = Net(wrong)
    net.initialize()
    net(DATA)
    net.hybridize()
    with pytest.raises(kind, match=message):
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


def import_block(name):
    net = nn.HybridSequential()
    net.add(nn.Dense(2, in_units=3))
    net.initialize()
    net.hybridize()
    net(nd.ones((1, 3)))
    net.export("net")
    return gluon.SymbolBlock.imports("net-symbol.json", [name], "net-0000.params")


def module():
    data = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=3, name="fc")
    result = mx.mod.Module(mx.sym.SoftmaxOutput(data, name="softmax"))
    result.bind([("data", (2, 5))], [("softmax_label", (2,))])
    return result


class Samples(gluon.data.Dataset):
    def __init__(self, odd):
        self._odd = odd

    def __len__(self):
        return 4

    def __getitem__(self, i):
        return self._odd if i == 2 else np.ones(3, np.float32)


def load_batches(odd, workers=0):
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
        r"Dense\(\) got an unexpected keyword argument 'xyz'\. Its arguments are units, activ",
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
        r"check the type of the args of \w+ '\w+': ndarray. mx.nd.array makes an NDArray",
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
        lambda: import_block("date"),
        AssertionError,
        r"'net-symbol.json' has no input 'date'\. Its inputs \(the variables without a value in "
        r"'net-0000.params'\): 'data'. Did you mean 'data'\?",
    ),
    "a parameter of a module": (
        lambda: module().set_params({"fc_weight": nd.ones((3, 5)), "fc_bais": nd.ones(3)}, {}),
        RuntimeError,
        r"fc_bias is not presented; given are fc_bais, fc_weight.* Did you mean 'fc_bais'\?",
    ),
    "samples of several shapes": (
        lambda: load_batches(np.ones(5)),
        ValueError,
        r"sample 0 of this batch is of shape \(3,\), sample 2 is of shape \(5,\). Pass a batchify",
    ),
    "no sample": (
        lambda: load_batches(None),
        ValueError,
        r"sample 2 is a NoneType",
    ),
    "samples of several shapes in a worker": (
        lambda: load_batches(np.ones(5), workers=1),
        ValueError,
        r"sample 0 of this batch is of shape \(3,\), sample 2 is of shape \(5,\)",
    ),
    "no record": (
        lambda: nd.ones(2).backward(),
        MXNetError,
        r"use autograd.record\(\) to save computational graphs.*\(This array was computed outside",
    ),
    "backward again": (
        lambda: backward_twice(hybridized=False),
        MXNetError,
        r"pass retain_graph=True to backward. .* or backward was called on it before",
    ),
    "backward of a graph again": (
        lambda: backward_twice(hybridized=True),
        MXNetError,
        r"pass retain_graph=True to backward. .* or backward was called on it before",
    ),
    "backward through what another backward went through": (
        lambda: backward_of_a_part(),
        MXNetError,
        r"pass retain_graph=True to backward. \(An earlier backward has used this graph up.\)",
    ),
    "an axis that is not there": (
        lambda: run(lambda: nn.BatchNorm(axis=5), data=DATA, hybridized=False),
        MXNetError,
        r"batchnorm0_fwd: axis 5 .* of 2\. The first argument of the layer is axis; .*\n"
        r"  attributes: axis=5, ",
    ),
    "a layout": (
        lambda: nn.Conv2D(3, 3, layout="NHCW"),
        AssertionError,
        r"Only supports 'NCHW' and 'NHWC' layout for now, got 'NHCW'",
    ),
    "words of other frameworks": (
        lambda: gluon.Trainer(
            initialize(nn.Dense(2, in_units=3)).collect_params(), "sgd", {"lr": 1}
        ),
        TypeError,
        r"SGD\(\) got .* 'lr'. Did you mean 'learning_rate'\?",
    ),
    "two letters swapped": (
        lambda: mx.optimizer.create("sdg"),
        ValueError,
        r"Did you mean 'sgd'\?",
    ),
    "options that are no dictionary": (
        lambda: gluon.Trainer(initialize(nn.Dense(2, in_units=3)).collect_params(), "sgd", 0.1),
        TypeError,
        r"optimizer_params must be a dictionary such as .*, got 0.1",
    ),
    "no samples": (
        lambda: gluon.Trainer(initialize(nn.Dense(2, in_units=3)).collect_params(), "sgd").step(0),
        ZeroDivisionError,
        r"batch_size is 0",
    ),
    "a type": (
        lambda: nd.ones(3, dtype="flaot32"),
        TypeError,
        r"'flaot32' not understood; known are .*\. Did you mean 'float32'\?",
    ),
    "a device without brackets": (
        lambda: nd.ones(3).as_in_context(mx.gpu),
        TypeError,
        r"a Context such as .* is needed, got .*: call it, gpu\(\)",
    ),
    "arrays of two kinds": (
        lambda: mx.np.ones(3) + nd.ones(3),
        TypeError,
        r"arrays of mx.nd and mx.np do not mix: see as_np_ndarray and as_nd_ndarray",
    ),
    "many elements as one": (
        lambda: nd.ones((2, 3)).asscalar(),
        ValueError,
        r"not a scalar: its shape is \(2, 3\), of 6 elements",
    ),
    "a shape that does not fit": (
        lambda: nd.ones((2, 3)).reshape((4, 2)),
        ValueError,
        r"Cannot reshape array of size 6 into shape \(4, 2\); its shape is \(2, 3\)",
    ),
    "an operator without its weight": (
        lambda: nd.FullyConnected(DATA, num_hidden=3),
        MXNetError,
        r"expects 2 inputs \(data, weight and perhaps bias\), but got 1 instead: weight is missing",
    ),
    "one state of two": (
        lambda: initialize(rnn.LSTM(4))(nd.ones((5, 2, 3)), nd.ones((1, 2, 4))),
        MXNetError,
        r"LSTM .* needs 2 states of shapes \(1, 2, 4\), \(1, 2, 4\) for inputs of shape "
        r"\(5, 2, 3\) in layout TNC, got 1: \(1, 2, 4\)",
    ),
    "states of another batch": (
        lambda: initialize(rnn.GRU(4))(nd.ones((5, 2, 3)), nd.ones((1, 3, 4))),
        MXNetError,
        r"GRU .* needs 1 states of shapes \(1, 2, 4\) .*, got 1: \(1, 3, 4\)",
    ),
    "one state of a cell's two": (
        lambda: initialize(rnn.LSTMCell(4))(nd.ones((2, 3)), [nd.ones((2, 4))]),
        ValueError,
        r"LSTMCell .* needs a list of 2 states, got 1; begin_state",
    ),
    "labels with more elements": (
        lambda: gluon.loss.L2Loss()(nd.ones((2, 3)), nd.ones((2, 4))),
        MXNetError,
        r"shape \(2, 4\)(.|\n)*rhs is the prediction, lhs its label\n  block: L2Loss",
    ),
    "labels before predictions": (
        lambda: gluon.loss.SoftmaxCELoss()(nd.ones(2), nd.ones((2, 3))),
        MXNetError,
        r"got \(2, 3\).*and the prediction comes first",
    ),
    "predictions before labels": (
        lambda: mx.metric.Accuracy().update([nd.ones((3, 2))], [nd.ones(3)]),
        ValueError,
        r"predictions of shape \(3,\) .* labels of shape \(3, 2\): update takes labels first",
    ),
    "means of other channels": (
        lambda: gluon.data.vision.transforms.Normalize((0, 0, 0), 1)(nd.ones((1, 4, 4))),
        MXNetError,
        r"Invalid mean for input with shape \[1,4,4\]",
    ),
    "no super": (
        lambda: WithoutSuper(),
        AttributeError,
        r"WithoutSuper.dense is a Dense, .* call super\(\).__init__\(\) first",
    ),
    "an input too many": (
        lambda: initialize(nn.Dense(2))(DATA, DATA),
        TypeError,
        r"Dense .* takes 1 input \(x\), but was called with 2",
    ),
    "a generator for a dataset": (
        lambda: gluon.data.DataLoader((i for i in range(4)), 2),
        TypeError,
        r"a DataLoader needs a dataset with __len__ and __getitem__, got <class 'generator'>",
    ),
    "parameters of another network": (
        lambda: load_into_another(),
        AssertionError,
        r"expected \(3, 2\) vs saved \(4, 2\), from 'weight' of 'a.params'",
    ),
    "parameters for a symbol": (
        lambda: (nd.save("a.params", nd.ones(3)), mx.sym.load("a.params")),
        MXNetError,
        r"'a.params' is not JSON.*; a file of parameters is loaded by mx.nd.load",
    ),
    "arrays that are missing": (
        lambda: mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=3, name="fc").bind(
            mx.cpu(), {"data": DATA}
        ),
        ValueError,
        r"key `fc_weight` is missing in `args`; missing are fc_weight, fc_bias",
    ),
    "an activation": (
        lambda: initialize(nn.Dense(3, activation="rellu", prefix="d_"))(DATA),
        MXNetError,
        r"'rellu', valid values are: .* \(did you mean 'relu'\?\), in operator Activation(.|\n)*"
        r"block: Activation 'd_rellu'",
    ),
    "a trainer before initialize": (
        lambda: gluon.Trainer(nn.Dense(3, prefix="d_").collect_params(), "sgd"),
        RuntimeError,
        r"'d_bias' has not been initialized. It belongs to Dense 'd'. Call initialize\(\) before",
    ),
    "one context": (
        lambda: gluon.utils.split_and_load(DATA, mx.cpu()),
        TypeError,
        r"ctx_list must be a list of contexts, got cpu\(0\): put it in \[\]",
    ),
    "states of another network": (
        lambda: states_of_another(),
        MXNetError,
        r"'a.states': the states are those of other parameters or of another optimizer: number 0 "
        r"has \(float32 \(3,\), .*\), Adam keeps \(float32 \(2,\), .*\) for d_bias \(2,\)",
    ),
    "a function without a gradient": (
        lambda: WithoutGradient.run(),
        MXNetError,
        r"WithoutGradient.backward must return NDArrays",
    ),
    "an array beside a symbol": (
        lambda: mx.sym.var("x") + nd.ones(3),
        TypeError,
        r"a Symbol works with numbers and Symbols",
    ),
}


def initialize(block):
    block.initialize()
    return block


class WithoutSuper(nn.Block):
    def __init__(self):
        self.dense = nn.Dense(3)


def backward_twice(hybridized):
    net = initialize(nn.Dense(3))
    net.hybridize(hybridized)
    with autograd.record():
        loss = net(DATA).sum()
    loss.backward()
    loss.backward()


def backward_of_a_part():
    x = nd.ones(2)
    x.attach_grad()
    with autograd.record():
        y = x * 2
        z = y * x
    z.backward()
    y.backward()


def states_of_another():
    nets = [initialize(nn.Dense(n, in_units=2, prefix="d_")) for n in (3, 2)]
    first, second = (gluon.Trainer(net.collect_params(), "adam") for net in nets)
    with autograd.record():
        loss = nets[0](nd.ones((1, 2)))
    loss.backward()
    first.step(1)
    first.save_states("a.states")
    second.load_states("a.states")


class WithoutGradient(autograd.Function):
    def forward(self, x):
        return x * 2

    def backward(self, gradient):
        pass

    @classmethod
    def run(cls):
        x = nd.ones(2)
        x.attach_grad()
        with autograd.record():
            y = cls()(x)
        y.backward()


def load_into_another():
    initialize(nn.Dense(4, in_units=2)).save_parameters("a.params")
    nn.Dense(3, in_units=2).load_parameters("a.params")


def test_a_kvstore_that_is_not_known():
    with pytest.warns(UserWarning, match="'devise' is not known and is taken as 'local'. Did you"):
        mx.kv.create("devise")


# A mistake is reported at the call, in one traceback.
ALONE = {
    "a check of a kernel": lambda: initialize(nn.Conv2D(3, 3))(nd.ones((2, 3, 8))),
    "a check of torch": lambda: nd.ones((2, 3)) + nd.ones((2, 4)),
    "a shape": lambda: nd.ones((2, 3)).reshape((4, 2)),
    "a type": lambda: nd.ones(3, dtype="flaot32"),
}


@pytest.mark.parametrize("name", ALONE)
def test_one_traceback(name):
    with pytest.raises((MXNetError, TypeError, ValueError)) as caught:
        ALONE[name]()
    text = "".join(traceback.format_exception(caught.value))
    assert text.count("Traceback") == 1, text


def test_a_mistake_in_a_kernel_shows_the_kernel():
    def fail_in_kernel(data):
        return data.new_ones(3, 4)[0.5]

    op = dataclasses.replace(OPS["exp"], kernel=fail_in_kernel)
    with pytest.raises(MXNetError, match="Error in operator exp") as caught:
        invoke(op, [nd.ones(2)], {})
    assert "in fail_in_kernel" in "".join(traceback.format_exception(caught.value))


class Raises(mx.operator.CustomOp):
    def forward(self, is_train, req, in_data, out_data, aux):
        raise ValueError("mine")


@mx.operator.register("raises")
class RaisesProp(mx.operator.CustomOpProp):
    def create_operator(self, ctx, shapes, dtypes):
        return Raises()


def test_errors_of_custom_operators_show_the_line_in_graphs_too():
    executor = mx.sym.Custom(mx.sym.var("x"), op_type="raises").bind(mx.cpu(), [nd.ones(2)])
    with pytest.raises(MXNetError, match="Raises.forward: ValueError: mine") as caught:
        executor.forward()
    assert 'raise ValueError("mine")' in "".join(traceback.format_exception(caught.value))


def test_an_input_with_too_few_axes():
    message = (
        r"net_lstm0_rnn0: data has the shape \[2,4\], which has fewer axes than this operator needs"
    )
    with pytest.raises(ValueError, match=message):
        run(lambda: rnn.LSTM(2), data=DATA, hybridized=True)


def test_values_are_refused_by_the_call():
    """Not later, where a result is read."""
    with pytest.raises(MXNetError, match="_random_normal: scale parameter in gaussian.*got -1"):
        nd.random.normal(0, -1, (2, 2))
    symbol = mx.sym.take(mx.sym.var("data"), mx.sym.var("indices"), mode="raise")
    executor = symbol.bind(mx.cpu(), {"data": nd.ones(2), "indices": nd.array([5])})
    with pytest.raises(MXNetError, match="take operator contains indices out of bound"):
        executor.forward()


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
def test_error_messages(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    wrong, kind, message = OTHERS[name]
    with pytest.raises(kind, match=message) as caught:
        wrong()
    assert caught.value.__cause__ is not caught.value


@pytest.mark.parametrize(
    ("wrong", "meant"),
    [
        (lambda: nd.sotfmax, "softmax"),
        (lambda: mx.sym.FulyConnected, "FullyConnected"),
        (lambda: mx.gluonn, "gluon"),
        (lambda: nd.ones(2).sumn, "sum"),
    ],
)
def test_python_suggests_the_intended_attribute(wrong, meant):
    with pytest.raises(AttributeError) as caught:
        wrong()
    text = io.StringIO()
    with contextlib.redirect_stderr(text):
        sys.__excepthook__(AttributeError, caught.value, None)
    assert f"Did you mean: '{meant}'?" in text.getvalue()


def test_only_the_innermost_block_is_named():
    net = nn.HybridSequential()
    net.add(nn.Dense(3, in_units=5, prefix="inner_"))
    net.initialize()
    with pytest.raises(MXNetError) as caught, autograd.record():
        net(DATA)
    assert str(caught.value).count("block:") == 1 and "Dense 'inner'" in str(caught.value)
