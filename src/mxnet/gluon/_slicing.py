"""Basic keys of an array (``x[1:, ..., 0, None]``) as arguments of the operator ``slice``."""

from __future__ import annotations

import numbers
from collections.abc import Callable
from dataclasses import dataclass

from ..base import MXNetError

_ALL = slice(None)


@dataclass(frozen=True, slots=True)
class Selection:
    """The selection of a key: a part of each axis, axes to drop and axes to insert."""

    begin: tuple[int | None, ...]
    end: tuple[int | None, ...]
    step: tuple[int | None, ...]
    dropped: tuple[int, ...]
    new_axes: tuple[int, ...]

    @property
    def is_partial(self) -> bool:
        return any(n is not None for n in (*self.begin, *self.end, *self.step))


def selection(key, ndim: Callable[[], int]) -> Selection:
    """Parse a key; ``ndim`` is called only if an Ellipsis is in its middle.

    >>> selection((slice(1, None), 0), lambda: 2)
    Selection(begin=(1, 0), end=(None, 1), step=(None, None), dropped=(1,), new_axes=())
    """
    entries = list(key) if isinstance(key, tuple) else [key]
    if any(entry is Ellipsis for entry in entries):
        position = next(i for i, entry in enumerate(entries) if entry is Ellipsis)
        rest = [e for i, e in enumerate(entries) if i != position]
        used = sum(e is not None for e in rest)
        missing = ndim() - used if any(e is not None for e in entries[position + 1 :]) else 0
        entries[position : position + 1] = [_ALL] * missing
    parts, dropped, new_axes = [], [], []
    for entry in entries:
        if entry is None:
            new_axes.append(len(parts) - len(dropped) + len(new_axes))
        elif isinstance(entry, slice):
            parts.append((entry.start, entry.stop, entry.step))
        elif isinstance(entry, numbers.Integral):
            dropped.append(len(parts))
            parts.append((int(entry), int(entry) + 1 if entry != -1 else None, None))
        else:
            raise MXNetError(
                f"an array is indexed with {type(entry).__name__} beside others; in a graph keys "
                "are ints, slices, ..., None, or one array alone"
            )
    columns = list(zip(*parts, strict=True)) or [(), (), ()]
    return Selection(*columns, tuple(dropped), tuple(new_axes))
