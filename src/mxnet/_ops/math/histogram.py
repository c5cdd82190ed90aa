"""Cumulative sums, histograms, and checks for finite values."""

from __future__ import annotations

import numpy as np
import torch

from ..._core.dtypes import widen
from ..._core.private_torch import Function
from .. import shape_rules, type_rules
from ..attrs import DType, Floats
from ..caching import cached
from ..checks import axis_in_range, check, fail
from ..inputs import numbered, unless_set
from ..registry import Out, op
from ..small_arrays import is_few
from ..tracing import is_traced

_BLOCK = 1 << 16  # elements that are sorted at once


def _cumsum_types(inputs, outputs, attrs):
    """MXNet: the sum of booleans is the number of true ones, in int64."""
    dtype = attrs["dtype"] or (type_rules.INDEX if inputs[0] is torch.bool else None)
    if dtype is None:
        return type_rules.SAME(inputs, outputs, attrs)
    return inputs, [type_rules.unify(outputs[0], dtype)]


def _cumsum_shape(inputs, outputs, attrs):
    if attrs["axis"] is None:
        return inputs, outputs
    return shape_rules.same(inputs, outputs, attrs)


class _HalfCumsum(Function):
    """Cumulative sums in float16 that are rounded after every addition, as in NumPy."""

    @staticmethod
    def forward(ctx, a, axis):
        ctx.axis = axis
        # MXNet: as in NumPy. Torch accumulates in float32 and rounds each sum once.
        return torch.from_numpy(np.cumsum(a.detach().numpy(), axis))

    @staticmethod
    def backward(ctx, grad):
        return grad.flip(ctx.axis).cumsum(ctx.axis).flip(ctx.axis), None


@op("cumsum", "_np_cumsum", types=_cumsum_types, shape=_cumsum_shape, stored_name="_np_cumsum")
def cumsum(a, *, axis: int | None = None, dtype: DType | None = None):
    """Compute the cumulative sum along an axis, or over the flattened array."""
    if axis is None:
        a, axis = a if a.ndim == 1 else a.reshape(-1), 0
    if dtype is None:  # MXNet: only bool is widened
        dtype = torch.int64 if a.dtype is torch.bool else a.dtype
    axis = axis_in_range(axis, a.ndim)
    if dtype is torch.float16 and a.is_cpu and not a.is_meta and not is_traced():
        return _HalfCumsum.apply(a.to(dtype), axis)
    if not a.requires_grad or dtype.is_floating_point:
        return torch.cumsum(a, axis, dtype=dtype)
    result = torch.cumsum(a.detach(), axis, dtype=dtype)
    result.shadow = torch.cumsum(a, axis)  # see _eager.integer_gradients
    return result


@op(
    "_histogram",
    "_npi_histogram",
    outputs=2,
    mixed=True,
    types=type_rules.with_output_types("T.>.T", type_rules.INDEX),
    optional=unless_set("bin_cnt", "bins"),
)
def histogram(data, bins=None, *, bin_cnt: int | None = None, range: Floats | None = None):
    """Count the elements in each bin, and return the bin edges as well.

    The edges are passed as an array, or computed from the number of bins and the range.
    """
    check((bin_cnt is None) == (range is None), "cnt and range should both or neither specified")
    check((bins is None) != (bin_cnt is None), "give either bins or bin_cnt and range")
    if bin_cnt is not None and range is not None:
        _check_range(bin_cnt, range)
        bounds = torch.from_numpy(_even_bounds(bin_cnt, *_extent(range)))
        bounds = bounds.to(data.dtype, copy=True).to(data.device)
    else:
        bounds = _check_bounds(data, bins)
    if is_few(0, 0, data.detach(), bounds):  # of any number: NumPy is faster
        counts = _count(data.detach().numpy(), bounds.numpy())
        if counts is not None:
            return torch.from_numpy(counts), bounds
    data = data.reshape(-1)
    target = _even_bins(data, bounds, range) if range else _search_bins(data, bounds)
    # Elements outside are counted in an extra bin, which is dropped.
    inside = (data >= bounds[0]) & (data <= bounds[-1])
    count = bounds.shape[0] - 1
    target = torch.where(inside, target.clamp(0, count - 1), count)
    counts = torch.zeros(count + 1, dtype=torch.int64, device=data.device)
    return counts.scatter_add_(0, target, torch.ones_like(target))[:-1].clone(), bounds


def _check_bounds(data, bins) -> torch.Tensor:
    if not (bins.ndim == 1 and bins.shape[0] >= 2):
        fail(f"bins must be at least 2 bounds, got {bins.shape}")
    if bins.dtype is not data.dtype:
        fail(f"bins are {bins.dtype}, data {data.dtype}; they must be the same")
    return bins.clone()


def _extent(limits: tuple[float, ...]) -> tuple[float, float]:
    low, high = limits
    return (low, high) if low < high else (low - 0.5, high + 0.5)


def _check_range(count: int, limits: tuple[float, ...]) -> None:
    if count <= 0:
        fail(f"bin_cnt must be positive, got {count}")
    if not (len(limits) == 2 and limits[0] <= limits[1]):
        fail(f"range must be (low, high), got {limits}")


@cached
def _even_bounds(count: int, low: float, high: float) -> np.ndarray:
    steps = np.arange(count + 1, dtype=np.float64)
    return (high * steps + (count - steps) * low) / count


def _count(values: np.ndarray, bounds: np.ndarray) -> np.ndarray | None:
    """Return the number of elements in each bin, or None if the bounds are not sorted.

    Sorting blocks that fit into the cache is fastest for any number of bins.
    """
    if not np.logical_and.reduce(bounds[1:] >= bounds[:-1]):
        return None
    values, before = values.reshape(-1), np.zeros(len(bounds), np.int64)  # elements below a bound
    for start in range(0, len(values), _BLOCK):
        block = np.sort(values[start : start + _BLOCK])
        before[:-1] += block.searchsorted(bounds[:-1], "left")
        before[-1] += block.searchsorted(bounds[-1], "right")  # the last bin includes its end
    return before[1:] - before[:-1]


def _search_bins(data, bounds) -> torch.Tensor:
    return torch.searchsorted(bounds, data, right=True) - 1


def _even_bins(data, bounds, limits: tuple[float, ...]) -> torch.Tensor:
    """MXNet: of integers, whose bounds are rounded, it is the exact bounds that count."""
    count, (low, high) = bounds.shape[0] - 1, _extent(limits)
    target = ((widen(data) - low) * count / (high - low)).nan_to_num(0).long().clamp(0, count - 1)
    # Rounding may shift an element by one bin.
    target = target - (data < bounds[target]).long()
    return target + (data >= bounds[target + 1]).long()


def _are_finite(arrays, target):
    check(all(a.is_floating_point() for a in arrays), "only floating point types are supported")
    # One pass without temporary arrays: NaN and infinity appear in min or max.
    extremes = [extreme for a in arrays if a.numel() for extreme in torch.aminmax(a)]
    if not extremes:
        return torch.ones(1, device=arrays[0].device)
    # MXNet: a float64 outside the range of float32 is treated as infinite.
    finite = torch.stack([e.float() for e in extremes]).isfinite().all().float().reshape(1)
    return finite if target is None else finite * target[0]


@op("all_finite", types=type_rules.FLOATS)
def all_finite(data, *, init_output: bool = True, target: Out):
    """Return 1 if no element is NaN or infinite, else 0.

    Without ``init_output``, a 0 already stored in the array passed as ``out`` is kept.
    """
    return _are_finite([data], None if init_output else target)


@op(
    "multi_all_finite",
    types=type_rules.FLOATS,
    variadic_names=numbered("array"),
    variadic_count=lambda attrs: attrs["num_arrays"],
)
def multi_all_finite(*data, num_arrays: int = 1, init_output: bool = True, target: Out):
    """Return 1 if no element of any array is NaN or infinite, else 0.

    Without ``init_output``, a 0 already stored in the array passed as ``out`` is kept.
    """
    if len(data) != num_arrays:
        fail(f"num_arrays={num_arrays} must be the number of inputs, got {len(data)}")
    return _are_finite(data, None if init_output else target)
