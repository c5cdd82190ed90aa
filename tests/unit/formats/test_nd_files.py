"""``mx.nd.save``, ``load`` and ``load_frombuffer``."""

import os
from collections import OrderedDict

import numpy as np
import pytest

import mxnet as mx
from mxnet._core.scope import scope
from mxnet._formats.params import StoredArray, to_bytes
from mxnet.base import MXNetError

DTYPES = "float32 float64 float16 uint8 int32 int8 int64 bool".split()


@pytest.fixture
def path(tmp_path):
    return str(tmp_path / "file.params")


def test_an_array_is_a_list_of_one(path):
    mx.nd.save(path, mx.nd.array([1, 2]))
    (actual,) = mx.nd.load(path)
    assert isinstance(actual, mx.nd.NDArray)
    assert actual.asnumpy().tolist() == [1, 2]
    assert actual.dtype == np.float32


def test_a_list(path):
    mx.nd.save(path, [mx.nd.array([1, 2]), mx.nd.ones((2, 3))])
    assert [array.asnumpy().tolist() for array in mx.nd.load(path)] == [[1, 2], [[1] * 3] * 2]


@pytest.mark.parametrize("kind", [dict, OrderedDict])
def test_a_dict_keeps_its_order(path, kind):
    mx.nd.save(path, kind(b=mx.nd.array([1]), a=mx.nd.array([2]), é=mx.nd.array([3])))
    actual = mx.nd.load(path)
    assert {name: array.asscalar() for name, array in actual.items()} == {"b": 1, "a": 2, "é": 3}
    assert list(actual) == ["b", "a", "é"]


@pytest.mark.parametrize("nothing", [[], {}])
def test_nothing_loads_as_a_list(path, nothing):
    mx.nd.save(path, nothing)
    assert mx.nd.load(path) == []


@pytest.mark.parametrize("dtype", DTYPES)
def test_every_dtype(path, dtype):
    values = np.array([[0, 1, 1]], dtype=dtype)
    mx.nd.save(path, mx.nd.array(values, dtype=dtype))
    (actual,) = mx.nd.load(path)
    assert actual.dtype == values.dtype
    np.testing.assert_array_equal(actual.asnumpy(), values)


def test_the_file_is_that_of_mxnet(path, golden_files):
    arrays = [mx.nd.array([1, 2]), mx.nd.array([[3]]), mx.nd.array([4, 5], dtype="int32")]
    mx.nd.save(path, arrays)
    with open(path, "rb") as file:
        assert file.read() == (golden_files / "list.params").read_bytes()


def test_contexts_are_written_and_load_to_the_cpu(path, golden_files):
    contexts = [mx.cpu(1), mx.cpu_pinned(0), mx.Context("cpu_shared", 0)]
    mx.nd.save(path, [mx.nd.array([1], ctx=ctx) for ctx in contexts])
    with open(path, "rb") as file:
        assert file.read() == (golden_files / "contexts.params").read_bytes()
    assert {array.context for array in mx.nd.load(path)} == {mx.cpu(0)}


@pytest.mark.parametrize("name", ["gpu0", "gpu1", "gpu2"])
def test_arrays_of_a_gpu_load_to_the_cpu(golden_files, name):
    (actual,) = mx.nd.load(str(golden_files / f"{name}.params"))
    assert actual.context == mx.cpu(0)
    assert actual.asnumpy().tolist() == [[1, 2]]


def test_a_simulated_gpu(path, monkeypatch):
    monkeypatch.setenv("MXNET_SIMULATE_GPUS", "2")
    mx.nd.save(path, mx.nd.array([1, 2], ctx=mx.gpu(1)))
    (actual,) = mx.nd.load(path)
    assert actual.context == mx.cpu(0)
    assert actual.asnumpy().tolist() == [1, 2]


@pytest.mark.parametrize("name", ["version0", "version1"])
def test_files_of_old_versions(golden_files, name):
    arrays = mx.nd.load(str(golden_files / f"{name}.params"))
    assert [array.dtype for array in arrays[:5]] == [np.dtype(name) for name in DTYPES[:5]]
    assert arrays[5].asnumpy().tolist() == [[[0, 1, 2], [3, 4, 5]]]


def test_zero_size(path):
    mx.nd.save(path, mx.nd.array(np.zeros((2, 0, 1))))
    assert mx.nd.load(path)[0].shape == (2, 0, 1)


def test_a_scalar_that_mxnet_fails_to_load_back(golden_files):
    scalar, vector = mx.nd.load(str(golden_files / "scalar.params"))
    assert scalar.shape == ()
    assert scalar.asnumpy() == 7.5
    assert vector.asnumpy().tolist() == [1]


def test_a_view_and_a_transpose(path):
    base = mx.nd.array([[0, 1], [2, 3], [4, 5]])
    mx.nd.save(path, [base[1], base.T])
    row, transposed = mx.nd.load(path)
    assert row.asnumpy().tolist() == [2, 3]
    assert transposed.asnumpy().tolist() == [[0, 2, 4], [1, 3, 5]]


def test_loaded_arrays_are_writable(path):
    mx.nd.save(path, mx.nd.zeros(2))
    (actual,) = mx.nd.load(path)
    actual[:] = 5
    assert actual.asnumpy().tolist() == [5, 5]


def test_a_variable_is_saved_and_loads_without_gradient(path):
    x = mx.nd.array([3.0])
    x.attach_grad()
    with mx.autograd.record():
        y = x * x
    mx.nd.save(path, [x, y])
    actual = mx.nd.load(path)
    assert [array.asscalar() for array in actual] == [3, 9]
    assert actual[0].grad is None


def test_path_objects_and_file_addresses(tmp_path):
    mx.nd.save(tmp_path / "file", mx.nd.array([7]))
    assert mx.nd.load(tmp_path / "file")[0].asscalar() == 7
    assert mx.nd.load(f"file://{tmp_path}/file")[0].asscalar() == 7


def test_from_a_buffer(path):
    mx.nd.save(path, {"a": mx.nd.array([1, 2])})
    with open(path, "rb") as file:
        contents = file.read()
    for kind in (bytes, bytearray, memoryview):
        assert mx.nd.load_frombuffer(kind(contents))["a"].asnumpy().tolist() == [1, 2]
    with pytest.raises(MXNetError, match="Invalid NDArray file format: buffer"):
        mx.nd.load_frombuffer(contents[:-10])
    for wrong in ("text", None, 3):
        with pytest.raises(TypeError, match=f"bytes, got {type(wrong).__name__}"):
            mx.nd.load_frombuffer(wrong)


@pytest.mark.parametrize("data", [np.zeros(2), 3, None, "text", (), iter([])])
def test_values_that_cannot_be_saved(path, data):
    kind = type(data).__name__
    with pytest.raises(ValueError, match=f"data needs to either be a NDArray.*got {kind}"):
        mx.nd.save(path, data)
    assert not os.path.exists(path)


@pytest.mark.parametrize("wrong", ["int key", "bytes key", "numpy value", "numpy item", "none"])
def test_containers_must_contain_arrays(path, wrong):
    data = {
        "int key": {"a": mx.nd.ones(1), 1: mx.nd.ones(1)},
        "bytes key": {b"a": mx.nd.ones(1)},
        "numpy value": {"a": np.ones(1)},
        "numpy item": [mx.nd.ones(1), np.ones(1)],
        "none": [None],
    }[wrong]
    with pytest.raises(TypeError, match="save only accept dict str->NDArray or list of NDArray"):
        mx.nd.save(path, data)
    assert not os.path.exists(path)


def test_a_file_that_is_not_there(path):
    with pytest.raises(MXNetError, match="file.params.*No such file"):
        mx.nd.load(path)


@pytest.mark.parametrize("fname", [3, None, b"bytes"])
def test_a_name_that_is_no_string(fname):
    with pytest.raises(TypeError, match="fname required to be a string"):
        mx.nd.load(fname)
    with pytest.raises(TypeError, match="fname required to be a string"):
        mx.nd.save(fname, mx.nd.ones(1))


def test_a_failed_save_leaves_the_old_file(path):
    mx.nd.save(path, {"a": mx.nd.array([1])})
    with pytest.raises(UnicodeEncodeError):
        mx.nd.save(path, {"a": mx.nd.array([2]), "\udc80": mx.nd.array([3])})
    assert mx.nd.load(path)["a"].asscalar() == 1
    assert os.listdir(os.path.dirname(path)) == ["file.params"]


def test_sparse_arrays_load(golden_files):
    loaded = mx.nd.load(str(golden_files / "sparse.params"))
    assert loaded["row_sparse"].stype == "row_sparse"
    assert {"row_sparse", "csr"} <= {array.stype for array in loaded.values()}
    for array in loaded.values():
        array.asnumpy()


def test_numpy_shape_rules_are_stored_in_the_file(path, golden_files):
    with scope(numpy_shape=True):
        arrays = mx.nd.load(str(golden_files / "numpy_shape.params"))
        assert [array.shape for array in arrays] == [(), (0, 2), (2,), ()]
        mx.nd.save(path, arrays)
    with open(path, "rb") as file:
        assert file.read() == (golden_files / "numpy_shape.params").read_bytes()
    with pytest.raises(MXNetError, match="array 0 was saved in np shape semantics.*shape.True"):
        mx.nd.load(path)
    mx.nd.save(path, mx.nd.ones(1))
    with scope(numpy_shape=True):
        with pytest.raises(MXNetError, match="array 0 was not saved in np.*shape.False"):
            mx.nd.load(path)


def test_row_sparse_indices_may_be_int32():
    rows = mx.nd.sparse.row_sparse_array(([[1.0, 2.0]], [1]), shape=(3, 2))
    data, indices = (part._t for part in (rows.data, rows.indices))
    stored = StoredArray(data, "row_sparse", rows.shape, (indices.int(),))
    (loaded,) = mx.nd.load_frombuffer(to_bytes([stored], []))
    assert loaded.tostype("default").asnumpy().tolist() == [[0, 0], [1, 2], [0, 0]]
