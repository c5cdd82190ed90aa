"""Elementwise operators and reductions, where ours does more or better than the real MXNet."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from mxnet import autograd, nd
from mxnet._ops import OPS
from tests.unit.ops.gradients import gradients

AWAY_FROM_0 = torch.tensor([0.3, 0.5, 0.8], dtype=torch.float64)


def test_relu_of_nan_has_gradient_nan():
    ((nan, negative, zero, positive),) = gradients(nd.relu, [np.nan, -1, 0, 2])
    assert np.isnan(nan) and [negative, zero, positive] == [0, 0, 1]


def test_prod_of_zeros_has_a_gradient():
    assert gradients(nd.prod, [0.0, 2.0, 3.0]) == [[6, 0, 0]]


def test_power_of_zero_has_a_gradient():
    assert gradients(nd.broadcast_power, [0.0, 0.0], [0.0, 1.0]) == [[0, 1], [0, 0]]


def test_remainder_of_division_by_zero_has_gradient_zero():
    assert gradients(nd.broadcast_mod, [5.0], [0.0]) == [[0], [0]]


@pytest.mark.parametrize(
    "name", "equal not_equal greater lesser logical_and logical_or maximum minimum".split()
)
def test_booleans(name):
    left, right = (nd.array(v, dtype="bool") for v in ([0, 0, 1, 1], [0, 1, 0, 1]))
    result = getattr(nd, f"broadcast_{name}")(left, right)
    reference = {"lesser": "less"}.get(name, name)
    assert result.dtype == np.bool_
    assert (result.asnumpy() == getattr(np, reference)(left.asnumpy(), right.asnumpy())).all()


def test_second_derivatives_of_inverse_hyperbolic_functions():
    for name, expected in (
        ("arcsinh", lambda x: -x / (x * x + 1) ** 1.5),
        ("arccosh", lambda x: -x / (x * x - 1) ** 1.5),
    ):
        x = nd.array([1.5, 2.0])
        x.attach_grad()
        with autograd.record():
            (first,) = autograd.grad(getattr(nd, name)(x), x, create_graph=True)
        first.backward()
        np.testing.assert_allclose(x.grad.asnumpy(), expected(x.asnumpy()), rtol=1e-5)


UNARY = """
    sqrt rsqrt cbrt rcbrt exp expm1 log log10 log2 log1p sin cos tan arcsin arccos arctan sinh cosh
    tanh arcsinh arctanh erf erfinv gamma gammaln sigmoid softsign reciprocal square smooth_l1
    hard_sigmoid
""".split()
BINARY = "add sub mul div mod power hypot maximum minimum".split()
REDUCED = "sum mean prod nansum nanprod max min".split()


@pytest.mark.parametrize("name", UNARY)
def test_second_order_of_one_array(name):
    data = AWAY_FROM_0.clone().requires_grad_()
    assert torch.autograd.gradgradcheck(OPS[name].kernel, [data])


@pytest.mark.parametrize("name", BINARY)
def test_second_order_of_two_arrays(name):
    inputs = [AWAY_FROM_0.clone().requires_grad_(), (AWAY_FROM_0[:1] + 0.9).requires_grad_()]
    assert torch.autograd.gradgradcheck(OPS[f"broadcast_{name}"].kernel, inputs)


@pytest.mark.parametrize("name", REDUCED)
def test_second_order_of_reductions(name):
    data = AWAY_FROM_0.clone().requires_grad_()
    assert torch.autograd.gradgradcheck(lambda x: OPS[name].kernel(x * x), [data])
