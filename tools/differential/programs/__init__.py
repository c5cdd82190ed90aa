"""Random programs; importing this package registers all kinds of them."""

import importlib
import pkgutil

from .program import KINDS, program_of

for _module in pkgutil.iter_modules(__path__):
    importlib.import_module(f"{__name__}.{_module.name}")

__all__ = ["KINDS", "program_of"]
