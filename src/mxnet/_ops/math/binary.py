"""Elementwise functions of two operands: two arrays, or an array and a scalar.

Families are tables: each row has the name and the torch function, and the loop at the end of each
section declares the operators.
"""

from __future__ import annotations

import math
from typing import Any

import torch

from ..._core.dtypes import as_element, as_integer, widen
from .. import gradient_rules, shape_rules, sparse_kernels, storage_rules
from ..checks import fail
from ..registry import Quantization, op, register
from ..tracing import is_traced
from ..zero_gradients import detached
from .elementwise import has_nan
from .limits import at_least, at_most, maximum, minimum

# ------------------------------------------------------------------------------------ two arrays


TRAPPING = (
    torch.int32,
    torch.int64,
)  # overflow raises SIGFPE; narrower integers are divided as int32


def integer_quotient(a, b):
    """Divide an array of integers by an array or an integer, rounding toward zero.

    The smallest integer divided by -1 wraps around to itself, as in NumPy. torch leaves that case
    to the processor's instruction, whose overflow terminates the process with SIGFPE.
    """
    if a.dtype not in TRAPPING:
        return torch.div(a, b, rounding_mode="trunc")
    if not isinstance(b, torch.Tensor):
        return -a if b == -1 else torch.div(a, b, rounding_mode="trunc")
    negates = b == -1
    quotient = torch.div(a, torch.where(negates, 1, b), rounding_mode="trunc")
    return torch.where(negates, -a, quotient)


def _divide(a, b):
    return torch.div(a, b) if a.dtype.is_floating_point else integer_quotient(a, b)


def modulo(a, b):
    # MXNet: the remainder has the sign of the divisor, and is 0 for division by 0.
    if b.is_cpu and not is_traced():  # b is nearly always nonzero, which is faster
        if b.numel() < 1 << 12 or not b.is_floating_point():
            if torch.count_nonzero(detached(b)).item() == b.numel():
                return torch.remainder(a, b)
        # NaN where b is 0; counting takes a third of the time of a large remainder.
        elif not has_nan(result := torch.remainder(a, b)):
            return result
    zero = b == 0
    return torch.where(zero, 0, torch.remainder(a, torch.where(zero, 1, b)))


def power(a, b):
    if a.dtype.is_floating_point:
        return torch.pow(a, b)
    return torch.pow(widen(a), b).to(a.dtype)


def _hypot(a, b):
    if a.dtype is torch.float16 and (a.requires_grad or b.requires_grad):
        return torch.hypot(a.float(), b.float()).to(a.dtype)  # the gradient would overflow
    if a.dtype.is_floating_point:
        return torch.hypot(a, b)
    return torch.hypot(widen(a), widen(b)).to(a.dtype)


def _comparison(function):
    """MXNet: comparisons return 0 and 1 in the type of their input."""

    def compare(a, b):
        if a.requires_grad or b.requires_grad:
            a, b = a.detach(), b.detach()
        # Write the result in the final type: several times faster than converting from bool.
        return function(a, b, out=a.new_empty(0))

    return compare


def _logic(function):
    """Create a logical function that returns 0 and 1 in the type of the inputs."""

    def combine(a, b, out):
        return function(
            torch.ne(a, 0, out=a.new_empty(0)), torch.ne(b, 0, out=b.new_empty(0)), out=out
        )

    return combine


ARITHMETIC = {
    "add": torch.add,
    "sub": torch.sub,
    "mul": torch.mul,
    "div": _divide,
    "mod": modulo,
    "power": power,
    "hypot": _hypot,
    "maximum": maximum,
    "minimum": minimum,
}
COMPARISON = {
    "equal": torch.eq,
    "not_equal": torch.ne,
    "greater": torch.gt,
    "greater_equal": torch.ge,
    "lesser": torch.lt,
    "lesser_equal": torch.le,
    "logical_and": _logic(torch.mul),
    "logical_or": _logic(torch.maximum),
    "logical_xor": _logic(torch.ne),
}
BINARY = ARITHMETIC | {name: _comparison(function) for name, function in COMPARISON.items()}

# name of the operator for equal shapes, and older names in files
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
BROADCAST_ALIASES = {
    "add": ("broadcast_plus",),
    "sub": ("broadcast_minus",),
    "maximum": ("_npi_maximum",),
    "minimum": ("_npi_minimum",),
}


def _broadcast_kernel(function, name):
    def kernel(lhs, rhs):
        return function(lhs, rhs)

    kernel.__doc__ = f"Compute ``{name}`` of two arrays with broadcasting."
    return kernel


def _elementwise_kernel(function, name):
    def kernel(lhs, rhs):
        if lhs.shape != rhs.shape:
            fail(
                "Incompatible attr in node  at 1-th input: expected "
                f"{list(lhs.shape)}, got {list(rhs.shape)}; broadcast_{name} broadcasts shapes"
            )
        return function(lhs, rhs)

    kernel.__doc__ = f"Compute ``{name}`` of two arrays of the same shape."
    return kernel


# In-place functions of torch for two arrays.
INTO = {"add": torch.add, "sub": torch.sub, "mul": torch.mul, "div": torch.div}
GRADIENTS = {
    "add": gradient_rules.sum_of_two,
    "sub": gradient_rules.difference,
    "mul": gradient_rules.product,
}
QUANTIZED = {
    name: Quantization(f"_contrib_quantized_elemwise_{name}", requantize=True)
    for name in ("add", "mul")
}

# MXNet: the operators with sparse results. Of arrays of equal shapes, all but the product require
# that both have the same storage type.
_ALIKE = {"storage": storage_rules.common_storage, "sparse": sparse_kernels.of_aligned_values}
ELEMENTWISE_SPARSE: dict[str, dict[str, Any]] = {
    **dict.fromkeys(("add", "sub", "maximum", "minimum", "hypot"), _ALIKE),
    "mul": {"storage": storage_rules.as_sparse_factor, "sparse": sparse_kernels.product},
}
BROADCAST_SPARSE: dict[str, dict[str, Any]] = {
    "mul": {"storage": storage_rules.csr_by_dense, "sparse": sparse_kernels.product},
    "div": {"storage": storage_rules.csr_by_dense, "sparse": sparse_kernels.quotient},
}

for _name, _function in BINARY.items():
    # MXNet: the remainder of integers has the gradient 0.
    _facts: dict[str, Any] = {
        "elementwise": True,
        "into": INTO.get(_name),
        "integer_gradient": _name != "mod",
        "gradient_reads_result": _name != "add",
    }
    register(
        _broadcast_kernel(_function, _name),
        f"broadcast_{_name}",
        BROADCAST_ALIASES.get(_name, ()),
        shape=shape_rules.broadcast,
        direct=_function,
        gradient=GRADIENTS.get(_name),
        **_facts,
        **BROADCAST_SPARSE.get(_name, {}),
    )
    _names = ELEMENTWISE_NAMES.get(_name, (f"_{_name}", f"_{_name.capitalize()}"))
    register(
        _elementwise_kernel(_function, _name),
        _names[0],
        _names[1:],
        shape=shape_rules.same,
        gradient=gradient_rules.copy_to_each if _name == "add" else GRADIENTS.get(_name),
        quantization=QUANTIZED.get(_name),
        naming="outputs" if _name == "add" else "",
        **_facts,
        **ELEMENTWISE_SPARSE.get(_name, {}),
    )

register(
    _elementwise_kernel(torch.add, "add"),
    "_grad_add",
    elementwise=True,
    shape=shape_rules.same,
    gradient=gradient_rules.copy_to_each,
)


# ------------------------------------------------------------------------------ array and scalar


def _full_like(x, s):
    """Fill an array like x with a number; one too large for the type becomes infinite."""
    return torch.tensor(s, dtype=x.dtype, device=x.device).expand_as(x)


def _scalar_modulo(x, s):
    return torch.remainder(x, s) if s else torch.zeros_like(x)


def _reversed_power(x, s):
    if x.dtype.is_floating_point:
        return torch.pow(s, x)
    return torch.pow(s, widen(x)).to(x.dtype)


def _reversed_divide(x, s):
    if x.dtype.is_floating_point:  # torch computes s / x as s * (1 / x), which rounds twice
        return torch.div(_full_like(x, s), x)
    dividend = torch.tensor(s, dtype=torch.int64, device=x.device).to(x.dtype)
    return integer_quotient(dividend, x)


def _scalar_comparison(function):
    def compare(x, s):
        return function(detached(x), s, out=x.new_empty(0))

    return compare


def _constant(x, value: bool, out):
    return torch.full(x.shape, value, dtype=out.dtype, device=out.device)


LOGICAL_SCALAR = {
    "logical_and": lambda x, s, out: torch.ne(x, 0, out=out) if s else _constant(x, False, out),
    "logical_or": lambda x, s, out: _constant(x, True, out) if s else torch.ne(x, 0, out=out),
    "logical_xor": lambda x, s, out: (torch.eq if s else torch.ne)(x, 0, out=out),
}

SCALAR = {
    "plus": torch.add,
    "minus": torch.sub,
    "rminus": lambda x, s: s - x,
    "mul": torch.mul,
    "div": _divide,
    "rdiv": _reversed_divide,
    "mod": _scalar_modulo,
    "rmod": lambda x, s: modulo(_full_like(x, s), x),
    "power": power,
    "rpower": _reversed_power,
    "hypot": lambda x, s: _hypot(x, _full_like(x, s)),
    "maximum": at_least,
    "minimum": at_most,
} | {name: _scalar_comparison(function) for name, function in (COMPARISON | LOGICAL_SCALAR).items()}
_CAMEL = {"rminus": "RMinus", "rdiv": "RDiv", "rmod": "RMod", "rpower": "RPower"}


def integer_operands(data, scalar: float, is_int: bool):
    """MXNet: a scalar is converted to the integers of an array, unless ``is_int`` is False."""
    if not is_int:
        return widen(data), scalar
    if not math.isfinite(scalar):
        fail(f"the scalar of an integer array must be finite, got {scalar}")
    if data.dtype is torch.bool:
        data = data.long()
    return data, as_integer(scalar, data.dtype)


def scalar_kernel(function, name):
    """Create the kernel of a function of an array and a scalar."""

    def kernel(data, *, scalar: float = 1.0, is_int: bool = True):
        if not data.dtype.is_floating_point:
            data, scalar = integer_operands(data, scalar, is_int)
        return function(data, scalar)

    kernel.__doc__ = f"Compute ``{name}`` of each element and a scalar."
    return kernel


def _at_least(data, limit: float):
    return data.clamp_min_(as_element(limit, data.dtype))


def _at_most(data, limit: float):
    return data.clamp_max_(as_element(limit, data.dtype))


# Forms that overwrite their array.
SCALAR_INPLACE = {
    "plus": torch.Tensor.add_,
    "minus": torch.Tensor.sub_,
    "mul": torch.Tensor.mul_,
    "div": torch.Tensor.div_,
    "power": torch.Tensor.pow_,
    "maximum": _at_least,
    "minimum": _at_most,
}


SCALAR_GRADIENTS = {
    "plus": gradient_rules.pass_through,
    "minus": gradient_rules.pass_through,
    "rminus": gradient_rules.negate,
    "mul": gradient_rules.of_scalar(torch.mul),
    "div": gradient_rules.of_scalar(torch.div),
}


def _scalar_inplace(function):
    return None if function is None else lambda attrs: (function, (attrs["scalar"],))


STORED_IF_ZERO_STAYS = {"plus", "minus", *COMPARISON} - LOGICAL_SCALAR.keys()

for _name, _function in SCALAR.items():
    _camel = _CAMEL.get(_name) or "".join(part.capitalize() for part in _name.split("_"))
    _aliases: tuple[str, ...] = (f"_{_camel}Scalar",)
    if _name in ("hypot", "maximum", "minimum"):
        _aliases = (*_aliases, f"_npi_{_name}_scalar")
    register(
        scalar_kernel(_function, _name),
        f"_{_name}_scalar",
        _aliases,
        elementwise=True,
        shape=shape_rules.same,
        inplace=_scalar_inplace(SCALAR_INPLACE.get(_name)),
        gradient=SCALAR_GRADIENTS.get(_name),
        integer_gradient=_name not in ("mod", "rmod"),
        keeps_zero=_name in ("mul", "div"),
        storage=storage_rules.sparse_if_zero_stays if _name in STORED_IF_ZERO_STAYS else None,
        numbers_inputs=True,
    )


# Dense arrays give the same results; for sparse arrays only stored values are computed.
for _name, _function in {"plus": torch.add, "minus": torch.sub}.items():
    register(
        scalar_kernel(_function, "sum" if _name == "plus" else "difference"),
        f"_scatter_{_name}_scalar",
        shape=shape_rules.same,
        storage=storage_rules.as_first,
        numbers_inputs=True,
    )


def _rows_divided(op, stypes, attrs) -> str:
    return stypes[0] if stypes[0] == storage_rules.ROWS else storage_rules.DENSE


@op(
    "_scatter_elemwise_div",
    shape=shape_rules.same,
    storage=_rows_divided,
    sparse=sparse_kernels.quotient,
)
def scatter_elemwise_div(lhs, rhs):
    """Divide two arrays of the same shape; in sparse arrays, only the stored elements."""
    return _divide(lhs, rhs)
