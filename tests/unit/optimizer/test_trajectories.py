"""Fifteen steps of each optimizer against the real MXNet 1.9.1."""

from __future__ import annotations

import numpy as np
import pytest

import mxnet as mx
from tests.golden import archive
from tests.unit.optimizer.trajectory import GOLDEN, cases, follow

RECORDED = archive.load(GOLDEN)


@pytest.mark.filterwarnings("ignore:learning rate from ``lr_scheduler``")
@pytest.mark.parametrize(("name", "case"), cases().items(), ids=cases())
def test_fifteen_steps(name, case):
    ours = follow(mx, *case)
    theirs = {k.rpartition("/")[2]: v for k, v in RECORDED.items() if k.rpartition("/")[0] == name}
    assert set(ours) == set(theirs)
    for part, array in ours.items():
        assert array.dtype == theirs[part].dtype
        assert np.isfinite(theirs[part]).all()
        # float16 weights are rounded at each step; a last bit may fall on the other side
        tolerance = 2e-3 if case[1].get("multi_precision") else 2e-5
        np.testing.assert_allclose(array, theirs[part], tolerance, tolerance, err_msg=part)


def test_weights_move():
    for name, array in RECORDED.items():
        if name.endswith("weight0"):
            assert np.abs(array[-1] - array[0]).max() > 1e-3, name


def test_every_optimizer_has_a_trajectory():
    followed = {optimizer for optimizer, _ in cases().values()}
    known = mx.optimizer.Optimizer.opt_registry
    # SVRG's two, which begin with an underscore, are parts of its module.
    ours = {n for n, k in known.items() if "mxnet" in k.__module__ and n[0] != "_"}
    # One draws noise (see test_optimizer.py), the other is torch's (see test_adamw.py).
    assert ours - followed == {"sgld", "adamw"}
