"""Deformable convolutions: a regular convolution computes the offsets of another one."""

from __future__ import annotations

import math

from .... import symbol as symbol
from ....base import MXNetError
from ...block import HybridBlock
from ...nn import Activation
from ...nn.conv_layers import check_layout, describe_convolution, per_axis

__all__ = ["DeformableConvolution", "ModulatedDeformableConvolution"]


class _Deformable(HybridBlock):
    """The common base class: a convolution for offsets, and the deformable one."""

    _numbers = 2  # offsets per element of a window: vertical and horizontal

    def __init__(
        self, channels, kernel_size, strides, padding, dilation, groups, num_deformable_group,
        layout, use_bias, in_channels, offset_use_bias, op_name, adj, prefix, params,
    ):  # fmt: skip
        check_layout(layout, ("NCHW",))
        super().__init__(prefix=prefix, params=params)
        if adj is not None:
            raise MXNetError(
                f"{type(self).__name__} is not a transposed convolution: adj must be None"
            )
        self._channels = channels
        self._in_channels = in_channels
        self._op_name = op_name
        windows = {
            "kernel": per_axis(kernel_size, 2, "kernel_size"),
            "stride": per_axis(strides, 2, "strides"),
            "dilate": per_axis(dilation, 2, "dilation"),
            "pad": per_axis(padding, 2, "padding"),
        }
        size = num_deformable_group * math.prod(windows["kernel"])
        common = {"num_group": groups, "layout": layout}
        self.offset_split_index = 2 * size
        self._kwargs_offset = {
            **windows,
            "num_filter": self._numbers * size,
            **common,
            "no_bias": not offset_use_bias,
        }
        self._kwargs_deformable_conv = {
            **windows,
            "num_filter": channels,
            "num_deformable_group": num_deformable_group,
            **common,
            "no_bias": not use_bias,
        }

    def _alias(self):
        return "deformable_conv"

    def _adopt(self, name, options, in_channels, weight_initializer, bias_initializer):
        """Create weight and bias of one of the convolutions; an omitted bias is None."""
        inner = in_channels // options["num_group"]
        weight = self.params.get(
            f"{name}_weight",
            shape=(options["num_filter"], inner, *options["kernel"]),
            init=weight_initializer,
            allow_deferred_init=True,
        )
        setattr(self, f"{name}_weight", weight)
        bias = None
        if not options["no_bias"]:
            bias = self.params.get(
                f"{name}_bias",
                shape=(options["num_filter"],),
                init=bias_initializer,
                allow_deferred_init=True,
            )
        setattr(self, f"{name}_bias", bias)

    def _own_offset(self, weight_initializer, bias_initializer):
        options = self._kwargs_offset
        self._adopt("offset", options, self._in_channels, weight_initializer, bias_initializer)

    def _own_convolution(self, weight_initializer, bias_initializer):
        # MXNet: its weight is deferred even if in_channels is passed.
        options = self._kwargs_deformable_conv
        self._adopt("deformable_conv", options, 0, weight_initializer, bias_initializer)

    def _activate(self, activation):
        self.act = None
        if activation is not None:
            with self.name_scope():
                self.act = Activation(activation, prefix=f"{activation}_")


class DeformableConvolution(_Deformable):
    """A deformable convolution (Dai et al., 2017) with learned offsets."""

    def __init__(
        self, channels, kernel_size=(1, 1), strides=(1, 1), padding=(0, 0), dilation=(1, 1),
        groups=1, num_deformable_group=1, layout="NCHW", use_bias=True, in_channels=0,
        activation=None, weight_initializer=None, bias_initializer="zeros",
        offset_weight_initializer="zeros", offset_bias_initializer="zeros", offset_use_bias=True,
        op_name="DeformableConvolution", adj=None, prefix=None, params=None,
    ):  # fmt: skip
        super().__init__(
            channels, kernel_size, strides, padding, dilation, groups, num_deformable_group,
            layout, use_bias, in_channels, offset_use_bias, op_name, adj, prefix, params,
        )  # fmt: skip
        self._own_offset(offset_weight_initializer, offset_bias_initializer)
        self._own_convolution(weight_initializer, bias_initializer)
        self._activate(activation)

    def hybrid_forward(
        self, F, x, offset_weight, deformable_conv_weight, offset_bias=None,
        deformable_conv_bias=None,
    ):  # fmt: skip
        offset = F.Convolution(x, offset_weight, offset_bias, cudnn_off=True, **self._kwargs_offset)
        out = F.contrib.DeformableConvolution(
            x,
            offset,
            deformable_conv_weight,
            deformable_conv_bias,
            name="fwd",
            **self._kwargs_deformable_conv,
        )
        return out if self.act is None else self.act(out)

    def __repr__(self):
        weight, bias = self.deformable_conv_weight, self.deformable_conv_bias
        return describe_convolution(self, weight, bias, self._kwargs_deformable_conv)


class ModulatedDeformableConvolution(_Deformable):
    """A deformable convolution with a learned factor for each window element."""

    _numbers = 3

    def __init__(
        self, channels, kernel_size=(1, 1), strides=(1, 1), padding=(0, 0), dilation=(1, 1),
        groups=1, num_deformable_group=1, layout="NCHW", use_bias=True, in_channels=0,
        activation=None, weight_initializer=None, bias_initializer="zeros",
        offset_weight_initializer="zeros", offset_bias_initializer="zeros", offset_use_bias=True,
        op_name="ModulatedDeformableConvolution", adj=None, prefix=None, params=None,
    ):  # fmt: skip
        super().__init__(
            channels, kernel_size, strides, padding, dilation, groups, num_deformable_group,
            layout, use_bias, in_channels, offset_use_bias, op_name, adj, prefix, params,
        )  # fmt: skip
        self._own_convolution(weight_initializer, bias_initializer)
        self._own_offset(offset_weight_initializer, offset_bias_initializer)
        self._activate(activation)

    def _alias(self):
        return "modulated_deformable_conv"

    def hybrid_forward(
        self, F, x, offset_weight, deformable_conv_weight, offset_bias=None,
        deformable_conv_bias=None,
    ):  # fmt: skip
        combined = F.Convolution(
            x, offset_weight, offset_bias, cudnn_off=True, **self._kwargs_offset
        )
        offset = F.slice_axis(combined, axis=1, begin=0, end=self.offset_split_index)
        mask = F.slice_axis(combined, axis=1, begin=self.offset_split_index, end=None)
        out = F.contrib.ModulatedDeformableConvolution(
            x,
            offset,
            F.sigmoid(mask) * 2,  # initially 1, because the offset convolution gives 0
            deformable_conv_weight,
            deformable_conv_bias,
            name="fwd",
            **self._kwargs_deformable_conv,
        )
        return out if self.act is None else self.act(out)
