"""Attention in hybridized networks: one call where torch has a kernel, the same results."""

from __future__ import annotations

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet._graph.passes import attention
from mxnet._graph.passes.attention import FEW_SCORES, Attention
from mxnet.base import MXNetError
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


# ------------------------------------------------------------------------------------- in training


@pytest.fixture
def kernel_calls(monkeypatch):
    """Count the calls of torch's kernel in training, also for the small arrays of the tests."""
    calls, kernel = [], attention.fused_attention

    def count(*args, **kwargs):
        calls.append(args)
        return kernel(*args, **kwargs)

    monkeypatch.setattr(attention, "fused_attention", count)
    monkeypatch.setattr(attention, "FEW_SCORES_IN_TRAINING", FEW_SCORES)
    return calls


def gradients(net, inputs, order=1):
    """Return the gradients of queries, keys and values, or gradients of their gradients."""
    variables = [x for x in inputs if x.shape[-1] not in (1, LENGTH)]  # the others are masks
    for x in variables:
        x.attach_grad()
    with autograd.record(train_mode=False):
        result = (net(*inputs) ** 2).sum()
        for _ in range(1, order):
            grads = autograd.grad(result, variables, create_graph=True)
            result = sum((grad**2).sum() for grad in grads)
    result.backward()
    return [x.grad.asnumpy() for x in variables]


@pytest.mark.parametrize("order", [1, 2])
@pytest.mark.parametrize("name", FUSED)
def test_gradients_are_those_of_the_operators(name, order, kernel_calls):
    function, *inputs = FUSED[name]
    net = Network(function)
    expected = gradients(net, inputs, order)
    net.hybridize()
    for result, exact in zip(gradients(net, inputs, order), expected, strict=True):
        np.testing.assert_allclose(result, exact, rtol=1e-3, atol=1e-5 * abs(exact).max())
    assert len(kernel_calls) == 1


def test_weights_with_dropout_are_separate_operators(kernel_calls):
    x = interleaved_input(3)
    x.attach_grad()
    net = Network(self_attention)
    results = []
    for hybrid in (False, True):
        net.hybridize(hybrid)
        mx.random.seed(3)
        with autograd.record():
            net(x).sum().backward()
        results.append(x.grad.asnumpy())
    np.testing.assert_allclose(*results, rtol=1e-5, atol=1e-6)
    assert not kernel_calls


def test_a_mask_with_a_gradient_gets_it(kernel_calls):
    x, mask = interleaved_input(3), normal(1, LENGTH, LENGTH)
    net = Network(self_attention)
    grads = []
    for hybrid in (False, True):
        net.hybridize(hybrid)
        mask.attach_grad()
        with autograd.record(train_mode=False):
            (net(x, mask) ** 2).sum().backward()
        grads.append(mask.grad.asnumpy())
    np.testing.assert_allclose(*grads, rtol=1e-5, atol=1e-6)
    assert not kernel_calls


def test_an_encoder_without_dropout_trains_with_the_kernel(kernel_calls):
    net = nn.TransformerEncoderLayer(units=24, hidden_size=16, num_heads=3)
    net.initialize()
    net.hybridize()
    with autograd.record():
        net(normal(BATCH, LENGTH, 24)).sum().backward()
    assert len(kernel_calls) == 1


def test_an_error_in_a_fused_chain_names_the_node():
    net = Network(lambda F, x: self_attention(F, x, p=0))
    net.hybridize()
    with pytest.raises(MXNetError, match=r"in node '.*selfatt_qk\d+': .*multiple of 3 \* heads"):
        with autograd.record():
            net(normal(LENGTH, BATCH, 10))
