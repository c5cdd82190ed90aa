"""Lines of text files: image lists and word vectors."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from typing import BinaryIO

from ..error import MXNetError
from .local import FileName, reading


def read_lines(name: FileName, encoding: str = "utf-8") -> Iterator[tuple[int, str]]:
    """Yield the lines of a file with their numbers, from 1 on.

    Bytes that are not text raise an MXNetError that names the line.
    """
    with reading(name) as (stream, _), io.TextIOWrapper(stream, encoding) as lines:
        try:
            yield from enumerate(lines, 1)
        except UnicodeError as error:
            line = _undecodable_line(name, encoding)
            raise MXNetError(f"{os.fspath(name)!r}{line}: not {encoding} text: {error}") from error


def _undecodable_line(name: FileName, encoding: str) -> str:
    with reading(name) as (stream, _):
        number = _first_undecodable(stream, encoding)
    return f", line {number}" if number else ""


def _first_undecodable(stream: BinaryIO, encoding: str) -> int | None:
    for number, line in enumerate(stream, 1):
        try:
            line.decode(encoding)
        except UnicodeError:
            return number
    return None
