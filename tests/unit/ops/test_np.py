"""Operators of mx.np, where ours does more or better than the real MXNet."""

from __future__ import annotations

import pytest
import torch

from mxnet._ops import OPS


def gradient(name, values, **attrs):
    x = torch.tensor(values, dtype=torch.float64, requires_grad=True)
    OPS[name].kernel(x, **attrs).sum().backward()
    return x.grad.tolist()


def test_gradient_of_arctan2_by_its_second_operand():
    assert gradient("_npi_rarctan2_scalar", [1.0, 3.0], scalar=2.0) == pytest.approx(
        [-0.4, -2 / 13]
    )


def test_copysign_of_a_scalar_has_a_gradient():
    assert gradient("_npi_copysign_scalar", [-2.0, 0.0, 2.0], scalar=-1.0) == [1, -1, -1]


def test_the_zeroth_power_of_zero_has_gradient_zero():
    assert gradient("_npi_power_scalar", [0.0, 2.0], scalar=0.0) == [0, 0]
