"""Automatic names of symbols and blocks."""

from __future__ import annotations

from ._core.scope import state
from .base import ClassPropertyType, CurrentScope, classproperty, with_metaclass

__all__ = ["NameManager", "Prefix", "classproperty", "with_metaclass"]


class NameManager(metaclass=ClassPropertyType):
    """Numbers names in a ``with`` block: ``conv0``, ``conv1``, ``fc0``.

    >>> with NameManager() as names:
    ...     names.get(None, "conv"), names.get(None, "conv"), names.get("mine", "conv")
    ('conv0', 'conv1', 'mine')
    """

    _current = CurrentScope()

    def __init__(self):
        self._counter = {}
        self._outer = []

    @classproperty
    def current(cls):
        """The manager of the innermost block of this thread; every thread starts with its own."""
        if state.name_manager is None:
            state.name_manager = NameManager()
        return state.name_manager

    @current.setter
    def current(cls, manager):
        state.name_manager = manager

    def get(self, name, hint):
        """Return the name, or the next one with the hint if it is None or empty."""
        if name:
            return name
        number = self._counter.get(hint, 0)
        self._counter[hint] = number + 1
        return f"{hint}{number}"

    def __enter__(self):
        self._outer.append(NameManager.current)
        state.name_manager = self
        return self

    def __exit__(self, *exc):
        state.name_manager = self._outer.pop()


class Prefix(NameManager):
    """Adds a prefix to every name, including explicit ones.

    >>> with Prefix("left_") as names:
    ...     names.get(None, "conv"), names.get("mine", "conv")
    ('left_conv0', 'left_mine')
    """

    def __init__(self, prefix):
        super().__init__()
        self._prefix = prefix

    def get(self, name, hint):
        return self._prefix + super().get(name, hint)
