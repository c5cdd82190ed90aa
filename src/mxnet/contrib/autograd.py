"""The deprecated interface of ``mx.autograd`` from MXNet 0.9.

>>> from mxnet import nd
>>> gradients, value = grad_and_loss(lambda x: x * x)(nd.array([3.0]))
>>> gradients[0].asscalar(), value.asscalar()
(np.float32(6.0), np.float32(9.0))
"""

from __future__ import annotations

import functools

from .. import autograd
from ..base import string_types as string_types
from ..ndarray import NDArray, zeros_like

__all__ = [
    "TrainingStateScope", "backward", "compute_gradient", "grad", "grad_and_loss",
    "mark_variables", "set_is_training", "test_section", "train_section",
]  # fmt: skip


def set_is_training(is_train):
    """Turn recording and train mode on or off; return the previous setting."""
    autograd.set_recording(is_train)
    return autograd.set_training(is_train)


class TrainingStateScope:
    """Turns recording and train mode on or off inside a ``with`` block."""

    def __init__(self, enter_state):
        self._enter_state = enter_state
        self._previous = None

    def __enter__(self):
        self._previous = autograd.is_recording(), autograd.is_training()
        set_is_training(self._enter_state)

    def __exit__(self, *error):
        recording, training = self._previous
        autograd.set_recording(recording)
        autograd.set_training(training)


def train_section():
    """Record computations inside a ``with`` block, in train mode."""
    return TrainingStateScope(True)


def test_section():
    """Disable recording inside a ``with`` block."""
    return TrainingStateScope(False)


test_section.__test__ = False  # pytest would collect it by its name


def mark_variables(variables, gradients, grad_reqs="write"):
    """Set the arrays to which the gradients of variables are written."""
    if isinstance(variables, NDArray):
        variables, gradients = [variables], [gradients]
    autograd.mark_variables(variables, gradients, grad_reqs)


def backward(outputs, out_grads=None, retain_graph=False):
    """Compute the gradients of a list of arrays."""
    if not isinstance(outputs, list | tuple):
        raise TypeError(f"outputs must be a list or a tuple of NDArrays, got {type(outputs)}")
    autograd.backward(outputs, out_grads, retain_graph)


def compute_gradient(outputs):
    """Compute the gradients of a list of arrays (deprecated name of ``backward``)."""
    backward(outputs)


def grad_and_loss(func, argnum=None):
    """Return a function that computes the gradients of ``func`` and its value.

    ``argnum`` is the position of the argument to differentiate, or a list of positions; by default
    all.
    """

    @functools.wraps(func)
    def wrapped(*args):
        positions = range(len(args)) if argnum is None else argnum
        variables = [args[i] for i in ([positions] if isinstance(positions, int) else positions)]
        for variable in variables:
            if not isinstance(variable, NDArray):
                raise AssertionError(
                    f"type of autograd input should be NDArray, got {type(variable).__name__}"
                )
        gradients = [zeros_like(variable) for variable in variables]
        mark_variables(variables, gradients)
        with train_section():
            outputs = func(*args)
        backward([outputs] if isinstance(outputs, NDArray) else outputs)
        return gradients, outputs

    return wrapped


def grad(func, argnum=None):
    """Return a function that computes the gradients of ``func``."""
    with_value = grad_and_loss(func, argnum)

    @functools.wraps(func)
    def wrapped(*args):
        return with_value(*args)[0]

    return wrapped
