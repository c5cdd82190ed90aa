"""Poolings where 1.9.1 has no answer."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from mxnet import autograd, nd


def test_same_needs_no_padding():
    line = nd.array([[[3, 1, 2, 5, 4]]])
    result = nd.Pooling(line, kernel=3, stride=2, pooling_convention="same")
    assert result.asnumpy().tolist() == [[[3, 5, 4]]]


def test_padding_as_wide_as_the_kernel():
    image = nd.array([[[[1, 2], [3, 4]]]])
    lowest = np.finfo("float32").min
    result = nd.Pooling(image, kernel=(1, 1), pad=(1, 1)).asnumpy()[0, 0]
    assert result[1:3, 1:3].tolist() == [[1, 2], [3, 4]]
    assert (result[[0, 3]] == lowest).all()
    average = nd.Pooling(image, kernel=(1, 1), pad=(1, 1), pool_type="avg").asnumpy()[0, 0]
    assert average.tolist() == np.pad([[1, 2], [3, 4]], 1).tolist()


def test_gradient_of_a_maximum_outside_of_training():
    x = nd.array([[[[1, 2], [4, 3]]]])
    x.attach_grad()
    with autograd.record(train_mode=False):
        result = nd.Pooling(x, kernel=(2, 2), pool_type="max")
    result.backward(train_mode=False)
    assert x.grad.asnumpy().ravel().tolist() == [0, 0, 1, 0]


def test_global_of_every_layout():
    data = np.random.RandomState(0).uniform(size=(2, 3, 4, 5)).astype("float32")
    for kind, reduce in (("max", np.max), ("avg", np.mean), ("sum", np.sum)):
        expected = reduce(data, (2, 3))
        first = nd.Pooling(nd.array(data), global_pool=True, pool_type=kind)
        last = nd.Pooling(
            nd.array(np.moveaxis(data, 1, -1)), global_pool=True, pool_type=kind, layout="NHWC"
        )
        np.testing.assert_allclose(first.asnumpy()[:, :, 0, 0], expected, 1e-5)
        np.testing.assert_allclose(last.asnumpy()[:, 0, 0], expected, 1e-5)


def test_second_order():
    x = nd.array([[[1, 2, 3, 4]]])
    for kind, expected in (
        ("max", [0, 12, 0, 24]),
        ("avg", [3, 6, 9, 12]),
        ("sum", [6, 12, 18, 24]),
    ):
        x.attach_grad()
        with autograd.record():
            y = nd.Pooling(x * x * x, kernel=2, stride=2, pool_type=kind)
            (first,) = autograd.grad([y], [x], create_graph=True)
        first.backward()
        np.testing.assert_allclose(x.grad.asnumpy()[0, 0], expected, 1e-5)


def test_second_order_of_large_images():
    x = nd.random.uniform(shape=(2, 16, 32, 32))
    x.attach_grad()
    with autograd.record():
        y = nd.Pooling(x * x * x, kernel=(2, 2), stride=(2, 2))
        (first,) = autograd.grad([y], [x], create_graph=True)
    first.backward()
    blocks = x.asnumpy().reshape(2, 16, 16, 2, 16, 2)
    expected = np.where(blocks == blocks.max((3, 5), keepdims=True), 6 * blocks, 0)
    np.testing.assert_allclose(x.grad.asnumpy(), expected.reshape(x.shape), 1e-5)


def pool(data, **options):
    """The pooled data, and the gradient for weights that differ."""
    data.attach_grad()
    with autograd.record():
        result = nd.Pooling(data, kernel=(3, 3), stride=(2, 2), pad=(1, 1), **options)
        loss = (result * nd.arange(result[0, 0].size).reshape(result.shape[2:])).sum()
    loss.backward()
    assert result._t.is_contiguous()
    assert data.grad._t.is_contiguous()
    return result.asnumpy(), data.grad.asnumpy()


@pytest.mark.parametrize("convention", ["valid", "full"])
def test_large_images_are_pooled_like_small_ones(convention):
    """They take another code path; ties, nan and -inf give the same result."""
    random = np.random.RandomState(0)
    data = random.randint(-2, 3, (2, 16, 33, 32)).astype("float32")
    data[random.uniform(size=data.shape) < 0.02] = np.nan
    data[:, :, 8:16] = -np.inf
    large = pool(nd.array(data), pooling_convention=convention)
    parts = [
        pool(nd.array(data[:, i : i + 4]), pooling_convention=convention) for i in range(0, 16, 4)
    ]
    for ours, expected in zip(large, zip(*parts, strict=True), strict=True):
        np.testing.assert_array_equal(ours, np.concatenate(expected, 1))


# size, kernel, stride, pad of one axis; with the last one, a window begins after the last element.
FULL = [(9, 3, 2, 0), (8, 3, 2, 0), (8, 3, 2, 1), (7, 2, 3, 1), (6, 2, 5, 0), (5, 4, 2, 2),
        (3, 3, 4, 1), (4, 2, 4, 1)]  # fmt: skip


@pytest.mark.parametrize(("size", "kernel", "stride", "pad"), FULL)
def test_maxima_of_full_windows(size, kernel, stride, pad):
    data = np.random.RandomState(0).permutation(2 * size * size).astype("float32")
    data = data.reshape(1, 2, size, size)
    x = nd.array(data)
    x.attach_grad()
    with autograd.record():
        result = nd.Pooling(
            x, kernel=(kernel,) * 2, stride=(stride,) * 2, pad=(pad,) * 2, pooling_convention="full"
        )
    result.backward()
    count = -(-(size + 2 * pad - kernel) // stride) + 1
    windows = [slice(max(i * stride - pad, 0), i * stride - pad + kernel) for i in range(count)]
    expected = np.full((1, 2, count, count), np.finfo("float32").min)
    uses = np.zeros_like(data)
    for (i, rows), (j, columns) in itertools.product(enumerate(windows), repeat=2):
        window = data[0, :, rows, columns].reshape(2, -1)
        if window.size:
            expected[0, :, i, j] = window.max(1)
            uses += np.isin(data, window.max(1))
    np.testing.assert_array_equal(result.asnumpy(), expected)
    np.testing.assert_array_equal(x.grad.asnumpy(), uses)


def test_many_boxes_on_a_large_image():
    """Against a plain loop: every size of box, so that all look-ups of the table are used."""
    random = np.random.RandomState(0)
    data = random.randint(0, 50, (2, 2, 33, 17)).astype("float32")
    corners = np.sort(random.randint(-3, 40, (60, 2, 2)), 1).reshape(60, 4)
    boxes = np.concatenate([random.randint(0, 2, (60, 1)), corners], 1).astype("float32")
    result = nd.ROIPooling(nd.array(data), nd.array(boxes), pooled_size=(3, 2), spatial_scale=1.0)
    for box, pooled in zip(boxes.astype(int), result.asnumpy(), strict=True):
        image, left, top, right, bottom = box
        rows = _bins(top, bottom, 3, 33)
        columns = _bins(left, right, 2, 17)
        for i, (y0, y1) in enumerate(rows):
            for j, (x0, x1) in enumerate(columns):
                part = data[image, :, y0:y1, x0:x1]
                expected = part.max((1, 2)) if part.size else [0, 0]
                assert pooled[:, i, j].tolist() == list(expected)


def _bins(low, high, count, size):
    width = np.float32((high - low + 1) / count)
    edges = [(np.floor(i * width) + low, np.ceil((i + 1) * width) + low) for i in range(count)]
    return [tuple(int(np.clip(edge, 0, size)) for edge in pair) for pair in edges]


@pytest.mark.parametrize("kind", ["max", "avg", "sum", "lp"])
@pytest.mark.parametrize(
    ("size", "options"),
    [
        ((40, 40), {"kernel": (3, 3)}),
        ((40, 41), {"kernel": (3, 2), "stride": (2, 3), "pad": (1, 1)}),
        ((40, 40), {"kernel": (3, 3), "pad": (1, 1), "count_include_pad": False}),
        ((40, 40), {"kernel": (2, 4), "stride": (3, 3), "pooling_convention": "full"}),
        ((40, 40), {"kernel": (1, 2), "pad": (0, 2), "pooling_convention": "full"}),
        ((1700,), {"kernel": 5, "stride": 2, "pad": 2}),
        ((12, 12, 12), {"kernel": (2, 3, 1), "stride": (2, 1, 2)}),
    ],
)
def test_large_data_are_pooled_axis_by_axis(kind, size, options):
    """Outside of ``record``, with the same results as torch's kernels, which compute gradients."""
    data = nd.array(np.random.RandomState(0).normal(size=(2, 5, *size)))
    options = {**options, "pool_type": kind, "p_value": 2}
    before, plain = data.asnumpy(), nd.Pooling(data, **options).asnumpy()
    data.attach_grad()
    with autograd.record():
        recorded = nd.Pooling(data, **options).asnumpy()
    np.testing.assert_allclose(plain, recorded, 0 if kind == "max" else 1e-5, 1e-5)
    assert (data.asnumpy() == before).all()
