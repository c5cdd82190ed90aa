"""Outputs of the parts of a network."""

from __future__ import annotations

import numpy as np
import pytest

from mxnet import autograd, gluon, nd
from mxnet.gluon import nn
from mxnet.gluon.model_zoo import vision
from mxnet.gluon.utils import capture


class Net(nn.HybridBlock):
    def __init__(self):
        super().__init__()
        self.features = nn.HybridSequential()
        self.features.add(nn.Dense(4, activation="relu"), nn.Dense(3))
        self.output = nn.Dense(2)

    def hybrid_forward(self, F, x):
        return self.output(self.features(x))


@pytest.fixture(params=[False, True], ids=["plain", "hybridized"])
def net(request):
    net = Net()
    net.initialize()
    if request.param:
        net.hybridize(static_shape=True)
        net(nd.ones((1, 5)))
    return net


def test_outputs(net):
    x = nd.random.uniform(shape=(2, 5))
    outputs = capture(net, ["features.0", "features", "output"])(x)
    assert list(outputs) == ["features.0", "features", "output", ""]
    np.testing.assert_array_equal(outputs["features.0"].asnumpy(), net.features[0](x).asnumpy())
    np.testing.assert_array_equal(outputs["output"].asnumpy(), outputs[""].asnumpy())
    assert not net.features[0]._forward_hooks


def test_gradients(net):
    x = nd.random.uniform(shape=(2, 5))
    net(x)
    with autograd.record():
        inner = capture(net, "features")(x)["features"]
        loss = (inner * inner).sum()
    loss.backward()
    actual = net.features[0].weight.grad().asnumpy()
    with autograd.record():
        inner = net.features(x)
        loss = (inner * inner).sum()
    loss.backward()
    assert actual.any()
    np.testing.assert_array_equal(actual, net.features[0].weight.grad().asnumpy())


def test_a_place_that_is_not_there(net):
    with pytest.raises(ValueError, match=r"'features\.7': features has no part '7'; it has 0, 1"):
        capture(net, "features.7")


def test_a_part_that_is_not_called():
    net = nn.Sequential()
    net.add(nn.Dense(2))
    net.spare = nn.Dense(3)
    net.forward = lambda x: net[0](x)
    net.initialize()
    with pytest.raises(ValueError, match="the network did not call spare"):
        capture(net, "spare")(nd.ones((1, 2)))


@pytest.fixture(scope="module", params=[False, True], ids=["plain", "hybridized"])
def resnet(request):
    net = vision.resnet18_v1(classes=3)
    net.initialize()
    if request.param:
        net.hybridize(static_alloc=True, static_shape=True)
    net(nd.ones((1, 3, 32, 32)))
    return net


PLACES = ["features.4.0.body.2", "features.5", "features.4.0.body", "output", "features.8"]


def test_places_of_a_deep_network(resnet):
    """What is captured is what the layers give one after another."""
    x = nd.random.uniform(shape=(2, 3, 32, 32))
    outputs = capture(resnet, PLACES)(x)
    assert list(outputs) == [*PLACES, ""]
    for layer in resnet.features[:4]:
        x = layer(x)
    block = resnet.features[4][0]
    for layer in block.body[:3]:
        x = layer(x)
    np.testing.assert_allclose(outputs["features.4.0.body.2"].asnumpy(), x.asnumpy(), 1e-5, 1e-6)
    assert outputs["features.5"].shape == (2, 128, 4, 4)
    np.testing.assert_array_equal(outputs["output"].asnumpy(), outputs[""].asnumpy())


def test_a_hybridized_network_is_a_graph_again_afterwards(resnet):
    x = nd.random.uniform(shape=(2, 3, 32, 32))
    before = resnet(x).asnumpy()
    graph = resnet._graph
    capture(resnet, "features.5")(x)
    np.testing.assert_array_equal(resnet(x).asnumpy(), before)
    assert resnet._graph is graph


def test_gradients_of_inputs_from_inside(resnet):
    """A style or saliency loss: of an inner output, for the picture."""
    x = nd.random.uniform(shape=(1, 3, 32, 32))
    x.attach_grad()
    with autograd.record(train_mode=False):
        inner = capture(resnet, "features.4.0.body.2")(x)["features.4.0.body.2"]
        score = (inner**2).sum()
    score.backward()
    with autograd.record(train_mode=False):
        y = x
        for layer in [*resnet.features[:4], *resnet.features[4][0].body[:3]]:
            y = layer(y)
        expected = (y**2).sum()
    captured = x.grad.copy()
    expected.backward()
    assert np.abs(captured.asnumpy()).max() > 0
    np.testing.assert_allclose(captured.asnumpy(), x.grad.asnumpy(), 1e-4, 1e-6)


def test_gradients_of_inner_outputs(net):
    """autograd.grad of the result by an inner output, as Grad-CAM needs it."""
    x = nd.random.uniform(shape=(2, 5))
    net(x)
    with autograd.record():
        outputs = capture(net, "features")(x)
        (slope,) = autograd.grad(outputs[""].sum(), [outputs["features"]])
    expected = np.tile(net.output.weight.data().asnumpy().sum(axis=0), (2, 1))
    np.testing.assert_allclose(slope.asnumpy(), expected, rtol=1e-5)


def test_outputs_that_are_lists():
    cell = gluon.rnn.LSTMCell(3, input_size=2)
    net = gluon.rnn.SequentialRNNCell()
    net.add(cell)
    net.initialize()
    states = net.begin_state(batch_size=2)
    outputs = capture(net, ["0"])(nd.ones((2, 2)), states)
    expected, (hidden, memory) = cell(nd.ones((2, 2)), states)
    output, states_of_cell = outputs["0"]
    for ours, theirs in zip((output, *states_of_cell), (expected, hidden, memory), strict=True):
        np.testing.assert_array_equal(ours.asnumpy(), theirs.asnumpy())


def test_a_part_that_is_called_twice_gives_its_last_output():
    net = nn.Sequential()
    dense = nn.Dense(2, in_units=2)
    net.add(dense, dense)
    net.initialize()
    outputs = capture(net, ["1"])(nd.ones((1, 2)))
    np.testing.assert_array_equal(outputs["1"].asnumpy(), outputs[""].asnumpy())
