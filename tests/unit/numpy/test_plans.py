"""Hybridized blocks of mx.np train by the plans that those of mx.nd have."""

from __future__ import annotations

import numpy as onp
import pytest

import mxnet as mx
from mxnet import autograd, gluon, np
from mxnet._eager.array import step_of


class Mixed(gluon.HybridBlock):
    """Float32 and float64 meet, and each gets its own gradient."""

    def hybrid_forward(self, F, x, w):
        return F.np.multiply(x, w) - x + w * 0.5


class Reshaped(gluon.HybridBlock):
    def hybrid_forward(self, F, x, w):
        return F.np.exp(-x.reshape((-1,))) * w.reshape((-1,))


class Reduced(gluon.HybridBlock):
    def hybrid_forward(self, F, x, w):
        row = F.np.mean(x, axis=0, keepdims=True) * w
        kept = F.np.sum(w, axis=())
        return F.np.sum(row - F.np.mean(x), axis=-1) + F.np.sum(kept, axis=1) - F.np.sum(x)


def gradients(block, variables, *values):
    arrays = [np.array(value, dtype=value.dtype) for value in values]
    for array in arrays[:variables]:
        array.attach_grad()
    with autograd.record():
        out = block(*arrays)
    planned = step_of(out) is not None
    out.backward()
    return planned, [out.asnumpy(), *(array.grad.asnumpy() for array in arrays[:variables])]


FLOATS = onp.array([[1.0, 2.0], [3.0, 4.0]], "float32")
CASES = {  # block, how many of its inputs are variables, inputs
    "types": (Mixed, 2, FLOATS, onp.array([0.5, 2.0])),
    "shapes": (Reshaped, 2, FLOATS, FLOATS + 1),
    "reductions": (Reduced, 2, FLOATS, FLOATS[:1] + 1),
    "L2Loss": (gluon.loss.L2Loss, 2, FLOATS, FLOATS**2),
    "SoftmaxCrossEntropyLoss": (gluon.loss.SoftmaxCrossEntropyLoss, 1, FLOATS, FLOATS[0] - 1),
}


@pytest.mark.parametrize("name", CASES)
@mx.util.use_np
def test_the_gradients_are_those_of_the_eager_call(name):
    kind, *values = CASES[name]
    block = kind()
    _, expected = gradients(block, *values)
    block.hybridize(static_shape=True)
    planned, actual = gradients(block, *values)
    assert planned
    for ours, theirs in zip(actual, expected, strict=True):
        assert ours.dtype == theirs.dtype
        onp.testing.assert_allclose(ours, theirs, rtol=1e-6)
