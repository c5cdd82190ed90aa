"""ResNet (He et al., 2015) and its second version (He et al., 2016: Identity mappings)."""

from __future__ import annotations

from .... import base as base
from ....context import cpu as cpu
from ....util import is_np_array as is_np_array
from ... import nn
from ...block import HybridBlock
from ._classifier import CPU, Classifier, downloadable, load_pretrained_if, require, variant

__all__ = [
    "BasicBlockV1", "BasicBlockV2", "BottleneckV1", "BottleneckV2", "ResNetV1", "ResNetV2",
    "get_resnet", "resnet101_v1", "resnet101_v2", "resnet152_v1", "resnet152_v2", "resnet18_v1",
    "resnet18_v2", "resnet34_v1", "resnet34_v2", "resnet50_v1", "resnet50_v2",
]  # fmt: skip

_BLOCK_DOC = """

    Parameters
    ----------
    channels : int
        Channels of the output.
    stride : int
        The stride of the block.
    downsample : bool
        Whether the input passes a convolution before it is added, because its shape differs.
    in_channels : int
        Channels of the input; 0 leaves them to the first batch.
    """


def _conv3x3(channels, stride, in_channels):
    """Return the 3x3 convolution that all blocks use."""
    return nn.Conv2D(channels, 3, stride, 1, use_bias=False, in_channels=in_channels)


def _conv1x1(channels, stride=1, **kwargs):
    return nn.Conv2D(channels, kernel_size=1, strides=stride, **kwargs)


class _BlockV1(HybridBlock):
    """A body, added to the block's input, then the activation."""

    def __init__(self, channels, stride, downsample=False, in_channels=0, **kwargs):
        super().__init__(**kwargs)
        self.body = nn.HybridSequential(prefix="")
        self._add_body(channels, stride, in_channels)
        self.downsample = None
        if downsample:
            self.downsample = nn.HybridSequential(prefix="")
            shortcut = _conv1x1(channels, stride, use_bias=False, in_channels=in_channels)
            self.downsample.add(shortcut, nn.BatchNorm())

    def hybrid_forward(self, F, x):
        body = self.body(x)
        shortcut = x if self.downsample is None else self.downsample(x)
        return F.Activation(self._sum(body, shortcut), act_type="relu")


class BasicBlockV1(_BlockV1):
    __doc__ = "Two 3x3 convolutions, as ResNet-18 and -34 have them." + _BLOCK_DOC

    @staticmethod
    def _sum(body, shortcut):
        return shortcut + body  # in this order, which symbols show

    def _add_body(self, channels, stride, in_channels):
        self.body.add(
            _conv3x3(channels, stride, in_channels),
            nn.BatchNorm(),
            nn.Activation("relu"),
            _conv3x3(channels, 1, channels),
            nn.BatchNorm(),
        )


class BottleneckV1(_BlockV1):
    __doc__ = "A 3x3 convolution between two of 1x1, for ResNet-50 and deeper." + _BLOCK_DOC

    @staticmethod
    def _sum(body, shortcut):
        return body + shortcut

    def _add_body(self, channels, stride, in_channels):
        inside = channels // 4
        self.body.add(
            # MXNet: the 1x1 convolutions have a bias, and the first takes the stride.
            _conv1x1(inside, stride),
            nn.BatchNorm(),
            nn.Activation("relu"),
            _conv3x3(inside, 1, inside),
            nn.BatchNorm(),
            nn.Activation("relu"),
            _conv1x1(channels),
            nn.BatchNorm(),
        )


class _BlockV2(HybridBlock):
    """Convolutions, each preceded by normalization and activation, added to the block's input."""

    def __init__(self, channels, stride, downsample=False, in_channels=0, **kwargs):
        super().__init__(**kwargs)
        for number, convolution in enumerate(self._convolutions(channels, stride, in_channels), 1):
            setattr(self, f"bn{number}", nn.BatchNorm())
            setattr(self, f"conv{number}", convolution)
        self.downsample = None
        if downsample:
            self.downsample = _conv1x1(channels, stride, use_bias=False, in_channels=in_channels)

    def _steps(self):
        return ((self.bn1, self.conv1), (self.bn2, self.conv2))

    def hybrid_forward(self, F, x):
        shortcut = x
        for number, (normalize, convolve) in enumerate(self._steps()):
            x = F.Activation(normalize(x), act_type="relu")
            if number == 0 and self.downsample is not None:
                shortcut = self.downsample(x)
            x = convolve(x)
        return x + shortcut


class BasicBlockV2(_BlockV2):
    __doc__ = "Two 3x3 convolutions, as ResNet-18 and -34 have them." + _BLOCK_DOC

    @staticmethod
    def _convolutions(channels, stride, in_channels):
        return _conv3x3(channels, stride, in_channels), _conv3x3(channels, 1, channels)


class BottleneckV2(_BlockV2):
    __doc__ = "A 3x3 convolution between two of 1x1, for ResNet-50 and deeper." + _BLOCK_DOC

    @staticmethod
    def _convolutions(channels, stride, in_channels):
        inside = channels // 4
        return (
            _conv1x1(inside, use_bias=False),
            _conv3x3(inside, stride, inside),
            _conv1x1(channels, use_bias=False),
        )

    def _steps(self):
        return (*super()._steps(), (self.bn3, self.conv3))


_NET_DOC = """

    Parameters
    ----------
    block : type
        The class of the blocks, for example BasicBlockV1.
    layers : list of int
        How many blocks each stage has.
    channels : list of int
        Channels of the first convolution, then of each stage.
    classes : int
        Number of classes of the output.
    thumbnail : bool
        Whether the network is for small images: it begins with one 3x3 convolution.
    """


class _ResNet(Classifier):
    def __init__(self, block, layers, channels, classes=1000, thumbnail=False, **kwargs):
        super().__init__(**kwargs)
        require(
            len(layers) == len(channels) - 1,
            f"{type(self).__name__} needs one number of channels more than of layers: got "
            f"{len(channels)} channels {channels} and {len(layers)} layers {layers}",
        )
        with self.name_scope():
            self.features = nn.HybridSequential(prefix="")
            self._add_before()
            self._add_first(channels[0], thumbnail)
            for stage, count in enumerate(layers, 1):
                narrow, wide = channels[stage - 1 : stage + 1]
                stride = 1 if stage == 1 else 2
                self.features.add(self._make_layer(block, count, wide, stride, stage, narrow))
            self._add_after()
            self.output = nn.Dense(classes, in_units=channels[-1])

    def _add_before(self):
        """Add the layers before the first convolution: none."""

    def _add_first(self, channels, thumbnail):
        if thumbnail:
            self.features.add(_conv3x3(channels, 1, 0))
            return
        self.features.add(
            nn.Conv2D(channels, 7, 2, 3, use_bias=False),
            nn.BatchNorm(),
            nn.Activation("relu"),
            nn.MaxPool2D(3, 2, 1),
        )

    def _make_layer(self, block, layers, channels, stride, stage_index, in_channels=0):
        """Return a stage; it has MXNet's name because other packages override it."""
        stage = nn.HybridSequential(prefix=f"stage{stage_index}_")
        with stage.name_scope():
            stage.add(block(channels, stride, channels != in_channels, in_channels, prefix=""))
            for _ in range(layers - 1):
                stage.add(block(channels, 1, False, in_channels=channels, prefix=""))
        return stage


class ResNetV1(_ResNet):
    __doc__ = "Residual blocks that end with their activation." + _NET_DOC

    def _add_after(self):
        self.features.add(nn.GlobalAvgPool2D())


class ResNetV2(_ResNet):
    __doc__ = "Residual blocks whose normalization and activation come first." + _NET_DOC

    def _add_before(self):
        self.features.add(nn.BatchNorm(scale=False, center=False))

    def _add_after(self):
        self.features.add(nn.BatchNorm(), nn.Activation("relu"), nn.GlobalAvgPool2D(), nn.Flatten())


_BASIC_CHANNELS, _BOTTLENECK_CHANNELS = [64, 64, 128, 256, 512], [64, 256, 512, 1024, 2048]
# depth: (kind of block, blocks of each stage, channels)
resnet_spec = {
    18: ("basic_block", [2, 2, 2, 2], _BASIC_CHANNELS),
    34: ("basic_block", [3, 4, 6, 3], _BASIC_CHANNELS),
    50: ("bottle_neck", [3, 4, 6, 3], _BOTTLENECK_CHANNELS),
    101: ("bottle_neck", [3, 4, 23, 3], _BOTTLENECK_CHANNELS),
    152: ("bottle_neck", [3, 8, 36, 3], _BOTTLENECK_CHANNELS),
}
resnet_net_versions = [ResNetV1, ResNetV2]
resnet_block_versions = [
    {"basic_block": BasicBlockV1, "bottle_neck": BottleneckV1},
    {"basic_block": BasicBlockV2, "bottle_neck": BottleneckV2},
]


@downloadable
def get_resnet(version, num_layers, pretrained=False, ctx=CPU, root=None, **kwargs):
    """Create a ResNet.

    Parameters
    ----------
    version : int
        1 or 2.
    num_layers : int
        18, 34, 50, 101 or 152.
    """
    require(
        num_layers in resnet_spec,
        f"Invalid number of layers: {num_layers}. Options are {list(resnet_spec)}",
    )
    require(version in (1, 2), f"Invalid resnet version: {version}. Options are 1 and 2.")
    block_type, layers, channels = resnet_spec[num_layers]
    block = resnet_block_versions[version - 1][block_type]
    net = resnet_net_versions[version - 1](block, layers, channels, **kwargs)
    return load_pretrained_if(pretrained, net, f"resnet{num_layers}_v{version}", ctx, root)


resnet18_v1, resnet34_v1, resnet50_v1, resnet101_v1, resnet152_v1 = (
    variant(get_resnet, f"resnet{depth}_v1", 1, depth) for depth in resnet_spec
)
resnet18_v2, resnet34_v2, resnet50_v2, resnet101_v2, resnet152_v2 = (
    variant(get_resnet, f"resnet{depth}_v2", 2, depth) for depth in resnet_spec
)
