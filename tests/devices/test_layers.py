"""Layers and losses on a fake GPU, in training and inference, called and hybridized."""

import pytest

import mxnet as mx
from tests.contracts.block_samples import SAMPLES
from tests.contracts.check_loss import SAMPLES as LOSSES

from .checks import assert_on, assert_same
from .reasons import LAYERS_THAT_WAIT
from .waits import noted_waits

CALLS = 2  # of one block: networks with convolutions get their plan at the second


def trainable(block):
    return [p for p in block.collect_params().values() if p.grad_req != "null"]


def train(sample, block, ctx):
    """Return the output and the gradients of the last of some training steps."""
    data = sample.input(ctx)
    if not sample.integer_input:
        data.attach_grad()
    for _ in range(CALLS):
        with mx.autograd.record():
            output = sample.call(block, data)
            total = (output * output).sum()
        total.backward()
    grads = [p.grad(ctx) for p in trainable(block)]
    return [output, *grads] if sample.integer_input else [output, data.grad, *grads]


def infer(sample, block, ctx):
    for _ in range(CALLS):
        output = sample.call(block, sample.input(ctx))
    return [output]


@pytest.mark.parametrize("run", [train, infer])
@pytest.mark.parametrize("hybridized", [False, True], ids=["called", "hybridized"])
@pytest.mark.parametrize("sample", SAMPLES, ids=str)
def test_layer(gpus, sample, hybridized, run):
    block, gpu = sample.make(), mx.gpu(1)
    block.initialize(mx.init.Normal(0.5))
    if hybridized and isinstance(block, mx.gluon.HybridBlock):
        block.hybridize()
    mx.random.seed(1)
    expected = run(sample, block, mx.cpu())
    block.collect_params().reset_ctx(gpu)
    with noted_waits() as waits:
        results = run(sample, block, gpu)
    assert_on(gpu, *results, *(p.data(gpu) for p in block.collect_params().values()))
    if not (sample.draws and run is train):
        assert_same(results, expected)
    if str(sample) not in LAYERS_THAT_WAIT:
        assert not waits


@pytest.mark.parametrize("hybridized", [False, True], ids=["called", "hybridized"])
@pytest.mark.parametrize("sample", LOSSES, ids=str)
def test_loss(gpus, sample, hybridized):
    loss = sample.make()
    if hybridized:
        loss.hybridize()

    def run(ctx):
        pred, *labels = sample.arrays(ctx)
        pred.attach_grad()
        for _ in range(CALLS):
            with mx.autograd.record():
                value = loss(pred, *labels)
            value.backward()
        return value, pred.grad

    expected = run(mx.cpu())
    with noted_waits() as waits:
        results = run(mx.gpu(1))
    assert_on(mx.gpu(1), *results)
    assert_same(results, expected)
    if str(sample) not in LAYERS_THAT_WAIT:
        assert not waits
