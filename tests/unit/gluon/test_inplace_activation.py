"""Layers that end in an activation compute it in the memory of what they have just computed."""

from __future__ import annotations

import numpy as np
import pytest

from mxnet import autograd, nd, profiler
from mxnet.gluon import nn

LAYERS = {
    "Dense": (lambda act: nn.Dense(5, activation=act, in_units=6), (3, 6)),
    "Dense without bias": (lambda act: nn.Dense(5, act, use_bias=False, in_units=6), (3, 6)),
    "Dense of rows": (lambda act: nn.Dense(5, act, flatten=False, in_units=6), (2, 3, 6)),
    "Conv2D": (lambda act: nn.Conv2D(4, 3, activation=act, in_channels=2), (2, 2, 7, 6)),
    "Conv2D of one channel": (lambda act: nn.Conv2D(16, 5, activation=act), (32, 1, 28, 28)),
    "Conv2D of uneven channels": (lambda act: nn.Conv2D(50, 3, activation=act), (4, 20, 16, 16)),
    "Conv1D": (lambda act: nn.Conv1D(4, 3, activation=act, in_channels=2), (2, 2, 7)),
    "Conv2DTranspose": (lambda act: nn.Conv2DTranspose(4, 3, activation=act), (2, 2, 7, 6)),
}
KINDS = ["relu", "sigmoid", "tanh", "softrelu", "softsign"]


def make_layer(name, kind):
    make, shape = LAYERS[name]
    layer = make(kind)
    layer.initialize()
    x = nd.array(np.random.RandomState(0).normal(size=shape))
    layer(x)  # the first call is like no other
    return layer, x


def compute(layer, x):
    """The outputs and the gradients of x and of the parameters."""
    x.attach_grad()
    with autograd.record():
        y = layer(x)
    y.backward(nd.array(np.random.RandomState(1).normal(size=y.shape)))
    grads = [p.grad() for p in layer.collect_params().values()]
    return [array.asnumpy() for array in (y, x.grad, *grads)]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", LAYERS)
def test_same_result_as_separate_layers(name, kind):
    layer, x = make_layer(name, kind)
    together, inferred = compute(layer, x), layer(x).asnumpy()
    layer.act.register_forward_hook(lambda *_: None)  # now both arrays must be there
    for ours, expected in zip(together, compute(layer, x), strict=True):
        np.testing.assert_array_equal(ours, expected)
    np.testing.assert_allclose(inferred, together[0], 1e-5, 1e-6)


def test_second_gradients():
    layer, x = make_layer("Dense", "tanh")
    x.attach_grad()
    with autograd.record():
        (first,) = autograd.grad([layer(x)], [x], create_graph=True)
    first.backward()
    weight, y = layer.weight.data().asnumpy(), layer(x).asnumpy()
    expected = (-2 * y * (1 - y * y) * weight.sum(1)) @ weight
    np.testing.assert_allclose(x.grad.asnumpy(), expected, 1e-4, 1e-6)


def test_hooks_of_the_activation_see_input_and_output():
    layer, x = make_layer("Dense", "relu")
    seen = []
    layer.act.register_forward_hook(lambda _, inputs, output: seen.append((inputs[0], output)))
    layer(x)
    ((before, after),) = seen
    assert before.asnumpy().min() < 0 == after.asnumpy().min()


@pytest.mark.parametrize("scope", [autograd.record, autograd.pause])
def test_profiles_have_it(tmp_path, scope):
    layer, x = make_layer("Dense", "relu")
    file = str(tmp_path / "profile.json")
    profiler.set_config(profile_imperative=True, aggregate_stats=True, filename=file)
    profiler.set_state("run")
    with scope():
        layer(x)
    profiler.set_state("stop")
    dump = profiler.dumps(reset=True)
    assert dump.count("Activation") == dump.count("FullyConnected") == 1
