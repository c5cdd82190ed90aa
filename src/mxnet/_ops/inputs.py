"""Which inputs an operator has for given attributes, for declarations."""

from __future__ import annotations

from collections.abc import Callable

OptionalInputs = Callable[[dict], tuple[str, ...]]


def when(attr: str, *names: str) -> OptionalInputs:
    """Inputs that a flag enables."""
    return lambda attrs: names if attrs[attr] else ()


def unless(attr: str, *names: str) -> OptionalInputs:
    """Inputs that a flag disables."""
    return lambda attrs: () if attrs[attr] else names


def unless_set(attr: str, name: str) -> OptionalInputs:
    """An input that an attribute may replace by a number."""
    return lambda attrs: (name,) if attrs[attr] is None else ()


def numbered(name: str) -> Callable[[dict, int], list[str]]:
    """MXNet: the inputs of some variadic operators are numbered with an underscore."""
    return lambda attrs, count: [f"{name}_{i}" for i in range(count)]
