"""Element by element: unary functions, and binary ones between arrays or with a scalar.

Families are tables: a row gives the name and the torch function, the loop at the end of each section
declares the operators.
"""

from __future__ import annotations

import math

import torch

from .checks import check
from .registry import op, register

# ---------------------------------------------------------------------------------------------- unary


def _cbrt(x):
    return x.sign() * x.abs().pow(1 / 3)


def _rint(x):
    # MXNet: a half goes down, where round() goes away from 0.
    return torch.where(x - x.floor() <= 0.5, x.floor(), x.ceil())


def _round_away(x):
    return x.sign() * (x.abs() + 0.5).floor()


def _gamma(x):
    # lgamma loses the sign of gamma left of 0.
    negative = (x < 0) & (x.floor() % 2 != 0)
    return torch.where(negative, -1.0, 1.0) * torch.lgamma(x).exp()


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
    "reciprocal": lambda x: 1 / x,
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
    """MXNet: a result has the type of the input; of integers it is computed in floats and truncated."""

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
    return torch.clamp(data, a_min, a_max) if data.is_floating_point() else _clip_integers(data, a_min, a_max)


def _clip_integers(data, a_min, a_max):
    return data.clamp(math.trunc(a_min), math.trunc(a_max))


@op("smooth_l1")
def smooth_l1(data, *, scalar: float = 1.0):
    """Return ``(scalar * x)^2 / 2`` near 0 and ``|x| - 1 / (2 scalar^2)`` farther than ``1 / scalar^2``."""
    squared = scalar * scalar
    far = data.abs() - 0.5 / squared
    return torch.where(data.abs() > 1 / squared, far, 0.5 * squared * data * data)


# --------------------------------------------------------------------------------------------- binary


def _divide(a, b):
    if _is_integer(a):
        return torch.div(a, b, rounding_mode="trunc")
    return torch.div(a, b)


def _modulo(a, b):
    # MXNet: the remainder has the sign of the divisor, and of division by 0 it is 0.
    zero = b == 0
    return torch.where(zero, 0, torch.remainder(a, torch.where(zero, 1, b)))


def _is_integer(value) -> bool:
    return isinstance(value, torch.Tensor) and not value.dtype.is_floating_point


def _maximum(a, b):
    if a.requires_grad or b.requires_grad:  # MXNet: of equal elements the left one has the gradient
        return torch.where((a >= b) | a.isnan(), a, b)
    return torch.maximum(a, b)


def _minimum(a, b):
    if a.requires_grad or b.requires_grad:
        return torch.where((a <= b) | a.isnan(), a, b)
    return torch.minimum(a, b)


def _power(a, b):
    return torch.pow(a, b) if not _is_integer(a) else torch.pow(a.double(), b).to(a.dtype)


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
    "hypot": torch.hypot,
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
    return kernel


def _elementwise_kernel(function, name):
    def kernel(lhs, rhs):
        if lhs.shape != rhs.shape:
            check(
                False,
                "Incompatible attr in node  at 1-th input: "
                f"expected {list(lhs.shape)}, got {list(rhs.shape)}; broadcast_{name} broadcasts shapes",
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


# --------------------------------------------------------------------------------------------- scalar


def _scalar_power(x, s):
    return torch.pow(x, s) if not _is_integer(x) else torch.pow(x.double(), s).to(x.dtype)


def _scalar_modulo(x, s):
    return torch.remainder(x, s) if s else torch.zeros_like(x)


def _reversed_power(x, s):
    return torch.pow(s, x) if not _is_integer(x) else torch.pow(s, x.double()).to(x.dtype)


def _reversed_modulo(x, s):
    return _modulo(torch.full_like(x, s), x)


def _scalar_divide(x, s):
    return torch.div(x, s, rounding_mode="trunc") if _is_integer(x) else torch.div(x, s)


def _reversed_divide(x, s):
    return torch.div(s, x, rounding_mode="trunc") if _is_integer(x) else s / x


SCALAR = {
    "plus": torch.add,
    "minus": torch.sub,
    "rminus": lambda x, s: s - x,
    "mul": torch.mul,
    "div": _scalar_divide,
    "rdiv": _reversed_divide,
    "mod": _scalar_modulo,
    "rmod": _reversed_modulo,
    "power": _scalar_power,
    "rpower": _reversed_power,
    "hypot": lambda x, s: torch.hypot(x, torch.full_like(x, s)),
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


def _scalar_kernel(function, name):
    def kernel(data, *, scalar: float = 1.0, is_int: bool = True):
        # MXNet: beside integers the scalar loses its fraction.
        if not data.dtype.is_floating_point:
            scalar = int(scalar)
        return function(data, scalar)

    kernel.__doc__ = f"Return {name} of each element and a scalar."
    return kernel


for _name, _function in SCALAR.items():
    _camel = _CAMEL.get(_name) or "".join(part.capitalize() for part in _name.split("_"))
    register(_scalar_kernel(_function, _name), f"_{_name}_scalar", (f"_{_camel}Scalar",))


@op("_scatter_plus_scalar")
def scatter_plus_scalar(data, *, scalar: float = 1.0, is_int: bool = True):
    """Add a scalar; of sparse arrays, to the elements that are stored."""
    return data + scalar


@op("_scatter_minus_scalar")
def scatter_minus_scalar(data, *, scalar: float = 1.0, is_int: bool = True):
    """Subtract a scalar; of sparse arrays, from the elements that are stored."""
    return data - scalar


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
