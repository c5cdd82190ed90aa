"""Shapes and types of an operator's outputs: the kernel itself, run on torch's ``meta`` device."""

from __future__ import annotations

import torch

from ..._ops.registry import Device, Op, Out, Random, Training
from .torch_shapes import TorchShapes

_META = torch.device("meta")
_AMBIENT = {Training: False, Random: None, Device: _META, Out: None}


def infer_outputs(op: Op, inputs: list[tuple[tuple[int, ...], torch.dtype] | None], attrs: dict):
    """Return (shape, dtype) of each output, given those of the inputs (None if absent).

    >>> from mxnet._ops import OPS
    >>> infer_outputs(OPS["sum"], [((2, 3), torch.float32)], {"axis": (1,)})
    [((2,), torch.float32)]
    """
    tensors = [i if i is None else torch.empty(i[0], dtype=i[1], device=_META) for i in inputs]
    ambient = {name: _AMBIENT[kind] for name, kind in op.ambient.items()}
    with TorchShapes():
        result = op.kernel(*tensors, **attrs, **ambient)
    results = result if type(result) is tuple else (result,)
    return [(tuple(r.shape), r.dtype) for r in results]
