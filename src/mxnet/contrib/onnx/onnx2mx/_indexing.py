"""Element selection by position, and sorting."""

from __future__ import annotations

import numpy as np

from ....onnx._problems import Unsupported
from ....symbol import Symbol
from ._node import Node
from ._table import Array, reads


@reads("Gather")
def gather(node: Node, data: Symbol, indices: Symbol, *, axis=0) -> Symbol:
    number = node.scalar(1)
    if number is not None:  # a single index: its axis is removed
        end = int(number) + 1 or None
        part = node.step("slice_axis", data, axis=axis, begin=int(number), end=end)
        return node.last("squeeze", part, axis=axis)
    shape, table = node.shape(), node.inputs[0].array
    if axis == 0 and len(shape) == 2 and table is not None and table.dtype.kind == "f":
        sizes = {"input_dim": shape[0], "output_dim": shape[1]}
        return node.last("Embedding", indices, data, dtype=table.dtype.name, **sizes)
    return node.last("take", data, indices, axis=axis, mode="wrap")


@reads("GatherElements")
def gather_elements(node: Node, data: Symbol, indices: Symbol, *, axis=0) -> Symbol:
    axis %= node.ndim()
    if node.shape(1)[axis] != 1:
        raise Unsupported("it takes several elements along its axis")
    index = node.step("squeeze", indices, axis=axis)
    return node.last("pick", data, index, axis=axis, keepdims=True, mode="wrap")


def _coordinates_first(node: Node, indices: Symbol) -> Symbol:
    last = node.ndim(1) - 1
    return node.step("transpose", indices, axes=(last, *range(last)))


@reads("GatherND")
def gather_nd(node: Node, data: Symbol, indices: Symbol, *, batch_dims=0) -> Symbol:
    if batch_dims:
        if batch_dims > 1 or node.shape(1)[-1] != 1:
            raise Unsupported("it has several axes for a batch, or several coordinates")
        positions = node.step("squeeze", indices, axis=-1)
        numbers = node.step("Cast", node.step("_contrib_arange_like", data, axis=0), dtype="int64")
        for _ in range(node.ndim(1) - 2):
            numbers = node.step("expand_dims", numbers, axis=-1)
        numbers = node.step("broadcast_like", numbers, positions)
        return node.last("gather_nd", data, node.step("stack", numbers, positions, num_args=2))
    return node.last("gather_nd", data, _coordinates_first(node, indices))


@reads("ScatterND")
def scatter_nd(
    node: Node, data: Symbol, indices: Symbol, updates: Symbol, *, reduction="none"
) -> Symbol:
    if reduction != "none":
        raise Unsupported(f"its reduction is {reduction}")
    positions = _coordinates_first(node, indices)
    return node.last("_scatter_set_nd", data, updates, positions, shape=node.known_shape())


@reads("OneHot")
def one_hot(node: Node, indices: Symbol, depth: Array, values: Array, *, axis=-1) -> Symbol:
    off, on = values.tolist()
    attrs = {"depth": int(depth.item()), "on_value": on, "off_value": off,
             "dtype": values.dtype.name}  # fmt: skip
    ndim = node.ndim() + 1
    # MXNet: one_hot ignores negative indices; ONNX counts them from the end.
    codes = node.step("_mod_scalar", indices, scalar=attrs["depth"])
    if axis % ndim == ndim - 1:
        return node.last("one_hot", codes, **attrs)
    order = list(range(ndim - 1))
    order.insert(axis % ndim, ndim - 1)
    return node.last("transpose", node.step("one_hot", codes, **attrs), axes=tuple(order))


@reads("NonZero")
def nonzero(node: Node, data: Symbol) -> Symbol:
    return node.last("transpose", node.step("_npx_nonzero", data))


@reads("TopK")
def topk(
    node: Node, data: Symbol, count: Array = None, *, k=None, axis=-1, largest=1, sorted=1
) -> list[Symbol]:
    limit = k if count is None else int(np.asarray(count).item())
    results = node.last(
        "topk", data, axis=axis, k=limit, ret_typ="both", is_ascend=not largest, dtype="int64"
    )
    return list(results)
