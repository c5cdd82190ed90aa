"""Networks that the real MXNet 1.9.1 quantized for the tests, and with which settings.

Calibration sees values four times as large as those that are computed with, so that integers are at
most a quarter of the largest: on processors without VNNI oneDNN's kernels cut pairs of products to
16 bits otherwise. For the same reason all inputs of convolutions are uint8.
"""

from __future__ import annotations

import pathlib
import tempfile

import numpy as np

import mxnet as mx
from mxnet.contrib import quantization
from mxnet.gluon import nn

GOLDEN = pathlib.Path(__file__).parents[2] / "golden" / "quantized.npz"


class Residual(mx.gluon.HybridBlock):
    """Two convolutions whose result is added to their input."""

    def __init__(self, channels):
        super().__init__()
        self.first = nn.Conv2D(channels, 3, padding=1, use_bias=False)
        self.first_norm = nn.BatchNorm()
        self.second = nn.Conv2D(channels, 3, padding=1)
        self.second_norm = nn.BatchNorm()

    def hybrid_forward(self, F, x):
        y = F.Activation(self.first_norm(self.first(x)), act_type="relu")
        return F.Activation(self.second_norm(self.second(y)) + x, act_type="relu")


class Joined(mx.gluon.HybridBlock):
    """Branches whose results are put together."""

    def __init__(self):
        super().__init__()
        self.branches = [nn.Conv2D(3, k, padding=k // 2, activation="relu") for k in (1, 3)]
        for branch in self.branches:
            self.register_child(branch)
        self.pool = nn.MaxPool2D(3, 1, 1)

    def hybrid_forward(self, F, x):
        return F.concat(*(branch(x) for branch in self.branches), self.pool(x), dim=1)


def clip(F, x):
    return F.clip(x, 0, 6)


def sequential(*layers):
    net = nn.HybridSequential()
    net.add(*layers)
    return net


NETS = {
    "lenet": lambda: sequential(
        nn.Conv2D(5, 3, padding=1, activation="relu"), nn.MaxPool2D(2), nn.Conv2D(7, 3),
        nn.BatchNorm(), nn.Activation("relu"), nn.GlobalAvgPool2D(), nn.Flatten(), nn.Dropout(0.5),
        nn.Dense(9, activation="relu"), nn.Dense(10),
    ),
    "residual": lambda: sequential(
        nn.Conv2D(5, 3, padding=1), nn.BatchNorm(), nn.Activation("relu"), Residual(5), Residual(5),
        nn.AvgPool2D(2), nn.Dense(6),
    ),
    "mobile": lambda: sequential(
        nn.Conv2D(5, 3, padding=1), nn.BatchNorm(), nn.HybridLambda(clip),
        nn.Conv2D(5, 3, padding=1, groups=5, use_bias=False), nn.BatchNorm(), nn.HybridLambda(clip),
        nn.Conv2D(7, 1), nn.Activation("relu"), nn.Conv2D(3, 1),
    ),
    "joined": lambda: sequential(
        nn.Conv2D(3, 3, activation="relu"), Joined(), nn.Conv2D(4, 3, activation="relu"),
    ),
}  # fmt: skip

CASES = [
    *((net, {"calib_mode": "naive"}) for net in NETS),
    ("lenet", {"calib_mode": "entropy"}),
    ("lenet", {"calib_mode": "naive", "quantize_granularity": "channel-wise"}),
    ("lenet", {"calib_mode": "naive", "exclude_layers_match": ["dense1"]}),
    ("residual", {"calib_mode": "naive", "quantize_mode": "smart"}),
    ("residual", {"calib_mode": "naive", "exclude_operators": ["FullyConnected", "Pooling"]}),
]


def text(path):
    return np.frombuffer(pathlib.Path(path).read_bytes(), np.uint8)


def draw(name, array):
    if name.endswith(("gamma", "running_var")):
        return np.random.uniform(0.5, 1.5, array.shape)
    if name.endswith(("beta", "running_mean", "bias")):
        return np.random.uniform(-0.02, 0.02, array.shape)
    if "dense" in name:
        weights = np.random.uniform(-0.2, 0.2, array.shape)
        weights[0, 0] = 0.6
        return weights
    return array


def build(make, x):
    """Return a network with random parameters."""
    net = make()
    net.initialize(mx.init.Xavier())
    net(x)
    for name, parameter in net.collect_params().items():
        parameter.set_data(mx.nd.array(draw(name, parameter.data().asnumpy())))
    return net


def files_of(prefix, net, folder):
    """Return a network's files as arrays."""
    net.export(f"{folder}/net")
    recorded = {f"{prefix}/symbol": text(f"{folder}/net-symbol.json")}
    for key, array in mx.nd.load(f"{folder}/net-0000.params").items():
        recorded[f"{prefix}/{key.replace(':', '/')}"] = array.asnumpy()
    return recorded


def attention():
    """Return a quantized symbol with self-attention, and what it computes."""
    data = mx.sym.Variable("data")
    mixed = mx.sym.FullyConnected(data, num_hidden=24, flatten=False, name="proj")
    scores = mx.sym.contrib.interleaved_matmul_selfatt_qk(mixed, heads=2, name="qk")
    weights = mx.sym.softmax(scores, name="softmax")
    values = mx.sym.contrib.interleaved_matmul_selfatt_valatt(mixed, weights, heads=2, name="va")
    symbol = mx.sym.FullyConnected(values, num_hidden=5, flatten=False, name="out")
    random = np.random.RandomState(0)
    x = mx.nd.array(random.uniform(-1, 1, (6, 2, 8)))
    shapes, _, _ = symbol.infer_shape(data=x.shape)
    args = {
        name: mx.nd.array(random.uniform(-1, 1, shape) * (0.3 if name.endswith("weight") else 0.1))
        for name, shape in zip(symbol.list_arguments(), shapes, strict=True)
        if name != "data"
    }
    quick, integers, _ = quantization.quantize_model_mkldnn(
        symbol, args, {}, label_names=None, calib_mode="naive", quantized_dtype="auto",
        calib_data=mx.io.NDArrayIter(x * 4, batch_size=6), quantize_mode="full",
    )  # fmt: skip
    outputs = quick.bind(mx.cpu(), {"data": x, **integers}).forward()
    recorded = {"attention/x": x.asnumpy(), "attention/output": outputs[0].asnumpy()}
    for kind, sym, arrays in (("float", symbol, args), ("integers", quick, integers)):
        recorded[f"attention_{kind}/symbol"] = np.frombuffer(sym.tojson().encode(), np.uint8)
        for name, array in arrays.items():
            recorded[f"attention_{kind}/arg/{name}"] = array.asnumpy()
    return recorded


def record(_mx):
    """Return the golden file, made by the real MXNet."""
    recorded, nets = {}, {}
    x = mx.nd.array(np.random.RandomState(0).uniform(0, 1, (4, 3, 8, 8)))
    recorded["x"] = x.asnumpy()
    batches = mx.gluon.data.DataLoader(mx.gluon.data.ArrayDataset(x, mx.nd.zeros(4)), batch_size=2)
    with tempfile.TemporaryDirectory() as folder:
        for name, make in NETS.items():
            mx.random.seed(1)
            np.random.seed(1)
            nets[name] = build(make, x)
            nets[name].hybridize()
            nets[name](x)
            recorded.update(files_of(name, nets[name], folder))
        for number, (name, settings) in enumerate(CASES):
            net = quantization.quantize_net_v2(
                nets[name], calib_data=batches, num_calib_examples=4, **settings
            )
            recorded[f"case{number}/output"] = net(x / 4).asnumpy()
            recorded.update(files_of(f"case{number}", net, folder))
    recorded.update(attention())
    return {GOLDEN: recorded}
