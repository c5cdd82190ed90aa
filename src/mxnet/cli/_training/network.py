"""The networks of ``mxnet train``: a small one, or one of the zoo, optionally pretrained."""

from __future__ import annotations

from ... import initializer, ndarray as nd
from ..._text.spelling import did_you_mean
from ...base import MXNetError
from ...gluon import HybridBlock, nn
from ...gluon._parameter_dict import without_kind
from ...gluon.model_zoo import vision


def _stages(size: int) -> list[int]:
    """Return the channels of the stages: each halves the image, until it is 4 pixels wide."""
    count = max(2, size.bit_length() - 3)
    return [min(32 << stage, 256) for stage in range(count)]


class SmallNetwork(HybridBlock):
    """Stages of two convolutions, and a dense layer."""

    def __init__(self, classes: int, size: int, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.features = nn.HybridSequential(prefix="features_")
            with self.features.name_scope():
                for channels in _stages(size):
                    self.features.add(
                        nn.Conv2D(channels, 3, padding=1, use_bias=False), nn.BatchNorm(),
                        nn.Activation("relu"),
                        nn.Conv2D(channels, 3, padding=1, use_bias=False), nn.BatchNorm(),
                        nn.Activation("relu"), nn.MaxPool2D(2),
                    )  # fmt: skip
                self.features.add(nn.Flatten(), nn.Dropout(0.3))
            self.output = nn.Dense(classes)

    def hybrid_forward(self, F, x):
        return self.output(self.features(x))


def build_network(name: str, classes: int, size: int, channels: int) -> HybridBlock:
    """Create a network with initialized parameters."""
    if name == "small":
        net = SmallNetwork(classes, size, prefix="net_")
    else:
        try:
            net = vision.get_model(name, classes=classes, prefix="net_")
        except ValueError as error:
            hint = did_you_mean(name, vision._MODELS)
            raise MXNetError(f"there is no network {name!r}.{hint}") from error
    net.initialize(initializer.Xavier(magnitude=2.24))
    with_shapes = nd.zeros((1, channels, size, size))
    try:
        net(with_shapes)  # the image determines the sizes of the first layers
    except MXNetError as error:
        reason = str(error).splitlines()[0]
        raise MXNetError(f"{name} does not take images of {size} pixels: {reason}") from error
    return net


def load_weights(net: HybridBlock, path: str) -> list[str]:
    """Load the matching parameters from a file; return the names of the others.

    The output layer of a network for other classes is one of them.
    """
    arrays = nd.load(path)
    if not isinstance(arrays, dict):
        raise MXNetError(f"the arrays in {path!r} have no names")
    arrays = {without_kind(name): array for name, array in arrays.items()}
    parameters, prefix = net._collect_params_with_prefix(), net.prefix
    fresh = []
    for key, parameter in parameters.items():
        own_name = parameter.name.removeprefix(prefix)
        array = next((arrays[n] for n in (key, parameter.name, own_name) if n in arrays), None)
        if array is not None and array.shape == parameter.shape:
            parameter.set_data(array.astype(parameter.dtype))
        else:
            fresh.append(key)
    if len(fresh) == len(parameters):
        raise MXNetError(f"no parameter in {path!r} fits this network: is --net the right one?")
    return fresh
