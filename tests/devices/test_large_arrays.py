"""Arrays of the size from which the package has its own code for CPUs."""

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, nd

from .checks import assert_on, assert_same
from .waits import noted_waits

IMAGES = (4, 16, 40, 40)
CALLS = {
    "convolution": (
        lambda x, w: nd.Convolution(x, w, kernel=(3, 3), num_filter=8, no_bias=True),
        [IMAGES, (8, 16, 3, 3)],
    ),
    "convolution of 1 x 1": (
        lambda x, w: nd.Convolution(x, w, kernel=(1, 1), num_filter=8, no_bias=True),
        [IMAGES, (8, 16, 1, 1)],
    ),
    "batch norm": (
        lambda x, g, b: nd.BatchNorm(x, g, b, nd.zeros(16), nd.ones(16), fix_gamma=False),
        [IMAGES, (16,), (16,)],
    ),
    "max pooling": (lambda x: nd.Pooling(x, kernel=(2, 2), stride=(2, 2)), [IMAGES]),
    "mean pooling": (
        lambda x: nd.Pooling(x, kernel=(3, 3), pool_type="avg", pad=(1, 1)),
        [IMAGES],
    ),
    "layer norm": (nd.LayerNorm, [(2048, 32), (32,), (32,)]),
    "clip": (lambda x: nd.clip(x, -0.5, 0.5), [(300, 300)]),
    "maximum": (lambda x: nd.maximum(x, 0.1), [(300, 300)]),
    "relu": (nd.relu, [(300, 300)]),
    "softmax": (nd.softmax, [(2000, 10)]),
    "softmax output": (
        lambda x: nd.SoftmaxOutput(x, nd.arange(2000) % 10, use_ignore=True, ignore_label=3),
        [(2000, 10)],
    ),
    "take": (lambda x: nd.take(x, nd.arange(4000)), [(2000, 10)]),
    "recurrent layer": (
        lambda x, h, c, p: nd.RNN(x, p, h, c, state_size=64, num_layers=1, mode="lstm"),
        [(8, 128, 8), (1, 128, 64), (1, 128, 64), (4 * 64 * (8 + 64 + 2),)],
    ),
    "dense": (
        lambda x, w, b: nd.FullyConnected(x, w, b, num_hidden=64),
        [(256, 512), (64, 512), (64,)],
    ),
}


def run(call, values, ctx):
    arrays = [nd.array(value, ctx=ctx) for value in values]
    for array in arrays:
        array.attach_grad()
    with ctx, autograd.record():
        output = call(*arrays)
    output.backward()
    return [output, *(array.grad for array in arrays)]


@pytest.mark.parametrize("name", CALLS)
def test_call(gpus, name):
    call, shapes = CALLS[name]
    random = np.random.RandomState(0)
    values = [random.uniform(-1, 1, shape).astype("float32") for shape in shapes]
    expected = run(call, values, mx.cpu())
    with noted_waits() as waits:
        results = run(call, values, mx.gpu(1))
    assert_on(mx.gpu(1), *results)
    assert_same(results, expected, 1e-3)
    assert not waits


def test_images(gpus):
    image = np.random.RandomState(0).randint(0, 256, (64, 80, 3)).astype("uint8")
    results = []
    for ctx in (mx.cpu(), mx.gpu(0)):
        x = nd.array(image, ctx=ctx, dtype="uint8")
        changed = nd.image.resize(nd.image.to_tensor(x).transpose((1, 2, 0)), (32, 32))
        results.append([nd.image.to_tensor(x), changed, nd.image.resize(x, (32, 32))])
    assert_on(mx.gpu(0), *results[1])
    assert_same(results[1], results[0])
