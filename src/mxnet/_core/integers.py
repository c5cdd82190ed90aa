"""Integers that scripts write as floats: Python 2 divided ``n / 2`` without a remainder."""

from __future__ import annotations

from typing import Any

import numpy as np


def as_integers(value: Any) -> Any:
    """Return integral floats and NumPy's integers as ints, alone or in lists, tuples and arrays.

    Everything else stays as it is, for the caller to refuse.

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
