"""The RecordIO format: a sequence of byte strings, each preceded by a magic number.

A part is ``u32 0xCED7230A, u32 kind << 29 | length, data``, padded with zeros to 4 bytes; the
numbers are little-endian. A record is one part, unless it contains the magic number at a multiple
of 4: there the record is split and the magic number removed, so that readers can start in the
middle of a file and rely on it. Readers insert it again.

An index file has a line ``key<tab>position`` for each record.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator
from typing import BinaryIO, NoReturn

from ..error import MXNetError

MAGIC = struct.pack("<I", 0xCED7230A)
COMPLETE, FIRST, MIDDLE, LAST = range(4)
MAX_LENGTH = 2**29 - 1  # bytes: the upper three bits of the word are the kind of part

_HEAD = struct.Struct("<4sI")
_UNCHECKED = 2**20  # bytes: reading this much by mistake is harmless


def parts_of(record: bytes) -> Iterator[bytes]:
    """Yield the pieces of bytes that ``record`` becomes in a file."""
    if len(record) > MAX_LENGTH:
        raise MXNetError(
            f"a record can have {MAX_LENGTH} bytes, this one has {len(record)}; split it"
        )
    begin = 0
    for cut in _cuts(record):
        yield _HEAD.pack(MAGIC, (MIDDLE if begin else FIRST) << 29 | cut - begin)
        yield record[begin:cut]
        begin = cut + len(MAGIC)
    yield _HEAD.pack(MAGIC, (LAST if begin else COMPLETE) << 29 | len(record) - begin)
    yield record[begin:]
    yield bytes(-len(record) % 4)


def _cuts(record: bytes) -> Iterator[int]:
    """Yield the multiples of 4 at which the magic number occurs."""
    offset = record.find(MAGIC)
    while offset >= 0:
        aligned = offset % 4 == 0
        if aligned:
            yield offset
        offset = record.find(MAGIC, offset + (len(MAGIC) if aligned else 1))


def position_in(descriptor: int, position: int) -> int:
    """Return a position from an index, or the end of the file if that is smaller.

    The system rejects some impossible positions with its own errors.
    """
    return min(position, os.fstat(descriptor).st_size)


class FilePart:
    """A file from a position on, read without moving its position."""

    def __init__(self, descriptor: int, position: int):
        self._descriptor, self._position = descriptor, position_in(descriptor, position)

    def fileno(self) -> int:
        return self._descriptor

    def tell(self) -> int:
        return self._position

    def read(self, size: int) -> bytes:
        data = os.pread(self._descriptor, size, self._position)
        self._position += len(data)
        return data


def read_record(stream: BinaryIO | FilePart, name: str) -> bytes | None:
    """Read the next record, or return None at the end of the file."""
    part = _read_part(stream, name)
    if part is None:
        return None
    kind, data = part
    if kind == COMPLETE:
        return data
    if kind != FIRST:
        _fail(stream, name, "a part of a record whose beginning is missing")
    parts = [data]
    while kind != LAST:
        part = _read_part(stream, name)
        if part is None or part[0] not in (MIDDLE, LAST):
            _fail(stream, name, "a record whose end is missing")
        kind, data = part
        parts.append(data)
    return MAGIC.join(parts)


def _read_part(stream: BinaryIO | FilePart, name: str) -> tuple[int, bytes] | None:
    head = stream.read(_HEAD.size)
    if not head:
        return None
    if len(head) < _HEAD.size:
        _fail(stream, name, f"{len(head)} bytes at the end, too few for a record")
    magic, word = _HEAD.unpack(head)
    if magic != MAGIC:
        _fail(stream, name, f"{magic!r} where a record should begin; is this a RecordIO file?")
    kind, length = word >> 29, word & MAX_LENGTH
    if kind > LAST:
        _fail(stream, name, f"a part of the unknown kind {kind}")
    padded = length + -length % 4
    if padded > _UNCHECKED and padded > os.fstat(stream.fileno()).st_size - stream.tell():
        _fail(stream, name, f"a record of {length} bytes, more than the file has left")
    data = stream.read(padded)
    if len(data) < padded:
        _fail(stream, name, f"a record of {length} bytes, but only {len(data)} are left")
    return kind, data[:length] if length < padded else data


def _fail(stream: BinaryIO | FilePart, name: str, problem: str) -> NoReturn:
    raise MXNetError(f"Invalid RecordIO File {name!r}: before byte {stream.tell()}: {problem}")


def find_record(stream: BinaryIO, position: int) -> int:
    """Return the position of the first record at or after a position, or the end of the file."""
    stream.seek(position + -position % 4)
    begin, block = stream.tell(), b""
    while more := stream.read(_UNCHECKED):
        block += more
        offset = block.find(MAGIC)
        while 0 <= offset <= len(block) - _HEAD.size:
            kind = _HEAD.unpack_from(block, offset)[1] >> 29
            if (begin + offset) % 4 == 0 and kind in (COMPLETE, FIRST):
                return begin + offset
            offset = block.find(MAGIC, offset + 1)
        begin += max(0, len(block) - _HEAD.size)
        block = block[-_HEAD.size :]
    return stream.tell()


def read_index(path: str, key_type: type) -> list[tuple[object, int]]:
    """Read the keys and positions of an index file."""
    entries = []
    with open(path, encoding="utf-8", errors="surrogateescape") as lines:
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            key, tab, position = line.rstrip("\n").partition("\t")
            try:
                entry = key_type(key), int(position.partition("\t")[0])
            except ValueError as error:
                raise _index_error(path, number, line) from error
            if entry[1] < 0:
                raise _index_error(path, number, line)
            entries.append(entry)
    return entries


def _index_error(path: str, number: int, line: str) -> MXNetError:
    return MXNetError(
        f"invalid index file {path!r}: line {number} must be a key, a tab and a position, "
        f"got {line[:80]!r}"
    )
