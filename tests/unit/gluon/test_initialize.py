"""Initializers that choose by name, on blocks."""

from __future__ import annotations

from mxnet import init, nd
from mxnet.gluon import nn


def test_mixed_and_load():
    net = nn.Dense(2, in_units=3, prefix="fc_", bias_initializer=None)
    net.initialize(init.Mixed(["bias", ".*"], [init.Zero(), init.One()]))
    assert net.weight.data().asnumpy().tolist() == [[1, 1, 1], [1, 1, 1]]
    assert net.bias.data().asnumpy().tolist() == [0, 0]
    stored = {"fc_weight": nd.ones((2, 3)) * 7}
    net.initialize(init.Load(stored, default_init=init.One()), force_reinit=True)
    assert net.weight.data().asnumpy().max() == 7
