"""Elementwise functions of one array."""

from __future__ import annotations

import math

import numpy as np

from .._problems import Unsupported
from ._graph import Graph, Tensor
from ._table import add, converts

# Operators with the same name in MXNet and NumPy -> ONNX.
FLOATS = {
    "arccos": "Acos", "arccosh": "Acosh", "arcsin": "Asin", "arcsinh": "Asinh", "arctan": "Atan",
    "arctanh": "Atanh", "ceil": "Ceil", "cos": "Cos", "cosh": "Cosh", "exp": "Exp",
    "floor": "Floor", "log": "Log", "reciprocal": "Reciprocal", "sin": "Sin",
    "sinh": "Sinh", "sqrt": "Sqrt", "tan": "Tan", "tanh": "Tanh",
}  # fmt: skip
ALSO_FLOATS = {
    "_npx_relu": "Relu", "_npx_sigmoid": "Sigmoid", "erf": "Erf", "relu": "Relu",
    "sigmoid": "Sigmoid", "softsign": "Softsign",
}  # fmt: skip
NUMBERS = {
    "_npi_absolute": "Abs", "_npi_negative": "Neg", "_npi_sign": "Sign", "abs": "Abs",
    "negative": "Neg", "sign": "Sign",
}  # fmt: skip
SAME = (
    "BlockGrad", "MakeLoss", "_CrossDeviceCopy", "_contrib_gradientmultiplier", "_copy",
    "_identity_with_attr_like_rhs", "_np_copy", "cast_storage", "make_loss",
)  # fmt: skip


def in_floats(function):
    """Create the conversion of a function that ONNX has for floats; others are cast."""

    def convert(graph: Graph, data: Tensor, *, out: Tensor) -> str:
        if out.is_float:
            return function(graph, graph.cast(data, out.dtype), out)
        single = Tensor("", out.sizes, np.dtype(np.float32))
        return graph.cast(function(graph, graph.cast(data, np.float32), single), out.dtype)

    return convert


def _one_step(op_type: str):
    return in_floats(lambda graph, x, out: graph.add(op_type, x))


def _of_any_type(op_type: str):
    return lambda graph, data: graph.add(op_type, data)


for _name, _op_type in FLOATS.items():
    add(_name, _one_step(_op_type))
    add(f"_npi_{_name}", _one_step(_op_type))
for _name, _op_type in ALSO_FLOATS.items():
    add(_name, _one_step(_op_type))
for _name, _op_type in NUMBERS.items():
    add(_name, _of_any_type(_op_type))
for _name in SAME:
    add(_name, lambda graph, data, *rest: data.name)


# ------------------------------------------------------------------------- in several steps


def _multiply(graph: Graph, x, out: Tensor, factor: float) -> str:
    return graph.Mul(x, graph.like(out, factor))


def _truncate(graph: Graph, x, out: Tensor) -> str:
    return graph.Mul(graph.Sign(x), graph.Floor(graph.Abs(x)))


def _round_half_away(graph: Graph, x, out: Tensor) -> str:
    # MXNet: halves are rounded away from zero, while ONNX rounds to even.
    return graph.Mul(graph.Sign(x), graph.Floor(graph.Add(graph.Abs(x), graph.like(out, 0.5))))


def _cube_root(graph: Graph, x, out: Tensor) -> str:
    return graph.Mul(graph.Sign(x), graph.Pow(graph.Abs(x), graph.like(out, 1 / 3)))


COMPOSED = {
    "cbrt": _cube_root,
    "degrees": lambda graph, x, out: _multiply(graph, x, out, 180 / math.pi),
    "expm1": lambda graph, x, out: graph.Sub(graph.Exp(x), graph.like(out, 1)),
    "fix": _truncate,
    # MXNet: halves are rounded down, while ONNX rounds to even.
    "rint": lambda graph, x, out: graph.Ceil(graph.Sub(x, graph.like(out, 0.5))),
    "log10": lambda graph, x, out: _multiply(graph, graph.Log(x), out, 1 / math.log(10)),
    "log1p": lambda graph, x, out: graph.Log(graph.Add(x, graph.like(out, 1))),
    "log2": lambda graph, x, out: _multiply(graph, graph.Log(x), out, 1 / math.log(2)),
    "radians": lambda graph, x, out: _multiply(graph, x, out, math.pi / 180),
    "trunc": _truncate,
}
for _name, _function in COMPOSED.items():
    add(_name, in_floats(_function))
    add(f"_npi_{_name}", in_floats(_function))
add("rcbrt", in_floats(lambda graph, x, out: graph.Reciprocal(_cube_root(graph, x, out))))
add("round", in_floats(_round_half_away))
add("_contrib_round_ste", in_floats(_round_half_away))
add("_contrib_sign_ste", in_floats(lambda graph, x, out: graph.Sign(x)))
add("rsqrt", in_floats(lambda graph, x, out: graph.Reciprocal(graph.Sqrt(x))))


@converts("square", "_npi_square")
def square(graph: Graph, data: Tensor) -> str:
    return graph.Mul(data, data)


@converts("logical_not", "_npi_logical_not")
def logical_not(graph: Graph, data: Tensor, *, out: Tensor) -> str:
    return graph.cast(graph.Not(graph.cast(data, np.bool_)), out.dtype)


@converts("_npi_isnan")
def isnan(graph: Graph, data: Tensor) -> str:
    return graph.IsNaN(graph.cast(data, np.float32) if not data.is_float else data)


@converts("_npi_isinf")
def isinf(graph: Graph, data: Tensor) -> str:
    return graph.IsInf(graph.cast(data, np.float32))


@converts("_npi_around")
def around(graph: Graph, data: Tensor, *, decimals: int, out: Tensor) -> str:
    if not out.is_float:
        raise Unsupported("it rounds integers")
    if not decimals:
        return graph.Round(data)
    factor = graph.like(out, 10.0**decimals)
    return graph.Div(graph.Round(graph.Mul(data, factor)), factor)


@converts("Cast", "amp_cast")
def cast(graph: Graph, data: Tensor, *, out: Tensor) -> str:
    return graph.cast(data, out.dtype)


@converts("amp_multicast")
def amp_multicast(graph: Graph, *data: Tensor, outs: list[Tensor]) -> list[str]:
    return [graph.cast(x, out.dtype) for x, out in zip(data, outs, strict=True)]


@converts("clip")
def clip(graph: Graph, data: Tensor, *, a_min: float, a_max: float) -> str:
    low, high = (-math.inf if a_min is None else a_min), (math.inf if a_max is None else a_max)
    if data.is_float:
        return graph.Clip(data, graph.like(data, low), graph.like(data, high))
    # Integers need no infinite limits, and ONNX Runtime does not implement Clip for all types.
    limits = np.iinfo(data.dtype)
    low, high = max(low, limits.min), min(high, limits.max)
    return graph.Min(graph.Max(data, graph.like(data, low)), graph.like(data, high))


@converts("hard_sigmoid")
def hard_sigmoid(graph: Graph, data: Tensor, *, alpha: float, beta: float) -> str:
    return graph.HardSigmoid(data, alpha=alpha, beta=beta)


@converts("smooth_l1")
def smooth_l1(graph: Graph, data: Tensor, *, scalar: float) -> str:
    squared = scalar * scalar
    size = graph.Abs(data)
    near = graph.Mul(graph.Mul(data, data), graph.like(data, 0.5 * squared))
    far = graph.Sub(size, graph.like(data, 0.5 / squared))
    return graph.Where(graph.Less(size, graph.like(data, 1 / squared)), near, far)


@converts("_contrib_quadratic")
def quadratic(graph: Graph, data: Tensor, *, a: float, b: float, c: float) -> str:
    line = graph.Add(graph.Mul(data, graph.like(data, a)), graph.like(data, b))
    return graph.Add(graph.Mul(line, data), graph.like(data, c))


@converts("_contrib_div_sqrt_dim")
def div_sqrt_dim(graph: Graph, data: Tensor) -> str:
    size = graph.cast(graph.size_of(data, -1), data.dtype)
    return graph.Div(data, graph.Sqrt(size))


@converts("_npi_isfinite")
def isfinite(graph: Graph, data: Tensor) -> str:
    value = graph.cast(data, np.float32)
    return graph.Not(graph.Or(graph.IsNaN(value), graph.IsInf(value)))


@converts("_npi_isposinf")
def isposinf(graph: Graph, data: Tensor) -> str:
    return graph.IsInf(graph.cast(data, np.float32), detect_negative=0)


@converts("_npi_isneginf")
def isneginf(graph: Graph, data: Tensor) -> str:
    return graph.IsInf(graph.cast(data, np.float32), detect_positive=0)
