"""Names of a module that are loaded when they are first asked for."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any


def later(module: str, homes: dict[str, str]) -> Callable[[str], Any]:
    """Return the ``__getattr__`` of a module.

    ``homes`` gives for each name a module, or where a module has it: ``"mxnet.symbol:Symbol"``.
    """

    def __getattr__(name: str) -> Any:  # Any: editors shall not complain of what they cannot see
        here = sys.modules[module]
        if name not in homes:
            # With name and object Python says what may have been meant.
            text = f"module {module!r} has no attribute {name!r}"
            raise AttributeError(text, name=name, obj=here)
        home, _, member = homes[name].partition(":")
        found = import_module(home)
        found = getattr(found, member) if member else found
        setattr(here, name, found)
        return found

    return __getattr__
