"""Records of arrays and objects in files of plain data."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .stored_array import StoredArray


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ArrayRecord:
    """An array of ``mx.nd`` or, if ``numpy`` is set, of ``mx.np``."""

    stored: StoredArray
    numpy: bool = False


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ObjectRecord:
    """An object: the names of its module and class, and its attributes."""

    module: str
    name: str
    state: dict


Record = ArrayRecord | ObjectRecord
Build = Callable[[Record], Any]  # creates an array or object from its record
Describe = Callable[[Any], Record | None]  # creates the record of a value, or None if it has none
