"""Every kind of bad call of an operator, derived from its row.

A case changes one input of a row, all of them alike, or one attribute. Only NumPy is imported here,
because the real MXNet 1.9.1 answers the cases of ``COMPARED`` too (``bad_call_recorder.py``).
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from tests.ops.row import Row, families, rows_of

EVERY = -1  # the place of a change that all inputs get


@dataclass(frozen=True)
class Case:
    """One changed call: ``arrays`` are the inputs, some perhaps no arrays at all."""

    change: str
    place: str
    arrays: list
    attrs: dict

    @property
    def name(self) -> str:
        return f"{self.change} {self.place}"


# ---------------------------------------------------------------------------------- bad arrays


def _empty(array: np.ndarray, axis: int) -> np.ndarray:
    return np.take(array, [], axis) if array.ndim else array.reshape(1)[:0]


def _scalar(array: np.ndarray) -> np.ndarray:
    return np.asarray(array.reshape(-1)[:1].sum(), array.dtype)


def _with_value(array: np.ndarray, value: float) -> np.ndarray:
    """Put a value into the middle; into integers their smallest or largest number."""
    array = array.copy()
    if array.dtype.kind in "iu":
        limits = np.iinfo(array.dtype)
        value = limits.max if value > 0 else limits.min
    if array.size:
        with np.errstate(all="ignore"):
            array.reshape(-1)[array.size // 2] = value
    return array


def _cast(array: np.ndarray, dtype: str) -> np.ndarray:
    with np.errstate(all="ignore"):
        return array.astype(dtype)


# What 1.9.1 has an answer to, more often than not.
COMPARED: dict[str, Callable] = {
    "empty": lambda array: _empty(array, 0),
    "empty last axis": lambda array: _empty(array, -1),
    "scalar": _scalar,
    "nan": lambda array: _with_value(array, np.nan),
    "inf": lambda array: _with_value(array, np.inf),
}
SHAPES: dict[str, Callable] = {
    "axis before": lambda array: array[None],
    "axis behind": lambda array: array[..., None],
    "axis less": lambda array: array.reshape(array.shape[1:] if 1 in array.shape[:1] else (-1,)),
    "one longer": lambda array: np.concatenate([array, array[:1]]) if array.ndim else array[None],
}
VALUES: dict[str, Callable] = {
    "-inf": lambda array: _with_value(array, -np.inf),
    "negative": lambda array: _with_value(array, -1.0),
    "large": lambda array: _with_value(array, 1e30),
}
DTYPES: dict[str, Callable] = {
    dtype: functools.partial(_cast, dtype=dtype)
    for dtype in ("bool", "int8", "uint8", "int32", "int64", "float16", "float32", "float64")
}
NO_ARRAYS = {"None": None, "str": "x", "object": object(), "list": [1.0], "numpy": np.ones(3)}


def compared_cases(row: Row) -> Iterator[Case]:
    """Yield the cases that 1.9.1 answers too."""
    return _change_arrays(row, COMPARED)


def other_cases(row: Row) -> Iterator[Case]:
    """Yield the cases of inputs that are only to be refused well, or computed."""
    yield from _change_arrays(row, SHAPES | VALUES | DTYPES)
    arrays = row.arrays()
    for (name, value), place in itertools.product(NO_ARRAYS.items(), range(len(arrays))):
        changed = [*arrays[:place], value, *arrays[place + 1 :]]
        yield Case(name, f"at {place}", changed, row.attrs)
    if arrays:
        yield Case("one input", "less", arrays[:-1], row.attrs)
        yield Case("no inputs", "at all", [], row.attrs)
        yield Case("one input", "more", [*arrays, arrays[0]], row.attrs)


def _change_arrays(row: Row, changes: dict[str, Callable]) -> Iterator[Case]:
    arrays = row.arrays()
    places = [*range(len(arrays)), *([EVERY] if len(arrays) > 1 else [])]
    for (name, change), place in itertools.product(changes.items(), places):
        changed = [change(a) if place in (i, EVERY) else a for i, a in enumerate(arrays)]
        where = "everywhere" if place == EVERY else f"at {place}"
        yield Case(name, where, changed, row.attrs)


# ------------------------------------------------------------------------------ bad attributes

# Small, or so large that nothing is allocated: what lies between is a result, only a large one.
ATTRIBUTES = {
    "zero": 0, "negative": -1, "very negative": -9, "beyond": 99, "2**40": 2**40, "2**62": 2**62,
    "2**63": 2**63, "-2**63": -(2**63), "2**70": 2**70, "nan": float("nan"), "inf": float("inf"),
    "None": None, "text": "x", "no text": "", "bytes": b"x", "object": object(), "dict": {},
    "()": (), "(0, 0)": (0, 0), "(-1, -1)": (-1, -1), "(2**40, 2)": (2**40, 2),
    "(2**62, 2**62)": (2**62, 2**62), "(None, 1)": (None, 1), "nested": ((1, 2), (3,)),
    "float16": "float16", "array": np.arange(3), "gpu(0)": "gpu(0)",
}  # fmt: skip


def attribute_cases(row: Row, names) -> Iterator[Case]:
    """Yield calls with each bad value for each of these attributes, and an unknown attribute."""
    arrays = row.arrays()
    for name, (text, value) in itertools.product(names, ATTRIBUTES.items()):
        yield Case(text, f"for {name}", arrays, {**row.attrs, name: value})
    yield Case("attribute", "that is unknown", arrays, {**row.attrs, "no_such_attribute": 1})


def all_cases(row: Row, attributes) -> Iterator[Case]:
    """Yield every bad call of an operator that has these attributes."""
    return itertools.chain(compared_cases(row), other_cases(row), attribute_cases(row, attributes))


# ------------------------------------------------------------------------------------ which rows


@functools.cache
def all_rows() -> list[Row]:
    return [row for family in families() for row in rows_of(family)]


@functools.cache
def sample_rows() -> list[Row]:
    """Return one row for each operator: the first of those with the most inputs."""
    samples: dict[str, Row] = {}
    for row in all_rows():
        best = samples.setdefault(row.op, row)
        if len(row.inputs) > len(best.inputs):
            samples[row.op] = row
    return list(samples.values())


def compared_rows() -> list[Row]:
    """Return the rows that 1.9.1 answers: what is drawn differs, though not with the row itself."""
    return [row for row in sample_rows() if not row.op.startswith("_image_random_")]


def compared_calls(row: Row) -> Iterator[tuple[Case, bool]]:
    """Yield the cases that 1.9.1 answers, and whether it does so with NumPy's shapes.

    Without them a size of 0, and a shape without axes, means that it is not known. So 1.9.1 infers
    it from the other inputs, and reads what lies behind the array.
    """
    for case in compared_cases(row):
        yield case, True
        has_shape = not case.name.startswith(("empty", "scalar"))
        if not row.is_numpy and (has_shape or len(row.inputs) == 1):
            yield case, False


def golden_key(row: Row, case: Case, numpy_shapes: bool) -> str:
    """Return the name of what 1.9.1 answers to a case, with NumPy's shapes or without."""
    return f"{row.key}/{case.name}/{'np_shape' if numpy_shapes else 'classic'}"
