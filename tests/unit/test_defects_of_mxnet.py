"""Where MXNet 1.9.1 computes what is wrong, and ours what is right, found by differential tests."""

from __future__ import annotations

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, gluon, nd


def gradient(function, values):
    x = nd.array(values)
    x.attach_grad()
    with autograd.record():
        y = function(x)
    y.backward()
    return x.grad.asnumpy()


def slope(function, values, step=1e-2):
    """Return the numeric gradient of the sum of a function's results."""
    result = np.zeros_like(values)
    for place in np.ndindex(values.shape):
        moved = [values.copy(), values.copy()]
        moved[0][place] += step
        moved[1][place] -= step
        above, below = (float(function(nd.array(v)).sum().asscalar()) for v in moved)
        result[place] = (above - below) / (2 * step)
    return result


def test_average_pooling_that_is_cut_at_the_border():
    values = np.random.RandomState(0).uniform(-1, 1, (1, 1, 4, 4)).astype("float32")
    pool = gluon.nn.AvgPool2D(3, 2, ceil_mode=True)
    np.testing.assert_allclose(gradient(pool, values), slope(pool, values), rtol=1e-2, atol=1e-3)


@pytest.mark.parametrize("is_hybrid", [False, True])
def test_the_slope_of_prelu(is_hybrid):
    net = gluon.nn.HybridSequential()
    net.add(gluon.nn.LayerNorm(in_channels=3), gluon.nn.PReLU())
    net.initialize()
    net.hybridize(is_hybrid)
    with autograd.record():
        net(nd.array([[1, 2, 6]])).backward()
    normed = (np.array([1, 2, 6]) - 3) / np.sqrt(14 / 3)
    alpha = net[1].alpha.grad().asnumpy()
    np.testing.assert_allclose(alpha, [normed[normed < 0].sum()], rtol=1e-4)


class Double(autograd.Function):
    def forward(self, x):
        return x * 2

    def backward(self, grad):
        return grad * 2


@pytest.mark.parametrize(("grad_req", "expected"), [("write", 5), ("add", 10)])
def test_a_function_whose_input_is_used_elsewhere_too(grad_req, expected):
    x = nd.ones(2)
    x.attach_grad(grad_req)
    for _ in range(2):
        with autograd.record():
            y = Double()(x) + x * 3
        y.backward()
    assert x.grad.asnumpy().tolist() == [expected] * 2


def test_gradients_through_astype_are_added():
    x = nd.ones(2)
    x.attach_grad("add")
    for _ in range(2):
        with autograd.record():
            y = x.astype("float64") * 3
        y.backward()
    assert x.grad.asnumpy().tolist() == [6, 6]


def test_gradients_of_a_variable_that_is_used_twice_are_added_once():
    x = mx.sym.var("x")
    executor = (x * 2 + x * 3).bind(mx.cpu(), {"x": nd.ones(2)}, {"x": nd.ones(2)}, "add")
    executor.forward(is_train=True)
    executor.backward(nd.ones(2))
    assert executor.grad_dict["x"].asnumpy().tolist() == [6, 6]


def test_gradients_of_a_sum_are_added_to_each_array():
    arrays, gradients = ({name: nd.ones(2) for name in "ab"} for _ in range(2))
    executor = (mx.sym.var("a") + mx.sym.var("b")).bind(mx.cpu(), arrays, gradients, "add")
    executor.forward(is_train=True)
    executor.backward(nd.ones(2))
    assert [executor.grad_dict[name].asnumpy().tolist() for name in "ab"] == [[2, 2], [2, 2]]


def test_a_head_that_is_there_twice_has_two_gradients():
    x = nd.array([3.0])
    x.attach_grad()
    with autograd.record():
        y = x * x
    autograd.backward([y, y], [nd.array([1.0]), nd.array([10.0])])
    assert x.grad.asscalar() == 66


def test_a_hybridized_block_that_returns_its_input():
    block = gluon.contrib.nn.Identity()
    block.hybridize()
    assert gradient(lambda x: block(x) + x, [1.0, 2.0]).tolist() == [2, 2]
    assert gradient(block, [1.0, 2.0]).tolist() == [1, 1]


def test_new_axis_after_index_arrays():
    x = nd.arange(24).reshape((2, 3, 4))
    assert x[[0, 1], None].shape == (2, 1, 3, 4)
    assert x[[0, 1], [0, 1], None].shape == (2, 1, 4)


def test_a_layer_and_its_activation_in_one_group():
    layer = mx.sym.FullyConnected(mx.sym.var("x"), mx.sym.var("w"), num_hidden=1, no_bias=True)
    both = mx.sym.Group([layer, mx.sym.sigmoid(layer)])
    plain, activated = both.eval(x=nd.ones((1, 2)), w=nd.ones((1, 2)))
    assert plain.asscalar() == 2
    assert activated.asscalar() == pytest.approx(1 / (1 + np.exp(-2)))


def test_inputs_of_unrolled_hybrid_cells_have_gradients():
    cell = gluon.rnn.SequentialRNNCell()
    cell.add(gluon.rnn.RNNCell(2, input_size=2))
    cell.initialize(mx.init.One())
    cell.hybridize()
    x = nd.ones((1, 3, 2)) * 0.1
    x.attach_grad()
    with autograd.record():
        outputs, _ = cell.unroll(3, x, layout="NTC", merge_outputs=True)
    outputs.backward()
    assert (x.grad.asnumpy() != 0).all()


def test_reset_local_resets_the_correlation_of_all_batches():
    metric = mx.metric.PearsonCorrelation(average="micro")
    metric.update([nd.array([1, 2, 3])], [nd.array([1, 2, 9])])
    metric.reset_local()
    metric.update([nd.array([1, 2, 3])], [nd.array([1, 2, 3])])
    assert metric.get()[1] == pytest.approx(1.0)


def test_the_norm_of_integers():
    assert nd.norm(nd.array([3, 4], dtype="int32")).asscalar() == 5
    assert nd.norm(nd.array([[2, 2, 1]], dtype="int32"), axis=1).asscalar() == 3
    assert mx.np.linalg.norm(mx.np.array([[2, 2, 1]], dtype="int64"), axis=(0, 1)).item() == 3
