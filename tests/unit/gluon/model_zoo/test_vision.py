"""The models of the zoo are those of the real MXNet 1.9.1: structure, names and outputs."""

from __future__ import annotations

import inspect
import json
import pickle

import numpy as np
import pytest

import mxnet as mx
from mxnet.gluon.model_zoo import vision
from tests.golden import archive
from tests.unit.gluon.model_zoo import cases

STRUCTURES = json.loads(cases.STRUCTURES.read_text())
OUTPUTS = archive.load(cases.OUTPUTS)
NAMES = sorted(set(STRUCTURES) - set(cases.VARIATIONS))


def close(actual, expected):
    """Compare to 1e-4 of the largest output."""
    np.testing.assert_allclose(
        actual.asnumpy(), expected, rtol=1e-4, atol=1e-4 * abs(expected).max()
    )


@pytest.mark.parametrize("name", NAMES)
def test_structure(name):
    assert cases.structure(mx, vision.get_model(name)) == STRUCTURES[name]


@pytest.mark.parametrize("name", cases.VARIATIONS)
def test_structure_of_variations(name):
    scope = {**vars(vision), "inception": vision.inception, "mobilenet": vision.mobilenet}
    with mx.name.NameManager():
        net = eval(cases.VARIATIONS[name], scope)
    assert cases.structure(mx, net) == STRUCTURES[name]


@pytest.mark.parametrize("name", [*cases.SMALL, *cases.LARGE])
def test_output(name):
    net = vision.get_model(name, classes=10)
    picture = cases.filled(mx, net, {**cases.SMALL, **cases.LARGE}[name])
    close(net(picture), OUTPUTS[name])
    if name in cases.SMALL:
        net.hybridize(static_shape=True)
        close(net(picture), OUTPUTS[name])


def test_parameters_of_the_real_one_load():
    net = cases.tiny(mx)
    net.load_parameters(str(cases.TINY))
    close(net(cases.filled(mx, cases.tiny(mx), 16)), OUTPUTS["tiny"])


def test_one_training_step_moves_every_trained_parameter():
    net = cases.tiny(mx)
    picture = cases.filled(mx, net, 16)
    trainer = mx.gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1})
    before = {name: p.data().asnumpy() for name, p in net.collect_params(".*weight").items()}
    with mx.autograd.record():
        loss = mx.gluon.loss.SoftmaxCELoss()(net(picture.tile((2, 1, 1, 1))), mx.nd.array([0, 2]))
    loss.backward()
    trainer.step(2)
    for name, parameter in net.collect_params(".*weight").items():
        assert (parameter.data().asnumpy() != before[name]).any(), name


def test_names_ignore_case():
    assert repr(vision.get_model("MobileNetV2_1.0")) == repr(vision.mobilenet_v2_1_0())


def test_unknown_names_are_answered_with_the_known_ones():
    with pytest.raises(ValueError, match=r"Model resnet18 is not supported.*\n\talexnet") as error:
        vision.get_model("resnet18")
    assert str(error.value).split("\n\t")[1:] == NAMES


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        ("get_resnet(3, 18)", AssertionError, "Invalid resnet version: 3. Options are 1 and 2."),
        ("get_resnet(1, 19)", AssertionError, r"number of layers: 19. .*18, 34, 50, 101, 152"),
        ("get_vgg(12)", KeyError, "12"),
        ("SqueezeNet('2.0')", AssertionError, "SqueezeNet version 2.0: ?1.0 or 1.1 expected"),
        ("ResNetV1(BasicBlockV1, [1, 1], [4, 4])", AssertionError, r"ResNetV1.*\[4, 4\].*\[1, 1\]"),
        ("VGG([1], [1, 2])", AssertionError, r"1 layers \[1\] and 2 filters \[1, 2\]"),
        ("get_mobilenet(0.3, pretrained=True)", ValueError, "model for mobilenet0.30 is not avail"),
        ("get_mobilenet_v2(2, pretrained=True)", ValueError, "mobilenetv2_2.00 is not available"),
        ("alexnet(norm_layer=1)", TypeError, "norm_layer"),
        ("densenet121(num_layers=3)", TypeError, "multiple values for argument 'num_layers'"),
    ],
)
def test_refused(call, error, text):
    with pytest.raises(error, match=text):
        eval(call, vars(vision))


def test_variants_are_functions_like_any_other():
    assert vision.resnet18_v1.__name__ == "resnet18_v1"
    assert "get_resnet(1, 18, ...)" in vision.resnet18_v1.__doc__
    assert str(inspect.signature(vision.vgg11_bn)) == "(**kwargs)"
    assert pickle.loads(pickle.dumps(vision.vgg11_bn)) is vision.vgg11_bn
    assert str(vision.get_resnet.__defaults__[:2]) == "(False, cpu(0))"


def test_private_names_that_packages_use():
    convolution = vision.resnet._conv3x3(4, 2, 3)
    text = "Conv2D(3 -> 4, kernel_size=(3, 3), stride=(2, 2), padding=(1, 1), bias=False)"
    assert repr(convolution) == text
