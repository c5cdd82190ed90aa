"""SymbolBlock: the parameters it makes of a symbol's variables."""

from __future__ import annotations

import numpy as np
import pytest

import mxnet as mx
from mxnet import gluon, nd
from mxnet.gluon import nn


def block(data, **weight):
    weight = mx.sym.var("w", **weight)
    dense = mx.sym.FullyConnected(data, weight, num_hidden=3, no_bias=True)
    return gluon.SymbolBlock(mx.sym.BatchNorm(dense, name="bn"), data)


def types(block):
    return {name: np.dtype(parameter.dtype).name for name, parameter in block.params.items()}


@pytest.mark.parametrize(
    ("declared", "weight", "statistics"),
    [
        (None, "float32", "float32"),
        ("float64", "float64", "float64"),
        ("float16", "float16", "float32"),
    ],
)
def test_types_follow_the_declared_input(declared, weight, statistics):
    assert types(block(mx.sym.var("data", dtype=declared))) == {
        "w": weight,
        **dict.fromkeys(("bn_gamma", "bn_beta", "bn_moving_mean", "bn_moving_var"), statistics),
    }


def test_parameters_that_are_sparse_are_refused():
    with pytest.raises(AssertionError, match="'w' because its storage type is 'row_sparse'"):
        block(mx.sym.var("data"), stype="row_sparse")


def test_inputs_are_variables():
    with pytest.raises(AssertionError, match="must be variable, but <Symbol exp0> is an output"):
        gluon.SymbolBlock(mx.sym.var("a"), mx.sym.exp(mx.sym.var("a"), name="exp0"))


def test_files_name_parameters_without_the_common_prefix(tmp_path):
    def make(name):
        net = nn.HybridSequential(prefix=f"{name}_")
        with net.name_scope():
            net.add(nn.Dense(2, in_units=3), nn.BatchNorm(in_channels=2))
        data = mx.sym.var("data")
        return gluon.SymbolBlock(net(data), data, params=net.collect_params())

    one, other = make("one"), make("other")
    one.initialize()
    path = str(tmp_path / "one.params")
    one.save_parameters(path)
    assert sorted(nd.load(path)) == [
        "batchnorm0_beta", "batchnorm0_gamma", "batchnorm0_running_mean", "batchnorm0_running_var",
        "dense0_bias", "dense0_weight",
    ]  # fmt: skip
    other.load_parameters(path)
    x = nd.ones((1, 3))
    assert (one(x) == other(x)).asnumpy().all()


def test_files_with_full_names_are_read_too(tmp_path):
    """Of ``export`` and of ``ParameterDict.save``; here no letters are common to all names."""
    data = mx.sym.var("data")
    block = gluon.SymbolBlock(
        mx.sym.FullyConnected(data, mx.sym.var("a"), mx.sym.var("b"), num_hidden=2), data
    )
    block.initialize()
    block(nd.ones((1, 3)))
    weight = block.params["a"].data().asnumpy().copy()
    block.collect_params().save(str(tmp_path / "full.params"))
    nd.save(
        str(tmp_path / "arg.params"),
        {f"arg:{name}": parameter.data() for name, parameter in block.params.items()},
    )
    for name in ("full", "arg"):
        block.params["a"].set_data(nd.zeros((2, 3)))
        block.load_parameters(str(tmp_path / f"{name}.params"))
        assert (block.params["a"].data().asnumpy() == weight).all()


def test_a_file_of_save_parameters_needs_its_blocks(tmp_path):
    """Its names are those of the structure, which a graph does not have; 1.9.1 refuses it too."""
    net = nn.HybridSequential()
    net.add(nn.Dense(2, in_units=3))
    net.initialize()
    net.hybridize()
    net(nd.ones((1, 3)))
    net.export(str(tmp_path / "net"))
    net.save_parameters(str(tmp_path / "saved.params"))
    symbol, file = str(tmp_path / "net-symbol.json"), str(tmp_path / "saved.params")
    advice = "is one of save_parameters and needs the blocks .* export.. writes a file"
    with pytest.raises(AssertionError, match=advice):
        gluon.SymbolBlock.imports(symbol, ["data"], file)
    block = gluon.SymbolBlock(mx.sym.load(symbol), mx.sym.var("data"))
    with pytest.raises(AssertionError, match=advice):
        block.load_parameters(file)
