"""Attributes for all symbols created in a ``with`` block."""

from __future__ import annotations

import collections

from ._core.scope import state
from .base import ClassPropertyType, CurrentScope, classproperty, with_metaclass

__all__ = ["AttrScope", "classproperty", "with_metaclass"]


class AttrScope(metaclass=ClassPropertyType):
    """Adds attributes to symbols; inner blocks extend outer ones.

    >>> with AttrScope(ctx_group="first"), AttrScope(lr_mult="2") as scope:
    ...     scope.get({"wd_mult": "0"})
    {'ctx_group': 'first', 'lr_mult': '2', 'wd_mult': '0'}
    """

    _subgraph_names = collections.defaultdict(int)  # name -> number of control flow bodies with it

    _current = CurrentScope()

    def __init__(self, **kwargs):
        for name, value in kwargs.items():
            if not isinstance(value, str):
                raise ValueError(f"Attributes need to be string, got {name}={value!r}")
        self._attr = kwargs
        self._outer = []

    @classproperty
    def current(cls):
        """The scope of the innermost block of this thread."""
        if state.attr_scope is None:
            state.attr_scope = AttrScope()
        return state.attr_scope

    @current.setter
    def current(cls, attr_scope):
        state.attr_scope = attr_scope

    def get(self, attr):
        """Return the attributes of the scope and the given ones, which take precedence."""
        return {**self._attr, **(attr or {})}

    def __enter__(self):
        outer = AttrScope.current
        self._outer.append((outer, self._attr))
        self._attr = {**outer._attr, **self._attr}
        state.attr_scope = self
        return self

    def __exit__(self, *exc):
        state.attr_scope, self._attr = self._outer.pop()
