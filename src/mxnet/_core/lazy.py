"""Module attributes that are imported on first access."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import Any


def load(name: str) -> ModuleType:
    """Import a module without garbage collection, because everything created is kept.

    The collector would take a third of the time.
    """
    collects = gc.isenabled()
    gc.disable()
    try:
        return import_module(name)
    finally:
        if collects:
            gc.enable()


def no_attribute(module: str, name: str, elsewhere: dict[str, str]) -> AttributeError:
    """Return the error of a module for a missing name; ``elsewhere`` explains names of torch."""
    text = f"module {module!r} has no attribute {name!r}"
    if name in elsewhere:
        return AttributeError(f"{text}. {elsewhere[name]}", name=name)
    # Passing the object makes Python add its own spelling suggestion.
    return AttributeError(text, name=name, obj=sys.modules[module])


def lazy_attributes(
    module: str, sources: dict[str, str], elsewhere: dict[str, str] | None = None
) -> Callable[[str], Any]:
    """Return the ``__getattr__`` of a module.

    ``sources`` maps each name to a module, or to an attribute of a module:
    ``"mxnet.symbol:Symbol"``; ``elsewhere`` maps names of torch and Keras to equivalents here.
    """
    foreign = elsewhere or {}

    def __getattr__(name: str) -> Any:  # Any: type checkers cannot see the names
        if name not in sources:
            raise no_attribute(module, name, foreign)
        source, _, member = sources[name].partition(":")
        value = load(source)
        value = getattr(value, member) if member else value
        setattr(sys.modules[module], name, value)
        return value

    return __getattr__
