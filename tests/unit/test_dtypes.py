"""Element types: the table, forms of a dtype argument, conversions."""

import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet import MXNetError, nd
from mxnet._core import dtypes

BFLOAT16 = np.dtype([("bfloat16", np.uint16)])
# as 1.9.1 numbers them in files and symbols
FLAGS = {
    "float32": 0, "float64": 1, "float16": 2, "uint8": 3, "int32": 4, "int8": 5, "int64": 6,
    "bool": 7, "bfloat16": 12,
}  # fmt: skip


@pytest.mark.parametrize("name", FLAGS)
def test_the_numbers_of_types(name):
    assert dtypes.BY_NAME[name].flag == FLAGS[name]
    assert dtypes.BY_FLAG[FLAGS[name]].name == name


@pytest.mark.parametrize("row", dtypes.TABLE, ids=lambda row: row.name)
def test_every_type_has_an_array(row):
    x = nd.zeros((2,), dtype=row.name)
    assert x.dtype is row.numpy or x.dtype == row.numpy
    assert x._t.dtype is row.torch
    for same in (row.name, row.numpy, np.dtype(row.numpy), row.torch, row):
        assert dtypes.lookup(same) is row
    assert np.dtype(x) == np.zeros(1, dtype=x).dtype == np.dtype(row.numpy)
    back = nd.array(x.asnumpy(), dtype=row.numpy)
    assert back.dtype == x.dtype
    assert (back.asnumpy() == x.asnumpy()).all()


@pytest.mark.parametrize(
    ("dtype", "name"),
    [
        (float, "float64"), (int, "int64"), (bool, "bool"), ("f4", "float32"), ("i8", "int64"),
        ("<f8", "float64"), (">f8", "float64"), ("float", "float64"), ("double", "float64"),
        ("half", "float16"), ("int", "int64"), (None, "float32"),
    ],
)  # fmt: skip
def test_other_forms_of_a_dtype(dtype, name):
    assert nd.zeros((2,), dtype=dtype).dtype == np.dtype(name)


def test_dtype_is_a_class_of_numpy():
    assert nd.zeros(2).dtype is np.float32
    assert nd.zeros(2, dtype="bool").dtype is np.bool_
    assert nd.zeros(2, dtype="bfloat16").dtype == BFLOAT16


@pytest.mark.parametrize("dtype", ["foo", 3, "complex64", str, object, np.complex128])
def test_unknown_types_are_refused(dtype):
    with pytest.raises(TypeError, match="data type .*float32, float64, float16"):
        nd.zeros((2,), dtype=dtype)
    with pytest.raises(TypeError, match="data type .*float32, float64, float16"):
        nd.zeros((2,)).astype(dtype)


def test_operators_do_not_promote():
    with pytest.raises(MXNetError, match="expected float32, got int32.*astype"):
        nd.zeros(2) + nd.zeros(2, dtype="int32")


# what 1.9.1 makes of floats that an integer type can hold
CASTS = {
    "int32": ([1.7, -2.7, 0.5], [1, -2, 0]),
    "int64": ([1.7, -2.7, 0.5], [1, -2, 0]),
    "int8": ([1.7, -2.7, 0.5], [1, -2, 0]),
    "uint8": ([1.7, 2.7, 200.0], [1, 2, 200]),
    "bool": ([0.5, 0.0, 2.0], [True, False, True]),
    "float16": ([1.5, 2.5, 65504.0], [1.5, 2.5, 65504.0]),
    "float64": ([1.5, 2.5, -0.5], [1.5, 2.5, -0.5]),
}


@pytest.mark.parametrize("dtype", CASTS)
def test_casts(dtype):
    values, expected = CASTS[dtype]
    cast = nd.array(values).astype(dtype)
    assert cast.dtype == np.dtype(dtype)
    assert cast.asnumpy().tolist() == expected


def test_bfloat16_rounds_float32():
    x = nd.array([1.0, 1.0039, -3.140625]).astype("bfloat16")
    assert x.dtype == BFLOAT16
    assert x.astype("float32").asnumpy().tolist() == [1.0, 1.0, -3.140625]
    assert (x + x).dtype == BFLOAT16


def test_views_share_memory_with_numpy():
    values = np.arange(4, dtype="float32")
    tensor = dtypes.from_numpy(values)
    tensor[0] = 9
    assert values[0] == 9
    assert dtypes.to_numpy(tensor).base is not None
    halves = np.zeros(3, BFLOAT16)
    assert dtypes.from_numpy(halves).dtype is torch.bfloat16
    assert dtypes.to_numpy(dtypes.from_numpy(halves)).dtype == BFLOAT16
    with pytest.raises(MXNetError, match="complex64|<U1|str"):
        dtypes.from_numpy(np.array(["a"]))


def test_the_type_of_python_values():
    assert nd.array([1, 2]).dtype is np.float32
    assert nd.array(np.array([1, 2])).dtype is np.float32
    assert nd.array([1.5, 2.5], dtype="int32").asnumpy().tolist() == [1, 2]
    assert nd.array(nd.array([1, 2], dtype="int8")).dtype is np.int8
    assert mx.nd.zeros(2, dtype=None).dtype is np.float32


def test_array_in_place_of_a_dtype():
    for name in ("float16", "int32", "bfloat16"):
        like = mx.nd.zeros(2, dtype=name)
        assert mx.nd.ones(3).astype(like).dtype == like.dtype
        assert mx.nd.zeros(1, dtype=like).dtype == like.dtype
    with pytest.raises(TypeError, match="not understood"):
        mx.nd.ones(3).astype(np.zeros(2))
