"""Every layer and loss: outputs, gradients and states as the real MXNet 1.9.1 computed them."""

from __future__ import annotations

import inspect

import numpy as np
import pytest

import mxnet as mx
from mxnet import MXNetError, gluon, nd
from mxnet.gluon import nn
from tests.golden import archive
from tests.unit.gluon.layer_cases import GOLDEN, LAYERS, LOSSES, ONLY_FORWARD, name_of, run

EXPECTED = archive.load(GOLDEN)
# Not computed, tested elsewhere, or unknown to 1.9.1 (test_attention.py compares those with torch).
ELSEWHERE = {
    "Block", "HybridBlock", "SymbolBlock", "SparseEmbedding", "Loss", *nn.attention.__all__,
}  # fmt: skip


def compare(case, **options):
    parts = run(mx, case, **options)
    name = name_of(case)
    assert {f"{name}/{part}" for part in parts} == {k for k in EXPECTED if k.startswith(f"{name}/")}
    for part, ours in parts.items():
        theirs = EXPECTED[f"{name}/{part}"]
        assert ours.shape == theirs.shape and ours.dtype == theirs.dtype, part
        np.testing.assert_allclose(ours, theirs, 1e-4, 1e-5, err_msg=part)


@pytest.mark.parametrize("case", LAYERS, ids=name_of)
def test_layer(case):
    compare(case)


@pytest.mark.parametrize("case", ONLY_FORWARD, ids=name_of)
def test_forward(case):
    compare(case, backward=False)


@pytest.mark.parametrize("case", LOSSES, ids=name_of)
def test_loss(case):
    compare(case)


def test_every_layer_and_loss_has_a_case():
    text = " ".join(case[0] for case in LAYERS + ONLY_FORWARD + LOSSES)
    for home in (gluon.nn, gluon.contrib.nn, gluon.contrib.cnn, gluon.loss):
        for name in home.__all__:
            if inspect.isclass(getattr(home, name)) and name not in ELSEWHERE:
                assert f".{name}(" in text, f"no case for {home.__name__}.{name}"


@pytest.mark.parametrize(
    "layer", [nn.Conv2D(2, 3), nn.Conv2DTranspose(2, 3), nn.InstanceNorm(), nn.BatchNorm()]
)
def test_data_with_too_few_axes_is_refused_by_the_operator(layer):
    layer.initialize()
    with pytest.raises(MXNetError, match=r"Error in operator \w+: .*ax[ie]s(.|\n)*\[3\]"):
        layer(nd.ones(3))
