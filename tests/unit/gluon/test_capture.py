"""Outputs of the parts of a network."""

from __future__ import annotations

import numpy as np
import pytest

from mxnet import autograd, nd
from mxnet.gluon import nn
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
        net.hybridize()
        net(nd.ones((1, 5)))
    return net


def test_outputs(net):
    x = nd.random.uniform(shape=(2, 5))
    found = capture(net, ["features.0", "features", "output"])(x)
    assert list(found) == ["features.0", "features", "output", ""]
    np.testing.assert_array_equal(found["features.0"].asnumpy(), net.features[0](x).asnumpy())
    np.testing.assert_array_equal(found["output"].asnumpy(), found[""].asnumpy())
    assert not net.features[0]._forward_hooks


def test_gradients(net):
    x = nd.random.uniform(shape=(2, 5))
    net(x)
    with autograd.record():
        inner = capture(net, "features")(x)["features"]
        loss = (inner * inner).sum()
    loss.backward()
    assert np.abs(net.features[0].weight.grad().asnumpy()).sum() > 0


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
