"""Convolutions, including transposed and deformable ones."""

from __future__ import annotations

from .._problems import Unsupported
from ._graph import Graph, Operand, Tensor
from ._table import converts

CHANNELS_LAST = ("NWC", "NHWC", "NDHWC")


def channels_first(graph: Graph, value: Operand, ndim: int) -> str:
    """Move the last axis to the second position."""
    return graph.Transpose(value, perm=[0, ndim - 1, *range(1, ndim - 1)])


def channels_last(graph: Graph, value: Operand, ndim: int) -> str:
    """Move the second axis to the last position."""
    return graph.Transpose(value, perm=[0, *range(2, ndim), 1])


def each_axis(values, default: int, ndim: int) -> list[int]:
    return list(values) if values else [default] * ndim


def _windows(kernel, stride, dilate, pad) -> dict[str, list[int]]:
    """Return ONNX's attributes of windows."""
    ndim = len(kernel)
    return {
        "kernel_shape": list(kernel),
        "strides": each_axis(stride, 1, ndim),
        "dilations": each_axis(dilate, 1, ndim),
        "pads": each_axis(pad, 0, ndim) * 2,
    }


@converts("Convolution", "Convolution_v1")
def convolution(
    graph: Graph, data: Tensor, weight: Tensor, bias: Tensor | None = None, *, kernel, stride,
    dilate, pad, num_group: int, layout: str | None,
) -> str:  # fmt: skip
    x, w, last = data.name, weight.name, layout in CHANNELS_LAST
    if last:
        x, w = channels_first(graph, x, data.ndim), channels_first(graph, w, data.ndim)
    result = graph.Conv(x, w, bias, group=num_group, **_windows(kernel, stride, dilate, pad))
    return channels_last(graph, result, data.ndim) if last else result


@converts("Deconvolution")
def deconvolution(
    graph: Graph, data: Tensor, weight: Tensor, bias: Tensor | None = None, *, kernel, stride,
    dilate, pad, adj, target_shape, num_group: int, layout: str | None,
) -> str:  # fmt: skip
    if layout in CHANNELS_LAST:
        raise Unsupported(f"its layout is {layout}")
    ndim = len(kernel)
    stride, dilate = each_axis(stride, 1, ndim), each_axis(dilate, 1, ndim)
    pad, adj = each_axis(pad, 0, ndim), each_axis(adj, 0, ndim)
    if target_shape and any(target_shape):  # MXNet: target_shape determines pad and adj
        sizes = data.known_shape(range(2, data.ndim))
        spans = [s * (n - 1) + d * (k - 1) + 1
                 for s, n, d, k in zip(stride, sizes, dilate, kernel, strict=True)]  # fmt: skip
        excess = [span - target for span, target in zip(spans, target_shape, strict=True)]
        pad, adj = [(e + 1) // 2 for e in excess], [e % 2 for e in excess]
    windows = _windows(kernel, stride, dilate, pad)
    return graph.ConvTranspose(data, weight, bias, output_padding=adj, group=num_group, **windows)


@converts("_contrib_ModulatedDeformableConvolution", opset=19)
def modulated_deformable_convolution(
    graph: Graph, data: Tensor, offset: Tensor, mask: Tensor, weight: Tensor,
    bias: Tensor | None = None, *, kernel, stride, dilate, pad, num_group: int,
    num_deformable_group: int,
) -> str:  # fmt: skip
    # The older operator without a mask differs from ONNX at the borders of the image.
    windows = _windows(kernel, stride, dilate, pad)
    return graph.DeformConv(
        data, weight, offset, bias, mask,
        group=num_group, offset_group=num_deformable_group, **windows,
    )  # fmt: skip
