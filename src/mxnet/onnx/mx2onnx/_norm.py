"""Normalization."""

from __future__ import annotations

import numpy as np

from .._problems import Unsupported
from ._graph import Graph, Tensor
from ._reduce import variance
from ._table import converts


@converts("BatchNorm", "BatchNorm_v1", "_contrib_SyncBatchNorm")
def batch_norm(
    graph: Graph, data: Tensor, gamma: Tensor, beta: Tensor, mean: Tensor, var: Tensor, *,
    eps: float, momentum: float, fix_gamma: bool, output_mean_var: bool, axis: int = 1,
) -> str:  # fmt: skip
    if output_mean_var:
        raise Unsupported("it returns mean and variance")
    axis %= data.ndim
    scale = np.ones(gamma.known_shape(), data.dtype) if fix_gamma else _cast(graph, gamma, data)
    rest = [_cast(graph, value, data) for value in (beta, mean, var)]
    order = list(range(data.ndim))
    order[1:2], order[axis : axis + 1] = order[axis : axis + 1], order[1:2]
    x = data.name if axis == 1 else graph.Transpose(data, perm=order)
    result = graph.BatchNormalization(x, scale, *rest, epsilon=eps, momentum=momentum)
    return result if axis == 1 else graph.Transpose(result, perm=order)


@converts("_contrib_BatchNormWithReLU")
def batch_norm_with_relu(
    graph: Graph, *inputs: Tensor, eps, momentum, fix_gamma, output_mean_var, axis
):
    return graph.Relu(
        batch_norm(
            graph,
            *inputs,
            eps=eps,
            momentum=momentum,
            fix_gamma=fix_gamma,
            output_mean_var=output_mean_var,
            axis=axis,
        )  # fmt: skip
    )


def _cast(graph: Graph, parameter: Tensor, data: Tensor) -> str:
    """Cast a parameter to the type of the data, which may be half precision."""
    if parameter.dtype == data.dtype:
        return parameter.name
    if graph.is_constant(parameter):
        return graph.constant(graph.constants[parameter.name].astype(data.dtype))
    return graph.cast(parameter, data.dtype)


def _along(graph: Graph, parameter: Tensor, axis: int, data: Tensor) -> str:
    """Reshape a vector so that it broadcasts along one axis of the data."""
    shape = [1] * data.ndim
    shape[axis] = -1
    return graph.reshape(_cast(graph, parameter, data), shape)


@converts("LayerNorm")
def layer_norm(
    graph: Graph, data: Tensor, gamma: Tensor, beta: Tensor, *, axis: int, eps: float,
    output_mean_var: bool,
) -> str:  # fmt: skip
    if output_mean_var:
        raise Unsupported("it returns mean and deviation")
    axis %= data.ndim
    if graph.opset >= 17 and axis == data.ndim - 1:  # the first with LayerNormalization
        scale, shift = _cast(graph, gamma, data), _cast(graph, beta, data)
        return graph.LayerNormalization(data, scale, shift, axis=-1, epsilon=eps)
    mean, var = variance(graph, data, [axis])
    root = graph.Sqrt(graph.Add(var, graph.like(data, eps)))
    normal = graph.Div(graph.Sub(data, mean), root)
    scaled = graph.Mul(normal, _along(graph, gamma, axis, data))
    return graph.Add(scaled, _along(graph, beta, axis, data))


@converts("InstanceNorm")
def instance_norm(graph: Graph, data: Tensor, gamma: Tensor, beta: Tensor, *, eps: float) -> str:
    return graph.InstanceNormalization(data, gamma, beta, epsilon=eps)


@converts("GroupNorm")
def group_norm(
    graph: Graph, data: Tensor, gamma: Tensor, beta: Tensor, *, num_groups: int, eps: float,
    output_mean_var: bool,
) -> str:  # fmt: skip
    if output_mean_var:
        raise Unsupported("it returns mean and deviation")
    # MXNet: a group has one gamma and one beta, like a channel of an InstanceNorm.
    grouped = graph.reshape(data, [0, num_groups, -1])
    normal = graph.InstanceNormalization(grouped, gamma, beta, epsilon=eps)
    return graph.reshape(normal, [0, *graph.sizes_of(data)[1:]])


@converts("L2Normalization")
def l2_normalization(graph: Graph, data: Tensor, *, eps: float, mode: str) -> str:
    axes = {
        "instance": list(range(1, data.ndim)),
        "channel": [1],
        "spatial": list(range(2, data.ndim)),
    }[mode]
    squares = graph.reduce("ReduceSumSquare", data, axes, keepdims=True)
    return graph.Div(data, graph.Sqrt(graph.Add(squares, graph.like(data, eps))))


@converts("LRN")
def lrn(graph: Graph, data: Tensor, *, alpha: float, beta: float, knorm: float, nsize: int) -> str:
    return graph.LRN(data, alpha=alpha, beta=beta, bias=knorm, size=nsize)
