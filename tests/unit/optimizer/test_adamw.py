"""AdamW against torch's."""

from __future__ import annotations

import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet import autograd, gluon, nd

SHAPES = [(3, 4), (5,), (2, 2, 2)]


def trajectories(options, ours, steps=8):
    """Return weights after some steps, of both optimizers."""
    random = np.random.RandomState(0)
    start = [random.normal(size=shape).astype("float32") for shape in SHAPES]
    weights = [nd.array(w) for w in start]
    parameters = [torch.nn.Parameter(torch.tensor(w)) for w in start]
    theirs = torch.optim.AdamW(parameters, **options)
    updater = mx.optimizer.get_updater(mx.optimizer.create("adamw", **ours))
    for _ in range(steps):
        grads = [random.normal(size=shape).astype("float32") for shape in SHAPES]
        for parameter, grad in zip(parameters, grads, strict=True):
            parameter.grad = torch.tensor(grad)
        theirs.step()
        updater([0, 1, 2], [nd.array(g) for g in grads], weights)
    return [w.asnumpy() for w in weights], [p.detach().numpy() for p in parameters]


@pytest.mark.parametrize(
    ("options", "ours"),
    [
        ({}, {}),
        ({"lr": 0.1, "weight_decay": 0.3}, {"learning_rate": 0.1, "wd": 0.3}),
        (
            {"lr": 0.05, "weight_decay": 0.0, "eps": 1.0},
            {"learning_rate": 0.05, "wd": 0.0, "epsilon": 1.0},
        ),
        ({"lr": 0.05, "betas": (0.5, 0.8)}, {"learning_rate": 0.05, "beta1": 0.5, "beta2": 0.8}),
    ],
    ids=str,
)
def test_steps_are_those_of_torch(options, ours):
    for ours_, theirs in zip(*trajectories(options, ours), strict=True):
        # MXNet's operators hold the betas in float32.
        np.testing.assert_allclose(ours_, theirs, rtol=2e-4, atol=1e-6)


def test_weights_added_later_have_their_own_count():
    optimizer = mx.optimizer.AdamW(learning_rate=0.1, wd=0.0)
    updater = mx.optimizer.get_updater(optimizer)
    first, second = nd.zeros(2), nd.zeros(2)
    updater(0, nd.ones(2), first)
    updater([0, 1], [nd.ones(2), nd.ones(2)], [first, second])
    np.testing.assert_allclose(second.asnumpy(), -0.1, rtol=1e-4)  # the first step is the rate
    np.testing.assert_allclose(first.asnumpy(), -0.2, rtol=1e-4)


def test_trainer_accepts_the_name():
    net = gluon.nn.Dense(1, in_units=2)
    net.initialize()
    trainer = gluon.Trainer(net.collect_params(), "adamw", {"learning_rate": 0.1})
    with autograd.record():
        loss = net(nd.ones((4, 2)))
    loss.backward()
    before = net.weight.data().asnumpy()
    trainer.step(4)
    np.testing.assert_allclose(
        net.weight.data().asnumpy(), before * (1 - 0.1 * 0.01) - 0.1, rtol=1e-4
    )


def test_sparse_weights_step_as_dense_ones_do():
    weights = [mx.nd.ones((3, 2)), mx.nd.ones((3, 2)).tostype("row_sparse")]
    grad = mx.nd.array([[0, 0], [1, 2], [0, 0]])
    for weight in weights:
        updater = mx.optimizer.get_updater(mx.optimizer.AdamW())
        for gradient in (grad, grad.tostype("row_sparse")):
            updater(0, gradient, weight)
    assert weights[1].stype == "row_sparse"
    np.testing.assert_array_equal(weights[0].asnumpy(), weights[1].asnumpy())
