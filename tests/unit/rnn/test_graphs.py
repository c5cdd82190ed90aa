"""Symbolic cells make the graphs of the real MXNet 1.9.1, which compute the same."""

import json

import numpy as np
import pytest

import mxnet as mx
from tests.golden import archive

from .graphs import CELLS, GOLDEN, graph, unroll, values

RECORDED = archive.load(GOLDEN)


@pytest.mark.parametrize("name", CELLS)
def test_the_graph_of_1_9_1(name):
    symbol, _ = unroll(mx, name)
    assert json.loads(graph(symbol)) == json.loads(RECORDED[f"{name}/graph"].tobytes())


@pytest.mark.parametrize("name", CELLS)
def test_the_values_of_1_9_1(name):
    for i, value in enumerate(values(mx, *unroll(mx, name))):
        np.testing.assert_allclose(value, RECORDED[f"{name}/{i}"], rtol=1e-4, atol=1e-5)


def test_every_recorded_cell_is_compared():
    assert {name.partition("/")[0] for name in RECORDED} == set(CELLS)
