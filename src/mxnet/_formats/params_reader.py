"""Reading of ``.params``: every number is checked against the remaining bytes before use."""

from __future__ import annotations

import functools
import io
import math
import os
import struct
from typing import IO, NoReturn, cast

import torch

from .._core.dtypes import BY_FLAG, BY_TORCH
from ..error import MXNetError
from .local import FileName, reading
from .stored_array import (
    INDEX_ARRAYS,
    LIST_MAGIC,
    MAGIC,
    STORAGE_CODES,
    StoredArray,
    sparse_problem,
)

VERSION = {magic: version for version, magic in MAGIC.items()}
Buffer = bytes | bytearray | memoryview
MAX_NDIM = 64  # the limit of torch and NumPy

# The first bytes of files that are often mistaken for .params files.
_OTHER_FORMATS = {
    b"PK\x03\x04": "a zip archive, as net.save (see gluon.load), gluon.Checkpoint, "
    "Trainer.save_states, torch.save (see net.load_torch), np.savez (see np.load) and MXNet 2 "
    "write them",
    b"\x89HDF": "an HDF5 file, as Keras writes them",
    b"<": "HTML or XML; the download may have failed",
    b"version ": "a Git LFS pointer; run `git lfs pull`",
    b"\x1f\x8b": "a gzip archive; unpack it first",
    b"{": "JSON; a network's structure is loaded by mx.sym.load",
}


def read_file(path: FileName) -> tuple[list[StoredArray], list[str]]:
    """Read the arrays and the names of a file; there are as many names as arrays, or none."""
    with reading(path) as (stream, size):
        return _read_list(_Source(stream, size, repr(os.fspath(path))))


def read_bytes(buffer: Buffer) -> tuple[list[StoredArray], list[str]]:
    """Read the contents of a file from bytes."""
    return _read_list(_source_of(buffer))


def read_stream(stream: IO[bytes], size: int, name: str) -> tuple[list[StoredArray], list[str]]:
    """Read the contents of a file from a stream that contains nothing else."""
    source = _Source(stream, size, name)
    content = _read_list(source)
    if source.left:
        source.fail(f"{source.left} bytes follow what was saved")
    return content


def array_from_bytes(buffer: Buffer) -> StoredArray:
    """Read one array without a surrounding file, as in pickles and messages."""
    return _read_array(_source_of(buffer))


def _source_of(buffer: Buffer) -> _Source:
    return _Source(io.BytesIO(buffer), memoryview(buffer).nbytes, "buffer")


@functools.lru_cache(maxsize=256)  # one per number of dimensions
def _struct(layout: str) -> struct.Struct:
    return struct.Struct("<" + layout)


class _Source:
    """A stream that tracks its remaining length, and its position for errors."""

    def __init__(self, stream: IO[bytes], size: int, name: str):
        self._stream = cast(io.BufferedIOBase, stream)  # IO declares no readinto
        self._name = name
        self.left = size
        self.section = "header"

    def fail(self, problem: str) -> NoReturn:
        raise MXNetError(f"Invalid NDArray file format: {self._name}: {self.section}: {problem}")

    def _take(self, nbytes: int, what: str) -> None:
        if nbytes > self.left:
            self.fail(f"{what} needs {nbytes} bytes, but only {self.left} are left")
        self.left -= nbytes

    def read(self, nbytes: int, what: str) -> bytes:
        self._take(nbytes, what)
        content = self._stream.read(nbytes)
        if len(content) != nbytes:
            self.fail(f"the file became shorter while its {what} was being read")
        return content

    def numbers(self, layout: str, what: str) -> tuple[int, ...]:
        record = _struct(layout)
        return record.unpack(self.read(record.size, what))

    def number(self, layout: str, what: str) -> int:
        return self.numbers(layout, what)[0]

    def count(self, what: str, smallest: int) -> int:
        """Read the number of following items of at least ``smallest`` bytes."""
        count = self.number("Q", f"number of {what}")
        if count * smallest > self.left:
            self.fail(f"{count} {what} are announced, but only {self.left} bytes are left")
        return count

    def shape(self, what: str) -> tuple[int, ...]:
        return self.dims(self.number("i", f"ndim of the {what}"), "q", what)

    def dims(self, ndim: int, layout: str, what: str) -> tuple[int, ...]:
        if not 0 <= ndim <= MAX_NDIM:
            self.fail(f"{what} has {ndim} dimensions; between 0 and {MAX_NDIM} are possible")
        shape = self.numbers(f"{ndim}{layout}", what)
        # Even if a 0 makes the product small: torch multiplies the other dimensions for the
        # strides.
        if any(dim < 0 for dim in shape) or math.prod(max(dim, 1) for dim in shape) >= 2**60:
            self.fail(f"{what} is {shape}, which is not possible")
        return shape

    def dtype(self, what: str) -> torch.dtype:
        flag = self.number("i", what)
        if flag not in BY_FLAG:
            self.fail(f"{what} is {flag}, which no version of MXNet has")
        return BY_FLAG[flag].torch

    def tensor(self, dtype: torch.dtype, shape: tuple[int, ...], what: str) -> torch.Tensor:
        nbytes = math.prod(shape) * dtype.itemsize
        if nbytes > self.left:
            what = f"{what} of shape {shape} and dtype {BY_TORCH[dtype].name}"
        self._take(nbytes, what)
        tensor = torch.empty(shape, dtype=dtype)
        raw = tensor.view(-1).view(torch.uint8)
        if self._stream.readinto(raw.numpy()) != nbytes:
            self.fail(f"the file became shorter while its {what} was being read")
        if dtype is torch.bool:
            raw.clamp_(max=1)  # torch assumes that bools are stored as 0 or 1
        return tensor


def _read_list(source: _Source) -> tuple[list[StoredArray], list[str]]:
    head = source.read(min(8, source.left), "magic number")
    if head != struct.pack("<Q", LIST_MAGIC):
        source.fail(_not_ours(head))
    source.number("Q", "reserved number")
    arrays = []
    for index in range(source.count("arrays", smallest=20)):
        source.section = f"array {index}"
        arrays.append(_read_array(source))
    source.section = "names"
    names = [_read_name(source, index) for index in range(source.count("names", smallest=8))]
    if names and len(names) != len(arrays):
        source.fail(f"{len(names)} names for {len(arrays)} arrays")
    return arrays, names


def _not_ours(head: bytes) -> str:
    if not head:
        return "the file is empty"
    kinds = (kind for begin, kind in _OTHER_FORMATS.items() if head.startswith(begin))
    looks = next(kinds, "not a file that mx.nd.save wrote")
    return f"it begins with {head!r}: {looks}"


def _read_name(source: _Source, index: int) -> str:
    raw = source.read(source.number("Q", f"length of name {index}"), f"name {index}")
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        source.fail(f"name {index}, {raw[:40]!r}, is not UTF-8: {error.reason}")


def _read_array(source: _Source) -> StoredArray:
    magic = source.number("I", "magic number")
    version = VERSION.get(magic, 0)
    stype = _read_storage_type(source) if version >= 2 else "default"
    if version == 3 and stype != "default":
        source.fail(f"it is {stype}, but arrays of version 3 are dense")
    sparse = stype != "default"
    data_shape = source.shape("storage shape") if sparse else None
    shape = source.shape("shape") if version else source.dims(magic, "I", "shape")
    # MXNet: before 0.12 ndim 0 meant that nothing follows; 1.9.1 cannot load such arrays either.
    # In version 2 it is a scalar, with its value, that 1.9.1 writes but fails to read back.
    if version < 2 and not shape:
        source.fail("it was saved without a value")
    device_type, device_id = source.numbers("ii", "device")
    dtype = source.dtype("dtype flag")
    heads = [
        (name, source.dtype(f"dtype flag of {name}"), source.shape(f"shape of {name}"))
        for name in INDEX_ARRAYS[stype]
    ]
    data = source.tensor(dtype, shape if data_shape is None else data_shape, "data")
    indices = tuple(source.tensor(kind, dims, name) for name, kind, dims in heads)
    device = device_type, device_id
    array = StoredArray(data, stype, shape if sparse else None, indices, device, version)
    if problem := sparse_problem(array):
        source.fail(problem)
    return array


def _read_storage_type(source: _Source) -> str:
    code = source.number("i", "storage type")
    if not 0 <= code < len(STORAGE_CODES):
        source.fail(f"its storage type is {code}; known are 0 to {len(STORAGE_CODES) - 1}")
    return list(STORAGE_CODES)[code]
