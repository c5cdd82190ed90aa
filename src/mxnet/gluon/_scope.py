"""Prefixes and counters of the names of blocks."""

from __future__ import annotations

import threading

from .. import name as naming
from ._parameter_dict import ParameterDict


class BlockScope:
    """Assigns prefixes and counters to the blocks created inside ``with block.name_scope()``."""

    _current = threading.local()

    def __init__(self, block):
        self._block = block
        self._counter = {}
        self._outer = []

    @staticmethod
    def create(prefix, params, hint):
        """Return prefix and parameters for a new block."""
        scope = getattr(BlockScope._current, "value", None)
        if scope is None:
            if prefix is None:
                prefix = naming.NameManager.current.get(None, hint) + "_"
            shared = (
                ParameterDict(prefix) if params is None else ParameterDict(params.prefix, params)
            )
            return prefix, shared
        if prefix is None:
            number = scope._counter.get(hint, 0)
            scope._counter[hint] = number + 1
            prefix = f"{hint}{number}_"
        if params is None:
            parent = scope._block.params
            params = ParameterDict(parent.prefix + prefix, parent._shared)
        else:
            params = ParameterDict(params.prefix, params)
        return scope._block.prefix + prefix, params

    def __enter__(self):
        if self._block._empty_prefix:
            return self
        names = naming.Prefix(self._block.prefix)
        names.__enter__()
        self._outer.append((getattr(BlockScope._current, "value", None), names))
        BlockScope._current.value = self
        return self

    def __exit__(self, *exc):
        if self._block._empty_prefix:
            return
        BlockScope._current.value, names = self._outer.pop()
        names.__exit__(*exc)
