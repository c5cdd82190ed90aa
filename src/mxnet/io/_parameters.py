"""Parameters of iterators over files, given as keywords or as MXNet's strings."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Callable

from ..base import MXNetError

REQUIRED = object()


def flag(value) -> bool:
    """Read a truth value: ``True``, ``1``, ``"true"``."""
    if isinstance(value, str):
        known = {"true": True, "1": True, "false": False, "0": False}
        if value.lower() not in known:
            raise ValueError("expected True or False")
        return known[value.lower()]
    return bool(int(value))


def shape(value) -> tuple[int, ...]:
    """Read a shape: ``(3, 2)``, ``3``, ``"(3, 2)"``."""
    found = ast.literal_eval(value) if isinstance(value, str) else value
    found = (found,) if isinstance(found, int) else tuple(int(n) for n in found)
    if any(n < 1 for n in found):
        raise ValueError("every dimension must be at least 1")
    return found


def positive(value) -> int:
    """Read a number that is at least 1."""
    found = int(value)
    if found < 1:
        raise ValueError("must be at least 1")
    return found


def optional(read: Callable) -> Callable:
    """Return a reader that takes None too."""
    return lambda value: None if value in (None, "None") else read(value)


def numbers(value) -> list[int]:
    """Read whole numbers: ``"0,90"``, ``[0, 90]``."""
    found = value.split(",") if isinstance(value, str) else value
    return [int(n) for n in found]


def floats(value) -> tuple[float, ...]:
    """Read one number or several: ``0.5``, ``(0.1, 0.5)``, ``"(0.1, 0.5)"``."""
    found = ast.literal_eval(value) if isinstance(value, str) else value
    found = tuple(float(n) for n in (found if isinstance(found, list | tuple) else (found,)))
    if not found:
        raise ValueError("expected at least one number")
    return found


def one_of(*known: str) -> Callable:
    """Return a reader of one of some words."""

    def read(value):
        if value not in known:
            raise ValueError(f"expected one of {', '.join(known)}")
        return value

    return read


# What every iterator over files takes. Batches are made when they are asked for, so that
# `prefetch_buffer` and `ctx`, which tune MXNet's threads, change nothing here.
COMMON = {
    "data_name": (str, "data"),
    "label_name": (str, "softmax_label"),
    "prefetch_buffer": (int, 4),
    "ctx": (one_of("cpu", "gpu"), "gpu"),
}


def parsed(iterator: str, declared: dict, args: tuple, kwargs: dict) -> dict:
    """Return the value of each declared parameter; warn of others, which MXNet ignores."""
    if args:
        raise TypeError(f"{iterator} can only accept keyword arguments, got {args!r}")
    values = {}
    for name, (read, default) in {**declared, **COMMON}.items():
        given = kwargs.get(name, default)
        if given is REQUIRED:
            raise MXNetError(f"{iterator}: required parameter {name} is not presented")
        try:
            values[name] = given if given is default else read(given)
        except (ValueError, TypeError, SyntaxError) as error:
            raise MXNetError(
                f"{iterator}: bad value {given!r} of parameter {name}: {error}"
            ) from None
    unknown = sorted(set(kwargs) - set(values))
    if unknown:
        warnings.warn(f"{iterator} has no parameter {', '.join(unknown)}", stacklevel=3)
    return values
