"""Modules train as those of the real MXNet 1.9.1 do, number by number."""

import numpy as np
import pytest

import mxnet as mx
from tests.golden import archive

from .trajectories import CASES, GOLDEN

RECORDED = archive.load(GOLDEN)


@pytest.mark.parametrize("name", CASES)
def test_trains_as_1_9_1(name):
    expected = {k.partition("/")[2]: v for k, v in RECORDED.items() if k.startswith(f"{name}/")}
    actual = CASES[name](mx)
    assert sorted(actual) == sorted(expected)
    for part, array in expected.items():
        np.testing.assert_allclose(actual[part], array, rtol=2e-4, atol=2e-5, err_msg=part)


def test_every_recorded_training_is_compared():
    assert {name.partition("/")[0] for name in RECORDED} == set(CASES)
