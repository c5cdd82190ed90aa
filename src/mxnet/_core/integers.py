"""Integers that scripts write as floats: in Python 2, ``n / 2`` was an integer."""

from __future__ import annotations

from typing import Any

import numpy as np


def as_integers(value: Any) -> Any:
    """Convert integral floats and NumPy integers to ints, alone or in lists, tuples and arrays.

    Everything else is returned unchanged, for the caller to reject.

    >>> as_integers(2.0), as_integers((4.0, -1)), as_integers(1.5)
    (2, (4, -1), 1.5)
    """
    if isinstance(value, float | np.floating):
        return int(value) if value.is_integer() else value
    if type(value) in (list, tuple):
        return type(value)(map(as_integers, value))
    if isinstance(value, np.integer):
        return int(value)
    if isinstance(value, np.ndarray) and value.dtype.kind == "f":
        is_integral = np.isfinite(value).all() and (np.floor(value) == value).all()
        return value.astype(np.int64) if is_integral else value
    return value
