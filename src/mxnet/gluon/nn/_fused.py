"""The fused implementation of dense layers."""

from __future__ import annotations

from ..._core.scope import state
from ...ndarray._layer_steps import DenseSteps
from .._fused import new_recorder
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
    recorder = layer._recorder or new_recorder(layer, DenseSteps)
    return recorder.record(x, weight, bias, act_type)
