"""Sorting, top k, and the positions of maxima."""

from __future__ import annotations

from typing import Literal

import numpy as np
import torch

from .. import type_rules
from ..attrs import dtype_choice
from ..checks import axis_in_range, check, fail
from ..registry import op, register
from ..small_arrays import may_use_numpy

IndexType = dtype_choice("uint8", "int32", "int64", "float16", "float32", "float64")

# MXNet: sorting is stable on axes up to this length.
STABLE_LENGTH = 16


def _line(data, axis: int | None):
    """Return the data and the axis to sort along; without an axis, the flattened data."""
    if axis is None:
        return data.reshape(-1), 0
    if not -data.ndim <= axis < data.ndim:
        fail(f"Invalid axis! axis should be between 0 and {data.ndim}, found axis={axis}")
    return data, axis % data.ndim


def _sort_stable(data, axis: int, ascending: bool):
    return torch.sort(data, dim=axis, descending=not ascending, stable=True)


# NumPy sorts these with vector instructions: a million floats in 8 ms instead of 144. Its argsort
# is not stable, so this is only for values.
_VECTORIZED = (torch.float32, torch.float64, torch.int32, torch.int64)


def _sort_values(data, axis: int, ascending: bool) -> torch.Tensor:
    if data.dtype not in _VECTORIZED or not may_use_numpy(data) or not data.ndim:
        return _sort_stable(data, axis, ascending)[0].contiguous()
    values = np.sort(data.detach().numpy(), axis)  # as in torch, nan is the largest
    return torch.from_numpy(values if ascending else np.flip(values, axis).copy())


def _first(data, axis: int, count: int, ascending: bool):
    """Return the first elements in sorted order along an axis, and their positions."""
    length = data.shape[axis]
    if count == 1 and data.numel():
        return (torch.min if ascending else torch.max)(data, axis, keepdim=True)
    if count < length and length > STABLE_LENGTH:
        return torch.topk(data, count, axis, largest=not ascending)
    values, positions = _sort_stable(data, axis, ascending)
    return values.narrow(axis, 0, count), positions.narrow(axis, 0, count)


_NUMBERED = ("output0", "output1")  # MXNet: also if the second is hidden


def _topk_types(inputs, outputs, attrs):
    indices, kind = attrs["dtype"] or torch.float32, attrs["ret_typ"]
    if kind == "indices":
        return inputs, [type_rules.unify(outputs[0], indices)]
    values = type_rules.unify(inputs[0], outputs[0])
    return [values], [values, *(type_rules.unify(output, indices) for output in outputs[1:])]


@op(
    "topk",
    "_npx_topk",
    outputs=lambda attrs: 2 if attrs["ret_typ"] == "both" else 1,
    output_names=lambda attrs: _NUMBERED if attrs["ret_typ"] in ("value", "both") else ("output",),
    types=_topk_types,
    stored_outputs=lambda attrs: 2 if attrs["ret_typ"] in ("value", "both") else 1,
    numbers_inputs=True,
)
def topk(
    data,
    *,
    axis: int | None = -1,
    k: int = 1,
    ret_typ: Literal["value", "indices", "mask", "both"] = "indices",
    is_ascend: bool = False,
    dtype: IndexType = torch.float32,
):
    """Return the ``k`` largest (or smallest) elements along an axis, in order; all if ``k`` is 0.

    ``ret_typ`` selects what to return: the values, their positions (in ``dtype``), both, or a mask
    with the shape of the data and 1 at their positions.
    """
    line, along = _line(data, axis)
    length = line.shape[along]
    count = k if k > 0 else length
    if count > length:
        fail(f"k must be at most {length}, the size of the axis, got k = {k}")
    values, positions = _first(line, along, count, is_ascend)
    if ret_typ == "value":
        return values.contiguous()
    if ret_typ == "indices":
        return positions.to(dtype).contiguous()
    if ret_typ == "mask":
        return torch.zeros_like(line).scatter_(along, positions, 1).view(data.shape)
    return values.contiguous(), positions.to(dtype).contiguous()


@op("sort", "_npi_sort", output_names=_NUMBERED, stored_outputs=2, numbers_inputs=True)
def sort(data, *, axis: int | None = -1, is_ascend: bool = True):
    """Sort along an axis, or sort the flattened array if the axis is None."""
    line, along = _line(data, axis)
    return _sort_values(line, along, is_ascend)


@op("argsort", "_npi_argsort", types=type_rules.OF_ATTR, numbers_inputs=True)
def argsort(
    data, *, axis: int | None = -1, is_ascend: bool = True, dtype: IndexType = torch.float32
):
    """Return the positions that sort the array along an axis."""
    line, along = _line(data, axis)
    return _sort_stable(line, along, is_ascend)[1].to(dtype).contiguous()


# ------------------------------------------------------------------------- positions of extremes


def _search_kernel(function, name):
    def kernel(data, *, axis: int | None = None, keepdims: bool = False):
        check(data.numel() > 0, "attempt to search an empty sequence")
        if axis is None:
            position = function(data).view([1] * data.ndim if keepdims else 1)
        else:
            axis = axis_in_range(axis, data.ndim)
            position = function(data, axis, keepdim=keepdims or data.ndim == 1)
        # MXNet: the position has the type of the data.
        return position.to(data.dtype)

    kernel.__doc__ = f"Return the position of the first {name} along an axis."
    return kernel


register(_search_kernel(torch.argmax, "largest element"), "argmax", numbers_inputs=True)
register(_search_kernel(torch.argmin, "smallest element"), "argmin", numbers_inputs=True)


@op("argmax_channel", numbers_inputs=True)
def argmax_channel(data):
    """Return the position of the largest element along axis 1, or the first such position."""
    return torch.argmax(data, axis_in_range(1, data.ndim)).to(data.dtype)
