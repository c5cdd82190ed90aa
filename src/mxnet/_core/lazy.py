"""Module attributes that are imported on first access."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import Any


def load(name: str) -> ModuleType:
    """Import a module without looking for garbage: all that is made stays.

    The collector would take a third of the time.
    """
    collects = gc.isenabled()
    gc.disable()
    try:
        return import_module(name)
    finally:
        if collects:
            gc.enable()


def lazy_attributes(module: str, homes: dict[str, str]) -> Callable[[str], Any]:
    """Return the ``__getattr__`` of a module.

    ``homes`` gives for each name a module, or where a module has it: ``"mxnet.symbol:Symbol"``.
    """

    def __getattr__(name: str) -> Any:  # Any: type checkers cannot see the names
        here = sys.modules[module]
        if name not in homes:
            # With name and obj Python adds its own spelling suggestion.
            text = f"module {module!r} has no attribute {name!r}"
            raise AttributeError(text, name=name, obj=here)
        home, _, member = homes[name].partition(":")
        value = load(home)
        value = getattr(value, member) if member else value
        setattr(here, name, value)
        return value

    return __getattr__
