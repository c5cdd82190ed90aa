"""Norms and moments over axes."""

from __future__ import annotations

import torch

from ..._core.dtypes import widest
from .. import type_rules
from ..attrs import Shape, dtype_choice
from ..checks import Declined, check
from ..registry import op
from ..sparse_kernels import call
from .reduce import reduced_axes

NormType = dtype_choice("float16", "float32", "float64", "int8", "int32", "int64")


def _count(data, axes: tuple[int, ...]) -> int:
    return torch.Size(data.shape[axis] for axis in axes).numel()


def _norm_sparse(op, operands, attrs):
    """Compute the norm of all stored values."""
    (array,) = operands
    if attrs["axis"]:
        raise Declined("not over all axes")
    result = call(op, [array.data.reshape(-1)], {**attrs, "keepdims": False})
    return result.reshape([1] * len(array.shape)) if attrs["keepdims"] else result


@op(
    "norm",
    types=type_rules.attr_or_input("out_dtype"),
    sparse=_norm_sparse,
    numbers_inputs=True,
)
def norm(
    data,
    *,
    ord: int = 2,
    axis: Shape | None = None,
    out_dtype: NormType | None = None,
    keepdims: bool = False,
):
    """Compute the sum of magnitudes (``ord=1``) or the root of the sum of squares (``ord=2``)."""
    check(ord in (1, 2), "norm only supports ord=1 and ord=2")
    axes = reduced_axes(data.ndim, axis)
    if out_dtype is None and data.is_floating_point():
        result = torch.linalg.vector_norm(data, ord, axes, keepdim=keepdims)
    else:
        result = _norm_in_type(data, ord, axes, keepdims, out_dtype or data.dtype)
    # MXNet: a full reduction has shape (1,), not ().
    return result if result.ndim else result.view(1)


def _norm_in_type(data, ord: int, axes: tuple[int, ...], keepdims: bool, dtype: torch.dtype):
    """Return a norm in a type, computed in one that can represent both it and the data."""
    exact = torch.promote_types(data.dtype, dtype)
    if not exact.is_floating_point:
        exact = widest(data.device)
    return torch.linalg.vector_norm(data.to(exact), ord, axes, keepdim=keepdims).to(dtype)


@op("moments", outputs=2)
def moments(data, *, axes: Shape | None = None, keepdims: bool = False):
    """Compute the mean and the variance over axes."""
    check(bool(axes), "Empty axes is not supported; give all axes to get the moments of all data")
    axes = reduced_axes(data.ndim, axes)
    if data.is_floating_point() and data.numel():
        variance, mean = torch.var_mean(data, axes, correction=0, keepdim=keepdims)
        return mean.view(mean.shape or 1), variance.view(mean.shape or 1)
    average = torch.mean if data.is_floating_point() else _integer_mean
    mean = average(data, axes, True)  # nan without elements; torch.var_mean would warn
    variance = average((data - mean) ** 2, axes, keepdims)
    return mean.view(variance.shape or 1), variance.view(variance.shape or 1)


def _integer_mean(data, axes, keepdim):
    total = torch.sum(data, axes, keepdim, dtype=data.dtype)
    return torch.div(total, _count(data, axes), rounding_mode="trunc")
