"""Dense layers, activations, embeddings."""

from __future__ import annotations

import math

import numpy as np

from .._problems import Unsupported
from ._graph import Graph, Tensor
from ._table import converts


@converts("FullyConnected")
def fully_connected(
    graph: Graph, data: Tensor, weight: Tensor, bias: Tensor | None = None, *, flatten: bool
) -> str:
    if flatten and data.is_float:
        rows = data.name if data.ndim == 2 else graph.Flatten(data, axis=1)
        return graph.Gemm(rows, weight, bias, transB=1)
    rows = graph.Flatten(data, axis=1) if flatten and data.ndim > 2 else data.name
    product = graph.MatMul(rows, graph.Transpose(weight, perm=[1, 0]))
    return product if bias is None else graph.Add(product, bias)


ACTIVATIONS = {
    "relu": "Relu", "sigmoid": "Sigmoid", "softrelu": "Softplus", "softsign": "Softsign",
    "tanh": "Tanh",
}  # fmt: skip


@converts("Activation")
def activation(graph: Graph, data: Tensor, *, act_type: str) -> str:
    if act_type not in ACTIVATIONS:
        raise Unsupported(f"its act_type is {act_type!r}")
    return graph.add(ACTIVATIONS[act_type], data)


@converts("LeakyReLU")
def leaky_relu(
    graph: Graph, data: Tensor, gamma: Tensor | None = None, *, act_type: str, slope: float,
    lower_bound: float, upper_bound: float,
) -> str:  # fmt: skip
    if act_type == "prelu":
        return graph.PRelu(data, _per_channel(graph, gamma, data))
    if act_type == "rrelu":  # in prediction, the slope is the mean of the bounds
        return graph.LeakyRelu(data, alpha=(lower_bound + upper_bound) / 2)
    if act_type == "gelu":
        return _gelu(graph, data)
    if act_type == "selu":
        return graph.Selu(data)
    return graph.add({"elu": "Elu", "leaky": "LeakyRelu"}[act_type], data, alpha=slope)


def _per_channel(graph: Graph, gamma: Tensor, data: Tensor) -> str:
    """Reshape a vector of channels (axis 1) so that it broadcasts with data of any rank."""
    if data.ndim <= 2 or gamma.shape == (1,):
        return gamma.name
    return graph.reshape(gamma, [-1] + [1] * (data.ndim - 2))


def _gelu(graph: Graph, data: Tensor) -> str:
    if graph.opset >= 20:  # the first with Gelu
        return graph.Gelu(data)
    inner = graph.Erf(graph.Mul(data, graph.like(data, math.sqrt(0.5))))
    share = graph.Mul(graph.Add(inner, graph.like(data, 1)), graph.like(data, 0.5))
    return graph.Mul(data, share)


@converts("Dropout")
def dropout(graph: Graph, data: Tensor, *, mode: str) -> str:
    if mode == "always":
        raise Unsupported("it drops elements when predicting, too")
    return data.name


@converts("Embedding", "_contrib_SparseEmbedding")
def embedding(graph: Graph, data: Tensor, weight: Tensor) -> str:
    return graph.Gather(weight, graph.cast(data, np.int64), axis=0)
