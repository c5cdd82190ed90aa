"""Functions that are methods too: ``x.exp()`` is ``sym.exp(x)``; and what only arrays can do."""

from __future__ import annotations

from importlib import import_module

from ..base import NotImplementedForSymbol
from . import functions, op
from .symbol import Symbol

OPERATORS = """
    abs arccos arccosh arcsin arcsinh arctan arctanh argmax argmax_channel argmin argsort
    broadcast_axes broadcast_like broadcast_to cbrt ceil clip cos cosh degrees depth_to_space diag
    exp expand_dims expm1 fix flatten flip floor log log10 log1p log2 log_softmax max mean min
    nanprod nansum norm one_hot ones_like pad pick prod radians rcbrt reciprocal relu repeat
    reshape_like rint round rsqrt shape_array sigmoid sign sin sinh size_array slice slice_axis
    slice_like softmax softmin sort space_to_depth split sqrt square squeeze sum swapaxes take
    tan tanh tile topk transpose trunc zeros_like
""".split()
ONLY_ARRAYS = "as_in_context asnumpy asscalar backward detach wait_to_read".split()

for _name in OPERATORS:
    setattr(Symbol, _name, getattr(op, _name))


def _refusing(name: str):
    def refuse(self):
        raise NotImplementedForSymbol(refuse, None)

    refuse.__name__ = name
    return refuse


for _name in ONLY_ARRAYS:
    setattr(Symbol, _name, _refusing(_name))


def reshape(self, *shape, **kwargs):
    """Return the array with another shape; 0, -1, -2, -3 and -4 are MXNet's codes."""
    if shape and "shape" not in kwargs:
        kwargs["shape"] = shape[0] if not isinstance(shape[0], int) else shape
    return op.reshape(self, **kwargs)


def astype(self, dtype, **kwargs):
    """Return the array with another element type."""
    return op.cast(self, dtype=dtype, **kwargs)


def split_v2(self, *args, **kwargs):
    """Cut a symbol into equal parts, or at the given places."""
    return functions.split_v2(self, *args, **kwargs)


def copy(self):
    """Return a copy of the graph."""
    return self.__copy__()


def as_nd_ndarray(self):
    """Return the symbol: it is one of ``mx.sym``."""
    return self


def as_np_ndarray(self):
    """Return the symbol as one of ``mx.np``."""
    return import_module("mxnet.symbol.numpy")._Symbol(self._entries)  # loaded when asked for


for _method in (reshape, astype, split_v2, copy, as_nd_ndarray, as_np_ndarray):
    setattr(Symbol, _method.__name__, _method)
