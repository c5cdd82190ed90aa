"""Copies in another layout equal torch's, whatever the shape, the type and the layout."""

import itertools

import numpy as np
import pytest
import torch

from mxnet import autograd, nd
from mxnet._ops import copies
from mxnet._ops.copies import contiguous, permuted, to_channels_last

DTYPES = (
    *(torch.float32, torch.float64, torch.float16, torch.bfloat16, torch.complex64),
    *(torch.int32, torch.int64, torch.int8, torch.uint8, torch.bool),
)


@pytest.fixture(autouse=True)
def _all_sizes(monkeypatch):
    monkeypatch.setattr(copies, "LEAST", 1)
    monkeypatch.setattr(copies, "LEAST_SIDE", 1)


def _random(shape, dtype=torch.float32):
    generator = torch.Generator().manual_seed(len(shape))
    bits = torch.randint(-(2**31), 2**31, shape, generator=generator)
    return bits.bool() if dtype is torch.bool else bits.to(dtype)


def _assert_copied(result, expected):
    """The bits are equal, and the memory belongs to the result alone."""
    assert result.dtype is expected.dtype
    assert result.shape == expected.shape
    assert torch.equal(result, expected)
    assert result._base is None
    assert result.untyped_storage().data_ptr() != expected.untyped_storage().data_ptr()


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
@pytest.mark.parametrize("shape", [(5, 7), (2, 5, 7), (2, 3, 4, 5), (3, 1, 4, 2, 5), (1, 9, 1)])
def test_all_permutations(shape, dtype):
    x = _random(shape, dtype)
    for axes in itertools.permutations(range(len(shape))):
        view = x.permute(axes)
        _assert_copied(permuted(x, axes), view)
        result = contiguous(view)
        assert result.is_contiguous()
        if view.is_contiguous():
            assert result is view
        else:
            _assert_copied(result, view)


@pytest.mark.parametrize(
    "view",
    [
        lambda x: x[:, 1:].t(),  # gaps between rows
        lambda x: x[2:].t(),  # an offset
        lambda x: x[::2].t(),
        lambda x: x[0].expand(6, 8),
        lambda x: x[:, :1].expand(10, 8).t(),
        lambda x: x.unfold(0, 4, 2),  # overlaps
        lambda x: x[:0].t(),
    ],
)
def test_views_with_other_strides(view):
    x = view(_random((10, 8)))
    result = contiguous(x)
    assert result.is_contiguous()
    assert torch.equal(result, x)


def test_special_values_keep_their_bits():
    bits = torch.tensor([0x7FC00001, 0x7F800001, -1, 1, -(2**31), 0x7F800000] * 4)
    x = bits.to(torch.int32).view(torch.float32).view(4, 6)
    result = contiguous(x.t())
    assert torch.equal(result.view(torch.int32), x.view(torch.int32).t())


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
@pytest.mark.parametrize("shape", [(2, 3, 4, 5), (1, 5, 2, 3), (2, 1, 4, 5), (2, 3, 1, 1)])
def test_channels_last(shape, dtype):
    x = _random(shape, dtype)
    result = to_channels_last(x)
    expected = x.contiguous(memory_format=torch.channels_last)
    assert torch.equal(result, expected)
    assert result.is_contiguous(memory_format=torch.channels_last)
    assert to_channels_last(result) is result
    assert torch.equal(contiguous(result), x)


def test_gradients_pass_through():
    x = _random((4, 6)).requires_grad_()
    weight = _random((6, 4))
    for copy in (contiguous(x.t()), permuted(x, (1, 0))):
        (grad,) = torch.autograd.grad((copy * weight).sum(), x)
        assert torch.equal(grad, weight.t())


@pytest.mark.parametrize("dtype", ["float32", "float64", "int32", "uint8"])
def test_operators_that_transpose(dtype):
    values = np.arange(2 * 12 * 20).reshape(2, 12, 20).astype(dtype)
    x = nd.array(values, dtype=dtype)
    for result, expected in (
        (nd.transpose(x), values.T),
        (nd.transpose(x, (0, 2, 1)), values.transpose(0, 2, 1)),
        (x.swapaxes(1, 2), values.swapaxes(1, 2)),
        (x.swapaxes(0, -1), values.swapaxes(0, -1)),
        (x.as_np_ndarray().T, values.T),
        (x.as_np_ndarray().transpose(1, 2, 0), values.transpose(1, 2, 0)),
    ):
        np.testing.assert_array_equal(result.asnumpy(), expected)
        result[:] = 0  # memory of its own
    np.testing.assert_array_equal(x.asnumpy(), values)


def test_gradient_of_a_transposed_matrix():
    x, weights = nd.ones((15, 14)), nd.random.normal(shape=(14, 15))
    x.attach_grad()
    with autograd.record():
        loss = (x.T * weights).sum()
    loss.backward()
    np.testing.assert_array_equal(x.grad.asnumpy(), weights.asnumpy().T)
