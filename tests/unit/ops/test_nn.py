"""Layers and activations: random numbers, parameters' shapes, gradients of gradients."""

from __future__ import annotations

import functools

import numpy as np
import pytest
import torch

from mxnet import autograd, nd, random
from mxnet._ops import OPS


def dropout(data, **attrs):
    with autograd.train_mode():
        return nd.Dropout(data, **attrs).asnumpy()


# ------------------------------------------------------------------------------------------ dropout


@pytest.mark.parametrize("shape", [(40, 50), (300, 500), (7, 11, 13, 17)])
@pytest.mark.parametrize("dtype", ["float32", "float64", "float16"])
@pytest.mark.parametrize("p", [0.1, 0.5, 0.75])
def test_dropout_drops_a_fraction_and_keeps_the_sum(shape, dtype, p):
    result = dropout(nd.ones(shape, dtype=dtype), p=p)
    np.testing.assert_allclose(np.unique(result), [0, 1 / (1 - p)], rtol=1e-3)
    five_deviations = 5 * np.sqrt(p * (1 - p) / result.size)
    assert abs((result == 0).mean() - p) < five_deviations


@pytest.mark.parametrize("p", [0.001, 0.999])
def test_dropout_of_very_little_or_much(p):
    dropped = (dropout(nd.ones((1000, 1000)), p=p) == 0).mean()
    assert abs(dropped - p) < 5 * np.sqrt(p * (1 - p) / 1e6)


def test_neighbors_are_dropped_independently():
    kept = dropout(nd.ones((400, 1000)), p=0.5) > 0
    for distance in (1, 2, 3, 4, 8, 1000):
        together = (kept.flat[:-distance] & kept.flat[distance:]).mean()
        assert abs(together - 0.25) < 0.005


@pytest.mark.parametrize("shape", [(10,), (200, 300)])
def test_dropout_masks_the_gradient_as_the_values(shape):
    x = nd.ones(shape)
    x.attach_grad()
    with autograd.record():
        y = nd.Dropout(x, p=0.4)
    y.backward()
    np.testing.assert_array_equal(x.grad.asnumpy(), y.asnumpy())


@pytest.mark.parametrize("axes", [(0,), (2,), (0, 1), (1, 2), (-1,)])
def test_along_axes_all_share_one_fate(axes):
    result = dropout(nd.ones((20, 30, 10)), p=0.5, axes=axes)
    np.testing.assert_array_equal(
        result, np.broadcast_to(result.max(axes, keepdims=True), result.shape)
    )
    assert {0.0, 2.0} == set(np.unique(result))


def test_modes():
    x = nd.ones((100,))
    assert (nd.Dropout(x).asnumpy() == 1).all()
    assert 0 < (nd.Dropout(x, mode="always").asnumpy() == 0).sum() < 100
    assert (dropout(x, p=0) == 1).all()


def test_dropping_everything_gives_nan():
    assert np.isnan(dropout(nd.ones((10,)), p=1)).all()
    assert np.isnan(dropout(nd.ones((100, 100)), p=1)).all()


@pytest.mark.parametrize("shape", [(10,), (100, 100)])
def test_seed_decides_and_torch_is_left_alone(shape):
    before = torch.get_rng_state()
    results = []
    for _ in range(2):
        random.seed(7)
        results.append(dropout(nd.ones(shape)))
    np.testing.assert_array_equal(*results)
    assert (dropout(nd.ones(shape)) != results[0]).any()
    assert torch.equal(torch.get_rng_state(), before)


# -------------------------------------------------------------------------------- random rectifier


def test_rrelu_draws_slopes_in_training():
    x = nd.array([[-1.0, 2.0]] * 500)
    x.attach_grad()
    with autograd.record():
        y, slopes = nd.LeakyReLU(x, act_type="rrelu", lower_bound=0.2, upper_bound=0.6)
    y.backward()
    slopes = slopes.asnumpy()
    assert 0.2 <= slopes.min() < 0.25 and 0.55 < slopes.max() < 0.6
    assert abs(slopes.mean() - 0.4) < 0.02
    np.testing.assert_array_equal(y.asnumpy()[:, 0], -slopes[:, 0])
    np.testing.assert_array_equal(y.asnumpy()[:, 1], 2)
    np.testing.assert_array_equal(x.grad.asnumpy()[:, 0], slopes[:, 0])
    np.testing.assert_array_equal(x.grad.asnumpy()[:, 1], 1)


def test_rrelu_uses_the_mean_slope_in_prediction():
    x = nd.array([-1.0, 2.0])
    y, slopes = nd.LeakyReLU(x, act_type="rrelu", lower_bound=0.2, upper_bound=0.6)
    np.testing.assert_allclose(y.asnumpy(), [-0.4, 2], rtol=1e-6)
    np.testing.assert_allclose(slopes.asnumpy(), [0.4, 0.4], rtol=1e-6)


# ------------------------------------------------------------------------------- parameters' shapes

PARAMETERS = [
    ("FullyConnected", (2, 3, 4), {"num_hidden": 5}, {"weight": (5, 12), "bias": (5,)}),
    (
        "FullyConnected",
        (2, 3, 4),
        {"num_hidden": 5, "flatten": False},
        {"weight": (5, 4), "bias": (5,)},
    ),
    ("FullyConnected", (2, 4), {"num_hidden": 5, "no_bias": True}, {"weight": (5, 4)}),
    ("LeakyReLU", (2, 3, 4), {"act_type": "prelu"}, {"gamma": (3,)}),
    ("LeakyReLU", (2, 3, 4), {"act_type": "leaky"}, {}),
    (
        "BatchNorm",
        (2, 3, 4),
        {},
        dict.fromkeys(("gamma", "beta", "moving_mean", "moving_var"), (3,)),
    ),
    (
        "BatchNorm",
        (2, 3, 4),
        {"axis": -1},
        dict.fromkeys(("gamma", "beta", "moving_mean", "moving_var"), (4,)),
    ),
    (
        "BatchNorm_v1",
        (2, 3),
        {},
        dict.fromkeys(("gamma", "beta", "moving_mean", "moving_var"), (3,)),
    ),
    ("LayerNorm", (2, 3, 4), {}, {"gamma": (4,), "beta": (4,)}),
    ("LayerNorm", (2, 3, 4), {"axis": 1}, {"gamma": (3,), "beta": (3,)}),
    ("InstanceNorm", (2, 3, 4), {}, {"gamma": (3,), "beta": (3,)}),
    ("GroupNorm", (2, 6, 4), {"num_groups": 2}, {"gamma": (2,), "beta": (2,)}),
    ("IdentityAttachKLSparseReg", (2, 3), {}, {"moving_avg": (3,)}),
    ("SoftmaxOutput", (2, 3), {}, {"label": (2,)}),
    ("SoftmaxOutput", (2, 3, 4), {"preserve_shape": True}, {"label": (2, 3)}),
    ("SoftmaxOutput", (2, 3, 4, 5), {"multi_output": True}, {"label": (2, 20)}),
    ("LinearRegressionOutput", (2, 3), {}, {"label": (2, 3)}),
    ("LogisticRegressionOutput", (2, 1), {}, {"label": (2,)}),
    ("SVMOutput", (2, 3), {}, {"label": (2,)}),
]


@pytest.mark.parametrize(("name", "shape", "attrs", "expected"), PARAMETERS)
def test_shapes_of_parameters_follow_the_data(name, shape, attrs, expected):
    entry = OPS[name]
    attrs = {attr.name: attr.default for attr in entry.attrs.values()} | attrs
    shapes = dict.fromkeys(entry.inputs) | {"data": shape}
    assert entry.infer_params(shapes, attrs) == expected


# -------------------------------------------------------------------------- gradients of gradients

X, ROWS = (3, 4, 2), {"training": True}
RELU = ROWS | {"generator": None}
TWICE = [
    ("FullyConnected", [X, (5, 8), (5,)], {"num_hidden": 5}),
    ("FullyConnected", [X, (5, 2)], {"num_hidden": 5, "no_bias": True, "flatten": False}),
    *(
        ("Activation", [X], {"act_type": t})
        for t in ("relu", "sigmoid", "tanh", "softrelu", "softsign")
    ),
    *(("LeakyReLU", [X], {"act_type": t, **RELU}) for t in ("leaky", "elu", "gelu")),
    ("LeakyReLU", [X, (4,)], {"act_type": "prelu", **RELU}),
    ("LeakyReLU", [X, (3, 4)], {"act_type": "prelu", **RELU}),
    ("LayerNorm", [X, (2,), (2,)], {}),
    ("LayerNorm", [X, (4,), (4,)], {"axis": 1}),
    ("InstanceNorm", [X, (4,), (4,)], {}),
    ("GroupNorm", [X, (2,), (2,)], {"num_groups": 2}),
]


@pytest.mark.parametrize(("name", "shapes", "attrs"), TWICE)
def test_gradients_of_gradients(name, shapes, attrs):
    torch_random = torch.Generator().manual_seed(0)
    arrays = [
        torch.randn(shape, dtype=torch.float64, generator=torch_random).requires_grad_()
        for shape in shapes
    ]
    assert torch.autograd.gradgradcheck(lambda *a: OPS[name].kernel(*a, **attrs), arrays)


def test_gradients_of_gradients_of_dropout_and_selu():
    x = nd.array([-1.0, 2.0, 3.0])
    x.attach_grad()
    with autograd.record():
        kept = nd.Dropout(x, p=0.5)
        (first,) = autograd.grad((kept * kept).sum(), [x], create_graph=True)
    first.backward()
    np.testing.assert_allclose(x.grad.asnumpy(), 2 * (kept / x).asnumpy() ** 2)
    with autograd.record():
        y = nd.LeakyReLU(x, act_type="selu")
        (first,) = autograd.grad(y, [x], create_graph=True)
    first.backward()
    slope = 1.0507009873554805 * (1.6732632423543772 + y.asnumpy()[0])
    np.testing.assert_allclose(x.grad.asnumpy(), [1.0507009873554805 * slope, 0, 0], rtol=1e-5)


# ---------------------------------------------------------------------------------- fully connected


def test_fully_connected_where_mxnet_refuses():
    half = [nd.ones(shape, dtype="float16") for shape in ((2, 4), (3, 4), (3,))]
    assert (nd.FullyConnected(*half, num_hidden=3).asnumpy() == 5).all()
    none = nd.FullyConnected(nd.empty((0, 4)), nd.ones((3, 4)), nd.ones((3,)), num_hidden=3)
    assert none.shape == (0, 3)


def test_fully_connected_does_not_multiply_matrix_by_matrix():
    draw = functools.partial(torch.rand, generator=torch.Generator().manual_seed(1))
    weight, bias, data = draw(16, 16), draw(16), draw(2, 5, 16).transpose(0, 1)
    apply = OPS["FullyConnected"].kernel
    results = [
        apply(layout, weight, bias, num_hidden=16, flatten=False)
        for layout in (data, data.contiguous())
    ]
    assert torch.equal(*results)  # which products of five rows each would not give
