"""Layers that record their calls as steps, as if they were hybridized.

Such a layer has a method ``_step_key``, which returns what its formula depends on beside the
arrays, or None if torch must record it.
"""

from __future__ import annotations

from .. import symbol
from .._core import declined
from .._eager.interceptors import active
from .._ops.checks import KERNEL_ERRORS
from ..ndarray._layer_steps import LayerSteps
from ..util import as_active


def record_step(block, ctx, inputs: tuple):
    """Record a call of a block as one step; return None if its operators must run instead."""
    key = block._step_key()
    if key is None or active or inputs[0]._plain is None:  # torch has recorded the data
        return None
    cls, recorder = type(inputs[0]), block._recorder
    if recorder is None or recorder.key != key or recorder.cls is not cls:
        recorder = block.__dict__["_recorder"] = _Recorder(block, key, cls, len(inputs))
    arrays = [*inputs]
    for parameter in recorder.parameters:
        arrays.append(parameter._single_array(ctx))
    try:
        return recorder.steps.record(arrays, cls, ctx)
    except KERNEL_ERRORS as error:
        result = block._run_operators(ctx, *inputs)  # raises the clear error
        declined.report("training plan of a layer", error)
        return result


class _Recorder:
    """The steps of a block, and its parameters in the order in which the formula uses them."""

    def __init__(self, block, key: tuple, cls: type, count: int):
        self.key, self.cls = key, cls
        own = {parameter.name: parameter for parameter in block._reg_params.values()}
        formula = block._on_symbols(*(as_active(symbol.var(f"data{i}")) for i in range(count)))
        self.parameters = [own[name] for name in formula.list_inputs()[count:]]
        self.steps = LayerSteps((type(block), cls, count, len(own), *key), formula._entries)
