"""In-place changes of many arrays with few calls."""

from __future__ import annotations

import torch

from .._core.private_torch import foreach_mul_
from .._core.scope import state
from .._eager.array import is_in_graph
from .ndarray import PLAIN, NDArray


def scale_all(arrays: list[NDArray], factor: float | NDArray) -> None:
    """Multiply each array by a number, or by an array with one element."""
    by_device: dict[torch.device, list] = {}
    for array in arrays:
        if state.tape is None and _is_simple(array):
            by_device.setdefault(array._t.device, []).append(array._t)
        elif isinstance(factor, NDArray):
            array *= factor.as_in_context(array.context).astype(array.dtype, copy=False)
        else:
            array *= factor
    for device, tensors in by_device.items():
        number = factor._t.to(device).reshape(()) if isinstance(factor, NDArray) else factor
        foreach_mul_(tensors, number)


def _is_simple(array: NDArray) -> bool:
    """Return whether an array is dense and not part of a graph."""
    return type(array) in PLAIN and not is_in_graph(array)
