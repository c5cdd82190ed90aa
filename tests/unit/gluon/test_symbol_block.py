"""SymbolBlock: the parameters it makes of a symbol's variables."""

from __future__ import annotations

import numpy as np
import pytest

import mxnet as mx
from mxnet import gluon


def block(data, **weight):
    weight = mx.sym.var("w", **weight)
    dense = mx.sym.FullyConnected(data, weight, num_hidden=3, no_bias=True)
    return gluon.SymbolBlock(mx.sym.BatchNorm(dense, name="bn"), data)


def types(made):
    return {name: np.dtype(parameter.dtype).name for name, parameter in made.params.items()}


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
