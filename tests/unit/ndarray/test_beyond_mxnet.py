"""What 1.9.1 refuses, or gets wrong, and we do (the lines on NDArray in tests/divergences.txt)."""

import ctypes

import numpy as np
import pytest

import mxnet as mx
from mxnet import MXNetError, nd


def test_an_array_with_one_element_is_a_number():
    assert float(nd.array([1.5])) == 1.5
    assert int(nd.array([[3.7]])) == 3
    assert complex(nd.array([2])) == 2
    with pytest.raises(ValueError, match="not a scalar"):
        float(nd.array([1, 2]))


def test_an_integer_element_is_an_index():
    assert ["a", "b"][nd.array([1], dtype="int32")] == "b"
    assert list(range(nd.array([2], dtype="int64"))) == [0, 1]
    with pytest.raises(TypeError, match="one integer element"):
        range(nd.array([2.0]))


def test_asscalar_of_one_element_in_any_shape():
    value = nd.array([[2]]).asscalar()
    assert type(value) is np.float32 and value == 2


def test_lists_of_arrays():
    x = nd.array([nd.array([1, 2]), nd.array([3, 4])])
    assert x.asnumpy().tolist() == [[1, 2], [3, 4]]


def test_arrays_without_elements():
    x = nd.empty((0, 3))
    assert (x + 1).shape == (0, 3) and x.T.shape == (3, 0)
    assert nd.exp(x).shape == x.astype("int32").shape == x.copy().shape == (0, 3)
    assert nd.concat(x, nd.ones((2, 3)), dim=0).shape == (2, 3)
    assert nd.ones((2, 3))[1:1].shape == (0, 3)
    assert x.sum(axis=0).asnumpy().tolist() == [0, 0, 0]
    assert repr(x) == "\n[]\n<NDArray 0x3 @cpu(0)>"


def test_arrays_without_dimensions():
    x = nd.array(5)
    assert (x + 1).shape == nd.exp(x).shape == (x * x).shape == ()
    assert repr(nd.array(0.1)) == "\n0.1\n<NDArray  @cpu(0)>"


def test_bfloat16_by_its_name():
    x = nd.array([1, 2.5], dtype="bfloat16")
    assert x.astype("float32").asnumpy().tolist() == [1, 2.5]
    assert nd.ones((2,), dtype="bfloat16").dtype == x.dtype
    raw = x.asnumpy()
    assert nd.array(raw, dtype=raw.dtype).astype("float32").asnumpy().tolist() == [1, 2.5]


@pytest.mark.parametrize("dtype", ["int16", "uint16", "uint32", "uint64"])
def test_dtypes_of_mxnet_2(dtype):
    assert nd.array([1, 2], dtype=dtype).asnumpy().dtype == dtype


def test_contexts_by_name():
    x = nd.array([1], ctx="cpu")
    assert x.ctx == mx.cpu()
    assert x.as_in_context("cpu(1)").ctx == x.copyto("cpu(1)").ctx == mx.cpu(1)
    for move in (x.as_in_context, x.copyto):
        with pytest.raises(MXNetError, match="unknown device type 'a'; use one of cpu, gpu"):
            move("a")


def test_division_of_integers_by_zero_is_an_error():
    with pytest.raises(MXNetError, match="broadcast_div: division of integers by zero"):
        nd.array([7], dtype="int32") / nd.array([0], dtype="int32")


def test_integers_have_no_nan():
    x = nd.zeros((2,), dtype="int32")
    with pytest.raises(ValueError, match="NaN"):
        x[0] = float("nan")
    with pytest.raises(MXNetError, match="must be finite, got inf"):
        x + float("inf")


def test_an_array_cannot_be_made_of_nothing():
    assert nd.NDArray(None).shape == (0,)  # 1.9.1 crashes when it is used
    with pytest.raises(TypeError, match="make an array with mx.nd.array"):
        nd.NDArray([1, 2])


def test_unknown_arguments_are_named():
    with pytest.warns(UserWarning, match="ones_like has no attribute 'dtype', it is ignored"):
        assert nd.ones_like(nd.ones((2,)), dtype="int32").dtype == np.float32
    with pytest.warns(UserWarning, match="exp has no attribute 'axis', it is ignored"):
        assert nd.ones((2,)).exp(axis=5).shape == (2,)
    with pytest.raises(TypeError, match="exp.. takes at most 3 positional"):
        nd.exp(nd.ones((2,)), None, None, nd.ones((2,)))


def test_objects_that_are_no_array_are_refused():
    with pytest.raises(TypeError, match="Argument data must have NDArray type, but got 5"):
        nd.exp(5)
    assert nd.concat([nd.ones(1), nd.ones(1)], dim=0).shape == (2,)


def test_shapes_may_be_numpy_arrays():
    assert (
        nd.ones(np.array([2, 3])).shape == nd.ones((6,)).reshape(np.array([2, 3])).shape == (2, 3)
    )
    assert nd.ones((6,)).reshape(shape=-1).shape == (6,)


def test_errors_of_views_are_mxnet_errors():
    with pytest.raises(MXNetError, match="axis 5"):
        nd.ones((1, 2)).squeeze(5, inplace=True)
    with pytest.raises(MXNetError, match="5 provided"):
        nd.ones((1, 2)).expand_dims(5, inplace=True)
    with pytest.raises(ValueError, match="needs a shape"):
        nd.ones((1, 2)).reshape()


def test_every_array_can_be_written():
    x = nd.ones(2)
    same_memory = nd.NDArray(x, writable=False)
    assert same_memory.writable
    same_memory += 1
    assert x.asnumpy().tolist() == [2, 2]


def test_reshape_takes_integral_floats():
    x = nd.zeros(4)
    assert x.reshape((4 / 2, 2)).shape == x.reshape(4 / 2, -1).shape == (2, 2)
    with pytest.raises(TypeError, match="float"):
        x.reshape((2.5, -1))


def test_callbacks_of_monitors_may_cast_arguments_to_a_handle():
    seen = {}

    def callback(name, array):
        handle = ctypes.cast(array, mx.base.NDArrayHandle)
        seen[name.decode()] = nd.NDArray(handle, writable=False).asnumpy().tolist()

    executor = (mx.sym.var("x") * 2).bind(mx.cpu(), {"x": nd.array([1, 2])})
    executor.set_monitor_callback(callback)
    executor.forward()
    assert list(seen.values()) == [[2, 4]]


def test_addresses_of_nothing_are_refused():
    with pytest.raises(TypeError, match="wraps the handle of another NDArray, got c_void_p"):
        nd.NDArray(ctypes.c_void_p(1))
