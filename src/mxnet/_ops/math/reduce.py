"""Reductions over axes: sum, mean, max and others."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from dataclasses import dataclass

import torch

from ..._core.private_torch import Function
from .. import storage_rules
from ..attrs import Shape
from ..checks import Declined, fail
from ..registry import OPS, op, register
from ..sparse_kernels import call, for_sparse_results
from ..sparse_tensor import CsrTensor, RowSparseTensor


@functools.lru_cache(1024)
def reduced_axes(ndim: int, axis: Shape | None, exclude: bool = False) -> tuple[int, ...]:
    """Return the axes to reduce as sorted nonnegative numbers; None and () mean all axes."""
    if axis is None or axis == ():
        # MXNet: exclude without an axis still reduces everything.
        return tuple(range(ndim))
    for a in axis:
        if not -ndim <= a < ndim:
            fail(f"Reduction axis {a} Exceeds input dimensions {ndim}")
    if len(axis) == 1 and not exclude:
        return (axis[0] % ndim,)
    axes = {a % ndim for a in axis}
    if len(axes) != len(axis):
        fail(f"an axis is given twice in {axis}")
    return tuple(d for d in range(ndim) if (d in axes) != exclude)


def as_dim(axis: tuple[int, ...] | None) -> int | tuple[int, ...] | None:
    """Return one axis as a number, with which calls of torch take less time."""
    return axis[0] if axis is not None and len(axis) == 1 else axis


def count_over(data, axes: tuple[int, ...]) -> int:
    """Return how many elements a reduction over axes combines into one."""
    count, shape = 1, data.shape
    for axis in axes:
        count *= shape[axis]
    return count


class _Extreme(Function):
    """Maximum or minimum; every element equal to it receives the full gradient."""

    @staticmethod
    def forward(ctx, data, function, axes):
        result = function(data, axes, True)
        ctx.save_for_backward(data, result)
        return result

    @staticmethod
    def backward(ctx, grad):
        data, result = ctx.saved_tensors
        return grad * (data == result), None, None


def _extreme(function):
    def reduce(data, axes, keepdim):
        if not data.requires_grad:
            return function(data, axes, keepdim)
        result = _Extreme.apply(data, function, axes)
        return result if keepdim else result.squeeze(axes)

    return reduce


def _product(data, axes, keepdim):
    for axis in reversed(axes):
        data = torch.prod(data, axis, keepdim=keepdim, dtype=data.dtype)
    return data


def product_of_floats(data, axis, keepdim):
    """Compute the product over one axis, or several."""
    if isinstance(axis, int):
        return torch.prod(data, axis, keepdim)
    return _product(data, reduced_axes(data.ndim, axis), keepdim)


def _sum(data, axes, keepdim):
    if data.dtype.is_floating_point:
        return torch.sum(data, axes, keepdim)
    return torch.sum(data, axes, keepdim, dtype=data.dtype)


def _mean(data, axes, keepdim):
    count = count_over(data, axes)
    if data.is_floating_point() and count != 1:
        return torch.mean(data, axes, keepdim)
    total = _sum(data, axes, keepdim)  # the same for one element, with a simpler gradient
    if data.dtype is torch.bool or count == 1:
        return total
    return torch.div(total, count, rounding_mode="trunc")


def _nansum(data, axes, keepdim):
    return (torch.nansum if data.dtype.is_floating_point else _sum)(data, axes, keepdim)


def _nanprod(data, axes, keepdim):
    if data.dtype.is_floating_point:
        data = torch.where(data.isnan(), 1, data)
    return _product(data, axes, keepdim)


def spread_over(grad, data, axes: tuple[int, ...], is_mean: bool):
    """Compute the gradient of data from the gradient of its sum or mean over axes."""
    shape = [1 if i in axes else n for i, n in enumerate(data.shape)]
    spread = grad.reshape(shape).expand(data.shape)
    return spread / count_over(data, axes) if is_mean else spread


def _spread(grad, data, axis, exclude: bool, is_mean: bool):
    return spread_over(grad, data, reduced_axes(data.ndim, axis, exclude), is_mean)


def _reduction_gradient(is_mean: bool):
    def rule(g, attrs, inputs, result, grad):
        return (g.call(_spread, grad, inputs[0], attrs["axis"], attrs["exclude"], is_mean),)

    return rule


def _sum_sparse(op, operands, attrs):
    """Sum a CSR matrix without a dense copy."""
    (matrix,) = operands
    if not isinstance(matrix, CsrTensor) or matrix.dtype is torch.float16:
        raise Declined("no matrix, or one whose sums would be rounded at every step")
    axes = reduced_axes(2, attrs["axis"], attrs["exclude"])
    if len(axes) == 1:
        kept = matrix.columns if axes == (0,) else matrix.rows
        total = matrix.data.new_zeros(matrix.shape[1 - axes[0]])
        total.index_add_(0, kept.long(), matrix.data)
    elif axes:
        total = _sum(matrix.data, (0,), True)
    else:
        raise Declined("nothing is reduced")
    if not attrs["keepdims"]:
        return total
    return total.reshape([1 if axis in axes else n for axis, n in enumerate(matrix.shape)])


def _mean_sparse(op, operands, attrs):
    """Compute the mean of a CSR matrix, which counts the elements that are not stored, too."""
    total = _sum_sparse(op, operands, attrs)
    count = math.prod(operands[0].shape) // max(total.numel(), 1)
    is_float = total.is_floating_point()
    return total / count if is_float else torch.div(total, count, rounding_mode="trunc")


@dataclass(frozen=True, slots=True)
class Reduction:
    """A function of data, axes (nonnegative and sorted) and keepdim.

    ``of_floats`` does the same for floats, with one axis as a number or any axes; ``sparse`` for a
    CSR matrix.
    """

    function: Callable
    of_floats: Callable | None = None
    aliases: tuple[str, ...] = ()
    gradient: Callable | None = None
    sparse: Callable | None = None


_max, _min = _extreme(torch.amax), _extreme(torch.amin)
REDUCTIONS = {
    "sum": Reduction(_sum, torch.sum, ("sum_axis",), _reduction_gradient(False), _sum_sparse),
    "mean": Reduction(_mean, torch.mean, (), _reduction_gradient(True), _mean_sparse),
    "prod": Reduction(_product, product_of_floats),
    "nansum": Reduction(_nansum, torch.nansum),
    "nanprod": Reduction(_nanprod),
    "max": Reduction(_max, _max, ("max_axis",)),
    "min": Reduction(_min, _min, ("min_axis",)),
}


def _reduce_kernel(reduction: Reduction, name: str):
    function = reduction.function

    def kernel(data, *, axis: Shape | None = None, keepdims: bool = False, exclude: bool = False):
        if not axis and not keepdims:
            # MXNet: a full reduction has shape (1,), not ().
            return function(data if data.ndim == 1 else data.reshape(-1), (0,), True)
        axes = reduced_axes(data.ndim, axis, exclude)
        if not axes:
            return data.clone()
        result = function(data, axes, keepdims)
        return result if result.ndim else result.reshape(1)

    kernel.__doc__ = f"Compute the {name} over axes, by default over all of them."
    return kernel


def _specialize(reduction: Reduction):
    function = reduction.of_floats

    def specialize(attrs: dict):
        axes, keepdims = attrs["axis"], attrs["keepdims"]
        if function is None or attrs["exclude"] or keepdims and not axes:
            return None

        along = as_dim(axes)

        def reduce(data):
            result = function(data, along, keepdims)
            return result if result.ndim else result.reshape(1)

        def reduce_all(data):
            return function(data if data.ndim == 1 else data.reshape(-1), 0, True)

        return reduce if axes else reduce_all

    return specialize


for _name, _reduction in REDUCTIONS.items():
    register(
        _reduce_kernel(_reduction, _name),
        _name,
        _reduction.aliases,
        specialize=_specialize(_reduction),
        gradient=_reduction.gradient,
        sparse=_reduction.sparse,
        numbers_inputs=True,
    )


def _square_sum_storage(op, stypes, attrs) -> str:
    of_rows = attrs.get("axis") in ((1,), (-1,)) and not attrs.get("exclude")
    is_kept = stypes[0] == storage_rules.ROWS and of_rows and attrs.get("keepdims")
    return stypes[0] if is_kept else storage_rules.DENSE


@for_sparse_results
def _square_sum_sparse(op, operands, attrs):
    """Compute the sum of squares of each stored row."""
    (rows,) = operands
    if len(rows.shape) != 2:
        raise Declined("not a matrix")
    return RowSparseTensor((call(op, [rows.data], attrs), rows.indices), (len(rows), 1))


@op("_square_sum", storage=_square_sum_storage, sparse=_square_sum_sparse)
def square_sum(data, *, axis: Shape | None = None, keepdims: bool = False, exclude: bool = False):
    """Compute the sum of squares over axes, by default over all of them."""
    return OPS["sum"].kernel(data.square(), axis=axis, keepdims=keepdims, exclude=exclude)
