"""Sequences where 1.9.1 crashes or reads what it should not."""

from __future__ import annotations

import pytest

from mxnet import autograd, nd
from mxnet._ops import OPS

DATA = [[1, 2], [3, 4], [5, 6]]


@pytest.mark.parametrize("axis", [0, 1])
def test_last_has_a_gradient_without_lengths(axis):
    x = nd.array(DATA)
    x.attach_grad()
    with autograd.record():
        result = nd.SequenceLast(x, axis=axis)
    result.backward()
    expected = [[[0, 0], [0, 0], [1, 1]], [[0, 1], [0, 1], [0, 1]]][axis]
    assert x.grad.asnumpy().tolist() == expected


def test_lengths_outside_mean_the_ends():
    x, lengths = nd.array(DATA), nd.array([-3, 9])
    used = {"use_sequence_length": True}
    assert nd.SequenceLast(x, lengths, **used).asnumpy().tolist() == [1, 6]
    assert nd.SequenceMask(x, lengths, **used).asnumpy().tolist() == [[0, 2], [0, 4], [0, 6]]
    assert nd.SequenceReverse(x, lengths, **used).asnumpy().tolist() == [[1, 6], [3, 4], [5, 2]]


@pytest.mark.parametrize("name", ["SequenceMask", "SequenceLast", "SequenceReverse"])
@pytest.mark.parametrize("axis", [0, 1])
def test_the_shape_of_the_lengths(name, axis):
    shapes = OPS[name].infer_params({"data": (4, 3, 2)}, {"axis": axis})
    assert shapes == {"sequence_length": ((3,), (4,))[axis]}
