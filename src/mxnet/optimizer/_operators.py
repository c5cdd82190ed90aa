"""Calling update operators. Rates differ at each step, so attributes are given as they are: looking
up parsed ones would never find any."""

from __future__ import annotations

import inspect

from .. import ndarray as nd
from .._dispatch import INPLACE_IN_RECORD, KERNEL_ERRORS, explained, invoke
from .._ops import OPS
from .._scope import state
from ..base import MXNetError
from ..ndarray import NDArray


def zeros_like(weight):
    """Make an empty state for a weight, of its storage type."""
    return nd.zeros(weight.shape, weight.context, dtype=weight.dtype, stype=weight.stype)


def any_sparse(*columns) -> bool:
    """Tell whether one of many arrays is sparse."""
    return any(
        type(array) is not NDArray and array.stype != "default" for c in columns for array in c
    )


def types_of(arrays) -> set:
    """Return the types of arrays."""
    return {array._t.dtype for array in arrays}


def update_one(name, weight, grad, *states, **attrs):
    """Run an update operator on a weight, in place."""
    invoke(OPS[name], [weight, grad, *states], attrs, weight, NDArray)


def update_all(name, weights, grads, *states, **attrs):
    """Run an update operator for many weights, in place; ``states`` are lists, one a kind.

    With a hundred weights, checks that ``invoke`` makes of each array take longer than the update.
    The kernel looks at shapes and types itself.
    """
    if state.tape is not None and any(weight._g is not None for weight in weights):
        raise MXNetError(INPLACE_IN_RECORD)
    columns = (weights, grads, *states)
    arrays = [array for one in zip(*columns, strict=True) for array in one]
    op = OPS[name]
    kernel = inspect.unwrap(op.kernel)  # plain tensors have no gradient to cut off
    try:
        kernel(*[array._t for array in arrays], out=tuple(w._t for w in weights), **attrs)
    except KERNEL_ERRORS as error:
        raise explained(op, arrays, attrs, error) from error
