"""LibSVM files: each line has a label and column:value for nonzero elements."""

from __future__ import annotations

import os

import numpy as np

from .._formats.local import local_path, reading
from ..base import MXNetError
from ..ndarray.sparse import csr_matrix


class Lines:
    """The rows of a file or folder, or of one part of it, as one sparse matrix with labels."""

    def __init__(self, uri: str, shape: tuple[int, ...], part: int = 0, parts: int = 1):
        if len(shape) != 1:
            raise MXNetError(f"a shape of LibSVMIter has one dimension, got {shape}")
        if not 0 <= part < parts:
            raise MXNetError(
                f"part_index must be in 0..{parts - 1} with num_parts={parts}, got {part}"
            )
        self._width = shape[0]
        columns, values, ends, labels = [], [], [0], []
        for name, number, line in _lines(uri, part, parts):
            label, row = self._parse(line, name, number)
            labels.append(label)
            columns += [column for column, _ in row]
            values += [value for _, value in row]
            ends.append(len(columns))
        self.labels = np.array(labels, np.float32)
        self._columns, self._ends = np.array(columns, np.int64), np.array(ends, np.int64)
        self._values = np.array(values, np.float32)

    def __len__(self):
        return len(self.labels)

    def _parse(self, line: str, name: str, number: int):
        label, *entries = line.split()
        if entries and entries[0].startswith("qid:"):
            del entries[0]  # the query of a row, which only ranking needs
        try:
            row = sorted((int(c), float(v)) for c, v in (entry.split(":") for entry in entries))
            label = float(label.partition(":")[0])  # MXNet: label:weight, the weight is ignored
        except ValueError:
            raise MXNetError(
                f"{name!r}, line {number}: expected a label and column:value pairs, got "
                f"{line[:80]!r}"
            ) from None
        if row and not 0 <= row[0][0] <= row[-1][0] < self._width:
            wrong = row[0][0] if row[0][0] < 0 else row[-1][0]
            raise MXNetError(
                f"{name!r}, line {number}: column {wrong} is not in 0..{self._width - 1}; columns "
                "are counted from 0"
            )
        return label, row

    def matrix(self, rows: np.ndarray):
        """Return the given rows as a sparse matrix."""
        lengths = (self._ends[1:] - self._ends[:-1])[rows]
        ends = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
        positions = np.arange(ends[-1]) + np.repeat(self._ends[rows] - ends[:-1], lengths)
        parts = self._values[positions], self._columns[positions], ends
        return csr_matrix(parts, shape=(len(rows), self._width), dtype=np.float32)


def _lines(uri: str, part: int, parts: int):
    """Yield file name, line number and text of the lines of a part; parts have similar sizes."""
    path = local_path(uri)
    names = [path]
    if os.path.isdir(path):
        names = [os.path.join(path, name) for name in sorted(os.listdir(path))]
        names = [name for name in names if os.path.isfile(name)]
    contents = []
    for name in names:
        with reading(name) as (file, _):
            contents.append(file.read())
    total = sum(map(len, contents))
    step = -(-total // parts)
    begin, end, at = min(step * part, total), min(step * (part + 1), total), 0
    for name, content in zip(names, contents, strict=True):
        for number, raw in enumerate(content.splitlines(keepends=True), 1):
            # A line belongs to the part that contains the line break before it.
            if (begin < at or at == begin == 0) and at <= end:
                text = raw.decode("utf-8", "replace").partition("#")[0].strip()
                if text:
                    yield name, number, text
            at += len(raw)


class Batches:
    """Batches of rows; the last is filled with the first rows, which the next epoch skips."""

    def __init__(self, data: Lines, label: Lines | None, size: int):
        if label is not None and len(label) < len(data):
            raise MXNetError(f"label_libsvm has {len(label)} rows, data_libsvm {len(data)}")
        if len(data) < size and data.labels.size:
            raise MXNetError(
                f"number of input must be bigger than batch size: {len(data)} rows, {size} expected"
            )
        self._data, self._label, self._size = data, label, size
        self._at, self._rounded, self._ended = 0, False, False

    def rewind(self):
        """Start the next epoch."""
        self._at = self._at if self._rounded else 0
        self._rounded = self._ended = False

    def read(self):
        """Return data, labels, padding and row numbers, or None after the last batch."""
        count = len(self._data)
        if self._ended or self._at >= count:
            self._ended = True
            return None
        rows = np.arange(self._at, self._at + self._size)
        pad = max(0, self._at + self._size - count)
        self._at += self._size
        if pad:
            self._ended = self._rounded = True
            self._at = pad
        rows %= count
        label = self._data.labels[rows] if self._label is None else self._label.matrix(rows)
        return self._data.matrix(rows), label, pad, rows.astype(np.uint64)
