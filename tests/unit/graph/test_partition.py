"""Partitioning graphs into ``_CachedOp`` nodes, and the functions of the C API that do it."""

from __future__ import annotations

import ctypes
import json
import random

import numpy as np
import pytest

import mxnet as mx
from mxnet import nd, sym
from mxnet.base import _LIB, SymbolHandle, c_str, c_str_array, check_call, mx_uint
from mxnet.gluon import nn

X = np.random.RandomState(0).uniform(-1, 1, (2, 3)).astype("float32")


def partition(symbol, names, backend="default"):
    out = SymbolHandle()
    count = mx_uint(len(names))
    check_call(
        _LIB.MXBuildSubgraphByOpNames(
            symbol.handle, c_str(backend), count, c_str_array(names), ctypes.byref(out)
        )
    )
    return sym.Symbol(out)


def operators(symbol):
    return [node.op.name for node in symbol._nodes() if not node.is_variable]


def results(symbol, x=X):
    executor = symbol.bind(mx.cpu(), {"x": nd.array(x)}, {"x": nd.zeros(x.shape)})
    outputs = executor.forward(is_train=True)
    executor.backward(
        [nd.array(np.arange(output.size).reshape(output.shape)) for output in outputs]
    )
    return [array.asnumpy() for array in (*outputs, *executor.grad_arrays)]


def test_operators_that_hang_together_become_one_node():
    y = sym.sin(sym.var("x"), name="a")
    graph = sym.Group([sym.cos(sym.sin(y, name="b"), name="c"), y])
    result = partition(graph, ["sin"], "default_v2")
    assert operators(result) == ["_CachedOp", "cos"]
    assert result.list_outputs() == ["c_output", "_CachedOp0_a_output"]
    assert operators(partition(graph, ["tanh"])) == operators(graph)


def test_path_through_another_operator_splits_groups():
    y = sym.exp(sym.var("x"))
    graph = sym.cos(y) + sym.sin(y)
    result = partition(graph, ["exp", "sin", "elemwise_add"])
    assert operators(result) == ["_CachedOp", "cos", "_CachedOp"]


@pytest.mark.parametrize("seed", range(40))
def test_results_and_gradients_are_those_of_the_graph(seed):
    """Random graphs; what has a cycle could not run at all."""
    choose = random.Random(seed)
    symbols = [sym.var("x")]
    for _ in range(choose.randint(2, 14)):
        first, second = choose.choice(symbols), choose.choice(symbols)
        symbols.append(
            choose.choice([sym.sin(first), sym.cos(first), sym.tanh(first), first + second])
        )
    graph = sym.Group([symbols[-1], choose.choice(symbols[1:])])
    names = choose.sample(["sin", "cos", "tanh", "elemwise_add"], choose.randint(1, 4))
    other = partition(graph, names)
    assert other.list_arguments() == graph.list_arguments()
    read = sym.load_json(other.tojson())
    for symbol in (other, read):
        for a, b in zip(results(symbol), results(graph), strict=True):
            np.testing.assert_allclose(a, b, 1e-5, 1e-6)
    block = mx.gluon.SymbolBlock(other, [sym.var("x")])
    for a, b in zip(block(nd.array(X)), results(graph), strict=False):
        np.testing.assert_allclose(a.asnumpy(), b, 1e-5, 1e-6)


def test_states_of_a_group_are_states_of_the_graph():
    graph = sym.BatchNorm(sym.exp(sym.var("x")), name="bn", fix_gamma=False)
    other = partition(graph, ["BatchNorm", "exp"])
    assert operators(other) == ["_CachedOp"]
    assert other.list_auxiliary_states() == graph.list_auxiliary_states()
    values = []
    for symbol in (graph, other):
        executor = symbol.simple_bind(mx.cpu(), x=(2, 3))
        executor.copy_params_from({"x": nd.array(X), "bn_gamma": nd.ones(3)})
        executor.forward(is_train=True)
        executor.backward(nd.array(X))
        values.append([a.asnumpy() for a in (*executor.outputs, *executor.aux_arrays)])
    for a, b in zip(*values, strict=True):
        np.testing.assert_array_equal(a, b)


def test_shapes_are_inferred_through_a_group():
    weight = sym.sin(sym.var("w"))
    graph = sym.Convolution(sym.var("x"), weight, kernel=(2, 2), num_filter=4, no_bias=True)
    shapes, _, _ = partition(graph, ["sin"]).infer_shape(x=(1, 3, 5, 5))
    assert shapes == [(1, 3, 5, 5), (4, 3, 2, 2)]


def test_a_graph_as_a_text_is_one_node():
    """As 1.9.1 writes it: the graph is an attribute."""
    body = sym.sin(sym.var("a")) * sym.var("b")
    x = sym.var("x")
    node = sym._internal._CachedOp(x, x * 2, subgraph=body.tojson(), name="g")
    np.testing.assert_allclose(results(node)[0], np.sin(X) * X * 2, 1e-6)
    with pytest.raises(mx.MXNetError, match="the subgraph has 2 inputs, got 1"):
        sym._internal._CachedOp(x, subgraph=body.tojson())
    variable = {"op": "null", "name": "x", "inputs": []}
    group = {
        "op": "_CachedOp", "name": "g", "attrs": {"subgraph": body.tojson()},
        "inputs": [[0, 0, 0], [0, 0, 0]],
    }  # fmt: skip
    graph = {"nodes": [variable, group], "arg_nodes": [0], "heads": [[1, 0, 0]]}
    text = sym.load_json(json.dumps(graph))
    np.testing.assert_allclose(results(text)[0], np.sin(X) * X, 1e-6)


def test_backends_partition_by_the_chosen_operators():
    graph = sym.exp(sym.sin(sym.var("x")))
    names = ["sin"]
    check_call(
        _LIB.MXSetSubgraphPropertyOpNamesV2(c_str("default"), mx_uint(1), c_str_array(names))
    )
    try:
        assert operators(graph.optimize_for("default")) == ["_CachedOp", "exp"]
    finally:
        check_call(_LIB.MXRemoveSubgraphPropertyOpNamesV2(c_str("default")))
    assert operators(graph.optimize_for("default")) == ["sin", "exp"]
    net = nn.Dense(2, in_units=3)
    net.initialize()
    before = net(nd.array(X)).asnumpy()
    net.hybridize(backend="default")
    np.testing.assert_allclose(net(nd.array(X)).asnumpy(), before, 1e-6)


def test_backends_that_need_the_c_library_are_refused():
    with pytest.raises(AttributeError, match="no C library of MXNet.* no MXNDArrayCreate"):
        _LIB.MXNDArrayCreate()
    with pytest.raises(mx.MXNetError, match="SubgraphProperty TensorRT is not found"):
        partition(sym.sin(sym.var("x")), ["sin"], "TensorRT")
