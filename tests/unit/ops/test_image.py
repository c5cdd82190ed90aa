"""Images: what is random, and sizes without OpenCV."""

from __future__ import annotations

import numpy as np
import pytest

import mxnet as mx
from mxnet import nd
from mxnet._ops.vision import resizing
from tests.golden import archive
from tests.ops.row import GOLDEN, rows_of

PHOTO = np.random.RandomState(0).randint(0, 256, (5, 7, 3)).astype("uint8")


@pytest.fixture
def without_opencv(monkeypatch):
    monkeypatch.setattr(resizing, "is_installed", lambda: False)


def draw(function, count=60, **attrs):
    """Return what a random operator makes of the photo, many times."""
    mx.random.seed(1)
    return [function(nd.array(PHOTO, dtype="uint8"), **attrs).asnumpy() for _ in range(count)]


@pytest.mark.parametrize("direction", ["left_right", "top_bottom"])
def test_flips_have_probability_one_half(direction):
    flipped = getattr(nd.image, f"flip_{direction}")(nd.array(PHOTO, dtype="uint8")).asnumpy()
    assert (
        flipped == np.flip(PHOTO, direction == "left_right")
    ).all()  # MXNet leaves out the middle
    images = draw(getattr(nd.image, f"random_flip_{direction}"))
    is_flipped = [(image == flipped).all() for image in images]
    assert all(t or (image == PHOTO).all() for t, image in zip(is_flipped, images, strict=True))
    assert 15 < sum(is_flipped) < 45


@pytest.mark.parametrize("what", ["brightness", "contrast", "saturation", "hue"])
def test_factors_lie_between_the_ends(what):
    function = getattr(nd.image, f"random_{what}")
    photo = nd.array(PHOTO, dtype="float32")
    low, high = (function(photo, f, f).asnumpy() for f in (0.5, 0.6))
    mx.random.seed(1)
    images = np.stack([function(photo, 0.5, 0.6).asnumpy() for _ in range(60)])
    assert len(np.unique(images[:, 0, 0])) > 20
    if what != "hue":  # the others are linear in the factor
        ends = np.sort([low, high], 0)
        assert (images >= ends[0] - 1e-3).all() and (images <= ends[1] + 1e-3).all()
        middle = (images.mean(0) - low).sum() / (high - low).sum()
        assert 0.35 < middle < 0.65


def test_the_seed_decides():
    again = [draw(nd.image.random_brightness, 3, min_factor=0.5, max_factor=1.5) for _ in range(2)]
    assert np.array_equal(*again)


def test_jitter_of_one_kind_is_that_kind():
    for position, what in enumerate(("brightness", "contrast", "saturation", "hue")):
        shares = [0.0] * 4
        shares[position] = 1e-6
        (image,) = draw(nd.image.random_color_jitter, 1, **dict(zip(
            ("brightness", "contrast", "saturation", "hue"), shares, strict=True)))  # fmt: skip
        assert np.abs(image.astype(int) - PHOTO).max() <= 1, what


def test_jitter_of_every_kind_varies():
    shares = {"brightness": 0.4, "contrast": 0.4, "saturation": 0.4, "hue": 0.2}
    images = draw(nd.image.random_color_jitter, 20, **shares)
    assert len({image.tobytes() for image in images}) == 20
    assert all(image.dtype == np.uint8 and image.shape == PHOTO.shape for image in images)


def test_jitter_of_nothing_is_a_copy():
    # MXNet returns memory that nobody has written to
    (image,) = draw(nd.image.random_color_jitter, 1, brightness=0, contrast=0, saturation=0, hue=0)
    assert (image == PHOTO).all()


def test_lighting_varies_with_its_deviation():
    photo = nd.array(PHOTO, dtype="float32")
    mx.random.seed(1)
    shifts = np.array(
        [(nd.image.random_lighting(photo, 0.1) - photo).asnumpy()[0, 0] for _ in range(200)]
    )
    np.testing.assert_allclose(shifts.mean(0), 0, atol=1.5)
    np.testing.assert_allclose(shifts.std(0), 0.1 * 55.46 * np.array([0.57, 0.58, 0.58]), rtol=0.2)
    with_alpha = nd.image.adjust_lighting(photo, alpha=(0.1, 0.0, 0.0)) - photo
    np.testing.assert_allclose(with_alpha[0, 0].asnumpy()[0], 0.1 * 55.46 * -0.5675, rtol=1e-3)


@pytest.mark.parametrize("what", ["hue", "lighting"])
def test_gray_images_are_unchanged(what):
    gray = nd.array(PHOTO[:, :, :1], dtype="uint8")  # MXNet writes nothing to the result
    function = getattr(nd.image, f"random_{what}")
    result = function(gray, 0.3, 0.3) if what == "hue" else function(gray, 5.0)
    assert (result == gray).asnumpy().all()


def test_gradients_pass_augmentations_by():
    for function in (nd.image.flip_left_right, nd.image.random_flip_top_bottom):
        image = nd.array(PHOTO, dtype="float32")
        image.attach_grad()
        with mx.autograd.record():
            changed = function(image)
            product = changed * image
        product.backward()
        np.testing.assert_array_equal(image.grad.asnumpy(), (changed + image).asnumpy())


def test_normalize_needs_no_arguments():
    image = nd.array(PHOTO, dtype="float32").transpose((2, 0, 1))
    assert (nd.image.normalize(image) == image).asnumpy().all()


# ------------------------------------------------------------------------------------------- sizes


def resizes():
    rows = [r for r in rows_of("image") if r.op == "_image_resize" and r.attrs.get("interp", 1) < 2]
    return pytest.mark.parametrize("row", rows, ids=[r.key for r in rows])


@resizes()
def test_sizes_without_opencv(row, without_opencv):
    expected = archive.load(GOLDEN / "image.npz")[f"{row.key}/out0"]
    (data,) = row.arrays()
    result = nd.image.resize(nd.array(data, dtype=data.dtype), **row.attrs).asnumpy()
    if data.dtype == np.uint8:
        assert (result == expected).all()
    else:
        np.testing.assert_allclose(result, expected, 1e-6)


@pytest.mark.parametrize("shape", [(1, 1), (2, 9), (33, 20)])
@pytest.mark.parametrize("size", [(1, 1), (3, 11), (10, 8), (31, 17)])
@pytest.mark.parametrize("interp", [0, 1])
@pytest.mark.parametrize("dtype", ["uint8", "float32", "float64"])
def test_torch_gives_the_pixels_of_opencv(shape, size, interp, dtype, monkeypatch):
    pytest.importorskip("cv2")
    image = nd.array(np.random.RandomState(0).randint(0, 256, (*shape, 3)), dtype=dtype)
    expected = nd.image.resize(image, size, interp=interp).asnumpy()
    monkeypatch.setattr(resizing, "is_installed", lambda: False)
    result = nd.image.resize(image, size, interp=interp).asnumpy()
    # newer versions of OpenCV compute the weights of floats more exactly
    np.testing.assert_allclose(result, expected, 0 if dtype == "uint8" else 2e-5)


def test_other_methods_name_the_missing_package(without_opencv):
    with pytest.raises(
        mx.MXNetError, match=r"interp=2 needs OpenCV.*pip install 'regluon\[vision\]'"
    ):
        nd.image.resize(nd.array(PHOTO, dtype="uint8"), 3, interp=2)


def test_a_resized_image_has_a_gradient():
    image = nd.array(PHOTO, dtype="float32")
    image.attach_grad()
    with mx.autograd.record():
        nd.image.resize(image, (3, 4)).backward()
    np.testing.assert_allclose(image.grad.sum().asscalar(), 3 * 4 * 3, 1e-5)


@pytest.mark.parametrize("shape", [(40, 50, 3), (40, 120, 1), (2, 40, 50, 3), (5, 7, 3)])
def test_large_images_become_tensors_like_small_ones(shape):
    image = np.random.default_rng(0).integers(0, 256, shape, np.uint8)
    tensor = nd.image.to_tensor(nd.array(image, dtype="uint8"))
    expected = np.moveaxis(image, -1, -3).astype(np.float32) / np.float32(255)
    assert tensor.dtype is np.float32
    np.testing.assert_array_equal(tensor.asnumpy(), expected)
