"""Fused implementations of layers: the formula of a layer on arrays, with fewer calls.

Graphs are built from the formula. It is also used while operators are intercepted, for example by
mixed precision, which must see each of them.
"""

from __future__ import annotations

import functools
from collections.abc import Callable

import numpy as np

from .. import ndarray as nd
from .._eager.interceptors import active
from ..ndarray.ndarray import PLAIN

_FLOATS = (np.float16, np.float32, np.float64)


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
    """Compute the cross entropy of class indices with one operator."""
    if not loss._sparse_label or loss._from_logits or sample_weight is not None:
        return None
    if not isinstance(loss._weight, int | float | None):
        return None  # the formula raises the error
    fused_operator = nd._internal._softmax_cross_entropy_loss
    result = fused_operator(pred, label, axis=loss._axis, batch_axis=loss._batch_axis)
    return result if loss._weight is None else result * loss._weight


def absolute_loss(loss, pred, label, sample_weight=None):
    """Compute the mean absolute difference with one operator."""
    return _mean_loss(loss, pred, label, sample_weight, loss._weight, kind="absolute")


def squared_loss(loss, pred, label, sample_weight=None):
    """Compute half the mean squared difference with one operator."""
    return _mean_loss(loss, pred, label, sample_weight, loss._weight / 2, kind="squared")


def huber_loss(loss, pred, label, sample_weight=None):
    """Compute Huber's loss with one operator, for a positive limit."""
    if not isinstance(loss._rho, int | float) or loss._rho <= 0:
        return None
    attrs = {"kind": "huber", "rho": loss._rho}
    return _mean_loss(loss, pred, label, sample_weight, loss._weight, **attrs)


def binary_cross_entropy(loss, pred, label, sample_weight=None, pos_weight=None):
    """Compute the cross entropy of binary labels with one operator, from logits."""
    if loss._from_sigmoid or pos_weight is not None:
        return None
    return _mean_loss(loss, pred, label, sample_weight, loss._weight, kind="binary")


def logistic_loss(loss, pred, label, sample_weight=None):
    """Compute the cross entropy of signed or binary labels with one operator."""
    return _mean_loss(loss, pred, label, sample_weight, loss._weight, kind=loss._label_format)


def _mean_loss(loss, pred, label, sample_weight, weight, **attrs):
    """Run the operator; return None for what only the formula computes, or rejects."""
    if sample_weight is not None or not isinstance(weight, int | float | None):
        return None
    if type(pred) not in PLAIN or type(pred) is not type(label) or pred.shape != label.shape:
        return None
    if pred.dtype not in _FLOATS or pred.dtype is not label.dtype:
        return None
    result = nd._internal._mean_loss(pred, label, batch_axis=loss._batch_axis, **attrs)
    return result if weight is None else result * weight


def swish(layer, x):
    """Compute ``x * sigmoid(x)`` with one operator, for the default ``beta``."""
    if layer._beta != 1 or type(x) not in PLAIN or x.dtype not in _FLOATS:
        return None
    return nd._internal._silu(x)


def recurrent(layer, inputs, states, sequence_length, **params):
    """Run recurrent layers on separate parameters, without concatenating them to a vector."""
    lengths = [] if sequence_length is None else [sequence_length]
    parts = [params[name] for name in layer._parts]
    return nd._internal._rnn_from_parts(inputs, *states, *lengths, *parts, **layer._attributes)


def lstm_step(cell, inputs, states, **params):
    """Do a step of an LSTM cell with one operator."""
    if cell._activation != "tanh" or cell._recurrent_activation != "sigmoid":
        return None
    if not _fits(cell, inputs, states, params):
        return None
    output, memory = nd._internal._lstm_cell(inputs, *states, *_in_order(params))
    return output, [output, memory]


def gru_step(cell, inputs, states, **params):
    """Do a step of a GRU cell with one operator."""
    if not _fits(cell, inputs, states, params):
        return None
    output = nd._internal._gru_cell(inputs, *states, *_in_order(params))
    return output, [output]


def _in_order(params: dict) -> list:
    return [params[name] for name in ("i2h_weight", "h2h_weight", "i2h_bias", "h2h_bias")]


def _fits(cell, inputs, states, params: dict) -> bool:
    """Return whether inputs and states are arrays of the shapes and types of the parameters.

    The operator infers the shape of a weight that has none.
    """
    kind, weight = type(inputs), params["i2h_weight"]
    if kind not in PLAIN or any(type(state) is not kind for state in states):
        return False
    shape, dtype = inputs.shape, inputs.dtype
    if len(shape) != 2 or dtype not in _FLOATS:
        return False
    if weight._has_tensor and (weight.shape[1] != shape[1] or weight.dtype is not dtype):
        return False
    size = shape[0], cell._hidden_size
    return all(state.shape == size and state.dtype is dtype for state in states)
