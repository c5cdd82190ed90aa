"""Initializers that choose by name, on blocks, and parameters that a first call completes."""

from __future__ import annotations

import pickle

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
    """A dense layer that calls a function with its weight in the forward pass."""

    def __init__(self, look, before):
        super().__init__()
        self.weight = self.params.get("weight", shape=(2, 0), init="one", allow_deferred_init=True)
        self.look, self.before = look, before

    def hybrid_forward(self, F, x, weight):
        if self.before:
            self.look(weight)
        result = F.FullyConnected(x, weight, num_hidden=2, no_bias=True)
        self.look(weight)
        return result


def first_call(look, before=False):
    net = Scale(look, before)
    net.initialize()
    return net(nd.ones((1, 3))).asnumpy().tolist()


def test_parameters_print_as_arrays_in_the_first_call():
    texts = []
    assert first_call(lambda weight: texts.append(repr(weight))) == [[3, 3]]
    assert texts == [repr(nd.ones((2, 3)))]


def test_parameters_of_the_first_call_are_pickled_as_arrays():
    copies = []
    first_call(lambda weight: copies.append(pickle.loads(pickle.dumps(weight))))
    assert type(copies[0]) is nd.NDArray and copies[0].shape == (2, 3)


def test_a_use_without_the_shape_is_inferred_from_the_graph():
    # MXNet: the first call runs on symbols, then on arrays.
    texts = []
    assert first_call(lambda weight: texts.append(repr(weight)), before=True) == [[3, 3]]
    prefix = "<Symbol scale"
    assert [text.startswith(prefix) for text in texts] == [True, True, False, False]


def test_a_shape_that_is_needed_too_early_is_named():
    text = r"'scale\d+_weight' \(2, 0\) is not known yet(.|\n)*Deferred initialization failed"
    with pytest.raises(ValueError, match=text):
        first_call(lambda weight: weight.shape, before=True)


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
