"""Assignment of elements by a boolean mask, with NumPy's rules."""

from __future__ import annotations

import torch

from ..._core.dtypes import as_element
from ..checks import fail
from ..registry import op


def _mask_of(data, mask, start_axis: int) -> torch.Tensor:
    """Extend the mask to all axes of data; it is True where elements are written."""
    covered = data.shape[start_axis : start_axis + mask.ndim]
    if tuple(mask.shape) != tuple(covered):
        fail(
            f"mask of shape {tuple(mask.shape)} does not fit the axes {tuple(covered)} of data "
            f"of shape {tuple(data.shape)} from axis {start_axis} on"
        )
    trailing = data.ndim - start_axis - mask.ndim
    return (mask != 0).reshape((1,) * start_axis + mask.shape + (1,) * trailing)


@op("_npi_boolean_mask_assign_scalar", mixed=True)
def boolean_mask_assign_scalar(data, mask, *, value: float = 0.0, start_axis: int = 0):
    """Return data with a number assigned where the mask is True."""
    value = as_element(value, data.dtype)
    return data.masked_fill(_mask_of(data, mask, start_axis), value)


@op("_npi_boolean_mask_assign_tensor", mixed=True)
def boolean_mask_assign_tensor(data, mask, value, *, start_axis: int = 0):
    """Return data with the slices of ``value`` assigned, in order, where the mask is True."""
    chosen = _mask_of(data, mask, start_axis)
    value = value.to(data.dtype)
    if value.numel() == 1:
        return torch.where(chosen, value.reshape(()), data)
    shape = list(data.shape)
    shape[start_axis : start_axis + mask.ndim] = [mask.numel()]
    flat = mask.reshape(-1) != 0
    if value.ndim < len(shape):
        value = value.reshape((1,) * (len(shape) - value.ndim) + value.shape)
    if value.is_meta:
        return data.clone()
    count = int(flat.sum())
    target = [*shape[:start_axis], count, *shape[start_axis + 1 :]]
    try:
        value = value.expand(target)
    except RuntimeError:
        fail(f"value of shape {tuple(value.shape)} does not fit the {count} positions of the mask")
    result = data.reshape(shape).index_copy(start_axis, flat.nonzero().squeeze(1), value)
    return result.reshape(data.shape)
