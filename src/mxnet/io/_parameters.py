"""Parameters of iterators over files, passed as keywords or as MXNet's strings."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Callable

from .._text.spelling import did_you_mean
from ..base import MXNetError

REQUIRED = object()


def flag(value) -> bool:
    """Parse a truth value: ``True``, ``1``, ``"true"``."""
    if isinstance(value, str):
        values = {"true": True, "1": True, "false": False, "0": False}
        if value.lower() not in values:
            raise ValueError("expected True or False")
        return values[value.lower()]
    return bool(int(value))


def shape(value) -> tuple[int, ...]:
    """Parse a shape: ``(3, 2)``, ``3``, ``"(3, 2)"``."""
    dims = ast.literal_eval(value) if isinstance(value, str) else value
    dims = (dims,) if isinstance(dims, int) else tuple(int(n) for n in dims)
    if any(n < 1 for n in dims):
        raise ValueError("every dimension must be at least 1")
    return dims


def positive(value) -> int:
    """Parse a number that is at least 1."""
    number = int(value)
    if number < 1:
        raise ValueError("must be at least 1")
    return number


def optional(read: Callable) -> Callable:
    """Return a parser that also accepts None."""
    return lambda value: None if value in (None, "None") else read(value)


def numbers(value) -> list[int]:
    """Parse integers: ``"0,90"``, ``[0, 90]``."""
    items = value.split(",") if isinstance(value, str) else value
    return [int(n) for n in items]


def floats(value) -> tuple[float, ...]:
    """Parse one or several numbers: ``0.5``, ``(0.1, 0.5)``, ``"(0.1, 0.5)"``."""
    values = ast.literal_eval(value) if isinstance(value, str) else value
    values = tuple(float(n) for n in (values if isinstance(values, list | tuple) else (values,)))
    if not values:
        raise ValueError("expected at least one number")
    return values


def one_of(*choices: str) -> Callable:
    """Return a parser of one of the given words."""

    def read(value):
        if value not in choices:
            raise ValueError(f"expected one of {', '.join(choices)}")
        return value

    return read


# Parameters of every iterator over files. Batches are created on request, so `prefetch_buffer`
# and `ctx`, which tune MXNet's threads, have no effect.
COMMON = {
    "data_name": (str, "data"),
    "label_name": (str, "softmax_label"),
    "prefetch_buffer": (int, 4),
    "ctx": (one_of("cpu", "gpu"), "gpu"),
}


def parse_parameters(iterator: str, declared: dict, args: tuple, kwargs: dict) -> dict:
    """Return the value of each declared parameter; warn about others, which MXNet ignores."""
    if args:
        raise TypeError(f"{iterator} can only accept keyword arguments, got {args!r}")
    values = {}
    declared = {**declared, **COMMON}
    unknown = sorted(set(kwargs) - set(declared))
    meant = "".join(did_you_mean(name, declared) for name in unknown)
    for name, (read, default) in declared.items():
        value = kwargs.get(name, default)
        if value is REQUIRED:
            listing = f"; {', '.join(unknown)} is not a parameter.{meant}" if unknown else ""
            raise MXNetError(f"{iterator}: required parameter {name} is not presented{listing}")
        try:
            values[name] = value if value is default else read(value)
        except (ValueError, TypeError, SyntaxError) as error:
            raise MXNetError(
                f"{iterator}: bad value {value!r} of parameter {name}: {error}"
            ) from None
    if unknown:
        warnings.warn(f"{iterator} has no parameter {', '.join(unknown)}.{meant}", stacklevel=3)
    return values
