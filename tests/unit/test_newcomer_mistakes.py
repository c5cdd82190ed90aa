"""Mistakes of newcomers, and parts of the message: which part, what it got, what to do.

Each row is a mistake that somebody made while trying the package for the first time.
"""

import functools
import os
import re
import threading

import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.base import MXNetError, NotImplementedForSymbol
from mxnet.contrib import amp
from mxnet.gluon import nn, rnn
from mxnet.gluon.contrib.estimator import EarlyStoppingHandler, Estimator
from mxnet.gluon.model_zoo import vision
from mxnet.gluon.parameter import DeferredInitializationError

X = nd.ones((4, 3))
SCE = gluon.loss.SoftmaxCrossEntropyLoss()


def ready(net):
    net.initialize()
    return net


def dense(*args, **kwargs):
    return ready(nn.Dense(*args, **kwargs))


def make_trainer(*options, net=None):
    return gluon.Trainer((net or dense(2, in_units=3)).collect_params(), *(options or ("sgd",)))


def loader():
    return gluon.data.DataLoader(gluon.data.ArrayDataset(X, X), batch_size=2)


def freeze(net):
    net.collect_params().setattr("grad_req", "null")
    return net


def save_module(path):
    torch.save(torch.nn.Linear(2, 2), path)
    return path


class WithOwnParameter(gluon.HybridBlock):
    def __init__(self):
        super().__init__()
        self.scale = gluon.Parameter("w", shape=(3,))

    def hybrid_forward(self, F, x, scale):
        return x * scale


def load_other_classes():
    stack(4, 10).save_parameters("net.params")
    stack(4, 3).load_parameters("net.params")


def import_without_parameters():
    net = dense(2)
    net.hybridize()
    net(X)
    net.export("net")
    gluon.SymbolBlock.imports("net-symbol.json", ["data"])(X)


def run_recorded(compute, data=X):
    with autograd.record():
        return compute(data)


def forgot_attach_grad():
    run_recorded(lambda x: x * 2, nd.ones(3)).backward()


def backward_twice():
    loss = run_recorded(dense(2))
    loss.backward()
    loss.backward()


def step_twice():
    net = dense(2, in_units=3)
    trainer = make_trainer(net=net)
    run_recorded(net).backward()
    trainer.step(4)
    trainer.step(4)


def write_while_recording():
    x = nd.ones(3)
    x.attach_grad()
    with autograd.record():
        y = x * 2
        y += 1


def write_file(name, content=b"hello world, this is text"):
    with open(name, "wb") as file:
        file.write(content)
    return name


def stack(*widths):
    net = nn.HybridSequential()
    for inputs, units in zip(widths[:-1], widths[1:], strict=True):
        net.add(nn.Dense(units, in_units=inputs))
    return ready(net)


def load_into(source, target):
    source.save_parameters("net.params")
    target.load_parameters("net.params")


class Hybrid(nn.HybridBlock):
    """Computes something with its input."""

    def __init__(self, compute):
        super().__init__()
        self._compute = compute

    def hybrid_forward(self, F, x):
        return self._compute(F, x)


def hybridize(compute):
    net = Hybrid(compute)
    net.hybridize()
    return net(X)


class WithoutF(nn.HybridBlock):
    def hybrid_forward(self, x):
        return x


class EndsWithF(nn.HybridBlock):
    def hybrid_forward(self, x, F):
        return F.exp(x)


class ForwardWithF(nn.HybridBlock):
    def forward(self, F, x):
        return x


class WithoutResult(nn.Block):
    def forward(self, x):
        x.relu()


class HidesParameter(nn.HybridBlock):
    def __init__(self):
        super().__init__()
        self.scale = self.params.get("scale", shape=(3,))

    def hybrid_forward(self, F, x):
        return x


class MultipliesByParameter(nn.Block):
    def __init__(self, multiply):
        super().__init__()
        self.multiply = multiply
        self.scale = self.params.get("scale", shape=(3,))

    def forward(self, x):
        return self.multiply(x, self.scale)


class WithoutSuper(nn.Block):
    def __init__(self):
        self.d = nn.Dense(2)


class WithoutForward(nn.Block):
    pass


class WithLayer(nn.Block):
    def __init__(self):
        super().__init__()
        self.layer = nn.Dense(2)


class LayersInList(nn.Block):
    def __init__(self):
        super().__init__()
        self._layers = [nn.Dense(2, in_units=3)]

    def forward(self, x):
        return self._layers[0](x)


def module():
    data = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2)
    return mx.mod.Module(mx.sym.SoftmaxOutput(data, name="softmax"))


def bind_unfit_shapes():
    total = mx.sym.var("a") + mx.sym.var("b")
    total.simple_bind(mx.cpu(), a=(2, 3), b=(4, 5))


def load_batches(*shapes):
    samples = gluon.data.SimpleDataset([np.ones(shape) for shape in shapes])
    return list(gluon.data.DataLoader(samples, len(samples)))


def check(compute):
    with mx.engine.check_indices():
        compute()


def embed(index):
    return ready(nn.Embedding(10, 2))(nd.array([index]))


def on_gpu(net):
    net.initialize(ctx="gpu(0)")
    return net


class ReturnsNumPy(autograd.Function):
    def forward(self, x):
        return x.asnumpy()


def load(*samples, **options):
    return list(gluon.data.DataLoader(list(samples), len(samples), **options))


def bound_module():
    bound = module()
    bound.bind([("data", (4, 3))], [("softmax_label", (4,))])
    bound.init_params()
    return bound


def step_by(batch_size):
    net = dense(2, in_units=3)
    run_recorded(net).backward()
    make_trainer(net=net).step(batch_size)


def fit(**options):
    net = dense(2, in_units=3)
    return Estimator(net, SCE, trainer=make_trainer(net=net)).fit((X, nd.zeros(4)), **options)


def fit_arrays(*arrays):
    net = dense(2, in_units=3)
    history = Estimator(net, SCE, trainer=make_trainer(net=net)).fit(arrays, epochs=1)
    return len(history["seconds"])


def no_images():
    os.mkdir("empty")
    gluon.data.vision.ImageFolderDataset("empty")


def indexed_records(count):
    writer = mx.recordio.MXIndexedRecordIO("records.idx", "records.rec", "w")
    for key in range(count):
        writer.write_idx(key, b"record")
    writer.close()
    return mx.recordio.MXIndexedRecordIO("records.idx", "records.rec", "r")


def enter(scope):
    with scope:
        pass


def set_elements(value):
    x = nd.zeros((4, 3))
    x[:] = value
    return x


def draw_png():
    mx.viz.plot_network(dense(2), save_format="png").render("net")


GPU_ABSENT = "gpu(0) is not available", "mx.cpu()", "MXNET_SIMULATE_GPUS"
NOT_RECORDED = "not in a computational graph", "autograd.record()", "attach_grad"
# mistake: what is done, the type of the error, fragments of its text
ERRORS = {
    "shapes that do not broadcast": (
        lambda: X + nd.ones((4, 4)), MXNetError,
        ["broadcast_add", "could not be broadcast together with shapes [4,3] [4,4]", "axis 1",
         "sizes are 3 and 4", "reshape or expand_dims"],
    ),
    "dot with another inner size": (
        lambda: nd.dot(X, nd.ones((4, 5))), MXNetError,
        ["dot shape error: [4, 3] X [4, 5]", "3 and 4, must be equal", "transpose_a"],
    ),
    "forward without initialize": (
        lambda: nn.Dense(2)(X), RuntimeError,
        ["has not been initialized", "belongs to Dense", "call initialize()"],
    ),
    "backward without record": (lambda: dense(2)(X).backward(), MXNetError, NOT_RECORDED),
    "forgot attach_grad": (forgot_attach_grad, MXNetError, NOT_RECORDED),
    "no GPU: array": (lambda: nd.ones(3, ctx=mx.gpu()), MXNetError, GPU_ABSENT),
    "no GPU: initialize": (
        lambda: nn.Dense(2, in_units=3).initialize(ctx=mx.gpu()), MXNetError, GPU_ABSENT
    ),
    "no GPU by name": (
        lambda: nn.Dense(2, in_units=3).initialize(ctx="gpu"), MXNetError, GPU_ABSENT
    ),
    "no GPU: copy": (lambda: X.as_in_context("gpu"), MXNetError, GPU_ABSENT),
    "a device by torch's name": (
        lambda: X.as_in_context("cuda"), MXNetError,
        ["unknown device type 'cuda'", "CUDA devices are called gpu"],
    ),
    "a misspelt layer argument": (
        lambda: nn.Dense(3, unit=3), TypeError, ["Dense()", "'unit'", "Did you mean 'units'?"]
    ),
    "a misspelt activation": (
        lambda: dense(3, activation="rellu")(X), MXNetError,
        ["'rellu'", "did you mean 'relu'?", "Activation"],
    ),
    "Dense as torch's Linear": (
        lambda: dense(5, in_units=10)(nd.ones((2, 7))), MXNetError,
        ["FullyConnected", "Provided = (5, 10) for weight", "inferred shape=(5, 7)", "Dense"],
    ),
    "Conv2D without batch axis": (
        lambda: ready(nn.Conv2D(8, 3))(nd.ones((3, 28, 28))), MXNetError,
        ["Convolution", "should be 4D", "[3,28,28]", "expand_dims(axis=0)"],
    ),
    "Conv2D with channels last": (
        lambda: ready(nn.Conv2D(8, 3, in_channels=3))(nd.ones((2, 28, 28, 3))), MXNetError,
        ["Convolution", "[8,3,3,3]", "[8,28,3,3]", "ToTensor", "layout='NHWC'"],
    ),
    "one-hot labels": (
        lambda: SCE(X, nd.ones((4, 3))), MXNetError,
        ["label must have shape (4,)", "got (4, 3)", "sparse_label=False"],
    ),
    "labels of another batch": (
        lambda: SCE(X, nd.ones(3)), MXNetError, ["label must have shape (4,)", "got (3,)"]
    ),
    "a label out of range": (
        lambda: check(lambda: SCE(X[:2], nd.array([5, 0]))), MXNetError,
        ["out of bound: 0 to 5", "must be from 0 to 2"],
    ),
    "an index out of range of an Embedding": (
        lambda: check(lambda: embed(12)), MXNetError,
        ["Embedding", "out of bound: 12 to 12", "must be from 0 to 9"],
    ),
    "L2Loss of different sizes": (
        lambda: gluon.loss.L2Loss()(X, nd.ones(4)), MXNetError,
        ["(4,)", "(4, 3)", "different size", "L2Loss"],
    ),
    "load_parameters: no file": (
        lambda: dense(2).load_parameters("no.params"), MXNetError,
        ["cannot read 'no.params'", "No such file"],
    ),
    "load_parameters: text file": (
        lambda: dense(2).load_parameters(write_file("text.params")), MXNetError,
        ["Invalid NDArray file format", "text.params", "hello wo", "mx.nd.save"],
    ),
    "load_parameters: another network": (
        lambda: load_into(stack(4, 8, 2), stack(4, 8, 2, 2)), AssertionError,
        ["Parameter '2.weight' is missing", "'0.weight', '0.bias'", "allow_missing=True"],
    ),
    "load_parameters: fewer layers": (
        lambda: load_into(stack(4, 8, 2), stack(4, 8)), ValueError,
        ["'1.weight' loaded from file", "is not present in ParameterDict", "ignore_extra"],
    ),
    "load_parameters: another shape": (
        lambda: load_into(stack(4, 8, 2), stack(4, 9, 2)), AssertionError,
        ["Failed loading Parameter", "expected (9, 4) vs saved (8, 4)", "'0.weight'", "net.params"],
    ),
    "export before forward": (
        lambda: dense(2).export("net"), DeferredInitializationError,
        ["has not been initialized yet", "pass one batch of data"],
    ),
    "mx.np beside mx.nd": (
        lambda: mx.np.ones(3) + nd.ones(3), TypeError, ["do not mix", "as_np_ndarray"]
    ),
    "a NumPy array into a network": (
        lambda: dense(2)(np.ones((2, 3))), ValueError,
        ["type of the args of Dense", "': ndarray.", "mx.nd.array"],
    ),
    "a tensor of torch into a network": (
        lambda: dense(2)(torch.ones((2, 3))), ValueError,
        ["type of the args of Dense", "': Tensor.", "mx.nd.array"],
    ),
    "a list into a network": (
        lambda: dense(2)([[1, 2, 3]]), ValueError,
        ["type of the args of Dense", "': list.", "mx.nd.array"],
    ),
    "a NumPy array beside an NDArray": (
        lambda: X + np.ones((4, 3)), TypeError, ["numpy.ndarray", "mx.nd.array"]
    ),
    "int32 + float32": (
        lambda: nd.ones(3, dtype="int32") + nd.ones(3), MXNetError,
        ["expected int32, got float32", "the first one with astype('float32')"],
    ),
    "float32 + int32": (
        lambda: nd.ones(3) + nd.ones(3, dtype="int32"), MXNetError,
        ["expected float32, got int32", "the other one with astype('float32')"],
    ),
    "uint8 + uint64": (  # which torch does not promote
        lambda: nd.ones(3, dtype="uint8") + nd.ones(3, dtype="uint64"), MXNetError,
        ["expected uint8, got uint64", "the first one with astype('uint64')"],
    ),
    "float64 data": (
        lambda: dense(2)(X.astype("float64")), MXNetError,
        ["expected float64, got float32", "the data with astype('float32')", "cast('float64')"],
    ),
    "uint8 images": (
        lambda: ready(nn.Conv2D(8, 3))(nd.ones((2, 3, 8, 8), dtype="uint8")), MXNetError,
        ["expected uint8, got float32", "the data with astype('float32')", "ToTensor()"],
    ),
    "a misspelt optimizer": (
        lambda: make_trainer("adma"), ValueError, ["Cannot find optimizer adma", "mean 'adam'?"]
    ),
    "lr of an optimizer": (
        lambda: make_trainer("sgd", {"lr": 0.1}), TypeError, ["SGD()", "'lr'", "'learning_rate'"]
    ),
    "a network for a Trainer": (
        lambda: gluon.Trainer(dense(2), "sgd"), ValueError, ["Dense", "net.collect_params()"]
    ),
    "step without batch size": (
        lambda: make_trainer().step(), TypeError, ["'batch_size'", "step(len(data))"]
    ),
    "step without backward": (
        lambda: make_trainer().step(1), UserWarning,
        ["has not been updated by backward", "Parameter"],
    ),
    "step twice": (
        step_twice, UserWarning, ["has not been updated by backward", "ignore_stale_grad"]
    ),
    "backward twice": (backward_twice, MXNetError, ["retain_graph=True"]),
    "in-place while recording": (
        write_while_recording, MXNetError, ["inplace operations like +=", "record section"]
    ),
    "asscalar of a vector": (
        lambda: nd.ones(3).asscalar(), ValueError, ["not a scalar", "(3,)", "asnumpy()"]
    ),
    "if of a vector": (
        lambda: bool(nd.ones(3)), ValueError, ["ambiguous", "x.min() != 0", "x.max() != 0"]
    ),
    "an index outside": (
        lambda: nd.ones(3)[5], IndexError, ["index 5", "axis 0 with size 3"]
    ),
    "reshape to another size": (
        lambda: nd.ones((3, 4)).reshape((5, 2)), ValueError, ["size 12", "(5, 2)", "(3, 4)"]
    ),
    "a misspelt operator": (lambda: nd.sofmax, AttributeError, ["mxnet.ndarray", "'sofmax'"]),
    "a misspelt layer": (lambda: nn.Conv2d, AttributeError, ["mxnet.gluon.nn", "'Conv2d'"]),
    "view of torch": (lambda: X.view(-1), AttributeError, ["'view'", "reshape()"]),
    "cuda of torch": (lambda: X.cuda(), AttributeError, ["'cuda'", "as_in_context(mx.gpu())"]),
    "to of torch": (lambda: X.to("cpu"), AttributeError, ["'to'", "as_in_context", "astype"]),
    "item of torch": (lambda: X.item(), AttributeError, ["'item'", "asscalar()"]),
    "numpy of torch": (lambda: X.numpy(), AttributeError, ["'numpy'", "asnumpy()"]),
    "parameters of torch": (
        lambda: dense(2).parameters(), AttributeError, ["'parameters'", "collect_params()"]
    ),
    "train of torch": (lambda: dense(2).train(), AttributeError, ["'train'", "autograd.record()"]),
    "eval of torch": (lambda: dense(2).eval(), AttributeError, ["'eval'", "autograd.record()"]),
    "state_dict of torch": (
        lambda: dense(2).state_dict(), AttributeError, ["'state_dict'", "save_parameters"]
    ),
    "zero_grad of torch": (
        lambda: dense(2).zero_grad(), AttributeError, ["'zero_grad'", "collect_params().zero_grad"]
    ),
    "a network to a device": (
        lambda: dense(2).to("gpu"), AttributeError, ["'to'", "reset_ctx(ctx)", "cast(dtype)"]
    ),
    "fit of Keras": (lambda: dense(2).fit(X), AttributeError, ["'fit'", "Estimator", "trainer"]),
    "a picture without dot": (
        draw_png, MXNetError, ["'dot' has to be installed", "graphviz", "svg works without it"]
    ),
    "pretrained without network": (
        lambda: vision.resnet18_v1(pretrained=True, root="models"), MXNetError,
        ["cannot download", "resnet18_v1", "MXNET_GLUON_REPO"],
    ),
    "a misspelt model": (
        lambda: vision.get_model("resnet19"), ValueError, ["resnet19", "mean 'resnet18_v1'?"]
    ),
    "MNIST without network": (
        lambda: gluon.data.vision.MNIST("mnist"), MXNetError, ["cannot download", "mnist"]
    ),
    "imread: no file": (
        lambda: mx.image.imread("none.jpg"), MXNetError, ["'none.jpg'", "No such file"]
    ),
    "imdecode of rubbish": (
        lambda: mx.image.imdecode(b"hello world"), MXNetError,
        ["Decoding failed", "begins with b'hello wo'", "JPEG"],
    ),
    "a DataLoader without batch_size": (
        lambda: gluon.data.DataLoader(gluon.data.SimpleDataset([1])), ValueError,
        ["batch_size must be specified"],
    ),
    "arrays of different length": (
        lambda: gluon.data.ArrayDataset(np.ones(4), np.ones(5)), AssertionError,
        ["array[0] has length 4", "array[1] has 5"],
    ),
    "pictures of different size": (
        lambda: load_batches((2, 3), (3, 3)), ValueError,
        ["shape (2, 3)", "shape (3, 3)", "batchify_fn"],
    ),
    "a metric of different sizes": (
        lambda: mx.metric.Accuracy().update([nd.ones(3)], [nd.ones((2, 2))]), ValueError,
        ["labels 3", "predictions 2", "one label for each prediction"],
    ),
    "asnumpy in a graph": (
        lambda: hybridize(lambda F, x: x.asnumpy()), NotImplementedForSymbol,
        ["asnumpy is not implemented for Symbol", "hybrid_forward"],
    ),
    "a shape in a graph": (
        lambda: hybridize(lambda F, x: x.reshape((x.shape[0], -1))), AttributeError,
        ["'shape'", "reshape with 0 and -1"],
    ),
    "an if in a graph": (
        lambda: hybridize(lambda F, x: x if x.sum() > 0 else -x), NotImplementedForSymbol,
        ["no values yet", "F.where or F.contrib.cond"],
    ),
    "no super().__init__()": (
        WithoutSuper, AttributeError, ["WithoutSuper.d", "super().__init__() first"]
    ),
    "layers in a list": (
        lambda: ready(LayersInList())(X), RuntimeError,
        ["has not been initialized", "in a Python list", "register_child"],
    ),
    "no forward": (
        lambda: WithoutForward()(X), NotImplementedError, ["WithoutForward does not define forward"]
    ),
    "a misspelt initializer": (
        lambda: nn.Dense(2, in_units=3).initialize("xaver"), AssertionError,
        ["xaver is not registered", "known are", "mean 'xavier'?"],
    ),
    "a Module that is not bound": (
        lambda: module().forward(mx.io.DataBatch([X])), AssertionError,
        ["Module: call bind before", "bind(data_shapes="],
    ),
    "shapes of a symbol that do not fit": (
        bind_unfit_shapes, MXNetError,
        ["simple_bind error", "elemwise_add", "lhs ('a') [2,3], rhs ('b') [4,5]"],
    ),
    "a parameter that initialize() does not reach": (
        lambda: ready(WithOwnParameter())(X), RuntimeError,
        ["Parameter 'w'", "belongs to WithOwnParameter", "does not reach it",
         "self.scale = self.params.get('scale', shape=...)"],
    ),
    "an LSTM with two axes": (
        lambda: ready(rnn.LSTM(4))(X), ValueError,
        ["LSTM", "rank-3", "TNC", "(4, 3)",
         "N the batch", "expand_dims"],
    ),
    "a damaged safetensors file": (
        lambda: dense(2).load_parameters(write_file("net.safetensors", b"abc")), MXNetError,
        ["net.safetensors", "not a valid safetensors file"],
    ),
    "an input too many": (
        lambda: stack(3, 2)(X, X), TypeError,
        ["HybridSequential", "takes 1 input (x)", "called with 2"],
    ),
    "an input too few": (
        lambda: SCE(X), TypeError,
        ["SoftmaxCrossEntropyLoss", "2 to 3 inputs (pred, label", "with 1"],
    ),
    "something else for plot_network": (
        lambda: mx.viz.plot_network(X), TypeError, ["Symbol or a Gluon block", "NDArray"]
    ),
    "a misspelt metric": (
        lambda: mx.metric.create("acuracy"), AssertionError, ["not registered", "mean 'accuracy'?"]
    ),
    "a Trainer before initialize": (
        lambda: gluon.Trainer(nn.Dense(2).collect_params(), "sgd"), RuntimeError,
        ["has not been initialized", "Call initialize() before a Trainer"],
    ),
    "layers for Sequential, as torch's": (
        lambda: nn.Sequential(nn.Dense(2), nn.Dense(3)), TypeError,
        ["Sequential()", "prefix must be a string, got type Dense", "net.add("],
    ),
    "many layers for HybridSequential": (
        lambda: nn.HybridSequential(nn.Dense(2), nn.Dense(3), nn.Dense(4)), TypeError,
        ["HybridSequential() takes at most 2 positional arguments (prefix, params), got 3",
         "net.add("],
    ),
    "a list for Sequential, as Keras's": (
        lambda: nn.Sequential([nn.Dense(2)]), TypeError, ["got type list", "net.add("]
    ),
    "add of a list": (
        lambda: nn.Sequential().add([nn.Dense(2)]), TypeError, ["one by one", "net.add(*layers)"]
    ),
    "add of a name": (
        lambda: nn.HybridSequential().add("relu"), ValueError, ["relu has type", "Activation"]
    ),
    "hybrid_forward without F": (
        lambda: WithoutF()(X), TypeError,
        ["WithoutF 'withoutf", "hybrid_forward(x), which does not begin with F", "(self, F, x)"],
    ),
    "a parameter that hybrid_forward does not take": (
        lambda: ready(HidesParameter())(X), TypeError,
        ["has the parameter 'scale'", "hybrid_forward(self, F, x, scale)"],
    ),
    "a Parameter as a factor": (
        lambda: ready(MultipliesByParameter(lambda x, scale: x * scale))(X), TypeError,
        ["gluon.parameter.Parameter", "parameter.data()"],
    ),
    "a Parameter as a factor in mx.np": (
        lambda: mx.np.add(mx.np.ones(2), gluon.Parameter("scale", shape=(2,))), TypeError,
        ["gluon.parameter.Parameter", "parameter.data()"],
    ),
    "None as a factor in mx.np": (
        lambda: mx.np.add(mx.np.ones(2), None), TypeError, ["add: type", "return a result"],
    ),
    "a Symbol as a factor": (
        lambda: X * mx.sym.var("data"), TypeError,
        ["Symbol", "not supported", "has no values yet: use functions of F in hybrid_forward"],
    ),
    "a Parameter for an operator": (
        lambda: ready(MultipliesByParameter(nd.broadcast_mul))(X), TypeError,
        ["Argument rhs", "in operator broadcast_mul", "parameter.data()"],
    ),
    "forward that returns nothing": (
        lambda: gluon.loss.L2Loss()(WithoutResult()(X), X), MXNetError,
        ["rhs is missing", "None was passed", "return", "rhs is the prediction"],
    ),
    "summary without data": (
        lambda: dense(2).summary(), TypeError, ["net.summary(data)", "missing", "'x'"]
    ),
    "a class for an initializer": (
        lambda: nn.Dense(2, in_units=3).initialize(mx.init.Xavier), AssertionError,
        ["initializer", "mxnet.initializer.Xavier", "Xavier()"],
    ),
    "a number for an initializer": (
        lambda: ready(nn.Dense(2, in_units=3, weight_initializer=0.1)), AssertionError,
        ["initializer", "got 0.1", "a name or an instance of Initializer"],
    ),
    "learning_rate of a Trainer": (
        lambda: gluon.Trainer({}, "sgd", learning_rate=0.1), TypeError,
        ["Trainer() got an unexpected keyword argument 'learning_rate'", "'optimizer_params'?"],
    ),
    "a text for a learning rate": (
        lambda: make_trainer("sgd", {"learning_rate": "high"}), TypeError,
        ["lr of an optimizer is one number, got 'high'"],
    ),
    "a number for a schedule": (
        lambda: make_trainer("sgd", {"lr_scheduler": 0.1}), TypeError,
        ["lr_scheduler", "mx.lr_scheduler", "got 0.1"],
    ),
    "step of an optimizer": (
        lambda: mx.optimizer.SGD().step(), AttributeError, ["'step'", "gluon.Trainer", "step("]
    ),
    "zero_grad of a Trainer": (
        lambda: make_trainer().zero_grad(), AttributeError, ["'zero_grad'", "grad_req='add'"]
    ),
    "Linear of torch": (lambda: nn.Linear(3, 2), AttributeError, ["'Linear'", "Dense(units)"]),
    "ReLU of torch": (lambda: nn.ReLU(), AttributeError, ["'ReLU'", "Activation('relu')"]),
    "CrossEntropyLoss of torch": (
        lambda: gluon.loss.CrossEntropyLoss(), AttributeError, ["SoftmaxCrossEntropyLoss"]
    ),
    "cat of torch": (lambda: nd.cat([X, X]), AttributeError, ["'cat'", "concat("]),
    "tensor of torch": (lambda: mx.tensor([1]), AttributeError, ["'tensor'", "mx.nd"]),
    "optim of torch": (lambda: mx.optim.SGD, AttributeError, ["'optim'", "mx.gluon.Trainer"]),
    "no_grad of torch": (lambda: autograd.no_grad(), AttributeError, ["'no_grad'", "pause()"]),
    "clip_grad_norm_ of torch": (
        lambda: gluon.utils.clip_grad_norm_([X], 1), AttributeError, ["clip_global_norm("]
    ),
    "sizes instead of a shape": (
        lambda: nd.zeros(3, 4), TypeError, ["got 4", "one argument", "zeros((2, 3))"]
    ),
    "a shape instead of a mean": (
        lambda: nd.random.normal((3, 4)), ValueError, ["numbers", "shape=(3, 4)"]
    ),
    "input_shape of Keras": (
        lambda: nn.Dense(2, input_shape=(3,)), TypeError, ["'input_shape'", "mean 'in_units'?"]
    ),
    "a kernel of one size for images": (
        lambda: nd.Convolution(nd.ones((1, 3, 8, 8)), nd.ones((2, 3, 3)), nd.ones(2), kernel=3,
                               num_filter=2),
        MXNetError, ["should be 3D", "4 axes has 2 sizes, not 1: kernel=(3, 3)"],
    ),
    "Convolution without its bias": (
        lambda: nd.Convolution(nd.ones((1, 3, 8, 8)), nd.ones((2, 3, 3, 3)), kernel=(3, 3),
                               num_filter=2),
        MXNetError, ["expects 3 inputs", "got 2", "no_bias=True"],
    ),
    "an image too small for a convolution": (
        lambda: ready(nn.Conv2D(4, 7))(nd.ones((1, 3, 5, 5))), MXNetError,
        ["7 > 5", "too small for this layer"],
    ),
    "an image too small for pooling": (
        lambda: nn.MaxPool2D(9)(nd.ones((1, 3, 5, 5))), MXNetError,
        ["(9) exceeds input (5", "too small for this layer"],
    ),
    "a batch of no samples": (
        lambda: gluon.data.DataLoader([1, 2], 0), ValueError, ["positive integer, got 0"]
    ),
    "a batch of two and a half samples": (
        lambda: gluon.data.DataLoader([1, 2], 2.5), ValueError, ["positive integer, got 2.5"]
    ),
    "load_parameters: a file of NumPy": (
        lambda: np.savez("net.npz", X.asnumpy()) or dense(2).load_parameters("net.npz"), MXNetError,
        ["'net.npz'", "zip archive", "np.load"],
    ),
    "a loss by name": (
        lambda: Estimator(dense(2), "mse"), ValueError, ["must be a Loss", "gluon.loss.L2Loss()"]
    ),
    "a metric by name": (
        lambda: Estimator(dense(2), SCE, train_metrics="accuracy"), ValueError,
        ["must be a Metric", "mx.metric.create(name)"],
    ),
    "the number of inputs in place of the activation": (
        lambda: nn.Dense(5, 10), TypeError, ["a name such as 'relu'", "got 10", "in_units"],
    ),
    "units that are text": (
        lambda: nn.Dense("10"), ValueError, ["units of Dense", "positive integer", "'10'"],
    ),
    "a rate of Dropout that is text": (
        lambda: nn.Dropout("0.5"), TypeError, ["rate of Dropout", "from 0 to 1", "'0.5'"],
    ),
    "a class in place of a layer": (
        lambda: nn.Sequential().add(nn.Dense), TypeError, ["the class Dense", "Dense(...)"],
    ),
    "arrays for the constructor of a loss": (
        lambda: gluon.loss.L2Loss(X, X), TypeError,
        ["weight of L2Loss is a number", "L2Loss()(pred, label)"],
    ),
    "a name of a parameter without its prefix": (
        lambda: dense(2, in_units=3, prefix="d_").collect_params()["weight"], KeyError,
        ["no Parameter 'weight'", "'d_weight', 'd_bias'"],
    ),
    "layers that are appended": (
        lambda: nn.Sequential().append(nn.Dense(2)), AttributeError, ["add(*layers)"],
    ),
    "save_weights of Keras": (
        lambda: dense(2).save_weights("x"), AttributeError, ["save_parameters(file)"],
    ),
    "requires_grad that is set": (
        lambda: setattr(nd.ones(2), "requires_grad", True), AttributeError, ["attach_grad()"],
    ),
    "@ between arrays of mx.nd": (
        lambda: X @ X, TypeError, ["no operator @", "nd.dot", "nd.batch_dot"],
    ),
    "axis in place of dim": (
        lambda: nd.concat(X, X, axis=0), MXNetError, ["'axis' in operator Concat", "mean 'dim'"],
    ),
    "two sizes in place of a shape": (
        lambda: mx.np.ones(2, 3), TypeError, ["data type 3", "ones((2, 3))"],
    ),
    "a Function that returns NumPy's arrays": (
        lambda: run_recorded(ReturnsNumPy()), MXNetError,
        ["ReturnsNumPy.forward must return NDArrays", "numpy.ndarray", "mx.nd.array"],
    ),
    "a class in place of an optimizer": (
        lambda: make_trainer(mx.optimizer.SGD), TypeError,
        ["'sgd'", "mx.optimizer.SGD()", "got <class"],
    ),
    "the loss in place of the batch size": (
        lambda: step_by(nd.ones(4)), ValueError, ["batch_size", "number of samples", "(4,)"],
    ),
    "a DataLoader of a dictionary": (
        lambda: gluon.data.DataLoader({"a": 1}, 1), TypeError, ["got a dict", "ArrayDataset"],
    ),
    "drop_last of torch": (
        lambda: load(1, 2, drop_last=True), TypeError, ["'drop_last'", "Did you mean 'last_batch'"],
    ),
    "samples that are text": (
        lambda: load("a", "b"), TypeError, ["arrays of numbers", "got a str, 'a'", "batchify_fn"],
    ),
    "NDArrays of different shapes": (
        lambda: load(nd.ones(2), nd.ones(3)), ValueError,
        ["sample 0 of this batch is of shape (2,)", "sample 1 is of shape (3,)", "batchify_fn"],
    ),
    "samples with different numbers of parts": (
        lambda: load((1, 2), (1,)), ValueError, ["a tuple of 2", "sample 1 is a tuple of 1"],
    ),
    "a transform of the first part": (
        lambda: gluon.data.ArrayDataset(X, X).transform(lambda x: x)[0], TypeError,
        ["with the 2 parts of a sample", "transform_first"],
    ),
    "Compose without a list": (
        lambda: gluon.data.vision.transforms.Compose(gluon.data.vision.transforms.ToTensor()),
        TypeError, ["a list of transforms", "got a ToTensor", "put it in []"],
    ),
    "a transform of torchvision": (
        lambda: gluon.data.vision.transforms.RandomHorizontalFlip(), AttributeError,
        ["RandomFlipLeftRight"],
    ),
    "a folder without images": (
        no_images, UserWarning, ["no images in 'empty'", "a folder for each class", ".png"],
    ),
    "an initializer of torch": (
        lambda: mx.init.KaimingNormal(), AttributeError, ["MSRAPrelu(factor_type='in', slope=0)"],
    ),
    "a model in a file of parameters": (
        lambda: gluon.load("net.params"), MXNetError,
        ["net.save('model.mx')", "'net.params'", "net.load_parameters"],
    ),
    "a metric that returns nothing": (
        lambda: mx.metric.np(lambda label, pred: None, "mine").update([X], [X]), ValueError,
        ["metric 'mine' returned None", "number"],
    ),
    "compute of a metric": (
        lambda: mx.metric.Accuracy().compute(), AttributeError, ["get() returns"],
    ),
    "parameters in place of gradients": (
        lambda: gluon.utils.clip_global_norm(list(dense(2).collect_params().values()), 1),
        TypeError, ["scales arrays", "got a Parameter", "p.grad()"],
    ),
    "half an epoch": (lambda: fit(epochs=1.5), ValueError, ["epochs", "positive integer", "1.5"]),
    "an array for a symbol": (
        lambda: mx.sym.exp(X), TypeError,
        ["data of exp", "an NDArray of shape (4, 3)", "mx.nd", "mx.sym.var(name)"],
    ),
    "an output that a symbol does not have": (
        lambda: mx.sym.exp(mx.sym.var("a"), name="e").get_internals()["e_out"], ValueError,
        ['"e_out"', "the outputs are a, e_output", "Did you mean 'e_output'"],
    ),
    "a module bound to a shape without a name": (
        lambda: module().bind((4, 3)), TypeError, ["list of (name, shape)", "got (4, 3)"],
    ),
    "a module fitted to an array": (
        lambda: module().fit(np.ones((4, 3)), num_epoch=1), TypeError,
        ["iterator of batches", "got a ndarray", "mx.io.NDArrayIter"],
    ),
    "a module called with an array": (
        lambda: bound_module().forward(X), TypeError, ["takes a batch", "mx.io.DataBatch"],
    ),
    "a misspelt argument instead of a required one": (
        lambda: nn.Dense(unit=2), TypeError, ["Dense()", "'unit'", "Did you mean 'units'?"],
    ),
    "filters of Keras": (
        lambda: nn.Conv2D(filters=2, kernel_size=3), TypeError, ["'filters'", "mean 'channels'?"],
    ),
    "a cell without states": (
        lambda: ready(rnn.LSTMCell(2))(X), TypeError,
        ["LSTMCell 'lstm", "called without states", "begin_state(batch_size)"],
    ),
    "stacked cells without states": (
        lambda: ready(rnn.SequentialRNNCell())(X), TypeError, ["SequentialRNNCell", "begin_state"],
    ),
    "a record scope that is not called": (
        lambda: enter(autograd.record), TypeError, ["write `with autograd.record():`"],
    ),
    "another name for train_mode": (
        lambda: autograd.record(train=False), TypeError, ["record()", "mean 'train_mode'?"],
    ),
    "an input by name": (
        lambda: dense(2, prefix="d_")(data=X), TypeError,
        ["Dense 'd'", "inputs by position", "leave out 'data='"],
    ),
    "inputs of a loss by name": (
        lambda: SCE(pred=X, label=X), TypeError, ["leave out 'pred=' and 'label='"],
    ),
    "a batch by index": (
        lambda: loader()[0], TypeError, ["no batches by index", "next(iter(loader))"],
    ),
    "a row of a Parameter": (
        lambda: dense(2, in_units=3, prefix="d_").weight[0], TypeError,
        ["Parameter 'd_weight' is not an array", "data()"],
    ),
    "a new row of a Parameter": (
        lambda: dense(2, in_units=3).weight.__setitem__(0, 1), TypeError, ["set_data(values)"],
    ),
    "a number of a Parameter": (
        lambda: float(dense(1, in_units=1).weight), TypeError, ["is not an array", "data()"],
    ),
    "another name for train_mode in pause": (
        lambda: autograd.pause(is_train=True), TypeError, ["pause()", "mean 'train_mode'?"],
    ),
    "a slice of a symbol": (
        lambda: hybridize(lambda F, x: x[:, 0]), TypeError,
        ["only support integer index", "F.slice_axis(x, axis=1"],
    ),
    "a write into a symbol": (
        lambda: hybridize(lambda F, x: x.__setitem__(0, 1)), TypeError,
        ["does not support item assignment", "where"],
    ),
    "a NumPy array in a graph": (
        lambda: hybridize(lambda F, x: F.concat(x, np.ones((4, 3)))), TypeError,
        ["a NumPy array of shape (4, 3)", "get_constant"],
    ),
    "an index of type float": (
        lambda: [1, 2, 3][X.argmax(axis=1)[0]], TypeError,
        ["one integer element", "float32 of shape (1,)", "int(x)"],
    ),
    "a triplet of different sizes": (
        lambda: gluon.loss.TripletLoss()(X, X, nd.ones((4, 2))), MXNetError,
        ["(4, 2)", "rhs is the anchor"],
    ),
    "pairs of different sizes": (
        lambda: gluon.loss.CosineEmbeddingLoss()(X, nd.ones((4, 2)), nd.ones(4)), MXNetError,
        ["(4, 2)", "lhs is input1"],
    ),
    "scores of one sample without an axis for the batch": (
        lambda: SCE(nd.ones(4), nd.ones(4)), MXNetError, ["(batch, classes), got (4,)"],
    ),
    "another number of classes": (
        load_other_classes, AssertionError,
        ["expected (3, 4) vs saved (10, 4)", "of 'net.params'", "replace its last layer"],
    ),
    "NumPy's arrays between record and backward": (
        lambda: run_recorded(lambda x: nd.array(dense(2)(x).asnumpy())).backward(), MXNetError,
        ["not in a computational graph", "from NumPy's arrays"],
    ),
    "a network without trained parameters": (
        lambda: run_recorded(freeze(dense(2, in_units=3))).backward(), MXNetError,
        ["not in a computational graph", "grad_req='null'"],
    ),
    "a comparison with None": (
        lambda: X == None, TypeError, ["NoneType", "`x is None`"],  # noqa: E711
    ),
    "an image for Normalize": (
        lambda: gluon.data.vision.transforms.Normalize(0.5, 0.2)(nd.ones((8, 8, 3))), MXNetError,
        ["[8,8,3]", "transforms.ToTensor() first"],
    ),
    "NumPy's mean of an array": (
        lambda: np.mean(X), MXNetError, ["'dtype' in operator mean", "asnumpy()"],
    ),
    "a file name after the arrays": (
        lambda: nd.save(X, "net.params"), ValueError, ["got str", "file name comes first"],
    ),
    "other names of data for a Module": (
        lambda: module().bind([("img", (4, 3))], [("softmax_label", (4,))]), ValueError,
        ["don't match names", "data_name='data'", "data_names=[...]"],
    ),
    "a pair of a DataBatch": (
        lambda: [label for _, label in mx.io.NDArrayIter(X, nd.ones(4), 2)], TypeError,
        ["not a pair", "batch.data[0]", "batch.label[0]"],
    ),
    "an imported network without parameters": (
        import_without_parameters, RuntimeError,
        ["not been initialized", "SymbolBlock", "imports(..., param_file)"],
    ),
    "a Parameter times a number": (
        lambda: dense(2, in_units=3, prefix="d_").weight * 2, TypeError,
        ["Parameter 'd_weight' is not an array", "data()", "set_data(values)"],
    ),
    "a number minus a Parameter": (
        lambda: 2 - dense(2, in_units=3).weight, TypeError, ["is not an array", "data()"],
    ),
    "asnumpy of a Parameter": (
        lambda: dense(2, in_units=3).weight.asnumpy(), AttributeError, ["data().asnumpy"],
    ),
    "concatenate without a list": (
        lambda: mx.np.concatenate(mx.np.ones(2), mx.np.ones(2)), TypeError,
        ["axis of concatenate", "got an array of shape (2,)", "concatenate([a, b])"],
    ),
    "stack without a list": (
        lambda: mx.np.stack(mx.np.ones(2), mx.np.ones(2)), TypeError, ["stack([a, b])"],
    ),
    "hstack without a list": (
        lambda: mx.np.hstack(mx.np.ones(2), mx.np.ones(2)), TypeError,
        ["hstack() too many positional arguments", "hstack(arrays)"],
    ),
    "the shape of random numbers in mx.np": (
        lambda: mx.np.random.normal(shape=(2, 3)), TypeError,
        ["normal()", "'shape'", "Did you mean 'size'?", "normal(loc=0.0"],
    ),
    "a number for backward": (
        lambda: run_recorded(dense(2)).backward(1), TypeError, ["need NDArrays", "class 'int'"],
    ),
    "backward of a tensor of torch": (
        lambda: autograd.backward([torch.ones(2)]), TypeError, ["torch.Tensor", "mx.nd.array"],
    ),
    "a Parameter for grad": (
        lambda: autograd.grad(X, dense(2, in_units=3).weight), TypeError, ["Parameter", "data()"],
    ),
    "requires_grad of a Parameter that is set": (
        lambda: setattr(dense(2).weight, "requires_grad", False), AttributeError,
        ["grad_req = 'null' freezes"],
    ),
    "None in a shape": (
        lambda: X.reshape((None, 3)), TypeError, ["(None, 3)", "inferred is -1"],
    ),
    "rows of different length": (
        lambda: nd.array([[1, 2], [3]]), TypeError, ["inhomogeneous", "Rows need the same length."],
    ),
    "a key that is text": (
        lambda: X["a"], ValueError, ["key a of type <class 'str'>", "Keys are integers, slices"],
    ),
    "a number for a context": (
        lambda: ready(nn.Dense(2)).collect_params().reset_ctx([0]), TypeError,
        ["got 0", "mx.gpu(0) is"],
    ),
    "device in place of ctx": (
        lambda: nn.Dense(2).initialize(device="cpu"), TypeError,
        ["Block.initialize()", "'device'", "mean 'ctx'?"],
    ),
    "device of an array": (
        lambda: nd.ones(2, device="cpu"), MXNetError, ["argument 'device'", "mean 'ctx'?"],
    ),
    "p of a norm": (lambda: X.norm(p=1), MXNetError, ["'p' in operator norm", "mean 'ord'?"]),
    "descending of a sort": (
        lambda: X.sort(descending=True), MXNetError, ["mean 'is_ascend'?"],
    ),
    "num_classes of one_hot": (
        lambda: nd.one_hot(nd.ones(2), num_classes=3), MXNetError, ["mean 'depth'?"],
    ),
    "k of topk in place of its axis": (
        lambda: X.topk(2), MXNetError, ["found axis=2", "x.topk(k=2)"],
    ),
    "a list of indices, mx.np": (
        lambda: mx.np.take(mx.np.ones((3, 4)), [0, 2]), TypeError, ["with mx.np.array"],
    ),
    "where with a condition alone": (
        lambda: nd.where(X > 0), MXNetError, ["expects 3 inputs", "x, y are missing"],
    ),
    "an input under another name": (
        lambda: nd.relu(x=X), MXNetError, ["data is missing", "It has no input 'x'"],
    ),
    "nonzero of NumPy": (lambda: X.nonzero(), AttributeError, ["as_np_ndarray().nonzero()"]),
    "from_torch": (
        lambda: nd.from_torch(torch.ones(2)), AttributeError, ["array(tensor)", "from_dlpack"],
    ),
    "conv2d of torch": (lambda: nd.conv2d(X), AttributeError, ["Convolution", "gluon.nn.Conv2D"]),
    "a DataLoader of mx": (lambda: mx.DataLoader, AttributeError, ["mx.gluon.data.DataLoader"]),
    "Sequential of gluon": (
        lambda: gluon.Sequential(), AttributeError, ["gluon.nn.Sequential"],
    ),
    "concat of mx.np": (lambda: mx.np.concat, AttributeError, ["concatenate([a, b])"]),
    "a misspelt name of mx.np": (lambda: mx.np.argmxa, AttributeError, ["mean 'argmax'?"]),
    "a misspelt name of mx.npx": (lambda: mx.npx.set_numpy, AttributeError, ["mean 'set_np'?"]),
    "asscalar of mx.np": (
        lambda: mx.np.ones(1).asscalar(), AttributeError, ["attribute asscalar", "item()"],
    ),
    "the number of channels for BatchNorm": (
        lambda: ready(nn.BatchNorm(64))(nd.ones((2, 3, 4, 4))), MXNetError,
        ["axis 64", "in_channels is the number of channels"],
    ),
    "a convolution after a dense layer": (
        lambda: ready(nn.Conv2D(4, 3))(X), MXNetError, ["should be 4D", "come after convolutions"],
    ),
    "a number for Lambda": (
        lambda: nn.Lambda(3), ValueError, ["Unrecognized function", "such as 'relu'"],
    ),
    "the shape of the data for summary": (
        lambda: dense(2).summary((1, 3)), TypeError, ["net.summary(nd.zeros((1, 3)))"],
    ),
    "None into a network": (
        lambda: dense(2)(None), ValueError, ["': NoneType.", "return a result?"],
    ),
    "the name of a file for a transform": (
        lambda: gluon.data.vision.transforms.ToTensor()("a.jpg"), ValueError,
        ["': str.", "mx.image.imread"],
    ),
    "reduction of a loss": (
        lambda: gluon.loss.L2Loss(reduction="sum"), TypeError,
        ["'reduction'", "one value for each sample", "loss.mean()"],
    ),
    "a part of the name of an argument": (
        lambda: gluon.loss.SoftmaxCrossEntropyLoss(sparse=False), TypeError,
        ["'sparse'", "mean 'sparse_label'?"],
    ),
    "classes along another axis": (
        lambda: SCE(nd.ones((2, 5, 8, 8)), nd.ones((2, 8, 8))), MXNetError,
        ["got (2, 8, 8)", "Classes along axis 1 need axis=1"],
    ),
    "nesterov of torch": (
        lambda: make_trainer("sgd", {"nesterov": True}), TypeError, ["'nesterov'", "'nag'"],
    ),
    "state_dict of a Trainer": (
        lambda: make_trainer().state_dict(), AttributeError, ["save_states(file)"],
    ),
    "T_max of torch": (
        lambda: mx.lr_scheduler.CosineScheduler(T_max=9), TypeError,
        ["CosineScheduler()", "mean 'max_update'?"],
    ),
    "step of a schedule": (
        lambda: mx.lr_scheduler.CosineScheduler(9).step(), AttributeError, ["gluon.Trainer calls"],
    ),
    "numbers for a metric": (
        lambda: mx.metric.Accuracy().update(1, 1), TypeError, ["labels must be arrays", "got 1"],
    ),
    "a class for a metric": (
        lambda: mx.metric.create(mx.metric.Accuracy), TypeError, ["class Accuracy", "call it"],
    ),
    "k of a metric": (
        lambda: mx.metric.TopKAccuracy(k=5), TypeError, ["TopKAccuracy()", "mean 'top_k'?"],
    ),
    "a metric of Keras": (
        lambda: mx.metric.create("mean_squared_error"), AssertionError, ["mean 'mse'?"],
    ),
    "an error of different sizes": (
        lambda: mx.metric.MAE().update([nd.ones(3)], [X]), ValueError,
        ["mae of labels and predictions", "(3,1) (4,3)"],
    ),
    "an initializer of Keras": (
        lambda: nn.Dense(2, in_units=3).initialize("he_normal"), AssertionError,
        ["mean 'msraprelu'?"],
    ),
    "a class for a DataLoader": (
        lambda: gluon.data.DataLoader(gluon.data.ArrayDataset, 2), TypeError,
        ["needs a dataset with __len__", "ArrayDataset'>"],
    ),
    "a number for an ArrayDataset": (
        lambda: gluon.data.ArrayDataset(X, 5), TypeError, ["array[1] must be an array", "got 5"],
    ),
    "a list of transforms": (
        lambda: gluon.data.ArrayDataset(X, X).transform_first([abs]), TypeError,
        ["a transform is a function", "transforms.Compose"],
    ),
    "download of torchvision": (
        lambda: gluon.data.vision.MNIST(download=True), TypeError,
        ["MNIST()", "'download'", "are downloaded"],
    ),
    "NumPy's arrays in a file": (
        lambda: nd.save("a", {"x": np.ones(2)}), TypeError, ["numpy.ndarray", "mx.nd.array"],
    ),
    "a DataLoader for a Module": (
        lambda: module().fit(loader(), num_epoch=1), TypeError, ["DataLoaderIter(loader)"],
    ),
    "mx.np in a graph": (
        lambda: hybridize(lambda F, x: mx.np.exp(x)), TypeError, ["use F.np.exp"],
    ),
    "the name of an optimizer for an Estimator": (
        lambda: Estimator(dense(2), SCE, trainer="adam"), ValueError,
        ["gluon.Trainer:adam", "gluon.Trainer(net.collect_params(), optimizer)"],
    ),
    "the trainer of another network": (
        lambda: Estimator(dense(2), SCE, trainer=make_trainer()), ValueError,
        ["no parameter of the network"],
    ),
    "a network of torch for an Estimator": (
        lambda: Estimator(torch.nn.Linear(2, 2), SCE), ValueError, ["Gluon block", "Linear"],
    ),
    "optimizer of an Estimator": (
        lambda: Estimator(dense(2), SCE, optimizer="adam"), TypeError,
        ["Estimator()", "mean 'trainer'?"],
    ),
    "validation_data of Keras": (
        lambda: fit(validation_data=X), TypeError, ["Estimator.fit()", "mean 'val_data'?"],
    ),
    "epochs that are text": (lambda: fit(epochs="3"), ValueError, ["epochs", "got '3'"]),
    "a name for a monitor": (
        lambda: EarlyStoppingHandler("val_loss"), ValueError, ["metric objects", "Got 'val_loss'"],
    ),
    "a call without inputs": (
        lambda: dense(2)(), TypeError, ["Dense 'dense", "forward(x, *args)", "with 0 inputs"],
    ),
    "forward with F": (
        lambda: ForwardWithF()(X), TypeError,
        ["ForwardWithF 'forwardwithf", "forward(F, x)", "F is a parameter of hybrid_forward alone"],
    ),
    "F at the end": (
        lambda: EndsWithF()(X), TypeError, ["hybrid_forward(x, F)", "hybrid_forward(self, F, x)"],
    ),
    "an argument that nothing resembles": (
        lambda: rnn.LSTM(4, return_sequences=True), TypeError,
        ["'return_sequences'", "Its arguments are hidden_size, num_layers"],
    ),
    "batch_first of torch": (
        lambda: rnn.LSTM(4, batch_first=True), TypeError, ["Did you mean 'layout'?"],
    ),
    "padding of Keras": (
        lambda: nn.Conv2D(4, 3, padding="same"), AssertionError, ["(kernel_size - 1) // 2"],
    ),
    "a misspelt function": (
        lambda: nn.HybridLambda("rellu"), AssertionError, ["rellu", "Did you mean 'relu'?"],
    ),
    "a layer out of range": (
        lambda: stack(3, 2)[4], IndexError, ["HybridSequential", "has 1 layer,", "got 4"],
    ),
    "a layer by name": (
        lambda: stack(3, 2)["dense0"], TypeError, ["by position or slice, got 'dense0'"],
    ),
    "states of no batch": (
        lambda: rnn.LSTM(4).begin_state(), MXNetError, ["LSTM", "begin_state(batch_size=4)"],
    ),
    "cast to a misspelt type": (
        lambda: nn.Dense(2).cast("float31"), TypeError, ["'float31'", "Did you mean 'float32'?"],
    ),
    "gamma of another size": (
        lambda: ready(nn.LayerNorm(in_channels=4))(X), MXNetError,
        ["LayerNorm", "gamma and beta need shape (3,)"],
    ),
    "images of two axes for global pooling": (
        lambda: nn.GlobalAvgPool2D()(nd.ones((2, 3, 4))), MXNetError,
        ["got NCHW", "The data has 3 axes, the layout has 4"],
    ),
    "dot of batches": (
        lambda: nd.dot(nd.ones((2, 3, 4)), nd.ones((2, 4, 5))), MXNetError, ["batch_dot multiplies"]
    ),
    "batch_dot of matrices": (
        lambda: nd.batch_dot(X, X), MXNetError, ["dot multiplies two matrices"],
    ),
    "axes as separate arguments": (
        lambda: X.transpose(1, 0), TypeError, ["got 0", "as in transpose((1, 0))"],
    ),
    "a format for several elements": (
        lambda: f"{X:.3f}", TypeError, ["'.3f' is for one number", "(4, 3)", "asnumpy()"],
    ),
    "zero_ of torch": (lambda: X.zero_(), AttributeError, ["x[:] = 0"]),
    "apply of torch": (lambda: ReturnsNumPy.apply(X), AttributeError, ["Function()(x)"]),
    "a Function made of its inputs": (
        lambda: ReturnsNumPy(X), TypeError, ["ReturnsNumPy() takes at most 0", "Function()(x)"],
    ),
    "text for a batch size": (lambda: step_by("4"), TypeError, ["batch_size is a number", "'4'"]),
    "a misspelt last_batch": (
        lambda: gluon.data.DataLoader(X, 2, last_batch="drop"), ValueError, ["'discard'", "drop"],
    ),
    "text for workers": (
        lambda: gluon.data.DataLoader(X, 2, num_workers="2"), TypeError, ["num_workers", "'2'"],
    ),
    "text for batchify_fn": (
        lambda: gluon.data.DataLoader(X, 2, batchify_fn="stack"), TypeError,
        ["batchify_fn is a function", "'stack'"],
    ),
    "text for a transform": (
        lambda: gluon.data.vision.transforms.Compose(["flip"]), TypeError,
        ["Compose takes transforms", "'flip'"],
    ),
    "a misspelt option of hybridize": (
        lambda: dense(2).hybridize(static_aloc=True), UserWarning,
        ["no option 'static_aloc', which is ignored", "Did you mean 'static_alloc'?"],
    ),
    "a block for a Module": (
        lambda: mx.mod.Module(dense(2)), TypeError, ["runs a Symbol, got a Dense", "mx.sym.var"],
    ),
    "one symbol for a Group": (
        lambda: mx.sym.Group(mx.sym.var("a")), TypeError, ["list of symbols", "put it in []"],
    ),
    "another name for bind": (
        lambda: mx.sym.var("a").bind(mx.cpu(), {"b": X}), ValueError,
        ["key `a` is missing", "present are b"],
    ),
    "a shape without a name": (
        lambda: mx.viz.plot_network(mx.sym.var("a"), shape=(1, 2)), TypeError,
        ["dictionary", "{'data': (1, 3, 224, 224)}", "got (1, 2)"],
    ),
    "a number for a metric": (
        lambda: mx.metric.CustomMetric(3), TypeError, ["feval is a function", "got 3"],
    ),
    "a misspelt option of the profiler": (
        lambda: mx.profiler.set_config(filenam="x"), MXNetError, ["Did you mean 'filename'?"],
    ),
    "a state of the profiler": (
        lambda: mx.profiler.set_state("start"), KeyError, ["'run' or 'stop'", "got 'start'"],
    ),
    "F1 of several classes": (
        lambda: mx.metric.F1().update([nd.array([0, 1, 2, 0])], [X]), ValueError,
        ["only support binary classification", "There are 3 classes in these labels", "PCC"],
    ),
    "predictions without labels, as of a Module": (
        lambda: mx.metric.Accuracy().update([], [X]), ValueError,
        ["labels 0 does not match shape of predictions 1", "give it labels too"],
    ),
    "a condition with several elements": (
        lambda: nd.contrib.cond(nd.ones(3), lambda: X, lambda: X), ValueError,
        ["shape (3,) is not a scalar", "min() or max()", "where"],
    ),
    "classes for KLDivLoss": (
        lambda: gluon.loss.KLDivLoss()(X, nd.ones(4)), MXNetError,
        ["[4] [4,3]", "labels are probabilities of classes, of the predictions' shape"],
    ),
    "integers divided by zero": (
        lambda: nd.ones(2, dtype="int32") / 0, MXNetError,
        ["_div_scalar", "division of integers by zero", "astype('float32')"],
    ),
    "a generator for an array": (
        lambda: nd.array(i for i in range(3)), TypeError,
        ["not 'generator'", "list() makes a list of its elements"],
    ),
    "softmax as an activation": (
        lambda: dense(2, activation="softmax")(X), ValueError,
        ["'softmax'", "valid values are", "SoftmaxCrossEntropyLoss contains it"],
    ),
    "linear as an activation": (
        lambda: mx.sym.Activation(mx.sym.var("x"), act_type="linear"), MXNetError,
        ["'linear'", "leave out the activation"],
    ),
    "channels of input and output for Conv2D": (
        lambda: ready(nn.Conv2D(3, 64, 3, in_channels=3))(nd.ones((1, 3, 32, 32))), MXNetError,
        ["kernel size exceed", "arguments of a layer are channels, kernel_size, strides"],
    ),
    "seed of mx.nd.random": (lambda: nd.random.seed(1), AttributeError, ["mx.random.seed(0)"]),
    "data of torch": (lambda: X.data, AttributeError, ["detach()", "asnumpy()"]),
    "append of an array": (lambda: X.append(1), AttributeError, ["nd.concat(x, y, dim=0)"]),
    "float32 of torch": (lambda: nd.float32, AttributeError, ["dtype='float32'"]),
    "losses of mx": (lambda: mx.loss, AttributeError, ["mx.gluon.loss"]),
    "matmul of mx": (lambda: mx.matmul, AttributeError, ["mx.nd.dot"]),
    "from_numpy of mx": (lambda: mx.from_numpy, AttributeError, ["mx.nd.from_numpy"]),
    "layers of gluon": (lambda: gluon.layers, AttributeError, ["gluon.nn has the layers"]),
    "Identity of torch": (lambda: nn.Identity, AttributeError, ["mx.gluon.contrib.nn.Identity"]),
    "Input of Keras": (lambda: nn.Input, AttributeError, ["no layer for its input"]),
    "add of a Block": (lambda: nn.Block().add, AttributeError, ["HybridSequential have it"]),
    "pop of Keras": (lambda: stack(3, 2).pop(), AttributeError, ["net[:-1]"]),
    "insert of torch": (lambda: stack(3, 2).insert, AttributeError, ["add(*layers)"]),
    "StepLR of torch": (
        lambda: mx.lr_scheduler.StepLR, AttributeError, ["FactorScheduler(step, factor)"],
    ),
    "import_model of mx.onnx": (
        lambda: mx.onnx.import_model, AttributeError, ["mx.contrib.onnx.import_model"],
    ),
    "one array for clip_global_norm": (
        lambda: gluon.utils.clip_global_norm(X, 1), TypeError, ["list of arrays", "put it in []"],
    ),
    "one angle": (
        lambda: gluon.data.vision.transforms.RandomRotation(30), TypeError,
        ["pair such as (-30, 30)", "got 30"],
    ),
    "a dataset of no file": (
        lambda: gluon.data.RecordFileDataset("none.rec"), MXNetError,
        ["cannot open 'none.rec'", "No such file"],
    ),
    "an array to evaluate a Module": (
        lambda: module().fit(mx.io.NDArrayIter(X, nd.zeros(4)), eval_data=X, num_epoch=1),
        TypeError, ["iterator of batches", "got a NDArray", "mx.io.NDArrayIter"],
    ),
    "learning_rate of fit": (
        lambda: module().fit(X, learning_rate=0.1), TypeError, ["mean 'optimizer_params'?"],
    ),
    "a name in place of names": (
        lambda: mx.mod.Module(mx.sym.var("data"), "data", None), ValueError,
        ["name 'd' is not found", "Names are a list: data_names=['data']"],
    ),
    "a number of a symbol": (
        lambda: hybridize(lambda F, x: x * float(x.sum())), TypeError,
        ["has no value yet", "functions of F"],
    ),
    "T of a symbol": (
        lambda: hybridize(lambda F, x: x.T), AttributeError, ["transpose() reverses the axes"],
    ),
    "@ between symbols": (
        lambda: hybridize(lambda F, x: x @ x), TypeError, ["no operator @", "F.dot"],
    ),
    "groups that do not divide the channels": (
        lambda: ready(nn.Conv2D(4, 3, groups=3))(nd.ones((1, 4, 8, 8))), MXNetError,
        ["Convolution", "4 channels of the data are not divisible by num_group=3"],
    ),
    "groups that do not divide the filters": (
        lambda: ready(nn.Conv2D(5, 3, groups=2))(nd.ones((1, 4, 8, 8))), MXNetError,
        ["num_filter=5 is not divisible by num_group=2"],
    ),
    "a negative number of channels": (
        lambda: nn.Conv2D(-4, 3), ValueError, ["_weight'", "shape (-4, 0, 3, 3)", "channels"],
    ),
    "units that are no integer": (
        lambda: nn.Dense(2.5), ValueError, ["the units of Dense", "got 2.5"],
    ),
    "no units": (lambda: nn.Dense(None), ValueError, ["the units of Dense", "got None"]),
    "vectors of two and a half elements": (
        lambda: nn.Embedding(10, 2.5), ValueError, ["embedding", "(10, 2.5)", "are integers"],
    ),
    "InstanceNorm without channels": (
        lambda: ready(nn.InstanceNorm())(nd.ones(4)), MXNetError,
        ["InstanceNorm", "3 and more axes", "(4,)"],
    ),
    "a hook that is no function": (
        lambda: dense(2).register_forward_hook(3), TypeError, ["a hook is a function", "got 3"],
    ),
    "arrays for a SymbolBlock": (
        lambda: gluon.SymbolBlock([X], [X]), TypeError, ["list of symbols", "got NDArray"],
    ),
    "three means for a gray image": (
        lambda: gluon.data.vision.transforms.Normalize((1, 2, 3))(nd.ones((1, 8, 8))), MXNetError,
        ["Invalid mean", "[1,8,8]", "one for all channels"],
    ),
    "a misspelt type of a transform": (
        lambda: gluon.data.vision.transforms.Cast("flot32")(X), TypeError,
        ["'flot32'", "did you mean 'float32'?"],
    ),
    "a file name for imdecode": (
        lambda: mx.image.imdecode("cat.jpg"), ValueError, ["got str", "mx.image.imread"],
    ),
    "height and width for augmenters": (
        lambda: mx.image.CreateAugmenter((8, 8)), ValueError,
        ["(channels, height, width)", "got (8, 8)"],
    ),
    "numbers for an iterator": (
        lambda: mx.io.NDArrayIter([1, 2, 3]), TypeError, ["a list of numbers", "numpy.array"],
    ),
    "a misspelt required parameter of an iterator": (
        lambda: mx.io.CSVIter(data_csv="a.csv", data_shape=(3,), batchsize=2), MXNetError,
        ["batch_size is not presented", "batchsize is not a parameter", "mean 'batch_size'?"],
    ),
    "an array for ResizeIter": (
        lambda: mx.io.ResizeIter(X, 3), TypeError, ["ResizeIter", "got a NDArray", "NDArrayIter"],
    ),
    "a number for PrefetchingIter": (
        lambda: mx.io.PrefetchingIter(3), TypeError, ["PrefetchingIter takes an iterator", "int"],
    ),
    "a record that does not exist": (
        lambda: indexed_records(2).read_idx(7), KeyError,
        ["records.idx", "has no record 7", "it has 2, from 0 to 1"],
    ),
    "a record without a header": (
        lambda: mx.recordio.pack(3, b"abc"), TypeError, ["IRHeader(flag, label, id, id2)", "got 3"],
    ),
    "a text file for load_states": (
        lambda: make_trainer().load_states(write_file("a.states")), MXNetError,
        ["'a.states'", "not optimizer states"],
    ),
    "a schedule without steps": (
        lambda: mx.lr_scheduler.FactorScheduler(0), ValueError, ["1 round, got 0"],
    ),
    "a factor that increases the rate": (
        lambda: mx.lr_scheduler.FactorScheduler(1, 2), ValueError, ["no more than 1", "got 2"],
    ),
    "steps in falling order": (
        lambda: mx.lr_scheduler.MultiFactorScheduler([5, 3]), ValueError, ["got [5, 3]"],
    ),
    "a schedule without updates": (
        lambda: mx.lr_scheduler.CosineScheduler(0), ValueError, ["got max_update=0"],
    ),
    "a misspelt warmup": (
        lambda: mx.lr_scheduler.CosineScheduler(9, warmup_mode="lin"), ValueError, ["got 'lin'"],
    ),
    "a warmup that begins too high": (
        lambda: mx.lr_scheduler.CosineScheduler(9, warmup_begin_lr=1), ValueError,
        ["base_lr=0.01 and warmup_begin_lr=1"],
    ),
    "an epoch that is text": (
        lambda: mx.model.load_checkpoint("net", "7"), ValueError, ["is a number", "got '7'"],
    ),
    "a loop without states": (
        lambda: nd.contrib.foreach(lambda x, states: x, X, []), ValueError,
        ["foreach must return two things", "its output and the states", "got NDArray"],
    ),
    "a loop without outputs in a graph": (
        lambda: mx.sym.contrib.while_loop(
            lambda i: i < 3, lambda i: i + 1, mx.sym.var("i"), max_iterations=3
        ), ValueError, ["while_loop must return two things", "loop variables", "got Symbol"],
    ),
    "a misspelt storage type": (
        lambda: X.tostype("crs"), MXNetError, ["'crs'", "Did you mean 'csr'?"],
    ),
    "an element of a sparse matrix": (
        lambda: X.tostype("csr")[0, 1], ValueError, ["CSRNDArray", "tostype('default')"],
    ),
    "an element type in place of a device": (
        lambda: nd.ones((2, 3), "float32"), MXNetError, ["'float32' is an element type", "dtype="],
    ),
    "a device without brackets": (
        lambda: nd.ones(3, ctx="gpu1"), MXNetError, ["'gpu1'", "Did you mean 'gpu(1)'?"],
    ),
    "a value of another shape for a Parameter": (
        lambda: dense(2, in_units=3).weight.set_data(nd.ones((3, 2))), AssertionError,
        ["Expected shape (3, 2)", "given shape (2, 3) of Parameter", "has the second one"],
    ),
    "a Parameter without a shape": (
        lambda: mx.gluon.Parameter("scale").initialize(), ValueError,
        ["'scale'", "invalid shape: None", "shape=(3, 4)", "allow_deferred_init=True"],
    ),
    "a layer in place of its parameters": (
        lambda: nn.Dense(2, params=nn.Dense(2)), TypeError,
        ["Dense()", "block.params", "got type Dense"],
    ),
    "a head gradient that is too small": (
        lambda: run_recorded(dense(2)).backward(nd.ones(2)), MXNetError,
        ["has shape (2,)", "too small for its head, (4, 2)"],
    ),
    "an axis that cannot be broadcast": (
        lambda: X.broadcast_to((5, 3)), ValueError, ["(4, 3)", "(5, 3)", "axes of size 1"],
    ),
    "a name for the size of a crop": (
        lambda: gluon.data.vision.transforms.CenterCrop("big"), ValueError,
        ["an integer or a pair (width, height)", "got 'big'"],
    ),
    "a CSR matrix of two parts": (
        lambda: nd.sparse.csr_matrix(([1, 2], [0, 1])), ValueError,
        ["(rows, columns)", "got [0, 1]", "(data, indices, indptr)"],
    ),
    "labels of another batch for Perplexity": (
        lambda: mx.metric.Perplexity(None).update([nd.ones(3)], [X]), AssertionError,
        ["(3,) vs. (4, 3)", "without axis -1"],
    ),
    "outputs under another name": (
        lambda: mx.metric.Accuracy(output_names=["x"]).update_dict({}, {"softmax_output": X}),
        KeyError, ["output 'x' is not one of softmax_output"],
    ),
    "Dense(0)": (
        lambda: dense(0)(X), MXNetError,
        ["invalid shape: (0, 0)", "units or channels of a layer must be at least 1"],
    ),
    "DLPack of a number": (
        lambda: nd.from_dlpack(3), MXNetError,
        ["from_dlpack", "object with __dlpack__", "got 3", "mx.nd.array"],
    ),
    "DLPack of a list, mx.np": (
        lambda: mx.np.from_dlpack([1]), MXNetError, ["object with __dlpack__", "got [1]"]
    ),
    "too many arguments of a layer": (
        lambda: nn.MaxPool2D(2, 2, 2, 2, 2, 2), TypeError,
        ["MaxPool2D() takes at most 5 positional arguments (pool_size, ", "got 6"],
    ),
    "too many arguments of a metric": (
        lambda: mx.metric.Accuracy(1, "acc", None, None, 5), TypeError,
        ["Accuracy() takes at most 4 positional arguments (axis, name, ", "got 5"],
    ),
    "too many arguments of a schedule": (
        lambda: mx.lr_scheduler.FactorScheduler(1, 2, 3, 4, 5, 6, 7, 8), TypeError,
        ["FactorScheduler() takes at most 7 positional arguments (step, ", "got 8"],
    ),
    "an axis for Flatten": (
        lambda: nn.Flatten(1), TypeError, ["Flatten(): prefix must be a string, got type int"]
    ),
    "a Block without forward": (
        lambda: WithoutForward()(X), NotImplementedError, ["write a method forward(self, x)"]
    ),
    "a HybridBlock without hybrid_forward": (
        lambda: nn.HybridBlock()(X), NotImplementedError, ["method hybrid_forward(self, F, x)"]
    ),
    "channels of a wrong first call": (
        lambda: ready(nn.Conv2D(8, 3, in_channels=28))(nd.ones((2, 3, 28, 28))), MXNetError,
        ["made, or first called, with 28 channels, and the data has 3", "create the layer again"],
    ),
    "symbols of different shapes": (
        bind_unfit_shapes, MXNetError,
        ["expected [2,3], got [4,5]", "broadcast_add repeats axes of size 1"],
    ),
    "no contexts to split over": (
        lambda: gluon.utils.split_and_load(X, []), ValueError,
        ["ctx_list must have at least one context", "[mx.cpu()]"],
    ),
    "types of torch": (lambda: nd.ones(2, dtype=mx.float32), AttributeError, ["dtype='float32'"]),
    "clamp of torch": (lambda: X.clamp(0, 1), AttributeError, ["clip(a_min, a_max)"]),
    "mm of torch, mx.np": (lambda: mx.np.ones(2).mm(1), AttributeError, ["x @ y"]),
    "data and labels for a DataLoader": (
        lambda: gluon.data.DataLoader(X, nd.arange(4)), TypeError,
        ["batch_size must be a positive integer, got a NDArray", "ArrayDataset(data, labels)"],
    ),
    "a class in place of a transform": (
        lambda: gluon.data.ArrayDataset(X).transform(gluon.data.vision.transforms.ToTensor)[0],
        TypeError, ["ToTensor()", "got type NDArray", "call it: ToTensor()(x)"],
    ),
    "an array in place of a Parameter": (
        lambda: setattr(dense(2), "weight", X), TypeError, ["weight", "weight.set_data(array)"],
    ),
    "a number in place of a layer": (
        lambda: setattr(WithLayer(), "layer", 3), TypeError, ["layer", "replaced by another Block"],
    ),
    "a file pattern for collect_params": (
        lambda: dense(2).collect_params("*weight"), re.error,
        ["regular expression such as '.*weight'", "got '*weight'", "nothing to repeat"],
    ),
    "a list for set_data": (
        lambda: dense(2, in_units=3).weight.set_data([[1, 2, 3], [4, 5, 6]]), TypeError,
        ["Parameter '", "shape (2, 3)", "got a list", "mx.nd.array"],
    ),
    "an array of text": (
        lambda: nd.array(["cat", "dog"]), TypeError, ["'cat'", "encoded as numbers first"],
    ),
    "an array of objects": (
        lambda: nd.array(np.array([1, [2]], dtype=object)), TypeError, ["array of objects"],
    ),
    "a symbol beside an array": (
        lambda: X + mx.sym.var("a"), TypeError, ["Symbol", "no values yet", "or bind it"],
    ),
    "a short name of a type": (lambda: X.astype("fp16"), TypeError, ["'fp16'", "'float16'?"]),
    "a file in a folder that does not exist": (
        lambda: dense(2, in_units=3).save_parameters("runs/1/net.params"), MXNetError,
        ["cannot write 'runs/1/net.params'", "there is no folder", "create it first"],
    ),
    "save of a Trainer": (lambda: make_trainer().save("a"), AttributeError, ["save_states(file)"]),
    "metrics of MXNet 2": (lambda: gluon.metric, AttributeError, ["mx.metric has"]),
    "keras of mx": (lambda: mx.keras, AttributeError, ["mx.gluon.nn", "Estimator"]),
    "an array in a graph": (
        lambda: hybridize(lambda F, x: x + F.array([1, 2, 3])), AttributeError,
        ["graph has no arrays", "self.params.get_constant("],
    ),
    "train in place of the folder": (
        lambda: gluon.data.vision.MNIST(False), TypeError,
        ["root is a folder", "MNIST(train=False)"],
    ),
    "transforms for Compose": (
        lambda: gluon.data.vision.transforms.Compose(abs, abs), TypeError,
        ["Compose()", "got 2", "Compose([first, second])"],
    ),
    "a class in place of a handler": (
        lambda: fit(epochs=1, event_handlers=[EarlyStoppingHandler]), ValueError,
        ["handlers must be", "EarlyStoppingHandler", "Give instances"],
    ),
    "history of Keras": (
        lambda: fit(epochs=1).history["loss"], AttributeError, ["history['training accuracy']"],
    ),
    "save of an Estimator": (
        lambda: Estimator.save, AttributeError,
        ["net.save_parameters(file)", "CheckpointHandler"],
    ),
    "manual_seed of torch": (lambda: mx.random.manual_seed(0), AttributeError, ["seed(0)"]),
    "resnet18 of torchvision": (lambda: vision.resnet18(), AttributeError, ["resnet18_v1"]),
    "names of torch for a schedule": (
        lambda: mx.lr_scheduler.OneCycleScheduler(9, max_lr=1), TypeError,
        ["'max_lr'", "'base_lr'?"],
    ),
    "inv of NumPy": (lambda: nd.linalg.inv(X), AttributeError, ["inverse"]),
    "models of Keras": (lambda: mx.models, AttributeError, ["mx.gluon.model_zoo.vision"]),
    "relu of JAX": (lambda: mx.relu(X), AttributeError, ["mx.nd has the functions"]),
    "std of NumPy": (lambda: nd.std(X), AttributeError, ["mx.np.std"]),
    "isnan of NumPy": (lambda: nd.isnan(X), AttributeError, ["contrib.isnan"]),
    "randint of NumPy": (lambda: nd.randint(3), AttributeError, ["random.randint"]),
    "mul of torch": (lambda: X.mul(2), AttributeError, ["x * y"]),
    "Model of Keras": (lambda: gluon.Model, AttributeError, ["gluon.Block"]),
    "Model of Keras among the layers": (lambda: nn.Model, AttributeError, ["HybridBlock"]),
    "datasets of torchvision": (lambda: gluon.datasets, AttributeError, ["gluon.data.vision"]),
    "he as an initializer": (
        lambda: nn.Dense(2).initialize("he"), AssertionError, ["Did you mean 'msraprelu'?"],
    ),
    "random_normal as an initializer": (
        lambda: nn.Dense(2).initialize("random_normal"), AssertionError, ["mean 'normal'?"],
    ),
    "comparisons joined by &": (
        lambda: (X > 0) & (X < 2), TypeError, ["operators & and |", "nd.logical_and(x, y)"],
    ),
    "a file in place of params": (
        lambda: mx.onnx.export_model(dense(2), "net.onnx"), MXNetError, ["onnx_file_path="],
    ),
    "parameters of a network for nd.save": (
        lambda: nd.save("x", dense(2).collect_params()), ValueError,
        ["got ParameterDict", "net.save_parameters(file)"],
    ),
    "a file of Keras": (
        lambda: dense(2).load_parameters(write_file("net.h5", b"\x89HDF\r\n\x1a\n")), MXNetError,
        ["net.h5", "an HDF5 file, as Keras"],
    ),
    "a model file for load_parameters": (
        lambda: dense(2).load_parameters(write_file("net.mx", b"PK\x03\x04    ")), MXNetError,
        ["net.save (see gluon.load)", "gluon.Checkpoint"],
    ),
    "a scaled loss without a scale": (
        lambda: amp.scale_loss(X, make_trainer()).__enter__(), AttributeError,
        ["'Trainer' object has no loss scale", "amp.init()", "amp.init_trainer(trainer)"],
    ),
    "a function without F in a HybridLambda": (
        lambda: nn.HybridLambda(lambda x: x)(X), TypeError,
        ["calls <lambda> with F, which is mx.nd", "function(F, x)", "Lambda calls a function with"],
    ),
    "a list of arrays for a network": (
        lambda: dense(2)([X, X]), TypeError, ["pass the arrays of a list one by one", "concat"],
    ),
    "get_weights of Keras": (lambda: dense(2).get_weights(), AttributeError, ["collect_params()"]),
    "training of torch": (lambda: dense(2).training, AttributeError, ["autograd.is_training()"]),
    "random_split of torch": (
        lambda: gluon.data.random_split, AttributeError, ["sampler=positions"],
    ),
    "TensorDataset of torch": (lambda: gluon.data.TensorDataset, AttributeError, ["ArrayDataset"]),
    "prefetch_factor of torch": (
        lambda: gluon.data.DataLoader(X, 2, prefetch_factor=2), TypeError, ["prefetch is"],
    ),
    "weights of torchvision": (
        lambda: vision.resnet18_v1(weights="x"), TypeError, ["pretrained=True loads"],
    ),
    "a module of torch as a file": (
        lambda: dense(2).load_torch(save_module("net.pt")), MXNetError,
        ["net.pt", "torch.save(module.state_dict(), file)"],
    ),
    "verbose of Keras": (lambda: fit(epochs=1, verbose=0), TypeError, ["'progress'?"]),
}  # fmt: skip

# The same with a simulated GPU.
GPU_ERRORS = {
    "parameters on a GPU, data on the host": (
        lambda: on_gpu(nn.Dense(2, in_units=3))(X), RuntimeError,
        ["was not initialized on context cpu(0)", "only initialized on [gpu(0)]", "as_in_context"],
    ),
    "arrays on two devices": (
        lambda: X + X.as_in_context("gpu"), MXNetError,
        ["require all inputs live on the same context", "cpu(0)", "gpu(0)", "as_in_context"],
    ),
}  # fmt: skip


def check_message(mistake, kind, fragments):
    with pytest.raises(kind) as caught:
        mistake()
    text = str(caught.value)
    missing = [part for part in fragments if not re.search(re.escape(part), text, re.IGNORECASE)]
    assert not missing, f"{missing} not in: {text}"


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    """Work in an empty folder, without a network or a program that draws."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MXNET_GLUON_REPO", "http://127.0.0.1:1/")
    monkeypatch.setenv("MXNET_HOME", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))


@pytest.mark.parametrize("name", ERRORS)
def test_errors(name):
    check_message(*ERRORS[name])


@pytest.mark.parametrize("name", GPU_ERRORS)
def test_errors_with_a_gpu(name, monkeypatch):
    monkeypatch.setenv("MXNET_SIMULATE_GPUS", "1")
    check_message(*GPU_ERRORS[name])


# What others refuse and we do not.
WORKS = {
    "x.grad without attach_grad": (lambda: X.grad, None),
    "tensors of torch for an array": (
        lambda: nd.array(torch.ones(2, 3, requires_grad=True).T).shape, (3, 2)
    ),
    "tensors of torch for an iterator": (
        lambda: mx.io.NDArrayIter(torch.ones(4, 3), torch.ones(4), 2).provide_data[0].shape, (2, 3)
    ),
    "a tensor of torch for elements": (
        lambda: set_elements(torch.ones(4, 3, requires_grad=True)).sum().asscalar(), 12
    ),
    "functions in Compose": (
        lambda: gluon.data.vision.transforms.Compose([lambda x: x + 1])(X).shape, (4, 3)
    ),
    "NumPy's numbers of double precision for an Estimator": (
        lambda: fit_arrays(np.ones((4, 3)), [0, 1, 1, 0]), 1
    ),
    "contexts by name": (
        lambda: [nd.ones(2, ctx=name).context for name in ("cpu", "cpu(1)", "cpu:1")],
        [mx.cpu(0), mx.cpu(1), mx.cpu(1)],
    ),
    "parameters on a context by name": (
        lambda: dense(2, in_units=3).weight.data("cpu").context, mx.cpu()
    ),
    "a copy to a context by name": (lambda: X.as_in_context("cpu") is X, True),
    "an array of mx.np in a network of mx.nd": (
        lambda: dense(2)(mx.np.ones((2, 3))).shape, (2, 2)
    ),
    "learning rates that are text": (
        lambda: make_trainer("sgd", {"learning_rate": "0.5"}).learning_rate, 0.5
    ),
    "a partial function as a layer": (
        lambda: nn.Lambda(functools.partial(nd.clip, a_min=0, a_max=0.5))(X).max().asscalar(), 0.5
    ),
    "a format for one element": (lambda: f"{X.mean():.3f} {X[0, :1]:.1f}", "1.000 1.0"),
    "plot_network of a block": (
        lambda: "FullyConnected" in mx.viz.plot_network(dense(2)).source, True
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", WORKS)
def test_works(name):
    compute, expected = WORKS[name]
    assert compute() == expected


def test_parameters_of_an_exported_file():
    net = stack(3, 2)
    net.hybridize()
    before = net(X).asnumpy()
    net.export("net")
    other = stack(3, 2)
    other.load_parameters("net-0000.params")
    np.testing.assert_array_equal(other(X).asnumpy(), before)


@pytest.mark.parametrize("hybridized", [False, True])
def test_a_right_call_after_a_wrong_one(hybridized):
    net = nn.HybridSequential()
    net.add(nn.Conv2D(8, 3), nn.BatchNorm(), nn.Conv2D(4, 3), nn.Dense(2))
    net.initialize()
    net.hybridize(hybridized)
    with pytest.raises(MXNetError):
        net(nd.ones((2, 28, 28, 3)))  # it fails at the second convolution
    assert net[0].weight.shape == (8, 0, 3, 3)
    assert net(nd.ones((2, 3, 28, 28))).shape == (2, 2)


class Racing(nn.Block):
    """Fails while another thread calls its layer."""

    def __init__(self):
        super().__init__()
        self.dense = nn.Dense(2)

    def forward(self, x):
        other = threading.Thread(target=self.dense, args=(x,))
        other.start()
        other.join()
        raise ValueError("mine")


def test_failed_call_keeps_shapes_completed_by_another_thread():
    net = ready(Racing())
    with pytest.raises(ValueError, match="mine"):
        net(X)
    assert net.dense.weight.data().shape == (2, 3)


def test_a_wrong_call_after_a_right_one_keeps_the_values():
    net = dense(2)
    before = net(X).asnumpy()
    with pytest.raises(MXNetError):
        net(nd.ones((4, 5)))
    np.testing.assert_array_equal(net(X).asnumpy(), before)


def test_labels_out_of_range_are_clipped_as_in_mxnet_unless_checked():
    assert SCE(X[:2], nd.array([5, 0])).shape == (2,)
    assert embed(12).shape == (1, 2)


def test_names_of_torch_are_free_for_subclasses():
    class Net(nn.Dense):
        def train(self):
            return "mine"

    net = Net(2)
    net.fit = 3
    assert (net.train(), net.fit) == ("mine", 3)
    assert not hasattr(net, "eval") and not hasattr(X, "item")
    assert "eval" not in dir(net) and "item" not in dir(X) and "train" in dir(net)


def test_the_learning_rate_of_a_trainer_can_be_set():
    trainer = make_trainer()
    trainer.learning_rate = 0.25
    assert trainer.optimizer.learning_rate == 0.25


def test_foreign_names_are_not_suggested_similar_ones():
    """Python adds a suggestion to errors that know their object; here there is a better one."""
    for name, where in ("cat", nd), ("lr", make_trainer()):
        with pytest.raises(AttributeError) as caught:
            getattr(where, name)
        assert caught.value.name == name and caught.value.obj is None
