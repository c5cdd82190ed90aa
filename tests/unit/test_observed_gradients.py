"""Observers of a variable get its gradient before the backward pass ends."""

import numpy as np
import pytest

from mxnet import autograd, gluon, init, nd
from mxnet._eager.backward import observe
from mxnet.gluon import nn


def network(kind):
    net = nn.HybridSequential()
    if kind == "engine":  # layers that torch's engine differentiates
        net.add(nn.Conv2D(2, 3), nn.Conv2D(2, 3))
    else:
        net.add(nn.Dense(4, activation="tanh"), nn.Dense(4, activation="relu"), nn.Dense(2))
    net.initialize(init.Xavier())
    if kind == "plan":
        net.hybridize()
    return net


@pytest.mark.parametrize("kind", ["steps", "plan", "engine"])
def test_gradients_are_observed_one_after_the_other(kind):
    net = network(kind)
    x = nd.array(np.random.RandomState(0).randn(3, 2, 6, 6 if kind == "engine" else 1))
    x = x if kind == "engine" else x.flatten()
    net(x)
    loss_of = gluon.loss.SoftmaxCrossEntropyLoss()
    labels = nd.zeros(3)
    parameters = list(net.collect_params().values())
    observed = []

    def observer(name):
        def note(grad):
            arrived = {p.name for p in parameters if (p.grad().asnumpy() != 0).any()}
            observed.append((name, grad.clone().numpy(), arrived))

        return note

    for parameter in parameters:
        observe(parameter.data(), observer(parameter.name))
    for _ in range(2):
        observed.clear()
        net.collect_params().zero_grad()
        with autograd.record():
            out = net(x)
            loss = loss_of(out.reshape((3, -1)) if kind == "engine" else out, labels)
        loss.backward()
        assert sorted(name for name, *_ in observed) == sorted(p.name for p in parameters)
        first, last = observed[0], observed[-1]
        assert first[0] in {p.name for p in net[-1].collect_params().values()}
        assert last[0] in {p.name for p in net[0].collect_params().values()}
        assert last[0] not in first[2]  # it is computed later
        for name, grad, _ in observed:
            np.testing.assert_array_equal(grad, net.collect_params()[name].grad().asnumpy())


def test_sums_of_gradients_are_observed():
    layer = nn.Dense(3, in_units=3)
    layer.initialize()
    observed = []
    observe(layer.weight.data(), lambda grad: observed.append(grad.clone().numpy()))
    loss_of = gluon.loss.SoftmaxCrossEntropyLoss()
    with autograd.record():
        loss = loss_of(layer(layer(nd.ones((2, 3)))), nd.zeros(2))
    loss.backward()
    assert len(observed) == 2
    np.testing.assert_array_equal(observed[-1], layer.weight.grad().asnumpy())


def test_the_last_observer_of_a_variable_counts():
    x, observed = nd.ones(2), []
    x.attach_grad()
    observe(x, lambda grad: observed.append("first"))
    observe(x, lambda grad: observed.append("second"))
    with autograd.record():
        y = (2 * x).sum()
    y.backward()
    assert observed == ["second"]
