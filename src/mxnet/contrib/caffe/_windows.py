"""Convolution, pooling and dense layers of Caffe."""

from __future__ import annotations

from ... import symbol as sym
from ._builder import Builder, Layer, converts, refuse
from ._prototxt import Message


def _pair(options: Message, name: str, short: str, default: int) -> tuple[int, int]:
    """Parse ``pad: 1``, two values of it, or ``pad_h: 1 pad_w: 2``."""
    if f"{short}_h" in options or f"{short}_w" in options:
        return options.get(f"{short}_h", default), options.get(f"{short}_w", default)
    values = options[name] or [default]
    return (values[0], values[0]) if len(values) == 1 else tuple(values[:2])


def _window(options: Message) -> dict:
    return {
        "kernel": _pair(options, "kernel_size", "kernel", 1),
        "stride": _pair(options, "stride", "stride", 1),
        "pad": _pair(options, "pad", "pad", 0),
    }


@converts("Convolution", "Deconvolution", "ConvolutionDepthwise", "DepthwiseConvolution")
def convolution(net: Builder, layer: Layer, x):
    options = layer.options("convolution_param")
    if options.get("axis", 1) != 1:
        refuse(layer, f"axis {options.get('axis')}")
    attributes = _window(options) | {
        "dilate": _pair(options, "dilation", "dilation", 1),
        "num_filter": options.get("num_output"),
        "num_group": options.get("group", 1),
        "no_bias": not options.get("bias_term", True),
    }
    if "Depthwise" in layer.type:
        attributes["num_group"] = attributes["num_filter"]
    arguments = [x, net.parameter(layer, 0, "weight")]
    if not attributes["no_bias"]:
        arguments.append(net.parameter(layer, 1, "bias", (-1,)))
    make = sym.Deconvolution if layer.type == "Deconvolution" else sym.Convolution
    return make(*arguments, name=layer.name, **attributes)


@converts("InnerProduct")
def inner_product(net: Builder, layer: Layer, x):
    options = layer.options("inner_product_param")
    units, has_bias = options.get("num_output"), options.get("bias_term", True)
    axis = options.get("axis", 1) % net.ndim_of(x)
    is_transposed = options.get("transpose", False)
    weight = net.parameter(layer, 0, "weight", (-1, units) if is_transposed else (units, -1))
    if is_transposed and net.blobs:
        name = f"{layer.name}_weight"
        net.arguments[name] = net.arguments[name].T.copy()
    if 1 < axis < net.ndim_of(x) - 1:
        x = sym.Reshape(x, shape=(*(0,) * axis, -1))
    arguments = [x, weight]
    if has_bias:
        arguments.append(net.parameter(layer, 1, "bias", (units,)))
    return sym.FullyConnected(
        *arguments, num_hidden=units, no_bias=not has_bias, flatten=axis == 1, name=layer.name
    )


_POOLS = {"MAX": "max", 0: "max", "AVE": "avg", 1: "avg"}


@converts("Pooling")
def pooling(net: Builder, layer: Layer, x):
    options = layer.options("pooling_param")
    pool_type = _POOLS.get(options.get("pool", "MAX"))
    if pool_type is None:
        refuse(layer, f"pool: {options.get('pool')}")
    if options.get("global_pooling", False):
        return sym.Pooling(x, global_pool=True, kernel=(1, 1), pool_type=pool_type, name=layer.name)
    window = _window(options)
    rounds_up = options.get("round_mode", "CEIL") in ("CEIL", 0) and options.get("ceil_mode", True)
    convention = "full" if rounds_up else "valid"
    result = sym.Pooling(
        x, pool_type=pool_type, pooling_convention=convention, name=layer.name, **window
    )
    if rounds_up and any(window["pad"]):
        return _without_outside(net, layer, x, result, window)
    return result


def _without_outside(net: Builder, layer: Layer, x, result, window: dict):
    """Remove windows that begin in the padding after the image, which Caffe omits."""
    sizes = net.shape_of(x, layer)[2:]
    for axis, size in enumerate(sizes):
        kernel, stride, pad = (window[name][axis] for name in ("kernel", "stride", "pad"))
        count = -(-(size + 2 * pad - kernel) // stride) + 1
        if pad and (count - 1) * stride >= size + pad:
            result = sym.slice_axis(result, axis=axis + 2, begin=0, end=count - 1)
    return result
