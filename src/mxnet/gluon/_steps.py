"""Layers that record their calls as steps, as if they were hybridized.

Such a layer has a method ``_step_key``, which returns what its formula depends on beside the
arrays, or None if torch must record it.
"""

from __future__ import annotations

from .. import symbol
from .._eager.interceptors import active
from ..ndarray._layer_steps import LayerSteps
from ..util import as_active


def record_step(block, ctx, inputs: tuple):
    """Record a call of a block as one step; return None if its operators must run instead."""
    key = block._step_key()
    if key is None or active:
        return None
    cls, recorder = type(inputs[0]), block._recorder
    if recorder is None or recorder.key != key or recorder.cls is not cls:
        recorder = block.__dict__["_recorder"] = _Recorder(block, key, cls, len(inputs))
    arrays = [*inputs]
    for parameter in recorder.parameters:
        arrays.append(parameter._data_at_once(ctx))
    return recorder.steps.record(arrays, cls, ctx)


class _Recorder:
    """The steps of a block, and its parameters in the order in which the formula uses them."""

    def __init__(self, block, key: tuple, cls: type, count: int):
        self.key, self.cls = key, cls
        self.parameters = list(block._reg_params.values())

        def trace():
            return block._on_symbols(*(as_active(symbol.var(f"data{i}")) for i in range(count)))

        self.steps = LayerSteps((type(block), cls, count, len(self.parameters), *key), trace)
