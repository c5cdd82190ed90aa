"""Types in graphs: what is inferred is what is computed, and mixtures are refused."""

from __future__ import annotations

import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet._ops import OPS
from mxnet._ops.type_rules import rule_of
from tests.ops.kernels import attributes_of, run_kernel
from tests.ops.row import families, rows_of

CASES = [row for family in families() for row in rows_of(family)]


@pytest.mark.parametrize("row", CASES, ids=[row.key for row in CASES])
def test_rules_agree_with_kernels(row):
    inputs = [torch.tensor(array) for array in row.arrays()]
    results, attrs = run_kernel(row, inputs), attributes_of(row)
    _, types = rule_of(OPS[row.op])([t.dtype for t in inputs], [None] * len(results), attrs)
    pairs = zip(types, (t.dtype for t in results), strict=True)
    assert all(kind is None or kind is real for kind, real in pairs)


class Sum(gluon.HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x * 2 + y


INTEGERS, FLOATS = nd.ones(3, dtype="int32"), nd.ones(3)
MIXED = "at 1-th input: expected int32, got float32].* Convert the first one with astype"


@pytest.mark.parametrize("active", [False, True])
@pytest.mark.parametrize("recording", [False, True])
def test_mixtures_are_refused(active, recording):
    block = Sum()
    block.hybridize(active)
    for _ in range(2):  # at the first call and at others
        with autograd.record() if recording else autograd.pause():
            assert block(INTEGERS, INTEGERS).dtype == np.int32
            with pytest.raises(mx.MXNetError, match=MIXED):
                block(INTEGERS, FLOATS)
            assert block(FLOATS, FLOATS).dtype == np.float32


def test_parameters_of_another_type_are_refused():
    net = gluon.nn.Dense(2, in_units=3, prefix="fc_")
    net.initialize()
    net.hybridize()
    net(nd.ones((1, 3)))
    text = (
        r"Error in operator fc_fwd: \[Incompatible attr in node fc_fwd at 1-th input: expected "
        r"float64, got float32\]. Convert the data with astype\('float32'\)"
    )
    with pytest.raises(mx.MXNetError, match=text):
        net(nd.ones((1, 3), dtype="float64"))


def test_indices_may_have_any_type():
    net = gluon.nn.Embedding(4, 2)
    net.initialize()
    net.hybridize()
    for kind in ("int32", "float32", "int64"):
        assert net(nd.array([1, 2], dtype=kind)).dtype == np.float32
