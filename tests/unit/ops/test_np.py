"""Operators of mx.np, where ours does more or better than the real MXNet."""

from __future__ import annotations

import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet import nd
from mxnet._eager.functions import nd_function
from mxnet._ops import OPS


def call(name, *args, **attrs):
    return nd_function(OPS[name], name, "mxnet.np", nd.NDArray)(*args, **attrs)


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


@pytest.mark.parametrize(("name", "expected"), [("lscalar", [0, 1, 0]), ("rscalar", [1, 0, 1])])
def test_where_with_a_scalar_passes_the_gradient_to_selected_elements(name, expected):
    x = torch.ones(3, requires_grad=True)
    condition = torch.tensor([True, False, True])
    OPS[f"_npi_where_{name}"].kernel(condition, x, scalar=2.0).sum().backward()
    assert x.grad.tolist() == expected


def test_matmul_of_two_broadcast_operands_has_a_gradient():
    operands = [torch.rand(s, dtype=torch.float64) for s in ((2, 1, 2, 3), (3, 3, 4))]
    for operand in operands:
        operand.requires_grad_()
    assert torch.autograd.gradcheck(OPS["_npi_matmul"].kernel, operands)


def test_the_product_of_nothing_is_one():
    assert call("_np_prod", nd.empty((0, 2)), axis=0).asnumpy().tolist() == [1, 1]


# --------------------------------------------------- no rows: their shapes are not known beforehand


def test_nonzero():
    assert call("_npx_nonzero", nd.array([[0, 2], [3, 0]])).asnumpy().tolist() == [[0, 1], [1, 0]]
    empty = call("_npx_nonzero", nd.array([0, 0]))
    assert empty.shape == (0, 1) and empty.asnumpy().dtype == "int64"


def test_unique_with_all_outputs():
    data = nd.array([[1, 2, 4], [3, 4, 7]], dtype="int32")
    options = dict.fromkeys(("return_index", "return_inverse", "return_counts"), True)
    result = call("_npi_unique", data, **options)
    assert [a.asnumpy().tolist() for a in result] == [
        [1, 2, 3, 4, 7], [0, 1, 3, 2, 5], [0, 1, 3, 2, 3, 4], [1, 1, 1, 2, 1],
    ]  # fmt: skip
    assert [a.asnumpy().dtype for a in result] == ["int32", "int64", "int64", "int64"]


@pytest.mark.parametrize("axis", [0, -1])
def test_unique_along_an_axis(axis):
    data = nd.array([[3, 1, 3], [2, 0, 2], [3, 1, 3]])
    values, index, counts = call(
        "_npi_unique", data, axis=axis, return_index=True, return_counts=True
    )
    expected = {0: [[2, 0, 2], [3, 1, 3]], -1: [[1, 3], [0, 2], [1, 3]]}[axis]
    assert values.asnumpy().tolist() == expected
    assert index.asnumpy().tolist() == [1, 0]
    assert counts.asnumpy().tolist() == [1, 2]


@pytest.mark.parametrize("axis", [None, 0])
def test_unique_sorts_nan_to_the_end(axis):
    data = nd.array([3, float("nan"), 1, 2, 1])
    values, counts = call("_npi_unique", data, axis=axis, return_counts=True)
    assert str(values.asnumpy().tolist()) == "[1.0, 2.0, 3.0, nan]"
    assert counts.asnumpy().tolist() == [2, 1, 1, 1]


def test_bincount_counts_in_the_type_of_its_input():
    data = nd.array([1, 2, 2, 5], dtype="int32")
    assert call("_npi_bincount", data).asnumpy().tolist() == [0, 1, 2, 0, 0, 1]
    assert call("_npi_bincount", data).asnumpy().dtype == "int32"
    assert call("_npi_bincount", data, minlength=8).shape == (8,)
    weighted = call("_npi_bincount", data, nd.array([0.5, 1, 2, 3]), has_weights=True)
    assert weighted.asnumpy().tolist() == [0, 0.5, 3, 0, 0, 3]
    assert call("_npi_bincount", nd.empty((0,), dtype="int64")).shape == (0,)


def test_running_sums_of_float16_are_rounded_after_every_addition():
    x = nd.array([[2048, 1, 1], [1, 2, 3]], dtype="float16")
    x.attach_grad()
    with mx.autograd.record():
        sums = call("_np_cumsum", x, axis=1)
    sums.backward()
    assert sums.asnumpy().tolist() == [[2048, 2048, 2048], [1, 3, 6]]
    assert x.grad.asnumpy().tolist() == [[3, 2, 1]] * 2


@pytest.mark.parametrize("decimals", [-18, -19, -40, -(2**63)])
def test_around_to_more_digits_than_there_are(decimals):
    assert mx.np.around(mx.np.array([123, -7], dtype="int32"), decimals).tolist() == [0, 0]


@pytest.mark.parametrize("dtype", ["int8", "int32", "int64"])
def test_lcm_of_the_smallest_integer(dtype):
    low = np.iinfo(dtype).min
    pairs = np.array([(low, b) for b in (*range(-9, 10), low)], dtype)
    left, right = (mx.np.array(column, dtype=dtype) for column in pairs.T)
    result = mx.np.lcm(left, right).asnumpy()
    assert result.dtype == np.dtype(dtype)
    assert result[9] == 0 and result[10] == low  # of 0; of 1 it wraps around


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int32", "int64"])
def test_lcm_is_that_of_numpy(dtype):
    left, right = np.meshgrid(np.arange(10), np.arange(10))
    ours = mx.np.lcm(mx.np.array(left, dtype=dtype), mx.np.array(right, dtype=dtype)).asnumpy()
    assert ours.tolist() == np.lcm(left, right).tolist()


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
@pytest.mark.parametrize("name", ["eig", "eigvals"])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_eigenvalues_of_non_finite_matrices(name, value, dtype):
    matrix = mx.np.array([[4, 1], [1, value]], dtype=dtype)
    with pytest.raises(mx.MXNetError, match=f"_npi_{name}: the matrix must be finite"):
        getattr(mx.np.linalg, name)(matrix)


def test_integers_of_two_types_have_a_difference_and_a_remainder():
    long, short = mx.np.array([7, 9], dtype="int64"), mx.np.array([4, 2], dtype="int8")
    for result, expected in ((long - short, [3, 7]), (long % short, [3, 1])):
        assert result.dtype == np.int64
        assert result.asnumpy().tolist() == expected
