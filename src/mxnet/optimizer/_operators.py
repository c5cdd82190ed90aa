"""Calling update operators without what other operators need: their attributes differ at each step,
so that none are looked up, and all they change they change in place."""

from __future__ import annotations

import inspect

from .. import ndarray as nd
from .._dispatch import INPLACE_IN_RECORD, KERNEL_ERRORS, explained
from .._ops import OPS
from .._scope import state
from ..base import MXNetError


def zeros_like(weight):
    """Make an empty state for a weight."""
    return nd.zeros(weight.shape, weight.context, dtype=weight.dtype)


def types_of(arrays) -> set:
    """Return the types of arrays."""
    return {array._t.dtype for array in arrays}


def update_one(name, weight, grad, *states, **attrs):
    """Run an update operator on a weight, in place."""
    _run(name, [weight, grad, *states], [weight], attrs)


def update_all(name, weights, grads, *states, **attrs):
    """Run an update operator for many weights, in place; ``states`` are lists, one a kind."""
    columns = (weights, grads, *states)
    arrays = [array for one in zip(*columns, strict=True) for array in one]
    _run(name, arrays, weights, attrs)


def _run(name, arrays, weights, attrs):
    if state.tape is not None and any(weight._g is not None for weight in weights):
        raise MXNetError(INPLACE_IN_RECORD)
    op = OPS[name]
    kernel = inspect.unwrap(op.kernel)  # plain tensors have no gradient to cut off
    try:
        kernel(*[array._t for array in arrays], out=tuple(w._t for w in weights), **attrs)
    except KERNEL_ERRORS as error:
        raise explained(op, arrays, attrs, error) from error
