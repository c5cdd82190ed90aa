"""Caffe layers that compute elementwise or move elements."""

from __future__ import annotations

import math

import numpy as np

from ... import symbol as sym
from ._builder import Builder, Layer, converts, refuse


@converts("ReLU")
def relu(net: Builder, layer: Layer, x):
    slope = layer.options("relu_param").get("negative_slope", 0)
    if slope:
        return sym.LeakyReLU(x, act_type="leaky", slope=slope, name=layer.name)
    return sym.Activation(x, act_type="relu", name=layer.name)


@converts("ReLU6")
def relu6(net: Builder, layer: Layer, x):
    return sym.clip(x, 0, 6, name=layer.name)


@converts("PReLU")
def prelu(net: Builder, layer: Layer, x):
    slope = net.parameter(layer, 0, "gamma", (-1,))
    return sym.LeakyReLU(x, slope, act_type="prelu", name=layer.name)


@converts("ELU")
def elu(net: Builder, layer: Layer, x):
    slope = layer.options("elu_param").get("alpha", 1.0)
    return sym.LeakyReLU(x, act_type="elu", slope=slope, name=layer.name)


@converts("Sigmoid", "TanH", "BNLL")
def activation(net: Builder, layer: Layer, x):
    act_type = {"Sigmoid": "sigmoid", "TanH": "tanh", "BNLL": "softrelu"}[layer.type]
    return sym.Activation(x, act_type=act_type, name=layer.name)


@converts("AbsVal")
def absolute(net: Builder, layer: Layer, x):
    return sym.abs(x, name=layer.name)


@converts("Power")
def power(net: Builder, layer: Layer, x):
    options = layer.options("power_param")
    base = x * options.get("scale", 1.0) + options.get("shift", 0.0)
    exponent = options.get("power", 1.0)
    return base if exponent == 1 else base**exponent


@converts("Exp", "Log")
def exponential(net: Builder, layer: Layer, x):
    options = layer.options(f"{layer.type.lower()}_param")
    inner = x * options.get("scale", 1.0) + options.get("shift", 0.0)
    base = options.get("base", -1.0)
    factor = 1.0 if base == -1 else math.log(base)
    return sym.exp(inner * factor) if layer.type == "Exp" else sym.log(inner) / factor


@converts("Threshold")
def threshold(net: Builder, layer: Layer, x):
    return x > layer.options("threshold_param").get("threshold", 0.0)


@converts("Dropout")
def dropout(net: Builder, layer: Layer, x):
    return sym.Dropout(x, p=layer.options("dropout_param").get("dropout_ratio", 0.5))


@converts("Split")
def split(net: Builder, layer: Layer, x):
    return [x] * len(layer.tops)


@converts("Concat")
def concat(net: Builder, layer: Layer, *inputs):
    options = layer.options("concat_param")
    return sym.Concat(*inputs, dim=options.get("axis", options.get("concat_dim", 1)),
                      name=layer.name)  # fmt: skip


@converts("Slice")
def slices(net: Builder, layer: Layer, x):
    options = layer.options("slice_param")
    axis = options.get("axis", options.get("slice_dim", 1))
    points = options["slice_point"]
    if not points:
        parts = sym.SliceChannel(x, num_outputs=len(layer.tops), axis=axis, name=layer.name)
        return list(parts)
    edges = [0, *points, None]
    return [sym.slice_axis(x, axis=axis, begin=a, end=b)
            for a, b in zip(edges[:-1], edges[1:], strict=True)]  # fmt: skip


@converts("Flatten")
def flatten(net: Builder, layer: Layer, x):
    options = layer.options("flatten_param")
    first, last = options.get("axis", 1), options.get("end_axis", -1)
    if (first, last) == (1, -1):
        return sym.Flatten(x, name=layer.name)
    ndim = net.ndim_of(x)
    return _reshape_axes(net, layer, x, slice(first % ndim, last % ndim + 1), [-1])


@converts("Reshape")
def reshape(net: Builder, layer: Layer, x):
    options = layer.options("reshape_param")
    sizes, first = options.part("shape")["dim"], options.get("axis", 0)
    count = options.get("num_axes", -1)
    if first == 0 and count == -1:
        return sym.Reshape(x, shape=tuple(sizes), name=layer.name)
    ndim = net.ndim_of(x)
    first %= ndim + 1  # -1 is the place after the last axis
    last = ndim if count == -1 else first + count
    return _reshape_axes(net, layer, x, slice(first, last), sizes)


def _reshape_axes(net: Builder, layer: Layer, x, axes: slice, sizes: list[int]):
    """Replace a range of axes; in ``sizes``, 0 keeps the size of the axis and -1 is inferred."""
    after = net.shape_of(x, layer)[axes.stop :] if axes.stop < net.ndim_of(x) else ()
    return sym.Reshape(x, shape=(*(0,) * axes.start, *sizes, *after), name=layer.name)


@converts("Permute")
def permute(net: Builder, layer: Layer, x):
    order = layer.options("permute_param")["order"]
    rest = (axis for axis in range(net.ndim_of(x)) if axis not in order)
    return sym.transpose(x, axes=(*order, *rest), name=layer.name)


@converts("Crop")
def crop(net: Builder, layer: Layer, x, like):
    """Cut all axes from one on to the sizes of the second bottom."""
    options = layer.options("crop_param")
    offsets, ndim = options["offset"] or [0], net.ndim_of(x)
    axes = range(options.get("axis", 2) % ndim, ndim)
    if len(offsets) == 1:
        offsets = offsets * len(axes)
    if list(axes) == [2, 3]:
        return sym.Crop(x, like, num_args=2, offset=tuple(offsets), name=layer.name)
    for axis, offset in zip(axes, offsets, strict=True):
        x = sym.slice_axis(x, axis=axis, begin=offset, end=None)
    return sym.slice_like(x, like, axes=tuple(axes), name=layer.name)


@converts("Eltwise")
def eltwise(net: Builder, layer: Layer, *inputs):
    options = layer.options("eltwise_param")
    operation = options.get("operation", "SUM")
    if operation in ("SUM", 1) and options["coeff"]:
        inputs = [x * c for x, c in zip(inputs, options["coeff"], strict=True)]
    if operation not in ("SUM", 1, "PROD", 0, "MAX", 2):
        refuse(layer, f"operation: {operation}")
    result = inputs[0]
    for x in inputs[1:]:
        if operation in ("SUM", 1):
            result = result + x
        else:
            result = result * x if operation in ("PROD", 0) else sym.broadcast_maximum(result, x)
    return result


@converts("ArgMax")
def argmax(net: Builder, layer: Layer, x):
    options = layer.options("argmax_param")
    if options.get("top_k", 1) != 1 or options.get("out_max_val", False) or "axis" not in options:
        refuse(layer, "anything but the index of the largest element along an axis")
    return sym.argmax(x, axis=options.get("axis"), keepdims=True, name=layer.name)


@converts("Softmax")
def softmax(net: Builder, layer: Layer, x, *label):
    return sym.softmax(x, axis=layer.options("softmax_param").get("axis", 1), name=layer.name)


@converts("SoftmaxWithLoss")
def softmax_with_loss(net: Builder, layer: Layer, x, *label):
    ignored = layer.options("loss_param").get("ignore_label")
    attributes = {} if ignored is None else {"use_ignore": True, "ignore_label": ignored}
    # In a map of scores each position has its own label.
    is_map = len(net.known_shape_of(x)) > 2
    return sym.SoftmaxOutput(x, *label, multi_output=is_map, name=layer.name, **attributes)


@converts("EuclideanLoss", "SigmoidCrossEntropyLoss")
def regression(net: Builder, layer: Layer, x, *label):
    is_linear = layer.type == "EuclideanLoss"
    make = sym.LinearRegressionOutput if is_linear else sym.LogisticRegressionOutput
    return make(x, *label, name=layer.name)


@converts("ShuffleChannel")
def shuffle_channels(net: Builder, layer: Layer, x):
    groups = layer.options("shuffle_channel_param").get("group", 1)
    parted = sym.Reshape(x, shape=(0, -4, groups, -1, -2))
    return sym.Reshape(sym.SwapAxis(parted, dim1=1, dim2=2), shape=(0, -3, -2), name=layer.name)


@converts("Normalize")
def normalize(net: Builder, layer: Layer, x):
    """Apply L2 normalization with a trained scale, as in SSD and ParseNet."""
    options = layer.options("norm_param")
    mode = "instance" if options.get("across_spatial", True) else "channel"
    unit = sym.L2Normalization(x, mode=mode, eps=options.get("eps", 1e-10))
    scale = net.parameter(layer, 0, "scale", (1, -1, 1, 1), is_broadcast=True)
    return sym.broadcast_mul(unit, scale, name=layer.name)


@converts("LRN")
def local_response(net: Builder, layer: Layer, x):
    options = layer.options("lrn_param")
    size, alpha = options.get("local_size", 5), options.get("alpha", 1.0)
    beta, k = options.get("beta", 0.75), options.get("k", 1.0)
    if options.get("norm_region", "ACROSS_CHANNELS") in ("ACROSS_CHANNELS", 0):
        return sym.LRN(x, nsize=size, alpha=alpha, beta=beta, knorm=k, name=layer.name)
    pad = (size - 1) // 2
    mean = sym.Pooling(x * x, kernel=(size, size), pad=(pad, pad), pool_type="avg")
    return x / (k + alpha * mean) ** beta


@converts("MVN")
def mean_variance(net: Builder, layer: Layer, x):
    options = layer.options("mvn_param")
    axes = (1, 2, 3) if options.get("across_channels", False) else (2, 3)
    centered = sym.broadcast_sub(x, sym.mean(x, axis=axes, keepdims=True))
    if not options.get("normalize_variance", True):
        return centered
    deviation = sym.sqrt(sym.mean(sym.square(centered), axis=axes, keepdims=True))
    return sym.broadcast_div(centered, deviation + options.get("eps", 1e-9))


@converts("Scale", "Bias")
def scale(net: Builder, layer: Layer, x, *factor):
    """Multiply and add along some axes; after a BatchNorm it is merged into it."""
    options = layer.options("scale_param" if layer.type == "Scale" else "bias_param")
    ndim = net.ndim_of(x)
    first, count = options.get("axis", 1) % ndim, options.get("num_axes", 1)
    has_bias = layer.type == "Bias" or options.get("bias_term", False)
    if factor:
        if layer.type == "Scale" and has_bias:
            refuse(layer, "bias_term with two bottoms")
        return _with_bottom(net, layer, x, factor[0], first)
    maker = net.makers.get(layer.bottoms[0])
    is_merged = maker is not None and maker.type == "BatchNorm" and (first, count) == (1, 1)
    if layer.type == "Scale" and is_merged and net.uses[layer.bottoms[0]] == 1:
        return _into_batch_norm(net, layer, maker, has_bias)
    shape = _factor_shape(net, layer, x, first, count)
    result = x
    if layer.type == "Scale":
        gamma = net.parameter(layer, 0, "gamma", shape, is_broadcast=True)
        result = sym.broadcast_mul(x, gamma, **({} if has_bias else {"name": layer.name}))
    if has_bias:
        beta = net.parameter(layer, int(layer.type == "Scale"), "beta", shape, is_broadcast=True)
        result = sym.broadcast_add(result, beta, name=layer.name)
    return result


def _factor_shape(net: Builder, layer: Layer, x, first: int, count: int) -> tuple[int, ...]:
    """Return the shape with which a factor of ``count`` axes (-1: all) is broadcast to ``x``."""
    ndim = net.ndim_of(x)
    last = ndim if count == -1 else first + count
    # The size of a single axis is that of the array.
    sizes = (-1,) if last == first + 1 else net.shape_of(x, layer)[first:last]
    return (1,) * first + tuple(sizes) + (1,) * (ndim - last)


def _with_bottom(net: Builder, layer: Layer, x, factor, first: int):
    """Use a factor from the graph, whose axes are those of ``x`` from ``first`` on."""
    for _ in range(first):
        factor = sym.expand_dims(factor, axis=0)
    for _ in range(net.ndim_of(x) - net.ndim_of(factor)):
        factor = sym.expand_dims(factor, axis=-1)
    operator = sym.broadcast_mul if layer.type == "Scale" else sym.broadcast_add
    return operator(x, factor, name=layer.name)


def _into_batch_norm(net: Builder, layer: Layer, norm: Layer, has_bias: bool):
    """Merge the factors of a Scale into the BatchNorm before it, as in MXNet's layer."""
    names = [f"{norm.name}_{suffix}" for suffix in ("gamma", "beta")]
    if net.blobs:
        net.arguments[names[0]] = net.blob(layer, 0).reshape(-1)
        size = net.arguments[names[0]].size
        bias = net.blob(layer, 1).reshape(-1) if has_bias else np.zeros(size, np.float32)
        net.arguments[names[1]] = bias
    return batch_norm_node(net, norm, net.tops[f"{norm.name} input"], fix_gamma=False)


@converts("BatchNorm")
def batch_norm(net: Builder, layer: Layer, x):
    net.tops[f"{layer.name} input"] = x
    if net.blobs:
        mean, variance = (net.blob(layer, i).reshape(-1) for i in (0, 1))
        count = float(net.blob(layer, 2).reshape(-1)[0])
        # Caffe stores sums and, separately, their divisor.
        factor = np.float32(1 / count if count else 0)
        net.states[f"{layer.name}_moving_mean"] = mean * factor
        net.states[f"{layer.name}_moving_var"] = variance * factor
        net.arguments[f"{layer.name}_gamma"] = np.ones_like(mean)
        net.arguments[f"{layer.name}_beta"] = np.zeros_like(mean)
    return batch_norm_node(net, layer, x, fix_gamma=True)


def batch_norm_node(net: Builder, layer: Layer, x, fix_gamma: bool):
    """Return the node of a BatchNorm, which may be replaced for the Scale after it."""
    options = layer.options("batch_norm_param")
    return sym.BatchNorm(
        x, name=layer.name, fix_gamma=fix_gamma, eps=options.get("eps", 1e-5),
        momentum=options.get("moving_average_fraction", 0.999),
    )  # fmt: skip
