"""Shapes of parameters, in which some sizes may be unknown."""

from __future__ import annotations

from ..util import is_np_shape


def shape_is_known(shape) -> bool:
    """Return whether every dimension is known; 0 (or -1 with NumPy shapes) means unknown.

    >>> shape_is_known((2, 3)), shape_is_known((2, 0)), shape_is_known(None)
    (True, False, False)
    """
    if shape is None:
        return False
    unknown = -1 if is_np_shape() else 0
    return all(n != unknown for n in shape) and (bool(shape) or is_np_shape())


def mark_unknown(shape):
    """Write unknown dimensions by the current rules; layers always write 0."""
    if shape is None or not is_np_shape():
        return shape
    return tuple(-1 if n == 0 else n for n in shape)


def merge_shapes(stored, other):
    """Merge two shapes whose unknown dimensions match anything; return None if they differ."""
    unknown = -1 if is_np_shape() else 0
    if len(stored) != len(other):
        return None
    if any(a != b and unknown not in (a, b) for a, b in zip(stored, other, strict=True)):
        return None
    return tuple(b if a == unknown else a for a, b in zip(stored, other, strict=True))


def fits(stored, other) -> bool:
    """Return whether a partly known shape matches the shape of an array.

    >>> fits((2, 0), (2, 3)), fits((2, 0), (4, 3)), fits((2, 3), (2, 0))
    (True, False, False)
    """
    if stored is None:
        return True
    unknown = -1 if is_np_shape() else 0
    same_rank = len(stored) == len(other)
    return same_rank and all(a in (unknown, b) for a, b in zip(stored, other, strict=True))
