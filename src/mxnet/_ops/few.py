"""When to compute with NumPy: few elements, whose cost is that of the calls.

A call of NumPy takes a third to half of the time of a call of torch, so that an operator of thirty
calls on ten elements gains as much.
"""

from __future__ import annotations

import torch
from torch.compiler import is_exporting

_FLOATS = (torch.float32, torch.float64)  # in which both compute alike


def may_use_numpy(*tensors: torch.Tensor) -> bool:
    """Return whether tensors are where NumPy can read them, and want no gradient."""
    return (
        all(tensor.is_cpu for tensor in tensors)
        and not (torch.is_grad_enabled() and any(tensor.requires_grad for tensor in tensors))
        and not is_exporting()  # another machine may have a GPU
    )


def is_few(count: int, limit: int, *tensors: torch.Tensor) -> bool:
    """Return whether NumPy is to compute with tensors, the first of them floats.

    ``count`` says how much there is to compute, and ``limit`` how much NumPy is for.
    """
    return count <= limit and tensors[0].dtype in _FLOATS and may_use_numpy(*tensors)
