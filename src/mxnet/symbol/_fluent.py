"""Functions that are also methods: ``x.exp()`` is ``sym.exp(x)``; errors for methods of arrays."""

from __future__ import annotations

from importlib import import_module

from .._ops.methods import METHODS
from ..base import NotImplementedForSymbol
from . import functions, op
from .symbol import Symbol

ONLY_ARRAYS = "as_in_context asnumpy asscalar backward detach wait_to_read".split()

for _name in METHODS:
    setattr(Symbol, _name, getattr(op, _name))


def _refusing(name: str):
    def refuse(self):
        raise NotImplementedForSymbol(refuse, None)

    refuse.__name__ = name
    return refuse


for _name in ONLY_ARRAYS:
    setattr(Symbol, _name, _refusing(_name))


def reshape(self, *shape, **kwargs):
    """Reshape the array; 0, -1, -2, -3 and -4 are MXNet's special codes."""
    if shape and "shape" not in kwargs:
        kwargs["shape"] = shape[0] if not isinstance(shape[0], int) else shape
    return op.reshape(self, **kwargs)


def astype(self, dtype, **kwargs):
    """Cast the elements to another type."""
    return op.cast(self, dtype=dtype, **kwargs)


def split_v2(self, *args, **kwargs):
    """Split a symbol into equal parts, or at the given indices."""
    return functions.split_v2(self, *args, **kwargs)


def copy(self):
    """Return a copy of the graph."""
    return self.__copy__()


def as_nd_ndarray(self):
    """Return the symbol itself, which is already a symbol of ``mx.sym``."""
    return self


def as_np_ndarray(self):
    """Return the symbol as a symbol of ``mx.np``."""
    return import_module("mxnet.symbol.numpy")._Symbol(self._entries)  # imported lazily


for _method in (reshape, astype, split_v2, copy, as_nd_ndarray, as_np_ndarray):
    setattr(Symbol, _method.__name__, _method)
