"""The contract of blocks, over every public class of Gluon."""

from __future__ import annotations

import inspect

import pytest

from tests.contracts.block_samples import HOMES, SAMPLES, WITHOUT_SAMPLE
from tests.contracts.check_block import CHECKS


def test_every_public_class_has_a_sample():
    public = {
        name for home in HOMES for name in home.__all__ if inspect.isclass(getattr(home, name))
    }
    sampled = {str(sample) for sample in SAMPLES} | {"BidirectionalCell"}
    assert public - sampled == WITHOUT_SAMPLE


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("sample", SAMPLES, ids=str)
def test_contract(sample, check):
    check(sample)
