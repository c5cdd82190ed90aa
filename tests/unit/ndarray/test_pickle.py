"""Pickles and copies: the same bytes as 1.9.1's, read and written."""

import copy
import pickle
import struct

import numpy as np
import pytest

import mxnet as mx
from mxnet import MXNetError, autograd, nd
from tests.unit.ndarray.cases import DTYPES, PICKLED


def test_reads_pickles_of_mxnet():
    arrays = pickle.loads(PICKLED.read_bytes())
    for dtype in DTYPES:
        expected = np.array([[0, 1, 2], [3, 4, 5]]).astype(dtype)
        assert arrays[dtype].dtype == expected.dtype
        np.testing.assert_array_equal(arrays[dtype].asnumpy(), expected)
    assert arrays["on_cpu_1"].ctx == mx.cpu(0)  # as 1.9.1 does


def test_the_same_bytes_as_mxnet():
    arrays = {dtype: nd.array([[0, 1, 2], [3, 4, 5]], dtype=dtype) for dtype in DTYPES}
    arrays["on_cpu_1"] = nd.array([1, 2], ctx=mx.cpu(1))
    assert pickle.dumps(arrays, protocol=2) == PICKLED.read_bytes()


@pytest.mark.parametrize("shape", [(), (0,), (2, 0), (1,), (3, 4)])
@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_round_trip(shape, protocol):
    x = nd.array(np.random.uniform(size=shape))
    y = pickle.loads(pickle.dumps(x, protocol))
    assert y.shape == shape
    np.testing.assert_array_equal(x.asnumpy(), y.asnumpy())


def test_bfloat16():
    x = nd.array([1, 2.5]).astype("bfloat16")
    y = pickle.loads(pickle.dumps(x))
    assert y.astype("float32").asnumpy().tolist() == [1, 2.5]


def test_gpu_array_is_restored_on_an_available_gpu(monkeypatch):
    monkeypatch.setenv("MXNET_SIMULATE_GPUS", "2")
    data = pickle.dumps(nd.array([1, 2], ctx=mx.gpu(1)))
    assert pickle.loads(data).ctx == mx.gpu(1)
    monkeypatch.setenv("MXNET_SIMULATE_GPUS", "1")
    assert pickle.loads(data).ctx == mx.cpu(0)


def test_a_pickle_is_compact():
    assert len(pickle.dumps(nd.zeros((1000,)))) < 4000 + 200
    view = nd.zeros((1000, 1000))[3]
    assert len(pickle.dumps(view)) < 4000 + 200


def test_damaged_pickles():
    empty = nd.NDArray(None)
    handle = bytearray(nd.ones((2, 3)).__getstate__()["handle"])
    with pytest.raises(MXNetError, match="data .* needs 24 bytes, but only 20 are left"):
        empty.__setstate__({"handle": handle[:-4]})
    handle[8:12] = struct.pack("<i", 1000)
    with pytest.raises(MXNetError, match="1000 dimensions"):
        empty.__setstate__({"handle": handle})


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy])
def test_copies(copied):
    x = nd.array([1, 2], ctx=mx.cpu(1), dtype="int32")
    y = copied(x)
    y[:] = 5
    assert x.asnumpy().tolist() == [1, 2]
    assert (y.dtype, y.ctx) == (np.int32, mx.cpu(1))


def test_copies_are_not_recorded():
    x = nd.array([1, 2])
    x.attach_grad()
    with autograd.record():
        y = copy.deepcopy(x) * 2
    assert copy.copy(x).grad is None
    with pytest.raises(MXNetError, match="not in a computational graph"):
        y.backward()


def test_deepcopy_keeps_shared_arrays_shared():
    x = nd.ones((2,))
    first, second = copy.deepcopy([x, x])
    assert first is second
