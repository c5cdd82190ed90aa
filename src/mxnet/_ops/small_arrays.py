"""When to compute with NumPy: for few elements, where the overhead of calls dominates.

A call of NumPy takes a third to half of the time of a call of torch. So an operator with thirty
calls on ten elements is two to three times as fast.
"""

from __future__ import annotations

import torch

from .tracing import is_traced

_FLOATS = (torch.float32, torch.float64)  # NumPy and torch give the same results in these types


def may_use_numpy(*tensors: torch.Tensor) -> bool:
    """Return whether tensors are on the CPU and need no gradient."""
    return (
        all(tensor.is_cpu for tensor in tensors)
        and not (torch.is_grad_enabled() and any(tensor.requires_grad for tensor in tensors))
        and not is_traced()
    )


def is_few(count: int, limit: int, *tensors: torch.Tensor) -> bool:
    """Return whether to compute with NumPy on tensors, the first of which is floating-point.

    ``count`` is the amount of work, ``limit`` the amount up to which NumPy is faster.
    """
    return count <= limit and tensors[0].dtype in _FLOATS and may_use_numpy(*tensors)
