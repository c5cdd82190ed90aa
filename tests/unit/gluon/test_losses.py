"""Losses: labels, and where they do more than those of 1.9.1. Values are in test_cases.py."""

from __future__ import annotations

import numpy as np

from mxnet import autograd, nd
from mxnet.gluon import loss

ROWS = nd.array(np.arange(6).reshape(3, 2) / 10)


def test_counts_of_zero_have_a_full_likelihood_and_a_gradient():
    pred, counts = nd.array([[1.0, 2.0]]), nd.array([[0.0, 2.0]])
    pred.attach_grad()
    with autograd.record():
        value = loss.PoissonNLLLoss(from_logits=False, compute_full=True)(pred, counts)
    value.backward()
    stirling = 2 * np.log(2) - 2 + 0.5 * np.log(2 * np.pi * 2)
    np.testing.assert_allclose(value.asscalar(), (1 + 2 - 2 * np.log(2) + stirling) / 2, rtol=1e-6)
    np.testing.assert_allclose(pred.grad.asnumpy(), [[0.5, 0]], atol=1e-7)


def test_triplets_have_weights():
    triplets = ROWS, ROWS + 0.5, ROWS - 0.1
    plain = loss.TripletLoss()(*triplets).asnumpy()
    weighted = loss.TripletLoss()(*triplets, nd.array([[1], [2], [3]])).asnumpy()
    np.testing.assert_allclose(weighted, plain * [1, 2, 3], rtol=1e-6)


def test_pairs_with_other_labels_cost_nothing():
    labels = nd.array([1, -1, 0, 0.5, 2])
    pairs = nd.array([[1.0, 1.0]] * 5)
    value = loss.CosineEmbeddingLoss(margin=0.5)(pairs, pairs, labels)
    np.testing.assert_allclose(value.asnumpy(), [[0], [0.5], [0], [0], [0]], atol=1e-6)


def test_smoothed_metric_learning_as_a_graph():
    net = loss.SDMLLoss()
    eager = net(ROWS, ROWS + 0.5).asnumpy()
    net.hybridize()
    np.testing.assert_allclose(net(ROWS, ROWS + 0.5).asnumpy(), eager, rtol=1e-6)
    np.testing.assert_allclose(eager, [0.086486, 0.30243996, 0.445785], rtol=1e-5)


def test_smoothed_metric_learning_of_a_single_pair():
    value = loss.SDMLLoss(smoothing_parameter=0.3)(ROWS[:1], ROWS[:1] + 0.5).asscalar()
    np.testing.assert_allclose(value, 0.7 * np.log(0.7), rtol=1e-6)
