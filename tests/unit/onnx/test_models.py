"""Whole networks: the model zoo, recurrent ones, attention, NumPy's functions."""

from __future__ import annotations

import numpy as np
import pytest

import mxnet as mx
from mxnet import gluon, nd
from mxnet.gluon import nn, rnn
from mxnet.gluon.model_zoo import vision

from .row import export, run_model
from .test_rows import import_model

# One of each family, as small as it can be, and what it is given. AlexNet and VGG have hundreds of
# megabytes of parameters, and no operators that others do not have.
ZOO = {
    "resnet_v1": (lambda: vision.ResNetV1(vision.BasicBlockV1, [1, 1], [8, 8, 16], 10), 32),
    "resnet_v1 bottleneck": (
        lambda: vision.ResNetV1(vision.BottleneckV1, [1, 1], [8, 8, 16], 10, thumbnail=True), 16,
    ),
    "resnet_v2": (lambda: vision.ResNetV2(vision.BasicBlockV2, [1, 1], [8, 8, 16], 10), 32),
    "mobilenet": (lambda: vision.get_model("mobilenet0.25", classes=10), 32),
    "mobilenet_v2": (lambda: vision.get_model("mobilenetv2_0.25", classes=10), 32),
    "squeezenet": (lambda: vision.get_model("squeezenet1.1", classes=10), 224),
    "densenet": (lambda: vision.DenseNet(8, 4, [2, 2], classes=10), 64),
}  # fmt: skip


def outputs_of(results):
    if isinstance(results, list | tuple):
        return [array for result in results for array in outputs_of(result)]
    return [results.asnumpy()]


def check(net, *inputs, **options):
    """Export a network that is initialized; compare the outputs. Return the model."""
    expected = outputs_of(net(*inputs))
    names = ["data"] if len(inputs) == 1 else [f"data{i}" for i in range(len(inputs))]
    values = {name: array.asnumpy() for name, array in zip(names, inputs, strict=True)}
    model = export(net, None, values, **options)
    actual = run_model(model, values)
    assert len(actual) == len(expected)
    for ours, theirs in zip(expected, actual, strict=True):
        scale = np.abs(ours).max()
        assert scale > 0 and ours.shape == theirs.shape
        np.testing.assert_allclose(theirs, ours, rtol=0, atol=1e-4 * scale)
    return model


@pytest.mark.parametrize("name", ZOO)
def test_the_model_zoo(name):
    make, size = ZOO[name]
    net = make()
    net.initialize(mx.init.MSRAPrelu(slope=0))
    check(net, nd.random.uniform(shape=(1, 3, size, size)))


def test_a_language_model():
    """Embedding, two LSTM layers and a decoder; states go in and come out."""

    class Model(nn.HybridBlock):
        def __init__(self):
            super().__init__()
            self.encoder = nn.Embedding(11, 6)
            self.rnn = rnn.LSTM(5, num_layers=2, dropout=0.5)
            self.decoder = nn.Dense(11, flatten=False)

        def hybrid_forward(self, F, words, hidden, cell):
            out, state = self.rnn(self.encoder(words), [hidden, cell])
            return self.decoder(out), *state

    net = Model()
    net.initialize()
    words = nd.array(np.random.randint(0, 11, (4, 3)))
    model = check(net, words, nd.random.normal(shape=(2, 3, 5)), nd.random.normal(shape=(2, 3, 5)))
    assert [node.op_type for node in model.graph.node].count("LSTM") == 2


@pytest.mark.parametrize("layer", [rnn.GRU, rnn.RNN])
@pytest.mark.parametrize("layout", ["TNC", "NTC"])
def test_recurrent_layers(layer, layout):
    net = layer(5, num_layers=2, bidirectional=True, layout=layout)
    net.initialize()
    data = nd.random.normal(shape=(3, 2, 4))
    check(net, data, *net.begin_state(data.shape[layout.index("N")]))


def test_unrolled_cells(tmp_path):
    cell = rnn.HybridSequentialRNNCell()
    for part in (rnn.LSTMCell(4), rnn.DropoutCell(0.3), rnn.ResidualCell(rnn.GRUCell(4))):
        cell.add(part)

    class Model(nn.HybridBlock):
        def __init__(self):
            super().__init__()
            self.cell = cell

        def hybrid_forward(self, F, data):
            return self.cell.unroll(3, data, layout="NTC", merge_outputs=True)[0]

    net = Model()
    net.initialize()
    data = nd.random.normal(shape=(2, 3, 4))
    again, arrays = import_model(check(net, data), tmp_path / "model.onnx")
    assert set(again.list_inputs()) == {"data", *arrays}


class Attention(nn.HybridBlock):
    """One layer of a transformer as GluonNLP has it: projections interleaved, a mask of lengths."""

    def __init__(self, units=8, heads=2):
        super().__init__()
        self.heads = heads
        self.project = nn.Dense(3 * units, flatten=False)
        self.join = nn.Dense(units, flatten=False)
        self.norm, self.grow = nn.LayerNorm(), nn.Dense(2 * units, flatten=False)
        self.gelu, self.shrink = nn.GELU(), nn.Dense(units, flatten=False)

    def hybrid_forward(self, F, data, lengths):
        x = F.transpose(data, axes=(1, 0, 2))
        joined = self.project(x)
        scores = F.contrib.interleaved_matmul_selfatt_qk(joined, heads=self.heads)
        steps = F.contrib.arange_like(data, axis=1)
        seen = F.broadcast_lesser(
            F.reshape(steps, shape=(1, -1)), F.reshape(lengths, shape=(-1, 1))
        )
        mask = F.repeat(F.expand_dims(seen, axis=1), repeats=self.heads, axis=0)
        probabilities = F.softmax(F.broadcast_add(scores, (mask - 1) * 1e4))
        mixed = F.contrib.interleaved_matmul_selfatt_valatt(joined, probabilities, heads=self.heads)
        x = self.norm(x + self.join(mixed))
        return F.transpose(x + self.shrink(self.gelu(self.grow(x))), axes=(1, 0, 2))


def test_attention_with_open_sizes():
    net = Attention()
    net.initialize()
    data, lengths = nd.random.normal(shape=(2, 5, 8)), nd.array([3, 5])
    options = {"dynamic": True, "dynamic_input_shapes": [("batch", "time", 8), ("batch",)]}
    model = check(net, data, lengths, **options)
    other, ends = nd.random.normal(shape=(3, 7, 8)), nd.array([1, 7, 4])
    values = {"data0": other.asnumpy(), "data1": ends.asnumpy()}
    np.testing.assert_allclose(
        run_model(model, values)[0], net(other, ends).asnumpy(), rtol=1e-4, atol=1e-4
    )


def test_numpys_functions():
    @mx.util.use_np
    class Model(nn.HybridBlock):
        def __init__(self):
            super().__init__()
            self.dense = nn.Dense(4, activation="relu")

        def hybrid_forward(self, F, x):
            y = self.dense(x)
            y = (y - y.mean(axis=1, keepdims=True)) / (F.np.std(y, axis=1, keepdims=True) + 1e-3)
            y = F.np.concatenate([F.np.exp(-y), F.np.where(y > 0, y, y * 0.1)], axis=1)
            return F.npx.softmax(F.np.matmul(y, y.T)).sum(axis=0), F.np.max(y)

    with mx.util.np_shape(True), mx.util.np_array(True):
        net = Model()
        net.initialize()
        check(net, mx.np.random.uniform(size=(3, 5)))


def test_a_block_of_plain_python():
    class Model(nn.Block):
        def __init__(self):
            super().__init__()
            self.dense = nn.Dense(4)

        def forward(self, x):
            y = self.dense(x)
            return nd.concat(y, y.abs() ** 0.5, dim=1).reshape((x.shape[0], -1))[:, 1:6]

    net = Model()
    net.initialize()
    model = check(
        net, nd.random.normal(shape=(2, 3)), dynamic=True, dynamic_input_shapes=[("batch", 3)]
    )
    assert run_model(model, {"data": np.ones((5, 3), "float32")})[0].shape == (5, 5)


def test_a_symbol_block_is_exported():
    net = nn.Dense(3, in_units=2)
    net.initialize()
    block = gluon.SymbolBlock(net(mx.sym.var("data")), mx.sym.var("data"), net.collect_params())
    check(block, nd.random.normal(shape=(4, 2)))
