"""The contract of losses, over every public class."""

from __future__ import annotations

import inspect

import pytest

from mxnet.gluon import loss
from tests.contracts.check_loss import CHECKS, SAMPLES


def test_every_loss_has_a_sample():
    classes = {getattr(loss, name) for name in loss.__all__}
    losses = {kind for kind in classes if inspect.isclass(kind)}
    assert losses - {sample.kind for sample in SAMPLES} == {loss.Loss}


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("sample", SAMPLES, ids=str)
def test_contract(sample, check):
    check(sample)
