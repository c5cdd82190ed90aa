"""The cases of ``mxnet bench``: the same work in both APIs, as source text.

Each side runs in a separate process, so that torch is measured without this package. ``step()``
does the work once and waits for its result.
"""

from __future__ import annotations

from typing import NamedTuple


class Case(NamedTuple):
    """One row of the table."""

    name: str
    mxnet: str
    torch: str


MXNET = """
import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn, rnn
mx.random.seed(0)

def trainer_of(net, x, y, rate=0.01):
    net.initialize()
    net.hybridize()
    loss_of = gluon.loss.SoftmaxCrossEntropyLoss()
    loss_of.hybridize()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": rate, "momentum": 0.9})
    def step():
        with autograd.record():
            loss = loss_of(net(x), y).mean()
        loss.backward()
        trainer.step(1)
        return loss.asscalar()
    return step
"""
TORCH = """
import torch
from torch import nn
import torch.nn.functional as F
torch.manual_seed(0)

def trainer_of(net, x, y, rate=0.01):
    optimizer = torch.optim.SGD(net.parameters(), lr=rate, momentum=0.9)
    def step():
        optimizer.zero_grad(set_to_none=True)
        loss = F.cross_entropy(net(x), y)
        loss.backward()
        optimizer.step()
        return loss.item()
    return step
"""

CASES = (
    Case(
        "multilayer perceptron, training step (batch 128)",
        """
net = nn.HybridSequential()
net.add(nn.Dense(256, activation="relu"), nn.Dense(128, activation="relu"), nn.Dense(10))
step = trainer_of(net, nd.random.normal(shape=(128, 784)), nd.zeros(128))
""",
        """
net = nn.Sequential(nn.Linear(784, 256), nn.ReLU(), nn.Linear(256, 128), nn.ReLU(),
                    nn.Linear(128, 10))
step = trainer_of(net, torch.randn(128, 784), torch.zeros(128, dtype=torch.long))
""",
    ),
    Case(
        "small convolutional network, training step (batch 32)",
        """
net = nn.HybridSequential()
for channels in (32, 64):
    net.add(nn.Conv2D(channels, 3, padding=1), nn.BatchNorm(), nn.Activation("relu"),
            nn.MaxPool2D(2))
net.add(nn.Dense(10))
step = trainer_of(net, nd.random.normal(shape=(32, 3, 32, 32)), nd.zeros(32))
""",
        """
layers = []
for inputs, channels in ((3, 32), (32, 64)):
    layers += [nn.Conv2d(inputs, channels, 3, padding=1), nn.BatchNorm2d(channels), nn.ReLU(),
               nn.MaxPool2d(2)]
net = nn.Sequential(*layers, nn.Flatten(), nn.Linear(64 * 64, 10))
step = trainer_of(net, torch.randn(32, 3, 32, 32), torch.zeros(32, dtype=torch.long))
""",
    ),
    Case(
        "two LSTM layers of 128, training step (30 x 32)",
        """
class Net(gluon.HybridBlock):
    def __init__(self):
        super().__init__()
        self.lstm, self.out = rnn.LSTM(128, 2, layout="NTC"), nn.Dense(10)
    def hybrid_forward(self, F, x):
        return self.out(F.slice_axis(self.lstm(x), axis=1, begin=-1, end=None))
step = trainer_of(Net(), nd.random.normal(shape=(32, 30, 64)), nd.zeros(32))
""",
        """
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm, self.out = nn.LSTM(64, 128, 2, batch_first=True), nn.Linear(128, 10)
    def forward(self, x):
        return self.out(self.lstm(x)[0][:, -1])
step = trainer_of(Net(), torch.randn(32, 30, 64), torch.zeros(32, dtype=torch.long))
""",
    ),
    Case(
        "ResNet of 8 blocks, prediction (1 x 3 x 112 x 112)",
        """
class Block(gluon.HybridBlock):
    def __init__(self, channels):
        super().__init__()
        self.body = nn.HybridSequential()
        self.body.add(nn.Conv2D(channels, 3, padding=1, use_bias=False), nn.BatchNorm(),
                      nn.Activation("relu"),
                      nn.Conv2D(channels, 3, padding=1, use_bias=False), nn.BatchNorm())
    def hybrid_forward(self, F, x):
        return F.relu(x + self.body(x))
net = nn.HybridSequential()
for channels in (64, 128, 256, 512):
    net.add(nn.Conv2D(channels, 3, strides=2, padding=1), Block(channels), Block(channels))
net.add(nn.GlobalAvgPool2D(), nn.Dense(10))
net.initialize()
net.hybridize(static_alloc=True, static_shape=True)
x = nd.random.normal(shape=(1, 3, 112, 112))
def step():
    return net(x).asnumpy()
""",
        """
class Block(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.body = nn.Sequential(nn.Conv2d(channels, channels, 3, padding=1, bias=False),
                                  nn.BatchNorm2d(channels), nn.ReLU(),
                                  nn.Conv2d(channels, channels, 3, padding=1, bias=False),
                                  nn.BatchNorm2d(channels))
    def forward(self, x):
        return F.relu(x + self.body(x))
layers, inputs = [], 3
for channels in (64, 128, 256, 512):
    layers += [nn.Conv2d(inputs, channels, 3, stride=2, padding=1), Block(channels),
               Block(channels)]
    inputs = channels
net = nn.Sequential(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(512, 10)).eval()
x = torch.randn(1, 3, 112, 112)
def step():
    with torch.inference_mode():
        return net(x).numpy()
""",
    ),
    Case(
        "matrix product, 512 x 512",
        """
x, y = nd.random.normal(shape=(512, 512)), nd.random.normal(shape=(512, 512))
def step():
    return nd.dot(x, y).asnumpy()
""",
        """
x, y = torch.randn(512, 512), torch.randn(512, 512)
def step():
    return (x @ y).numpy()
""",
    ),
    Case(
        "a thousand small operators",
        """
x = nd.ones((10,))
def step():
    y = x
    for _ in range(500):
        y = nd.tanh(y) + x
    return y.asnumpy()
""",
        """
x = torch.ones(10)
def step():
    y = x
    for _ in range(500):
        y = torch.tanh(y) + x
    return y.numpy()
""",
    ),
)
