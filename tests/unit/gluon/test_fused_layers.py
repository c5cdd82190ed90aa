"""Layers that run as one operator have the values and gradients of their formulas."""

from __future__ import annotations

import numpy as np
import pytest

from mxnet import MXNetError, autograd, nd
from mxnet.gluon import nn


def _run(layer, dtype):
    x = nd.array([[-30, -1.5, -0.0, 0, 0.25, 2, 30]], dtype=dtype)
    x.attach_grad()
    with autograd.record():
        y = layer(x)
    y.backward(nd.arange(1, 8, dtype=dtype).reshape((1, 7)))
    return y.asnumpy(), x.grad.asnumpy()


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
@pytest.mark.parametrize("beta", [1.0, 1, 0.5])
def test_swish(beta, dtype):
    formula = nn.Swish(beta)
    formula.hybridize()
    tolerance = 1e-2 if dtype == "float16" else 1e-6
    for actual, expected in zip(_run(nn.Swish(beta), dtype), _run(formula, dtype), strict=True):
        assert actual.dtype == expected.dtype
        np.testing.assert_allclose(actual, expected, tolerance, tolerance)


def test_the_operator_of_swish_takes_floats():
    assert nd._internal._silu(nd.array([0, 40])).asnumpy().tolist() == [0, 40]
    with pytest.raises(MXNetError, match="_silu.*int32"):
        nd._internal._silu(nd.array([1], dtype="int32"))
