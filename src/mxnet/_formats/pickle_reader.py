"""Reading of plain data from pickles: numbers, texts, containers, arrays, and object records.

``pickle_machine`` runs the instructions; here the calls in a pickle are compared with those that
create arrays, and their arguments are validated. Any other name is left to the caller. The result
is a tree of limited size: a value that a pickle refers to twice is copied, except for arrays.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from typing import Any, Literal

import numpy as np

from ..error import MXNetError
from .params_reader import Buffer, array_from_bytes
from .pickle_machine import Call, Name, instruction_limit, run
from .records import ArrayRecord, Build, ObjectRecord

MAX_DEPTH = 50  # states, with the optimizers and schedulers in them, are less than ten levels deep
_ATOMS = (type(None), bool, int, float, str)
_MXNET_ARRAYS = {
    ("mxnet.ndarray.ndarray", "NDArray"): False,
    ("mxnet.ndarray.sparse", "RowSparseNDArray"): False,
    ("mxnet.ndarray.sparse", "CSRNDArray"): False,
    ("mxnet.numpy", "ndarray"): True,
}
Order = Literal["C", "F"]
_DTYPES = {"b1", "u1", "u2", "u4", "u8", "i1", "i2", "i4", "i8", "f2", "f4", "f8"}


def read_pickle(data: Buffer, build: Build) -> Any:
    """Return the contents of a pickle; ``build`` creates arrays and objects from their records."""
    raw = run(data)
    nbytes = len(data)
    return _Resolver(instruction_limit(nbytes), 2 * nbytes + (1 << 20), build).resolve(raw, 0)


class _Resolver:
    def __init__(self, nodes: int, nbytes: int, build: Build):
        self._nodes_left, self._bytes_left, self._build = nodes, nbytes, build
        self._arrays: dict[int, Any] = {}

    def _spend(self, nbytes: int) -> None:
        self._bytes_left -= nbytes
        if self._bytes_left < 0:
            raise MXNetError("its arrays need more memory than the pickle has bytes for")

    def resolve(self, value: Any, depth: int) -> Any:
        self._nodes_left -= 1
        if self._nodes_left < 0 or depth > MAX_DEPTH:
            raise MXNetError("its values are nested too deep, hold themselves, or are too many")
        cls = type(value)
        if cls in _ATOMS or cls is set:  # members of sets are atoms
            return value
        if cls is memoryview:
            self._spend(len(value))
            return bytes(value)
        if cls in (list, tuple):
            return cls([self.resolve(item, depth + 1) for item in value])
        if cls in (dict, OrderedDict):
            return cls((key, self.resolve(item, depth + 1)) for key, item in value.items())
        if cls is Call:
            return self._resolve_call(value, depth)
        raise MXNetError(f"it names {_describe(value)} where a value is expected")

    def _resolve_call(self, call: Call, depth: int) -> Any:
        if id(call) in self._arrays:
            return self._arrays[id(call)]
        function = (call.function.module, call.function.name)
        if function in _MXNET_ARRAYS:
            value = self._build(self._mxnet_array(call, _MXNET_ARRAYS[function]))
        elif function in _NUMPY:
            value = _NUMPY[function](self, call)
        else:
            return self._build(self._object(call, depth))
        self._arrays[id(call)] = value
        return value

    def _object(self, call: Call, depth: int) -> ObjectRecord:
        if call.arguments:  # none of our classes is created with arguments
            raise MXNetError(f"it calls {_describe(call.function)}, which is not possible")
        state = {} if call.state is None else self.resolve(call.state, depth + 1)
        if type(state) is not dict:
            raise MXNetError(f"the state of {_describe(call.function)} is not a dict")
        return ObjectRecord(call.function.module, call.function.name, state)

    # ------------------------------------------------------------------------------------ arrays

    def _mxnet_array(self, call: Call, numpy: bool) -> ArrayRecord:
        handle = call.state.get("handle") if type(call.state) is dict else None
        if type(handle) is not memoryview:
            raise MXNetError(f"{_describe(call.function)} has no values")
        self._spend(len(handle))
        return ArrayRecord(array_from_bytes(handle), numpy)

    def numpy_array(self, call: Call) -> np.ndarray:
        match call.state:
            case (_, tuple(shape), Call() as dtype, bool(fortran), memoryview() as raw):
                return self._array(_dtype(dtype), shape, raw, "F" if fortran else "C")
        raise MXNetError("a NumPy array is not one of numbers")

    def numpy_buffer(self, call: Call) -> np.ndarray:
        match call.arguments:
            case (memoryview() as raw, Call() as dtype, tuple(shape), "C" | "F" as order):
                return self._array(_dtype(dtype), shape, raw, order)
        raise MXNetError("a NumPy array is not one of numbers")

    def numpy_number(self, call: Call) -> Any:
        match call.arguments:
            case (Call() as dtype, memoryview() as raw):
                return self._array(_dtype(dtype), (), raw, "C")[()]
        raise MXNetError("a NumPy number is not created from bytes")

    def _array(self, dtype: np.dtype, shape: tuple, raw: memoryview, order: Order) -> np.ndarray:
        # NumPy 1.26 supports 32 dimensions, and multiplies the others if one of them is 0.
        sound = len(shape) <= 32 and all(type(n) is int and 0 <= n <= 1 << 60 for n in shape)
        # Elements: with more, the number of bytes of float64 would overflow 64 bits.
        if not sound or math.prod(max(n, 1) for n in shape) > 1 << 60:
            raise MXNetError("the shape of a NumPy array is not possible")
        if math.prod(shape) * dtype.itemsize != len(raw):
            raise MXNetError(f"a NumPy array of shape {shape} has {len(raw)} bytes of {dtype}")
        self._spend(len(raw))
        values = np.frombuffer(raw, dtype).reshape(shape, order=order)
        if dtype.kind == "b":
            values = np.frombuffer(raw, np.uint8).reshape(shape, order=order) != 0
        return values.astype(dtype.newbyteorder("="), copy=True)


def _dtype(call: Call) -> np.dtype:
    if (call.function.module, call.function.name) != ("numpy", "dtype"):
        raise MXNetError(f"{_describe(call.function)} stands where a NumPy dtype is expected")
    code = call.arguments[0] if call.arguments else None
    order = call.state[1] if type(call.state) is tuple and len(call.state) > 1 else "="
    if type(code) is not str or code not in _DTYPES or order not in ("<", ">", "|", "="):
        raise MXNetError("the dtype of a NumPy array is not one of numbers")
    return np.dtype(order + code)


def _describe(value: Any) -> str:
    """Name a class, abbreviated, because a file may contain anything."""
    if type(value) is Name:
        return f"{value.module[:60]}.{value.name[:60]}"
    return f"a {type(value).__name__}"


_PACKAGES = ("numpy.core", "numpy._core")  # before and since NumPy 2
_NUMPY = (
    {(f"{package}.multiarray", "_reconstruct"): _Resolver.numpy_array for package in _PACKAGES}
    | {(f"{package}.multiarray", "scalar"): _Resolver.numpy_number for package in _PACKAGES}
    | {(f"{package}.numeric", "_frombuffer"): _Resolver.numpy_buffer for package in _PACKAGES}
)
