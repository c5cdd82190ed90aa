"""Blocks with a ``forward`` on arrays, whose exported files the real MXNet 1.9.1 has run.

``python -m tests.unit.gluon.export_cases`` writes the files with this package, then
``ORACLE/bin/python tools/record.py exports`` records what 1.9.1 computes from them.
"""

from __future__ import annotations

import pathlib

import numpy as np

from mxnet import nd
from mxnet.gluon import nn, rnn

FOLDER = pathlib.Path(__file__).parents[2] / "golden" / "files" / "exports"
SHAPES = {"data": (2, 3, 6, 6)}  # the files are written with this batch, and run with two others
BATCHES = (2, 5)


def inputs(batch):
    random = np.random.RandomState(batch)
    return random.uniform(-1, 1, (batch, *SHAPES["data"][1:])).astype(np.float32)


def networks():
    """Return the blocks by name; only this package can make graphs of them."""

    class Operators(nn.Block):
        """Operators of arrays, numbers and Python; methods; parameters used by hand."""

        def __init__(self):
            super().__init__(prefix="operators_")
            with self.name_scope():
                self.conv = nn.Conv2D(4, 3, padding=1)
                self.norm = nn.BatchNorm()
                self.dense = nn.Dense(6)
                self.scale = self.params.get("scale", shape=(6, 2))
                self.shift = self.params.get_constant("shift", nd.array([[1.0, 2.0]]))

        def forward(self, x):
            h = nd.relu(self.norm(self.conv(x)))
            h = self.dense(h.reshape((x.shape[0], -1)))
            y = nd.dot(h, self.scale.data() * 2) + self.shift.data()
            z = 2 - y.exp() / (1 + abs(y)) ** 2
            z += 1
            first, second = nd.split(h, 2, axis=1)
            larger = nd.where(first > second, first, -second)
            return [z, nd.concat(larger.sum(axis=1, keepdims=True), y.softmax(), dim=1)]

    class Indexing(nn.Block):
        """Keys of every basic kind, and rows chosen by an array."""

        def forward(self, x):
            parts = [x[:, 0], x[:, :, 1:5:2], x[..., -1], x[:, None, 2], x[:, :, ::-1], x[:, 1, 2:]]
            chosen = x.transpose((1, 0, 2, 3))[nd.array([2, 0, -1])]
            return [part.reshape((x.shape[0], -1)) for part in parts] + [chosen * 3]

    class Rows(nn.Block):
        """Arrays made in ``forward`` with as many rows as the input has."""

        def forward(self, x):
            flat = x.flatten()
            begin = nd.zeros((x.shape[0], 4))
            state = begin + nd.slice_axis(flat, axis=1, begin=0, end=4)
            return nd.concat(state, nd.ones((len(x), 1)) * 0.5, dim=1) * nd.array([1, 2, 3, 4, 5])

    class Mixed(nn.HybridBlock):
        """A hybrid block that reads a shape, which symbols do not have."""

        def __init__(self):
            super().__init__(prefix="mixed_")
            with self.name_scope():
                self.dense = nn.Dense(3)
                self.weight = self.params.get("weight", shape=(3, 2))

        def hybrid_forward(self, F, x, weight):
            return F.dot(self.dense(x.reshape((x.shape[0] * x.shape[1], -1))), weight)

    class Attention(nn.Block):
        """Heads that are split off and joined by sizes read from shapes."""

        def __init__(self):
            super().__init__(prefix="attention_")
            with self.name_scope():
                self.projections = nn.Sequential()
                self.projections.add(*(nn.Dense(8, flatten=False) for _ in range(3)))

        def forward(self, x):
            batch, length = x.shape[:2]
            parts = []
            for layer in self.projections:
                part = layer(x.reshape((batch, length, -1))).reshape((batch, length, 2, -1))
                parts.append(part.transpose((0, 2, 1, 3)).reshape((batch * 2, length, -1)))
            query, key, value = parts
            scores = nd.batch_dot(query, key, transpose_b=True) / np.sqrt(query.shape[-1])
            heads = nd.batch_dot(scores.softmax(), value).reshape((batch, 2, length, -1))
            return heads.transpose((0, 2, 1, 3)).reshape((batch, length, -1))

    class Recurrent(nn.Block):
        """A layer whose first states are made for the batch, and a loop over time."""

        def __init__(self):
            super().__init__(prefix="recurrent_")
            with self.name_scope():
                self.layer = rnn.LSTM(4, layout="TNC")
                self.cell = rnn.GRUCell(3)

        def forward(self, x):
            steps = self.layer(x.reshape((0, 0, -1)).swapaxes(0, 1))
            states = self.cell.begin_state(batch_size=x.shape[0])
            for step in range(x.shape[1]):
                output, states = self.cell(steps[step], states)
            return output

    nets = (Operators, Indexing, Rows, Mixed, Attention, Recurrent)
    return {net.__name__.lower(): net() for net in nets}


def prepared(net):
    """Give a network parameters that are the same everywhere, and its first call."""
    net.initialize()
    net(nd.array(inputs(BATCHES[0])))
    for seed, parameter in enumerate(net.collect_params().values()):
        if "shift" not in parameter.name:
            random = np.random.RandomState(seed)
            parameter.set_data(nd.array(random.uniform(0.1, 1, parameter.shape)))
    return net


def record(mx):
    """Return the golden file: what the real MXNet computes from the exported files."""
    recorded = {}
    for file in sorted(FOLDER.glob("*-symbol.json")):
        name = file.name.removesuffix("-symbol.json")
        net = mx.gluon.SymbolBlock.imports(str(file), ["data"], str(FOLDER / f"{name}-0000.params"))
        for batch in BATCHES:
            outputs = net(mx.nd.array(inputs(batch)))
            for i, output in enumerate(outputs if isinstance(outputs, list) else [outputs]):
                recorded[f"{name}/{batch}/{i}"] = output.asnumpy()
    return {FOLDER / "outputs.npz": recorded}


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, net in networks().items():
        prepared(net).export(str(FOLDER / name))
