"""Several files in one: a zip archive of known members without compression.

Nothing is unpacked to disk, and a member is as large as it is in the archive, so that a small file
cannot expand to a large one.
"""

from __future__ import annotations

import contextlib
import os
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import BinaryIO

from ..error import MXNetError
from .local import FileName, reading, replacing

_WHEN = (1980, 1, 1, 0, 0, 0)  # a constant date, so that equal contents give equal files


def write_bundle(path: FileName, members: Mapping[str, bytes]) -> None:
    """Write members by name, replacing the file once it is complete."""
    with replacing(path) as stream:
        pack(stream, {name: [content] for name, content in members.items()})


def pack(stream: BinaryIO, members: Mapping[str, Iterable]) -> None:
    """Write members, each in pieces, to a stream."""
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_STORED) as archive:
        for name, pieces in members.items():
            # With 64-bit sizes, because the size of a member is not known in advance.
            with archive.open(zipfile.ZipInfo(name, _WHEN), "w", force_zip64=True) as member:
                for piece in pieces:
                    member.write(piece)


def read_bundle(path: FileName, names: Sequence[str]) -> dict[str, bytes]:
    """Read an archive that has exactly the members of these names."""
    with (
        reading(path) as (stream, size),
        unpacking(stream, size, names, repr(os.fspath(path))) as archive,
    ):
        return {name: archive.read(name) for name in names}


@contextlib.contextmanager
def unpacking(
    stream: BinaryIO, size: int, names: Sequence[str], shown: str
) -> Iterator[zipfile.ZipFile]:
    """Open an archive that has exactly the members of these names; reject a damaged one.

    If a member is read to its end, its checksum is verified.
    """
    try:
        with zipfile.ZipFile(stream) as archive:
            _check(archive.infolist(), names, size, shown)
            yield archive
    except MXNetError:
        raise
    # zipfile raises many types for maliciously damaged archives
    except Exception as error:
        raise MXNetError(f"{shown} is not a valid model file: {error or 'damaged'}") from error


def _check(members: list[zipfile.ZipInfo], names: Sequence[str], size: int, shown: str) -> None:
    """Reject an archive before any of it is read."""
    filenames = [member.filename for member in members]
    missing = [name for name in names if name not in filenames]
    if missing:
        raise MXNetError(f"{shown} is not a model file: {missing[0]} is not in it")
    if len(filenames) > len(names):
        strange = next((name for name in filenames if name not in names), None)
        problem = f"{strange!r} is in it" if strange is not None else "it has members twice"
        raise MXNetError(f"{shown} is not a model file: {problem}, which does not belong there")
    for member in members:
        if member.compress_type != zipfile.ZIP_STORED or member.flag_bits & 1:
            raise MXNetError(
                f"{shown}: {member.filename} is compressed or encrypted; members are stored as "
                "they are"
            )
        if member.file_size != member.compress_size or member.file_size > size:
            raise MXNetError(
                f"{shown}: {member.filename} claims to have {member.file_size} bytes, which the "
                f"file of {size} bytes does not hold"
            )
