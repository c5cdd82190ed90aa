"""Shapes, where ours does more than the real MXNet."""

from __future__ import annotations

import numpy as np
import pytest

from mxnet import autograd, nd

MATRIX = nd.arange(6).reshape((2, 3))


def test_negative_axes():
    assert nd.reverse(MATRIX, axis=-1).asnumpy().tolist() == [[2, 1, 0], [5, 4, 3]]
    assert nd.cumsum(MATRIX, axis=-1).asnumpy().tolist() == [[0, 1, 3], [3, 7, 12]]
    assert nd.transpose(MATRIX, axes=(-1, 0)).shape == (3, 2)
    assert nd.broadcast_axis(nd.ones((2, 1)), axis=-1, size=3).shape == (2, 3)


def test_reshape_infers_after_a_split():
    """1.9.1 writes the size that replaces -1 to a wrong place."""
    assert nd.reshape(nd.ones((2, 3, 4)), shape=(-4, 1, 2, -1)).shape == (1, 2, 12)
    assert nd.reshape(nd.ones((2, 3)), shape=(-2, -1)).shape == (2, 3, 1)


def test_gradient_of_slice_assign():
    data, part = nd.ones((2, 3)), nd.ones((1, 2))
    data.attach_grad()
    part.attach_grad()
    with autograd.record():
        result = nd._internal._slice_assign(data * 1, part * 2, begin=(0, 0), end=(1, 2))
        result = result * 3
    result.backward()
    assert data.grad.asnumpy().tolist() == [[0, 0, 3], [3, 3, 3]]
    assert part.grad.asnumpy().tolist() == [[6, 6]]


@pytest.mark.parametrize("mode", ["edge", "reflect"])
def test_pad_of_every_float(mode):
    for dtype in ("float16", "bfloat16", "float64"):
        data = nd.arange(4).reshape((1, 1, 2, 2)).astype(dtype)
        padded = nd.pad(data, mode=mode, pad_width=(0, 0, 0, 0, 1, 1, 1, 1)).astype("float32")
        expected = np.pad(np.arange(4).reshape(1, 1, 2, 2), [(0, 0), (0, 0), (1, 1), (1, 1)], mode)
        np.testing.assert_array_equal(padded.asnumpy(), expected)


def test_results_are_not_views():
    x = nd.zeros((2, 3))
    for result in (
        nd.reshape(x, shape=(3, 2)),
        nd.transpose(x),
        nd.slice(x, begin=(0,), end=(1,)),
        nd.broadcast_to(x, shape=(2, 3)),
        nd.squeeze(x),
        *nd.split(x, num_outputs=3),
    ):
        result[:] = 1
    np.testing.assert_array_equal(x.asnumpy(), 0)


@pytest.mark.parametrize("split", [nd.split, nd.split_v2])
def test_parts_of_a_line_have_no_axis_left(split):
    parts = split(nd.array([1, 2]), 2, axis=0, squeeze_axis=True)
    assert [part.shape for part in parts] == [(), ()]
    assert [part.asscalar() for part in parts] == [1, 2]
