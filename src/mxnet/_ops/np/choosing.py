"""mx.np: selection by condition, by order and by count."""

from __future__ import annotations

import math
from typing import Literal

import torch

from ..._core import dtypes
from .. import type_rules
from ..attrs import Shape
from ..checks import check, check_value, fail, require_values
from ..inputs import unless_set, when
from ..math.selection import select
from ..registry import op
from .reduce import reduced_axes

# ------------------------------------------------------------------------------------------ where


@op("_npi_where", mixed=True, types=type_rules.CHOSEN, without_gradient=("condition",))
def where(condition, x, y):
    """Choose elements of ``x`` where the condition is nonzero, and of ``y`` elsewhere."""
    if x.dtype is not y.dtype:
        x_type, y_type = (dtypes.BY_TORCH[tensor.dtype].name for tensor in (x, y))
        fail(
            f"Incompatible attr in node  at 1-th input: expected {x_type}, got {y_type}; "
            "convert one of x and y with astype"
        )
    return select(condition, x, y)


def _scalar(scalar: float, dtype: torch.dtype, device: torch.device):
    return torch.full((), dtypes.as_element(scalar, dtype), dtype=dtype, device=device)


@op(
    "_npi_where_lscalar",
    mixed=True,
    types=type_rules.pattern("CT>T"),
    without_gradient=("condition",),
)
def where_lscalar(condition, x, *, scalar: float = 0.0):
    """Choose a scalar where the condition is nonzero, and elements of ``x`` elsewhere."""
    return select(condition, _scalar(scalar, x.dtype, x.device), x)


@op(
    "_npi_where_rscalar",
    mixed=True,
    types=type_rules.pattern("CT>T"),
    without_gradient=("condition",),
)
def where_rscalar(condition, y, *, scalar: float = 0.0):
    """Choose elements of ``y`` where the condition is nonzero, and a scalar elsewhere."""
    return select(condition, y, _scalar(scalar, y.dtype, y.device))


@op("_npi_where_scalar2", types=type_rules.FLOATS)
def where_scalar2(condition, *, x: float = 0.0, y: float = 0.0):
    """Return ``x`` where the condition is nonzero and ``y`` elsewhere, as float32."""
    numbers = [_scalar(each, torch.float32, condition.device) for each in (x, y)]
    return select(condition, *numbers)


# ----------------------------------------------------------------- shapes that depend on values


@op("_npx_nonzero", "_npi_nonzero")
def nonzero(x):
    """Return the indices of the nonzero elements, one row for each."""
    require_values(x, "how many elements are not 0", (None, max(x.ndim, 1)))
    return torch.nonzero(x.detach() if x.ndim else x.detach().reshape(1))


@op(
    "_npi_unique",
    outputs=lambda attrs: (
        1 + attrs["return_index"] + attrs["return_inverse"] + attrs["return_counts"]
    ),
)
def unique(
    data,
    *,
    return_index: bool = False,
    return_inverse: bool = False,
    return_counts: bool = False,
    axis: int | None = None,
):
    """Return the unique elements in sorted order, or the unique slices along an axis.

    Optionally, also return the index of each first occurrence, the inverse, and the counts.
    """
    require_values(data, "how many different elements there are")
    data = data.detach()
    if axis is not None:
        if not -data.ndim <= axis < data.ndim:
            fail(
                "Axis should be in the range of [-r, r-1] where r is the rank of input tensor, "
                f"got {axis} for {data.ndim}"
            )
    # With an axis torch compares slices, which takes a hundred times as long for single numbers.
    values, inverse, counts = torch.unique(
        data, return_inverse=True, return_counts=True, dim=None if data.ndim == 1 else axis
    )
    inverse = inverse.view(-1)
    results = [values]
    if return_index:
        positions = torch.arange(inverse.numel(), device=data.device)
        first = positions.new_full(counts.shape, inverse.numel())
        results.append(first.scatter_reduce(0, inverse, positions, "amin"))
    if return_inverse:
        results.append(inverse)
    if return_counts:
        results.append(counts)
    ordered = tuple(result.contiguous() for result in results)
    return ordered if len(ordered) > 1 else ordered[0]


@op("_npi_bincount", mixed=True, optional=when("has_weights", "weights"))
def bincount(data, weights=None, *, minlength: int = 0, has_weights: bool = False):
    """Count the occurrences of each integer, or add up the corresponding weights."""
    if data.ndim > 1:
        fail(f"Input only accept 1d array, got {data.ndim} dimensions")
    if data.is_floating_point() or data.dtype is torch.bool:
        fail(f"Input data should be int type, got {dtypes.BY_TORCH[data.dtype].name}")
    check((weights is not None) == has_weights, "weights go with has_weights=True")
    require_values(data, "how many numbers are counted")
    low, high = map(int, data.aminmax()) if data.numel() else (0, -1)
    check(low >= 0, "input should be nonnegative number")
    if weights is None:
        # MXNet: counts have the type of the data.
        return torch.bincount(data, minlength=minlength).to(data.dtype)
    check(weights.shape == data.shape, "weights and data must have the same length")
    length = max(high + 1, minlength)
    return weights.new_zeros(length).index_add_(0, data.long(), weights.detach())


# -------------------------------------------------------------------------------------- quantiles


def _percentile_types(inputs, outputs, attrs):
    wide = torch.float64 if inputs[0] is torch.float64 else torch.float32
    return inputs, outputs if inputs[0] is None else [wide]


@op(
    "_npi_percentile",
    mixed=True,
    types=_percentile_types,
    optional=unless_set("q_scalar", "q"),
)
def percentile(
    a,
    q=None,
    *,
    axis: Shape | None = None,
    interpolation: Literal["linear", "lower", "higher", "midpoint", "nearest"] = "linear",
    keepdims: bool = False,
    q_scalar: float | None = None,
):
    """Compute percentiles of the elements over axes."""
    check((q is None) != (q_scalar is None), "give q either as an array or as q_scalar")
    check(a.dtype is not torch.bool, "bool has no order")
    a = a.detach().to(torch.float64 if a.dtype is torch.float64 else torch.float32)
    axes = reduced_axes(a.ndim, axis)
    line = _last(a, axes)
    if q_scalar is not None:
        _check_percentage(0 <= q_scalar <= 100)
        result, shape = _at_rank(line, q_scalar / 100, interpolation), ()
    else:
        if q.ndim > 1:
            fail(f"q must have at most 1 dimension, got {q.ndim}")
        _check_percentage(q.is_meta or bool(((q >= 0) & (q <= 100)).all()))
        result, shape = _at_ranks(line, dtypes.widen(q.detach()) / 100, interpolation), q.shape
    if keepdims:
        return result.reshape([*shape, *(1 if d in axes else n for d, n in enumerate(a.shape))])
    return result


def _check_percentage(is_valid: bool) -> None:
    check_value(is_valid, "percentile exceeds the valid range of 0 to 100")


def _last(a, axes: tuple[int, ...]):
    """Merge the axes to reduce into one, the last."""
    rest = [d for d in range(a.ndim) if d not in axes]
    return a.permute([*rest, *axes]).reshape(
        [*(a.shape[d] for d in rest), math.prod(a.shape[d] for d in axes)]
    )


def _sort(line):
    check(line.shape[-1] > 0, "an empty array has no percentiles")
    return line.sort(-1).values


def _hide(line, result):
    """Return nan for lines with nan, which is sorted last."""
    return torch.where(line.isnan().any(-1), math.nan, result).contiguous()


def _interpolate(low, high, weight):
    return torch.where(low == high, low, low + (high - low) * weight)  # infinity - infinity is nan


def _at_rank(line, fraction: float, interpolation: str):
    """Return what ``_at_ranks`` returns for one fraction, with its rank computed by the host."""
    ordered, rank = _sort(line), fraction * (line.shape[-1] - 1)
    below, above = math.floor(rank), math.ceil(rank)
    if interpolation == "nearest":
        below = above = math.floor(rank + 0.5)
    elif interpolation in ("lower", "higher"):
        below = above = below if interpolation == "lower" else above
    low = ordered.select(-1, below)
    if below == above:
        return _hide(line, low)
    weight = 0.5 if interpolation == "midpoint" else rank - below
    return _hide(line, _interpolate(low, ordered.select(-1, above), weight))


def _at_ranks(line, fraction, interpolation: str):
    ordered, rank = _sort(line), fraction * (line.shape[-1] - 1)
    below, above = rank.floor(), rank.ceil()
    if interpolation == "nearest":
        below = above = (rank + 0.5).floor()  # MXNet: halves are rounded up
    elif interpolation == "lower":
        above = below
    elif interpolation == "higher":
        below = above
    weight = 0.5 * (above - below) if interpolation == "midpoint" else rank - below
    low, high = (_along_last(ordered, positions) for positions in (below, above))
    weight = weight.reshape([*fraction.shape, *[1] * (line.ndim - 1)]).to(line.dtype)
    return _hide(line, _interpolate(low, high, weight))


def _along_last(ordered, positions):
    """Take positions along the last axis; for several positions, their axis comes first."""
    parts = ordered.index_select(-1, positions.long().reshape(-1))
    parts = parts.movedim(-1, 0)
    return parts if positions.ndim else parts.squeeze(0)


# ------------------------------------------------------------------------------------- polynomials


@op("_npi_polyval")
def polyval(p, x):
    """Evaluate a polynomial, with coefficients from the highest power to the lowest."""
    check_value(p.ndim == 1, f"p has to be an 1-D array, got {p.ndim} dimensions")
    check(p.dtype is not torch.bool, "a polynomial has numbers as coefficients, not bool")
    result = torch.zeros_like(x)
    for coefficient in p.unbind():
        result = result * x + coefficient
    return result
