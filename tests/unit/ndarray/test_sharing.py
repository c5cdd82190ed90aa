"""Memory shared with other libraries: DLPack and NumPy, in and out, without a copy."""

import ctypes
import gc
import multiprocessing
import os
from multiprocessing import reduction

import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet import MXNetError, autograd, nd
from mxnet.base import _LIB, NDArrayHandle, check_call

DTYPES = ("float32", "float64", "float16", "uint8", "int8", "int32", "int64", "bool")


@pytest.mark.parametrize("make", [nd.to_dlpack_for_read, nd.NDArray.to_dlpack_for_write])
@pytest.mark.parametrize("dtype", DTYPES)
def test_dlpack_capsules(make, dtype):
    x = nd.array([[0, 1], [1, 0]], dtype=dtype)
    y = nd.from_dlpack(make(x))
    assert (y.dtype, y.shape, y.ctx) == (x.dtype, (2, 2), mx.cpu())
    y[0, 0] = 1
    assert x.asnumpy()[0, 0] == 1


def test_a_capsule_keeps_the_memory_alive():
    x = nd.ones((1000,))
    capsule = x.to_dlpack_for_read()
    del x
    gc.collect()
    assert nd.from_dlpack(capsule).asnumpy().min() == 1


def test_a_capsule_opened_by_the_c_api():
    """As programs did before ``from_dlpack`` took capsules."""
    x = nd.ones((1000,))
    capsule = ctypes.py_object(x.to_dlpack_for_read())
    pointer = ctypes.pythonapi.PyCapsule_GetPointer(capsule, b"dltensor")
    handle = NDArrayHandle()
    check_call(_LIB.MXNDArrayFromDLPack(ctypes.c_void_p(pointer), ctypes.byref(handle)))
    ctypes.pythonapi.PyCapsule_SetName(capsule, b"used_dltensor")
    ctypes.pythonapi.PyCapsule_SetDestructor(capsule, None)
    y = nd.NDArray(handle=handle)
    y[0] = 5
    assert x[0].asscalar() == 5
    del x, handle, capsule
    gc.collect()
    assert y.asnumpy().sum() == 1004


def test_the_c_api_returns_the_address_of_the_elements():
    """For libraries that copy batches there (DALI), or compute on them."""
    x, pointer = nd.arange(6).reshape((2, 3)), ctypes.c_void_p()
    check_call(_LIB.MXNDArrayWaitToWrite(x.handle))
    check_call(_LIB.MXNDArrayGetData(x[1].handle, ctypes.byref(pointer)))
    ctypes.cast(pointer, ctypes.POINTER(ctypes.c_float))[0] = 7
    check_call(_LIB.MXNDArrayWaitToRead(x.handle))
    assert x[1].asnumpy().tolist() == [7, 4, 5]


# ------------------------------------------------------------ shared memory, as in MXNet's loaders

SHARED = mx.Context("cpu_shared", 0)


def received(key):
    return nd.NDArray(nd.ndarray._new_from_shared_mem(*key))


@pytest.mark.parametrize("dtype", DTYPES)
def test_arrays_move_to_shared_memory(dtype):
    x = nd.array([[0, 1], [1, 0]], dtype=dtype).as_in_context(SHARED)
    y = received(x._to_shared_mem())
    assert (y.dtype, y.shape, y.ctx) == (x.dtype, (2, 2), SHARED)
    assert x._to_shared_mem() == x._to_shared_mem()
    y[0] = 1
    x[1] = 0
    assert x.asnumpy().tolist() == y.asnumpy().tolist() == [[1, 1], [0, 0]]


def test_an_empty_array_moves_to_shared_memory():
    assert received(nd.empty((0, 3))._to_shared_mem()).shape == (0, 3)


def test_the_descriptor_of_an_array_is_closed_with_it():
    x = nd.ones((4,))
    descriptor = x._to_shared_mem()[1]
    y = received(x._to_shared_mem())
    del x
    gc.collect()
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(descriptor)
    assert y.asnumpy().tolist() == [1, 1, 1, 1]


def test_a_received_descriptor_is_closed():
    x = nd.ones((4,))
    process, descriptor, shape, dtype = x._to_shared_mem()
    copy = os.dup(descriptor)
    assert received((process, copy, shape, dtype)).asnumpy().sum() == 4
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(copy)


def _send(connection, done):
    x = nd.arange(4).as_in_context(SHARED)
    process, descriptor, shape, dtype = x._to_shared_mem()
    connection.send((process, reduction.DupFd(descriptor), shape, dtype))
    done.wait(60)


def test_a_copied_loader_sends_arrays_between_processes():
    fork = multiprocessing.get_context("fork")
    (receiver, sender), done = fork.Pipe(duplex=False), fork.Event()
    worker = fork.Process(target=_send, args=(sender, done))
    worker.start()
    process, descriptor, shape, dtype = receiver.recv()
    x = received((process, descriptor.detach(), shape, dtype))
    done.set()
    worker.join()
    assert x.asnumpy().tolist() == [0, 1, 2, 3]


def test_a_capsule_is_used_once():
    capsule = nd.ones((2,)).to_dlpack_for_read()
    nd.from_dlpack(capsule)
    with pytest.raises(MXNetError, match="only once"):
        nd.from_dlpack(capsule)


def test_objects_with_the_protocol():
    values = np.zeros((2, 3), dtype="float32")
    nd.from_dlpack(values)[:] = 1
    assert values.min() == 1
    tensor = torch.zeros(3)
    nd.from_dlpack(tensor)[:] = 2
    assert tensor.tolist() == [2, 2, 2]


def test_we_have_the_protocol():
    x = nd.zeros((2,))
    torch.from_dlpack(x).fill_(3)
    assert x.asnumpy().tolist() == [3, 3]
    assert np.from_dlpack(x).tolist() == [3, 3]
    assert x.__dlpack_device__() == (1, 0)


def test_objects_that_cannot_be_read():
    with pytest.raises(MXNetError, match="from_dlpack: needs an object with __dlpack__.*got 5"):
        nd.from_dlpack(5)
    with pytest.raises(MXNetError, match="not contiguous; make a contiguous copy"):
        nd.from_dlpack(np.ones((2, 3)).T)
    with pytest.raises(MXNetError, match="complex128 are not supported"):
        nd.from_dlpack(np.ones((2,), dtype="complex128"))


def test_from_dlpack_is_not_part_of_the_graph():
    x = nd.ones((2,))
    x.attach_grad()
    y = nd.from_dlpack(x.to_dlpack_for_read())
    with autograd.record():
        z = y * 2
    with pytest.raises(MXNetError, match="not in a computational graph"):
        z.backward()


def test_the_structures_have_the_layout_of_dlpack():
    home = nd.ndarray
    assert ctypes.sizeof(home.DLTensor) == 48 and ctypes.sizeof(home.DLManagedTensor) == 64
    capsule = nd.ones((2, 3), dtype="float16").to_dlpack_for_read()
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    tensor = home.DLManagedTensor.from_address(pointer(capsule, b"dltensor")).dl_tensor
    assert tensor.shape[: tensor.ndim] == [2, 3]
    kind = (tensor.dtype.type_code, tensor.dtype.bits, tensor.dtype.lanes)
    assert kind == home.DLDataType.TYPE_MAP["float16"]
    assert (tensor.ctx.device_type, tensor.ctx.device_id) == (1, 0)


# -------------------------------------------------------------------------------------------- NumPy


@pytest.mark.parametrize("dtype", DTYPES)
def test_from_numpy_shares_and_locks(dtype):
    values = np.array([[0, 1], [1, 0]]).astype(dtype)
    x = nd.from_numpy(values)
    assert x.dtype == values.dtype and not values.flags.writeable
    x[0, 0] = 1
    assert values[0, 0] == 1
    with pytest.raises(ValueError, match="read-only"):
        values[0, 0] = 0


def test_from_numpy_keeps_the_memory_alive():
    x = nd.from_numpy(np.ones((1000,)))
    gc.collect()
    assert x.asnumpy().min() == 1


@pytest.mark.parametrize("shape", [(), (0, 3), (1,)])
def test_from_numpy_shapes(shape):
    assert nd.from_numpy(np.ones(shape)).shape == shape


def test_from_numpy_of_read_only_memory():
    values = np.frombuffer(b"\1\2\3", dtype="uint8")
    assert nd.from_numpy(values).asnumpy().tolist() == [1, 2, 3]


def test_from_numpy_with_a_copy():
    values = np.ones((2, 3)).T
    x = nd.from_numpy(values, zero_copy=False)
    x[:] = 5
    assert values.max() == 1 and values.flags.writeable and x.dtype == np.float64


def test_from_numpy_refuses_invalid_arrays():
    with pytest.raises(ValueError, match="c-contiguous.*zero_copy=False"):
        nd.from_numpy(np.ones((2, 3)).T)
    with pytest.raises(ValueError, match="complex64 is not supported"):
        nd.from_numpy(np.ones(2, dtype="complex64"))
    with pytest.raises(ValueError, match="not in the order of this machine"):
        nd.from_numpy(np.ones(2, dtype=np.dtype("float32").newbyteorder()))
    with pytest.raises(TypeError, match="expects a NumPy array, got list"):
        nd.from_numpy([1, 2])


def test_numpy_functions_take_arrays():
    x = nd.array([[1, 2], [3, 4]])
    assert np.array(x).dtype == np.float32
    np.testing.assert_array_equal(np.asarray(x, dtype="int64"), [[1, 2], [3, 4]])
    np.testing.assert_allclose(np.exp(x), np.exp([[1, 2], [3, 4]]), rtol=1e-6)
    np.testing.assert_array_equal(np.concatenate([x, x]), [[1, 2], [3, 4]] * 2)
    assert np.array([x, x]).shape == (2, 2, 2)
    with pytest.raises(ValueError, match="copy=False"):
        np.array(x, copy=False)


def test_a_numpy_copy_is_ours_alone():
    x = nd.ones((2,))
    np.asarray(x)[:] = 5
    assert x.asnumpy().tolist() == [1, 1]


def test_copies_between_overlapping_views():
    x = nd.array([1, 2, 3, 4])
    x[:-1].copyto(x[1:])
    assert x.asnumpy().tolist() == [1, 1, 2, 3]
