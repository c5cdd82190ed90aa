"""Fused implementations of layers: the formula of a layer on arrays, with fewer calls.

Graphs are built from the formula. It is also used while operators are intercepted, for example by
mixed precision, which must see each of them.
"""

from __future__ import annotations

import functools
from collections.abc import Callable

from .. import ndarray as nd
from .._eager.interceptors import active
from ..ndarray._layer_steps import CrossEntropySteps


def fused(form: Callable) -> Callable:
    """Return a decorator that adds a fused implementation to a formula ``f(self, F, ...)``.

    The implementation takes the same arguments without ``F``, and returns None if it does not
    apply.
    """

    def decorate(formula: Callable) -> Callable:
        @functools.wraps(formula)
        def forward(self, F, *args, **params):
            if F is nd and not active:
                result = form(self, *args, **params)
                if result is not None:
                    return result
            return formula(self, F, *args, **params)

        return forward

    return decorate


def softmax_cross_entropy(loss, pred, label, sample_weight=None):
    """Compute the cross entropy of class indices with one operator, or record it as one step."""
    if not loss._sparse_label or loss._from_logits or sample_weight is not None:
        return None
    if not isinstance(loss._weight, int | float | None):
        return None  # the formula raises the error
    if loss._weight is None and loss._axis in (-1, 1) and loss._batch_axis == 0:
        recorder = loss._recorder or new_recorder(loss, CrossEntropySteps)
        result = recorder.record(pred, label)
        if result is not None:
            return result
    fused_operator = nd._internal._softmax_cross_entropy_loss
    result = fused_operator(pred, label, axis=loss._axis, batch_axis=loss._batch_axis)
    return result if loss._weight is None else result * loss._weight


def recurrent(layer, inputs, states, sequence_length, **params):
    """Run recurrent layers on separate parameters, without concatenating them to a vector."""
    lengths = [] if sequence_length is None else [sequence_length]
    parts = [params[name] for name in layer._parts]
    return nd._internal._rnn_from_parts(inputs, *states, *lengths, *parts, **layer._attributes)


def new_recorder(block, kind: type):
    """Add a recorder of calls as steps to a block."""
    recorder = block.__dict__["_recorder"] = kind()
    return recorder
