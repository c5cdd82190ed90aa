"""Versions in the form that scripts compare."""

from __future__ import annotations

import re


def _numbers(version: str) -> list[int]:
    """Return the leading numbers of a version, without trailing zeros."""
    numbers = [int(part) for part in re.match(r"[\d.]*", version)[0].split(".") if part]
    while numbers and not numbers[-1]:
        numbers.pop()
    return numbers


class Version(str):
    """A text that is compared number by number.

    Scripts check ``mx.__version__ >= "1.5.0"``, and as a text 1.10 comes before 1.5.

    >>> Version("1.10.0") >= "1.5.0", "1.10.0" >= "1.5.0"
    (True, False)
    """

    __slots__ = ()

    def __lt__(self, other):
        return _numbers(self) < _numbers(other) if isinstance(other, str) else NotImplemented

    def __le__(self, other):
        return _numbers(self) <= _numbers(other) if isinstance(other, str) else NotImplemented

    def __gt__(self, other):
        return _numbers(self) > _numbers(other) if isinstance(other, str) else NotImplemented

    def __ge__(self, other):
        return _numbers(self) >= _numbers(other) if isinstance(other, str) else NotImplemented
