"""The import hook: modules of old packages and scripts import through our function.

A module's ``import`` statements call the ``__import__`` of its ``__builtins__``. So the hook sets
separate builtins for the modules of one package, and no other code ever sees a shim.
"""

from __future__ import annotations

import builtins
import os
import sys
from collections.abc import Callable
from importlib import import_module
from importlib.machinery import ModuleSpec, SourceFileLoader
from types import FunctionType, ModuleType
from typing import NamedTuple

from ._horovod import install_horovod
from ._rules import COMMON, RULES, Rule

_RULES = {rule.package: rule for rule in RULES}
_OWN = __name__.partition(".")[0]
_import = builtins.__import__
# Packages that mxnet itself imports: they are modern, and most are large.
_NEVER = {*sys.stdlib_module_names, _OWN, "__main__", "numpy", "torch", "tqdm", "safetensors"}


class Applied(NamedTuple):
    """One package that sees shims."""

    package: str
    version: str
    shims: tuple[str, ...]
    why: str


_applied: dict[str, Applied] = {}


def applied() -> list[Applied]:
    """Return the shims in use, one entry for each package."""
    return list(_applied.values())


def install() -> None:
    """Install the hook, unless ``MXNET_COMPAT=0``; a second call has no effect."""
    finder = install_finder()
    if os.environ.get("MXNET_COMPAT") == "0" or rule_for_package in finder.choices:
        return
    finder.choices.insert(0, rule_for_package)
    install_horovod()
    rules = {}
    for package in {*_importing_packages(), *(_RULES.keys() & sys.modules.keys())}:
        spec = getattr(sys.modules[package], "__spec__", None)
        rule = finder.rule_of(spec) if spec is not None else None
        if rule is not None:
            rules[package] = rule
            patch_loaded_package(rule)
    if rules:
        patch_running_imports(rules)


def rule_for_package(package: str, location: str) -> Rule | None:
    """Return the rule of a package at a path, if it needs one."""
    discovery = import_module(f"{__package__}._discovery")  # not needed by most programs
    rule, version = _RULES.get(package), discovery.version_of(package, location)
    if rule is None or not version.startswith(rule.versions if version else ("",)):
        if not discovery.builds_on_mxnet(package, location):
            return None
        why = "It uses mxnet and allows Pythons before 3.9: it was written for an older NumPy."
        rule = Rule(package, COMMON, why)
    _applied[package] = Applied(package, version, rule.shims, rule.why)
    return rule


# A function that returns the rule for a package at a path, or None.
Choice = Callable[[str, str], Rule | None]


class CompatFinder:
    """Finds modules with the other finders, and executes those with a rule with shims."""

    def __init__(self):
        self.choices: list[Choice] = []
        self._rules: dict[str, Rule | None] = {}  # packages and top-level modules seen so far
        self._searching: set[str] = set()

    def find_spec(self, name, path=None, target=None):
        package = name.partition(".")[0]
        if package in _NEVER or self._rules.get(package, ...) is None or name in self._searching:
            return None
        # Another finder may call all finders in turn, including this one.
        self._searching.add(name)
        try:
            spec = self._find_elsewhere(name, path, target)
        finally:
            self._searching.discard(name)
        rule = self.rule_of(spec) if spec is not None else None
        if rule is not None and spec.has_location and hasattr(spec.loader, "exec_module"):
            spec.loader = ShimLoader(spec.loader, rule)
        return spec

    def _find_elsewhere(self, name, path, target):
        for finder in list(sys.meta_path):
            spec = None if finder is self else finder.find_spec(name, path, target)
            if spec is not None:
                return spec
        return None

    def rule_of(self, spec: ModuleSpec) -> Rule | None:
        """Return the rule of the package that a module belongs to."""
        package = spec.name.partition(".")[0]
        if package not in self._rules:
            location = _location(spec)
            rules = (choose(package, location) for choose in self.choices)
            self._rules[package] = location and next(filter(None, rules), None) or None
        return self._rules[package]


def install_finder() -> CompatFinder:
    """Return our finder on ``sys.meta_path``, adding it if needed."""
    for finder in sys.meta_path:
        if isinstance(finder, CompatFinder):
            return finder
    sys.meta_path.insert(0, CompatFinder())
    return sys.meta_path[0]


def _location(spec: ModuleSpec) -> str:
    """Return the folder of a package, the file of a module, or "" if there is no source."""
    folders = list(spec.submodule_search_locations or ())
    path = folders[0] if folders else spec.origin if spec.has_location else ""
    return os.path.realpath(path) if path else ""


class ShimLoader:
    """Executes a module with separate builtins; the real loader does the rest."""

    def __init__(self, real, rule: Rule):
        self._real, self._rule = real, rule

    def __getattr__(self, name):
        return getattr(self._real, name)

    def create_module(self, spec):
        return self._real.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        module.__loader__ = module.__spec__.loader = self._real
        module.__dict__["__builtins__"] = builtins_for(self._rule, module.__name__)
        if self._rule.is_script and isinstance(self._real, SourceFileLoader):
            path = self._real.get_filename(module.__name__)
            exec(for_scripts().compile_script(self._real.get_data(path), path), module.__dict__)
        else:
            self._real.exec_module(module)


def _shims_of(package: str) -> dict[str, ModuleType]:
    return import_module(f"{__package__}._shims").shims_of(package)


def for_scripts() -> ModuleType:
    """Return the module that compiles scripts, which ``import mxnet`` does not need."""
    return import_module(f"{__package__}._numbers")


def builtins_for(rule: Rule, module: str) -> dict:
    """Return Python's builtins with an ``__import__`` for one module of a package."""

    def import_(name, globals=None, locals=None, fromlist=(), level=0):
        return import_with_shims(rule, module, name, globals, locals, fromlist, level)

    own = {"__import__": import_, **(for_scripts().FUNCTIONS if rule.is_script else {})}
    if module in rule.one_element:
        numbers = import_module(f"{__package__}._shims._python")
        own |= {"int": numbers.to_int, "float": numbers.to_float}
    return {**vars(builtins), **dict(rule.builtins), **own}


def import_with_shims(rule, module, name, globals, locals, fromlist, level):
    """Import like ``__import__``, for a module of a package that has a rule."""
    first = name.partition(".")[0]
    if level == 0 and (module, first) in rule.hides:
        text = f"mxnet.compat hides {name!r} from {module}: {rule.why}"
        raise ModuleNotFoundError(text, name=name)
    if level or first not in rule.shims:
        return _import(name, globals, locals, fromlist, level)
    shims = _shims_of(first)
    if name not in shims or hasattr(shims[name], "__real__"):
        # This also imports submodules named in ``fromlist``.
        _import(name, globals, locals, fromlist, level)
    # ``import numpy.linalg`` binds numpy, ``from numpy.linalg import x`` needs the submodule.
    bound = name if fromlist else first
    return shims.get(bound) or sys.modules[bound]


def patch_loaded_package(rule: Rule) -> None:
    """Add shims to the modules of a package that were loaded before the hook was installed.

    This applies to a package that imports mxnet itself: some of its modules have run.
    """
    loaded = {
        name: module
        for name, module in list(sys.modules.items())
        if name.partition(".")[0] == rule.package
    }
    copies = {}
    for name, module in loaded.items():
        module.__dict__["__builtins__"] = builtins_for(rule, name)
        for value in list(vars(module).values()):
            if isinstance(value, FunctionType) and value.__globals__ is vars(module):
                copies[value] = _copy_of(value)
    for module in loaded.values():
        for name, value in list(vars(module).items()):
            if isinstance(value, FunctionType) and value in copies:
                setattr(module, name, copies[value])
            elif isinstance(value, ModuleType) and value.__name__.partition(".")[0] in rule.shims:
                shims = _shims_of(value.__name__.partition(".")[0])
                setattr(module, name, shims.get(value.__name__, value))


def _copy_of(function: FunctionType) -> FunctionType:
    """Return the same function with the current builtins of its module."""
    copy = FunctionType(
        function.__code__, function.__globals__, function.__name__, function.__defaults__,
        function.__closure__,
    )  # fmt: skip
    copy.__kwdefaults__ = function.__kwdefaults__
    copy.__dict__.update(function.__dict__)
    copy.__doc__, copy.__module__ = function.__doc__, function.__module__
    return copy


def patch_running_imports(rules: dict[str, Rule]) -> None:
    """Add shims to the running code of packages until their import is complete.

    A running frame keeps its initial builtins. So ``builtins.__import__`` itself is temporarily
    replaced by a function that checks which module imports.
    """

    def import_(name, globals=None, locals=None, fromlist=(), level=0):
        if builtins.__import__ is import_ and not any(map(_is_being_imported, rules)):
            builtins.__import__ = _import
        module = (globals or {}).get("__name__") or ""
        rule = rules.get(module.partition(".")[0])
        if rule is None:
            return _import(name, globals, locals, fromlist, level)
        return import_with_shims(rule, module, name, globals, locals, fromlist, level)

    builtins.__import__ = import_


def _is_being_imported(package: str) -> bool:
    spec = getattr(sys.modules.get(package), "__spec__", None)
    return getattr(spec, "_initializing", False)


def _importing_packages() -> list[str]:
    """Return the packages whose import has led to the import of mxnet."""
    packages, frame = [], sys._getframe(1)
    while frame and (name := frame.f_globals.get("__name__") or "") != "__main__":
        package = name.partition(".")[0]
        if package not in _NEVER and package in sys.modules:
            packages.append(package)
        frame = frame.f_back
    return packages
