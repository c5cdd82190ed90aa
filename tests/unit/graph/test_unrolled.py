"""Unrolled recurrent cells: hybridized they give what they give eagerly, also random numbers."""

from __future__ import annotations

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet._graph.passes import unrolled
from mxnet._graph.passes.outputs import lower_with_owned_outputs


def _cells():
    cells = gluon.rnn.HybridSequentialRNNCell()
    cells.add(gluon.rnn.ZoneoutCell(gluon.rnn.LSTMCell(5, input_size=3), 0.3, 0.4))
    cells.add(gluon.rnn.GRUCell(4, input_size=5))
    return cells


class _Unrolled(gluon.HybridBlock):
    def __init__(self, layout):
        super().__init__()
        self.cells, self.layout = _cells(), layout

    def hybrid_forward(self, F, x):
        return self.cells.unroll(6, x, layout=self.layout, merge_outputs=True)[0]


def _train(net, x):
    mx.random.seed(7)
    x.attach_grad()
    with autograd.record():
        y = net(x)
    y.backward()
    grads = [parameter.grad() for parameter in net.collect_params().values()]
    return [array.asnumpy() for array in (y, x.grad, *grads)]


@pytest.mark.parametrize("layout", ["NTC", "TNC"])
def test_hybridized_cells_agree_with_eager_ones(layout):
    net = _Unrolled(layout)
    net.initialize(mx.init.Xavier())
    shape = (2, 6, 3) if layout == "NTC" else (6, 2, 3)
    x = nd.array(np.random.RandomState(0).rand(*shape))
    eager = _train(net, x)
    net.hybridize()
    for ours, expected in zip(_train(net, x), eager, strict=True):
        np.testing.assert_allclose(ours, expected, rtol=1e-5, atol=1e-6)


def _targets(symbol, training=True):
    code = lower_with_owned_outputs(symbol._entries, mx.cpu(), training)
    return [type(node.target) for node in code.graph.nodes if node.op == "call_function"]


def _parts_of(data, count=4, **attrs):
    weight, bias = mx.sym.var("weight"), mx.sym.var("bias")
    parts = mx.sym.SliceChannel(data, num_outputs=count, squeeze_axis=True, **attrs)
    return [
        mx.sym.FullyConnected(parts[i], weight, bias, num_hidden=2, name=f"layer{i}")
        for i in range(count)
    ]


def test_layers_of_all_parts_are_one_product():
    symbol = mx.sym.Group(_parts_of(mx.sym.var("data"), axis=1))
    assert _targets(symbol).count(unrolled.DenseOfParts) == 1
    shapes = {"data": (3, 4, 5), "weight": (2, 5), "bias": (2,)}
    random = np.random.RandomState(1)
    arrays = {name: nd.array(random.rand(*shape)) for name, shape in shapes.items()}
    outputs = symbol.bind(mx.cpu(), arrays).forward()
    for i, output in enumerate(outputs):
        expected = arrays["data"][:, i].asnumpy() @ arrays["weight"].asnumpy().T
        np.testing.assert_allclose(output.asnumpy(), expected + arrays["bias"].asnumpy(), rtol=1e-5)
    outputs[0][:] = 0  # results do not share memory
    assert outputs[1].asnumpy().min() > 0


@pytest.mark.parametrize("shape", [(3, 4), (3, 4, 5, 2)])
def test_parts_that_are_no_matrices(shape):
    random, features = np.random.RandomState(2), int(np.prod(shape[2:]))
    data, weight = random.rand(*shape), random.rand(2, features)
    arrays = {"data": nd.array(data), "weight": nd.array(weight), "bias": nd.zeros(2)}
    symbol = mx.sym.Group(_parts_of(mx.sym.var("data"), axis=1))
    outputs = symbol.bind(mx.cpu(), arrays).forward()
    for i, output in enumerate(outputs):
        expected = data[:, i].reshape(3, -1) @ weight.T
        np.testing.assert_allclose(output.asnumpy(), expected, rtol=1e-5)


def test_one_step():
    """Cut into one part, data are an array, not a list of one."""
    cells = mx.rnn.SequentialRNNCell()
    for layer in range(2):
        cells.add(mx.rnn.LSTMCell(4, prefix=f"l{layer}_"))
    symbol, _ = cells.unroll(1, mx.sym.var("data"), layout="NTC", merge_outputs=True)
    executor = symbol.simple_bind(mx.cpu(), data=(2, 1, 3))
    random = np.random.RandomState(3)
    for array in executor.arg_arrays:
        array[:] = random.rand(*array.shape)
    trained = executor.forward(is_train=True)[0].asnumpy()
    np.testing.assert_allclose(trained, executor.forward()[0].asnumpy(), rtol=1e-5)


def test_a_wrong_number_of_steps_is_an_error():
    net = _Unrolled("NTC")
    net.initialize()
    net.hybridize()
    net(nd.ones((2, 6, 3)))
    with pytest.raises(mx.MXNetError, match="num_outputs 6 does not divide the size 5 of axis 1"):
        net(nd.ones((2, 5, 3)))
    with autograd.record(), pytest.raises(mx.MXNetError, match="does not divide the size 5"):
        net(nd.ones((2, 5, 3)))


def test_masks_are_drawn_where_dropout_of_ones_is_a_condition():
    a, b = mx.sym.var("a"), mx.sym.var("b")
    noise = mx.sym.Dropout(mx.sym.ones_like(a), p=0.5)
    assert unrolled.RandomMask in _targets(mx.sym.where(noise, a, b))
    assert unrolled.RandomMask not in _targets(mx.sym.where(noise, a, b), training=False)
    assert unrolled.RandomMask not in _targets(mx.sym.where(noise, noise, b))
    assert unrolled.RandomMask not in _targets(
        mx.sym.where(mx.sym.Dropout(mx.sym.ones_like(a), p=1.0), a, b)
    )
