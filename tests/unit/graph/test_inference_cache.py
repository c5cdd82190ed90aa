"""Inference in a growing graph continues where the last one ended, with the same results."""

from __future__ import annotations

import pytest

import mxnet as mx
from mxnet import sym
from mxnet._graph.infer import shapes, types
from mxnet._graph.infer.cache import InferenceCache


@pytest.fixture
def forget(monkeypatch):
    """Return a function that empties the caches."""

    def drop():
        for module in (shapes, types):
            monkeypatch.setattr(module, "_cache", InferenceCache())

    drop()
    return drop


def unrolled(steps):
    cell = mx.rnn.LSTMCell(4, prefix="cell_")
    outputs, _ = cell.unroll(steps, sym.var("data"), layout="NTC", merge_outputs=True)
    return outputs


def infer_each(net, before=lambda: None, **known):
    """Return the shapes and types of each node's graph, from the first to the last."""
    results = []
    for output in net.get_internals():
        before()
        names = output.list_arguments()
        start = {name: shape for name, shape in known.items() if name in names}
        results.append((output.infer_shape_partial(**start), output.infer_type_partial()))
    return results


NETWORKS = {
    "unrolled": (unrolled(3), {"data": (2, 3, 5)}),
    "known at the end only": (
        sym.FullyConnected(sym.var("x") + sym.var("y"), num_hidden=3) + sym.var("z", shape=(4, 3)),
        {"y": (4, 5)},
    ),
    "types known at the end": (
        sym.dot(sym.exp(sym.var("x")) * 2, sym.var("half", dtype="float16")),
        {"x": (2, 3)},
    ),
    "a branch beside another": (
        sym.concat(*[sym.Activation(sym.var("x"), act_type=a) for a in ("relu", "tanh")], dim=1),
        {"x": (2, 3)},
    ),
}


@pytest.mark.parametrize("name", NETWORKS)
def test_results_are_those_of_a_single_inference(name, forget):
    net, known = NETWORKS[name]
    expected = infer_each(net, forget, **known)
    forget()
    assert infer_each(net, **known) == expected


def test_each_rule_is_applied_a_few_times(forget, monkeypatch):
    visits = []
    for inference in (shapes.GraphShapes, types.GraphTypes):
        learn = inference._infer_node
        monkeypatch.setattr(
            inference,
            "_infer_node",
            lambda self, node, learn=learn: visits.append(node) or learn(self, node),
        )
    net = unrolled(10)
    infer_each(net, data=(2, 10, 5))
    count = len(net.get_internals().list_outputs())
    assert len(visits) < 20 * count  # without the cache more than count ** 2 times


def test_a_changed_attribute_is_noticed(forget):
    net = sym.FullyConnected(sym.var("x"), num_hidden=3, name="dense")
    assert net.infer_shape(x=(2, 5))[1] == [(2, 3)]
    net._set_attr(num_hidden="4")
    assert (net + 1).infer_shape(x=(2, 5))[1] == [(2, 4)]


def test_a_changed_variable_is_noticed(forget):
    x = sym.var("x", shape=(2, 5), dtype="float32")
    net = sym.exp(x)
    assert net.infer_shape()[1] == [(2, 5)]
    x._set_attr(__shape__="(3, 5)", __dtype__="2")
    assert (net + 1).infer_shape()[1] == [(3, 5)]
    assert (net + 1).infer_type()[1] == [mx.nd.array([1], dtype="float16").dtype]


def test_other_shapes_are_inferred_anew(forget):
    net = sym.FullyConnected(sym.var("x"), num_hidden=3)
    for size in (5, 6, 5):
        assert (net + 1).infer_shape(x=(2, size))[0][1] == (3, size)
