"""Old scripts on new Pythons: run one, unmodified, with the names it was written for.

The script, and the modules in its folder, get the same shims as old packages.
"""

from __future__ import annotations

import os
import sys
from functools import reduce
from io import open_code
from types import ModuleType

from ._hook import builtins_for, for_scripts, install_finder
from ._rules import COMMON, Rule

# Names of Python 2 that many scripts with Python 3 syntax still use.
OLD_BUILTINS = {
    "xrange": range, "raw_input": input, "reduce": reduce, "unichr": chr,
    "unicode": str, "basestring": str, "long": int,
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
    folder = os.path.dirname(os.path.abspath(path))
    with open_code(path) as file:
        code = for_scripts().compile_script(file.read(), path)
    main = ModuleType("__main__")
    main.__file__ = path
    main.__dict__["__builtins__"] = builtins_for(SCRIPT, "__main__")
    sys.modules["__main__"] = main
    sys.argv = [path, *arguments]
    sys.path.insert(0, folder)
    below = os.path.join(os.path.realpath(folder), "")

    def rule_for_neighbor(package: str, location: str) -> Rule | None:
        # A virtual environment next to the script contains packages, not the user's code.
        is_below = location.startswith(below) and "site-packages" not in location
        return SCRIPT if is_below else None

    install_finder().choices.append(rule_for_neighbor)
    exec(code, main.__dict__)
