"""Reshaping, permutation of axes, slicing and concatenation."""

from __future__ import annotations

import numpy as np

from ....onnx._problems import Unsupported
from ....symbol import Symbol
from ._node import Node
from ._table import Array, reads

FAR = 1 << 31  # ends from here on mean "to the end" in ONNX


@reads("Reshape")
def reshape(node: Node, data: Symbol, shape: Array, *, allowzero=0) -> Symbol:
    target = [int(n) for n in shape]
    if allowzero and 0 in target:
        raise Unsupported(f"its shape has no elements: {target}")
    return node.last("Reshape", data, shape=tuple(target) or (1,))


@reads("Flatten")
def flatten(node: Node, data: Symbol, *, axis=1) -> Symbol:
    if axis == 1:
        return node.last("Flatten", data)
    axis = axis if axis >= 0 else axis + node.ndim()
    if axis == 0:
        return node.last("Reshape", data, shape=(1, -1))
    if axis == node.ndim():
        return node.last("Reshape", data, shape=(-1, 1))
    rest = node.shape()[axis:]
    if None in rest:
        raise Unsupported(f"the sizes behind its axis are open: {rest}")
    return node.last("Reshape", data, shape=(-1, int(np.prod(rest))))


@reads("Transpose")
def transpose(node: Node, data: Symbol, *, perm=None) -> Symbol:
    return node.last("transpose", data, **({"axes": tuple(perm)} if perm else {}))


@reads("Squeeze")
def squeeze(node: Node, data: Symbol, chosen: Array = None, *, axes=None) -> Symbol:
    axes = axes if chosen is None else [int(a) for a in chosen]
    return node.last("squeeze", data, **({"axis": tuple(axes)} if axes else {}))


@reads("Unsqueeze")
def unsqueeze(node: Node, data: Symbol, chosen: Array = None, *, axes=None) -> Symbol:
    axes = list(axes if chosen is None else [int(a) for a in chosen])
    if any(a < 0 for a in axes) and len(axes) > 1:
        axes = [a % (node.ndim() + len(axes)) for a in axes]
    *others, last = sorted(axes)
    for axis in others:
        data = node.step("expand_dims", data, axis=axis)
    return node.last("expand_dims", data, axis=last)


@reads("Concat")
def concat(node: Node, *data: Symbol, axis: int) -> Symbol:
    return node.last("Concat", *data, dim=axis, num_args=len(data))


@reads("Split")
def split(
    node: Node, data: Symbol, chosen: Array = None, *, axis=0, split=None, num_outputs=None
) -> list[Symbol]:
    count = len(node.outputs)
    sizes = split if chosen is None else [int(n) for n in chosen]
    if count == 1:
        return [node.last("_copy", data)]
    if sizes is None:
        size = node.shape()[axis]
        if size is None or size % count == 0:
            return list(node.last("SliceChannel", data, num_outputs=count, axis=axis))
        each = -(-size // count)
        sizes = [each] * (count - 1) + [size - each * (count - 1)]
    if len(set(sizes)) == 1:
        return list(node.last("SliceChannel", data, num_outputs=count, axis=axis))
    edges = tuple(int(n) for n in np.cumsum([0, *sizes[:-1]]))
    return list(node.last("_split_v2", data, indices=edges, axis=axis))


@reads("Slice")
def slice_(
    node: Node, data: Symbol, begin: Array = None, end: Array = None, chosen: Array = None,
    step: Array = None, *, starts=None, ends=None, axes=None,
) -> Symbol:  # fmt: skip
    starts = list(starts if begin is None else begin.tolist())
    ends = list(ends if end is None else end.tolist())
    axes = axes if chosen is None else chosen.tolist()
    axes = list(range(len(starts))) if axes is None else [a % node.ndim() for a in axes]
    steps = [1] * len(starts) if step is None else step.tolist()
    bounds: list[tuple] = [(None, None, None)] * (max(axes) + 1)
    for axis, *bound in zip(axes, starts, ends, steps, strict=True):
        bounds[axis] = _bounds(*bound, node.shape()[axis])
    begins, stops, strides = zip(*bounds, strict=True)
    return node.last("slice", data, begin=begins, end=stops, step=strides)


def _bounds(start: int, end: int, step: int, size: int | None) -> tuple:
    """Return the ends of a slice in MXNet's form: None for positions outside."""
    most = FAR if size is None else size
    if step > 0:
        start = None if start < -most else start
        return start, (None if end >= most else end), step
    start = None if start >= most else start
    return start, (None if end < -most else end), step


@reads("Pad")
def pad(
    node: Node, data: Symbol, widths: Array = None, fill: Array = None, chosen: Array = None, *,
    pads=None, mode="constant", value=0.0,
) -> Symbol:  # fmt: skip
    sizes = [int(n) for n in (pads if widths is None else widths)]
    ndim = node.ndim()
    axes = range(ndim) if chosen is None else [int(a) % ndim for a in chosen]
    near, far = [0] * ndim, [0] * ndim
    for position, axis in enumerate(axes):
        near[axis], far[axis] = sizes[position], sizes[position + len(sizes) // 2]
    return node.pad(data, near, far, mode, value if fill is None else fill.item(), is_last=True)


@reads("Expand")
def expand(node: Node, data: Symbol, shape: Array) -> Symbol:
    target, mine = [int(n) for n in shape], list(node.shape())
    for _ in range(len(target) - len(mine)):
        data, mine = node.step("expand_dims", data, axis=0), [1, *mine]
    target = [1] * (len(mine) - len(target)) + target
    # MXNet: 0 keeps a size
    return node.last("broadcast_to", data, shape=tuple(0 if n == 1 else n for n in target))


@reads("Tile")
def tile(node: Node, data: Symbol, repeats: Array) -> Symbol:
    return node.last("tile", data, reps=tuple(int(n) for n in repeats))


@reads("Shape")
def shape(node: Node, data: Symbol, *, start=0, end=None) -> Symbol:
    if start == 0 and end is None:
        return node.last("shape_array", data)
    full_shape = node.step("shape_array", data)
    return node.last("slice_axis", full_shape, axis=0, begin=start, end=end)


@reads("Size")
def size(node: Node, data: Symbol) -> Symbol:
    return node.last("size_array", data)


@reads("DepthToSpace")
def depth_to_space(node: Node, data: Symbol, *, blocksize: int, mode="DCR") -> Symbol:
    if mode == "DCR":
        return node.last("depth_to_space", data, block_size=blocksize)
    _, channels, height, width = node.known_shape()
    b, inner = blocksize, channels // blocksize**2
    parts = node.step("Reshape", data, shape=(0, inner, b, b, height, width))
    turned = node.step("transpose", parts, axes=(0, 1, 4, 2, 5, 3))
    return node.last("Reshape", turned, shape=(0, inner, height * b, width * b))


@reads("SpaceToDepth")
def space_to_depth(node: Node, data: Symbol, *, blocksize: int) -> Symbol:
    return node.last("space_to_depth", data, block_size=blocksize)


@reads("ReverseSequence")
def reverse_sequence(
    node: Node, data: Symbol, lengths: Symbol, *, batch_axis=1, time_axis=0
) -> Symbol:
    if (time_axis, batch_axis) == (0, 1):
        return node.last("SequenceReverse", data, lengths, use_sequence_length=True)
    turned = node.step("SwapAxis", data, dim1=0, dim2=1)
    result = node.step("SequenceReverse", turned, lengths, use_sequence_length=True)
    return node.last("SwapAxis", result, dim1=0, dim2=1)
