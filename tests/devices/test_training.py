"""Optimizers, initializers, metrics and whole training steps on fake GPUs."""

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, gluon
from mxnet._ops.random import distributions
from tests.contracts import check_metric, check_optimizer
from tests.contracts.check_initializer import SAMPLES as INITIALIZERS
from tests.contracts.test_optimizer_contracts import CLASSES as OPTIMIZERS

from .checks import assert_on, assert_same
from .reasons import OPTIMIZERS_THAT_WAIT, STORES_THAT_WAIT
from .waits import noted_waits

GPUS = [mx.gpu(0), mx.gpu(1)]


@pytest.fixture
def torchs_numbers(monkeypatch):
    """Draw from torch's generator on the host too, as on GPUs, to compare the numbers."""
    monkeypatch.setattr(distributions, "HostGenerator", None)


def update(kind, ctx, dtype):
    """Return weights and states after some steps."""
    optimizer = check_optimizer.make(kind, multi_precision=dtype == "float16")
    updater = mx.optimizer.get_updater(optimizer)
    with ctx:
        mx.random.seed(7)
        weights = check_optimizer.weights(dtype)
        for step in range(3):
            grads = check_optimizer.gradients(step, dtype)
            updater(list(range(len(weights))), grads, weights)
    states = check_optimizer.arrays_of(list(updater.states.values()))
    return weights, states


@pytest.mark.parametrize("dtype", ["float32", "float16"])
@pytest.mark.parametrize("kind", OPTIMIZERS, ids=lambda kind: kind.__name__)
def test_optimizer(gpus, torchs_numbers, kind, dtype):
    weights, states = update(kind, mx.cpu(), dtype)
    with noted_waits() as waits:
        ours, our_states = update(kind, mx.gpu(0), dtype)
    assert_on(mx.gpu(0), *ours, *our_states)
    assert_same([*ours, *our_states], [*weights, *states], 1e-5 if dtype == "float32" else 2e-3)
    if kind.__name__ not in OPTIMIZERS_THAT_WAIT:
        assert not waits


@pytest.mark.parametrize("sample", INITIALIZERS, ids=str)
def test_initializer(gpus, torchs_numbers, sample):
    filled = sample.fill(ctx=mx.gpu(0))
    assert_on(mx.gpu(0), filled)
    assert_same([filled], [sample.fill()])


@pytest.mark.parametrize("sample", check_metric.SAMPLES, ids=str)
def test_metric(gpus, sample):
    """As in MXNet, metrics copy what they are given, and compute with NumPy."""
    expected = sample.update_all()
    with mx.gpu(1), noted_waits() as waits:
        metric = sample.update_all()
    assert check_metric.values_of(metric) == pytest.approx(check_metric.values_of(expected))
    assert {str(wait) for wait in waits} == {"metric/_base.py to_numpy: copy to the host"}


# ---------------------------------------------------------------------------------- training steps


def network():
    net = gluon.nn.HybridSequential()
    net.add(
        gluon.nn.Conv2D(8, 3, padding=1, in_channels=3, use_bias=False),
        gluon.nn.BatchNorm(in_channels=8),
        gluon.nn.Activation("relu"),
        gluon.nn.MaxPool2D(),
        gluon.nn.Dense(16, activation="relu", in_units=128),
        gluon.nn.Dropout(0.0),
        gluon.nn.Dense(5, in_units=16),
    )
    return net


def batches(count):
    random = np.random.RandomState(0)
    for _ in range(count):
        yield random.uniform(-1, 1, (4, 3, 8, 8)).astype("float32"), random.randint(0, 5, 4)


class Training:
    """A network, its trainer and what a step does."""

    def __init__(self, contexts, hybridized, optimizer="sgd", kvstore="device", **options):
        mx.random.seed(3)
        self.contexts, self.net = contexts, network()
        self.net.initialize(mx.init.Xavier())
        self.net.collect_params().reset_ctx(contexts)
        self.loss = gluon.loss.SoftmaxCrossEntropyLoss()
        if hybridized:
            self.net.hybridize(static_alloc=True)
            self.loss.hybridize()
        self.trainer = gluon.Trainer(
            self.net.collect_params(), optimizer, {"learning_rate": 0.1, **options}, kvstore=kvstore
        )

    def step(self, data, label):
        """Train with one batch; return its losses."""
        parts = gluon.utils.split_and_load(data, self.contexts)
        labels = gluon.utils.split_and_load(label, self.contexts)
        with autograd.record():
            losses = [self.loss(self.net(x), y) for x, y in zip(parts, labels, strict=True)]
        autograd.backward(losses)
        self.trainer.step(len(data))
        return losses

    def run(self, count=4):
        for data, label in batches(count):
            losses = self.step(data, label)
        return losses

    def parameters(self):
        return [array for p in self.net.collect_params().values() for array in p.list_data()]


OPTIONS = {"sgd": {"momentum": 0.9, "wd": 1e-4}, "adam": {}, "adamw": {}, "lamb": {}}


ONE_GPU = [(1, "device", optimizer) for optimizer in OPTIONS]
TWO_GPUS = [(2, kvstore, "sgd") for kvstore in ("device", "local", None)]


@pytest.mark.parametrize(("count", "kvstore", "optimizer"), [*ONE_GPU, *TWO_GPUS])
@pytest.mark.parametrize("hybridized", [False, True], ids=["called", "hybridized"])
def test_training(gpus, hybridized, count, kvstore, optimizer):
    options = (hybridized, optimizer, kvstore)
    on_host = Training([mx.cpu(0), mx.cpu(1)][:count], *options, **OPTIONS[optimizer])
    training = Training(GPUS[:count], *options, **OPTIONS[optimizer])
    training.run(1)  # the store keeps first values on the host
    with noted_waits() as waits:
        losses = training.run(3)
    if kvstore not in STORES_THAT_WAIT:
        assert not waits
    for ctx, loss in zip(GPUS, losses, strict=False):
        assert_on(ctx, loss, *(p.data(ctx) for p in training.net.collect_params().values()))
    on_host.run(1)
    assert_same(losses, on_host.run(3))
    assert_same(training.parameters(), on_host.parameters(), 1e-4)
