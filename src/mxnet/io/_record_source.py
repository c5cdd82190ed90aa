"""Records of one part of a dataset, in chunks: in the order of their files, or shuffled."""

from __future__ import annotations

import bisect
import os
from collections.abc import Iterator

from .._formats.local import local_path
from .._formats.recordio import FilePart, find_record, read_index, read_record
from ..base import MXNetError
from ._cpp_random import CppRandom

# MXNet: the seeds of images and of the order of chunks are derived from these numbers.
MAGIC_SEED = 111
CHUNK_MAGIC_SEED = 666
CHUNK = 64 << 20  # bytes

Record = tuple[bytes, str]  # and its name in errors


def _files_of(uri: str) -> list[str]:
    """Return the files of a name, of several names separated by ``;``, or of a folder."""
    files = []
    for name in uri.split(";"):
        path = local_path(name)
        if os.path.isdir(path):
            entries = (os.path.join(path, entry) for entry in sorted(os.listdir(path)))
            files += [entry for entry in entries if os.path.isfile(entry)]
        elif os.path.exists(path):
            files.append(path)
        else:
            raise MXNetError(f"cannot open {path!r}: No such file or directory")
    return files


class Stream:
    """Records in the order of their files, from one of several parts of similar size."""

    def __init__(self, uri: str, part: int, parts: int, chunk: int = CHUNK):
        self._paths = _files_of(uri)
        self._ends = []
        total = 0
        for path in self._paths:
            total += os.path.getsize(path)
            self._ends.append(total)
        self._total, self._chunk_size = total, chunk
        self.choose(part, parts)

    @property
    def total(self) -> int:
        """The total size of all files."""
        return self._total

    def choose(self, part: int, parts: int) -> None:
        """Move to the beginning of a part."""
        if not 0 <= part < parts:
            raise MXNetError(
                f"part_index must be in 0..{parts - 1} with num_parts={parts}, got {part}"
            )
        step = -(-self._total // parts)
        step += -step % 4
        begin, end = (self._record_from(min(step * i, self._total)) for i in (part, part + 1))
        self._range = begin, max(begin, end)
        self.rewind()

    def _record_from(self, position: int) -> int:
        """Return the position of the first record at or after a position."""
        if position in (0, self._total) or position in self._ends:
            return position
        number, start = self._file_at(position)
        with open(self._paths[number], "rb") as file:
            return start + find_record(file, position - start)

    def _file_at(self, position: int) -> tuple[int, int]:
        number = bisect.bisect_right(self._ends, position)
        return number, self._ends[number - 1] if number else 0

    def rewind(self) -> None:
        """Return to the first record."""
        self._records = self._all()

    def _all(self) -> Iterator[Record]:
        position, end = self._range
        while position < end:
            number, start = self._file_at(position)
            path = self._paths[number]
            with open(path, "rb") as file:
                file.seek(position - start)
                while position < min(end, self._ends[number]):
                    name = f"{path!r}, record at byte {position - start}"
                    yield read_record(file, path), name
                    position = start + file.tell()

    def chunk(self) -> list[Record]:
        """Return the next records, about 64 MB, or nothing at the end."""
        records, size = [], 0
        while size < self._chunk_size:
            record = next(self._records, None)
            if record is None:
                break
            records.append(record)
            size += len(record[0])
        return records


class ShuffledStream:
    """Sections of a stream in random order, with the records of each section in order."""

    def __init__(self, stream: Stream, part: int, parts: int, sections: int, seed: int):
        self._stream, self._first = stream, part * sections
        self._sections, self._all_sections = sections, parts * sections
        self._random = CppRandom(CHUNK_MAGIC_SEED + part + parts + sections + seed)
        self.rewind()

    def rewind(self) -> None:
        """Start the next epoch, in another order."""
        self._order = self._random.shuffle(list(range(self._sections)))
        self._next_section()

    def _next_section(self) -> None:
        self._stream.choose(self._first + self._order.pop(0), self._all_sections)

    def chunk(self) -> list[Record]:
        """Return the next records, or nothing at the end."""
        while not (records := self._stream.chunk()) and self._order:
            self._next_section()
        return records


class Indexed:
    """Records by index, in the order of the file or a new random order in each epoch."""

    def __init__(self, uri: str, index: str, part: int, parts: int, size: int, seed: int | None):
        (self._path,) = _files_of(uri)
        if not 0 <= part < parts:
            raise MXNetError(
                f"part_index must be in 0..{parts - 1} with num_parts={parts}, got {part}"
            )
        try:
            positions = sorted(position for _, position in read_index(local_path(index), str))
        except OSError as error:
            raise MXNetError(f"cannot open {index!r}: {error.strerror}") from error
        step = -(-len(positions) // parts)
        self._positions = positions[step * part : step * (part + 1)]
        self._size = size
        self._random = None if seed is None else CppRandom(MAGIC_SEED + seed)
        self._file = open(self._path, "rb")
        self.rewind()

    def rewind(self) -> None:
        """Start the next epoch."""
        self._order = list(self._positions)
        if self._random is not None:
            self._random.shuffle(self._order)
        self._at = 0

    def chunk(self) -> list[Record]:
        """Return the next records, as many as in a batch, or nothing at the end."""
        positions = self._order[self._at : self._at + self._size]
        self._at += len(positions)
        return [self._read(position) for position in positions]

    def __del__(self):
        if hasattr(self, "_file"):
            self._file.close()

    def _read(self, position: int) -> Record:
        name = f"{self._path!r}, record at byte {position}"
        record = read_record(FilePart(self._file.fileno(), position), self._path)
        if record is None:
            raise MXNetError(f"{name}: the file has ended before; is this its index?")
        return record, name
