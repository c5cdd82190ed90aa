"""SqueezeNet (Iandola et al., 2016)."""

from __future__ import annotations

from .... import base as base
from ....context import cpu as cpu
from ... import nn
from ...block import HybridBlock as HybridBlock
from ...contrib.nn import HybridConcurrent
from ._classifier import CPU, Classifier, downloadable, load_pretrained_if, require, variant

__all__ = ["SqueezeNet", "squeezenet1_0", "squeezenet1_1"]

# The first convolution, then for each stage the squeezed channels of its fire modules; each of the
# two expanding convolutions of a fire module has four times as many.
_VERSIONS = {
    "1.0": ({"channels": 96, "kernel_size": 7}, [[16, 16, 32], [32, 48, 48, 64], [64]]),
    "1.1": ({"channels": 64, "kernel_size": 3}, [[16, 16], [32, 32], [48, 48, 64, 64]]),
}


class SqueezeNet(Classifier):
    """Fire modules: few channels, expanded by parallel 1x1 and 3x3 convolutions.

    Parameters
    ----------
    version : str
        ``"1.0"``, or ``"1.1"``, which needs less computation.
    classes : int
        Number of classes of the output.
    """

    def __init__(self, version, classes=1000, **kwargs):
        super().__init__(**kwargs)
        require(
            version in _VERSIONS, f"Unsupported SqueezeNet version {version}: 1.0 or 1.1 expected"
        )
        first, stages = _VERSIONS[version]
        with self.name_scope():
            self.features = nn.HybridSequential(prefix="")
            self.features.add(nn.Conv2D(strides=2, **first), nn.Activation("relu"))
            for squeezed in stages:
                self.features.add(nn.MaxPool2D(pool_size=3, strides=2, ceil_mode=True))
                self.features.add(*(_make_fire(n, 4 * n, 4 * n) for n in squeezed))
            self.features.add(nn.Dropout(0.5))
            self.output = nn.HybridSequential(prefix="")
            self.output.add(
                nn.Conv2D(classes, kernel_size=1),
                nn.Activation("relu"),
                nn.AvgPool2D(13),
                nn.Flatten(),
            )


# Other networks build on these two, so they have MXNet's names and parameters.


def _make_fire(squeeze_channels, expand1x1_channels, expand3x3_channels):
    """Return a fire module: a 1x1 convolution, then two parallel convolutions."""
    module, expand = nn.HybridSequential(prefix=""), HybridConcurrent(axis=1, prefix="")
    module.add(_make_fire_conv(squeeze_channels, 1))
    expand.add(
        _make_fire_conv(expand1x1_channels, 1), _make_fire_conv(expand3x3_channels, 3, padding=1)
    )
    module.add(expand)
    return module


def _make_fire_conv(channels, kernel_size, padding=0):
    """Return a convolution and its activation."""
    pair = nn.HybridSequential(prefix="")
    pair.add(nn.Conv2D(channels, kernel_size, padding=padding), nn.Activation("relu"))
    return pair


@downloadable
def get_squeezenet(version, pretrained=False, ctx=CPU, root=None, **kwargs):
    """Create a SqueezeNet.

    Parameters
    ----------
    version : str
        ``"1.0"`` or ``"1.1"``.
    """
    net = SqueezeNet(version, **kwargs)
    return load_pretrained_if(pretrained, net, f"squeezenet{version}", ctx, root)


squeezenet1_0 = variant(get_squeezenet, "squeezenet1_0", "1.0")
squeezenet1_1 = variant(get_squeezenet, "squeezenet1_1", "1.1")
