"""Old scripts on new Pythons: run one, unchanged, with the names it was written for.

The script, and the modules that lie in its folder, get the same gifts as the packages in the table.
"""

from __future__ import annotations

import os
import sys
from io import open_code
from types import ModuleType

from ._hook import _builtins_for, _Loader
from ._rows import Row

SCRIPT = Row(
    package="__main__",
    distribution="",
    versions=(),
    gifts=("numpy", "collections", "inspect", "distutils", "time"),
    why="Scripts for MXNet use names that NumPy 1.24 and 2.0 and Python 3.3 to 3.12 removed.",
)


def run_script(path: str, arguments: list[str]) -> None:
    """Run a file as Python runs a script, as ``__main__`` and with ``sys.argv``."""
    folder = os.path.dirname(os.path.abspath(path))
    with open_code(path) as file:
        code = compile(file.read(), path, "exec")
    main = ModuleType("__main__")
    main.__file__ = path
    main.__dict__["__builtins__"] = _builtins_for(SCRIPT, "__main__")
    sys.modules["__main__"] = main
    sys.argv = [path, *arguments]
    sys.path.insert(0, folder)
    sys.meta_path.insert(0, _Neighbours(folder))
    exec(code, main.__dict__)


class _Neighbours:
    """Finds modules in and below a folder, and lets them be executed as the script is."""

    def __init__(self, folder: str):
        self._folder = os.path.join(os.path.realpath(folder), "")

    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == __name__.partition(".")[0]:
            return None  # this package itself may lie below the script
        for finder in sys.meta_path:
            spec = None if finder is self else finder.find_spec(name, path, target)
            if spec is not None:
                if self._is_here(spec):
                    spec.loader = _Loader(spec.loader, SCRIPT)
                return spec
        return None

    def _is_here(self, spec) -> bool:
        if not (spec.has_location and hasattr(spec.loader, "exec_module")):
            return False
        place = os.path.realpath(spec.origin)
        # An environment may lie beside the script; what is installed there is not the user's.
        return place.startswith(self._folder) and "site-packages" not in place
