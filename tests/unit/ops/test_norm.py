"""Normalizations: when the moving statistics move, what they cannot be given, gradients twice."""

from __future__ import annotations

import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet import MXNetError, autograd, nd
from mxnet._ops import OPS
from mxnet._ops.nn import local_norm

MEAN, VAR = np.array([2.0, 4.0]), np.array([1.0, 4.0])


class Layer:
    """The arrays of a BatchNorm over 2 channels, and a batch of mean MEAN and variance VAR."""

    def __init__(self, **attrs):
        self.data = nd.array([[1, 2], [3, 6]])
        self.gamma, self.beta = nd.array([3, 5]), nd.zeros((2,))
        self.mean, self.var = nd.zeros((2,)), nd.ones((2,))
        self.attrs = {"eps": 1e-5, **attrs}
        for array in (self.data, self.gamma, self.beta):
            array.attach_grad()

    def __call__(self):
        arrays = (self.data, self.gamma, self.beta, self.mean, self.var)
        return nd.BatchNorm(*arrays, **self.attrs)

    def have_moved(self, times, momentum=0.9):
        """Return whether the statistics have moved so many times."""
        kept = momentum**times
        expected = (1 - kept) * MEAN, kept + (1 - kept) * VAR
        return all(
            np.allclose(array.asnumpy(), values, 1e-4)
            for array, values in zip((self.mean, self.var), expected, strict=True)
        )


def test_moving_statistics_move_in_the_backward_pass():
    layer = Layer()
    with autograd.record():
        y = layer()
    assert layer.have_moved(0)
    y.backward()
    assert layer.have_moved(1)


def test_they_move_once_for_each_backward_pass():
    layer = Layer(momentum=0.5)
    with autograd.record():
        y = layer()
    y.backward(retain_graph=True)
    y.backward()
    assert layer.have_moved(2, 0.5)


def test_a_layer_used_twice_moves_twice():
    layer = Layer()
    with autograd.record():
        y = layer() + layer()
    y.backward()
    assert layer.have_moved(2)


@pytest.mark.parametrize("axis", [0, 1, 2, 3])
def test_they_move_whatever_the_axis(axis):
    shape = [1, 1, 1, 1]
    shape[axis], shape[axis - 1] = 2, 2
    layer = Layer(axis=axis)
    moves = np.moveaxis(np.array([[1, 2], [3, 6]]).reshape(2, 2, 1, 1), (0, 1), (axis - 1, axis))
    layer.data = nd.array(moves)
    layer.data.attach_grad()
    with autograd.record():
        y = layer()
    y.backward()
    assert layer.have_moved(1)


def test_moving_statistics_change_only_by_a_backward_pass_in_training():
    layer = Layer()
    with autograd.train_mode():
        layer()
    with autograd.record(train_mode=False):
        y = layer()
    y.backward(train_mode=False)
    layer.attrs["use_global_stats"] = True
    with autograd.record():
        y = layer()
    y.backward()
    assert layer.have_moved(0)


def test_frozen_layers_move_behind_a_stopped_gradient():
    """The real MXNet skips them, because nothing before or in them is trained."""
    layer = Layer(fix_gamma=False)
    layer.gamma, layer.beta = nd.array([3, 5]), nd.zeros((2,))
    other, variable = nd.ones((2, 2)), layer.data
    other.attach_grad()
    with autograd.record():
        layer.data = nd.BlockGrad(variable * 1)
        y = layer() + other
    y.backward()
    assert layer.have_moved(1)


def test_the_mode_of_the_forward_pass_decides():
    """The real MXNet takes that of the backward pass, and so the gradient of another function."""
    layer = Layer(fix_gamma=False)
    with autograd.record(train_mode=False):
        y = layer()
    y.backward(nd.array([[1, 2], [3, 4]]), train_mode=True)
    np.testing.assert_allclose(layer.data.grad.asnumpy(), [[3, 10], [9, 20]], rtol=1e-4)
    assert layer.have_moved(0)


@pytest.mark.parametrize("training", [True, False])
def test_fix_gamma_makes_it_1_with_gradient_0(training):
    layer = Layer()
    layer.gamma.grad[:] = 7
    with autograd.record(train_mode=training):
        y = layer()
    y.backward()
    np.testing.assert_array_equal(layer.gamma.asnumpy(), [1, 1])
    np.testing.assert_array_equal(layer.gamma.grad.asnumpy(), [0, 0])


def test_gamma_that_is_no_variable_becomes_1_too():
    layer = Layer()
    layer.gamma = nd.array([3, 5])
    np.testing.assert_allclose(layer().asnumpy(), layer.data.asnumpy(), rtol=1e-4)
    np.testing.assert_array_equal(layer.gamma.asnumpy(), [1, 1])


def test_moving_statistics_that_are_variables_have_gradient_0():
    layer = Layer(fix_gamma=False)
    layer.mean.attach_grad()
    layer.var.attach_grad()
    for training, times in ((True, 1), (False, 1)):
        with autograd.record(train_mode=training):
            y = layer()
        y.backward()
        assert layer.have_moved(times)
    np.testing.assert_array_equal(layer.mean.grad.asnumpy(), [0, 0])


def test_a_prediction_survives_a_step_of_training():
    layer = Layer()
    with autograd.record():
        y = layer()
        with autograd.predict_mode():
            z = layer()
    autograd.backward([y, z])
    assert layer.have_moved(1)


def test_a_channel_that_never_changes_is_not_divided_by_0():
    layer = Layer(eps=0.0, fix_gamma=False)
    layer.data = nd.ones((3, 2))
    with autograd.train_mode():
        np.testing.assert_array_equal(layer().asnumpy(), np.zeros((3, 2)))


def test_statistics_of_layer_norm_have_no_gradient():
    x, gamma, beta = nd.array([[1, 2], [3, 6]]), nd.ones((2,)), nd.zeros((2,))
    x.attach_grad()
    with autograd.record():
        _, mean, deviation = nd.LayerNorm(x, gamma, beta, output_mean_var=True)
        y = mean + deviation
    y.backward()
    np.testing.assert_array_equal(x.grad.asnumpy(), np.zeros((2, 2)))


@pytest.mark.parametrize(("shape", "axis"), [((4096, 8), -1), ((8, 4096), 0), ((5, 700, 8), 2)])
def test_gradients_of_layer_norm_over_many_rows_are_exact(shape, axis):
    random = np.random.default_rng(0)
    data, heads = (random.normal(size=shape) for _ in range(2))
    gamma = random.normal(size=shape[axis])
    grads = {}
    for dtype in ("float32", "float64"):
        arrays = [nd.array(a, dtype=dtype) for a in (data, gamma, gamma)]
        for array in arrays:
            array.attach_grad()
        with autograd.record():
            y = nd.LayerNorm(*arrays, axis=axis)
        y.backward(nd.array(heads, dtype=dtype))
        grads[dtype] = [array.grad.asnumpy() for array in arrays]
    for single, double in zip(*grads.values(), strict=True):
        # torch's own are 6e-5 and 1.4e-4 away, ours 2e-5, by the place of the data in memory
        np.testing.assert_allclose(single, double, rtol=2e-6, atol=4e-5)


def test_gradients_of_gradients_of_layer_norm_over_many_rows():
    of_seed = torch.Generator().manual_seed(0)
    data, gamma, beta = (torch.randn(s, generator=of_seed) for s in ((1500, 16), (16,), (16,)))

    def twice(*arrays):
        arrays = [a.requires_grad_() for a in arrays]
        y = OPS["LayerNorm"].kernel(*arrays)
        once = torch.autograd.grad(y.sin().sum(), arrays, create_graph=True)
        return torch.autograd.grad(sum(g.square().sum() for g in once), arrays)

    single = twice(data, gamma, beta)
    double = twice(data.double(), gamma.double(), beta.double())
    for a, b in zip(single, double, strict=True):
        torch.testing.assert_close(a.double(), b, rtol=1e-4, atol=1e-3)


@pytest.mark.parametrize("training", [True, False])
@pytest.mark.parametrize("fix_gamma", [True, False])
@pytest.mark.parametrize("shape", [(3, 4, 2), (3, 2, 4)])
def test_gradients_of_gradients_of_batch_norm(training, fix_gamma, shape):
    axis = shape.index(4)
    of_seed = torch.Generator().manual_seed(0)
    sizes = (shape, (4,)) if fix_gamma else (shape, (4,), (4,))
    arrays = [
        torch.randn(size, dtype=torch.float64, generator=of_seed).requires_grad_() for size in sizes
    ]
    mean, var, ones = (torch.full((4,), v, dtype=torch.float64) for v in (0.0, 1.0, 1.0))

    def function(data, beta, gamma=ones):
        attrs = {"fix_gamma": fix_gamma, "axis": axis, "training": training}
        return OPS["BatchNorm"].kernel(data, gamma, beta, mean, var, **attrs)

    assert torch.autograd.gradgradcheck(function, arrays)


def test_the_penalty_moves_its_average_in_the_backward_pass():
    x, average = nd.array([[0.2, 0.4], [0.4, 0.8]]), nd.array([0.5, 0.5])
    x.attach_grad()
    with autograd.record():
        y = nd.IdentityAttachKLSparseReg(x, average, penalty=1.0, momentum=0.5)
    np.testing.assert_array_equal(average.asnumpy(), [0.5, 0.5])
    y.backward(retain_graph=True)
    np.testing.assert_allclose(average.asnumpy(), [0.4, 0.55], rtol=1e-6)
    y.backward()
    np.testing.assert_allclose(average.asnumpy(), [0.35, 0.575], rtol=1e-6)
    push = 0.9 / (1 - average.asnumpy()) - 0.1 / average.asnumpy()
    np.testing.assert_allclose(x.grad.asnumpy(), [1 + push] * 2, rtol=1e-5)


@pytest.mark.parametrize(("name", "parameters"), [("InstanceNorm", 2), ("BatchNorm_v1", 4)])
def test_types_that_mxnet_refuses(name, parameters):
    arrays = [nd.array(np.arange(24).reshape(2, 3, 4))] + [nd.ones((3,))] * parameters
    expected = getattr(nd, name)(*arrays).asnumpy()
    for dtype in ("float64", "float16"):
        result = getattr(nd, name)(*(a.astype(dtype) for a in arrays))
        assert np.dtype(result.dtype) == dtype
        np.testing.assert_allclose(result.asnumpy(), expected, rtol=5e-3, atol=5e-3)


LARGE = [((16, 8, 32, 32), 1), ((2, 64, 1024), 1), ((8, 8, 40, 40), 0), ((40, 40, 8, 8), 2)]


def penalty_of(data, gamma, beta, weight, axis, dtype):
    """Return results and gradients of a BatchNorm, and those of the norm of its gradient."""
    size = data.shape[axis]
    arrays = [nd.array(a, dtype=dtype) for a in (data, gamma, beta)]
    mean, var = nd.zeros((size,), dtype=dtype), nd.ones((size,), dtype=dtype)
    for array in arrays:
        array.attach_grad()
    with autograd.record():
        y = nd.BatchNorm(*arrays, mean, var, fix_gamma=False, axis=axis)
        loss = (y * y * nd.array(weight, dtype=dtype)).sum()
        first = autograd.grad(loss, arrays, create_graph=True)
        penalty = (first[0] * first[0]).sum()
    penalty.backward()
    return [a.asnumpy() for a in (y, mean, var, *first, *(a.grad for a in arrays))]


@pytest.mark.parametrize(("shape", "axis"), LARGE)
@pytest.mark.parametrize(("offset", "deviation"), [(0, 1), (50, 2), (0, 0.01)])
def test_large_data_agree_with_double_precision(shape, axis, offset, deviation):
    """They have their own code path."""
    of_seed = np.random.RandomState(0)
    data = of_seed.normal(offset, deviation, shape).astype("float32")
    gamma, beta = of_seed.normal(1, 0.1, (2, shape[axis]))
    weight = of_seed.uniform(size=shape)
    ours = penalty_of(data, gamma, beta, weight, axis, "float32")
    expected = penalty_of(data, gamma, beta, weight, axis, "float64")
    for one, other in zip(ours, expected, strict=True):
        np.testing.assert_allclose(one, other, rtol=2e-3, atol=2e-4 * np.abs(other).max())


@pytest.mark.parametrize("shape", [(8, 96, 48, 16), (36800, 3), (9, 75, 75, 4)])
def test_statistics_of_channels_last_are_exact(shape):
    """Sums of one number after the other, as torch makes them there, lose three digits."""
    data = np.random.RandomState(0).normal(3, 0.5, shape).astype("float32")
    channels = shape[-1]
    parameters = [make((channels,)) for make in (nd.ones, nd.zeros, nd.zeros, nd.ones)]
    parameters[0].attach_grad()
    with autograd.record():
        y = nd.BatchNorm(nd.array(data), *parameters, axis=-1, fix_gamma=False, momentum=0)
    y.backward()
    rows = data.reshape(-1, channels).astype("float64")
    np.testing.assert_allclose(parameters[2].asnumpy(), rows.mean(0), rtol=4e-7)
    np.testing.assert_allclose(parameters[3].asnumpy(), rows.var(0), rtol=1e-4)
    np.testing.assert_allclose(y.asnumpy().reshape(-1, channels).mean(0), 0, atol=3e-6)


@pytest.mark.parametrize("last", [True, False])
def test_a_part_of_other_data(last):
    of_seed = torch.Generator().manual_seed(0)
    layout = torch.channels_last if last else torch.contiguous_format
    base = torch.randn((4, 24, 40, 40), generator=of_seed).contiguous(memory_format=layout)
    part = base[:, :16, :34, :34]
    ones, zeros = torch.ones(16), torch.zeros(16)
    for training in (True, False):
        inputs = [part, part.clone()]
        for x in inputs:
            x.requires_grad_()
        results = [
            OPS["BatchNorm"].kernel(x, ones, zeros, zeros.clone(), ones.clone(), training=training)
            for x in inputs
        ]
        heads = torch.randn(part.shape, generator=of_seed)
        gradients = [
            torch.autograd.grad(y, x, heads)[0] for x, y in zip(inputs, results, strict=True)
        ]
        assert results[0].is_contiguous(memory_format=layout)
        for one, other in (results, gradients):
            torch.testing.assert_close(one, other)


def test_large_data_without_recording():
    data, ones, zeros = nd.random.normal(3, 2, (16, 8, 32, 32)), nd.ones((8,)), nd.zeros((8,))
    with autograd.train_mode():
        y = nd.BatchNorm(data, ones, zeros, zeros.copy(), ones.copy()).asnumpy()
    np.testing.assert_allclose(y.mean((0, 2, 3)), np.zeros(8), atol=1e-5)
    np.testing.assert_allclose(y.std((0, 2, 3)), np.ones(8), rtol=1e-3)


@pytest.mark.parametrize("dtype", ["float32", "float16"])
@pytest.mark.parametrize("axis", [1, 3])
def test_the_gradient_of_no_samples_at_all(dtype, axis):
    with mx.util.np_shape(True):
        data, parameters = nd.empty((0, 3, 4, 3), dtype=dtype), [nd.ones(3) for _ in range(4)]
        for array in (data, *parameters[:2]):
            array.attach_grad()
        with autograd.record(train_mode=False):
            result = nd.BatchNorm(data, *parameters, fix_gamma=False, axis=axis)
        result.backward(train_mode=False)
        assert result.shape == data.grad.shape == (0, 3, 4, 3)
        assert [p.grad.asnumpy().tolist() for p in parameters[:2]] == [[0, 0, 0]] * 2


def test_training_on_no_samples_leaves_the_statistics():
    with mx.util.np_shape(True):
        data, parameters = nd.empty((0, 3, 2)), [nd.ones(3) * i for i in range(1, 5)]
        data.attach_grad()
        with autograd.record():
            result = nd.BatchNorm(data, *parameters, fix_gamma=False, output_mean_var=True)
        result[0].backward()
    assert result[0].shape == data.grad.shape == (0, 3, 2)
    assert np.isnan(result[1].asnumpy()).all() and np.isnan(result[2].asnumpy()).all()
    assert [p.asnumpy().tolist() for p in parameters[2:]] == [[3, 3, 3], [4, 4, 4]]


@pytest.mark.parametrize("place", range(4))
@pytest.mark.parametrize("dtype", ["int8", "float16", "float64"])
def test_parameters_must_be_of_one_type(place, dtype):
    parameters = [nd.ones(3, dtype=dtype if i == place else "float32") for i in range(4)]
    message = rf"BatchNorm: This layer requires uniform type. Expected 'float32' .* given '{dtype}'"
    with pytest.raises(MXNetError, match=message):
        nd.BatchNorm(nd.ones((2, 3)), *parameters)


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
@pytest.mark.parametrize("beta", [0.75, 0.6])
@pytest.mark.parametrize("shape", [(3, 5, 4, 7), (2, 40, 3), (2, 2, 0), (2, 3)])
@pytest.mark.parametrize("nsize", [1, 3, 5, 9])
def test_lrn_of_parts_is_that_of_the_recorded_formula(monkeypatch, shape, beta, dtype, nsize):
    monkeypatch.setattr(local_norm, "PART", 32)
    data = nd.array(np.random.RandomState(0).normal(size=shape) * 9, dtype=dtype)
    parts = nd.LRN(data, nsize=nsize, beta=beta, alpha=0.1)
    data.attach_grad()
    with autograd.record():
        whole = nd.LRN(data, nsize=nsize, beta=beta, alpha=0.1)
    digits = 6 * np.finfo(dtype).eps  # the numbers are added in another order
    np.testing.assert_allclose(parts.asnumpy(), whole.asnumpy(), digits)


def test_lrn_of_numbers_whose_squares_are_too_large():
    result = nd.LRN(nd.array([[1e25, 2.0, 3.0, 4.0, 5.0]]), nsize=3, knorm=0)
    expected = [0, *(n / (1e-4 / 3 * s) ** 0.75 for n, s in ((3, 29), (4, 50), (5, 41)))]
    np.testing.assert_allclose(result.asnumpy()[0, 1:], expected, 1e-6)
