"""Calls of update operators. Rates differ at each step, so attributes are passed as values, because
the cache of parsed attributes would never contain them."""

from __future__ import annotations

import inspect
import math
from operator import attrgetter, is_

import numpy as np

from .. import ndarray as nd
from .._core.scope import state
from .._eager.array import is_in_graph
from .._eager.call import INPLACE_IN_RECORD, KERNEL_ERRORS, explain_error, invoke
from .._ops import OPS
from .._ops.optimizer.multi import multiply_all_
from ..base import MXNetError
from ..ndarray import NDArray
from ..ndarray.ndarray import PLAIN


def zeros_like(weight):
    """Create a zero state for a weight, with its storage type."""
    zeros = nd.zeros(weight.shape, weight.context, dtype=weight.dtype, stype=weight.stype)
    return weight._alike(zeros)


def any_sparse(*columns) -> bool:
    """Return whether one of many arrays is sparse."""
    return any(
        type(array) is not NDArray and array.stype != "default" for c in columns for array in c
    )


def types_of(arrays) -> set:
    """Return the types of arrays."""
    return {array._t.dtype for array in arrays}


def columns_for_lists(weights, grads, states) -> list[list] | None:
    """Return lists of weights, gradients and each kind of state, as tensors.

    Returns None if operators must check or convert them: while recording, and if they are sparse or
    differ in type, shape or device.
    """
    columns = [list(weights), list(grads), *map(list, _by_kind(states))]
    if state.tape is not None or not all(type(a) in PLAIN for c in columns for a in c):
        return None
    columns = [[array._t for array in column] for column in columns]
    first = columns[0][0]
    for tensors in zip(*columns, strict=True):
        for tensor in tensors:
            if tensor.dtype is not first.dtype or tensor.device != first.device:
                return None
            if tensor.shape != tensors[0].shape:
                return None
    return columns


def update_one(name, weight, grad, *states, **attrs):
    """Run an update operator on a weight, in place."""
    invoke(OPS[name], [weight, grad, *states], attrs, weight, NDArray)


def update_any(name, weights, grads, *states, **attrs):
    """Run an update operator for many weights in place, some of which may be sparse."""
    columns = (weights, grads, *states)
    arrays = [array for one in zip(*columns, strict=True) for array in one]
    invoke(OPS[name], arrays, attrs, list(weights), NDArray)


def update_all(name, weights, grads, *states, **attrs):
    """Run an update operator for many weights in place; ``states`` has a list for each kind.

    With a hundred weights, the checks of each array in ``invoke`` take longer than the update. The
    kernel checks shapes and types itself.
    """
    if state.tape is not None and any(is_in_graph(weight) for weight in weights):
        raise MXNetError(INPLACE_IN_RECORD)
    columns = (weights, grads, *states)
    arrays = [array for one in zip(*columns, strict=True) for array in one]
    op = OPS[name]
    # Without the wrapper that stops gradients, as tensors have none here.
    kernel = inspect.unwrap(op.kernel)
    try:
        kernel(*[array._t for array in arrays], out=tuple(w._t for w in weights), **attrs)
    except KERNEL_ERRORS as error:
        raise explain_error(op, arrays, attrs, error) from error


_PLAIN = attrgetter("_plain")


class UpdateGroup:
    """Arrays of one type and device that one call updates.

    The type and shape of an array never change. So if the next step has the same arrays, they need
    not be checked again.

    States that are proportional to a power of the gradients and are not read are stored in the
    ``unit`` of gradients before rescaling, which saves a pass over them. ``unscale_states`` undoes
    that. The unit is a power of two, so that no result depends on it: neither saving nor resuming
    may change the weights.
    """

    __slots__ = ("_optimizer", "_indices", "_weights", "_grads", "_states", "_columns", "_unit")

    def __init__(self, optimizer, indices, weights, grads, states, columns):
        self._optimizer, self._indices = optimizer, list(indices)
        self._weights, self._grads, self._states = list(weights), list(grads), states
        self._columns, self._unit = columns, 1.0

    @classmethod
    def of(cls, optimizer, indices, weights, grads, states) -> UpdateGroup | None:
        """Return the group that was updated, or None if each weight must be checked."""
        if optimizer._update_tensors is None or any_sparse(weights, grads):
            return None
        if optimizer.multi_precision and weights[0].dtype is np.float16:
            return None
        columns = [weights, grads, *_by_kind(states)]
        if len(types_of([array for column in columns for array in column])) > 1:
            return None
        return cls(optimizer, indices, weights, grads, states, columns)

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

    def update(self, lrs: list[float], wds: list[float], has_watchers: bool) -> None:
        """Update the weights with their learning rates and decays."""
        optimizer, columns = self._optimizer, self._tensors()
        if optimizer._powers is None:
            optimizer._update_tensors(self._indices, lrs, wds, *columns)
            return
        if self._unit == 1.0 and not has_watchers and self._weights[0].dtype is not np.float16:
            if 0.0 < optimizer.rescale_grad < 1.0 and _is_power_of_two(optimizer.rescale_grad):
                self._change_unit(columns, optimizer.rescale_grad)
        optimizer._update_tensors(self._indices, lrs, wds, *columns, self._unit)

    def unscale_states(self) -> None:
        """Convert the states to their documented units."""
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
