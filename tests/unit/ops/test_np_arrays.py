"""NumPy's operators for arrays where the real MXNet fails, has no gradient or a wrong one."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from mxnet._ops import OPS


def gradient(name, array, *others, **attrs):
    """Return the gradient of the sum of the result times 0, 1, 2, ..."""
    x = torch.tensor(np.asarray(array), dtype=torch.float64, requires_grad=True)
    result = OPS[name].kernel(x, *others, **attrs)
    heads = torch.arange(result.numel(), dtype=torch.float64).reshape(result.shape)
    (result * heads).sum().backward()
    return x.grad.numpy()


A = np.arange(6.0).reshape(2, 3)


@pytest.mark.parametrize("k", [1, -1, 3])
def test_rot90_has_the_gradient_that_turns_back(k):
    heads = np.arange(6.0).reshape(3, 2)
    expected = np.rot90(heads, -k)
    np.testing.assert_array_equal(gradient("_npi_rot90", A, k=k, axes=(0, 1)), expected)


def test_pads_have_gradients():
    assert gradient("_npi_pad", [1.0, 2.0], pad_width=((1, 1),), mode="edge").tolist() == [1, 5]
    assert gradient("_npi_pad", [1.0, 2.0], pad_width=((1, 1),), mode="reflect").tolist() == [4, 2]


def test_a_vector_is_padded_as_numpy_says():
    result = OPS["_npi_pad"].kernel(torch.arange(3), pad_width=((1, 2),))
    assert result.tolist() == [0, 0, 1, 2, 0, 0]
    result = OPS["_npi_pad"].kernel(torch.arange(3), pad_width=((2,),))
    assert result.tolist() == [0, 0, 0, 1, 2, 0, 0]


def test_inserting_and_deleting_have_gradients():
    assert gradient("_npi_insert_scalar", [1.0, 2.0], int_ind=1, val=9.0).tolist() == [0, 2]
    assert gradient("_npi_delete", [1.0, 2.0, 3.0], int_ind=1).tolist() == [0, 0, 1]


def test_a_number_is_inserted_at_several_places():
    x = torch.arange(3.0)
    result = OPS["_npi_insert_slice"].kernel(x, val=9.0, start=0, stop=3, step=2)
    assert result.tolist() == [9, 0, 1, 9, 2]
    result = OPS["_npi_insert_tensor"].kernel(x, torch.tensor([1, 1]), val=9.0)
    assert result.tolist() == [0, 9, 9, 1, 2]


def test_places_in_an_array_are_deleted():
    x = torch.arange(5.0)
    assert OPS["_npi_delete"].kernel(x, torch.tensor([1, 3, 3])).tolist() == [0, 2, 4]
    assert OPS["_npi_delete"].kernel(x, torch.tensor([-1, 7])).tolist() == [0, 1, 2, 3, 4]


def test_the_spectral_norm_has_its_gradient():
    x = torch.tensor(A, requires_grad=True)
    left, _, right = torch.linalg.svd(x.detach(), full_matrices=False)
    (OPS["_npi_norm"].kernel(x, ord=2.0, axis=(0, 1), flag=0) * 0.5).backward()
    np.testing.assert_allclose(x.grad.numpy(), 0.5 * np.outer(left[:, 0], right[0]), rtol=1e-9)


def test_orders_that_are_infinite():
    x = torch.tensor(A)
    assert OPS["_npi_norm"].kernel(x, ord=float("inf"), axis=(0, 1)).item() == 12
    assert OPS["_npi_norm"].kernel(x, ord=float("-inf"), axis=(1,)).tolist() == [0, 3]
    assert OPS["_npi_norm"].kernel(x, ord=1.0, axis=(0, 1)).item() == 7


def test_eigenvectors_of_symmetric_matrices():
    x = torch.tensor([[2.0, 1.0], [1.0, 3.0]])
    values, vectors = OPS["_npi_eigh"].kernel(x, UPLO="U")
    torch.testing.assert_close(vectors @ torch.diag(values) @ vectors.T, x)


def test_a_range_of_half_precision():
    actual = OPS["_npi_arange"].kernel(
        start=0.0, stop=1.0, step=0.25, dtype=torch.float16, device=torch.device("cpu")
    )
    assert actual.tolist() == [0, 0.25, 0.5, 0.75]


def test_memory_in_common():
    x = torch.zeros(6)
    share = OPS["_npi_share_memory"].kernel
    assert share(x, x[2:4]).item()
    assert not share(x[:3], x[3:]).item()
    assert not share(x, x.clone()).item()
    assert not share(x, x[:0]).item()


def test_elements_again_and_again():
    resize = OPS["_npi_resize"].kernel
    assert resize(torch.arange(3), new_shape=(2, 4)).tolist() == [[0, 1, 2, 0], [1, 2, 0, 1]]
    assert resize(torch.arange(3), new_shape=(2,)).tolist() == [0, 1]
    assert resize(torch.zeros(0), new_shape=(2,)).tolist() == [0, 0]
