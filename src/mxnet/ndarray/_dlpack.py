"""Memory sharing with other libraries: DLPack, and NumPy arrays without a copy."""

from __future__ import annotations

import ctypes

import numpy as np
import torch
from torch.utils import dlpack as torch_dlpack

from .._core import dtypes
from .._core.versions import mark_exported
from .._eager.array import wrap
from ..base import _LIB, MXNetError
from ..context import cpu, gpu
from ..error import MXNetAssertionError
from .ndarray import NDArray, array

__all__ = ["from_dlpack", "from_numpy", "to_dlpack_for_read", "to_dlpack_for_write"]


# ----------------------------------------------------------------------------------------- DLPack


def to_dlpack_for_read(data):
    """Return a DLPack capsule of the array's memory for a library that only reads it.

    >>> import mxnet as mx
    >>> x = mx.nd.ones((2, 3))
    >>> mx.nd.from_dlpack(to_dlpack_for_read(x)).shape
    (2, 3)
    """
    data.wait_to_read()
    return torch_dlpack.to_dlpack(data._t)


def to_dlpack_for_write(data):
    """Return a DLPack capsule of the array's memory for a library that writes to it.

    >>> import mxnet as mx
    >>> x = mx.nd.zeros((2,))
    >>> mx.nd.from_dlpack(to_dlpack_for_write(x))[:] = 1
    >>> x
    <BLANKLINE>
    [1. 1.]
    <NDArray 2 @cpu(0)>
    """
    mark_exported(data._t)
    return to_dlpack_for_read(data)


def from_dlpack(dlpack):
    """Create an array on the memory of a DLPack capsule or an object with ``__dlpack__``.

    >>> import numpy as np
    >>> from_dlpack(np.ones((2,), dtype="float32"))
    <BLANKLINE>
    [1. 1.]
    <NDArray 2 @cpu(0)>
    """
    if not hasattr(dlpack, "__dlpack__") and type(dlpack).__name__ != "PyCapsule":
        raise MXNetAssertionError(
            f"from_dlpack: needs an object with __dlpack__, such as an array of NumPy or a tensor "
            f"of torch, or a DLPack capsule, got {dlpack!r}. mx.nd.array makes an array of numbers"
        )
    try:
        tensor = torch.from_dlpack(dlpack)
    except (RuntimeError, BufferError, TypeError) as error:
        text = f"from_dlpack: cannot read {type(dlpack).__name__}: {error}"
        raise MXNetAssertionError(text) from error
    if tensor.dtype not in dtypes.BY_TORCH:
        raise MXNetError(f"from_dlpack: elements of type {tensor.dtype} are not supported")
    if not tensor.is_contiguous():
        raise MXNetError(
            f"from_dlpack: memory of shape {tuple(tensor.shape)} with strides {tensor.stride()} is "
            "not contiguous; make a contiguous copy first"
        )
    ctx = cpu() if tensor.device.type == "cpu" else gpu(tensor.device.index)
    tensor = tensor.detach()
    mark_exported(tensor)
    return wrap(tensor, ctx, NDArray)


_CAPSULE = b"dltensor"  # DLPack's name for a capsule that is not consumed yet
_new_capsule = ctypes.PYFUNCTYPE(
    ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p
)(("PyCapsule_New", ctypes.pythonapi))


def from_dlpack_pointer(pointer, out) -> int:
    """Store an array on the memory of a DLPack tensor in a handle, like the C API."""
    out._obj.array = from_dlpack(_new_capsule(pointer, _CAPSULE, None))
    return 0


def get_data(handle, out) -> int:
    """Store the address of the elements, which libraries read and write, like the C API."""
    tensor = NDArray(handle)._t
    mark_exported(tensor)
    out._obj.value = tensor.data_ptr()
    return 0


def wait(handle) -> int:
    """Wait for the values of an array, like the C API."""
    NDArray(handle).wait_to_read()
    return 0


_LIB.MXNDArrayFromDLPack = from_dlpack_pointer
_LIB.MXNDArrayGetData = get_data
_LIB.MXNDArrayWaitToRead = _LIB.MXNDArrayWaitToWrite = wait
# MXNet: it sets this globally, and programs that open capsules rely on it; otherwise ctypes
# truncates the pointer to 32 bits.
ctypes.pythonapi.PyCapsule_GetPointer.restype = ctypes.c_void_p


def export_dlpack(self, *, stream=None, max_version=None, dl_device=None, copy=None):
    """Export the memory with the DLPack protocol."""
    mark_exported(self._t)
    return self._t.__dlpack__(
        stream=stream, max_version=max_version, dl_device=dl_device, copy=copy
    )


def dlpack_device(self):
    """Return the device for the DLPack protocol: its type and number."""
    return self._t.__dlpack_device__()


def _structure(name: str, doc: str, **fields) -> type[ctypes.Structure]:
    """Create the class of a C structure."""
    body = {"_fields_": list(fields.items()), "__doc__": doc, "__module__": __name__}
    return type(name, (ctypes.Structure,), body)


# The layout of DLPack's tensors, for programs that read a capsule themselves.
DLContext = _structure(
    "DLContext",
    "Where the memory of a DLPack tensor is.",
    device_type=ctypes.c_int,
    device_id=ctypes.c_int,
)
DLDataType = _structure(
    "DLDataType",
    "The element type of a DLPack tensor.",
    type_code=ctypes.c_uint8,
    bits=ctypes.c_uint8,
    lanes=ctypes.c_uint16,
)
_TYPES = {"int": (0, (8, 32, 64)), "uint": (1, (8, 32, 64)), "float": (2, (16, 32, 64))}
DLDataType.TYPE_MAP = {
    f"{kind}{bits}": (code, bits, 1) for kind, (code, sizes) in _TYPES.items() for bits in sizes
} | {"bool": (1, 1, 1)}
_SIZES = ctypes.POINTER(ctypes.c_int64)
DLTensor = _structure(
    "DLTensor", "A DLPack tensor.", data=ctypes.c_void_p, ctx=DLContext, ndim=ctypes.c_int,
    dtype=DLDataType, shape=_SIZES, strides=_SIZES, byte_offset=ctypes.c_uint64,
)  # fmt: skip
DLManagedTensor = _structure(
    "DLManagedTensor",
    "A DLPack tensor and the function that frees it.",
    dl_tensor=DLTensor,
    manager_ctx=ctypes.c_void_p,
    deleter=ctypes.CFUNCTYPE(None, ctypes.c_void_p),
)


# ------------------------------------------------------------------------------------------ NumPy


def from_numpy(ndarray, zero_copy=True, array_cls=NDArray):
    """Create an array from a NumPy array, with its element type.

    With ``zero_copy`` both share the memory, and the NumPy array becomes read-only: it must not
    change, because results may be computed at any time.

    >>> import numpy as np
    >>> values = np.ones((2, 3))
    >>> from_numpy(values).dtype, values.flags.writeable
    (<class 'numpy.float64'>, False)
    """
    if not isinstance(ndarray, np.ndarray):
        raise TypeError(f"from_numpy expects a NumPy array, got {type(ndarray).__name__}")
    if not zero_copy:
        return wrap(array(ndarray, dtype=ndarray.dtype)._t, cpu(), array_cls)
    if not ndarray.flags["C_CONTIGUOUS"]:
        raise ValueError(
            "Only c-contiguous arrays are supported for zero-copy; pass zero_copy=False to copy it"
        )
    tensor = _share_memory(ndarray)
    ndarray.flags["WRITEABLE"] = False
    return wrap(tensor, cpu(), array_cls)


def _share_memory(values: np.ndarray) -> torch.Tensor:
    """View the memory of an array, including a read-only one, for which torch would warn."""
    if not values.dtype.isnative:
        raise ValueError(
            f"{values.dtype} is not supported: its bytes are not in the order of this machine"
        )
    try:
        dtype = dtypes.lookup(values.dtype).torch
    except TypeError as error:
        raise ValueError(f"{values.dtype} is not supported") from error
    if not values.size:
        return torch.empty(values.shape, dtype=dtype)
    memory = (ctypes.c_byte * values.nbytes).from_address(values.ctypes.data)
    memory.owner = values  # torch holds the buffer, the buffer holds the array
    return torch.frombuffer(memory, dtype=dtype).view(values.shape)
