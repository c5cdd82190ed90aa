"""Normalization and softmax."""

from __future__ import annotations

import numpy as np

from ....onnx._problems import Unsupported
from ....symbol import Symbol
from ._node import Node
from ._table import add, reads


@reads("BatchNormalization")
def batch_normalization(
    node: Node, data: Symbol, scale: Symbol, shift: Symbol, mean: Symbol, var: Symbol, *,
    epsilon=1e-5, momentum=0.9, spatial=1, training_mode=0,
) -> Symbol:  # fmt: skip
    if training_mode or not spatial:
        raise Unsupported("it is in training mode, or not spatial")
    return node.last(
        "BatchNorm", data, scale, shift, mean, var, eps=epsilon, momentum=momentum, fix_gamma=False
    )


@reads("InstanceNormalization")
def instance_normalization(
    node: Node, data: Symbol, scale: Symbol, shift: Symbol, *, epsilon=1e-5
) -> Symbol:
    return node.last("InstanceNorm", data, scale, shift, eps=epsilon)


@reads("LayerNormalization")
def layer_normalization(
    node: Node, data: Symbol, scale: Symbol, shift: Symbol = None, *, axis=-1, epsilon=1e-5,
    stash_type=1,
) -> Symbol:  # fmt: skip
    if axis % node.ndim() != node.ndim() - 1:
        raise Unsupported(f"its axis is {axis}, not the last one")
    if shift is None:
        zeros = np.zeros(node.known_shape(1), node.dtype())
        shift = node.parameter(zeros, "beta")
    return node.last("LayerNorm", data, scale, shift, axis=-1, eps=epsilon)


@reads("GroupNormalization")
def group_normalization(
    node: Node, data: Symbol, scale: Symbol, shift: Symbol, *, num_groups: int, epsilon=1e-5,
    stash_type=1,
) -> Symbol:  # fmt: skip
    groups = node.step("Reshape", data, shape=(0, num_groups, -1))
    ones, zeros = (
        node.parameter(np.full(num_groups, value, node.dtype()), name)
        for value, name in ((1, "gamma"), (0, "beta"))
    )
    normal = node.step("InstanceNorm", groups, ones, zeros, eps=epsilon)
    normal = node.step("reshape_like", normal, data)
    (channels,) = node.shape()[1:2]
    if node.opset < 21 and channels is not None:  # scale and bias are per group
        each = channels // num_groups
        scale, shift = (node.step("repeat", x, repeats=each) for x in (scale, shift))
    channel_shape = (1, -1, *[1] * (node.ndim() - 2))
    scale, shift = (node.step("Reshape", x, shape=channel_shape) for x in (scale, shift))
    return node.last("broadcast_add", node.step("broadcast_mul", normal, scale), shift)


@reads("LRN")
def lrn(node: Node, data: Symbol, *, size: int, alpha=1e-4, beta=0.75, bias=1.0) -> Symbol:
    return node.last("LRN", data, nsize=size, alpha=alpha, beta=beta, knorm=bias)


@reads("LpNormalization")
def lp_normalization(node: Node, data: Symbol, *, axis=-1, p=2) -> Symbol:
    length = node.step("norm", data, ord=p, axis=axis, keepdims=True)
    length = node.step("_maximum_scalar", length, scalar=1e-30)  # avoids 0 / 0
    return node.last("broadcast_div", data, length)


@reads("MeanVarianceNormalization")
def mean_variance_normalization(node: Node, data: Symbol, *, axes=(0, 2, 3)) -> Symbol:
    axes = tuple(axes)
    centered = node.step("broadcast_sub", data, node.step("mean", data, axis=axes, keepdims=True))
    spread = node.step("mean", node.step("square", centered), axis=axes, keepdims=True)
    return node.last("broadcast_div", centered, node.step("sqrt", spread))


def _softmax(op: str):
    def read(node: Node, data: Symbol, *, axis=None) -> Symbol:
        if node.opset >= 13:  # earlier opsets flatten all axes from this one on
            return node.last(op, data, axis=-1 if axis is None else axis)
        axis = (1 if axis is None else axis) % node.ndim()
        if axis == node.ndim() - 1:
            return node.last(op, data, axis=-1)
        # Before opset 13, all axes from this one on are flattened.
        rows = node.step("Reshape", data, shape=(0,) * axis + (-1,))
        return node.last("reshape_like", node.step(op, rows, axis=-1), data)

    return read


add("Softmax", _softmax("softmax"))
add("LogSoftmax", _softmax("log_softmax"))


@reads("Hardmax")
def hardmax(node: Node, data: Symbol, *, axis=None) -> Symbol:
    # Opset 13 changed the default, and the meaning, as for Softmax.
    axis = (axis if axis is not None else -1 if node.opset >= 13 else 1) % node.ndim()
    if node.opset < 13 and axis != node.ndim() - 1:
        raise Unsupported("before opset 13 it is over several axes")
    depth = node.shape()[axis]
    if depth is None:
        raise Unsupported("the size of its axis is open")
    codes = node.step("argmax", data, axis=axis)
    ndim, order = node.ndim(), list(range(node.ndim() - 1))
    order.insert(axis, ndim - 1)
    return node.last("transpose", node.step("one_hot", codes, depth=depth), axes=tuple(order))
