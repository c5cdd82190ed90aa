"""The parameters in a ``.caffemodel``, and the arrays of a ``.binaryproto``."""

from __future__ import annotations

from math import prod

import numpy as np

from ...base import MXNetError
from ._wire import read_fields, read_integers, read_numbers, read_text

# Field numbers in caffe.proto. The old format of layers has other numbers than the new one.
NEW_LAYERS, OLD_LAYERS = 100, 2
NEW_NAME, NEW_BLOBS = 1, 7
OLD_NAME, OLD_BLOBS = 4, 6
SIZES, DATA, SHAPE, DOUBLES = (1, 2, 3, 4), 5, 7, 8
DIMENSIONS = 1  # inside SHAPE


def _open(path) -> memoryview:
    try:
        with open(path, "rb") as file:
            return memoryview(file.read())
    except OSError as error:
        raise MXNetError(f"cannot read {str(path)!r}: {error.strerror}") from error


def read_blobs(path) -> dict[str, list[np.ndarray]]:
    """Return the arrays of the layers by name."""
    what = repr(str(path))
    fields = read_fields(_open(path), what)
    forms = ((NEW_LAYERS, NEW_NAME, NEW_BLOBS), (OLD_LAYERS, OLD_NAME, OLD_BLOBS))
    layers: dict[str, list[np.ndarray]] = {}
    for number, name_field, blobs_field in forms:
        for message in fields.get(number, []):
            if isinstance(message, int):
                raise MXNetError(f"{what} is no .caffemodel")
            layer = read_fields(message, what)
            blobs = [_array(blob, what) for blob in layer.get(blobs_field, [])]
            if blobs:
                layers[read_text(layer.get(name_field, []))] = blobs
    if not layers:
        raise MXNetError(f"{what} is no .caffemodel: no layer in it has parameters")
    return layers


def read_array(path) -> np.ndarray:
    """Return the array of a ``.binaryproto``."""
    return _array(_open(path), repr(str(path)))


def _array(blob, what: str) -> np.ndarray:
    if isinstance(blob, int):
        raise MXNetError(f"{what} is not a Caffe file")
    fields = read_fields(blob, what)
    try:
        if DATA in fields:
            values = read_numbers(fields[DATA], "<f4")
        else:
            values = read_numbers(fields.get(DOUBLES, []), "<f8").astype(np.float32)
    except (TypeError, ValueError) as error:
        raise MXNetError(f"{what} is damaged: numbers of a blob are cut off") from error
    shape = _shape(fields, what)
    if shape is None:
        return values
    if prod(shape) != values.size:
        raise MXNetError(f"{what} is damaged: {values.size} numbers for a blob of shape {shape}")
    return values.reshape(shape)


def _shape(fields: dict, what: str) -> tuple[int, ...] | None:
    if SHAPE in fields:
        dimensions = read_fields(fields[SHAPE][-1], what).get(DIMENSIONS, [])
        return tuple(read_integers(dimensions, what))
    if any(number in fields for number in SIZES):
        return tuple(fields.get(number, [1])[-1] for number in SIZES)
    return None
