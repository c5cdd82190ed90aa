"""Networks from their printed text: the same text again, the same graph, the same numbers."""

from __future__ import annotations

import json

import numpy as np
import pytest

import mxnet as mx
from mxnet import MXNetError, gluon, nd
from mxnet.gluon import contrib, nn, rnn
from mxnet.gluon.model_zoo import vision
from mxnet.gluon.model_zoo.vision.vgg import VGG

MODELS = """
    alexnet densenet121 inceptionv3 mobilenet0.25 mobilenet1.0 mobilenetv2_0.25 mobilenetv2_1.0
    resnet18_v1 resnet18_v2 resnet34_v1 resnet50_v1 resnet50_v2 squeezenet1.0 squeezenet1.1
    vgg11 vgg16_bn vgg19
""".split()


def graph_of(net):
    """Operators, attributes and connections of a network, without names."""
    nodes = json.loads(net(mx.sym.var("data")).tojson())["nodes"]
    return [
        (node["op"], node.get("attrs") if node["op"] != "null" else None, node["inputs"])
        for node in nodes
    ]


@pytest.mark.parametrize("name", MODELS)
def test_models_of_the_zoo(name):
    net = vision.get_model(name)
    again = nn.from_repr(repr(net))
    assert repr(again) == repr(net) and type(again) is type(net)
    assert graph_of(again) == graph_of(net)
    ours, theirs = (n._collect_params_with_prefix() for n in (again, net))
    assert {k: p.shape for k, p in ours.items()} == {k: p.shape for k, p in theirs.items()}


SMALL = {
    "resnet18_v1": lambda: vision.resnet18_v1(classes=3),
    "mobilenetv2": lambda: vision.mobilenet_v2_0_25(classes=3),
    "vgg": lambda: VGG([1, 1, 1, 1], [4, 4, 4, 8], classes=3),
}


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("called", [False, True], ids=["before", "after"])
def test_numbers(name, called, tmp_path):
    """The text of a network that has seen data has all its sizes; of any other it has not."""
    net, x = SMALL[name](), nd.random.uniform(shape=(1, 3, 32, 32))
    net.initialize()
    text = repr(net)
    expected = net(x).asnumpy()
    again = nn.from_repr(repr(net) if called else text)
    net.save_parameters(tmp_path / "net")
    again.load_parameters(tmp_path / "net")
    np.testing.assert_allclose(again(x).asnumpy(), expected, 1e-4, 1e-5)


LAYERS = [
    nn.Dense(3),
    nn.Dense(3, activation="sigmoid", in_units=4),
    nn.Dropout(0.5),
    nn.Dropout(0.25, axes=(1, 2)),
    nn.Embedding(10, 4, dtype="float16"),
    nn.Flatten(),
    nn.BatchNorm(axis=-1, momentum=0.5, epsilon=1e-3, scale=False, use_global_stats=True),
    nn.BatchNormReLU(in_channels=3),
    contrib.nn.SyncBatchNorm(in_channels=2),
    nn.LayerNorm(axis=1, center=False, in_channels=3),
    nn.InstanceNorm(axis=2, in_channels=4),
    nn.GroupNorm(4, scale=False),
    *(nn.Activation("softrelu"), nn.LeakyReLU(0.1)),
    *(nn.PReLU(), nn.ELU(), nn.SELU(), nn.GELU(), nn.Swish()),
    *(nn.Lambda("tanh"), nn.HybridLambda("tanh"), nn.HybridLambda("maximum")),
    nn.Conv1D(2, 3),
    nn.Conv2D(2, (3, 1), (1, 2), 1, 2, 2, in_channels=4, use_bias=False, activation="tanh"),
    nn.Conv3D(2, 3),
    nn.Conv1DTranspose(4, 3, in_channels=2),
    nn.Conv2DTranspose(4, 3, strides=2, groups=2, in_channels=6),
    nn.Conv3DTranspose(4, 3),
    *(nn.MaxPool1D(), nn.MaxPool2D(3, 2, 1, layout="NHWC"), nn.MaxPool3D(ceil_mode=True)),
    *(nn.AvgPool1D(3, 2, 1), nn.AvgPool2D(), nn.AvgPool3D()),
    *(nn.GlobalMaxPool1D(), nn.GlobalMaxPool2D(), nn.GlobalMaxPool3D()),
    *(nn.GlobalAvgPool1D(), nn.GlobalAvgPool2D(layout="NHWC"), nn.GlobalAvgPool3D()),
    *(contrib.nn.Identity(), contrib.nn.PixelShuffle2D((2, 3)), contrib.nn.PixelShuffle1D(2)),
    rnn.LSTM(5, num_layers=2, layout="NTC", dropout=0.5, bidirectional=True, input_size=3),
    *(rnn.GRU(5), rnn.RNN(5, activation="relu")),
    *(rnn.LSTMCell(5), rnn.GRUCell(5, input_size=2), rnn.RNNCell(5, activation="relu")),
    rnn.DropoutCell(0.5, axes=(0,)),
]


@pytest.mark.parametrize("layer", LAYERS, ids=lambda layer: type(layer).__name__)
def test_layers(layer):
    again = nn.from_repr(repr(layer))
    assert type(again) is type(layer)
    if type(layer) is not contrib.nn.SyncBatchNorm:  # it prints its own name
        assert repr(again) == repr(layer)
    ours, theirs = (n._collect_params_with_prefix() for n in (again, layer))
    assert {k: p.shape for k, p in ours.items()} == {k: p.shape for k, p in theirs.items()}


def test_containers():
    net = nn.Sequential()
    net.add(nn.HybridSequential(), contrib.nn.HybridConcurrent(axis=1), rnn.SequentialRNNCell())
    net[0].add(nn.Dense(2), nn.HybridSequential())
    net[1].add(nn.Dense(2), nn.Dense(3))
    net[2].add(rnn.LSTMCell(2))
    assert repr(nn.from_repr(f"\n{net}\n\n")) == repr(net)


def test_text_of_older_versions():
    """The lines are from people's notes: fewer settings, in another order."""
    net = nn.from_repr("""
        HybridSequential(
          (0): Conv2D(3 -> 64, kernel_size=(7, 7), stride=(2, 2), padding=(3, 3), bias=False)
          (1): BatchNorm(momentum=0.9, axis=1, eps=1e-05, fix_gamma=False, in_channels=64)
          (2): Activation(relu)
          (3): MaxPool2D(size=(3, 3), stride=(2, 2), padding=(1, 1), ceil_mode=False)
          (8): GlobalAvgPool2D(size=(1, 1), stride=(1, 1), padding=(0, 0), ceil_mode=True)
          (9): Dense(64 -> 10, linear)
        )""")
    net.initialize()
    assert net(nd.ones((2, 3, 32, 32))).shape == (2, 10)
    assert list(net._children) == ["0", "1", "2", "3", "8", "9"]


def test_names_of_parameters_are_unique():
    text = "HybridSequential(\n  (0): Dense(2 -> 2, linear)\n  (1): Dense(2 -> 2, linear)\n)"
    names = list(nn.from_repr(text).collect_params())
    assert len(set(names)) == 4 and all(name.startswith("hybridsequential") for name in names)


class Twice(gluon.Block):
    def __init__(self):
        super().__init__()
        self.inner = nn.Dense(3, in_units=3)

    def forward(self, x):
        return self.inner(self.inner(x))


def test_custom_classes():
    net = nn.from_repr(repr(Twice()), classes=[Twice])
    net.initialize()
    assert isinstance(net, Twice) and net(nd.ones((1, 3))).shape == (1, 3)


BAD = {
    "Frobnicate(3 -> 2)": r"line 1: Frobnicate: this class is not known; give it as from_repr",
    "Sequential(\n  (0): Flatten\n  (1): Foo(\n  )\n)": "line 3: Foo: this class is not known",
    "Sequential(\n  (0): Flatten\n": "line 1: Sequential: its closing bracket is missing",
    "Sequential(\n  (0): Dense(3 -> 2": "line 2: Dense: its closing bracket is missing",
    "Sequential(\n  Dense(3 -> 2, linear)\n)": r"line 2: '\(name\): block' or '\)' was",
    "Sequential(\n)\nmore": "line 3: 'more' comes after the end of the network",
    "Sequential(\n  (0): Flatten\n  (0): Flatten\n)": "line 3: there are two blocks '0' in Seq",
    "Sequential(\n  (0): ???\n)": r"line 2: a block such as 'Dense\(3 -> 2, linear\)' was expected",
    "": "the text of a network was expected, got none",
    "Dense(x)": "line 1: Dense: sizes such as '3 -> 64' were expected",
    "Dense(3 -> 2, Foo(x))": r"Dense: the activation 'Foo\(x\)' is not known",
    "Dense(\n  (0): Flatten\n)": "line 1: Dense: this layer has no blocks inside",
    "Lambda(<lambda>)": "Lambda: the text does not say what its function does",
    "Lambda(save)": "Lambda: 'save' is not an operator on arrays",
    "HybridLambda(load)": "HybridLambda: 'load' is not an operator on arrays",
    "Lambda(_cvimread)": "Lambda: '_cvimread' is not an operator",
    "Lambda(Custom)": "Lambda: 'Custom' is not an operator",
    "Lambda(NDArray)": "Lambda: 'NDArray' is not an operator",
    "Lambda(__import__)": "Lambda: '__import__' is not an operator",
    "BatchNorm(eps=1e-5, colour=3)": "BatchNorm: .*'colour'",
    "Conv2D(3 -> 2)": "line 1: Conv2D: its settings are not those of this layer",
    "Activation()": "Activation: one value was expected",
    "Dropout(p = __import__('os'))": "Dropout: .*import.* is not a valid value for p",
    "Conv2D(3 -> 2, kernel_size=abc)": "Conv2D: 'abc' is not a valid value for kernel_size",
}


@pytest.mark.parametrize("text", BAD)
def test_text_that_is_none(text):
    with pytest.raises(MXNetError, match=BAD[text]):
        nn.from_repr(text)


def test_argument_that_is_no_text():
    with pytest.raises(TypeError, match="from_repr takes the text that a network prints, got"):
        nn.from_repr(nn.Dense(2))


def test_a_network_that_is_nested_too_deep():
    text = "HybridSequential(\n" + "(0): HybridSequential(\n" * 2000
    with pytest.raises(MXNetError, match="nested too deep"):
        nn.from_repr(text + ")\n" * 2001)
