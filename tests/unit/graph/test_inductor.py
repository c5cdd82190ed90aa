"""``hybridize(backend="inductor")``: torch compiles the graph, or says why it does not."""

from __future__ import annotations

import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet import autograd, nd
from mxnet.gluon import nn


@pytest.fixture
def net():
    net = nn.HybridSequential()
    net.add(
        nn.Conv2D(4, 3, activation="relu", in_channels=2),
        nn.BatchNorm(in_channels=4),
        nn.Dense(3, in_units=144),
    )
    net.initialize()
    return net


X = nd.array(np.random.RandomState(0).uniform(size=(2, 2, 8, 8)))


def gradient(net):
    with autograd.record():
        loss = (net(X) ** 2).sum()
    loss.backward()
    return net[0].weight.grad().asnumpy()


def test_graphs_are_compiled_by_torch(net, monkeypatch):
    seen, compile_it = [], torch.compile

    def trace_only(module, backend, **options):
        seen.append(backend)
        return compile_it(module, backend="eager", **options)  # no compiler needed

    expected, expected_gradient = net(X).asnumpy(), gradient(net)
    monkeypatch.setattr(torch, "compile", trace_only)
    net.hybridize(backend="inductor")
    after_training = net(X).asnumpy()
    assert after_training.shape == expected.shape
    np.testing.assert_allclose(gradient(net), expected_gradient, 1e-4, 1e-5)
    assert seen == ["inductor"] * 2  # inference and training


def test_falls_back_with_a_warning(net, monkeypatch):
    def fails(module, backend, **options):
        def call(*tensors):
            raise RuntimeError("No working C++ compiler found\nand so on")

        return call

    expected = net(X).asnumpy()
    monkeypatch.setattr(torch, "compile", fails)
    net.hybridize(backend="inductor")
    with pytest.warns(UserWarning, match=r"'inductor'.*No working C\+\+ compiler found\); it runs"):
        np.testing.assert_array_equal(net(X).asnumpy(), expected)
    np.testing.assert_array_equal(net(X).asnumpy(), expected)


def test_errors_of_the_call_are_no_reason_to_fall_back(net, monkeypatch):
    monkeypatch.setattr(torch, "compile", lambda module, backend, **options: module)
    net.hybridize(backend="inductor")
    with pytest.raises(mx.MXNetError, match=r"in node 'conv\d+_fwd'"):
        net(nd.ones((2, 3, 8, 8)))
    assert net(X).shape == (2, 3)


def test_unknown_backend(net):
    with pytest.raises(mx.MXNetError, match=r"backend='foo'.*backend='inductor'"):
        net.hybridize(backend="foo")
