"""Inputs without a derivative have the gradient 0, which backward writes as any other."""

from __future__ import annotations

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, gluon, nd

USES = {  # of a matrix x (3, 3) and a vector i (3,) that nothing is differentiated by
    "where": lambda F, x, i: F.where(i, x, x * 2),
    "take": lambda F, x, i: F.take(x, i),
    "pick": lambda F, x, i: F.pick(x, i),
    "gather_nd": lambda F, x, i: F.gather_nd(x, F.expand_dims(i, 0)),
    "Embedding": lambda F, x, i: F.Embedding(i, x, input_dim=3, output_dim=3),
    "slice_like": lambda F, x, i: F.slice_like(x, F.expand_dims(i, 0), axes=(1,)),
    "reshape_like": lambda F, x, i: F.reshape_like(F.sum(x, axis=1), i),
    "shape_array": lambda F, x, i: F.sum(x) + F.sum(F.cast(F.shape_array(i), "float32")),
    "size_array": lambda F, x, i: F.sum(x) + F.cast(F.size_array(i), "float32"),
    "SequenceMask": lambda F, x, i: F.SequenceMask(
        F.expand_dims(x, 2), i, use_sequence_length=True
    ),
    "one_hot": lambda F, x, i: x * F.one_hot(i, 3),
    "BlockGrad": lambda F, x, i: F.broadcast_mul(x, F.BlockGrad(i)),
    "greater": lambda F, x, i: F.broadcast_mul(x, i > 0),
    "argmax": lambda F, x, i: F.broadcast_add(x, F.argmax(i, axis=0)),
    "CTCLoss": lambda F, x, i: F.CTCLoss(
        F.expand_dims(x, 1), F.slice_axis(F.expand_dims(i, 0), axis=1, begin=0, end=1)
    ),
    "softmax loss": lambda F, x, i: gluon.loss.SoftmaxCELoss()(x, i),
    "sum of softmax losses": lambda F, x, i: F.sum(gluon.loss.SoftmaxCELoss()(x * 2, i)),
}


class Net(gluon.HybridBlock):
    def __init__(self, use):
        super().__init__()
        self.use = use
        self.x = self.params.get("x", shape=(3, 3), init="one")
        self.i = self.params.get("i", shape=(3,), init=mx.init.One())

    def hybrid_forward(self, F, data, x, i):
        return self.use(F, x * data, i)


@pytest.mark.parametrize("is_hybrid", [False, True])
@pytest.mark.parametrize("name", USES)
def test_backward_writes_0_and_the_trainer_steps(name, is_hybrid):
    net = Net(USES[name])
    net.initialize()
    net.hybridize(is_hybrid)
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1})
    for _ in range(2):
        net.i.grad()[:] = 7
        with autograd.record():
            result = net(nd.ones((3, 3)))
        result.backward()
        assert net.i.grad().asnumpy().tolist() == [0, 0, 0]
        assert np.abs(net.x.grad().asnumpy()).sum() > 0
        trainer.step(1)  # a gradient that did not arrive would be a warning, and so an error


def test_integers_computed_from_a_variable_stay_in_the_graph():
    x, y = nd.array([1.0, 2.0]), nd.array([3.0])
    for array in (x, y):
        array.attach_grad()
        array.grad[:] = 7
    with autograd.record():
        z = y * nd.cast(nd.shape_array(x), "float32") * 2
    z.backward()
    assert x.grad.asnumpy().tolist() == [0, 0]
    assert y.grad.asnumpy().tolist() == [4]


def test_indices_that_are_integers():
    x, index = nd.array([1.0, 2.0]), nd.array([1, 0, 1], dtype="int32")
    for array in (x, index):
        array.attach_grad()
        array.grad[:] = 7
    with autograd.record():
        z = nd.take(x, index)
    z.backward()
    assert index.grad.asnumpy().tolist() == [0, 0, 0]
    assert x.grad.asnumpy().tolist() == [1, 2]


def test_a_branch_that_was_taken_before():
    class Choice(gluon.HybridBlock):
        def hybrid_forward(self, F, condition, x, y):
            return F.contrib.cond(condition, lambda: x * 2, lambda: y * 3)

    choice = Choice()
    choice.hybridize()
    x, y = nd.ones((2,)), nd.ones((2,))
    for condition in (1, 0, 1):
        x.attach_grad()
        y.attach_grad()
        x.grad[:] = y.grad[:] = 7
        with autograd.record():
            result = choice(nd.array([condition]), x, y)
        result.backward()
        assert x.grad.asnumpy().tolist() == [2 * condition] * 2
        assert y.grad.asnumpy().tolist() == [3 * (1 - condition)] * 2
