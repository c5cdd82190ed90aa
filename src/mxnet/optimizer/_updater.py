"""The updater: stores an optimizer's states by index, and updates weights."""

from __future__ import annotations

from functools import cache
from itertools import repeat

from ..ndarray import NDArray
from ._checks import check_weights
from ._operators import UpdateGroup
from ._states import dump_states, load_states
from .base import Optimizer


@cache
def _takes_any_list(cls: type) -> bool:
    """Return whether an optimizer has the base class's ``update``, which takes lists of weights."""
    own = ("update", "update_multi_precision", "_get_lr", "_get_wd")
    return all(getattr(cls, name) is getattr(Optimizer, name) for name in own)


@cache
def _updates_one_weight(cls: type) -> bool:
    """Return whether a user's class overrides an ``update`` that takes lists.

    Such a method was written for one weight: SGD's took no lists when most of these were written.
    """
    if cls.update_multi_precision is not Optimizer.update_multi_precision:
        return False
    owner = next(base for base in cls.__mro__ if "update" in vars(base))
    later = cls.__mro__[cls.__mro__.index(owner) + 1 :]
    ours = __package__ + "."
    return not owner.__module__.startswith(ours) and any(
        cls is not Optimizer and cls.__module__.startswith(ours) for cls in later
    )


class Updater:
    """Stores the states of an optimizer and updates weights by index.

    >>> from mxnet import nd, optimizer
    >>> updater = get_updater(optimizer.SGD(learning_rate=0.5))
    >>> weight = nd.array([1.0, 2.0])
    >>> updater(0, nd.array([1.0, 1.0]), weight)
    >>> weight
    <BLANKLINE>
    [0.5 1.5]
    <NDArray 2 @cpu(0)>
    """

    def __init__(self, optimizer):
        self.optimizer = optimizer
        self._states, self.states_synced = {}, {}  # synced: on the context of their weight
        # The group that the last call updated, if any.
        self._group: UpdateGroup | None = None
        self._may_scale = True  # states, see UpdateGroup

    @property
    def states(self):
        """The states by index, whose arrays the caller may keep and change."""
        self._may_scale = False
        return self._unscaled_states()

    @states.setter
    def states(self, states):
        self._states, self._group, self._may_scale = states, None, False

    def _unscaled_states(self) -> dict:
        """Return the states in MXNet's units, in which they are until the next update."""
        if self._group is not None:
            self._group.unscale_states()
        return self._states

    def __call__(self, index, grad, weight):
        """Update one weight, or lists of them, with their gradients."""
        if self._group is not None:
            if self._group.fits(self.optimizer, index, weight, grad, self._states):
                self._group.update(self._may_scale)
                return
            self._group.unscale_states()
        many = isinstance(index, list | tuple)
        indices, grads, weights = (index, grad, weight) if many else ([index], [grad], [weight])
        states = self._states_of(indices, weights)
        step = self.optimizer.update_multi_precision
        if not many:
            step(index, weight, grad, states[0])
            return
        size = self._group_size(len(indices))
        if not size:
            for one in zip(indices, weights, grads, states, strict=True):
                step(*one)
            return
        if _takes_any_list(type(self.optimizer)):
            self._group = UpdateGroup.of(self.optimizer, indices, weights, grads, states)
            if self._group is not None:
                self._group.update(may_scale=False)  # the next gradients may be other arrays
                return
        for group in _groups(size, indices, weights, grads, states):
            step(*group)

    @property
    def aggregate_updates(self):
        """Whether the optimizer's ``update`` accepts lists."""
        return self.optimizer.aggregate_num > 0

    def _group_size(self, count: int) -> int:
        """Return the number of weights that one update may take, or 0 if it takes no lists."""
        if _takes_any_list(type(self.optimizer)):
            return count
        return 0 if _updates_one_weight(type(self.optimizer)) else self.optimizer.aggregate_num

    def _states_of(self, indices, weights) -> list:
        states, synced = self._states, self.states_synced
        for i, weight in zip(indices, weights, strict=True):
            if i not in states:
                states[i] = self.optimizer.create_state_multi_precision(i, weight)
                synced[i] = True
            elif not synced[i]:
                check_weights(self.optimizer, {i: states[i]}, {i: weight})
                states[i] = self.sync_state_context(states[i], weight.context)
                synced[i] = True
        return [states[i] for i in indices]

    def sync_state_context(self, state, context):
        """Return a state moved to a context."""
        if isinstance(state, NDArray):
            return state.as_in_context(context)
        if isinstance(state, tuple | list):
            return type(state)(map(self.sync_state_context, state, repeat(context)))
        return state

    def set_states(self, states):
        """Restore the bytes returned by ``get_states``; the class of an optimizer must be defined.

        States that do not match a weight are rejected when the weight is updated. Trainers and
        modules, which know all weights, and stores reject them immediately; then nothing changes.
        """
        self._adopt(*load_states(states))

    def _adopt(self, states, optimizer):
        self._states, self._group = states, None
        self.optimizer = optimizer or self.optimizer
        self.states_synced = dict.fromkeys(states, False)

    def get_states(self, dump_optimizer=False):
        """Return the states, and optionally the optimizer itself, as bytes."""
        return dump_states(self._unscaled_states(), self.optimizer if dump_optimizer else None)


def set_states(updater, data, weights, are_all=True):
    """Set the states of an updater from bytes, if they match the weights by index.

    If these are not all weights, the states of others are checked when they are updated.
    """
    if not isinstance(updater, Updater):
        updater.set_states(data)  # the user's function
        return
    states, optimizer = load_states(data)
    check_weights(optimizer or updater.optimizer, states, weights, are_all)
    updater._adopt(states, optimizer)


def _groups(size: int, indices, weights, grads, states):
    """Split weights into groups of one type, none larger than ``size``."""
    by_type = {}
    for row in zip(indices, weights, grads, states, strict=True):
        by_type.setdefault(row[1].dtype, []).append(row)
    for rows in by_type.values():
        for start in range(0, len(rows), size):
            yield [list(column) for column in zip(*rows[start : start + size], strict=True)]


def get_updater(optimizer):
    """Return an updater, a function ``(index, grad, weight)``, for an optimizer."""
    return Updater(optimizer)
