"""Rules for torch's functions along axes: reductions, sorting, concatenation, ranges."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import torch

from ...._core.declined import Declined
from .mode import (
    axis_of,
    broadcast,
    empty,
    fraction_type,
    like,
    replace_axis,
    require_meta,
    rule_for,
    same_type,
    truth_type,
)

# ------------------------------------------------------------------------------------- reductions


def _reduced_shape(shape: Sequence[int], dim, keepdim: bool) -> tuple[int, ...]:
    """Return a shape without the reduced axes: all of them if ``dim`` is None."""
    ndim = len(shape)
    dims = (dim,) if isinstance(dim, int) else dim
    axes = {axis_of(a, ndim) for a in dims} if dims else set(range(ndim))
    if dims and len(axes) != len(dims):
        raise Declined("an axis occurs twice")
    if keepdim:
        return tuple(1 if i in axes else n for i, n in enumerate(shape))
    return tuple(n for i, n in enumerate(shape) if i not in axes)


def _reduction(dtype_of: Callable[[torch.dtype], torch.dtype]) -> Callable:
    def rule(data, dim=None, keepdim=False, *, dtype=None):
        require_meta(data)
        return empty(_reduced_shape(data.shape, dim, keepdim), dtype or dtype_of(data.dtype))

    return rule


def _sum_type(dtype: torch.dtype) -> torch.dtype:
    return dtype if dtype.is_floating_point or dtype.is_complex else torch.int64


rule_for("sum", "nansum", "prod")(_reduction(_sum_type))
rule_for("all", "any")(_reduction(truth_type))
rule_for("argmax", "argmin")(_reduction(lambda dtype: torch.int64))


@rule_for("mean")
def _mean(data, dim=None, keepdim=False, *, dtype=None):
    dtype = dtype or data.dtype
    if not dtype.is_floating_point:
        raise Declined("integers have no mean")
    return _reduction(same_type)(data, dim, keepdim, dtype=dtype)


@rule_for("var")
def _var(data, dim=None, *, correction=1, keepdim=False):
    return _mean(data, dim, keepdim)


@rule_for("amax", "amin")
def _amax(data, dim=(), keepdim=False):
    shape = _reduced_shape(data.shape, dim, keepdim)
    if not data.numel() and 0 not in shape:
        raise Declined("an empty array has no largest element")
    return _reduction(same_type)(data, dim, keepdim)


@rule_for("logsumexp")
def _logsumexp(data, dim, keepdim=False):
    return _reduction(fraction_type)(data, dim, keepdim)


def _extreme(kind: type) -> Callable:
    def rule(data, dim=None, keepdim=False):
        require_meta(data)
        if isinstance(dim, torch.Tensor):
            return empty(broadcast(data.shape, dim.shape), data.dtype)
        if not data.numel():
            raise Declined("an empty array has no largest element")
        if dim is None:
            return empty((), data.dtype)
        shape = _reduced_shape(data.shape, dim, keepdim)
        return kind((empty(shape, data.dtype), empty(shape, torch.int64)))

    return rule


rule_for("max")(_extreme(torch.return_types.max))
rule_for("min")(_extreme(torch.return_types.min))


@rule_for("aminmax")
def _aminmax(data, *, dim=None, keepdim=False):
    require_meta(data)
    shape = _reduced_shape(data.shape, dim, keepdim)
    return torch.return_types.aminmax((empty(shape, data.dtype), empty(shape, data.dtype)))


@rule_for("var_mean", "std_mean")
def _var_mean(data, dim=None, *, correction=1, keepdim=False):
    require_meta(data)
    shape = _reduced_shape(data.shape, dim, keepdim)
    return empty(shape, data.dtype), empty(shape, data.dtype)


@rule_for("linalg_vector_norm")
def _vector_norm(data, ord=2, dim=None, keepdim=False, *, dtype=None):
    return _reduction(same_type)(data, dim, keepdim, dtype=dtype)


# --------------------------------------------------------------------------------- along one axis


@rule_for("softmax", "log_softmax")
def _along(data, dim, _stacklevel=3, dtype=None):
    require_meta(data)
    axis_of(dim, data.ndim)
    return like(data, dtype)


rule_for("cumsum", "cumprod")(
    lambda data, dim, *, dtype=None: _along(data, dim, dtype=dtype or _sum_type(data.dtype))
)


@rule_for("sort")
def _sort(data, dim=-1, descending=False, stable=False):
    _along(data, dim)
    return torch.return_types.sort((like(data), like(data, torch.int64)))


@rule_for("argsort")
def _argsort(data, dim=-1, descending=False, stable=False):
    return _along(data, dim, dtype=torch.int64)


@rule_for("topk")
def _topk(data, k, dim=-1, largest=True, sorted=True):
    require_meta(data)
    shape = replace_axis(data.shape, dim, k)
    return torch.return_types.topk((empty(shape, data.dtype), empty(shape, torch.int64)))


@rule_for("gather")
def _gather(data, dim, index):
    require_meta(data, index)
    axis_of(dim, data.ndim)
    return empty(index.shape, data.dtype)


@rule_for("cat", "concat", "concatenate")
def _cat(arrays, dim=0):
    require_meta(*arrays)
    shapes = [replace_axis(array.shape, dim, 0) for array in arrays]
    if len({*shapes}) != 1 or not arrays[0].ndim:
        raise Declined("shapes differ")
    dtype = arrays[0].dtype
    for array in arrays:
        dtype = torch.promote_types(dtype, array.dtype)
    total = sum(array.shape[dim] for array in arrays)
    return empty(replace_axis(arrays[0].shape, dim, total), dtype)


@rule_for("stack")
def _stack(arrays, dim=0):
    shape = arrays[0].shape
    return _cat([array.unsqueeze(dim) for array in arrays], axis_of(dim, len(shape) + 1))


@rule_for("diff")
def _diff(data, n=1, dim=-1):
    require_meta(data)
    return empty(replace_axis(data.shape, dim, max(data.shape[dim] - n, 0)), data.dtype)


# ------------------------------------------------------------------------------------------ sizes


def _empty(shape: Sequence[int], dtype: torch.dtype | None, device) -> torch.Tensor:
    """Return a new array on ``meta``; on other devices torch creates it."""
    if torch.device(device or "cpu").type != "meta":
        raise Declined("not on meta")
    return empty(shape, dtype or torch.get_default_dtype())


@rule_for("arange")
def _arange(*bounds, dtype=None, device=None):
    start, end, step = {1: (0, *bounds, 1), 2: (*bounds, 1), 3: bounds}[len(bounds)]
    if (end - start) * step < 0:
        raise Declined("an empty range is an error")
    if dtype is None:
        all_integers = all(isinstance(bound, int) for bound in bounds)
        dtype = torch.int64 if all_integers else None
    return _empty((math.ceil((end - start) / step),), dtype, device)


@rule_for("linspace", "logspace")
def _linspace(start, end, steps, *, dtype=None, device=None, base=10.0):
    return _empty((steps,), dtype, device)


@rule_for("repeat", "tile")
def _repeat(data, *counts):
    require_meta(data)
    counts = counts[0] if len(counts) == 1 and not isinstance(counts[0], int) else counts
    if len(counts) < data.ndim:
        raise Declined("fewer counts than axes")
    shape = (1,) * (len(counts) - data.ndim) + tuple(data.shape)
    return empty([n * count for n, count in zip(shape, counts, strict=True)], data.dtype)


@rule_for("pad")
def _pad(data, pad, mode="constant", value=None):
    require_meta(data)
    shape = list(data.shape)
    for i in range(len(pad) // 2):
        before, after = pad[2 * i : 2 * i + 2]
        if mode == "reflect" and max(before, after) >= shape[-1 - i]:
            raise Declined("a reflection longer than the axis")
        shape[-1 - i] += before + after
    return empty(shape, data.dtype)


@rule_for("eye")
def _eye(rows, columns=None, *, dtype=None, device=None):
    return _empty((rows, rows if columns is None else columns), dtype, device)


@rule_for("rot90")
def _rot90(data, k=1, dims=(0, 1)):
    require_meta(data)
    return like(data.transpose(*dims) if k % 2 else data)


@rule_for("diag")
def _diag(data, diagonal=0):
    if data.ndim == 1:
        return _diag_embed(data, diagonal)
    return like(data.diagonal(diagonal))


@rule_for("tril_indices")
def _triangle(rows, columns, offset=0, *, device=None, dtype=torch.int64):
    count = sum(min(max(i + 1 + offset, 0), columns) for i in range(rows))
    return _empty((2, count), dtype, device)


@rule_for("diag_embed")
def _diag_embed(data, offset=0, dim1=-2, dim2=-1):
    if (dim1, dim2) != (-2, -1):
        raise Declined("other axes than the last two")
    require_meta(data)
    size = data.shape[-1] + abs(offset)
    return empty((*data.shape[:-1], size, size), data.dtype)
