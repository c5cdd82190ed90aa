"""Protocol buffers in binary format, as far as Caffe's files need it.

A message is a sequence of fields, each with a number, a type and a value. Lengths are checked
before reading, so that a damaged file only causes an error.
"""

from __future__ import annotations

import numpy as np

from ...base import MXNetError

_VARINT, _FIXED64, _LENGTH, _FIXED32 = 0, 1, 2, 5


def read_fields(data: memoryview, what: str) -> dict[int, list]:
    """Return the values of a message by field number: integers or bytes."""
    fields: dict[int, list] = {}
    place = 0
    while place < len(data):
        key, place = _varint(data, place, what)
        number, kind = key >> 3, key & 7
        if kind == _VARINT:
            value, place = _varint(data, place, what)
        elif kind in (_LENGTH, _FIXED32, _FIXED64):
            size = {_FIXED32: 4, _FIXED64: 8}.get(kind)
            if size is None:
                size, place = _varint(data, place, what)
            if number == 0 or place + size > len(data):
                raise MXNetError(f"{what} is damaged: field {number} ends behind the file's end")
            value, place = data[place : place + size], place + size
        else:
            raise MXNetError(f"{what} is not a Caffe file: field {number} has the type {kind}")
        fields.setdefault(number, []).append(value)
    return fields


def _varint(data: memoryview, place: int, what: str) -> tuple[int, int]:
    value = shift = 0
    while place < len(data) and shift < 70:  # a varint has at most ten bytes of seven bits
        byte = data[place]
        value |= (byte & 127) << shift
        place, shift = place + 1, shift + 7
        if byte < 128:
            return value, place
    raise MXNetError(f"{what} is damaged: a number does not end")


def read_numbers(values: list, dtype: str) -> np.ndarray:
    """Return the numbers of a repeated field, packed or one by one, in one array."""
    parts = [np.frombuffer(value, dtype) for value in values]
    return np.concatenate(parts) if parts else np.zeros(0, dtype)


def read_integers(values: list, what: str) -> list[int]:
    """Return the integers of a repeated field, packed or one by one."""
    numbers = []
    for value in values:
        if isinstance(value, int):
            numbers.append(value)
            continue
        place = 0
        while place < len(value):
            number, place = _varint(value, place, what)
            numbers.append(number)
    return numbers


def read_text(values: list) -> str:
    """Return the last of the texts, as in protocol buffers, or "" if there is none."""
    return bytes(values[-1]).decode("utf-8", "replace") if values else ""
