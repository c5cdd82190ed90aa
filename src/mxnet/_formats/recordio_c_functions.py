"""Functions of MXNet's C API for record files, for code that calls them with ctypes.

They accept and modify ctypes objects, by reference where they give a result, and return 0.
"""

from __future__ import annotations

import ctypes
import itertools
from functools import partial
from typing import Any, BinaryIO, cast

from ..base import _LIB, MXNetError
from .local import file_errors, local_path
from .recordio import parts_of, position_in, read_record

_numbers = itertools.count(1)
_files: dict[int | None, BinaryIO] = {}  # by the value of their handle


def file_of(handle: ctypes.c_void_p) -> BinaryIO:
    """Return the open file of a handle."""
    if handle.value not in _files:
        raise MXNetError(f"{handle} is not the handle of an open record file")
    return _files[handle.value]


def _create(mode: str, uri: Any, out: Any) -> int:
    name = getattr(uri, "value", uri)
    path = local_path(name.decode() if isinstance(name, bytes) else name)
    with file_errors("open", path):
        file = cast(BinaryIO, open(path, mode))
    out._obj.value = next(_numbers)
    _files[out._obj.value] = file
    return 0


def _free(handle: ctypes.c_void_p) -> int:
    file_of(handle)
    _files.pop(handle.value).close()
    return 0


def _write(handle: ctypes.c_void_p, data: Any, size: ctypes.c_size_t) -> int:
    file = file_of(handle)
    file.writelines(parts_of(ctypes.string_at(data, size.value)))
    file.flush()  # as in MXRecordIO.write
    return 0


def _read(handle: ctypes.c_void_p, out: Any, size: Any) -> int:
    record = read_record(file_of(handle), f"record file {handle.value}")
    out._obj.value, size._obj.value = record, len(record or b"")
    return 0


def _seek(handle: ctypes.c_void_p, position: ctypes.c_size_t) -> int:
    file = file_of(handle)
    file.seek(position_in(file.fileno(), position.value))
    return 0


def _tell(handle: ctypes.c_void_p, out: Any) -> int:
    out._obj.value = file_of(handle).tell()
    return 0


vars(_LIB).update(
    MXRecordIOReaderCreate=partial(_create, "rb"),
    MXRecordIOReaderFree=_free,
    MXRecordIOReaderReadRecord=_read,
    MXRecordIOReaderSeek=_seek,
    MXRecordIOReaderTell=_tell,
    MXRecordIOWriterCreate=partial(_create, "wb"),
    MXRecordIOWriterFree=_free,
    MXRecordIOWriterTell=_tell,
    MXRecordIOWriterWriteRecord=_write,
)
