"""The tables of pretrained word vectors, from ``pretrained.txt``."""

from __future__ import annotations

import pathlib

UNKNOWN_IDX = 0

_ROWS = [
    line.split()
    for line in pathlib.Path(__file__).with_name("pretrained.txt").read_text().splitlines()
    if not line.startswith("#")
]


def _table(family: str, key: int) -> dict[str, str]:
    return {row[key]: row[key + 1] for row in _ROWS if row[0] == family}


ARCHIVES = {row[1]: row[3] for row in _ROWS}  # file -> the archive that contains it
GLOVE_PRETRAINED_FILE_SHA1 = _table("glove", 1)
GLOVE_PRETRAINED_ARCHIVE_SHA1 = _table("glove", 3)
FAST_TEXT_FILE_SHA1 = _table("fasttext", 1)
FAST_TEXT_ARCHIVE_SHA1 = _table("fasttext", 3)
