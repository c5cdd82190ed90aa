"""The operators that implement ``mx.sym.np``, by name without ``_npi_``."""

from importlib import import_module as _import_module

from ..._ops import OPS
from ._functions import F as _F


def __getattr__(name):
    if name == "Custom":
        return _import_module("mxnet.operator").custom_np_symbol  # imported lazily
    if f"_npi_{name}" not in OPS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(_F, f"_npi_{name}")
