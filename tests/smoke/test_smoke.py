"""What users do most, once each, in seconds: for environments that the whole suite does not run in.

``make oldest`` runs it with the oldest versions that pyproject allows, and another test without
torch's private names. It needs pytest only: no OpenCV, SciPy or ONNX.
"""

from __future__ import annotations

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    mx.random.seed(0)


def classifier():
    net = nn.HybridSequential()
    net.add(nn.Conv2D(4, 3, activation="relu"), nn.BatchNorm(), nn.MaxPool2D(), nn.Dense(10))
    net.initialize(mx.init.Xavier())
    return net


def digits(count=256):
    images, labels = gluon.data.vision.Digits(train=True)[:count]
    return images.astype("float32").transpose((0, 3, 1, 2)) / 16, nd.array(labels)


def fit(net, optimizer, options, epochs=3):
    """Train on digits; return the loss of each epoch."""
    loader = gluon.data.DataLoader(gluon.data.ArrayDataset(*digits()), 32, shuffle=True)
    loss_of = gluon.loss.SoftmaxCrossEntropyLoss()
    trainer = gluon.Trainer(net.collect_params(), optimizer, options)
    losses = []
    for _ in range(epochs):
        total = 0.0
        for images, labels in loader:
            with autograd.record():
                loss = loss_of(net(images), labels)
            loss.backward()
            trainer.step(len(labels))
            total += loss.sum().asscalar()
        losses.append(total / 256)
    return losses


def test_arrays_and_gradients():
    x = nd.array([[1, 2, 3], [3, 2, 1]])
    x.attach_grad()
    with autograd.record():
        y = nd.maximum(nd.log_softmax(x * x), -4.0).sum()
    y.backward()
    assert x.grad.shape == (2, 3) and np.isfinite(x.grad.asnumpy()).all()
    np.testing.assert_array_equal(x[1:, ::-1].asnumpy(), [[1, 2, 3]])
    assert mx.np.ones((2, 2)).sum() == 4


def test_random_numbers_are_reproducible():
    samples = []
    for _ in range(2):
        mx.random.seed(5)
        samples.append([nd.random.normal(shape=9), nd.random.gamma(2, 3, shape=(9,))])
    for first, second in zip(*samples, strict=True):
        np.testing.assert_array_equal(first.asnumpy(), second.asnumpy())
    assert 5 < nd.random.gamma(2, 3, shape=(4000,)).mean().asscalar() < 7


@pytest.mark.parametrize("hybridized", [False, True])
@pytest.mark.parametrize(
    "optimizer, options",
    [("sgd", {"learning_rate": 0.1, "momentum": 0.9}), ("adam", {"learning_rate": 0.01})],
)
def test_training(hybridized, optimizer, options):
    net = classifier()
    net.hybridize(hybridized)
    losses = fit(net, optimizer, options)
    assert losses[-1] < 0.6 * losses[0]


@pytest.mark.parametrize("optimizer", ["sgd", "adamw", "nag", "rmsprop", "lamb", "ftrl"])
def test_optimizers(optimizer):
    net = nn.Dense(10)
    net.initialize()
    losses = fit(net, optimizer, {"learning_rate": 0.02})
    assert losses[-1] < losses[0]


@pytest.mark.parametrize("layer", [gluon.rnn.LSTM, gluon.rnn.GRU])
def test_recurrent_layers(layer):
    net = layer(8)
    net.initialize()
    with autograd.record():
        loss = net(nd.ones((5, 2, 3))).sum()
    loss.backward()
    assert all(p.grad().norm().asscalar() > 0 for p in net.collect_params("bias|weight").values())


def test_files():
    net = classifier()
    net.hybridize()
    images = digits(8)[0]
    expected = net(images).asnumpy()
    net.save_parameters("net.params")
    net.save_parameters("net.safetensors")
    net.export("net")
    for name in ("net.params", "net.safetensors"):
        other = classifier()
        other.load_parameters(name)
        np.testing.assert_allclose(other(images).asnumpy(), expected, rtol=1e-5, atol=1e-6)
    block = gluon.SymbolBlock.imports("net-symbol.json", ["data"], "net-0000.params")
    np.testing.assert_allclose(block(images).asnumpy(), expected, rtol=1e-5, atol=1e-6)


def test_a_module():
    images, labels = digits()
    data = mx.io.NDArrayIter(images.reshape((256, -1)), labels, 32)
    symbol = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=10)
    module = mx.mod.Module(mx.sym.SoftmaxOutput(symbol, name="softmax"))
    module.fit(data, num_epoch=3, optimizer_params={"learning_rate": 0.5})
    assert dict(module.score(data, "acc"))["accuracy"] > 0.8


def test_a_network_of_the_zoo():
    net = gluon.model_zoo.vision.mobilenet0_25(classes=5)
    net.initialize()
    net.hybridize(static_alloc=True, static_shape=True)
    first, second = (net(nd.ones((1, 3, 32, 32))).asnumpy() for _ in range(2))
    assert first.shape == (1, 5)
    np.testing.assert_allclose(first, second, rtol=1e-4, atol=1e-5)
