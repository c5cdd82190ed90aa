"""The contract of optimizers, over every registered class."""

from __future__ import annotations

import pytest

from mxnet.optimizer import Optimizer
from tests.contracts.check_optimizer import CHECKS

CLASSES = [kind for kind in Optimizer.opt_registry.values() if kind.__module__[:6] == "mxnet."]


def test_all_of_1_9_1_are_registered():
    assert {kind.__name__ for kind in CLASSES} - {"AdamW"} == {
        "AdaDelta", "AdaGrad", "Adam", "Adamax", "DCASGD", "FTML", "Ftrl", "GroupAdaGrad", "LAMB",
        "LARS", "LBSGD", "NAG", "Nadam", "RMSProp", "SGD", "SGLD", "Signum", "Test", "ccSGD",
    }  # fmt: skip


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("kind", CLASSES, ids=lambda kind: kind.__name__)
def test_contract(kind, check):
    check(kind)
