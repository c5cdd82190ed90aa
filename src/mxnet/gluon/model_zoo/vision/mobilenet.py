"""MobileNet (Howard et al., 2017) and MobileNetV2 (Sandler et al., 2018)."""

from __future__ import annotations

from .... import base as base
from ....context import cpu as cpu
from ... import nn
from ...block import HybridBlock
from ._classifier import (
    CPU,
    Classifier,
    downloadable,
    load_pretrained_if,
    multiplier_text,
    variant,
)

__all__ = [
    "MobileNet", "MobileNetV2", "get_mobilenet", "get_mobilenet_v2", "mobilenet0_25",
    "mobilenet0_5", "mobilenet0_75", "mobilenet1_0", "mobilenet_v2_0_25", "mobilenet_v2_0_5",
    "mobilenet_v2_0_75", "mobilenet_v2_1_0",
]  # fmt: skip

# channels and strides of the separable convolutions of MobileNet
_SEPARABLE = [
    (64, 1), (128, 2), (128, 1), (256, 2), (256, 1), (512, 2), *[(512, 1)] * 5, (1024, 2), (1024, 1)
]  # fmt: skip
# expansion, channels, how often, and strides of the first, of the bottlenecks of MobileNetV2
_BOTTLENECKS = [
    (1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2), (6, 96, 3, 1), (6, 160, 3, 2),
    (6, 320, 1, 1),
]  # fmt: skip


class RELU6(HybridBlock):
    """Clips its input to the range from 0 to 6."""

    def __init__(self, **kwargs):
        super().__init__(**kwargs)

    def hybrid_forward(self, F, x):
        return F.clip(x, 0, 6, name="relu6")


# Other networks build on these two, so they have MXNet's names and parameters.


def _add_conv(out, channels=1, kernel=1, stride=1, pad=0, num_group=1, active=True, relu6=False):
    """Add a convolution, its normalization and, if ``active``, an activation."""
    out.add(
        nn.Conv2D(channels, kernel, stride, pad, groups=num_group, use_bias=False),
        nn.BatchNorm(scale=True),
    )
    if active:
        out.add(RELU6() if relu6 else nn.Activation("relu"))


def _add_conv_dw(out, dw_channels, channels, stride, relu6=False):
    """Add a separable convolution: a filter for each channel, and a convolution that mixes them."""
    _add_conv(out, dw_channels, 3, stride, pad=1, num_group=dw_channels, relu6=relu6)
    _add_conv(out, channels, relu6=relu6)


class LinearBottleneck(HybridBlock):
    """Widens its input, filters each channel and narrows it; a residual block if the sizes match.

    Parameters
    ----------
    in_channels, channels : int
        Channels of the input and of the output.
    t : int
        The expansion factor.
    stride : int
        The stride of the filter.
    """

    def __init__(self, in_channels, channels, t, stride, **kwargs):
        super().__init__(**kwargs)
        self.use_shortcut = stride == 1 and in_channels == channels
        inside = in_channels * t
        with self.name_scope():
            self.out = nn.HybridSequential()
            _add_conv(self.out, inside, relu6=True)
            _add_conv(self.out, inside, 3, stride, pad=1, num_group=inside, relu6=True)
            _add_conv(self.out, channels, active=False)

    def hybrid_forward(self, F, x):
        narrow = self.out(x)
        return F.elemwise_add(narrow, x) if self.use_shortcut else narrow


class MobileNet(Classifier):
    """Separable convolutions: a filter for each channel, then a 1x1 convolution that mixes them.

    Parameters
    ----------
    multiplier : float
        Width of the network: factor of all numbers of channels.
    classes : int
        Number of classes of the output.
    """

    def __init__(self, multiplier=1.0, classes=1000, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.features = nn.HybridSequential(prefix="")
            with self.features.name_scope():
                width = int(32 * multiplier)
                _add_conv(self.features, width, 3, 2, pad=1)
                for channels, stride in _SEPARABLE:
                    filtered, width = width, int(channels * multiplier)
                    _add_conv_dw(self.features, filtered, width, stride)
                self.features.add(nn.GlobalAvgPool2D(), nn.Flatten())
            self.output = nn.Dense(classes)


class MobileNetV2(Classifier):
    """Linear bottlenecks: narrow between modules, wide inside them.

    Parameters
    ----------
    multiplier : float
        Width of the network: factor of the numbers of channels (for the last convolution only if it
        is above 1).
    classes : int
        Number of classes of the output.
    """

    def __init__(self, multiplier=1.0, classes=1000, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.features = nn.HybridSequential(prefix="features_")
            with self.features.name_scope():
                self._add_features(multiplier)
            self.output = nn.HybridSequential(prefix="output_")
            with self.output.name_scope():
                self.output.add(nn.Conv2D(classes, 1, use_bias=False, prefix="pred_"), nn.Flatten())

    def _add_features(self, multiplier):
        width = int(32 * multiplier)
        _add_conv(self.features, width, 3, 2, pad=1, relu6=True)
        for expansion, channels, count, first_stride in _BOTTLENECKS:
            for number in range(count):
                stride = 1 if number else first_stride
                out_channels = int(channels * multiplier)
                self.features.add(LinearBottleneck(width, out_channels, t=expansion, stride=stride))
                width = out_channels
        last = int(1280 * multiplier) if multiplier > 1 else 1280
        _add_conv(self.features, last, relu6=True)
        self.features.add(nn.GlobalAvgPool2D())


@downloadable
def get_mobilenet(multiplier, pretrained=False, ctx=CPU, root=None, **kwargs):
    """Create a MobileNet.

    Parameters
    ----------
    multiplier : float
        Width of the network. There are pretrained parameters for 0.25, 0.5, 0.75 and 1.0.
    """
    name = f"mobilenet{multiplier_text(multiplier)}"
    return load_pretrained_if(pretrained, MobileNet(multiplier, **kwargs), name, ctx, root)


@downloadable
def get_mobilenet_v2(multiplier, pretrained=False, ctx=CPU, root=None, **kwargs):
    """Create a MobileNetV2.

    Parameters
    ----------
    multiplier : float
        As in ``get_mobilenet``.
    """
    name = f"mobilenetv2_{multiplier_text(multiplier)}"
    return load_pretrained_if(pretrained, MobileNetV2(multiplier, **kwargs), name, ctx, root)


_WIDTHS = {"1_0": 1.0, "0_75": 0.75, "0_5": 0.5, "0_25": 0.25}
mobilenet1_0, mobilenet0_75, mobilenet0_5, mobilenet0_25 = (
    variant(get_mobilenet, f"mobilenet{text}", width) for text, width in _WIDTHS.items()
)
mobilenet_v2_1_0, mobilenet_v2_0_75, mobilenet_v2_0_5, mobilenet_v2_0_25 = (
    variant(get_mobilenet_v2, f"mobilenet_v2_{text}", width) for text, width in _WIDTHS.items()
)
