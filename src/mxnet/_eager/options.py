"""The options of a call: what was prepared for each set of them, and how to find it fast."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .._ops.parsing import freeze, sign_zeros, store
from .._ops.registry import Parsed


class Options:
    """The options of a function, and what was prepared for each set of them.

    ``names`` are those of the options that are passed by position, after the arrays, which are one
    list if ``follow_list``. An option ``ignored`` has no effect.

    What was prepared is in ``parsed`` by the names of the options, and in ``calls`` by the form of
    the call, which takes no time to find. Calls with 0.0 and -0.0 have the same form and are told
    apart by their text, in ``zeros``.
    """

    __slots__ = ("names", "parsed", "ignored", "follow_list", "calls", "zeros")

    def __init__(
        self,
        names: Iterable[str],
        parsed: dict[tuple, Any],
        ignored: str | None = None,
        follow_list: bool = False,
    ):
        self.names, self.parsed, self.ignored = tuple(names), parsed, ignored
        self.follow_list = follow_list
        self.calls: dict[tuple, Parsed] = {}
        self.zeros: dict[tuple, dict[str, Parsed]] = {}

    def find(self, key: Any, values: tuple, kwargs: dict) -> Parsed | None:
        """Return what was prepared for options by position and by name; ``key`` is their form."""
        signed_calls = self.zeros.get(key)
        if signed_calls is not None and (entry := signed_calls.get(repr((values, kwargs)))):
            return entry
        by_name = [(name, kwargs[name]) for name in kwargs if name != self.ignored]
        named = (*by_name, *zip(self.names, values))  # noqa: B905 - faster
        signed = sign_zeros(named)
        entry = self.parsed.get(signed) if len(values) <= len(self.names) else None
        if entry is not None and signed is named:
            store(self.calls, key, entry)
        elif entry is not None:
            if signed_calls is None:
                store(self.zeros, key, signed_calls := {})
            signed_calls[repr((values, kwargs))] = entry
        return entry

    def find_lists(self, values: tuple, kwargs: dict) -> Parsed | None:
        """Return what was prepared for options among which are lists of integers."""
        values = tuple([freeze(value) for value in values])
        kwargs = {name: freeze(value) for name, value in kwargs.items()}
        key = (self, values, *kwargs.items()) if kwargs else values
        try:
            return self.calls.get(key) or self.find(key, values, kwargs)
        except TypeError:  # a list of other things
            return None


def find_parsed(options: Options, calls: dict, values: tuple, kwargs: dict) -> Parsed | None:
    """Return the attributes of a call if they were parsed before, by position or by name."""
    key = (options, values, *kwargs.items()) if kwargs else values
    try:
        entry = calls.get(key) or options.find(key, values, kwargs)
    except TypeError:  # a list among the values
        entry = options.find_lists(values, kwargs)
    return entry
