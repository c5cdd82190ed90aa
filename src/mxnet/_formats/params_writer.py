"""Writing of ``.params``, byte for byte as in 1.9.1, without copying the arrays."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence

import torch

from .._core.dtypes import BY_TORCH
from ..error import MXNetError
from .local import FileName, replacing
from .stored_array import LIST_MAGIC, MAGIC, STORAGE_CODES, StoredArray, sparse_problem


def write_file(
    path: FileName, arrays: Sequence[StoredArray], names: Sequence[str] = (), *, version: int = 2
) -> None:
    """Write arrays with or without names, replacing the file when it is complete."""
    with replacing(path) as stream:
        stream.writelines(pieces(arrays, names, version=version))


def to_bytes(
    arrays: Sequence[StoredArray], names: Sequence[str] = (), *, version: int = 2
) -> bytes:
    """Return the bytes that ``write_file`` writes."""
    return b"".join(pieces(arrays, names, version=version))


def array_to_bytes(array: StoredArray, *, version: int = 2) -> bytes:
    """Return one array without a surrounding file, as in pickles and messages."""
    return b"".join(_array_pieces(array, version))


def pieces(
    arrays: Sequence[StoredArray], names: Sequence[str] = (), *, version: int = 2
) -> Iterator[bytes | memoryview]:
    """Return the parts of a file in order; arrays are not copied."""
    if names and len(names) != len(arrays):
        raise ValueError(f"{len(names)} names for {len(arrays)} arrays")
    yield struct.pack("<QQQ", LIST_MAGIC, 0, len(arrays))
    for array in arrays:
        yield from _array_pieces(array, version)
    yield struct.pack("<Q", len(names))
    for name in names:
        raw = name.encode()
        yield struct.pack("<Q", len(raw)) + raw


def _array_pieces(array: StoredArray, version: int) -> Iterator[bytes | memoryview]:
    shape, sparse = array.full_shape, array.stype != "default"
    if problem := _unwritable(array, version) or sparse_problem(array):
        raise MXNetError(f"cannot save an array of shape {shape}: {problem}")
    if version:
        yield struct.pack("<I", MAGIC[version])
    if version >= 2:
        yield struct.pack("<i", STORAGE_CODES[array.stype])
    if sparse:
        yield _packed_shape(array.data.shape)
    yield _packed_shape(shape) if version else struct.pack(f"<I{len(shape)}I", len(shape), *shape)
    yield struct.pack("<iii", *array.device, BY_TORCH[array.data.dtype].flag)
    for index in array.indices:
        yield struct.pack("<i", BY_TORCH[index.dtype].flag) + _packed_shape(index.shape)
    for tensor in (array.data, *array.indices):
        yield memoryview(_raw(tensor).numpy())


def _unwritable(array: StoredArray, version: int) -> str | None:
    if array.data.dtype not in BY_TORCH:
        return f"the file format has no number for {array.data.dtype}"
    if version != 2 and array.stype != "default":
        return f"it is {array.stype}, which only version 2 of the format can hold, not {version}"
    if version < 2 and not array.full_shape:
        return f"version {version} of the format has no scalars"
    if version == 0 and max(array.full_shape) >= 2**32:
        return "version 0 of the format has dimensions of 32 bits"
    return None


def _packed_shape(shape: Sequence[int]) -> bytes:
    return struct.pack(f"<i{len(shape)}q", len(shape), *shape)


def _raw(tensor: torch.Tensor) -> torch.Tensor:
    """View the bytes of a tensor; it is copied only if it is strided or not in host memory."""
    if not tensor.numel():  # its stride may be 0, and torch cannot view that as another type
        return torch.empty(0, dtype=torch.uint8)
    return tensor.detach().cpu().contiguous().reshape(-1).view(torch.uint8)
