"""The loss scale, which prevents underflow of small gradients in 16 bits."""

from __future__ import annotations

import logging
from itertools import groupby

from ... import (
    autograd as ag,  # noqa: F401
    ndarray as nd,
)
from ...base import MXNetError
from ...ndarray import multi_all_finite

__all__ = ["LossScaler"]


_STATE = ("_loss_scale", "_next_loss_scale", "_unskipped")


class LossScaler:
    """Doubles its scale after 2000 steps without overflow, and halves it after an overflow."""

    def __init__(self):
        self._loss_scale = self._next_loss_scale = 2.0**16
        self._max_loss_scale = 2.0**24
        self._scale_seq_len = 2000
        self._unskipped = 0

    @property
    def loss_scale(self) -> float:
        """The factor that losses are multiplied by."""
        return self._loss_scale

    def get_state(self) -> dict:
        """Return, as plain data, the state that determines the next scales."""
        return {name: vars(self)[name] for name in _STATE}

    def set_state(self, state) -> None:
        """Restore the state of another scaler returned by ``get_state``."""
        self.check_state(state)
        vars(self).update(state)

    @staticmethod
    def check_state(state) -> None:
        """Reject a state that ``get_state`` cannot have returned."""
        if (
            not isinstance(state, dict)
            or set(state) != set(_STATE)
            or not all(isinstance(value, int | float) for value in state.values())
        ):
            raise MXNetError("this is not the state of a LossScaler")

    def has_overflow(self, params, group=None) -> bool:
        """Return whether any gradient is infinite or NaN, and adapt the scale.

        With a process group, the decision is the same for all of its workers.
        """
        # MXNet: the new scale takes effect one step later.
        self._loss_scale = self._next_loss_scale
        overflow = self._overflows(params)
        if overflow if group is None else _any_worker(group, overflow):
            self._next_loss_scale = self._loss_scale / 2
            self._unskipped = 0
            logging.info("AMP: decreasing loss scale to %f", self._next_loss_scale)
            return True
        self._unskipped += 1
        if self._unskipped == self._scale_seq_len:
            self._unskipped = 0
            self._next_loss_scale = min(self._max_loss_scale, self._loss_scale * 2)
            logging.info("AMP: increasing loss scale to %f", self._next_loss_scale)
        return False

    @staticmethod
    def _overflows(params) -> bool:
        gradients = [g for p in params if p.grad_req != "null" for g in p.list_grad()]

        def kind(array):
            return str(array.context), str(array.dtype)

        groups = (list(group) for _, group in groupby(sorted(gradients, key=kind), kind))
        return not all(multi_all_finite(*g, num_arrays=len(g)).asscalar() for g in groups)


def _any_worker(group, flag: bool) -> bool:
    """Return whether something is true in any worker."""
    answer = nd.array([flag])
    group.all_reduce([answer], "max")
    return bool(answer.asscalar())
