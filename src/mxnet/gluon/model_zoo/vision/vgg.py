"""VGG (Simonyan and Zisserman, 2014: Very deep convolutional networks)."""

from __future__ import annotations

from .... import base as base
from ....context import cpu as cpu
from ....initializer import Xavier
from ... import nn
from ...block import HybridBlock as HybridBlock
from ._classifier import CPU, Classifier, downloadable, load_pretrained_if, require, variant

__all__ = [
    "VGG", "get_vgg", "vgg11", "vgg11_bn", "vgg13", "vgg13_bn", "vgg16", "vgg16_bn", "vgg19",
    "vgg19_bn",
]  # fmt: skip

_FILTERS = [64, 128, 256, 512, 512]
# depth: (convolutions of each stage, their filters)
vgg_spec = {
    11: ([1, 1, 2, 2, 2], _FILTERS),
    13: ([2, 2, 2, 2, 2], _FILTERS),
    16: ([2, 2, 3, 3, 3], _FILTERS),
    19: ([2, 2, 4, 4, 4], _FILTERS),
}


class VGG(Classifier):
    """Stages of 3x3 convolutions, each followed by pooling, then three dense layers.

    Parameters
    ----------
    layers : list of int
        Number of convolutions in each stage.
    filters : list of int
        Number of filters of the convolutions in each stage.
    classes : int
        Number of classes of the output.
    batch_norm : bool
        Whether batch normalization follows each convolution.
    """

    def __init__(self, layers, filters, classes=1000, batch_norm=False, **kwargs):
        super().__init__(**kwargs)
        require(
            len(layers) == len(filters),
            f"VGG needs the filters of every stage: got {len(layers)} layers {layers} "
            f"and {len(filters)} filters {filters}",
        )
        with self.name_scope():
            self.features = self._make_features(layers, filters, batch_norm)
            for _ in range(2):
                self.features.add(_dense(4096, activation="relu"), nn.Dropout(rate=0.5))
            self.output = _dense(classes)

    def _make_features(self, layers, filters, batch_norm):
        """Return all stages; it has MXNet's name because other packages override it."""
        features = nn.HybridSequential(prefix="")
        for count, channels in zip(layers, filters, strict=True):
            _add_stage(features, count, channels, batch_norm)
        return features


def _add_stage(features, count, channels, batch_norm):
    for _ in range(count):
        initial = Xavier(rnd_type="gaussian", factor_type="out", magnitude=2)
        features.add(nn.Conv2D(channels, kernel_size=3, padding=1, weight_initializer=initial))
        if batch_norm:
            features.add(nn.BatchNorm())
        features.add(nn.Activation("relu"))
    features.add(nn.MaxPool2D(strides=2))


def _dense(units, **kwargs):
    return nn.Dense(units, weight_initializer="normal", bias_initializer="zeros", **kwargs)


@downloadable
def get_vgg(num_layers, pretrained=False, ctx=CPU, root=None, **kwargs):
    """Create a VGG.

    Parameters
    ----------
    num_layers : int
        11, 13, 16 or 19.
    """
    net = VGG(*vgg_spec[num_layers], **kwargs)
    name = f"vgg{num_layers}" + ("_bn" if kwargs.get("batch_norm") else "")
    return load_pretrained_if(pretrained, net, name, ctx, root)


def _get_vgg_bn(num_layers, **kwargs):
    """Create a VGG with batch normalization."""
    return get_vgg(num_layers, **{**kwargs, "batch_norm": True})


vgg11, vgg13, vgg16, vgg19 = (variant(get_vgg, f"vgg{depth}", depth) for depth in vgg_spec)
vgg11_bn, vgg13_bn, vgg16_bn, vgg19_bn = (
    variant(_get_vgg_bn, f"vgg{depth}_bn", depth) for depth in vgg_spec
)
