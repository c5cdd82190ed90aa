"""Convolution and transposed convolution."""

from __future__ import annotations

import functools
from typing import Literal

import torch

from ..._core.dtypes import widen
from .. import multiply_adds
from ..attrs import Shape
from ..caching import cached
from ..checks import brackets, check, require_floats
from ..inputs import unless
from ..partial_shape import merge
from ..registry import Quantization, op
from .conv_gradients import plane_convolution
from .windows import (
    CHANNELS_LAST,
    channels_first,
    channels_last,
    check_kernel,
    check_length,
    check_reach,
    check_shape,
    dilated_sizes,
    each_axis,
)

Layout = Literal["NCDHW", "NCHW", "NCW", "NDHWC", "NHWC"]
LayoutV1 = Literal["NCDHW", "NCHW", "NDHWC", "NHWC"]
Tuning = Literal["fastest", "limited_workspace", "off"]

CONVOLUTIONS = {1: torch.conv1d, 2: plane_convolution, 3: torch.conv3d}
TRANSPOSES = {1: torch.conv_transpose1d, 2: torch.conv_transpose2d, 3: torch.conv_transpose3d}
AXES = {1: "x", 2: "y-x", 3: "depth-y-x"}


def check_geometry(data_shape, kernel, stride, dilate, pad, layout, num_filter, num_group) -> None:
    """Reject attributes that contradict each other or the data (channels first)."""
    check_kernel(kernel, stride, dilate, pad)
    ndim = len(kernel)
    check(
        layout is None or len(layout) == ndim + 2,
        f"Invalid layout {layout} for the {ndim}-d kernel {brackets(kernel)}",
    )
    check(
        len(data_shape) == ndim + 2,
        f"Input data should be {ndim + 2}D in batch-num_filter-{AXES[ndim]}, "
        f"got {brackets(data_shape)}",
    )
    check(num_filter >= 1, f"num_filter must be at least 1, got {num_filter}")
    check(num_group >= 1, f"num_group must be at least 1, got {num_group}")
    check(
        data_shape[1] % num_group == 0,
        f"input num_filter must divide group size: {data_shape[1]} channels of the data are "
        f"not divisible by num_group={num_group}",
    )
    check(
        num_filter % num_group == 0,
        f"output num_filter must divide group size: num_filter={num_filter} is not divisible by "
        f"num_group={num_group}",
    )


def _check_bias(bias_shape, num_filter, no_bias) -> None:
    expected, actual = (2 if no_bias else 3), (2 if bias_shape is None else 3)
    advice = " A layer without bias has no_bias=True" if actual == 2 else ""
    check(
        expected == actual,
        f"expects {expected} inputs (no_bias={no_bias}), but got {actual} instead.{advice}",
    )
    if bias_shape is not None:
        check_shape(bias_shape, (num_filter,))


def _shape(tensor: torch.Tensor | None):
    return None if tensor is None else tensor.shape


def parameter_shapes(shapes: dict, attrs: dict, transposed: bool) -> dict:
    """Return the shapes of weight and bias that match the data."""
    data, filters, group, kernel = (
        shapes["data"],
        attrs["num_filter"],
        attrs["num_group"],
        attrs["kernel"],
    )
    if data is None:
        return {}
    last = attrs["layout"] in CHANNELS_LAST
    channels = data[-1 if last else 1]
    outer, inner = (channels, filters // group) if transposed else (filters, channels // group)
    weight = (outer, *kernel, inner) if last else (outer, inner, *kernel)
    return {"weight": weight} if attrs["no_bias"] else {"weight": weight, "bias": (filters,)}


@cached
def _check_convolution(
    data_shape,
    weight_shape,
    bias_shape,
    kernel,
    stride,
    dilate,
    pad,
    layout,
    num_filter,
    num_group,
    no_bias,
) -> None:
    check_geometry(data_shape, kernel, stride, dilate, pad, layout, num_filter, num_group)
    check_shape(weight_shape, (num_filter, data_shape[1] // num_group, *kernel))
    _check_bias(bias_shape, num_filter, no_bias)
    check_reach(data_shape[2:], kernel, dilate, pad)


def _convolve(function, data, weight, bias, *geometry) -> torch.Tensor:
    if data.is_floating_point():
        return function(data, weight, bias, *geometry)
    if data.dtype is not torch.int8:
        require_floats(data)
    # MXNet: int8 is supported too, and results saturate.
    wide = [t if t is None else widen(t) for t in (data, weight, bias)]
    return function(*wide, *geometry).clamp(-128, 127).to(torch.int8)


_CHANNELS_FIRST = (None, "NCW", "NCHW", "NCDHW")


def _convolution_shape(inputs, outputs, attrs):
    """The output has the batch size of the data; with stride 1, its sizes are inferred too."""
    data, result = inputs[0], outputs[0]
    if data is None or result is None or len(data) != len(result):
        return inputs, outputs
    if attrs["layout"] not in _CHANNELS_FIRST:
        return inputs, outputs
    kernel = attrs["kernel"]
    stride, dilate = (each_axis(attrs[name], 1, len(kernel)) for name in ("stride", "dilate"))
    pad = each_axis(attrs["pad"], 0, len(kernel))
    sizes: list[int | None] = [result[0], None]
    for n, k, s, d, p in zip(result[2:], kernel, stride, dilate, pad, strict=True):
        sizes.append(None if n is None or s != 1 else n + d * (k - 1) - 2 * p)
    return [merge(data, tuple(sizes)), *inputs[1:]], outputs


@op(
    "Convolution",
    "_npx_convolution",
    gradient_reads_result=False,
    infer_params=functools.partial(parameter_shapes, transposed=False),
    shape=_convolution_shape,
    optional=unless("no_bias", "bias"),
    naming="outputs",
    quantization=Quantization("_contrib_quantized_conv", must=True, requantize=True),
    multiply_adds=multiply_adds.convolution,
)
def convolution(
    data, weight, bias=None, *, kernel: Shape, stride: Shape = (), dilate: Shape = (),
    pad: Shape = (), num_filter: int, num_group: int = 1, workspace: int = 1024,
    no_bias: bool = False, cudnn_tune: Tuning | None = None, cudnn_off: bool = False,
    layout: Layout | None = None,
):  # fmt: skip
    """Convolve in 1 to 3 dimensions.

    ``weight`` has shape ``(num_filter, channels / num_group, *kernel)``, or for channels last
    ``(num_filter, *kernel, channels / num_group)``. ``workspace``, ``cudnn_tune`` and ``cudnn_off``
    have no effect.
    """
    last = layout in CHANNELS_LAST
    if last:
        data, weight = channels_first(data), channels_first(weight)
    _check_convolution(
        data.shape, weight.shape, _shape(bias),
        kernel, stride, dilate, pad, layout, num_filter, num_group, no_bias,
    )  # fmt: skip
    function = CONVOLUTIONS[len(kernel)]
    result = _convolve(function, data, weight, bias, stride or 1, pad or 0, dilate or 1, num_group)
    return channels_last(result) if last else result


@op(
    "Convolution_v1",
    infer_params=functools.partial(parameter_shapes, transposed=False),
    optional=unless("no_bias", "bias"),
    naming="legacy",
)
def convolution_v1(
    data, weight, bias=None, *, kernel: Shape, stride: Shape = (), dilate: Shape = (),
    pad: Shape = (), num_filter: int, num_group: int = 1, workspace: int = 1024,
    no_bias: bool = False, cudnn_tune: Tuning | None = None, cudnn_off: bool = False,
    layout: LayoutV1 | None = None,
):  # fmt: skip
    """Convolve in 2 or 3 dimensions: the deprecated form of ``Convolution``."""
    check(
        len(kernel) in (2, 3),
        f"{len(kernel)}D convolution not supported, kernel is {brackets(kernel)}",
    )
    check(layout not in CHANNELS_LAST, f"Only support NCHW and NCDHW layout, got {layout}")
    require_floats(data)
    return convolution(
        data, weight, bias, kernel=kernel, stride=stride, dilate=dilate, pad=pad,
        num_filter=num_filter, num_group=num_group, no_bias=no_bias, layout=layout,
    )  # fmt: skip


@cached
def _deconvolution_padding(
    data_shape, weight_shape, bias_shape, kernel, stride, dilate, pad, adj, target_shape,
    layout, num_filter, num_group, no_bias,
) -> tuple[tuple[int, ...], tuple[int, ...]]:  # fmt: skip
    """Check the call; return the padding removed at both ends, and that added at the far end."""
    check_geometry(data_shape, kernel, stride, dilate, pad, layout, num_filter, num_group)
    check_length(kernel, "Adjustment", adj)
    check_shape(weight_shape, (data_shape[1], num_filter // num_group, *kernel))
    _check_bias(bias_shape, num_filter, no_bias)
    ndim = len(kernel)
    stride = each_axis(stride, 1, ndim)
    pad, adj = each_axis(pad, 0, ndim), each_axis(adj, 0, ndim)
    if any(target_shape):  # MXNet: with target_shape, pad and adj are ignored
        check_length(kernel, "target_shape", target_shape)
        pad, adj = _padding_to(target_shape, data_shape[2:], stride, dilated_sizes(kernel, dilate))
    for axis, (a, s) in enumerate(zip(adj, stride, strict=True)):
        check(0 <= a < s, f"adj must be smaller than stride[{axis}]={s}, got {a}")
    return pad, adj


def _padding_to(target, sizes, stride, spans) -> tuple[tuple[int, ...], tuple[int, ...]]:
    limits = [s * (size - 1) + span for s, size, span in zip(stride, sizes, spans, strict=True)]
    check(
        all(0 < size <= limit for size, limit in zip(target, limits, strict=True)),
        f"too big target shape: {brackets(target)}, it can be from 1 to {brackets(limits)}",
    )
    excess = [limit - size for size, limit in zip(target, limits, strict=True)]
    return tuple((e + 1) // 2 for e in excess), tuple(e % 2 for e in excess)


@op(
    "Deconvolution",
    "_npx_deconvolution",
    infer_params=functools.partial(parameter_shapes, transposed=True),
    optional=unless("no_bias", "bias"),
    naming="outputs",
    multiply_adds=multiply_adds.transposed_convolution,
)
def deconvolution(
    data, weight, bias=None, *, kernel: Shape, stride: Shape = (), dilate: Shape = (),
    pad: Shape = (), adj: Shape = (), target_shape: Shape = (), num_filter: int, num_group: int = 1,
    workspace: int = 512, no_bias: bool = True, cudnn_tune: Tuning | None = None,
    cudnn_off: bool = False, layout: Layout | None = None,
):  # fmt: skip
    """Apply a transposed convolution in 1 to 3 dimensions.

    It is the gradient of a convolution with respect to its data. ``weight`` has shape ``(channels,
    num_filter / num_group, *kernel)``. With ``target_shape``, ``pad`` and ``adj`` are chosen so
    that the result has this shape. ``workspace``, ``cudnn_tune`` and ``cudnn_off`` have no effect.
    """
    require_floats(data)
    last = layout in CHANNELS_LAST
    if last:
        data, weight = channels_first(data), channels_first(weight)
    pad, adj = _deconvolution_padding(
        data.shape, weight.shape, _shape(bias), kernel, stride, dilate, pad, adj, target_shape,
        layout, num_filter, num_group, no_bias,
    )  # fmt: skip
    transpose = TRANSPOSES[len(kernel)]
    result = transpose(data, weight, bias, stride or 1, pad, adj, num_group, dilate or 1)
    return channels_last(result) if last else result
