"""Calling update operators with numbers as they are: rates differ at each step, so that looking
up parsed attributes would never find any."""

from __future__ import annotations

from .. import ndarray as nd
from .._dispatch import invoke
from .._ops import OPS
from ..ndarray import NDArray


def zeros_like(weight):
    """Make an empty state for a weight."""
    return nd.zeros(weight.shape, weight.context, dtype=weight.dtype)


def update_one(name, weight, grad, *states, **attrs):
    """Run an update operator on a weight, in place."""
    invoke(OPS[name], [weight, grad, *states], attrs, weight, NDArray)


def update_all(name, weights, grads, *states, **attrs):
    """Run an update operator for many weights, in place; ``states`` are lists, one a kind."""
    arrays = [array for one in zip(weights, grads, *states, strict=True) for array in one]
    invoke(OPS[name], arrays, attrs, weights, NDArray)
