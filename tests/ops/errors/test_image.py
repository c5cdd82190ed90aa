"""Calls that the image operators refuse, and the error messages."""

from __future__ import annotations

import pytest

import mxnet as mx
from mxnet import nd

IMAGE = nd.ones((4, 5, 3), dtype="uint8")
FIRST = nd.ones((3, 4, 5))

CASES = [
    (lambda: nd.image.to_tensor(IMAGE[0]), r"_image_to_tensor: Input image must have shape"),
    (lambda: nd.image.normalize(IMAGE), r"with 1 or 3 channels, but got \[4,5,3\]"),
    (lambda: nd.image.normalize(FIRST[0]), r"Input tensor must have shape"),
    (
        lambda: nd.image.normalize(FIRST, mean=(1, 2)),
        r"Invalid mean.*\[3,4,5\]. mean must have either 1 or 3 elements, but got \[1.0,2.0\]",
    ),
    (lambda: nd.image.normalize(FIRST[0:1], std=(1, 2, 3)), r"Invalid std.*either 1 or 1 elements"),
    (lambda: nd.image.crop(IMAGE, 3, 1, 3, 2), r"x \+ width should not be greater than.*width 5"),
    (lambda: nd.image.crop(IMAGE, 1, 3, 3, 2), r"y \+ height should not be greater than.*height 4"),
    (lambda: nd.image.crop(IMAGE, -1, 1, 3, 2), r"x and y must not be negative, got -1, 1"),
    (
        lambda: nd.image.crop(IMAGE, 1, 1, 0, 2),
        r"height and width must be greater than 0, got 2, 0",
    ),
    (
        lambda: nd.image.crop(nd.ones((4, 4, 2)), 0, 0, 1, 1),
        r"channel of the input image is 1 or 3",
    ),
    (lambda: nd.image.crop(IMAGE[0], 0, 0, 1, 1), r"_image_crop: Input image must have shape"),
    (lambda: nd.image.resize(IMAGE), r"Input size dimension must be 1 or 2, but got 0"),
    (lambda: nd.image.resize(IMAGE, (1, 2, 3)), r"Input size dimension must be 1 or 2, but got 3"),
    (lambda: nd.image.resize(IMAGE, 0), r"Input size should be greater than 0, but got \[0\]"),
    (lambda: nd.image.resize(IMAGE, (4, -1)), r"Input size should be greater than 0"),
    (lambda: nd.image.resize(IMAGE[0], 3), r"Input image dimension should be 3 or 4 but got 2"),
    (
        lambda: nd.image.resize(IMAGE, 3, interp=9),
        r"Unknown interpolation method 9, expected 0 to 4",
    ),
    (lambda: nd.image.resize(IMAGE.astype("int32"), 3), r"resize takes uint8.*not torch.int32"),
    (lambda: nd.image.flip_left_right(nd.ones((2, 4, 5, 3))), r"Input image must have shape"),
    (lambda: nd.image.random_flip_top_bottom(nd.ones((4, 5, 2))), r"1 or 3 channels, but got"),
    (lambda: nd.image.random_brightness(IMAGE, -1, 2), r"min_factor must be at least 0, got -1"),
    (
        lambda: nd.image.random_contrast(IMAGE, 3, 2),
        r"smallest factor 3.0 is greater than the larg",
    ),
    (lambda: nd.image.random_saturation(IMAGE, 1), r"Required parameter max_factor"),
    (lambda: nd.image.random_hue(IMAGE[0], 1, 1), r"Input image must have shape"),
    (lambda: nd.image.adjust_lighting(IMAGE, alpha=(1, 2)), r"alpha must have 3 elements"),
    (lambda: nd.image.random_lighting(IMAGE, -0.5), r"alpha_std must be at least 0, got -0.5"),
]


@pytest.mark.parametrize(("call", "message"), CASES, ids=[message for _, message in CASES])
def test_refused(call, message):
    with pytest.raises(mx.MXNetError, match=message):
        call()


def test_a_resize_that_has_no_gradient():
    image = nd.ones((4, 5, 3))
    image.attach_grad()
    with mx.autograd.record(), pytest.raises(mx.MXNetError, match=r"interp=3 has no gradient"):
        nd.image.resize(image, size=(2, 2), interp=3)
