"""Shapes and types of graphs of mx.np's operators are those that the real MXNet computes."""

from __future__ import annotations

import numpy as onp
import pytest

import mxnet as mx
from mxnet import np
from tests.ops.row import rows_of
from tests.ops.test_rows import expected_of, symbol_of

FAMILIES = "np_unary np_binary np_reduce np_products np_choosing".split()


def infer(row):
    symbol = symbol_of(row)
    _, types, _ = symbol.infer_type(**{f"in{i}": spec.dtype for i, spec in enumerate(row.inputs)})
    _, shapes, _ = symbol.infer_shape(**{f"in{i}": s.shape for i, s in enumerate(row.inputs)})
    return [(tuple(s), onp.dtype(t).name) for s, t in zip(shapes, types, strict=True)]


@pytest.mark.parametrize("family", FAMILIES)
@mx.util.use_np_shape
def test_as_recorded(family):
    differing = []
    for row in rows_of(family):
        expected = expected_of(family, row)
        actual = infer(row)
        outputs = [expected[f"out{i}"] for i in range(len(actual))]
        if actual != [(output.shape, output.dtype.name) for output in outputs]:
            differing.append((row, actual))
    assert not differing


class Masked(mx.gluon.HybridBlock):
    def hybrid_forward(self, F, x):
        positive = F.np.greater(x, 0)
        return F.np.where(positive, x, F.np.maximum(x * 2, -1)) + positive


@mx.util.use_np
def test_a_hybridized_block_with_several_types_gives_the_same():
    x = np.array([-2.0, -0.25, 3.0])
    block = Masked()
    plain = block(x)
    block.hybridize()
    for _ in range(3):  # the first call traces, the others run plans
        assert type(block(x)) is np.ndarray
        assert block(x).tolist() == plain.tolist() == [-1.0, -0.5, 4.0]
    x.attach_grad()
    with mx.autograd.record():
        block(x).backward()
    assert x.grad.tolist() == [0, 2, 1]
