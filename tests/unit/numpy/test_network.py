"""Networks of mx.np in files: those of the real 1.9.1 run here."""

from __future__ import annotations

import numpy as onp
import pytest

import mxnet as mx
from mxnet import gluon, np, npx
from tests.unit.numpy.network import DATA, FOLDER, network


@pytest.fixture(autouse=True)
def numpy_mode():
    npx.set_np()
    yield
    npx.reset_np()


def same(outputs):
    with onp.load(FOLDER / "outputs.npz") as file:
        expected = [file[name] for name in sorted(file)]
    assert [type(part) for part in outputs] == [np.ndarray] * len(expected)
    for ours, theirs in zip(outputs, expected, strict=True):
        assert ours.shape == theirs.shape
        onp.testing.assert_allclose(ours.asnumpy(), theirs, 1e-5, 1e-5)


def test_network_computes_the_same_as_mxnet():
    same(network(mx)(np.array(DATA)))


def test_files_of_mxnet_are_loaded():
    graph, parameters = str(FOLDER / "net-symbol.json"), str(FOLDER / "net-0000.params")
    same(gluon.SymbolBlock.imports(graph, ["data"], parameters)(np.array(DATA)))
