"""Python's operators and methods of symbols of ``mx.np``."""

from __future__ import annotations

from ..._core import dtypes
from ..._ops.python_operators import ARITHMETIC, COMPARISONS, NUMPY
from ...numpy.multiarray import check_cast
from ._functions import F
from ._symbol import _Symbol


def _attach(name: str, operators: tuple[str, str, str], reverse: bool) -> None:
    function = F.binary(operators, name, None)
    setattr(_Symbol, f"__{name}__", lambda self, other: function(self, other))
    if reverse:
        setattr(_Symbol, f"__r{name}__", lambda self, other: function(other, self))


for _name in ARITHMETIC:
    _attach(_name, NUMPY[_name], reverse=True)
for _name in COMPARISONS:
    _attach(_name, NUMPY[_name], reverse=False)
_Symbol.__neg__ = lambda self: self * -1.0
_Symbol.__hash__ = object.__hash__


def _slice(self, keys: tuple):
    """Return the part selected by numbers and slices; numbers remove their axes."""
    corners = [_corners(key) for key in keys]
    begin, end, step = ([corner[i] for corner in corners] for i in range(3))
    part = F.slice(self, begin=begin, end=end, step=step)
    if all(isinstance(key, slice) for key in keys):
        return part
    codes = [-2 if isinstance(key, slice) else -3 for key in keys]  # codes: keep the axis, drop it
    return F._npx_reshape(part, newshape=(*codes, -4))  # code: keep all remaining axes


def _corners(key) -> tuple[int | None, int | None, int | None]:
    if isinstance(key, slice):
        return key.start, key.stop, key.step
    # With a negative step, because the element after -1 cannot be named as the end.
    return (key, key + 1, 1) if key >= 0 else (key, key - 1, -1)


_Symbol._slice_basic = _slice


@property
def _transpose(self):
    """Return the symbol with its axes reversed."""
    return self.transpose()


def astype(self, dtype, order="K", casting="unsafe", subok=True, copy=True):
    """Cast the elements to another type; ``copy`` has no effect in a graph."""
    check_cast(order, casting, subok)
    return F.Cast(self, dtype=dtypes.lookup(dtype).name)


_Symbol.T = _transpose
_Symbol.astype = astype
