"""Convolutions, transposed convolutions and pooling in 1 to 3 dimensions; reflection padding.

Each family has one implementation; the named classes set its dimensions.
"""

from __future__ import annotations

from ... import symbol as symbol
from ..._core.integers import as_integers
from ..._text.spelling import suggesting
from ...util import is_np_array as is_np_array
from ..block import HybridBlock
from .activations import Activation, apply_inplace

__all__ = [
    "AvgPool1D", "AvgPool2D", "AvgPool3D", "Conv1D", "Conv1DTranspose", "Conv2D",
    "Conv2DTranspose", "Conv3D", "Conv3DTranspose", "GlobalAvgPool1D", "GlobalAvgPool2D",
    "GlobalAvgPool3D", "GlobalMaxPool1D", "GlobalMaxPool2D", "GlobalMaxPool3D", "MaxPool1D",
    "MaxPool2D", "MaxPool3D", "ReflectionPad2D",
]  # fmt: skip

CONV_LAYOUTS = {1: ("NCW",), 2: ("NCHW", "NHWC"), 3: ("NCDHW", "NDHWC")}
POOL_LAYOUTS = {1: ("NCW", "NWC"), 2: ("NCHW", "NHWC"), 3: ("NCDHW", "NDHWC")}


def per_axis(value, ndim, name):
    """Return one int for each axis, from one for all or one for each."""
    value = as_integers(value)
    sizes = (value,) * ndim if isinstance(value, int) else tuple(value)
    if len(sizes) != ndim:
        hint = "; (kernel_size - 1) // 2 keeps the size" if value in ("same", "SAME") else ""
        raise AssertionError(
            f"{name} must be a number or a list of {ndim} ints, got {value!r}{hint}"
        )
    return sizes


def check_layout(layout, layouts):
    if layout not in layouts:
        listing = " and ".join(map(repr, layouts))
        raise AssertionError(f"Only supports {listing} layout for now, got {layout!r}")


def describe_convolution(layer, weight, bias, options):
    """Return the repr of a convolution: its sizes, and options with other than default values."""
    (outputs, inputs, *_), ndim = weight.shape, len(options["kernel"])
    optional = {
        "padding": (options["pad"], (0,) * ndim),
        "dilation": (options["dilate"], (1,) * ndim),
        "groups": (options["num_group"], 1),
    }
    parts = [f"{inputs or None} -> {outputs}", f"kernel_size={options['kernel']}"]
    parts.append(f"stride={options['stride']}")
    parts += [f"{name}={value}" for name, (value, usual) in optional.items() if value != usual]
    parts += ["bias=False"] if bias is None else []
    parts += [repr(layer.act)] if layer.act is not None else []
    return f"{type(layer).__name__}({', '.join(parts)})"


def _infer_weight_shape(op_name, data_shape, kwargs):
    """Return the shapes of data, weight and bias of a convolution; other packages use this."""
    layer = getattr(symbol, op_name)(symbol.var("data"), **kwargs)
    return layer.infer_shape_partial(data=data_shape)[0]


# ---------------------------------------------------------------------------------- convolutions


class _Conv(HybridBlock):
    """A convolution, or with ``op_name="Deconvolution"`` a transposed one."""

    @suggesting
    def __init__(
        self, channels, kernel_size, strides, padding, dilation, groups, layout, in_channels=0,
        activation=None, use_bias=True, weight_initializer=None, bias_initializer="zeros",
        op_name="Convolution", adj=None, prefix=None, params=None,
    ):  # fmt: skip
        super().__init__(prefix=prefix, params=params)
        ndim = len(layout) - 2
        kernel = per_axis(kernel_size, ndim, "kernel_size")
        self._channels = channels
        self._in_channels = in_channels
        self._op_name = op_name
        self._kwargs = {
            "kernel": kernel,
            "stride": per_axis(strides, ndim, "strides"),
            "dilate": per_axis(dilation, ndim, "dilation"),
            "pad": per_axis(padding, ndim, "padding"),
            "num_filter": channels,
            "num_group": groups,
            "no_bias": not use_bias,
            "layout": layout,
        }
        if adj is not None:
            self.outpad = self._kwargs["adj"] = per_axis(adj, ndim, "output_padding")
        with self.name_scope():
            self.weight = self.params.get(
                "weight",
                shape=self._weight_shape(kernel, groups),
                init=weight_initializer,
                allow_deferred_init=True,
            )
            self.bias = None
            if use_bias:
                self.bias = self.params.get(
                    "bias", shape=(channels,), init=bias_initializer, allow_deferred_init=True
                )
            self.act = None
            if activation is not None:
                self.act = Activation(activation, prefix=f"{activation}_")

    @property
    def _is_transposed(self):
        return self._op_name == "Deconvolution"

    def _weight_shape(self, kernel, groups):
        """Return the shape, with 0 where it depends on an unknown number of input channels."""
        outer, inner = self._channels, self._in_channels // groups
        if self._is_transposed:
            outer, inner = self._in_channels, self._channels // groups
        channels_last = self._kwargs["layout"][-1] == "C"
        return (outer, *kernel, inner) if channels_last else (outer, inner, *kernel)

    def hybrid_forward(self, F, x, weight, bias=None):
        convolve = getattr(F, self._op_name)
        out = convolve(x, weight, bias, name="fwd", **self._kwargs)
        return out if self.act is None else apply_inplace(self.act, out)

    def _alias(self):
        return "conv"

    def __repr__(self):
        return describe_convolution(self, self.weight, self.bias, self._kwargs)


class Conv1D(_Conv):
    """A convolution over one axis, NCW."""

    def __init__(
        self, channels, kernel_size, strides=1, padding=0, dilation=1, groups=1, layout="NCW",
        activation=None, use_bias=True, weight_initializer=None, bias_initializer="zeros",
        in_channels=0, **kwargs,
    ):  # fmt: skip
        check_layout(layout, CONV_LAYOUTS[1])
        super().__init__(
            channels, kernel_size, strides, padding, dilation, groups, layout,
            in_channels, activation, use_bias, weight_initializer, bias_initializer, **kwargs,
        )  # fmt: skip


class Conv2D(_Conv):
    """A convolution over two axes, NCHW."""

    def __init__(
        self, channels, kernel_size, strides=(1, 1), padding=(0, 0), dilation=(1, 1), groups=1,
        layout="NCHW", activation=None, use_bias=True, weight_initializer=None,
        bias_initializer="zeros", in_channels=0, **kwargs,
    ):  # fmt: skip
        check_layout(layout, CONV_LAYOUTS[2])
        super().__init__(
            channels, kernel_size, strides, padding, dilation, groups, layout,
            in_channels, activation, use_bias, weight_initializer, bias_initializer, **kwargs,
        )  # fmt: skip


class Conv3D(_Conv):
    """A convolution over three axes, NCDHW."""

    def __init__(
        self, channels, kernel_size, strides=(1, 1, 1), padding=(0, 0, 0), dilation=(1, 1, 1),
        groups=1, layout="NCDHW", activation=None, use_bias=True, weight_initializer=None,
        bias_initializer="zeros", in_channels=0, **kwargs,
    ):  # fmt: skip
        check_layout(layout, CONV_LAYOUTS[3])
        super().__init__(
            channels, kernel_size, strides, padding, dilation, groups, layout,
            in_channels, activation, use_bias, weight_initializer, bias_initializer, **kwargs,
        )  # fmt: skip


class Conv1DTranspose(_Conv):
    """A transposed convolution over one axis, NCW."""

    def __init__(
        self, channels, kernel_size, strides=1, padding=0, output_padding=0, dilation=1, groups=1,
        layout="NCW", activation=None, use_bias=True, weight_initializer=None,
        bias_initializer="zeros", in_channels=0, **kwargs,
    ):  # fmt: skip
        check_layout(layout, CONV_LAYOUTS[1])
        super().__init__(
            channels, kernel_size, strides, padding, dilation, groups, layout,
            in_channels, activation, use_bias, weight_initializer, bias_initializer,
            op_name="Deconvolution", adj=output_padding, **kwargs,
        )  # fmt: skip


class Conv2DTranspose(_Conv):
    """A transposed convolution over two axes, NCHW."""

    def __init__(
        self, channels, kernel_size, strides=(1, 1), padding=(0, 0), output_padding=(0, 0),
        dilation=(1, 1), groups=1, layout="NCHW", activation=None, use_bias=True,
        weight_initializer=None, bias_initializer="zeros", in_channels=0, **kwargs,
    ):  # fmt: skip
        check_layout(layout, CONV_LAYOUTS[2])
        super().__init__(
            channels, kernel_size, strides, padding, dilation, groups, layout,
            in_channels, activation, use_bias, weight_initializer, bias_initializer,
            op_name="Deconvolution", adj=output_padding, **kwargs,
        )  # fmt: skip


class Conv3DTranspose(_Conv):
    """A transposed convolution over three axes, NCDHW."""

    def __init__(
        self, channels, kernel_size, strides=(1, 1, 1), padding=(0, 0, 0), output_padding=(0, 0, 0),
        dilation=(1, 1, 1), groups=1, layout="NCDHW", activation=None, use_bias=True,
        weight_initializer=None, bias_initializer="zeros", in_channels=0, **kwargs,
    ):  # fmt: skip
        check_layout(layout, CONV_LAYOUTS[3])
        super().__init__(
            channels, kernel_size, strides, padding, dilation, groups, layout,
            in_channels, activation, use_bias, weight_initializer, bias_initializer,
            op_name="Deconvolution", adj=output_padding, **kwargs,
        )  # fmt: skip


# -------------------------------------------------------------------------------------- poolings


class _Pooling(HybridBlock):
    """Pooling over windows, or with ``global_pool`` over everything."""

    def __init__(
        self, pool_size, strides, padding, ceil_mode, global_pool, pool_type, layout,
        count_include_pad=None, **kwargs,
    ):  # fmt: skip
        super().__init__(**kwargs)
        ndim = len(layout) - 2
        kernel = per_axis(pool_size, ndim, "pool_size")
        self._kwargs = {
            "kernel": kernel,
            "stride": kernel if strides is None else per_axis(strides, ndim, "strides"),
            "pad": per_axis(padding, ndim, "padding"),
            "global_pool": global_pool,
            "pool_type": pool_type,
            "layout": layout,
            "pooling_convention": "full" if ceil_mode else "valid",
        }
        if count_include_pad is not None:
            self._kwargs["count_include_pad"] = count_include_pad

    def _alias(self):
        return "pool"

    def hybrid_forward(self, F, x):
        return F.Pooling(x, name="fwd", **self._kwargs)

    def __repr__(self):
        o = self._kwargs
        return (
            f"{type(self).__name__}(size={o['kernel']}, stride={o['stride']}, padding={o['pad']}, "
            f"ceil_mode={o['pooling_convention'] == 'full'}, global_pool={o['global_pool']}, "
            f"pool_type={o['pool_type']}, layout={o['layout']})"
        )


class MaxPool1D(_Pooling):
    """Maximum of windows over one axis."""

    def __init__(
        self, pool_size=2, strides=None, padding=0, layout="NCW", ceil_mode=False, **kwargs,
    ):  # fmt: skip
        check_layout(layout, POOL_LAYOUTS[1])
        super().__init__(pool_size, strides, padding, ceil_mode, False, "max", layout, **kwargs)


class MaxPool2D(_Pooling):
    """Maximum of windows over two axes."""

    def __init__(
        self, pool_size=(2, 2), strides=None, padding=0, layout="NCHW", ceil_mode=False, **kwargs,
    ):  # fmt: skip
        check_layout(layout, POOL_LAYOUTS[2])
        super().__init__(pool_size, strides, padding, ceil_mode, False, "max", layout, **kwargs)


class MaxPool3D(_Pooling):
    """Maximum of windows over three axes."""

    def __init__(
        self, pool_size=(2, 2, 2), strides=None, padding=0, ceil_mode=False, layout="NCDHW",
        **kwargs,
    ):  # fmt: skip
        check_layout(layout, POOL_LAYOUTS[3])
        super().__init__(pool_size, strides, padding, ceil_mode, False, "max", layout, **kwargs)


class AvgPool1D(_Pooling):
    """Mean of windows over one axis."""

    def __init__(
        self, pool_size=2, strides=None, padding=0, layout="NCW", ceil_mode=False,
        count_include_pad=True, **kwargs,
    ):  # fmt: skip
        check_layout(layout, POOL_LAYOUTS[1])
        super().__init__(
            pool_size, strides, padding, ceil_mode, False, "avg", layout,
            count_include_pad, **kwargs,
        )  # fmt: skip


class AvgPool2D(_Pooling):
    """Mean of windows over two axes."""

    def __init__(
        self, pool_size=(2, 2), strides=None, padding=0, ceil_mode=False, layout="NCHW",
        count_include_pad=True, **kwargs,
    ):  # fmt: skip
        check_layout(layout, POOL_LAYOUTS[2])
        super().__init__(
            pool_size, strides, padding, ceil_mode, False, "avg", layout,
            count_include_pad, **kwargs,
        )  # fmt: skip


class AvgPool3D(_Pooling):
    """Mean of windows over three axes."""

    def __init__(
        self, pool_size=(2, 2, 2), strides=None, padding=0, ceil_mode=False, layout="NCDHW",
        count_include_pad=True, **kwargs,
    ):  # fmt: skip
        check_layout(layout, POOL_LAYOUTS[3])
        super().__init__(
            pool_size, strides, padding, ceil_mode, False, "avg", layout,
            count_include_pad, **kwargs,
        )  # fmt: skip


class _GlobalPooling(_Pooling):
    """Pooling over everything."""

    def __init__(self, ndim, pool_type, layout, **kwargs):
        check_layout(layout, POOL_LAYOUTS[ndim])
        super().__init__(1, None, 0, True, True, pool_type, layout, **kwargs)


class GlobalMaxPool1D(_GlobalPooling):
    """Maximum of each channel over one axis."""

    def __init__(self, layout="NCW", **kwargs):
        super().__init__(1, "max", layout, **kwargs)


class GlobalMaxPool2D(_GlobalPooling):
    """Maximum of each channel over two axes."""

    def __init__(self, layout="NCHW", **kwargs):
        super().__init__(2, "max", layout, **kwargs)


class GlobalMaxPool3D(_GlobalPooling):
    """Maximum of each channel over three axes."""

    def __init__(self, layout="NCDHW", **kwargs):
        super().__init__(3, "max", layout, **kwargs)


class GlobalAvgPool1D(_GlobalPooling):
    """Mean of each channel over one axis."""

    def __init__(self, layout="NCW", **kwargs):
        super().__init__(1, "avg", layout, **kwargs)


class GlobalAvgPool2D(_GlobalPooling):
    """Mean of each channel over two axes."""

    def __init__(self, layout="NCHW", **kwargs):
        super().__init__(2, "avg", layout, **kwargs)


class GlobalAvgPool3D(_GlobalPooling):
    """Mean of each channel over three axes."""

    def __init__(self, layout="NCDHW", **kwargs):
        super().__init__(3, "avg", layout, **kwargs)


class ReflectionPad2D(HybridBlock):
    """Pads height and width with a reflection of the input.

    ``padding`` is one number for all four sides, or eight numbers as for the operator ``Pad``.
    """

    def __init__(self, padding=0, **kwargs):
        super().__init__(**kwargs)
        if isinstance(padding, int):
            padding = (0, 0, 0, 0, padding, padding, padding, padding)
        if not isinstance(padding, list | tuple) or len(padding) != 8:
            raise AssertionError(f"padding must be an int or a list of 8 ints, got {padding!r}")
        self._padding = tuple(padding)

    def hybrid_forward(self, F, x):
        return F.pad(x, mode="reflect", pad_width=self._padding)
