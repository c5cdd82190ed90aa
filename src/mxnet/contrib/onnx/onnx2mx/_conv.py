"""Convolutions and pooling."""

from __future__ import annotations

import numpy as np

from ....onnx._problems import Unsupported
from ....symbol import Symbol
from ._node import Node
from ._table import add, reads

LOWEST = float(np.finfo(np.float32).min)


def _pads(node: Node, auto_pad: str, pads, kernel, strides, dilations) -> tuple[list, list]:
    """Return the padding before and after each axis."""
    ndim = len(kernel)
    if auto_pad in ("NOTSET", ""):
        pads = list(pads or [0] * 2 * ndim)
        return pads[:ndim], pads[ndim:]
    if auto_pad == "VALID":
        return [0] * ndim, [0] * ndim
    sizes = node.shape()[2:]
    if None in sizes:
        raise Unsupported(f"its padding is {auto_pad}, and sizes are open: {sizes}")
    near, far = [], []
    for size, k, s, d in zip(sizes, kernel, strides, dilations, strict=True):
        total = max((-(-size // s) - 1) * s + d * (k - 1) + 1 - size, 0)
        small, large = total // 2, total - total // 2
        near.append(small if auto_pad == "SAME_UPPER" else large)
        far.append(large if auto_pad == "SAME_UPPER" else small)
    return near, far


def _windows(node: Node, kernel_shape, strides, dilations) -> dict[str, tuple]:
    """Return MXNet's attributes of windows; the default shape is the weight's."""
    kernel = tuple(kernel_shape or node.known_shape(1)[2:])
    ones = (1,) * len(kernel)
    return {
        "kernel": kernel,
        "stride": tuple(strides or ones),
        "dilate": tuple(dilations or ones),
    }


def _convolve(node: Node, name: str, *inputs: Symbol, bias: Symbol | None, **attrs) -> Symbol:
    """Return an operator of the convolution family, with or without a bias."""
    inputs = inputs if bias is None else (*inputs, bias)
    return node.last(name, *inputs, no_bias=bias is None, **attrs)


@reads("Conv")
def conv(
    node: Node, data: Symbol, weight: Symbol, bias: Symbol = None, *, auto_pad="NOTSET",
    dilations=None, group=1, kernel_shape=None, pads=None, strides=None,
) -> Symbol:  # fmt: skip
    windows = _windows(node, kernel_shape, strides, dilations)
    near, far = _pads(node, auto_pad, pads, *windows.values())
    if near != far:
        data = node.pad(data, [0, 0, *near], [0, 0, *far], "constant", 0.0)
        near = [0] * len(near)
    return _convolve(
        node, "Convolution", data, weight, bias=bias, pad=tuple(near),
        num_filter=node.known_shape(1)[0], num_group=group, **windows,
    )  # fmt: skip


@reads("ConvTranspose")
def conv_transpose(
    node: Node, data: Symbol, weight: Symbol, bias: Symbol = None, *, auto_pad="NOTSET",
    dilations=None, group=1, kernel_shape=None, output_padding=None, output_shape=None, pads=None,
    strides=None,
) -> Symbol:  # fmt: skip
    windows = _windows(node, kernel_shape, strides, dilations)
    ndim = len(windows["kernel"])
    pads = list(pads or [0] * 2 * ndim)
    if output_shape or auto_pad not in ("NOTSET", "", "VALID") or pads[:ndim] != pads[ndim:]:
        raise Unsupported("its padding follows from a shape, or differs between the ends")
    return _convolve(
        node, "Deconvolution", data, weight, bias=bias, pad=tuple(pads[:ndim]),
        adj=tuple(output_padding or [0] * ndim), num_filter=node.known_shape(1)[1] * group,
        num_group=group, **windows,
    )  # fmt: skip


@reads("DeformConv")
def deform_conv(
    node: Node, data: Symbol, weight: Symbol, offset: Symbol, bias: Symbol = None,
    mask: Symbol = None, *, dilations=None, group=1, kernel_shape=None, offset_group=1, pads=None,
    strides=None,
) -> Symbol:  # fmt: skip
    windows = _windows(node, kernel_shape, strides, dilations)
    near, far = _pads(node, "NOTSET", pads, *windows.values())
    if mask is None or near != far:
        raise Unsupported("it has no mask, or its padding differs between the ends")
    return _convolve(
        node, "_contrib_ModulatedDeformableConvolution", data, offset, mask, weight, bias=bias,
        pad=tuple(near), num_filter=node.known_shape(1)[0], num_group=group,
        num_deformable_group=offset_group, **windows,
    )  # fmt: skip


# -------------------------------------------------------------------------------------- pooling


def _check_ends(node: Node, kernel, strides, near: list, far: list, ceil_mode: int) -> None:
    """Reject a last window inside the padding: ONNX omits it, MXNet does not."""
    sizes = node.shape()[2:]
    for size, k, s, n, f in zip(sizes, kernel, strides, near, far, strict=True):
        if ceil_mode and size is not None and -(-(size + n + f - k) // s) * s >= size + n:
            raise Unsupported("its last window is in the padding")


def _pool(
    node: Node, data: Symbol, pool_type: str, kernel, strides, pad, ceil_mode, is_last, **attrs
):
    apply = node.last if is_last else node.step
    return apply(
        "Pooling", data, pool_type=pool_type, kernel=tuple(kernel), stride=tuple(strides),
        pad=tuple(pad), pooling_convention="full" if ceil_mode else "valid", **attrs,
    )  # fmt: skip


def _pooling(
    node: Node, auto_pad: str, pads, kernel, strides, dilations
) -> tuple[list, list, list]:
    """Return strides, and the padding before and after each axis."""
    ones = [1] * len(kernel)
    if list(dilations or ones) != ones:
        raise Unsupported("it is dilated")
    strides = strides or ones
    return strides, *_pads(node, auto_pad, pads, kernel, strides, ones)


@reads("MaxPool")
def max_pool(
    node: Node, data: Symbol, *, kernel_shape, auto_pad="NOTSET", ceil_mode=0, dilations=None,
    pads=None, storage_order=0, strides=None,
) -> Symbol:  # fmt: skip
    if len([name for name in node.outputs if name]) > 1:
        raise Unsupported("it returns positions")  # storage_order only concerns them
    strides, near, far = _pooling(node, auto_pad, pads, kernel_shape, strides, dilations)
    _check_ends(node, kernel_shape, strides, near, far, ceil_mode)
    if near != far:
        data = node.pad(data, [0, 0, *near], [0, 0, *far], "constant", LOWEST)
        near = [0] * len(near)
    return _pool(node, data, "max", kernel_shape, strides, near, ceil_mode, True)


@reads("AveragePool")
def average_pool(
    node: Node, data: Symbol, *, kernel_shape, auto_pad="NOTSET", ceil_mode=0, count_include_pad=0,
    dilations=None, pads=None, strides=None,
) -> Symbol:  # fmt: skip
    strides, near, far = _pooling(node, auto_pad, pads, kernel_shape, strides, dilations)
    _check_ends(node, kernel_shape, strides, near, far, ceil_mode)
    rest = (kernel_shape, strides, [0] * len(near), ceil_mode)
    if near == far:
        counts = {"count_include_pad": bool(count_include_pad)}
        return _pool(node, data, "avg", *rest[:2], near, ceil_mode, True, **counts)
    ends = [0, 0, *near], [0, 0, *far], "constant", 0.0
    padded = node.pad(data, *ends)
    if count_include_pad:
        return _pool(node, padded, "avg", *rest, True, count_include_pad=True)
    # Sums divided by the number of elements, which is the sum of ones over the same windows.
    ones = node.pad(node.step("ones_like", data), *ends)
    sums = [_pool(node, value, "sum", *rest, False) for value in (padded, ones)]
    return node.last("elemwise_div", *sums)


def _for_norm(node: Node, data: Symbol, p: int) -> Symbol:
    """MXNet takes no absolute values, which matters for odd powers."""
    if p > 3:
        raise Unsupported(f"its p is {p}")
    return node.step("abs", data) if p % 2 else data


@reads("LpPool")
def lp_pool(
    node: Node, data: Symbol, *, kernel_shape, auto_pad="NOTSET", ceil_mode=0, dilations=None, p=2,
    pads=None, strides=None,
) -> Symbol:  # fmt: skip
    strides, near, far = _pooling(node, auto_pad, pads, kernel_shape, strides, dilations)
    if near != far:
        raise Unsupported("its padding differs between the ends")
    data = _for_norm(node, data, p)
    return _pool(node, data, "lp", kernel_shape, strides, near, ceil_mode, True, p_value=p)


def _global(pool_type: str):
    def read(node: Node, data: Symbol) -> Symbol:
        return node.last("Pooling", data, global_pool=True, pool_type=pool_type, kernel=(1, 1))

    return read


add("GlobalAveragePool", _global("avg"))
add("GlobalMaxPool", _global("max"))


@reads("GlobalLpPool")
def global_lp_pool(node: Node, data: Symbol, *, p=2) -> Symbol:
    data = _for_norm(node, data, p)
    return node.last("Pooling", data, global_pool=True, pool_type="lp", p_value=p, kernel=(1, 1))
