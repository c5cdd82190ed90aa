"""Augmenters for detection make of pictures and boxes what the real MXNet 1.9.1 makes of them."""

from __future__ import annotations

import json

import numpy as np
import pytest

import mxnet as mx
from mxnet import image, nd
from tests.golden import archive
from tests.unit.image import batch_cases as cases

RECORDED = archive.load(cases.GOLDEN)


def read_recorded(name):
    """Return the arrays recorded for a call."""
    count = sum(key.startswith(f"{name}/") and not key.endswith("told") for key in RECORDED)
    return [RECORDED[f"{name}/{number}"] for number in range(count)]


def check(actual, expected):
    assert [(a.shape, a.dtype) for a in actual] == [(a.shape, a.dtype) for a in expected]
    *values, draws = zip(actual, expected, strict=True)
    assert draws[0].tolist() == draws[1].tolist(), "another number of random draws"
    for one, other in values:
        if one.dtype == np.uint8:
            np.testing.assert_array_equal(one, other)
        else:
            np.testing.assert_allclose(one, other, rtol=1e-5, atol=3e-4)


@pytest.mark.parametrize("call", cases.CALLS)
def test_calls(call):
    check(cases.run(mx, call), read_recorded(call))


@pytest.mark.parametrize("chain", cases.CHAINS)
def test_chains_of_augmenters(chain):
    check(cases.run_chain(mx, chain), read_recorded(chain))
    assert cases.describe(mx, chain) == json.loads(RECORDED[f"{chain}/told"].tobytes())


def picture():
    return nd.ones((3, 4, 5))


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (lambda: image.DetAugmenter()(picture(), 0), NotImplementedError, "Must override"),
        (lambda: image.DetBorrowAug(5), TypeError, "Borrowing from invalid Augmenter.*got int"),
        (
            lambda: image.DetRandomSelectAug([image.CastAug()]),
            ValueError,
            "Allow DetAugmenter in list only, got CastAug",
        ),
        (lambda: image.DetRandomPadAug(pad_val="red"), AssertionError, "pad_val.*got 'red'"),
        (lambda: image.DetRandomCropAug(area_range="all"), AssertionError, "area_range.*'all'"),
        (
            lambda: image.CreateMultiRandCropAugmenter([0.1, 0.2], max_attempts=[1, 2, 3]),
            AssertionError,
            "min_object_covered has 2 values, another argument has 3",
        ),
    ],
)
def test_refused(call, error, text):
    with pytest.raises(error, match=text):
        call()


@pytest.mark.parametrize(
    "make",
    [
        lambda: image.DetRandomCropAug(aspect_ratio_range=(2, 1)),
        lambda: image.DetRandomCropAug(area_range=(0.5, 0.1)),
        lambda: image.DetRandomPadAug(area_range=(1, 1)),
    ],
)
def test_ranges_that_are_none_switch_an_augmenter_off(make):
    with pytest.warns(UserWarning, match="does nothing: its ranges are not valid"):
        augmenter = make()
    source, label = picture(), np.array([[0, 0, 0, 1, 1.0]])
    assert augmenter(source, label)[0] is source


def test_names_in_the_wild():
    assert image.det is image.detection
    assert mx.img is image
    assert image.ImageIter.__module__ == "mxnet.image.image"
    assert image.ImageDetIter.__module__ == "mxnet.image.detection"
