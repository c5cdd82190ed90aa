"""Packages that may be missing: the extras of the distribution, and SciPy."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from ..error import MissingPackageError


def optional_import(name: str, hint: str) -> ModuleType:
    """Import a module that needs an optional package; ``hint`` says for what, and its install.

    >>> optional_import("abacus", "sums need an abacus")
    Traceback (most recent call last):
      ...
    mxnet.error.MissingPackageError: sums need an abacus (No module named 'abacus')
    """
    try:
        return import_module(name)
    except ImportError as error:
        raise MissingPackageError(f"{hint} ({error})") from error
