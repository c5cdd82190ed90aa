"""mx.image and the transforms make of a picture what the real 1.9.1 makes of it."""

import functools

import numpy as np
import pytest

import mxnet as mx
from mxnet import image, nd
from mxnet.gluon.data.vision import transforms
from tests.golden import archive

from .cases import FILES, GOLDEN, PICTURE, ROWS, TEXTS, run, text


@functools.cache
def golden():
    return archive.load(GOLDEN)


@pytest.mark.parametrize("row", ROWS)
@pytest.mark.filterwarnings("ignore:`min_area` is deprecated")
def test_pictures(row):
    for part, ours in run(mx, row).items():
        expected = golden()[f"{row}/{part}"]
        assert (ours.shape, ours.dtype) == (expected.shape, expected.dtype)
        if ours.dtype.kind == "f":
            np.testing.assert_allclose(ours, expected, rtol=1e-5, atol=2e-3)
        else:
            np.testing.assert_array_equal(ours, expected)


@pytest.mark.parametrize("row", TEXTS)
def test_texts(row):
    assert text(mx, row) == golden()[f"{row}/text"].tobytes().decode()


@pytest.mark.filterwarnings("error")
def test_min_area_is_deprecated():
    with pytest.warns(DeprecationWarning, match="`min_area` is deprecated"):
        augmenter = image.RandomSizedCropAug((2, 2), 1, (1, 1), min_area=0.3)
    assert augmenter.area == 0.3
    assert '"area": 1,' in augmenter.dumps()


def test_colors_change_in_place():
    for augmenter in (
        image.BrightnessJitterAug(0.5),
        image.ContrastJitterAug(0.5),
        image.SaturationJitterAug(0.5),
        image.ColorNormalizeAug(np.ones(3), np.ones(3)),
    ):
        picture = nd.array(PICTURE, dtype="float32")
        assert augmenter(picture) is picture
        assert (picture.asnumpy() != PICTURE).any()


@pytest.mark.parametrize("name", ["colour.jpg", "colour.png", "colour.bmp"])
def test_reading(name):
    path = FILES / name
    picture = image.imread(path)
    assert picture.dtype == np.uint8
    assert picture.shape[2] == 3
    content = path.read_bytes()
    forms = [content, bytearray(content), memoryview(content), np.frombuffer(content, np.uint8)]
    for buffer in [*forms, nd.array(forms[-1], dtype="uint8")]:
        np.testing.assert_array_equal(image.imdecode(buffer).asnumpy(), picture.asnumpy())
    reverse = image.imdecode(content, to_rgb=False).asnumpy()
    np.testing.assert_array_equal(reverse[:, :, ::-1], picture.asnumpy())
    assert image.imread(str(path), flag=0).shape == (*picture.shape[:2], 1)


CONTENT = (FILES / "colour.jpg").read_bytes()
FLOATS = nd.array(PICTURE, dtype="float32").transpose((2, 0, 1))
ERRORS = [
    (lambda: image.imdecode("abc"), ValueError, "must be of type bytes.*but got str"),
    (lambda: image.imdecode(3), ValueError, "must be of type bytes.*but got int"),
    (lambda: image.imdecode(b""), mx.MXNetError, "Input cannot be an empty buffer"),
    (lambda: image.imdecode(b"hello"), mx.MXNetError, "Decoding failed. Invalid image file"),
    (lambda: image.imdecode(CONTENT[:60]), mx.MXNetError, "Decoding failed"),
    (lambda: image.imread("none.jpg"), mx.MXNetError, "'none.jpg' couldn't open file"),
    (lambda: image.imread("none.jpg", colour=1), mx.MXNetError, "colour"),
    (lambda: image.resize_short(nd.zeros((3, 4)), 2), ValueError, r"got shape \(3, 4\)"),
    (lambda: image.image._get_interp_method(11), ValueError, "Unknown interp method 11"),
    (lambda: image.image._get_interp_method(9, (1, 2)), AssertionError, r"got \(1, 2\)"),
    (lambda: image.imrotate(FLOATS, 3, True, True), ValueError, "cannot be both True"),
    (lambda: image.imrotate(FLOATS.astype("uint8"), 3), TypeError, "Only `float32` images"),
    (lambda: image.imrotate(FLOATS, nd.array([3])), TypeError, "required to be a scalar"),
    (lambda: image.imrotate(FLOATS[0], 3), ValueError, "Only 3D and 4D.*got shape"),
    (
        lambda: image.imrotate(FLOATS.expand_dims(0), nd.array([1, 2])),
        ValueError,
        "must be equal to the number of rotation angles, got 1 and 2",
    ),
    (lambda: image.CreateAugmenter((3, 4, 4), rand_resize=True), AssertionError, "rand_crop"),
    (lambda: image.CreateAugmenter((3, 4, 4), mean=[1, 2]), AssertionError, r"got shape \(2,\)"),
    (lambda: image.Augmenter()(FLOATS), NotImplementedError, "does not define __call__"),
    (lambda: image.RandomSizedCropAug(1, 2, 3, colour=4), AssertionError, "arguments.*: colour"),
    (lambda: image.random_size_crop(1, 2, 3, 4, colour=4), AssertionError, "arguments.*: colour"),
    (lambda: transforms.Rotate(3)(FLOATS.astype("uint8")), TypeError, "only supports float32"),
    (lambda: transforms.RandomRotation((3, -3)), ValueError, r"ordered tuple, got \(3, -3\)"),
    (lambda: transforms.RandomRotation((0, 3), rotate_with_proba=2), ValueError, "0 and 1, got 2"),
    (lambda: transforms.Normalize()(nd.zeros((2, 3, 4))), mx.MXNetError, "1 or 3 channels"),
]


@pytest.mark.parametrize("call, kind, message", ERRORS)
def test_errors(call, kind, message):
    with pytest.raises(kind, match=message):
        call()


RANDOM = [
    transforms.RandomFlipLeftRight(),
    transforms.RandomFlipTopBottom(),
    transforms.RandomBrightness(0.5),
    transforms.RandomContrast(0.5),
    transforms.RandomSaturation(0.5),
    transforms.RandomHue(0.1),
    transforms.RandomColorJitter(0.1, 0.2, 0.3, 0.1),
    transforms.RandomLighting(0.3),
]


@pytest.mark.parametrize("transform", RANDOM, ids=lambda transform: type(transform).__name__)
def test_random_transforms_vary_and_can_be_repeated(transform):
    picture = nd.array(PICTURE, dtype="float32")
    seen = []
    for _ in range(2):
        mx.random.seed(3)
        seen.append([transform(picture).asnumpy() for _ in range(8)])
    np.testing.assert_array_equal(*seen)
    assert any((one != seen[0][0]).any() for one in seen[0])
    assert seen[0][0].shape == PICTURE.shape


def test_brightness_stays_within_its_share():
    picture = nd.full((2, 2, 3), 100)
    bright = [transforms.RandomBrightness(0.2)(picture)[0, 0, 0].asscalar() for _ in range(50)]
    assert 80 <= min(bright) < 90 < 110 < max(bright) <= 120


def test_compose_is_one_graph_where_it_can_be():
    steps = [transforms.Resize(8), transforms.ToTensor(), transforms.Normalize(0.5, 2)]
    composed = transforms.Compose(steps)
    picture = nd.array(PICTURE, dtype="uint8")
    expected = steps[2](steps[1](steps[0](picture)))
    np.testing.assert_allclose(composed(picture).asnumpy(), expected.asnumpy(), 1e-6)
    assert [type(child).__name__ for child in composed] == ["HybridSequential"]
    steps.insert(1, transforms.CenterCrop(6))
    kinds = [type(child).__name__ for child in transforms.Compose(steps)]
    assert kinds == ["Resize", "CenterCrop", "HybridSequential"]


def test_crop_resize_is_bilinear_by_default():
    picture = nd.array(PICTURE, dtype="uint8")
    chosen, default = (
        transforms.CropResize(1, 2, 10, 5, size=4, interpolation=interpolation)(picture)
        for interpolation in (1, None)
    )
    np.testing.assert_array_equal(chosen.asnumpy(), default.asnumpy())


def test_transforms_on_another_device(monkeypatch):
    monkeypatch.setenv("MXNET_SIMULATE_GPUS", "1")
    picture = nd.array(PICTURE, dtype="uint8", ctx=mx.gpu(0))
    composed = transforms.Compose(
        [
            transforms.Resize(8),
            transforms.CenterCrop(6),
            transforms.ToTensor(),
            transforms.Normalize(0.5, 2),
        ]
    )
    result = composed(picture)
    assert result.context == mx.gpu(0)
    on_host = composed(picture.as_in_context(mx.cpu()))
    np.testing.assert_allclose(result.asnumpy(), on_host.asnumpy(), 1e-6)
    rotated = image.imrotate(result, 30)
    assert rotated.context == mx.gpu(0)


def test_limits_of_angles_may_be_an_array():
    rotate = mx.gluon.data.vision.transforms.RandomRotation(np.array([-30, 30]))
    assert rotate(mx.nd.ones((3, 8, 8))).shape == (3, 8, 8)
