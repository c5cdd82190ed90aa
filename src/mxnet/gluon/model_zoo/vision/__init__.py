"""Networks that classify images: AlexNet, VGG, ResNet, DenseNet, Inception, MobileNet, ...

Every model has ``features`` and ``output``. All except Inception V3 (299 x 299) were trained on
images of 224 x 224, normalized with the mean (0.485, 0.456, 0.406) and the standard deviation
(0.229, 0.224, 0.225).
"""

from __future__ import annotations

from ...._core.lazy import lazy_attributes as _lazy_attributes
from ...._text.spelling import did_you_mean
from .alexnet import AlexNet, alexnet
from .densenet import DenseNet, densenet121, densenet161, densenet169, densenet201
from .inception import Inception3, inception_v3
from .mobilenet import (
    MobileNet,
    MobileNetV2,
    get_mobilenet,
    get_mobilenet_v2,
    mobilenet0_5,
    mobilenet0_25,
    mobilenet0_75,
    mobilenet1_0,
    mobilenet_v2_0_5,
    mobilenet_v2_0_25,
    mobilenet_v2_0_75,
    mobilenet_v2_1_0,
)
from .resnet import (
    BasicBlockV1,
    BasicBlockV2,
    BottleneckV1,
    BottleneckV2,
    ResNetV1,
    ResNetV2,
    get_resnet,
    resnet18_v1,
    resnet18_v2,
    resnet34_v1,
    resnet34_v2,
    resnet50_v1,
    resnet50_v2,
    resnet101_v1,
    resnet101_v2,
    resnet152_v1,
    resnet152_v2,
)
from .squeezenet import SqueezeNet, squeezenet1_0, squeezenet1_1
from .vgg import (
    VGG,
    get_vgg,
    vgg11,
    vgg11_bn,
    vgg13,
    vgg13_bn,
    vgg16,
    vgg16_bn,
    vgg19,
    vgg19_bn,
)

__all__ = [
    "AlexNet", "BasicBlockV1", "BasicBlockV2", "BottleneckV1", "BottleneckV2", "DenseNet",
    "Inception3", "MobileNet", "MobileNetV2", "ResNetV1", "ResNetV2", "SqueezeNet", "VGG",
    "alexnet", "densenet121", "densenet161", "densenet169", "densenet201", "get_mobilenet",
    "get_mobilenet_v2", "get_model", "get_resnet", "get_vgg", "inception_v3", "mobilenet0_25",
    "mobilenet0_5", "mobilenet0_75", "mobilenet1_0", "mobilenet_v2_0_25", "mobilenet_v2_0_5",
    "mobilenet_v2_0_75", "mobilenet_v2_1_0", "resnet101_v1", "resnet101_v2", "resnet152_v1",
    "resnet152_v2", "resnet18_v1", "resnet18_v2", "resnet34_v1", "resnet34_v2", "resnet50_v1",
    "resnet50_v2", "squeezenet1_0", "squeezenet1_1", "vgg11", "vgg11_bn", "vgg13", "vgg13_bn",
    "vgg16", "vgg16_bn", "vgg19", "vgg19_bn",
]  # fmt: skip

# MXNet: as in 1.9.1, `vision.alexnet` is the function, the other families' names are modules.
_MODELS = {
    "alexnet": alexnet,
    "inceptionv3": inception_v3,
    "squeezenet1.0": squeezenet1_0,
    "squeezenet1.1": squeezenet1_1,
    "mobilenet1.0": mobilenet1_0,
    "mobilenet0.75": mobilenet0_75,
    "mobilenet0.5": mobilenet0_5,
    "mobilenet0.25": mobilenet0_25,
    "mobilenetv2_1.0": mobilenet_v2_1_0,
    "mobilenetv2_0.75": mobilenet_v2_0_75,
    "mobilenetv2_0.5": mobilenet_v2_0_5,
    "mobilenetv2_0.25": mobilenet_v2_0_25,
    **{
        function.__name__: function
        for function in (
            *(resnet18_v1, resnet34_v1, resnet50_v1, resnet101_v1, resnet152_v1),
            *(resnet18_v2, resnet34_v2, resnet50_v2, resnet101_v2, resnet152_v2),
            *(vgg11, vgg13, vgg16, vgg19, vgg11_bn, vgg13_bn, vgg16_bn, vgg19_bn),
            *(densenet121, densenet161, densenet169, densenet201),
        )
    },
}


def get_model(name, **kwargs):
    """Return a model of the zoo by its name, for example ``get_model("resnet18_v1", classes=10)``.

    Parameters
    ----------
    name : str
        The name, case-insensitive; the error for an unknown name lists them.
    **kwargs
        Arguments of the model's own function: ``pretrained``, ``ctx``, ``root``, ``classes``,
        ``prefix``, ``params`` and those specific to the family.
    """
    try:
        build = _MODELS[name.lower()]
    except KeyError:
        options = "\n\t".join(sorted(_MODELS))
        raise ValueError(
            f"Model {name} is not supported.{did_you_mean(name, _MODELS)} Available options are"
            f"\n\t{options}"
        ) from None
    return build(**kwargs)


__getattr__ = _lazy_attributes(
    __name__, {},
    {
        f"resnet{layers}": f"resnet{layers}_v1 is the first version, resnet{layers}_v2 the second."
        for layers in (18, 34, 50, 101, 152)
    },
)  # fmt: skip
