"""Arrays for update rules, and calls of update operators.

Rates differ at each step, so attributes of operators are passed as values, because the cache of
parsed attributes would never contain them.
"""

from __future__ import annotations

import math
from contextlib import contextmanager
from operator import attrgetter, is_

import numpy as np

from .. import ndarray as nd
from .._core.dtypes import BY_TORCH
from .._core.scope import state
from .._eager.array import is_in_graph
from .._eager.call import INPLACE_IN_RECORD, invoke
from .._ops import OPS
from .._ops.optimizer.multi import multiply_all_
from ..base import MXNetError
from ..ndarray import NDArray
from ..ndarray.ndarray import PLAIN


def zeros_like(weight):
    """Create a zero state for a weight, with its storage type."""
    zeros = nd.zeros(weight.shape, weight.context, dtype=weight.dtype, stype=weight.stype)
    return weight._alike(zeros)


def columns_for_lists(weights, grads, states) -> list[list] | None:
    """Return lists of weights, gradients and each kind of state, as tensors.

    Returns None if a rule cannot take all weights at once: if arrays are sparse, or weights differ
    in type or device.
    """
    columns = [list(weights), list(grads), *map(list, _by_kind(states))]
    if not all(type(array) in PLAIN for column in columns for array in column):
        return None
    if state.tape is not None and any(map(is_in_graph, weights)):
        raise MXNetError(INPLACE_IN_RECORD)
    columns = [[array._t for array in column] for column in columns]
    # Whole lists are compared: with small weights, a loop over them takes as long as the update.
    kinds = [[(tensor.dtype, tensor.device) for tensor in column] for column in columns]
    shapes = [[tensor.shape for tensor in column] for column in columns]
    for position in range(1, len(columns)):
        if shapes[position] != shapes[0] or kinds[position] != kinds[0]:
            _refuse_differences(position, columns[0], columns[position])
    return columns if kinds[0].count(kinds[0][0]) == len(weights) else None


def _refuse_differences(position: int, weights: list, others: list) -> None:
    """Reject gradients or states that differ from their weights."""
    for weight, other in zip(weights, others, strict=True):
        for expected, actual in (
            (list(weight.shape), list(other.shape)),
            (BY_TORCH[weight.dtype].name, BY_TORCH[other.dtype].name),
            (str(weight.device), str(other.device)),
        ):
            if expected != actual:
                raise MXNetError(
                    f"Error in the update of a weight: Incompatible attr in node  at {position}-th "
                    f"input: expected {expected}, got {actual}. Its gradient and states need the "
                    "same shape, type and device."
                )


@contextmanager
def dense_columns(weight, grad, own_state):
    """Yield the columns of one weight; dense copies replace sparse arrays and are written back."""
    arrays = [weight, grad, *(column[0] for column in _by_kind([own_state]))]
    dense = [array if type(array) in PLAIN else array.tostype("default") for array in arrays]
    yield columns_for_lists(dense[:1], dense[1:2], [tuple(dense[2:])] if dense[2:] else [None])
    for array, copy in zip(arrays, dense, strict=True):
        if copy is not array and array is not grad:  # which no rule changes
            array[:] = copy


def update_one(name, weight, grad, *states, **attrs):
    """Run an update operator on a weight, in place."""
    invoke(OPS[name], [weight, grad, *states], attrs, weight, NDArray)


_PLAIN = attrgetter("_plain")


class UpdateGroup:
    """Arrays of one type and device that one call updates.

    The type and shape of an array never change. So if the next step has the same arrays, they need
    not be checked again.

    The unit of states: Adam's mean and variance are proportional to the first and second power of
    the rescaled gradients (``Optimizer._powers``). Divided by these powers of ``rescale_grad``,
    they are those of the gradients before rescaling, and a step without a pass that rescales these
    takes 0.6 of the time. So a group keeps its states in such a ``unit``, under these conditions:

    - It is a power of two, which rounds nothing: saving, resuming or reading states at any step
      does not change the weights. In float16, a variance of large gradients would overflow.
    - The arrays were updated before; the conversion would not pay for a single step.
    - Nobody else has the arrays. They are converted back to save them, and for good if a user asks
      for them (``Updater.states``), who may keep and change them.
    """

    __slots__ = ("_optimizer", "_indices", "_weights", "_grads", "_states", "_columns", "_unit")

    def __init__(self, optimizer, indices, weights, grads, states):
        self._optimizer, self._indices = optimizer, list(indices)
        self._weights, self._grads, self._states = list(weights), list(grads), states
        self._columns, self._unit = [self._weights, self._grads, *_by_kind(states)], 1.0

    @classmethod
    def of(cls, optimizer, indices, weights, grads, states) -> UpdateGroup | None:
        """Return the group of these arrays, or None if no rule updates all of them at once."""
        if optimizer._update_tensors is None:
            return None
        if optimizer.multi_precision and weights[0].dtype is np.float16:
            return None  # update_multi_precision updates their float32 copies
        if columns_for_lists(weights, grads, states) is None:
            return None
        return cls(optimizer, indices, weights, grads, states)

    def fits(self, optimizer, indices, weights, grads, states: dict) -> bool:
        """Return whether the arrays are the same again, outside ``record``."""
        return (
            state.tape is None
            and optimizer is self._optimizer
            and indices == self._indices
            and len(weights) == len(grads) == len(indices)
            and all(map(is_, weights, self._weights))
            and all(map(is_, grads, self._grads))
            and all(map(is_, map(states.get, indices), self._states))
        )

    def update(self, may_scale: bool) -> None:
        """Update the weights; ``may_scale`` allows a unit of states other than 1."""
        optimizer, columns, indices = self._optimizer, self._tensors(), self._indices
        optimizer._update_count(indices)
        lrs, wds = optimizer._get_lrs(indices), optimizer._get_wds(indices)
        if optimizer._powers is None:
            optimizer._update_tensors(indices, lrs, wds, *columns)
            return
        if self._unit == 1.0 and may_scale and self._weights[0].dtype is not np.float16:
            if 0.0 < optimizer.rescale_grad < 1.0 and _is_power_of_two(optimizer.rescale_grad):
                self._change_unit(columns, optimizer.rescale_grad)
        optimizer._update_tensors(indices, lrs, wds, *columns, self._unit)

    def unscale_states(self) -> None:
        """Convert the states to the unit 1, which is MXNet's."""
        if self._unit != 1.0:
            self._change_unit(self._tensors(), 1.0)

    def _change_unit(self, columns: list[list], unit: float) -> None:
        for states, power in zip(columns[2:], self._optimizer._powers, strict=True):
            multiply_all_(states, (self._unit / unit) ** power)
        self._unit = unit

    def _tensors(self) -> list[list]:
        """Return lists of tensors: weights, gradients, each kind of state."""
        return [list(map(_PLAIN, column)) for column in self._columns]


def _is_power_of_two(number: float) -> bool:
    return math.frexp(number)[0] == 0.5


def _by_kind(states: list) -> list:
    """Return a list of states for each kind, or no lists if there are no states."""
    if states[0] is None:
        return []
    return list(zip(*states, strict=True)) if isinstance(states[0], tuple) else [states]
