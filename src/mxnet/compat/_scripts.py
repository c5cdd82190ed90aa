"""Old scripts on new Pythons: run one, unmodified, with the names it was written for.

The script, and the modules in its folder, get the same shims as old packages.
"""

from __future__ import annotations

import importlib.util
import os
import sys
from functools import reduce
from importlib.machinery import ModuleSpec
from io import open_code
from types import ModuleType

from ._hook import builtins_for, for_scripts, install_finder
from ._rules import COMMON, Rule

# Names of Python 2 that many scripts with Python 3 syntax still use.
OLD_BUILTINS = {
    "xrange": range, "raw_input": input, "reduce": reduce, "unichr": chr,
    "unicode": str, "basestring": str, "long": int, "reload": importlib.reload,
}  # fmt: skip
SCRIPT = Rule(
    package="__main__",
    shims=COMMON,
    builtins=tuple(OLD_BUILTINS.items()),
    is_script=True,
    why="Scripts for MXNet use names that NumPy 1.24 and 2.0 and Python 3.3 to 3.12 removed.",
)


def run_script(path: str, arguments: list[str]) -> None:
    """Run a file as Python runs a script, as ``__main__`` and with ``sys.argv``."""
    _give_shims_below(os.path.dirname(os.path.abspath(path)))
    _run_main(path, arguments)


def run_module(name: str, arguments: list[str]) -> None:
    """Run a module, or the ``__main__`` of a package, as ``python -m`` does."""
    _give_shims_below(os.getcwd())
    spec = importlib.util.find_spec(name)
    if spec is not None and spec.submodule_search_locations is not None:
        spec = importlib.util.find_spec(f"{name}.__main__")
    if spec is None or spec.origin is None or not os.path.isfile(spec.origin):
        raise ModuleNotFoundError(f"there is no module {name!r} to run", name=name)
    _run_main(spec.origin, arguments, spec)


def _give_shims_below(folder: str) -> None:
    """Import the modules in a folder, first of all, with the shims of scripts."""
    sys.path.insert(0, folder)
    below = os.path.join(os.path.realpath(folder), "")

    def rule_for_neighbor(package: str, location: str) -> Rule | None:
        # A virtual environment next to the script contains packages, not the user's code.
        is_below = location.startswith(below) and "site-packages" not in location
        return SCRIPT if is_below else None

    install_finder().choices.append(rule_for_neighbor)


def _run_main(path: str, arguments: list[str], spec: ModuleSpec | None = None) -> None:
    """Run a file as ``__main__``."""
    with open_code(path) as file:
        code = for_scripts().compile_script(file.read(), path)
    main = ModuleType("__main__")
    main.__file__ = path
    if spec is not None:
        main.__spec__, main.__package__ = spec, spec.parent
    main.__dict__["__builtins__"] = builtins_for(SCRIPT, "__main__")
    sys.modules["__main__"] = main
    sys.argv = [path, *arguments]
    exec(code, main.__dict__)
