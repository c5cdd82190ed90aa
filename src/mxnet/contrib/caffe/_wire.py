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
    offset = 0
    while offset < len(data):
        key, offset = _varint(data, offset, what)
        number, wire_type = key >> 3, key & 7
        if wire_type == _VARINT:
            value, offset = _varint(data, offset, what)
        elif wire_type in (_LENGTH, _FIXED32, _FIXED64):
            size = {_FIXED32: 4, _FIXED64: 8}.get(wire_type)
            if size is None:
                size, offset = _varint(data, offset, what)
            if number == 0 or offset + size > len(data):
                raise MXNetError(f"{what} is damaged: field {number} ends behind the file's end")
            value, offset = data[offset : offset + size], offset + size
        else:
            raise MXNetError(f"{what} is not a Caffe file: field {number} has the type {wire_type}")
        fields.setdefault(number, []).append(value)
    return fields


def _varint(data: memoryview, offset: int, what: str) -> tuple[int, int]:
    value = shift = 0
    while offset < len(data) and shift < 70:  # a varint has at most ten bytes of seven bits
        byte = data[offset]
        value |= (byte & 127) << shift
        offset, shift = offset + 1, shift + 7
        if byte < 128:
            return value, offset
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
        offset = 0
        while offset < len(value):
            number, offset = _varint(value, offset, what)
            numbers.append(number)
    return numbers


def read_text(values: list) -> str:
    """Return the last of the texts, as in protocol buffers, or "" if there is none."""
    return bytes(values[-1]).decode("utf-8", "replace") if values else ""
