"""Images in records; these need OpenCV, but for the message that says so."""

import sys

import numpy as np
import pytest

from mxnet.base import MXNetError
from mxnet.recordio import IRHeader, pack, pack_img, unpack, unpack_img

HEADER = IRHeader(0, [1, 2], 7, 8)


@pytest.fixture
def cv2():
    return pytest.importorskip("cv2")


@pytest.fixture
def image():
    return np.random.RandomState(0).randint(0, 256, (4, 5, 3)).astype(np.uint8)


def test_a_lossless_image(cv2, image):
    header, actual = unpack_img(pack_img(HEADER, image, quality=3, img_fmt=".png"))
    assert (header.label.tolist(), header.id, header.id2) == ([1, 2], 7, 8)
    np.testing.assert_array_equal(actual, image)


@pytest.mark.parametrize("img_fmt", [".jpg", ".JPG", ".jpeg", ".JPEG"])
def test_the_quality_of_jpeg(cv2, image, img_fmt):
    _, encoded = unpack(pack_img(HEADER, image, quality=50, img_fmt=img_fmt))
    assert encoded == cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 50])[1].tobytes()


def test_jpeg_of_quality_95_is_the_default(cv2, image):
    _, encoded = unpack(pack_img(HEADER, image))
    assert encoded == cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 95])[1].tobytes()


@pytest.mark.parametrize(("img_fmt", "level"), [(".png", 1), (".PNG", 9), (".png", 95)])
def test_the_compression_of_png(cv2, image, img_fmt, level):
    _, encoded = unpack(pack_img(HEADER, image, quality=level, img_fmt=img_fmt))
    options = [cv2.IMWRITE_PNG_COMPRESSION, min(level, 9)]
    assert encoded == cv2.imencode(".png", image, options)[1].tobytes()


def test_another_format(cv2, image):
    np.testing.assert_array_equal(unpack_img(pack_img(HEADER, image, img_fmt=".bmp"))[1], image)


@pytest.mark.parametrize(("iscolor", "shape"), [(-1, (4, 5)), (0, (4, 5)), (1, (4, 5, 3))])
def test_color(cv2, image, iscolor, shape):
    gray = pack_img(HEADER, image[:, :, 0], quality=3, img_fmt=".png")
    actual = unpack_img(gray, iscolor)[1]
    assert actual.shape == shape
    np.testing.assert_array_equal(
        actual.reshape(4, 5, -1).T, [image[:, :, 0].T] * actual[0, 0].size
    )


@pytest.mark.parametrize("encoded", [b"", b"not an image"])
def test_bytes_that_are_no_image_give_none(cv2, encoded):
    header, image = unpack_img(pack(HEADER, encoded))
    assert header.id == 7
    assert image is None


@pytest.mark.parametrize("img_fmt", [".xyz", "jpg"])
def test_an_unknown_format(cv2, image, img_fmt):
    with pytest.raises(MXNetError, match=f"OpenCV cannot encode the image as '{img_fmt}'"):
        pack_img(HEADER, image, img_fmt=img_fmt)


def test_without_opencv(monkeypatch, image):
    monkeypatch.setitem(sys.modules, "cv2", None)
    with pytest.raises(MXNetError, match=r"pip install 'regluon\[vision\]'"):
        pack_img(HEADER, image)
    with pytest.raises(MXNetError, match=r"pip install 'regluon\[vision\]'"):
        unpack_img(pack(HEADER, b"data"))
