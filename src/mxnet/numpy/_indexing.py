"""``x[key]`` and ``x[key] = value`` of ``mx.np``: as in ``mx.nd``, but one element has no axes.

In addition to the keys of ``mx.nd`` there are truth values, which insert an axis of length 1 or 0.
"""

from __future__ import annotations

import numpy as onp
import torch

from .._core.inline import inline
from .._core.scope import state
from .._eager.array import finish, read, wrap
from .._eager.integer_gradients import is_integer_variable, with_gradient
from ..ndarray.indexing import (
    index_error,
    listed_rows,
    one_row,
    rows,
    select,
    selects_all,
    setitem as assign_item,
)

_BASIC = frozenset((int, slice, type(None), type(Ellipsis)))
_TRUTH = (bool, onp.bool_)


@inline(read, finish)
def getitem(self, key):
    """Return the part of the array that the key selects: a view of one block, or a copy.

    >>> from mxnet import np
    >>> np.array([[1, 2], [3, 4]])[0, 1]
    array(2.)
    """
    if (key.start is None if type(key) is slice else type(key) is tuple) and selects_all(key):
        return self
    tensor, tape = read(self, state.tape)
    part = _part(tensor, key, self)
    if tape is not None and is_integer_variable(tensor):
        part = with_gradient(part.data, _part(tensor.shadow, key, self))
    return finish(type(self), self._ctx, part, tape, (tensor,), None, {})


def _part(tensor: torch.Tensor, key, array) -> torch.Tensor:
    key_type = type(key)
    if key_type is int:
        return one_row(tensor, key)
    if key_type is slice and key.step is None:
        try:
            return tensor[key]
        except (IndexError, TypeError) as error:
            raise index_error(error) from None
    if key_type is tuple:
        return _block(tensor, key, array)
    if key_type is type(array):
        return rows(tensor, key._t, key, select)
    if key_type is list:
        return listed_rows(tensor, key, select)
    if key_type in _BASIC and not (key_type is slice and key.step < 0):
        return _block(tensor, (key,), array)
    return select(tensor, _without_truth(key, array))


def _block(tensor: torch.Tensor, key: tuple, array) -> torch.Tensor:
    """Select by ints, slices, ``...`` and ``None``; other keys use the general code."""
    if {*map(type, key)} <= _BASIC and key.count(Ellipsis) < 2:
        try:
            part = tensor[key]
        except (IndexError, ValueError, TypeError):
            pass  # negative steps or an invalid index
        else:
            return part if part.is_contiguous() else part.contiguous()
    return select(tensor, _without_truth(key, array))


def setitem(self, key, value):
    """Write a number, an array or a nested list into the part of the array that the key selects."""
    if type(key) is tuple and not key:
        key = Ellipsis
    elif type(key) not in _BASIC:
        key = _without_truth(key, self)
    assign_item(self, key, value)


def _without_truth(key, array):
    """Replace Python's truth values by arrays without axes, which ``mx.nd`` treats as masks."""
    if isinstance(key, _TRUTH):
        truth = torch.tensor(bool(key), device=array._t.device)
        return wrap(truth, array._ctx, type(array))
    if type(key) is tuple:
        return tuple(_without_truth(k, array) if isinstance(k, _TRUTH) else k for k in key)
    return key
