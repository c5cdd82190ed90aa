"""The import hook: modules of the packages in the table import through a function of ours.

A module's ``import`` statements call the ``__import__`` of its ``__builtins__``. So the hook gives
the modules of one package builtins of their own, and no other code ever meets a stand-in.
"""

from __future__ import annotations

import builtins
import os
import sys
from importlib import import_module
from importlib.machinery import ModuleSpec
from types import FunctionType, ModuleType
from typing import NamedTuple

from ._rows import ROWS, Row

_ROWS = {row.package: row for row in ROWS}


class Applied(NamedTuple):
    """One package that got names back."""

    package: str
    version: str
    gifts: tuple[str, ...]
    why: str


_applied: dict[str, Applied] = {}
_refused: set[str] = set()  # packages of the table in versions that it does not name


def applied() -> list[Applied]:
    """Return what was done so far, one entry for each package."""
    return list(_applied.values())


def install() -> None:
    """Put the hook in place, unless ``MXNET_COMPAT=0``; a second call does nothing."""
    if os.environ.get("MXNET_COMPAT") == "0" or any(isinstance(f, _Finder) for f in sys.meta_path):
        return
    sys.meta_path.insert(0, _Finder())
    sys.meta_path.append(_LastResort())
    for package in _ROWS.keys() & sys.modules.keys():
        # It is imported just now and has asked for mxnet: the part that is loaded already.
        _adopt(package)


def _row_for(module: str) -> Row | None:
    """Return the row of the package that a module belongs to, if it applies."""
    package = module.partition(".")[0]
    row = _ROWS.get(package)
    if row is None or package in _refused:
        return None
    if package not in _applied:
        metadata = import_module("importlib.metadata")  # slow, and rarely needed
        try:
            version = metadata.version(row.distribution)
        except metadata.PackageNotFoundError:
            version = ""
        if not version.startswith(row.versions):
            _refused.add(package)
            return None
        _applied[package] = Applied(package, version, row.gifts, row.why)
    return row


def _modules_of(gift: str) -> dict[str, ModuleType]:
    return import_module(f"{__package__}._gifts").modules_of(gift)


def _builtins_for(row: Row, module: str) -> dict:
    """Return Python's builtins with an ``__import__`` for one module of a package."""
    hidden = {name for home, name in row.hides if home == module}

    def import_(name, globals=None, locals=None, fromlist=(), level=0):
        if level == 0:
            first = name.partition(".")[0]
            if first in hidden:
                raise ModuleNotFoundError(
                    f"mxnet.compat hides {name!r} from {module}: {row.why}", name=name
                )
            if first in row.gifts:
                given = _modules_of(first)
                if name in given:
                    return given[name if fromlist else first]
                builtins.__import__(name, globals, locals, fromlist, level)
                # ``import numpy.linalg`` binds numpy, ``from numpy.linalg import x`` the submodule.
                return sys.modules[name] if fromlist else given.get(first, sys.modules[first])
        return builtins.__import__(name, globals, locals, fromlist, level)

    own = {"__import__": import_}
    if module in row.one_element:
        gifts = import_module(f"{__package__}._gifts")
        own |= {"int": gifts.whole, "float": gifts.real}
    return {**vars(builtins), **own}


class _Finder:
    """Finds modules of the packages in the table, and lets them be executed our way."""

    def find_spec(self, name, path=None, target=None):
        row = _row_for(name) if name.partition(".")[0] in _ROWS else None
        if row is None:
            return None
        for finder in sys.meta_path:
            spec = None if finder is self else finder.find_spec(name, path, target)
            if spec is not None:
                if spec.loader is not None and hasattr(spec.loader, "exec_module"):
                    spec.loader = _Loader(spec.loader, row)
                return spec
        return None


class _Loader:
    """Executes a module with its own builtins; the real loader does the rest."""

    def __init__(self, real, row: Row):
        self._real, self._row = real, row

    def __getattr__(self, name):
        return getattr(self._real, name)

    def create_module(self, spec):
        return self._real.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        module.__loader__ = module.__spec__.loader = self._real
        module.__dict__["__builtins__"] = _builtins_for(self._row, module.__name__)
        self._real.exec_module(module)


def _adopt(package: str) -> None:
    """Give builtins of ours to modules that were loaded before the hook was there."""
    row = _row_for(package)
    if row is None:
        return
    loaded = {
        name: module
        for name, module in list(sys.modules.items())
        if name == package or name.startswith(f"{package}.")
    }
    renewed = {}
    for name, module in loaded.items():
        module.__dict__["__builtins__"] = _builtins_for(row, name)
        for value in list(vars(module).values()):
            if isinstance(value, FunctionType) and value.__globals__ is vars(module):
                renewed[value] = _renewed(value)
    for module in loaded.values():
        for name, value in list(vars(module).items()):
            if isinstance(value, FunctionType) and value in renewed:
                setattr(module, name, renewed[value])


def _renewed(function: FunctionType) -> FunctionType:
    """Return the same function with the builtins that its module has now."""
    new = FunctionType(
        function.__code__, function.__globals__, function.__name__, function.__defaults__,
        function.__closure__,
    )  # fmt: skip
    new.__kwdefaults__ = function.__kwdefaults__
    new.__dict__.update(function.__dict__)
    new.__doc__, new.__module__ = function.__doc__, function.__module__
    return new


class _LastResort:
    """Finds distutils where Python has none, for a function that ran before the hook was there.

    Only that: GluonCV asks for mxnet in the same function in which it asks for ``distutils``.
    """

    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] != "distutils":
            return None
        row = _row_for(_importer())
        if row is None or "distutils" not in row.gifts:
            return None
        module = _modules_of("distutils").get(name)
        return module and ModuleSpec(name, _Ready(module), is_package=True)


class _Ready:
    """A loader of a module that exists."""

    def __init__(self, module: ModuleType):
        self._module = module

    def create_module(self, spec):
        return self._module

    def exec_module(self, module) -> None:
        """It has its contents."""


def _importer() -> str:
    """Return the name of the module whose import statement is being carried out."""
    frame = sys._getframe(2)
    while frame and frame.f_globals.get("__name__", "").startswith("importlib."):
        frame = frame.f_back
    return frame.f_globals.get("__name__", "") if frame else ""
