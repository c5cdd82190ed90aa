"""The fused implementation of dense layers."""

from __future__ import annotations

from ..._core.scope import state
from .._fused import record_step
from .activations import plain_type


def dense(layer, x, weight, bias=None):
    """Record a dense layer and its activation as one step."""
    if state.tape is None:
        return None
    act_type = None
    if layer.act is not None:
        act_type = plain_type(layer.act)
        if act_type is None:
            return None
    key = "dense", type(x), act_type, layer._flatten, layer._units, bias is None
    parameters = (weight,) if bias is None else (weight, bias)
    return record_step(layer, key, 1, x, *parameters)
