"""Elementwise functions of one array."""

from __future__ import annotations

import math

import numpy as np

from ....onnx._problems import Unsupported
from ....symbol import Symbol
from ._node import Node
from ._table import Array, add, reads

UNARY = {
    "Abs": "abs", "Acos": "arccos", "Acosh": "arccosh", "Asin": "arcsin", "Asinh": "arcsinh",
    "Atan": "arctan", "Atanh": "arctanh", "BitwiseNot": "_npi_bitwise_not",
    "Ceil": "ceil", "Cos": "cos", "Cosh": "cosh",
    "Erf": "erf", "Exp": "exp", "Floor": "floor", "Identity": "_copy", "IsNaN": "_npi_isnan",
    "Log": "log", "Neg": "negative", "Reciprocal": "reciprocal", "Relu": "relu",
    "Round": "_npi_around", "Sigmoid": "sigmoid", "Sign": "sign", "Sin": "sin", "Sinh": "sinh",
    "Softsign": "softsign", "Sqrt": "sqrt", "Tan": "tan", "Tanh": "tanh",
}  # fmt: skip


def _one_step(op: str):
    def read(node: Node, data: Symbol) -> Symbol:
        return node.last(op, data)

    return read


for _op_type, _op in UNARY.items():
    add(_op_type, _one_step(_op))


@reads("Softplus")
def softplus(node: Node, data: Symbol) -> Symbol:
    return node.last("Activation", data, act_type="softrelu")


@reads("HardSigmoid")
def hard_sigmoid(node: Node, data: Symbol, *, alpha=0.2, beta=0.5) -> Symbol:
    return node.last("hard_sigmoid", data, alpha=alpha, beta=beta)


@reads("HardSwish")
def hard_swish(node: Node, data: Symbol) -> Symbol:
    gate = node.step("hard_sigmoid", data, alpha=1 / 6, beta=0.5)
    return node.last("elemwise_mul", data, gate)


@reads("Mish")
def mish(node: Node, data: Symbol) -> Symbol:
    soft = node.step("Activation", data, act_type="softrelu")
    return node.last("elemwise_mul", data, node.step("tanh", soft))


@reads("LeakyRelu")
def leaky_relu(node: Node, data: Symbol, *, alpha=0.01) -> Symbol:
    return node.last("LeakyReLU", data, act_type="leaky", slope=alpha)


@reads("Elu")
def elu(node: Node, data: Symbol, *, alpha=1.0) -> Symbol:
    return node.last("LeakyReLU", data, act_type="elu", slope=alpha)


SELU = {"alpha": 1.6732632423543772, "gamma": 1.0507009873554805}


@reads("Selu")
def selu(node: Node, data: Symbol, *, alpha=SELU["alpha"], gamma=SELU["gamma"]) -> Symbol:
    if math.isclose(alpha, SELU["alpha"], rel_tol=1e-5) and math.isclose(
        gamma, SELU["gamma"], rel_tol=1e-5
    ):
        return node.last("LeakyReLU", data, act_type="selu")
    curve = node.step("LeakyReLU", data, act_type="elu", slope=alpha)
    return node.last("_mul_scalar", curve, scalar=gamma)


@reads("Gelu")
def gelu(node: Node, data: Symbol, *, approximate="none") -> Symbol:
    if approximate != "none":
        raise Unsupported("it is approximated with tanh")
    return node.last("LeakyReLU", data, act_type="gelu")


@reads("PRelu")
def prelu(node: Node, data: Symbol, slope: Symbol) -> Symbol:
    shape, ndim = node.shape(1), node.ndim()
    axes = [ndim - len(shape) + i for i, n in enumerate(shape) if n != 1]
    if axes in ([], [1]):  # one slope, or one for each channel
        return node.last(
            "LeakyReLU", data, node.step("Reshape", slope, shape=(-1,)), act_type="prelu"
        )
    below = node.step("_minimum_scalar", data, scalar=0)
    return node.last(
        "elemwise_add", node.step("relu", data), node.step("broadcast_mul", below, slope)
    )


@reads("ThresholdedRelu")
def thresholded_relu(node: Node, data: Symbol, *, alpha=1.0) -> Symbol:
    above = node.step("_greater_scalar", data, scalar=alpha)
    return node.last("elemwise_mul", data, above)


@reads("Not")
def not_(node: Node, data: Symbol) -> Symbol:
    return node.last("logical_not", node.numbers(data))


@reads("Cast")
def cast(node: Node, data: Symbol, *, to: int, saturate=1) -> Symbol:
    return node.last("Cast", data, dtype=node.type_name(to))


@reads("CastLike")
def cast_like(node: Node, data: Symbol, other: Symbol, *, saturate=1) -> Symbol:
    return node.last("Cast", data, dtype=node.dtype(1).name)


@reads("Clip")
def clip(
    node: Node, data: Symbol, low: Array = None, high: Array = None, *, min=None, max=None
) -> Symbol:
    low = min if low is None else low.item()
    high = max if high is None else high.item()
    if low is None and high is None:
        return node.last("_copy", data)
    if high is None:
        return node.last("_maximum_scalar", data, scalar=low)
    if low is None:
        return node.last("_minimum_scalar", data, scalar=high)
    return node.last("clip", data, a_min=low, a_max=high)


@reads("Dropout")
def dropout(
    node: Node, data: Symbol, rate: Array = None, training: Array = None, *, ratio=0.5, seed=0
) -> Symbol:
    if training is not None and training.item():
        raise Unsupported("it drops elements when predicting, too")
    return node.last("Dropout", data, p=ratio if rate is None else rate.item())


@reads("CumSum")
def cumsum(node: Node, data: Symbol, axis: Array, *, exclusive=0, reverse=0) -> Symbol:
    if exclusive or reverse:
        raise Unsupported("it is exclusive or goes backwards")
    return node.last("cumsum", data, axis=int(axis))


@reads("Trilu")
def trilu(node: Node, data: Symbol, k: Array = None, *, upper=1) -> Symbol:
    offset = 0 if k is None else int(np.asarray(k).item())
    if not upper:
        return node.last("_npi_tril", data, k=offset)
    return node.last("elemwise_sub", data, node.step("_npi_tril", data, k=offset - 1))


@reads("IsInf")
def isinf(node: Node, data: Symbol, *, detect_negative=1, detect_positive=1) -> Symbol:
    if detect_negative and detect_positive:
        return node.last("_npi_isinf", data)
    return node.last("_npi_isneginf" if detect_negative else "_npi_isposinf", data)


@reads("Det")
def det(node: Node, data: Symbol) -> Symbol:
    return node.last("_linalg_det", data)
