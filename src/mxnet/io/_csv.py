"""Rows of CSV files, read on demand."""

from __future__ import annotations

import os
import weakref
from itertools import islice
from math import prod

import numpy as np

from .._formats.local import local_path
from ..base import MXNetError


class Rows:
    """The rows of one or several files, in order."""

    def __init__(self, names: str, shape: tuple[int, ...], dtype: str):
        self.shape = shape
        self.dtype = np.dtype(dtype)
        self._paths = [path for name in names.split(";") for path in _files(local_path(name))]
        # MXNet: a single file stays open and may be removed; of several files one is open at a
        # time.
        self._file = _open(self._paths[0]) if len(self._paths) == 1 else None
        if self._file is not None:
            weakref.finalize(self, self._file.close)
        self.rewind()

    def rewind(self):
        """Return to the first row."""
        self._lines = self._every_line()

    def _every_line(self):
        if self._file is not None:
            self._file.seek(0)
            yield from _lines(self._paths[0], self._file)
            return
        for path in self._paths:
            with _open(path) as file:
                yield from _lines(path, file)

    def take(self, count: int) -> np.ndarray:
        """Return the next rows, fewer than ``count`` at the end."""
        lines = list(islice(self._lines, count))
        if not lines:
            return np.empty((0, *self.shape), self.dtype)
        return self._parse(lines).reshape(len(lines), *self.shape)

    def _parse(self, lines) -> np.ndarray:
        texts = [line for _, _, line in lines]
        try:
            values = self._numbers(texts)
        except ValueError:
            values = None
        if values is not None and values.shape[1] == prod(self.shape):
            return values
        for path, number, line in lines:  # find the wrong line
            self._check(path, number, line)
        raise MXNetError(f"cannot read the lines from {lines[0][1]} on of {lines[0][0]!r}")

    def _numbers(self, texts) -> np.ndarray:
        options = {"delimiter": ",", "ndmin": 2, "comments": None}
        if self.dtype.kind == "f":
            return np.loadtxt(texts, self.dtype, **options)
        try:
            return np.loadtxt(texts, self.dtype, **options)
        except ValueError:  # MXNet: 1.5 as an integer is 1
            return np.loadtxt(texts, np.float64, **options).astype(self.dtype)

    def _check(self, path, number, line):
        where = f"line {number} of {path!r}"
        try:
            length = self._numbers([line]).shape[1]
        except ValueError as error:
            raise MXNetError(f"{where} does not hold numbers: {error}") from None
        if length != prod(self.shape):
            raise MXNetError(
                f"The data size in CSV do not match size of shape: specified shape={self.shape}, "
                f"the csv row-length={length}, in {where}"
            )


def _open(path: str):
    try:
        return open(path, encoding="utf-8", errors="replace")
    except OSError as error:
        raise MXNetError(f"cannot read {path!r}: {error.strerror}") from error


def _lines(path: str, file):
    """Yield nonempty lines with their location."""
    return ((path, i, line) for i, line in enumerate(file, 1) if line.strip())


def _files(path: str) -> list[str]:
    if os.path.isdir(path):
        inside = (os.path.join(path, name) for name in sorted(os.listdir(path)))
        return [name for name in inside if os.path.isfile(name)]
    if not os.path.isfile(path):
        raise MXNetError(f"cannot read {path!r}: there is no such file")
    return [path]


class Batches:
    """Batches of rows of data and labels."""

    def __init__(self, data: Rows, label: Rows | None, batch_size: int, round_batch: bool):
        self._data, self._label = data, label
        self._size = batch_size
        self._round = round_batch
        self._at = 0  # the number of the next row
        self._ended = self._rounded = False
        self._last = None

    def rewind(self):
        """Start the next epoch; after a rounded batch, at the position where it ended."""
        self._ended = False
        if self._rounded:
            self._rounded = False
        else:
            self._restart()

    def _restart(self):
        self._data.rewind()
        if self._label is not None:
            self._label.rewind()
        self._at = 0

    def read(self):
        """Return data, labels, padding and row numbers, or None after the last batch."""
        if self._ended:
            return None
        parts = self._take(self._size)
        missing = self._size - len(parts[0])
        if missing == self._size:
            self._ended = True
            return None
        if missing:
            self._ended = True
            parts = self._wrap_around(parts, missing) if self._round else self._pad(parts)
        self._last = parts
        data, label, index = parts
        return data, label, missing, index

    def _take(self, count: int):
        data = self._data.take(count)
        if self._label is None:
            label = np.zeros((len(data), 1), data.dtype)
        else:
            label = self._label.take(len(data))
        if len(label) < len(data):
            raise MXNetError(f"label_csv has only {self._at + len(label)} rows, data_csv has more")
        index = np.arange(self._at, self._at + len(data), dtype=np.uint64)
        self._at += len(data)
        return data, label, index

    def _wrap_around(self, parts, missing):
        self._restart()
        first = self._take(missing)
        if len(first[0]) < missing:
            raise MXNetError(
                f"number of input must be bigger than batch size: the batch of {self._size} rows "
                "cannot be filled; give round_batch=False"
            )
        self._rounded = True
        return tuple(np.concatenate(pair) for pair in zip(parts, first, strict=True))

    def _pad(self, parts):
        """Pad with the rows of the previous batch, or with zeros if there is none."""
        padded = []
        for i, part in enumerate(parts):
            batch = np.zeros((self._size, *part.shape[1:]), part.dtype)
            if self._last is not None:
                batch[:] = self._last[i]
            batch[: len(part)] = part
            padded.append(batch)
        return tuple(padded)
