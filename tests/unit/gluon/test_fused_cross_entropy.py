"""The cross entropy that runs as one operator is that of its parts."""

from __future__ import annotations

import numpy as np
import pytest

from mxnet import MXNetError, autograd, gluon, nd

RANDOM = np.random.default_rng(0)
fused = nd._internal._softmax_cross_entropy_loss


def _compose(data, label, axis=-1, batch_axis=0):
    loss = -nd.pick(nd.log_softmax(data, axis=axis), label, axis=axis, keepdims=True)
    return nd.mean(loss, axis=batch_axis, exclude=True)


def _with_gradient(function, data, label, **attrs):
    data = data.copy()
    data.attach_grad()
    with autograd.record():
        loss = function(data, label, **attrs)
    loss.backward(nd.arange(1, loss.size + 1, dtype=data.dtype).reshape(loss.shape))
    return loss, data.grad


def _same(data, label, **attrs):
    data, label = nd.array(data, dtype=data.dtype), nd.array(label, dtype=label.dtype)
    ours, parts = (_with_gradient(f, data, label, **attrs) for f in (fused, _compose))
    tolerance = 1e-2 if data.dtype == np.float16 else 1e-6
    for mine, expected in zip(ours, parts, strict=True):
        assert mine.shape == expected.shape
        assert mine.dtype == expected.dtype
        np.testing.assert_allclose(mine.asnumpy(), expected.asnumpy(), tolerance, tolerance)


def _classes(*shape, dtype=np.float32):
    return RANDOM.integers(0, 4, shape).astype(dtype)


def _scores(*shape, dtype=np.float32):
    return RANDOM.normal(size=shape).astype(dtype)


@pytest.mark.parametrize(
    ("data", "label", "attrs"),
    [
        (_scores(3, 4), _classes(3), {}),
        (_scores(3, 4), _classes(3, 1), {}),
        (_scores(3, 4), _classes(3), {"axis": 1}),
        (_scores(3, 4), _classes(3), {"batch_axis": 1}),
        (_scores(4, 3), _classes(3), {"axis": 0, "batch_axis": 1}),
        (_scores(2, 3, 4), _classes(2, 3), {}),
        (_scores(2, 3, 4), _classes(2, 3), {"batch_axis": 1}),
        (_scores(2, 4, 3), _classes(2, 3), {"axis": 1}),
        (_scores(2, 3, 2, 4), _classes(2, 3, 2), {}),
        (_scores(4), _classes(1), {}),
        (_scores(3, 4, dtype=np.float64), _classes(3, dtype=np.int32), {}),
        (_scores(3, 4, dtype=np.float16), _classes(3, dtype=np.uint8), {}),
    ],
)
def test_cross_entropy_is_that_of_its_parts(data, label, attrs):
    _same(data, label, **attrs)


@pytest.mark.parametrize("label", [[-1, 2, 9], [-100, 0, 0], [0, 4, np.nan]])
def test_a_label_outside_is_the_nearest_class(label):
    _same(_scores(3, 4), np.array(label, np.float32))


def test_label_gradient_is_zero():
    data, label = nd.array(_scores(3, 4)), nd.array([0.0, 1.0, 2.0])
    label.attach_grad()
    label.grad[:] = 7
    with autograd.record():
        loss = gluon.loss.SoftmaxCrossEntropyLoss()(data, label)
    loss.backward()
    assert not label.grad.asnumpy().any()


def test_second_derivatives():
    data, label = nd.array(_scores(3, 4)), nd.array(_classes(3))
    seconds = []
    for function in (fused, _compose):
        data.attach_grad()
        with autograd.record():
            loss = function(data, label)
            (first,) = autograd.grad(loss, [data], create_graph=True)
            curvature = (first * first).sum()
        curvature.backward()
        seconds.append(data.grad.asnumpy())
    np.testing.assert_allclose(*seconds, rtol=1e-5, atol=1e-7)


@pytest.mark.parametrize(
    ("data", "label", "text"),
    [
        (nd.ones((3, 4)), nd.ones(5), r"label must have shape \(3,\) or \(3, 1\)"),
        (nd.ones((3, 4), dtype="int32"), nd.ones(3), "float"),
    ],
)
def test_mismatched_shapes_are_refused(data, label, text):
    with pytest.raises(MXNetError, match=text):
        gluon.loss.SoftmaxCrossEntropyLoss()(data, label)
