"""``import horovod.mxnet`` without Horovod: the interface of `contrib.horovod`.

Programs import its functions from ``horovod.mxnet.mpi_ops``, too.
"""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.machinery import ModuleSpec
from types import ModuleType

_NAMES = ("horovod", "horovod.mxnet", "horovod.mxnet.mpi_ops")


class HorovodFinder:
    """Finds the modules of ``horovod`` after all other finders have failed."""

    def find_spec(self, name, path=None, target=None):
        if name not in _NAMES:
            return None
        return ModuleSpec(name, self, is_package=name != _NAMES[-1])

    def create_module(self, spec):
        return None  # Python creates an empty module

    def exec_module(self, module: ModuleType) -> None:
        if module.__name__ == "horovod":
            module.__doc__ = "The part of Horovod that mxnet has itself."
            return
        ours = import_module("mxnet.contrib.horovod")
        module.__doc__ = ours.__doc__
        module.__all__ = ours.__all__
        vars(module).update({name: getattr(ours, name) for name in ours.__all__})


def install_horovod() -> None:
    """Append the finder after all others, so that the real Horovod takes precedence."""
    if not any(isinstance(finder, HorovodFinder) for finder in sys.meta_path):
        sys.meta_path.append(HorovodFinder())
