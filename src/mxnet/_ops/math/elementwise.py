"""Elementwise functions of one array, and the sum of several arrays.

The unary functions are a table: each row has the name and the torch function, and the loop after it
declares the operators.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch.nn import functional

from ..._core.dtypes import widen
from ..._core.private_torch import Function
from .. import gradient_rules, shape_rules, sparse_kernels, storage_rules
from ..checks import fail
from ..registry import op, register
from ..tracing import is_traced
from ..zero_gradients import detached


class _CubeRoot(Function):
    """Cube root; its gradient at 0 is infinite, not undefined."""

    @staticmethod
    def forward(ctx, x):
        root = torch.copysign(x.abs().pow(1 / 3), x)
        ctx.save_for_backward(root)
        return root

    @staticmethod
    def backward(ctx, grad):
        (root,) = ctx.saved_tensors
        return grad / (3 * root * root)


def _cbrt(x):
    if x.is_floating_point():
        return _CubeRoot.apply(x)
    root = _CubeRoot.apply(widen(x))
    return root - torch.where(root == 0, 0, (root**3 - x) / (3 * root * root))  # cubes are exact


class _Relu(Function):
    """The positive part. MXNet: the gradient at NaN is NaN, so that it does not go unnoticed."""

    @staticmethod
    def forward(ctx, x):
        result = torch.relu(x)
        ctx.save_for_backward(result)
        return result

    @staticmethod
    def backward(ctx, grad):
        return relu_gradient(grad, *ctx.saved_tensors)


def has_nan(result: torch.Tensor) -> bool:
    """Return whether there may be a NaN, which the sum of infinities of both signs is as well."""
    return math.isnan(detached(result).sum())


def relu_gradient(grad, result):
    """Compute the gradient of relu from the gradient of its result."""
    if result.is_cpu and not has_nan(result):  # common, and much faster
        return torch.ops.aten.threshold_backward(grad, result, 0)
    return grad * result.ceil().clamp(max=1)  # 0, 1 or NaN


def _relu(x):
    if not x.requires_grad:
        return torch.relu(x)
    if x.is_cpu and not is_traced():
        result = torch.relu(x)
        if not has_nan(result):  # torch's gradient is the same, without a function in Python
            return result
    return _Relu.apply(x)


def _rint(x):
    # MXNet: rint rounds halves down, and round() away from 0.
    x = detached(x)
    floor = x.floor()
    return floor.add_((x - floor).gt_(0.5))


def round_away(x):
    """Round to the nearest integer, with halves rounded away from 0."""
    if not x.is_floating_point():
        return x.clone()
    x = detached(x)
    integers = x.trunc()
    rest = x - integers
    return integers.add_(rest.add_(rest).trunc_().nan_to_num_())  # inf - inf is nan


def _softsign(x):
    if x.requires_grad or not x.is_floating_point():
        return x / (1 + x.abs())
    divisor = x.abs().add_(1)
    return torch.div(x, divisor, out=divisor)


def _erf(x):
    # In float32, erf(4) is already 1, and truncation to integers would show it.
    return torch.erf(x if x.is_floating_point() else widen(x))


class _LogGamma(Function):
    """The logarithm of the absolute value of the gamma function."""

    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return torch.lgamma(x)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        # MXNet: the derivative is +inf at 0 and at negative integers.
        is_pole = (x <= 0) & (x == x.floor())
        return grad * torch.digamma(x).masked_fill(is_pole, math.inf)


def _log_gamma(x):
    return _LogGamma.apply(x) if x.requires_grad else torch.lgamma(x)


def _gamma(x):
    # lgamma loses the sign of gamma for negative numbers; gamma of negative integers is undefined.
    floor = x.floor()
    negative = torch.where(x == floor, math.nan, 1 - 2 * (floor % 2))
    sign = torch.where(x < 0, negative, torch.ones_like(x).copysign(x.detach()))
    return sign * _log_gamma(x).exp()


def _with_wide_gradient(function):
    """Return a function of torch whose derivative would overflow in float16."""

    def compute(x):
        if x.requires_grad and x.dtype is torch.float16:
            return function(x.float()).to(x.dtype)
        return function(x)

    return compute


def _square_gradient(grad, data):
    return grad * (data * 2.0)


@dataclass(frozen=True, slots=True)
class Unary:
    """A function of one array, with the facts of its operator.

    ``inplace`` overwrites the array. The gradient of a step function is 0.
    """

    function: Callable
    inplace: Callable | None = None
    gradient: Callable | None = None
    keeps_zero: bool = False
    is_step: bool = False


UNARY = {
    "sqrt": Unary(torch.sqrt, torch.sqrt_, keeps_zero=True),
    "rsqrt": Unary(torch.rsqrt, torch.rsqrt_),
    "cbrt": Unary(_cbrt, keeps_zero=True),
    "rcbrt": Unary(lambda x: 1 / _cbrt(x)),
    "exp": Unary(torch.exp, torch.exp_, gradient_rules.from_result(torch.mul)),
    "expm1": Unary(torch.expm1, torch.expm1_, keeps_zero=True),
    "log": Unary(torch.log, torch.log_),
    "log10": Unary(_with_wide_gradient(torch.log10)),
    "log2": Unary(torch.log2),
    "log1p": Unary(torch.log1p, torch.log1p_, keeps_zero=True),
    "sin": Unary(torch.sin, torch.sin_, keeps_zero=True),
    "cos": Unary(torch.cos, torch.cos_),
    "tan": Unary(torch.tan, keeps_zero=True),
    "arcsin": Unary(torch.asin, keeps_zero=True),
    "arccos": Unary(torch.acos),
    "arctan": Unary(_with_wide_gradient(torch.atan), keeps_zero=True),
    "sinh": Unary(torch.sinh, keeps_zero=True),
    "cosh": Unary(torch.cosh),
    "tanh": Unary(
        torch.tanh,
        torch.tanh_,
        gradient_rules.from_result(torch.ops.aten.tanh_backward.default),
        keeps_zero=True,
    ),
    "arcsinh": Unary(_with_wide_gradient(torch.asinh), keeps_zero=True),
    "arccosh": Unary(_with_wide_gradient(torch.acosh)),
    "arctanh": Unary(torch.atanh, keeps_zero=True),
    "degrees": Unary(torch.rad2deg, keeps_zero=True),
    "radians": Unary(torch.deg2rad, keeps_zero=True),
    "erf": Unary(_erf, torch.erf_),
    "erfinv": Unary(torch.erfinv),
    "gamma": Unary(_gamma),
    "gammaln": Unary(_log_gamma),
    "sigmoid": Unary(
        torch.sigmoid,
        torch.sigmoid_,
        gradient_rules.from_result(torch.ops.aten.sigmoid_backward.default),
    ),
    "softsign": Unary(_softsign),
    "relu": Unary(_relu, torch.relu_, gradient_rules.from_result(relu_gradient), keeps_zero=True),
    "reciprocal": Unary(torch.reciprocal, torch.reciprocal_),
    "square": Unary(
        torch.square, torch.square_, gradient_rules.from_input(_square_gradient), keeps_zero=True
    ),
    "abs": Unary(torch.abs, torch.abs_, keeps_zero=True),
    "negative": Unary(torch.neg, torch.neg_, gradient_rules.negate, keeps_zero=True),
    "sign": Unary(torch.sign, torch.Tensor.sign_, keeps_zero=True),
    "round": Unary(round_away, keeps_zero=True, is_step=True),
    "rint": Unary(_rint, keeps_zero=True, is_step=True),
    "ceil": Unary(torch.ceil, torch.ceil_, keeps_zero=True, is_step=True),
    "floor": Unary(torch.floor, torch.floor_, keeps_zero=True, is_step=True),
    "trunc": Unary(torch.trunc, torch.trunc_, keeps_zero=True, is_step=True),
    "fix": Unary(torch.trunc, keeps_zero=True, is_step=True),
    "logical_not": Unary(lambda x: torch.eq(detached(x), 0, out=x.new_empty(0))),
}


def same_dtype(function, name):
    """MXNet: a result has the type of the input; for integer types it is truncated."""

    def kernel(data):
        result = function(data)
        if result.dtype is data.dtype:
            return result
        if data.dtype is torch.bool:
            fail("booleans are not supported; convert them, for instance with astype('float32')")
        return result.to(data.dtype)

    kernel.__doc__ = f"Compute ``{name}`` of each element."
    return kernel


def always(function):
    """Return the field ``specialize`` of an operator whose kernel for floats is one function."""
    return lambda attrs: function


def inplace_form(function):
    """Return the field ``inplace`` of an operator without attributes."""
    return None if function is None else lambda attrs: (function, ())


NUMPY_NAMES = {name: (f"_npx_{name}",) for name in ("erf", "erfinv", "gamma", "gammaln")}
for _name, _unary in UNARY.items():
    register(
        same_dtype(_unary.function, _name),
        _name,
        NUMPY_NAMES.get(_name, ()),
        elementwise=True,
        shape=shape_rules.same,
        specialize=always(_unary.function),
        inplace=inplace_form(_unary.inplace),
        gradient=_unary.gradient,
        ignores_head_gradient=_unary.is_step,
        keeps_zero=_unary.keeps_zero,
        numbers_inputs=True,
    )


@op("hard_sigmoid", elementwise=True, shape=shape_rules.same, numbers_inputs=True)
def hard_sigmoid(data, *, alpha: float = 0.2, beta: float = 0.5):
    """Compute ``alpha * x + beta``, clipped to the range from 0 to 1."""
    if not data.is_floating_point():
        fail(f"only floating point types are supported, got {data.dtype}")
    line = torch.mul(data, alpha).add_(beta)
    return _InteriorClip.apply(line, 0.0, 1.0) if line.requires_grad else line.clamp_(0.0, 1.0)


class _InteriorClip(Function):
    """Clip to an interval; only elements strictly inside it have a gradient."""

    @staticmethod
    def forward(ctx, data, low, high):
        ctx.save_for_backward((data > low) & (data < high))
        return data.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        (inside,) = ctx.saved_tensors
        return grad * inside, None, None


@op(
    "smooth_l1",
    "_npx_smooth_l1",
    elementwise=True,
    shape=shape_rules.same,
    numbers_inputs=True,
)
def smooth_l1(data, *, scalar: float = 1.0):
    """Return ``(scalar * x)^2 / 2`` for small values, ``|x| - 1 / (2 scalar^2)`` for others."""
    beta = 1 / scalar**2 if scalar else math.inf
    floats = data if data.is_floating_point() else widen(data)
    target = floats.new_zeros(()).expand_as(floats)
    result = functional.smooth_l1_loss(floats, target, reduction="none", beta=beta)
    return result.to(data.dtype)


@op(
    "add_n",
    "ElementWiseSum",
    elementwise=True,
    shape=shape_rules.same,
    storage=storage_rules.only(storage_rules.ROWS),
    sparse=sparse_kernels.sum_of_rows,
)
def add_n(*args):
    """Add arrays of the same shape."""
    for position, term in enumerate(args):
        if term.shape != args[0].shape:
            fail(
                f"all arrays must have one shape: args{position} is {tuple(term.shape)}, "
                f"args0 {tuple(args[0].shape)}"
            )
    total = args[0] + args[1] if len(args) > 1 else args[0].clone()
    for term in args[2:]:
        total.add_(term)
    return total
