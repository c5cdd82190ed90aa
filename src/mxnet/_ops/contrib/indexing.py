"""Indices: arrays of indices, rows selected by a mask, replacement of rows."""

from __future__ import annotations

import torch

from ..._core.dtypes import widen
from .. import type_rules
from ..attrs import Shape
from ..checks import axis_in_range, brackets, fail, require_values
from ..registry import op


@op("_contrib_arange_like", "_npx_arange_like")
def arange_like(
    data, *,
    start: float = 0.0, step: float = 1.0, repeat: int = 1, ctx: str = "", axis: int | None = None,
):  # fmt: skip
    """Create evenly spaced numbers, one for each element of ``data``, or along one of its axes.

    Each number is repeated ``repeat`` times. The result is on the device of the data, regardless of
    ``ctx``, and has no gradient.
    """
    if not repeat >= 1:
        fail(f"repeat must be at least 1, got {repeat}")
    if axis is None:
        shape = tuple(data.shape)
    else:
        if not -data.ndim <= axis < data.ndim:
            fail(f"cannot handle param.axis {axis}")
        shape = (data.shape[axis],)
    count = torch.Size(shape).numel()
    numbers = torch.arange(count, device=data.device)
    if repeat > 1:
        numbers = numbers // repeat
    return (widen(numbers) * step + start).to(data.dtype).reshape(shape)


@op("_contrib_index_array", types=type_rules.INDICES, naming="outputs")
def index_array(data, *, axes: Shape | None = None):
    """Return the index of each element, along all or some axes: (shape of data, axes), int64."""
    chosen = range(data.ndim) if axes is None else [axis_in_range(a, data.ndim) for a in axes]
    along = [
        torch.arange(data.shape[axis], device=data.device).reshape(
            [-1 if other == axis else 1 for other in range(data.ndim)]
        )
        for axis in chosen
    ]
    if not along:
        return torch.empty((*data.shape, 0), dtype=torch.int64, device=data.device)
    return torch.stack([numbers.expand(data.shape) for numbers in along], -1)


@op("_contrib_boolean_mask", "_npi_boolean_mask", mixed=True, without_gradient=("index",))
def boolean_mask(data, index, *, axis: int = 0):
    """Select the slices of data where a mask along one axis is nonzero."""
    axis = axis_in_range(axis, data.ndim)
    if tuple(index.shape) != (data.shape[axis],):
        fail(f"index must have shape [{data.shape[axis]}], got {brackets(index.shape)}")
    shape = (*data.shape[:axis], None, *data.shape[axis + 1 :])
    require_values(data, "how many parts a mask leaves", shape)
    return data.index_select(axis, index.detach().nonzero().squeeze(1))


@op("_contrib_index_copy", mixed=True, without_gradient=("index_vector",))
def index_copy(old_tensor, index_vector, new_tensor):
    """Return an array with the rows at the given indices replaced by new ones."""
    if old_tensor.dtype is not new_tensor.dtype:
        fail(
            f"new_tensor must have the dtype of old_tensor, {old_tensor.dtype}, got "
            f"{new_tensor.dtype}"
        )
    if not (
        old_tensor.shape[1:] == new_tensor.shape[1:]
        and tuple(index_vector.shape) == tuple(new_tensor.shape[:1])
        and old_tensor.ndim == new_tensor.ndim
    ):
        fail(
            "new_tensor must have rows like those of old_tensor, one for each of "
            "index_vector, got "
            f"{brackets(old_tensor.shape)}, {brackets(index_vector.shape)} and "
            f"{brackets(new_tensor.shape)}"
        )
    index = index_vector.detach().long()
    if index.numel() and not index.is_meta:
        low, high = (int(bound) for bound in index.aminmax())
        if low < 0 or high >= old_tensor.shape[0]:
            fail(f"index_vector has {low} to {high}, there are {old_tensor.shape[0]} rows")
    return old_tensor.index_copy(0, index, new_tensor)
