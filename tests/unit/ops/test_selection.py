"""Selection by bits, for many elements, gives what ``torch.where`` gives, and its gradients."""

from __future__ import annotations

import math

import pytest
import torch

from mxnet._ops.math.selection import _MANY, fill, select

SPECIAL = torch.tensor([0.0, -0.0, math.nan, math.inf, -math.inf, 1.5])
DTYPES = [torch.float16, torch.bfloat16, torch.float32, torch.float64]


def many(dtype, seed: int) -> torch.Tensor:
    generator = torch.Generator().manual_seed(seed)
    return SPECIAL[torch.randint(len(SPECIAL), (2, _MANY // 2), generator=generator)].to(dtype)


def bytes_of(tensor: torch.Tensor) -> torch.Tensor:
    return tensor.contiguous().view(torch.uint8)


@pytest.mark.parametrize("condition_type", [torch.bool, torch.float32, torch.int32])
@pytest.mark.parametrize("dtype", DTYPES)
def test_every_bit_is_that_of_the_chosen_element(dtype, condition_type):
    condition = many(torch.float32, 0).nan_to_num().to(condition_type)
    x, y = many(dtype, 1), many(dtype, 2)
    expected = torch.where(condition != 0, x, y)
    assert torch.equal(bytes_of(select(condition, x, y)), bytes_of(expected))


def test_nan_is_true():
    condition = torch.full((_MANY,), math.nan)
    assert select(condition, condition, torch.zeros(_MANY)).isnan().all()


def test_columns_and_constants():
    condition, x = many(torch.float32, 0) > 0, many(torch.float32, 1).nan_to_num().T.contiguous().T
    constant = torch.tensor(2.5)
    assert torch.equal(select(condition, x, constant), torch.where(condition, x, constant))
    assert torch.equal(select(condition, constant, x), torch.where(condition, constant, x))


def test_gradients_of_first_and_second_order():
    condition = many(torch.float32, 0) > 0
    x, y = (torch.rand(condition.shape, requires_grad=True) for _ in range(2))
    head = torch.rand(condition.shape)
    first = torch.autograd.grad(select(condition, x**3, y**2), (x, y), head, create_graph=True)
    expected = torch.autograd.grad(
        torch.where(condition, x**3, y**2), (x, y), head, create_graph=True
    )
    for pair in zip(first, expected, (x, y), strict=True):
        *grads, leaf = pair
        assert torch.equal(*grads)
        second = [torch.autograd.grad(g, leaf, head, retain_graph=True)[0] for g in grads]
        assert torch.equal(*second)


@pytest.mark.parametrize("number", [0.0, -0.0, -1.5, math.inf])
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", [(2, _MANY // 2), (2, 1), (_MANY // 2,)])
def test_fill_gives_what_masked_fill_gives(dtype, number, shape):
    x, condition = many(dtype, 1), torch.arange(_MANY)[: math.prod(shape)].reshape(shape) % 3 == 1
    expected = x.masked_fill(condition, number)
    assert torch.equal(bytes_of(fill(x, condition, number)), bytes_of(expected))


def test_gradient_of_fill():
    x = torch.rand(2, _MANY // 2, requires_grad=True)
    condition = torch.tensor([[False], [True]])
    head = torch.rand(x.shape)
    (grad,) = torch.autograd.grad(fill(x, condition, 2.5), x, head)
    assert torch.equal(grad, head * ~condition)
