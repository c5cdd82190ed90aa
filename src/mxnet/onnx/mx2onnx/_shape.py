"""Reshaping, and permutation of axes."""

from __future__ import annotations

from .._problems import Unsupported
from ._graph import Graph, Tensor
from ._table import converts


@converts("Reshape", "_npx_reshape", "reshape_like")
def reshape(graph: Graph, data: Tensor, *rest: Tensor, out: Tensor) -> str:
    return graph.reshape_to(data, out)


@converts("_np_reshape")
def np_reshape(graph: Graph, a: Tensor, *, order: str, out: Tensor) -> str:
    if order != "C":
        raise Unsupported(f"its order is {order!r}")
    return graph.reshape_to(a, out)


@converts("Flatten")
def flatten(graph: Graph, data: Tensor) -> str:
    return data.name if data.ndim == 2 else graph.Flatten(data, axis=1)


@converts("transpose", "_np_transpose")
def transpose(graph: Graph, data: Tensor, *, axes) -> str:
    order = [axis % data.ndim for axis in axes] if axes else list(range(data.ndim))[::-1]
    return graph.Transpose(data, perm=order)


@converts("SwapAxis")
def swap_axis(graph: Graph, data: Tensor, *, dim1: int, dim2: int) -> str:
    order = list(range(data.ndim))
    order[dim1], order[dim2] = order[dim2], order[dim1]
    return graph.Transpose(data, perm=order)


@converts("_np_moveaxis")
def moveaxis(graph: Graph, a: Tensor, *, source, destination) -> str:
    pairs = sorted((d % a.ndim, s % a.ndim) for s, d in zip(source, destination, strict=True))
    order = [axis for axis in range(a.ndim) if axis not in dict(map(reversed, pairs))]
    for position, axis in pairs:
        order.insert(position, axis)
    return graph.Transpose(a, perm=order)


@converts("expand_dims")
def expand_dims(graph: Graph, data: Tensor, *, axis: int, out: Tensor) -> str:
    return graph.Unsqueeze(data, [axis % out.ndim])


@converts("squeeze", "_np_squeeze")
def squeeze(graph: Graph, data: Tensor, *, axis, out: Tensor) -> str:
    if axis is None:
        if None in data.shape:
            raise Unsupported("it drops all axes of size 1 while sizes are open; name the axes")
        return graph.reshape_to(data, out)
    axes = [a % data.ndim for a in ((axis,) if isinstance(axis, int) else axis)]
    if data.ndim - len(axes) != out.ndim:  # MXNet: squeezing an array with one element gives (1,)
        return graph.reshape_to(data, out)
    return graph.Squeeze(data, axes)


@converts("depth_to_space")
def depth_to_space(graph: Graph, data: Tensor, *, block_size: int) -> str:
    return graph.DepthToSpace(data, blocksize=block_size, mode="DCR")


@converts("space_to_depth")
def space_to_depth(graph: Graph, data: Tensor, *, block_size: int) -> str:
    return graph.SpaceToDepth(data, blocksize=block_size)


# ------------------------------------------------------------------------------------ larger ones


@converts("broadcast_to")
def broadcast_to(graph: Graph, data: Tensor, *, shape) -> str:
    # MXNet: 0 keeps a size, which a 1 does in ONNX.
    return graph.Expand(data, [n or 1 for n in shape])


@converts("_npi_broadcast_to")
def np_broadcast_to(graph: Graph, array: Tensor, *, shape, out: Tensor) -> str:
    if None in shape or any(n < 0 for n in shape):
        return graph.Expand(array, out.known_shape())
    return graph.Expand(array, list(shape))


@converts("broadcast_axis")
def broadcast_axis(graph: Graph, data: Tensor, *, axis, size) -> str:
    target = [1] * data.ndim
    for a, n in zip(axis, size, strict=True):
        target[a] = n
    return graph.Expand(data, target)


@converts("broadcast_like")
def broadcast_like(graph: Graph, lhs: Tensor, rhs: Tensor, *, lhs_axes, rhs_axes) -> str:
    if lhs_axes is None or rhs_axes is None:
        return graph.Expand(lhs, graph.shape_of(rhs))
    target: list = [1] * lhs.ndim
    for mine, other in zip(lhs_axes, rhs_axes, strict=True):
        target[mine] = graph.size_of(rhs, other)
    return graph.Expand(lhs, graph.vector(target))


@converts("tile", "_npi_tile")
def tile(graph: Graph, data: Tensor, *, reps) -> str:
    missing = len(reps) - data.ndim
    value = data.name
    if missing > 0:
        value = graph.Unsqueeze(data, list(range(missing)))
    return graph.Tile(value, [1] * max(-missing, 0) + list(reps))


@converts("repeat")
def repeat(graph: Graph, data: Tensor, *, repeats: int, axis: int | None) -> str:
    if not isinstance(repeats, int):
        raise Unsupported("it repeats elements differently often")
    if axis is None:
        spread = graph.Expand(graph.reshape(data, [-1, 1]), [1, repeats])
        return graph.reshape(spread, [-1])
    axis %= data.ndim
    target = [1] * (data.ndim + 1)
    target[axis + 1] = repeats
    sizes = graph.sizes_of(data)
    sizes[axis] = -1
    return graph.reshape(graph.Expand(graph.Unsqueeze(data, [axis + 1]), target), sizes)


@converts("Pad")
def pad(graph: Graph, data: Tensor, *, mode: str, pad_width, constant_value: float) -> str:
    return _pad(graph, data, mode, pad_width, constant_value)


def _pad(graph: Graph, data: Tensor, mode: str, widths, value: float) -> str:
    pads = [*widths[::2], *widths[1::2]]
    fill = graph.like(data, value) if mode == "constant" else None
    return graph.Pad(data, pads, fill, mode=mode)


@converts("_npi_pad")
def np_pad(
    graph: Graph, data: Tensor, *, pad_width, mode: str, constant_value: float, reflect_type: str
) -> str:
    widths = [n for pair in pad_width for n in (pair if isinstance(pair, tuple) else (pair,))]
    if mode not in ("constant", "edge", "reflect") or reflect_type != "even":
        raise Unsupported(f"its mode is {mode!r}")
    return _pad(graph, data, mode, widths, constant_value)


# ------------------------------------------------------------------------------------- the shape


@converts("shape_array")
def shape_array(graph: Graph, data: Tensor) -> str:
    return graph.Shape(data)


@converts("size_array")
def size_array(graph: Graph, data: Tensor) -> str:
    return graph.reshape(graph.Size(data), [1])
