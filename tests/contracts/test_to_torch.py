"""Every layer becomes a module of torch that computes the same, for other batches too."""

from __future__ import annotations

import pytest

import mxnet as mx
from mxnet import gluon, nd
from tests.contracts.block_samples import SAMPLES

# Cells have states, which a call of a network does not show.
LAYERS = [sample for sample in SAMPLES if not sample.is_cell]
# The layers themselves take states as inputs, whose batch is not at axis 0.
RECURRENT = {"RNN", "LSTM", "GRU"}


@pytest.mark.parametrize("sample", LAYERS, ids=str)
def test_to_torch(sample):
    net = gluon.nn.Sequential()
    net.add(sample.make())
    net.initialize(mx.init.Normal(0.3))
    data = sample.input()
    axis = 1 if str(sample) in RECURRENT else 0
    module = net.to_torch(data, open_axes=(axis,))
    longer = nd.concat(data, data, dim=axis)
    assert gluon.utils.largest_difference(net, module, longer) < 1e-5
