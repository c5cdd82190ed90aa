"""``mx.sym.np._Symbol``: a graph of operators that follows NumPy's rules."""

from __future__ import annotations

import numbers
from collections.abc import Callable

from ...numpy.multiarray import ndarray
from ..symbol import Symbol


class _Symbol(Symbol):
    """An output of a graph, with the methods and operators of ``mx.np.ndarray``."""

    __slots__ = ()
    _arrays = ndarray
    _splits = True
    _slice_basic: Callable[[_Symbol, tuple], Symbol]  # assigned in ``_operators.py``

    def __len__(self):
        raise TypeError(f"{self!r} is not a list and does not support len().")

    def __iter__(self):
        raise TypeError(f"'{self!r}' is not iterable.")

    __hash__ = Symbol.__hash__

    @property
    def num_outputs(self):
        """The number of outputs."""
        return len(self._entries)

    def as_nd_ndarray(self):
        """Return the symbol as a symbol of ``mx.sym``."""
        return Symbol(self._entries)

    def as_np_ndarray(self):
        """Return the symbol itself, which is already a symbol of ``mx.np``."""
        return self

    def __getitem__(self, key):
        """Return the part selected by numbers and slices.

        >>> import mxnet as mx
        >>> mx.sym.var("x").as_np_ndarray()[0, 1:]
        <_Symbol reshape0>
        """
        keys = key if isinstance(key, tuple) else (key,)
        if not keys:
            return self
        if any(isinstance(k, bool) or not isinstance(k, numbers.Integral | slice) for k in keys):
            raise IndexError(
                f"Only integer, slice, or tuple of these types are supported! Received key={key}"
            )
        return self._slice_basic(keys)

    def __setitem__(self, key, value):
        raise TypeError("the outputs of a graph have no values to write into")


_Symbol.__module__ = __package__
