"""Samplers where rows do not reach: what follows from what, and shapes of parameters."""

from __future__ import annotations

import numpy as np

from mxnet import autograd, nd
from mxnet._ops import OPS


def random(*shape):
    return nd.array(np.random.RandomState(sum(shape)).uniform(-1, 1, shape))


def test_grid_and_sampler_are_a_spatial_transformer():
    data, theta = random(2, 3, 5, 6), random(2, 6)
    grid = nd.GridGenerator(theta, transform_type="affine", target_shape=(4, 7))
    expected = nd.SpatialTransformer(
        data, theta, target_shape=(4, 7), transform_type="affine", sampler_type="bilinear"
    )
    np.testing.assert_allclose(
        nd.BilinearSampler(data, grid).asnumpy(), expected.asnumpy(), 1e-4, 1e-5
    )


def test_no_flow_changes_nothing():
    data = random(1, 2, 4, 5)
    grid = nd.GridGenerator(nd.zeros((1, 2, 4, 5)), transform_type="warp")
    result = nd.BilinearSampler(data, grid)
    np.testing.assert_allclose(result.asnumpy(), data.asnumpy(), 1e-4, 1e-5)


def test_a_grid_of_one_line_is_not_a_number():
    theta = nd.array([[1, 0, 0, 0, 1, 0]])
    grid = nd.GridGenerator(theta, transform_type="affine", target_shape=(1, 3))
    assert np.isnan(grid.asnumpy()[0, 1]).all()


def test_low_precision():
    data, theta = (
        random(1, 2, 4, 4).astype("float16"),
        nd.array([[1, 0, 0, 0, 1, 0]], dtype="float16"),
    )
    result = nd.SpatialTransformer(
        data, theta, target_shape=(4, 4), transform_type="affine", sampler_type="bilinear"
    )
    np.testing.assert_allclose(result.asnumpy(), data.asnumpy(), atol=2e-3)


def test_correlation_of_an_image_with_itself():
    data = random(1, 3, 5, 5)
    data.attach_grad()
    with autograd.record():
        result = nd.Correlation(data, data, max_displacement=1, pad_size=1)
    result.backward()
    center = (data * data).mean(axis=1)
    np.testing.assert_allclose(result[0, 4].asnumpy(), center[0].asnumpy(), 1e-5, 1e-6)
    assert data.grad.shape == data.shape


def test_parameter_shapes():
    infer = OPS["UpSampling"].infer_params
    shapes = {"data0": (2, 3, 4, 4), "data1": None}
    assert infer(shapes, {"sample_type": "bilinear", "scale": 3}) == {"data1": (3, 1, 5, 5)}
    assert infer(shapes, {"sample_type": "nearest", "scale": 3}) == {}
