"""Initializers that choose by name, on blocks, and parameters that a first call completes."""

from __future__ import annotations

import pytest

from mxnet import init, nd
from mxnet.gluon import HybridBlock, nn


def test_mixed_and_load():
    net = nn.Dense(2, in_units=3, prefix="fc_", bias_initializer=None)
    net.initialize(init.Mixed(["bias", ".*"], [init.Zero(), init.One()]))
    assert net.weight.data().asnumpy().tolist() == [[1, 1, 1], [1, 1, 1]]
    assert net.bias.data().asnumpy().tolist() == [0, 0]
    stored = {"fc_weight": nd.ones((2, 3)) * 7}
    net.initialize(init.Load(stored, default_init=init.One()), force_reinit=True)
    assert net.weight.data().asnumpy().max() == 7


def test_mixed_keeps_the_initializers_of_layers():
    net = nn.BatchNorm(in_channels=2)
    net.initialize(init.Mixed([".*"], [init.Constant(7)]))
    assert net.gamma.data().asnumpy().tolist() == [1, 1]
    assert net.beta.data().asnumpy().tolist() == [0, 0]


class Scale(HybridBlock):
    """A dense layer that first calls a function with its input and its weight."""

    def __init__(self, look):
        super().__init__()
        self.weight = self.params.get("weight", shape=(2, 0), init="one", allow_deferred_init=True)
        self.look = look

    def hybrid_forward(self, F, x, weight):
        self.look(x, weight)
        return F.FullyConnected(x, weight, num_hidden=2, no_bias=True)


def first_call(look):
    net = Scale(look)
    net.initialize()
    return net(nd.ones((1, 3))).asnumpy().tolist()


def test_a_first_call_runs_on_symbols_then_on_arrays():
    texts = []
    assert first_call(lambda x, weight: texts.append(repr(weight))) == [[3, 3]]
    assert texts[0].startswith("<Symbol scale") and texts[1:] == [repr(nd.ones((2, 3)))]


def test_a_first_call_may_read_the_shape_of_its_input():
    shapes = []
    assert first_call(lambda x, weight: shapes.append(x.shape)) == [[3, 3]]
    assert shapes == [(1, 3), (1, 3)]


TOO_EARLY = {
    "the shape of the weight": (
        lambda x, weight: weight.shape,
        r"the shape of 'scale\d+_weight' \(2, 0\) is read, which is not known yet",
    ),
    "values": (lambda x, weight: x.asnumpy(), "has no values"),
}


@pytest.mark.parametrize("name", TOO_EARLY)
def test_what_a_first_call_cannot_know(name):
    look, text = TOO_EARLY[name]
    with pytest.raises(ValueError, match=rf"{text}(.|\n)*Deferred initialization failed"):
        first_call(look)


class Product(HybridBlock):
    """Multiplies by a weight whose shape cannot be inferred."""

    def __init__(self, shape):
        super().__init__()
        self.weight = self.params.get("weight", shape=shape, allow_deferred_init=True)

    def hybrid_forward(self, F, x, weight):
        return F.dot(x, weight)


class Fixed(Product):
    """Multiplies by a weight of three rows."""

    def hybrid_forward(self, F, x, weight):
        return F.FullyConnected(x, weight, num_hidden=3, no_bias=True)


@pytest.mark.parametrize("is_hybridized", [False, True])
@pytest.mark.parametrize("block, rows", [(Product, 3), (Product, 4), (Fixed, 5)])
def test_a_shape_that_the_first_input_does_not_complete(block, rows, is_hybridized):
    net = block((rows, 0))
    net.initialize()
    net.hybridize(is_hybridized)
    with pytest.raises(ValueError, match=r"Deferred initialization failed because shape cannot be"):
        net(nd.ones((2, 4)))
