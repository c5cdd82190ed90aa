"""Gradient checkpoints: the same results and gradients with less memory."""

import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn, rnn


def chain(*layers):
    net = nn.HybridSequential()
    net.add(*layers)
    return net


class Two(nn.HybridBlock):
    """Takes a list, returns several arrays."""

    def __init__(self):
        super().__init__()
        with self.name_scope():
            self.dense = nn.Dense(3)

    def hybrid_forward(self, F, pair):
        first, second = pair
        return self.dense(first) * 2, [F.tanh(second), first]


class Inside(nn.Block):
    """A block that is not hybrid, with a part that takes a list."""

    def __init__(self):
        super().__init__()
        with self.name_scope():
            self.two = Two()

    def forward(self, x):
        first, (second, third) = self.two([x, x * 3])
        return first.sum() + (second * third).sum()


NETWORKS = {
    "dense": lambda: chain(nn.Dense(8, "relu"), nn.Dropout(0.5), nn.Dense(8, "tanh"), nn.Dense(2)),
    "convolution": lambda: chain(
        nn.Conv2D(4, 3), nn.BatchNorm(), nn.Activation("relu"), nn.MaxPool2D(), nn.Dense(3)
    ),
    "recurrent": lambda: chain(rnn.LSTM(4, 2, dropout=0.5), nn.Dense(3)),
    "lists": Inside,
    "embedding": lambda: chain(nn.Embedding(5, 6), nn.LayerNorm(), nn.Dense(2)),
}
DATA = {"convolution": (4, 2, 9, 9), "recurrent": (4, 2, 3)}


def parts(net):
    for part in net._children.values():
        part.checkpoint()


def whole(net):
    net.checkpoint()


def trained(name, hybridized, place=None):
    """Return everything that a step of training leaves."""
    mx.random.seed(3)
    net = NETWORKS[name]()
    net.initialize(mx.init.Normal(0.3))
    x = nd.random.uniform(shape=DATA.get(name, (4, 5)))
    net(x)
    if hybridized:
        net.hybridize()
    if place is not None:
        place(net)
    mx.random.seed(5)
    x.attach_grad()
    for _ in range(2):
        with autograd.record():
            loss = net(x)
            loss = (loss * loss).sum()
        loss.backward()
    params = net.collect_params().values()
    found = [loss, x.grad, *(p.data() for p in params)]
    found += [p.grad() for p in params if p.grad_req != "null"]
    return [array.asnumpy() for array in [*found, nd.random.uniform(shape=(2,))]]


@pytest.mark.parametrize("place", [parts, whole])
@pytest.mark.parametrize("hybridized", [False, True])
@pytest.mark.parametrize("name", NETWORKS)
def test_nothing_changes(name, hybridized, place):
    expected, found = trained(name, hybridized), trained(name, hybridized, place)
    for one, other in zip(expected, found, strict=True):
        np.testing.assert_allclose(other, one, rtol=1e-4, atol=1e-5)


def kept(net, x):
    """Return how many bytes torch keeps between forward and backward."""
    sizes = {}

    def keep(tensor):
        storage = tensor.untyped_storage()
        sizes[storage.data_ptr()] = storage.nbytes()
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(keep, lambda tensor: tensor):
        with autograd.record():
            out = net(x)
    out.backward()
    return sum(sizes.values())


def convolution():
    return nn.Conv2D(4, 3, padding=1, activation="tanh")


@pytest.mark.parametrize("hybridized", [False, True])
def test_less_is_kept(hybridized):
    net = chain(*(chain(*(convolution() for _ in range(3))) for _ in range(4)))
    net.initialize()
    x = nd.random.uniform(shape=(2, 4, 16, 16))
    if hybridized:
        net.hybridize()
    net(x)
    before = kept(net, x)
    parts(net)
    size = 2 * 4 * 16 * 16 * 4
    assert before > 12 * size  # what each layer computed, and the weights
    assert kept(net, x) == 4 * size  # the inputs of the parts
    for part in net:
        part.checkpoint(False)
    assert kept(net, x) == before


def test_steps_keep_nothing_either():
    net = chain(nn.Dense(4, "relu", in_units=3), nn.Dense(2, in_units=4))
    net.initialize()
    net.hybridize()
    net.checkpoint()
    with autograd.record():
        out = net(nd.ones((2, 3)))
        assert out._step is None


def test_forward_runs_again_in_backward_only():
    class Counting(nn.HybridBlock):
        calls = 0

        def hybrid_forward(self, F, x):
            Counting.calls += 1
            return F.sin(x)

    block, x = Counting(), nd.ones((2,))
    block.checkpoint()
    x.attach_grad()
    block(x)
    assert Counting.calls == 1
    with autograd.record():
        y = block(x)
    assert Counting.calls == 2
    y.backward()
    assert Counting.calls == 3
    np.testing.assert_allclose(x.grad.asnumpy(), np.cos([1.0, 1.0]), rtol=1e-6)


def test_gradients_of_gradients():
    net = chain(nn.Dense(4, "tanh", in_units=3), nn.Dense(1, in_units=4))
    net.initialize(mx.init.Normal(1))
    x = nd.random.uniform(shape=(2, 3))
    found = []
    for active in (False, True):
        net.checkpoint(active)
        x.attach_grad()
        with autograd.record():
            (first,) = autograd.grad(net(x), [x], create_graph=True)
            curvature = (first * first).sum()
        curvature.backward()
        found.append(x.grad.asnumpy())
    np.testing.assert_allclose(*found, rtol=1e-5)
    assert np.abs(found[0]).max() > 0


def test_a_trainer_learns():
    net = chain(nn.Dense(8, "relu"), nn.Dense(1))
    net.initialize()
    net.hybridize()
    parts(net)
    trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.05})
    x = nd.random.normal(shape=(32, 2))
    y, losses = x[:, 0] - x[:, 1], []
    for _ in range(60):
        with autograd.record():
            loss = gluon.loss.L2Loss()(net(x), y)
        loss.backward()
        trainer.step(32)
        losses.append(loss.mean().asscalar())
    assert losses[-1] < 0.1 * losses[0]


def test_export_does_not_mind(tmp_path):
    net = chain(nn.Dense(2))
    net.initialize()
    net.hybridize()
    parts(net)
    net(nd.ones((1, 3)))
    assert net.export(str(tmp_path / "net"))


def test_arrays_of_numpy():
    with mx.util.np_array(True):
        net = nn.Dense(2, activation="tanh", in_units=3)
        net.initialize(mx.init.Constant(0.3))
        net.checkpoint()
        x = mx.np.ones((2, 3))
        x.attach_grad()
        with autograd.record():
            out = net(x)
        out.backward()
        assert type(out) is type(x.grad) is mx.np.ndarray
        np.testing.assert_allclose(x.grad.asnumpy(), 0.6 * (1 - np.tanh(0.9) ** 2), rtol=1e-5)


def test_a_backward_pass_that_keeps_the_graph():
    net, x = nn.Dense(1, "tanh", in_units=3), nd.ones((2, 3))
    net.initialize(mx.init.Constant(0.3))
    net.checkpoint()
    x.attach_grad()
    with autograd.record():
        out = net(x)
    out.backward(retain_graph=True)
    first = x.grad.asnumpy()
    out.backward()
    np.testing.assert_array_equal(x.grad.asnumpy(), first)
    with pytest.raises(mx.MXNetError, match="not in a computational graph"):
        out.backward()


def test_errors_come_through():
    net = nn.Dense(1, in_units=3, prefix="d_")
    net.initialize()
    net.checkpoint()
    with autograd.record(), pytest.raises(mx.MXNetError, match="block: Dense 'd' with weight"):
        net(nd.ones((2, 4)))


@pytest.mark.parametrize("make", [lambda: nn.Dense(3), lambda: chain(nn.Dense(3), nn.Dense(2))])
def test_the_first_call_completes_parameters(make):
    net = make()
    net.initialize(mx.init.One())
    net.checkpoint()
    gradients = []
    for _ in range(2):
        with autograd.record():
            loss = net(nd.array([[1, 2]])).sum()
        loss.backward()
        gradients.append([p.grad().asnumpy() for p in net.collect_params().values()])
    for first, second in zip(*gradients, strict=True):
        np.testing.assert_array_equal(first, second)
        assert first.any()
