"""The contract of every loss. Each check takes a sample; ``CHECKS`` lists them."""

from __future__ import annotations

import copy
import pickle
from dataclasses import dataclass, field

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, nd
from mxnet.gluon import loss

BATCH = 3


@dataclass(frozen=True)
class Sample:
    """A loss and inputs for it: predictions, then labels."""

    kind: type
    inputs: tuple
    arguments: dict = field(default_factory=dict)
    weighs_samples: bool = True
    has_batch_axis: bool = True
    result: tuple = (BATCH,)

    def __str__(self):
        return self.kind.__name__

    def make(self, **options):
        return self.kind(**{**self.arguments, **options})

    def arrays(self, ctx=None, dtype="float32"):
        return [nd.array(values, ctx=ctx or mx.cpu(), dtype=dtype) for values in self.inputs]

    def value(self, *more, **options):
        return self.make(**options)(*self.arrays(), *more).asnumpy()


_random = np.random.RandomState(0)
PRED, LABEL, OTHER = (_random.uniform(-1, 1, (BATCH, 4)) for _ in range(3))
SIGNS, BITS = np.sign(LABEL), (LABEL > 0) * 1.0
SHARES = np.exp(LABEL) / np.exp(LABEL).sum(1, keepdims=True)

SAMPLES = [
    *(Sample(kind, (PRED, LABEL)) for kind in (loss.L1Loss, loss.L2Loss, loss.HuberLoss)),
    *(Sample(kind, (PRED, SIGNS)) for kind in (loss.HingeLoss, loss.SquaredHingeLoss)),
    Sample(loss.LogisticLoss, (PRED, SIGNS)),
    Sample(loss.SigmoidBinaryCrossEntropyLoss, (PRED, BITS)),
    Sample(loss.SoftmaxCrossEntropyLoss, (PRED, np.array([0.0, 2, 3])), has_batch_axis=False),
    Sample(loss.KLDivLoss, (PRED, SHARES), {"from_logits": False}, has_batch_axis=False),
    Sample(
        loss.CTCLoss,
        (_random.uniform(-1, 1, (BATCH, 6, 5)), np.array([[1.0, 0], [2, 1], [3, 3]])),
        weighs_samples=False,
        has_batch_axis=False,
    ),
    Sample(loss.TripletLoss, (PRED, LABEL, OTHER), {"margin": 9}),
    Sample(
        loss.PoissonNLLLoss, (PRED, BITS), weighs_samples=False, has_batch_axis=False, result=(1,)
    ),
    Sample(
        loss.CosineEmbeddingLoss,
        (PRED, LABEL, np.array([1.0, -1, 1])),
        has_batch_axis=False,
        result=(BATCH, 1),
    ),
    Sample(loss.SDMLLoss, (PRED, LABEL), weighs_samples=False, has_batch_axis=False),
]


def same(a, b, tolerance=1e-5):
    np.testing.assert_allclose(a, b, rtol=tolerance, atol=tolerance)


def slope(sample, loss, ctx=None):
    arrays = sample.arrays(ctx)
    arrays[0].attach_grad()
    with autograd.record():
        out = loss(*arrays)
    out.backward()
    return arrays[0].grad.asnumpy()


def check_printing(sample):
    assert repr(sample.make()).startswith(f"{sample.kind.__name__}(batch_axis=")


def check_shape(sample):
    assert sample.value().shape == sample.result
    assert np.isfinite(sample.value()).all()


def check_weight(sample):
    if sample.kind is loss.SDMLLoss:
        return  # MXNet: keeps its weight and does not use it
    same(sample.value(weight=3.0), 3 * sample.value(weight=1.0))


def check_weight_is_a_number(sample):
    if sample.kind in (loss.SDMLLoss, loss.L2Loss):  # the one ignores it, the other halves it
        return
    with pytest.raises(AssertionError, match="weight must be a number, got 'a'"):
        sample.value(weight="a")


def check_sample_weight(sample):
    if not sample.weighs_samples:
        return
    plain = sample.value()
    weights = nd.array([[1.0], [0.0], [2.0]])
    factors = weights.asnumpy().reshape((-1,) + (1,) * (plain.ndim - 1))
    same(sample.value(weights), plain * factors)
    same(sample.value(nd.ones((BATCH, 1))), plain)


def check_batch_axis(sample):
    """The batch may be another axis: the transposed inputs give the same."""
    if not sample.has_batch_axis:
        return
    transposed = [array.T for array in sample.arrays()]
    same(sample.make(batch_axis=1)(*transposed).asnumpy(), sample.value())


def check_gradient(sample):
    """The gradient is what small differences show."""
    loss, step = sample.make(), 1e-5
    actual = slope(sample, loss)
    arrays = sample.arrays(dtype="float64")
    value = arrays[0].asnumpy()
    for place in range(0, value.size, 3):
        ends = []
        for sign in (1, -1):
            moved = value.copy()
            moved.flat[place] += sign * step
            ends.append(loss(nd.array(moved, dtype="float64"), *arrays[1:]).sum().asscalar())
        assert actual.flat[place] == pytest.approx((ends[0] - ends[1]) / (2 * step), abs=2e-4)


def check_double_precision(sample):
    out = sample.make()(*sample.arrays(dtype="float64"))
    assert out.dtype is np.float64
    same(out.asnumpy(), sample.value(), tolerance=1e-4)


def check_contexts(sample):
    out = sample.make()(*sample.arrays(mx.cpu(1)))
    assert out.context == mx.cpu(1)
    same(out.asnumpy(), sample.value())


def check_hybridizing_changes_nothing(sample):
    plain, graph = sample.make(), sample.make()
    graph.hybridize()
    for _ in range(2):
        same(graph(*sample.arrays()).asnumpy(), plain(*sample.arrays()).asnumpy())
    same(slope(sample, graph), slope(sample, plain))


def check_copies(sample):
    loss = sample.make()
    for other in (copy.deepcopy(loss), pickle.loads(pickle.dumps(loss))):
        same(other(*sample.arrays()).asnumpy(), sample.value())


def check_no_parameters(sample):
    assert not list(sample.make().collect_params())


CHECKS = [value for name, value in list(globals().items()) if name.startswith("check_")]
