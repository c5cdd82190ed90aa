"""Detectors of GluonCV, the package from PyPI: the same boxes, scores and classes."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

from .row import export, run_model

pytest.importorskip("gluoncv", exc_type=ImportError)
pytestmark = pytest.mark.filterwarnings("ignore")  # those of an old package

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from tests.unit import gluoncv_cases as cases


@pytest.mark.parametrize(
    "name",
    ["ssd_300_mobilenet0.25_voc", "yolo3_mobilenet0.25_voc", "center_net_resnet18_v1b_dcnv2_voc"],
)
def test_detectors(name):
    net, data, expected = cases.run(name)
    net.hybridize(static_shape=True)
    net(data)
    values = {"data": data.asnumpy()}
    for ours, theirs in zip(expected, run_model(export(net, None, values), values), strict=True):
        np.testing.assert_allclose(theirs, ours, rtol=1e-4, atol=1e-4)
