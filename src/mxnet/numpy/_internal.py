"""The operators that implement ``mx.np``, by name without ``_npi_``; programs rarely need them.

>>> from mxnet import np
>>> np._internal.add_scalar(np.array([1.0]), scalar=2.0)
array([3.])
"""

from importlib import import_module as _import_module

from .._ops import OPS
from .multiarray import F as _F


def __getattr__(name):
    if name == "Custom":
        return _import_module("mxnet.operator").custom  # imported lazily
    if f"_npi_{name}" not in OPS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(_F, f"_npi_{name}")
