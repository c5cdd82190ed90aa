"""What ``mx.nd`` offers besides operators: where names are found, and what is not there yet."""

import importlib

import numpy as np
import pytest

import mxnet as mx
from mxnet import nd

SUBMODULES = ("contrib", "image", "linalg", "ndarray", "op", "random", "sparse", "utils")


@pytest.mark.parametrize("name", SUBMODULES)
def test_submodules(name):
    module = importlib.import_module(f"mxnet.ndarray.{name}")
    assert getattr(nd, name) is module


def test_every_public_name_is_there():
    missing = [name for name in nd.__all__ if not hasattr(nd, name)]
    assert not missing and len(set(nd.__all__)) == len(nd.__all__)


def test_names_that_programs_import_from_ndarray_ndarray():
    home = importlib.import_module("mxnet.ndarray.ndarray")
    for name in ("arange", "concatenate", "add", "from_dlpack", "zeros", "waitall", "moveaxis"):
        assert callable(getattr(home, name))
    assert home._DTYPE_NP_TO_MX[np.float16] == 2 and home._DTYPE_MX_TO_NP[7] is np.bool_
    assert home._DTYPE_NP_TO_MX[None] == -1 and home._GRAD_REQ_MAP["add"] == 3
    assert home._STORAGE_TYPE_STR_TO_ID["csr"] == 2 and home._STORAGE_TYPE_ID_TO_STR[0] == "default"
    assert nd.NDArray.__module__ == "mxnet.ndarray.ndarray"


def test_storage_types():
    assert nd.zeros((2,), stype="default").shape == nd.empty((2,), stype="default").shape == (2,)
    assert nd.sparse.zeros("default", (2,), dtype="int32").dtype == np.int32
    assert nd.sparse.empty("default", (2,)).shape == (2,)


def test_sparse_functions_on_dense_arrays():
    x = nd.array([[1, 0], [0, 4]])
    assert nd.sparse.sqrt(x).asnumpy().tolist() == [[1, 0], [0, 2]]
    assert nd.sparse.add(x, 1).asnumpy().tolist() == [[2, 1], [1, 5]]
    assert nd.sparse.dot(x, x).asnumpy().tolist() == [[1, 0], [0, 16]]
    assert not isinstance(x, nd.sparse.BaseSparseNDArray)
    with pytest.raises(ValueError, match="make an NDArray with mx.nd.array"):
        nd.sparse.array([1, 2])


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "int32"])
def test_finite_or_not(dtype):
    numbers = [1, -2] if dtype == "int32" else [1, np.nan, np.inf, -np.inf]
    x = nd.array(numbers, dtype=dtype)
    for name in ("isnan", "isinf", "isfinite"):
        result = getattr(nd.contrib, name)(x)
        assert result.dtype == x.dtype
        np.testing.assert_array_equal(result.asnumpy(), getattr(np, name)(np.array(numbers)))


def test_zipfian_samples():
    mx.random.seed(1)
    samples, true_counts, sampled_counts = nd.contrib.rand_zipfian(nd.array([0, 3]), 10000, 20)
    assert (samples.dtype, true_counts.dtype) == (np.int64, np.float64)
    probability = np.log((np.arange(20) + 2) / (np.arange(20) + 1)) / np.log(21)
    np.testing.assert_allclose(true_counts.asnumpy(), 10000 * probability[[0, 3]])
    values = samples.asnumpy()
    np.testing.assert_allclose(sampled_counts.asnumpy(), 10000 * probability[values])
    frequency = np.bincount(values, minlength=20) / 10000
    np.testing.assert_allclose(frequency, probability, atol=0.02)


def test_copyto_itself_warns():
    x = nd.ones(2)
    with pytest.warns(RuntimeWarning, match="onto itself"):
        assert x.copyto(x) is False
