"""Nested lists of arrays or symbols: arguments and results of blocks and of control flow."""

from __future__ import annotations

from collections.abc import Callable


def flatten(nested, format_of: Callable, refuse: Callable[[str], Exception]):
    """Flatten nested lists; return the flat list and the nesting for ``regroup``.

    ``format_of`` returns the format of an item, and None for lists and whatever is not an item.
    None itself is an item if it has a format, otherwise an empty list.
    """
    fmt = format_of(nested)
    if fmt is not None:
        return [nested], fmt
    if not isinstance(nested, list | tuple | None):
        raise refuse(f"but got {nested!r} of type {type(nested)}")
    flat, formats = [], []
    for item in nested or ():
        fmt = format_of(item)
        if fmt is None:
            items, fmt = flatten(item, format_of, refuse)
            flat += items
        else:
            flat.append(item)
        formats.append(fmt)
    return flat, formats


def regroup(flat, fmt):
    """Restore the nesting of the front of a flat list; return also the remaining items.

    The format of an item is the number of outputs if it is a symbol with several, otherwise 0 or
    -1. MXNet: the result has lists, also in place of tuples.
    """
    if isinstance(fmt, int):
        count = max(fmt, 1)
        return (flat[0] if fmt <= 0 else flat[:count]), flat[count:]
    grouped = []
    for inner in fmt:
        item, flat = regroup(flat, inner)
        grouped.append(item)
    return grouped, flat


def map_nested(value, cls, function):
    """Apply a function to all values of a class inside nested lists, in order."""
    if isinstance(value, cls):
        return function(value)
    if isinstance(value, list | tuple):
        return [map_nested(item, cls, function) for item in value]
    return value
