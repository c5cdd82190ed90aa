"""The table of element types: NumPy, torch, MXNet's name and MXNet's number in files."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
import torch

from .._text.spelling import did_you_mean
from ..error import MXNetError

# MXNet: NumPy has no bfloat16; 1.9.1 shows such arrays to NumPy as a structured uint16.
bfloat16 = np.dtype([("bfloat16", np.uint16)])


class DType(NamedTuple):
    name: str
    flag: int  # the code in .params files and symbol attributes
    numpy: type | np.dtype  # what ``NDArray.dtype`` returns
    torch: torch.dtype


TABLE = (
    DType("float32", 0, np.float32, torch.float32),
    DType("float64", 1, np.float64, torch.float64),
    DType("float16", 2, np.float16, torch.float16),
    DType("uint8", 3, np.uint8, torch.uint8),
    DType("int32", 4, np.int32, torch.int32),
    DType("int8", 5, np.int8, torch.int8),
    DType("int64", 6, np.int64, torch.int64),
    DType("bool", 7, np.bool_, torch.bool),
    DType("int16", 8, np.int16, torch.int16),
    DType("uint16", 9, np.uint16, torch.uint16),
    DType("uint32", 10, np.uint32, torch.uint32),
    DType("uint64", 11, np.uint64, torch.uint64),
    DType("bfloat16", 12, bfloat16, torch.bfloat16),
)
BY_NAME = {row.name: row for row in TABLE}
BY_FLAG = {row.flag: row for row in TABLE}
BY_TORCH = {row.torch: row for row in TABLE}
NUMPY_OF = {row.torch: row.numpy for row in TABLE}
_NAMES = ", ".join(BY_NAME)
_BY_NUMPY = {np.dtype(row.numpy): row for row in TABLE}
_USUAL = {row.numpy: row for row in TABLE} | BY_NAME | BY_TORCH | {row: row for row in TABLE}


def lookup(dtype: Any) -> DType:
    """Return the row for a NumPy, torch or Python type, a name, or a row itself.

    >>> lookup("float16").flag, lookup(float).name, lookup(np.int8).torch
    (2, 'float64', torch.int8)
    """
    try:
        return _USUAL[dtype]
    except (KeyError, TypeError):  # a NumPy dtype, an object with a dtype, or no type at all
        pass
    own = getattr(dtype, "dtype", None)
    if isinstance(own, type | np.dtype) and not isinstance(dtype, np.ndarray):
        dtype = own  # MXNet: an NDArray stands for its type
    try:
        return _BY_NUMPY[np.dtype(dtype).newbyteorder("=")]
    except (TypeError, ValueError, SyntaxError):
        meant = did_you_mean(dtype, BY_NAME) if isinstance(dtype, str) else ""
        if isinstance(dtype, int):
            meant = " The sizes of a shape are one argument, as in ones((2, 3))."
        raise TypeError(f"data type {dtype!r} not understood; known are {_NAMES}.{meant}") from None
    except KeyError:
        raise TypeError(f"data type {dtype!r} is not supported; use one of {_NAMES}") from None


def torch_of(dtype: Any) -> torch.dtype:
    """Return the torch type, or float32 for None."""
    return torch.float32 if dtype is None else lookup(dtype).torch


def promote(first: torch.dtype, other: torch.dtype) -> torch.dtype:
    """Return the type that can represent the values of both.

    >>> promote(torch.float32, torch.int32), promote(torch.uint8, torch.uint64)
    (torch.float32, torch.uint64)
    """
    if first.is_floating_point or other.is_floating_point:  # NumPy has no bfloat16
        return torch.promote_types(first, other)
    # torch cannot promote uint16, uint32 and uint64 with another integer type.
    return lookup(np.promote_types(NUMPY_OF[first], NUMPY_OF[other])).torch


def wrap_around(value: int, dtype: torch.dtype) -> int:
    """Wrap a number to the range of an integer type like C, by dropping its high bits.

    >>> wrap_around(300, torch.uint8), wrap_around(200, torch.int8)
    (44, -56)
    """
    limits = torch.iinfo(dtype)
    return (value - limits.min) % (limits.max - limits.min + 1) + limits.min


_LARGEST = {row.torch: torch.finfo(row.torch).max for row in TABLE if row.torch.is_floating_point}


def as_element(value: float, dtype: torch.dtype) -> float | int:
    """Return a number as an element of a type; a float that is too large is infinite, as in C.

    >>> as_element(1e5, torch.float16), as_element(1e5, torch.float32), as_element(1.5, torch.int8)
    (inf, 100000.0, 1)
    """
    largest = _LARGEST.get(dtype)
    if largest is None:
        return int(value)
    # Torch raises for these, although some only need rounding, such as 3.4028235e38.
    if abs(value) > largest:
        return torch.tensor(value, dtype=torch.float64).to(dtype).item()
    return value


def fits_all_floats(value: float) -> bool:
    """Return whether ``as_element`` changes nothing, whatever the type of floats.

    >>> fits_all_floats(1e4), fits_all_floats(1e5), fits_all_floats(float("inf"))
    (True, False, True)
    """
    return not _LARGEST[torch.float16] < abs(value) < math.inf


def as_integer(value: float, dtype: torch.dtype) -> int:
    """Convert a number to a type of integers, as C does on x86.

    Types shorter than 32 bits are converted by way of int32; what is too large for int32 or int64
    becomes their smallest number.

    >>> [as_integer(-3.5, dtype) for dtype in (torch.int8, torch.uint8, torch.int64)]
    [-3, 253, -3]
    >>> as_integer(300, torch.int8), as_integer(3e9, torch.int8), as_integer(3e9, torch.int32)
    (44, 0, -2147483648)
    """
    number = int(value)
    limit = 1 << 63 if dtype is torch.int64 else 1 << 31
    if not -limit <= number < limit:
        number = -limit
    if dtype is torch.uint8:
        return number & 255
    return (number + 128 & 255) - 128 if dtype is torch.int8 else number


def widest(device: torch.device) -> torch.dtype:
    """Return the most precise float type of a device; Apple's GPUs have no float64."""
    return torch.float32 if device.type == "mps" else torch.float64


def widen(tensor: torch.Tensor) -> torch.Tensor:
    """Convert numbers to the most precise float type of their device."""
    return tensor.float() if tensor.is_mps else tensor.double()


def to_numpy(tensor: torch.Tensor) -> np.ndarray:
    """View a host tensor as a NumPy array."""
    if tensor.dtype is torch.bfloat16:
        return tensor.view(torch.uint16).numpy().view(bfloat16)
    return tensor.numpy()


def from_numpy(array: np.ndarray) -> torch.Tensor:
    """View a NumPy array as a tensor; the array must be writable and contiguous."""
    if array.dtype == bfloat16:
        return torch.from_numpy(array.view(np.uint16)).view(torch.bfloat16)
    try:
        return torch.from_numpy(array)
    except TypeError as error:
        raise MXNetError(f"a NumPy array of type {array.dtype} cannot become an NDArray") from error
