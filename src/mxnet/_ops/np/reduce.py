"""mx.np: reductions over axes, cumulative sums and differences.

MXNet: unlike the reductions of mx.nd, these return arrays without dimensions, and ``axis=()``
reduces nothing.
"""

from __future__ import annotations

import functools
import math

import torch

from ..._core.dtypes import widest
from .. import type_rules
from ..attrs import Shape, dtype_choice
from ..checks import Declined, axis_in_range, check, fail
from ..inputs import when
from ..math.casting import convert
from ..math.reduce import REDUCTIONS, as_dim, count_over, product_of_floats, spread_over
from ..registry import op, register
from ..zero_gradients import detached

Result = dtype_choice("None", "bool", "float16", "float32", "float64", "int8", "int32", "int64")
Moment = dtype_choice("None", "float16", "float32", "float64", "int8", "int32", "int64")


@functools.lru_cache(1024)
def reduced_axes(ndim: int, axis: Shape | None) -> tuple[int, ...]:
    """Return the axes to reduce as sorted nonnegative numbers."""
    if axis is None:
        return tuple(range(ndim))
    if ndim == 0 and set(axis) <= {0, -1}:
        return ()
    for a in axis:
        if not -ndim <= a < ndim:
            fail(f"Reduction axis {a} Exceeds input dimensions {ndim}")
    if len(axis) == 1:
        return (axis[0] % ndim,)
    axes = sorted({a % ndim for a in axis})
    if len(axes) != len(axis):
        fail(f"Reduction axes have duplicates {axis}")
    return tuple(axes)


def _require_no_initial(initial: float | None) -> None:
    if initial is not None:
        fail("initial is not supported yet")


_sum, _product = (REDUCTIONS[name].function for name in ("sum", "prod"))


def _mean(data, axes, keepdims):
    count = count_over(data, axes)
    if data.dtype.is_floating_point and count:
        return torch.mean(data, axes, keepdims)
    total = _sum(data, axes, keepdims)  # MXNet: the mean of no elements is 0
    return total if count in (0, 1) else torch.div(total, count, rounding_mode="trunc")


def _reduction(function, default_type, name):
    """Create the kernel of a reduction whose result type differs from its input type."""

    def kernel(
        a,
        *,
        axis: Shape | None = None,
        dtype: Result | None = None,
        keepdims: bool = False,
        initial: float | None = None,
    ):
        _require_no_initial(initial)
        axes = reduced_axes(a.ndim, axis)
        result_dtype = dtype or default_type.get(a.dtype, a.dtype)
        if a.dtype is result_dtype:
            return function(a, axes, keepdims) if axes else a.clone()
        # MXNet: integers are converted first, even if their sum then overflows; floats never are.
        floats = a.dtype.is_floating_point or result_dtype.is_floating_point
        a = a.to(torch.promote_types(a.dtype, result_dtype) if floats else result_dtype)
        return convert(function(a, axes, keepdims) if axes else a.clone(), result_dtype)

    kernel.__doc__ = f"Compute the {name} over axes, by default over all of them."
    return kernel


# MXNet: bool is summed in int64; the mean of integers and bool is float32.
SUMMED = {torch.bool: torch.int64}
AVERAGED = dict.fromkeys(
    (torch.bool, torch.int8, torch.uint8, torch.int32, torch.int64), torch.float32
)


def _specialize(function, kernel):
    """Return the field ``specialize`` of a reduction that is one torch function for floats."""

    def specialize(attrs: dict):
        axis, keepdims = attrs["axis"], attrs["keepdims"]
        if attrs["dtype"] is not None or attrs["initial"] is not None or axis == ():
            return None
        along = as_dim(axis)

        def reduce(a):
            return function(a, along, keepdims) if a.numel() else kernel(a, **attrs)

        def reduce_all(a):
            return function(a) if a.numel() else kernel(a, **attrs)

        return reduce_all if axis is None and not keepdims else reduce

    return specialize


def _spread(grad, data, axis, is_mean: bool):
    return spread_over(grad, data, reduced_axes(data.ndim, axis), is_mean)


def _reduction_gradient(is_mean: bool):
    def rule(g, attrs, inputs, result, grad):
        if attrs["dtype"] is not None:
            raise Declined("a reduction with a dtype has no gradient rule")
        return (g.call(_spread, grad, inputs[0], attrs["axis"], is_mean),)

    return rule


def _specialize_product(attrs: dict):
    if attrs["dtype"] is not None or attrs["initial"] is not None or not attrs["axis"]:
        return None
    along, keepdims = as_dim(attrs["axis"]), attrs["keepdims"]
    return lambda a: product_of_floats(a, along, keepdims)


_SUM_TYPES = type_rules.attr_or_default(SUMMED)
_MEAN_TYPES = type_rules.attr_or_default(AVERAGED)
_sum_kernel, _mean_kernel = _reduction(_sum, SUMMED, "sum"), _reduction(_mean, AVERAGED, "mean")
register(
    _sum_kernel,
    "_np_sum",
    specialize=_specialize(torch.sum, _sum_kernel),
    types=_SUM_TYPES,
    gradient=_reduction_gradient(False),
    converts_type=True,
)
register(
    _reduction(_product, SUMMED, "product"),
    "_np_prod",
    ("_np_product",),
    specialize=_specialize_product,
    types=_SUM_TYPES,
    converts_type=True,
)
register(
    _mean_kernel,
    "_npi_mean",
    specialize=_specialize(torch.mean, _mean_kernel),
    types=_MEAN_TYPES,
    gradient=_reduction_gradient(True),
    converts_type=True,
)


def _extreme(function, name, word):
    def kernel(
        a, *, axis: Shape | None = None, keepdims: bool = False, initial: float | None = None
    ):
        _require_no_initial(initial)
        if axis is None and not keepdims and a.ndim == 1 and a.numel():
            return function(a, 0, False)
        axes = reduced_axes(a.ndim, axis)
        if not a.numel() and not all(a.shape[axis] for axis in axes):
            fail(f"zero-size array to reduction operation {word} which has no identity")
        return function(a, axes, keepdims) if axes else a.clone()

    kernel.__doc__ = f"Compute the {name} over axes, by default over all of them."
    return kernel


def _specialize_extreme(function, kernel):
    def specialize(attrs: dict):
        axis, keepdims = attrs["axis"], attrs["keepdims"]
        if attrs["initial"] is not None or axis == ():
            return None
        along = () if axis is None else as_dim(axis)

        def reduce(a):
            if a.requires_grad or not a.numel():
                return kernel(a, **attrs)
            return function(a, along, keepdims)

        return reduce

    return specialize


for _name, _function, _what, _word in (
    ("max", torch.amax, "largest element", "maximum"),
    ("min", torch.amin, "smallest element", "minimum"),
):
    _kernel = _extreme(REDUCTIONS[_name].function, _what, _word)
    register(
        _kernel,
        f"_np_{_name}",
        (f"_np_a{_name}",),
        specialize=_specialize_extreme(_function, _kernel),
    )


_MANY = 1 << 12  # elements: above, torch reduces bytes up to thirty times faster than booleans


def _truth(function, of_bytes, name):
    def kernel(data, *, axis: Shape | None = None, keepdims: bool = False):
        axes = reduced_axes(data.ndim, axis)
        if not axes:
            return data != 0
        truth = data if data.dtype is torch.bool else data != 0
        if truth.is_cpu and truth.numel() > _MANY:
            return of_bytes(truth.view(torch.uint8), axes, keepdims).view(torch.bool)
        return function(truth, axes, keepdims)

    kernel.__doc__ = f"Return whether {name} of the elements over axes are nonzero."
    return kernel


register(_truth(torch.all, torch.amin, "all"), "_np_all", types=type_rules.BOOLS)
register(_truth(torch.any, torch.amax, "any"), "_np_any", ("_np_sometrue",), types=type_rules.BOOLS)


def _search(function, name):
    def kernel(data, *, axis: int | None = None, keepdims: bool = False):
        check(data.dtype is not torch.bool, "bool has no order")
        (along,) = (None,) if axis is None else reduced_axes(data.ndim, (axis,)) or (0,)
        length = data.numel() if axis is None or not data.ndim else data.shape[along]
        check(length > 0, "attempt to search an empty sequence")
        if axis is not None:
            return function(data, along, keepdims)
        position = function(data.reshape(-1), 0)
        return position.reshape([1] * data.ndim) if keepdims else position

    kernel.__doc__ = f"Return the position of the {name} along an axis, or in the flattened array."
    return kernel


def _specialize_search(function):
    def specialize(attrs: dict):
        axis, keepdims = attrs["axis"], attrs["keepdims"]
        return None if axis is None and keepdims else lambda data: function(data, axis, keepdims)

    return specialize


for _function, _word in ((torch.argmax, "largest"), (torch.argmin, "smallest")):
    register(
        _search(_function, f"{_word} element"),
        f"_npi_{_function.__name__}",
        specialize=_specialize_search(_function),
        types=type_rules.INDICES,
    )


# ---------------------------------------------------------------------------------------- moments


def _variance(a, axis, dtype, ddof: int, keepdims: bool):
    check(a.dtype is not torch.bool, "bool has no variance")
    axes = reduced_axes(a.ndim, axis)
    result_type = dtype or a.dtype
    a = detached(a)
    count = count_over(a, axes)
    if axes and a.dtype is result_type and a.dtype.is_floating_point and count > ddof:
        return torch.var(a, axes, correction=ddof, keepdim=keepdims), result_type
    mean = _mean(a, axes, True) if axes else a  # MXNet: the mean of integers is an integer
    precise = torch.promote_types(a.dtype, result_type)
    precise = precise if precise.is_floating_point else widest(a.device)
    squares = (a.to(precise) - mean).square_()
    if axes:
        squares = squares.sum(axes, keepdims)
    return squares / (count - ddof), result_type


@op("_npi_var", types=type_rules.attr_or_input())
def var(
    a,
    *,
    axis: Shape | None = None,
    dtype: Moment | None = None,
    ddof: int = 0,
    keepdims: bool = False,
):
    """Compute the variance over axes; it has no gradient."""
    variance, dtype = _variance(a, axis, dtype, ddof, keepdims)
    return variance.to(dtype)


@op("_npi_std", types=type_rules.attr_or_input())
def std(
    a,
    *,
    axis: Shape | None = None,
    dtype: Moment | None = None,
    ddof: int = 0,
    keepdims: bool = False,
):
    """Compute the standard deviation over axes; it has no gradient."""
    variance, dtype = _variance(a, axis, dtype, ddof, keepdims)
    return variance.sqrt_().to(dtype)


@op(
    "_npi_average",
    outputs=lambda attrs: 1 + attrs["returned"],
    optional=when("weighted", "weights"),
)
def average(
    a,
    weights=None,
    *,
    axis: Shape | None = None,
    returned: bool = False,
    weighted: bool = True,
):
    """Compute the optionally weighted mean over axes; optionally also return the sum of weights."""
    axes = reduced_axes(a.ndim, axis)
    if not weighted:
        count = count_over(a, axes)
        mean = _mean(a, axes, False) if axes else a.clone()
        if not count and a.is_floating_point():  # MXNet: nan here, but not in mean
            mean = torch.full_like(mean, math.nan)
        return (mean, a.new_full((), count)) if returned else mean
    check(weights is not None, "weighted=True needs weights")
    spread = _broadcast_weights(a, weights, axis, axes)
    total = _sum(spread, axes, False) if axes else spread.clone()
    sums = _sum(a * spread, axes, False) if axes else a * spread
    mean = torch.div(sums, total, rounding_mode=None if a.is_floating_point() else "trunc")
    if not returned:
        return mean
    # MXNet: weights along one axis have a single sum, and the sums have no gradient.
    return mean, (total if weights.shape == a.shape else weights.sum(dtype=a.dtype)).detach()


def _broadcast_weights(a, weights, axis, axes):
    """Return the weights, broadcast along their axis."""
    if weights.shape == a.shape:
        return weights
    check(axis is not None, "Axis must be specified when shapes of a and weights differ.")
    check(len(axes) == 1, "Axis must be int when shapes of a and weights differ.")
    check(weights.ndim == 1, "1D weights expected when shapes of a and weights differ.")
    if weights.shape[0] != a.shape[axes[0]]:
        fail(
            "Length of weights not compatible with specified axis: "
            f"{weights.shape[0]} weights, axis {axes[0]} has {a.shape[axes[0]]}"
        )
    return weights.reshape([-1 if d == axes[0] else 1 for d in range(a.ndim)])


# ----------------------------------------------------------------------------------- differences


@op("_npi_diff")
def diff(a, *, n: int = 1, axis: int = -1):
    """Compute the differences of neighbors along an axis, ``n`` times."""
    if not n >= 0:
        fail(f"n must not be negative, got {n}")
    check(a.dtype is not torch.bool, "bool has no differences")
    axis = axis_in_range(axis, a.ndim)
    return torch.diff(a, n, axis) if n else a.clone()


@op(
    "_npi_ediff1d",
    optional=lambda attrs: ("input2", "input3")[
        : attrs["to_begin_arr_given"] + attrs["to_end_arr_given"]
    ],
)
def ediff1d(
    input1,
    input2=None,
    input3=None,
    *,
    to_begin_arr_given: bool = False,
    to_end_arr_given: bool = False,
    to_begin_scalar: float | None = None,
    to_end_scalar: float | None = None,
):
    """Compute the differences of neighbors in the flattened array; add values at both ends."""
    flat = input1.reshape(-1)
    arrays = [array for array in (input2, input3) if array is not None]
    count = to_begin_arr_given + to_end_arr_given
    if len(arrays) != count:
        fail(f"{count} arrays are announced for the ends, {len(arrays)} came")
    begin = arrays.pop(0) if to_begin_arr_given else _end(flat, to_begin_scalar)
    end = arrays.pop(0) if to_end_arr_given else _end(flat, to_end_scalar)
    inside = torch.diff(flat)
    ends = [part.reshape(-1) for part in (begin, inside, end) if part is not None]
    return torch.cat(ends) if len(ends) > 1 else inside


def _end(like, value: float | None):
    return None if value is None else like.new_full((1,), value)
