"""Element by element: unary functions, and binary ones between arrays or with a scalar.

Families are tables: a row gives the name and the torch function, the loop at the end of each
section declares the operators.
"""

from __future__ import annotations

import math

import torch

from .checks import check
from .registry import op, register

# -------------------------------------------------------------------------------------------- unary


class _CubeRoot(torch.autograd.Function):
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
    root = _CubeRoot.apply(x.double())
    return root - torch.where(root == 0, 0, (root**3 - x) / (3 * root * root))  # cubes are exact


def _rint(x):
    # MXNet: a half goes down, where round() goes away from 0.
    return torch.where(x - x.floor() <= 0.5, x.floor(), x.ceil())


def _round_away(x):
    whole = x.trunc()
    return torch.where((x - whole).abs() >= 0.5, whole + x.sign(), whole)


def _gamma(x):
    # lgamma loses the sign of gamma left of 0, where whole numbers have no gamma.
    floor = x.floor()
    sign = torch.where(x >= 0, 1.0, torch.where(x == floor, math.nan, 1 - 2 * (floor % 2)))
    return sign * torch.lgamma(x).exp()


UNARY = {
    "sqrt": torch.sqrt,
    "rsqrt": torch.rsqrt,
    "cbrt": _cbrt,
    "rcbrt": lambda x: 1 / _cbrt(x),
    "exp": torch.exp,
    "expm1": torch.expm1,
    "log": torch.log,
    "log10": torch.log10,
    "log2": torch.log2,
    "log1p": torch.log1p,
    "sin": torch.sin,
    "cos": torch.cos,
    "tan": torch.tan,
    "arcsin": torch.asin,
    "arccos": torch.acos,
    "arctan": torch.atan,
    "sinh": torch.sinh,
    "cosh": torch.cosh,
    "tanh": torch.tanh,
    "arcsinh": torch.asinh,
    "arccosh": torch.acosh,
    "arctanh": torch.atanh,
    "degrees": torch.rad2deg,
    "radians": torch.deg2rad,
    "erf": torch.erf,
    "erfinv": torch.erfinv,
    "gamma": _gamma,
    "gammaln": torch.lgamma,
    "sigmoid": torch.sigmoid,
    "softsign": lambda x: x / (1 + x.abs()),
    "relu": torch.relu,
    "reciprocal": torch.reciprocal,
    "square": torch.square,
    "abs": torch.abs,
    "negative": torch.neg,
    "sign": torch.sign,
    "round": _round_away,
    "rint": _rint,
    "ceil": torch.ceil,
    "floor": torch.floor,
    "trunc": torch.trunc,
    "fix": torch.trunc,
    "logical_not": torch.logical_not,
}


def _same_dtype(function, name):
    """MXNet: a result has the type of the input; that of integers is truncated."""

    def kernel(data):
        result = function(data)
        return result if result.dtype is data.dtype else result.to(data.dtype)

    kernel.__doc__ = f"Return {name} of each element."
    return kernel


for _name, _function in UNARY.items():
    register(_same_dtype(_function, _name), _name)


@op("hard_sigmoid")
def hard_sigmoid(data, *, alpha: float = 0.2, beta: float = 0.5):
    """Return ``alpha * x + beta``, cut to between 0 and 1."""
    check(data.is_floating_point(), f"only floating point types are supported, got {data.dtype}")
    return _InteriorClip.apply(alpha * data + beta, 0.0, 1.0)


class _InteriorClip(torch.autograd.Function):
    """Cut to an interval; only elements strictly inside have a gradient."""

    @staticmethod
    def forward(ctx, data, low, high):
        ctx.save_for_backward((data > low) & (data < high))
        return data.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        (inside,) = ctx.saved_tensors
        return grad * inside, None, None


@op("clip")
def clip(data, *, a_min: float, a_max: float):
    """Cut each element to between ``a_min`` and ``a_max``."""
    if not data.is_floating_point():
        a_min, a_max = _in_range(a_min, data.dtype), _in_range(a_max, data.dtype)
    return torch.clamp(data, a_min, a_max)


def _in_range(limit: float, dtype: torch.dtype) -> int:
    bounds = torch.iinfo(dtype)
    return int(min(max(limit, bounds.min), bounds.max))


@op("smooth_l1")
def smooth_l1(data, *, scalar: float = 1.0):
    """Return ``(scalar * x)^2 / 2`` up to ``1 / scalar^2``, ``|x| - 1 / (2 scalar^2)`` beyond."""
    squared = scalar * scalar
    limit = 1 / squared if squared else math.inf
    near = data.clamp(-limit, limit)
    return (squared * near * (data - 0.5 * near)).to(data.dtype)


# ------------------------------------------------------------------------------------------- binary


def _divide(a, b):
    if a.dtype.is_floating_point:
        return torch.div(a, b)
    return torch.div(a, b, rounding_mode="trunc")


def _modulo(a, b):
    # MXNet: the remainder has the sign of the divisor, and of division by 0 it is 0.
    zero = b == 0
    return torch.where(zero, 0, torch.remainder(a, torch.where(zero, 1, b)))


def _maximum(a, b):
    if a.requires_grad or b.requires_grad:  # MXNet: of equal elements the left one has the gradient
        return torch.where((a >= b) | a.isnan(), a, b)
    return torch.maximum(a, b)


def _minimum(a, b):
    if a.requires_grad or b.requires_grad:
        return torch.where((a <= b) | a.isnan(), a, b)
    return torch.minimum(a, b)


def _power(a, b):
    if a.dtype.is_floating_point:
        return torch.pow(a, b)
    return torch.pow(a.double(), b).to(a.dtype)


def _hypot(a, b):
    if a.dtype.is_floating_point:
        return torch.hypot(a, b)
    return torch.hypot(a.double(), b.double()).to(a.dtype)


def _as_dtype_of_left(function):
    """MXNet: comparisons give 0 and 1 in the type of their input."""
    return lambda a, b: function(a, b).to(a.dtype)


ARITHMETIC = {
    "add": torch.add,
    "sub": torch.sub,
    "mul": torch.mul,
    "div": _divide,
    "mod": _modulo,
    "power": _power,
    "hypot": _hypot,
    "maximum": _maximum,
    "minimum": _minimum,
}
COMPARISON = {
    "equal": torch.eq,
    "not_equal": torch.ne,
    "greater": torch.gt,
    "greater_equal": torch.ge,
    "lesser": torch.lt,
    "lesser_equal": torch.le,
    "logical_and": torch.logical_and,
    "logical_or": torch.logical_or,
    "logical_xor": torch.logical_xor,
}
BINARY = ARITHMETIC | {name: _as_dtype_of_left(function) for name, function in COMPARISON.items()}

# name of the operator for equal shapes, and the older names files may hold
ELEMENTWISE_NAMES = {
    "add": ("elemwise_add", "_plus", "_add", "_Plus"),
    "sub": ("elemwise_sub", "_minus", "_sub", "_Minus"),
    "mul": ("elemwise_mul", "_mul", "_Mul"),
    "div": ("elemwise_div", "_div", "_Div"),
    "greater_equal": ("_greater_equal", "_Greater_Equal"),
    "lesser_equal": ("_lesser_equal", "_Lesser_Equal"),
    "not_equal": ("_not_equal", "_Not_Equal"),
    "logical_and": ("_logical_and", "_Logical_And"),
    "logical_or": ("_logical_or", "_Logical_Or"),
    "logical_xor": ("_logical_xor", "_Logical_Xor"),
}
BROADCAST_ALIASES = {"add": ("broadcast_plus",), "sub": ("broadcast_minus",)}


def _broadcast_kernel(function, name):
    def kernel(lhs, rhs):
        return function(lhs, rhs)

    kernel.__doc__ = f"Return {name} of two arrays, whose shapes are broadcast."
    kernel.direct = function
    return kernel


def _elementwise_kernel(function, name):
    def kernel(lhs, rhs):
        if lhs.shape != rhs.shape:
            check(
                False,
                "Incompatible attr in node  at 1-th input: expected "
                f"{list(lhs.shape)}, got {list(rhs.shape)}; broadcast_{name} broadcasts shapes",
            )
        return function(lhs, rhs)

    kernel.__doc__ = f"Return {name} of two arrays of the same shape."
    return kernel


for _name, _function in BINARY.items():
    register(
        _broadcast_kernel(_function, _name), f"broadcast_{_name}", BROADCAST_ALIASES.get(_name, ())
    )
    _names = ELEMENTWISE_NAMES.get(_name, (f"_{_name}", f"_{_name.capitalize()}"))
    register(_elementwise_kernel(_function, _name), _names[0], _names[1:])

register(_elementwise_kernel(torch.add, "add"), "_grad_add")


# ------------------------------------------------------------------------------------------- scalar


def _scalar_modulo(x, s):
    return torch.remainder(x, s) if s else torch.zeros_like(x)


def _reversed_power(x, s):
    if x.dtype.is_floating_point:
        return torch.pow(s, x)
    return torch.pow(s, x.double()).to(x.dtype)


def _reversed_divide(x, s):
    return s / x if x.dtype.is_floating_point else torch.div(s, x, rounding_mode="trunc")


SCALAR = {
    "plus": torch.add,
    "minus": torch.sub,
    "rminus": lambda x, s: s - x,
    "mul": torch.mul,
    "div": _divide,
    "rdiv": _reversed_divide,
    "mod": _scalar_modulo,
    "rmod": lambda x, s: _modulo(torch.full_like(x, s), x),
    "power": _power,
    "rpower": _reversed_power,
    "hypot": lambda x, s: _hypot(x, torch.full_like(x, s)),
    "maximum": lambda x, s: x.clamp(min=s),
    "minimum": lambda x, s: x.clamp(max=s),
} | {
    name: _as_dtype_of_left(function)
    for name, function in COMPARISON.items()
    if not name.startswith("logical")
}
LOGICAL_SCALAR = {
    "logical_and": lambda x, s: (x != 0) & (s != 0),
    "logical_or": lambda x, s: (x != 0) | (s != 0),
    "logical_xor": lambda x, s: (x != 0) ^ (s != 0),
}
SCALAR |= {name: _as_dtype_of_left(function) for name, function in LOGICAL_SCALAR.items()}
_CAMEL = {"rminus": "RMinus", "rdiv": "RDiv", "rmod": "RMod", "rpower": "RPower"}


def _beside_scalar(data, scalar: float, is_int: bool):
    """MXNet: beside integers a scalar loses its fraction, unless it says that it has one."""
    if not is_int:
        return data.double(), scalar
    check(math.isfinite(scalar), f"the scalar of an integer array must be finite, got {scalar}")
    return data.long() if data.dtype is torch.bool else data, int(scalar)


def _scalar_kernel(function, name):
    def kernel(data, *, scalar: float = 1.0, is_int: bool = True):
        if not data.dtype.is_floating_point:
            data, scalar = _beside_scalar(data, scalar, is_int)
        return function(data, scalar)

    kernel.__doc__ = f"Return {name} of each element and a scalar."
    return kernel


for _name, _function in SCALAR.items():
    _camel = _CAMEL.get(_name) or "".join(part.capitalize() for part in _name.split("_"))
    register(_scalar_kernel(_function, _name), f"_{_name}_scalar", (f"_{_camel}Scalar",))


# On dense arrays these do the same; on sparse ones they leave alone what is not stored.
register(_scalar_kernel(torch.add, "sum"), "_scatter_plus_scalar")
register(_scalar_kernel(torch.sub, "difference"), "_scatter_minus_scalar")


@op("_scatter_elemwise_div")
def scatter_elemwise_div(lhs, rhs):
    """Divide two arrays of the same shape; of sparse ones, the elements that are stored."""
    return _divide(lhs, rhs)


@op("add_n", "ElementWiseSum")
def add_n(*args):
    """Add all arrays, which have the same shape."""
    total = args[0] + args[1] if len(args) > 1 else args[0].clone()
    for term in args[2:]:
        total = total + term
    return total
