"""Dense layers and losses that record themselves: the gradients that torch finds, and its rules."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet._eager.array import step_of
from mxnet.base import MXNetError
from mxnet.gluon import nn

RANDOM = np.random.RandomState(0)
LABEL = [0.0, 2.0, 1.0, 2.0]


def data(*shape):
    return nd.array(RANDOM.normal(size=shape))


def network(*kinds, use_bias=True):
    """Dense layers with these activations, then one of three classes; their first call is over."""
    net = nn.Sequential()
    for kind in (*kinds, None):
        units = 3 if kind is None else 5
        net.add(nn.Dense(units, activation=kind, use_bias=use_bias))
    net.initialize()
    net(data(4, 6))
    return net


def steps(net, is_expected=True):
    """Return whether a call of the network is a step, and so is none of torch's nodes."""
    with autograd.record():
        return (step_of(net(data(4, 6))) is not None) is is_expected


def gradients(net, x, loss_of=None, by_operators=False):
    """The gradients of x, if it is a variable, and of the parameters."""
    loss_of = loss_of or gluon.loss.SoftmaxCrossEntropyLoss()
    with autograd.record():
        loss = loss_of(net(x), nd.array(LABEL))
        if by_operators:
            loss = loss * 1
    loss.backward()
    arrays = [] if x.grad is None else [x.grad]
    arrays += [p.grad() for p in net.collect_params().values()]
    return [loss.asnumpy(), *(array.asnumpy() for array in arrays)]


def assert_same(ours, expected):
    for one, other in zip(ours, expected, strict=True):
        np.testing.assert_allclose(one, other, 1e-5, 1e-6)


@pytest.mark.parametrize("is_variable", [False, True], ids=["constant", "variable"])
@pytest.mark.parametrize("use_bias", [True, False], ids=["bias", "no bias"])
@pytest.mark.parametrize("kinds", [(), ("relu",), ("sigmoid", "tanh"), ("relu", "relu", "relu")])
def test_same_as_torch(kinds, use_bias, is_variable):
    net, x = network(*kinds, use_bias=use_bias), data(4, 6)
    if is_variable:
        x.attach_grad()
    ours = gradients(net, x)
    assert steps(net)
    assert_same(ours, gradients(net, x, by_operators=True))


@pytest.mark.parametrize("options", [{"weight": 0.5}, {"axis": 1}, {"sparse_label": True}], ids=str)
def test_losses(options):
    net, x = network("relu"), data(4, 6)
    loss_of = gluon.loss.SoftmaxCrossEntropyLoss(**options)
    assert_same(gradients(net, x, loss_of), gradients(net, x, loss_of, by_operators=True))


def test_other_losses():
    net, x = network("relu"), data(4, 6)
    gradients(net, x)
    with autograd.record():
        loss = gluon.loss.L2Loss()(net(x), data(4, 3))
    loss.backward()
    assert all(np.abs(p.grad().asnumpy()).sum() > 0 for p in net.collect_params().values())


def test_labels_that_are_no_class():
    net, x = network(), data(4, 6)
    with autograd.record():
        loss = gluon.loss.SoftmaxCrossEntropyLoss()(net(x), nd.array([0, 1, 5, -1]))
    nearest = -nd.pick(nd.log_softmax(net(x)), nd.array([0, 1, 2, 0]))
    np.testing.assert_allclose(loss.asnumpy(), nearest.asnumpy(), 1e-5)


def test_a_layer_used_twice():
    layer = nn.Dense(6, activation="tanh", in_units=6)
    net = nn.Sequential()
    net.add(layer, layer, nn.Dense(3, in_units=6))
    net.initialize()
    x = data(4, 6)
    net(x)
    assert_same(gradients(net, x), gradients(net, x, by_operators=True))


def test_a_weight_as_data():
    layer = nn.Dense(6, in_units=6)
    layer.initialize()
    weight = layer.weight.data()
    with autograd.record():
        y = layer(weight)
    y.backward()
    ones, values = np.ones((6, 6)), weight.asnumpy()
    np.testing.assert_allclose(layer.weight.grad().asnumpy(), ones @ values * 2, 1e-5, 1e-6)


def test_requests():
    net, x = network("relu"), data(4, 6)
    expected = gradients(net, x)
    for parameter in net.collect_params().values():
        parameter.grad_req = "add"
    gradients(net, x)
    assert_same(gradients(net, x)[1:], [2 * gradient for gradient in expected[1:]])
    net[0].weight.grad_req = "null"
    rest = gradients(nn_without_first_weight(net), x)
    assert_same(rest[1:], [3 * gradient for gradient in expected[2:]])


def nn_without_first_weight(net):
    parameters = list(net.collect_params().values())[1:]
    net.collect_params = lambda: dict(enumerate(parameters))
    return net


def test_gradients_keep_their_memory():
    net, x = network("relu"), data(4, 6)
    gradients(net, x)
    seen = net[0].weight.grad()[1:3]  # a view
    gradients(net, x * 2)
    np.testing.assert_array_equal(seen.asnumpy(), net[0].weight.grad()[1:3].asnumpy())


def test_given_gradients_are_not_overwritten():
    layer, x = nn.Dense(5, activation="relu", in_units=6), data(4, 6)
    layer.initialize()
    layer(x)
    head = data(4, 5)
    before = head.asnumpy()
    with autograd.record():
        y = layer(x)
    y.backward(head)
    np.testing.assert_array_equal(head.asnumpy(), before)


def test_two_heads_and_branches():
    trunk, left, right = (nn.Dense(6, "relu", in_units=6) for _ in range(3))
    for layer in (trunk, left, right):
        layer.initialize()
        layer(data(4, 6))
    x = data(4, 6)

    def gradient(join):
        with autograd.record():
            inner = trunk(x)
            heads = join(left(inner), right(inner))
        autograd.backward(heads)
        return trunk.weight.grad().asnumpy()

    np.testing.assert_allclose(
        gradient(lambda a, b: [a, b]), gradient(lambda a, b: [a + b]), 1e-5, 1e-6
    )


def test_freed_history_is_constant():
    first, second = nn.Dense(6, in_units=6), nn.Dense(3, in_units=6)
    for layer in (first, second):
        layer.initialize()
    with autograd.record():
        inner = first(data(4, 6))
        once = second(inner)
    once.backward()
    expected = first.weight.grad().asnumpy()
    with autograd.record():
        again, by_operators = second(inner), inner * 2
    again.backward()
    np.testing.assert_array_equal(first.weight.grad().asnumpy(), expected)
    with pytest.raises(MXNetError, match="not in a computational graph"):
        by_operators.backward()
    with pytest.raises(MXNetError, match="not in a computational graph"):
        once.backward()


@pytest.mark.parametrize("changed", ["data", "result", "label"])
def test_changed_arrays(changed):
    net, x, label = network("relu"), data(4, 6), nd.array(LABEL, dtype="int64")
    with autograd.record():
        inner = net[0](x)
        loss = gluon.loss.SoftmaxCrossEntropyLoss()(net[1](inner), label)
    {"data": x, "result": inner, "label": label}[changed][:] = 0
    with pytest.raises(MXNetError, match="changed in place"):
        loss.backward()


def test_second_gradients_through_a_network():
    net, x = network("tanh"), data(4, 6)
    x.attach_grad()

    def penalty(by_operators):
        with autograd.record():
            loss = gluon.loss.SoftmaxCrossEntropyLoss()(net(x), nd.array(LABEL))
            loss = loss * 1 if by_operators else loss
            (slope,) = autograd.grad([loss], [x], create_graph=True)
            slope = (slope * slope).sum()
        slope.backward()
        return net[0].weight.grad().asnumpy()

    np.testing.assert_allclose(penalty(False), penalty(True), 1e-4, 1e-6)


def test_layers_give_up_where_operators_follow():
    net, x = network("relu"), data(4, 6)
    for _ in range(3):
        assert steps(net)
        with autograd.record():
            total = net(x).sum()
        total.backward()
    assert steps(net, is_expected=False)


def test_activations_that_somebody_watches_or_replaces():
    net, x = network("relu"), data(4, 6)
    seen = []
    hook = net[0].act.register_forward_hook(lambda *arrays: seen.append(arrays))
    gradients(net, x)
    assert len(seen) == 1
    hook.detach()
    for kind in ("softsign", "tanh"):
        net[0].act = nn.Activation(kind)
        assert_same(gradients(net, x), gradients(net, x, by_operators=True))
    with autograd.record():
        assert net[0](x).asnumpy().min() < 0


def test_copies():
    net, x = network("relu"), data(4, 6)
    assert_same(gradients(copy.deepcopy(net), x), gradients(net, x))


def test_wrong_shapes():
    net = network("relu")
    with autograd.record(), pytest.raises(MXNetError, match="Shape inconsistent"):
        net(data(4, 7))


def test_layers_of_one_formula_are_separate():
    given_up, net, x = network("relu"), network("relu"), data(4, 6)
    for _ in range(4):
        with autograd.record():
            total = given_up(x).sum()
        total.backward()
    assert steps(given_up, is_expected=False)
    assert steps(net)
    assert_same(gradients(net, x), gradients(net, x, by_operators=True))


def test_settings_changed_between_calls():
    net, x = network("relu"), data(4, 6)
    loss = gluon.loss.SoftmaxCrossEntropyLoss()
    gradients(net, x, loss)
    net[0].act, net[1]._flatten, loss._weight = nn.Activation("tanh"), False, 0.5
    ours, expected = gradients(net, x, loss), gradients(net, x, loss, by_operators=True)
    assert_same(ours, expected)
    with autograd.record():
        assert net[0](x).asnumpy().min() < 0


@pytest.mark.parametrize("shape", [(4, 2, 3), (4, 6, 1)])
def test_inputs_of_more_axes(shape):
    net = network("relu", "tanh")
    x = data(*shape)
    x.attach_grad()
    ours = gradients(net, x)
    assert ours[1].shape == shape
    assert_same(ours, gradients(net, x, by_operators=True))


def test_pickles_of_trained_networks():
    net, x = network("relu"), data(4, 6)
    expected = gradients(net, x)
    assert_same(gradients(pickle.loads(pickle.dumps(net)), x), expected)


def test_parameters_registered_in_another_order():
    class Reversed(nn.Dense):
        def __init__(self, *args, **kwargs):
            super().__init__(*args, **kwargs)
            self._reg_params = dict(reversed(self._reg_params.items()))

    layer, x = Reversed(3, in_units=6), data(4, 6)
    layer.initialize()
    layer(x)
    before = mx.runtime.declined_plans()
    with autograd.record():
        y = layer(x)
    assert step_of(y) is not None
    y.backward()
    np.testing.assert_allclose(layer.bias.grad().asnumpy(), [4, 4, 4])
    assert mx.runtime.declined_plans() == before
