"""DenseNet (Huang et al., 2016: Densely connected convolutional networks)."""

from __future__ import annotations

from .... import base as base
from ....context import cpu as cpu
from ... import nn
from ...block import HybridBlock as HybridBlock
from ...contrib.nn import HybridConcurrent, Identity
from ._classifier import CPU, Classifier, downloadable, load_pretrained_if, variant

__all__ = ["DenseNet", "densenet121", "densenet161", "densenet169", "densenet201"]

# depth: (channels of the first convolution, channels that a layer adds, layers of each stage)
densenet_spec = {
    121: (64, 32, [6, 12, 24, 16]),
    161: (96, 48, [6, 12, 36, 24]),
    169: (64, 32, [6, 12, 32, 32]),
    201: (64, 32, [6, 12, 48, 32]),
}


class DenseNet(Classifier):
    """Stages of layers in which each layer gets the outputs of all previous layers of the stage.

    Parameters
    ----------
    num_init_features : int
        Number of channels of the first convolution.
    growth_rate : int
        Number of channels that each layer adds.
    block_config : list of int
        Number of layers in each stage.
    bn_size : int
        Channels between the two convolutions of a layer, as a multiple of ``growth_rate``.
    dropout : float
        The fraction that is dropped after each layer.
    classes : int
        Number of classes of the output.
    """

    def __init__(
        self, num_init_features, growth_rate, block_config, bn_size=4, dropout=0, classes=1000,
        **kwargs,
    ):  # fmt: skip
        super().__init__(**kwargs)
        with self.name_scope():
            self.features = features = nn.HybridSequential(prefix="")
            features.add(
                nn.Conv2D(num_init_features, 7, strides=2, padding=3, use_bias=False),
                nn.BatchNorm(),
                nn.Activation("relu"),
                nn.MaxPool2D(pool_size=3, strides=2, padding=1),
            )
            channels = num_init_features
            for number, layers in enumerate(block_config, start=1):
                if number > 1:
                    channels //= 2
                    features.add(_make_transition(channels))
                features.add(_make_dense_block(layers, bn_size, growth_rate, dropout, number))
                channels += layers * growth_rate
            features.add(
                nn.BatchNorm(), nn.Activation("relu"), nn.AvgPool2D(pool_size=7), nn.Flatten()
            )
            self.output = nn.Dense(classes)


# Other networks build on these parts, so they have MXNet's names and parameters.


def _make_dense_block(num_layers, bn_size, growth_rate, dropout, stage_index):
    """Return the layers of a stage."""
    stage = nn.HybridSequential(prefix=f"stage{stage_index}_")
    with stage.name_scope():
        for _ in range(num_layers):
            stage.add(_make_dense_layer(growth_rate, bn_size, dropout))
    return stage


def _make_dense_layer(growth_rate, bn_size, dropout):
    """Return a layer that passes its input through, together with the channels it adds."""
    added = nn.HybridSequential(prefix="")
    added.add(*_convolution(bn_size * growth_rate, kernel_size=1))
    added.add(*_convolution(growth_rate, kernel_size=3, padding=1))
    if dropout:
        added.add(nn.Dropout(dropout))
    layer = HybridConcurrent(axis=1, prefix="")
    layer.add(Identity(), added)
    return layer


def _make_transition(num_output_features):
    """Return the transition that halves height and width between two stages."""
    transition = nn.HybridSequential(prefix="")
    mixing = _convolution(num_output_features, kernel_size=1)
    transition.add(*mixing, nn.AvgPool2D(pool_size=2, strides=2))
    return transition


def _convolution(channels, **kwargs):
    """Return a convolution preceded by normalization and activation."""
    return nn.BatchNorm(), nn.Activation("relu"), nn.Conv2D(channels, use_bias=False, **kwargs)


@downloadable
def get_densenet(num_layers, pretrained=False, ctx=CPU, root=None, **kwargs):
    """Create a DenseNet.

    Parameters
    ----------
    num_layers : int
        121, 161, 169 or 201.
    """
    net = DenseNet(*densenet_spec[num_layers], **kwargs)
    return load_pretrained_if(pretrained, net, f"densenet{num_layers}", ctx, root)


densenet121, densenet161, densenet169, densenet201 = (
    variant(get_densenet, f"densenet{depth}", depth) for depth in densenet_spec
)
