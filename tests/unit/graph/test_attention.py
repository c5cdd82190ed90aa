"""Attention in hybridized inference: one call where torch has a kernel, the same results."""

from __future__ import annotations

import numpy as np
import pytest

from mxnet import autograd, gluon, nd
from mxnet._graph.passes.attention import FEW_SCORES, Attention
from mxnet.gluon import nn
from tests.unit.graph.plans import plans_of

RANDOM = np.random.RandomState(0)
LENGTH, BATCH, HEADS, SIZE = 64, 2, 3, 8
ROWS = BATCH * HEADS


def normal(*shape):
    return nd.array(RANDOM.normal(size=shape))


def lengths():
    """How many keys count for each query: none, some, all."""
    return nd.array(RANDOM.choice([0, 1, 40, LENGTH], (ROWS, LENGTH)), dtype="int32")


def self_attention(F, x, mask=None, length=None, p=0.5):
    scores = F.contrib.interleaved_matmul_selfatt_qk(x, heads=HEADS)
    if mask is not None:
        scores = F.broadcast_add(scores, mask)
    weights = F.softmax(scores, length, axis=-1, use_length=length is not None)
    weights = F.Dropout(weights, p=p)
    return F.contrib.interleaved_matmul_selfatt_valatt(x, weights, heads=HEADS)


def cross_attention(F, queries, others):
    scores = F.contrib.interleaved_matmul_encdec_qk(queries, others, heads=HEADS)
    return F.contrib.interleaved_matmul_encdec_valatt(
        others, F.softmax(scores, axis=2), heads=HEADS
    )


def dot_attention(F, q, k, v, factor=lambda scores: scores):
    scores = factor(F.batch_dot(q, k, transpose_b=True))
    return F.batch_dot(F.softmax(scores), v)


class Network(gluon.HybridBlock):
    """A function of F and arrays."""

    def __init__(self, function):
        super().__init__()
        self.function = function

    def hybrid_forward(self, F, *args):
        return self.function(F, *args)


def calls_of(net):
    """Return the fused calls in the plan of the last call."""
    plan = next(reversed(plans_of(net)._plans.values()))
    return [n.target for n in plan.graph.nodes if isinstance(n.target, Attention)]


def interleaved_input(parts, length=LENGTH):
    return normal(length, BATCH, HEADS * parts * SIZE)


def rows(length=LENGTH, size=SIZE):
    return normal(ROWS, length, size)


FUSED = {
    "self": (self_attention, interleaved_input(3)),
    "self, lengths": (
        lambda F, x, n: self_attention(F, x, None, n),
        interleaved_input(3),
        lengths(),
    ),
    "self, mask": (self_attention, interleaved_input(3), normal(ROWS, LENGTH, LENGTH)),
    "self, mask for all": (self_attention, interleaved_input(3), normal(1, 1, LENGTH)),
    "self, mask and lengths": (
        self_attention,
        interleaved_input(3),
        normal(1, LENGTH, LENGTH),
        lengths(),
    ),
    "cross": (cross_attention, interleaved_input(1), interleaved_input(2, 80)),
    "dot": (dot_attention, rows(), rows(80), rows(80)),
    "dot, of itself": (lambda F, x: dot_attention(F, x, x, x), rows()),
    "dot, times": (lambda F, *x: dot_attention(F, *x, lambda s: s * 0.25), rows(), rows(), rows()),
    "dot, over": (lambda F, *x: dot_attention(F, *x, lambda s: s / 8), rows(), rows(), rows()),
    "dot, mask first": (
        lambda F, q, k, v, m: dot_attention(F, q, k, v, lambda s: F.broadcast_add(m, s)),
        rows(),
        rows(),
        rows(),
        normal(1, LENGTH, 1),
    ),
}


@pytest.mark.parametrize("name", FUSED)
def test_attention_is_one_call(name):
    function, *inputs = FUSED[name]
    net = Network(function)
    expected = net(*inputs).asnumpy()
    net.hybridize()
    for _ in range(2):
        np.testing.assert_allclose(net(*inputs).asnumpy(), expected, rtol=1e-4, atol=1e-5)
    assert len(calls_of(net)) == 1


def use_scores_twice(F, q, k, v):
    scores = F.batch_dot(q, k, transpose_b=True)
    return F.batch_dot(F.softmax(scores), v), scores


def other_heads(F, x):
    scores = F.contrib.interleaved_matmul_selfatt_qk(x, heads=HEADS)
    weights = F.softmax(scores)
    return F.contrib.interleaved_matmul_selfatt_valatt(x * 2, weights, heads=HEADS)


PLAIN = {
    "scores are a result too": (use_scores_twice, rows(), rows(), rows()),
    "values of another array": (other_heads, interleaved_input(3)),
    "keys are not transposed": (
        lambda F, q, k, v: F.batch_dot(F.softmax(F.batch_dot(q, k)), v),
        rows(),
        normal(ROWS, SIZE, LENGTH),
        rows(),
    ),
    "another axis": (
        lambda F, q, k, v: F.batch_dot(F.softmax(F.batch_dot(q, k, transpose_b=True), axis=1), v),
        rows(),
        rows(),
        rows(),
    ),
    "temperature": (
        lambda F, q, k, v: F.batch_dot(
            F.softmax(F.batch_dot(q, k, transpose_b=True), temperature=2.0), v
        ),
        rows(),
        rows(),
        rows(),
    ),
}


@pytest.mark.parametrize("name", PLAIN)
def test_graphs_without_attention_are_unchanged(name):
    function, *inputs = PLAIN[name]
    net = Network(function)
    expected = net(*inputs)
    net.hybridize()
    results = net(*inputs)
    assert calls_of(net) == []
    pairs = (
        zip(results, expected, strict=True)
        if name == "scores are a result too"
        else ((results, expected),)
    )
    for result, expected_result in pairs:
        np.testing.assert_array_equal(result.asnumpy(), expected_result.asnumpy())


@pytest.mark.parametrize(
    "inputs",
    [
        (rows(8), rows(8), rows(8)),  # too few scores
        (rows(), rows(), rows(size=5)),  # torch's kernel wants values of the same size
        (rows().astype("float64"), rows().astype("float64"), rows().astype("float64")),
        (normal(0, LENGTH, SIZE), normal(0, LENGTH, SIZE), normal(0, LENGTH, SIZE)),
    ],
    ids=["few", "other size", "float64", "empty"],
)
def test_inputs_without_a_torch_kernel(inputs):
    assert 8 * 8 < FEW_SCORES <= LENGTH * LENGTH
    net = Network(dot_attention)
    expected = net(*inputs).asnumpy()
    net.hybridize()
    np.testing.assert_array_equal(net(*inputs).asnumpy(), expected)


def test_an_encoder_is_fused_and_trains():
    net = nn.TransformerEncoderLayer(units=24, hidden_size=16, num_heads=3, dropout=0.1)
    net.initialize()
    x = normal(BATCH, LENGTH, 24)
    expected = net(x).asnumpy()
    net.hybridize()
    np.testing.assert_allclose(net(x).asnumpy(), expected, rtol=1e-4, atol=1e-5)
    assert len(calls_of(net)) == 1
    with autograd.record():
        net(x).sum().backward()
    assert all(np.isfinite(p.grad().asnumpy()).all() for p in net.collect_params().values())
