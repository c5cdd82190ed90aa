"""The contract of metrics, over every registered class."""

from __future__ import annotations

import pytest

from mxnet import metric, registry
from tests.contracts.check_metric import CHECKS, SAMPLES


def test_every_metric_has_a_sample():
    registered = set(registry.get_registry(metric.EvalMetric).values())
    ours = {kind for kind in registered if kind.__module__ == "mxnet.metric"}
    assert ours == {sample.kind for sample in SAMPLES}


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("sample", SAMPLES, ids=str)
def test_contract(sample, check):
    check(sample)
