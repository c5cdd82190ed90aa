"""Unrolled LSTM cells: one call for all steps gives what the single operators give."""

from __future__ import annotations

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet._graph.passes import unrolled_lstm
from mxnet._graph.passes.outputs import lower_with_owned_outputs

STEPS, BATCH, FEATURES, SIZE = 5, 2, 3, 4
rnn = gluon.rnn


def _zoneout(*shares):
    return rnn.ZoneoutCell(rnn.LSTMCell(SIZE), *shares)


def _stacked(*cells):
    stack = rnn.HybridSequentialRNNCell()
    for cell in cells:
        stack.add(cell)
    return stack


class Unrolled(gluon.HybridBlock):
    """The outputs of a cell, and its last states if they are ``wanted``."""

    def __init__(self, cell, wanted):
        super().__init__()
        self.cell, self.wanted = cell, wanted

    def hybrid_forward(self, F, x):
        outputs, states = self.cell.unroll(STEPS, x, layout="NTC", merge_outputs=True)
        return [outputs, *(states[i] for i in self.wanted)]


class EncoderDecoder(gluon.HybridBlock):
    """Two cells, of which the second one begins with the last states of the first."""

    def __init__(self):
        super().__init__()
        self.encoder, self.decoder = rnn.LSTMCell(SIZE), rnn.LSTMCell(SIZE)

    def unroll(self, length, inputs, **options):
        _, states = self.encoder.unroll(length, inputs, **options)
        return self.decoder.unroll(length, inputs, states, **options)


def _calls(symbol, training=True):
    code = lower_with_owned_outputs(symbol._entries, mx.cpu(), training)
    return sum(node.target is unrolled_lstm.run_steps for node in code.graph.nodes)


def _graph_of(net):
    return mx.sym.Group(list(net(mx.sym.var("data"))))


def _train(net):
    mx.random.seed(5)
    x = nd.array(np.random.RandomState(0).rand(BATCH, STEPS, FEATURES))
    x.attach_grad()
    with autograd.record():
        results = list(net(x))
        total = sum((result * result).sum() for result in results)
    total.backward()
    grads = [parameter.grad() for parameter in net.collect_params().values()]
    return [array.asnumpy() for array in (*results, x.grad, *grads)]


CASES = {
    "outputs": (lambda: rnn.LSTMCell(SIZE), (), 1),
    "states": (lambda: rnn.LSTMCell(SIZE), (0, 1), 1),
    "two layers": (lambda: _stacked(rnn.LSTMCell(SIZE), rnn.LSTMCell(SIZE)), (1, 2), 2),
    "both directions": (
        lambda: rnn.BidirectionalCell(rnn.LSTMCell(SIZE), rnn.LSTMCell(SIZE)), (0, 3), 2,
    ),
    "encoder and decoder": (EncoderDecoder, (0, 1), 2),
    "zoneout": (lambda: _zoneout(0.0, 0.4), (), 1),
    "zoneout of outputs": (lambda: _zoneout(0.3, 0.0), (0, 1), 1),
    "zoneout of both": (lambda: _zoneout(0.3, 0.4), (0, 1), 1),
    "zoneout, last state": (lambda: _zoneout(0.0, 0.4), (0,), 1),
    "zoneout, last cell": (lambda: _zoneout(0.0, 0.4), (1,), 1),
    "zoneout of two layers": (
        lambda: _stacked(_zoneout(0.0, 0.4), rnn.ResidualCell(_zoneout(0.0, 0.2))), (), 2,
    ),
    # The second layer's noise is drawn between the steps of the first.
    "dropout between layers": (
        lambda: _stacked(rnn.LSTMCell(SIZE), rnn.DropoutCell(0.5), rnn.LSTMCell(SIZE)), (), 2,
    ),
    "noise that depends on zoneout": (
        lambda: _stacked(_zoneout(0.0, 0.4), rnn.DropoutCell(0.5), rnn.LSTMCell(SIZE)), (), 1,
    ),
    "other activation": (lambda: rnn.LSTMCell(SIZE, activation="relu"), (), 0),
}  # fmt: skip


@pytest.mark.parametrize(("make", "wanted", "calls"), CASES.values(), ids=CASES)
def test_one_call_gives_what_single_operators_give(make, wanted, calls, monkeypatch):
    net = Unrolled(make(), wanted)
    net.initialize(mx.init.Uniform(0.5))
    _train(net)  # draws the parameters
    with monkeypatch.context() as patch:
        patch.setattr(unrolled_lstm, "MIN_STEPS", 100)
        net.hybridize()
        expected = _train(net)
    net.hybridize()
    for ours, theirs in zip(_train(net), expected, strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=1e-4, atol=1e-6)
    assert _calls(_graph_of(net)) == calls


@pytest.mark.parametrize(("make", "wanted", "calls"), CASES.values(), ids=CASES)
def test_inference(make, wanted, calls):
    net = Unrolled(make(), wanted)
    net.initialize(mx.init.Uniform(0.5))
    x = nd.array(np.random.RandomState(0).rand(BATCH, STEPS, FEATURES))
    expected = list(net(x))
    net.hybridize()
    for _ in range(3):  # by the lowered graph, and by a plan
        for ours, theirs in zip(net(x), expected, strict=True):
            np.testing.assert_allclose(ours.asnumpy(), theirs.asnumpy(), rtol=1e-4, atol=1e-6)
    assert _calls(_graph_of(net), training=False) >= calls


# ----------------------------------------------------------------------------------- single symbols


def _unroll(change=lambda step, x, states: (x, states), steps=STEPS):
    """Return outputs and cells of all steps; ``change`` is called before each step."""
    cell, states = mx.rnn.LSTMCell(SIZE, prefix=""), [mx.sym.var("h"), mx.sym.var("c")]
    outputs, cells = [], []
    for step in range(steps):
        x, states = change(step, mx.sym.var(f"x{step}"), states)
        output, states = cell(x, states)
        outputs.append(output)
        cells.append(states[1])
    return outputs, cells


def test_old_cells():
    outputs, cells = _unroll()
    assert _calls(mx.sym.Group(outputs)) == 1
    assert _calls(mx.sym.Group([outputs[-1], cells[-1]]), training=False) == 1


def _mix_at(*places):
    """Return a change that mixes states at random, all of them or only some."""

    def change(step, x, states):
        if step in places:
            noise = mx.sym.Dropout(mx.sym.ones_like(states[0]), p=0.5)
            states = [mx.sym.where(noise, states[0], befores[-1]), states[1]]
        befores.append(states[0])
        return x, states

    befores = []
    return change


UNFUSED = {
    "only states are mixed": lambda: _unroll(_mix_at(1, 2, 3, 4))[0],
    "only one state is mixed": lambda: _unroll(_mix_at(2))[0],
    "too few steps": lambda: _unroll(steps=3)[0],
    "cells are results": lambda: sum(_unroll(), []),
    "states are changed": lambda: _unroll(lambda _, x, s: (x, [s[0] * 2, s[1]]))[0],
    "inputs depend on outputs": lambda: _unroll(lambda step, x, s: (s[0] if step else x, s))[0],
}


@pytest.mark.parametrize("make", UNFUSED.values(), ids=UNFUSED)
def test_steps_that_stay_as_they_are(make):
    assert _calls(mx.sym.Group(make())) == 0


def test_results_share_no_memory():
    outputs, cells = _unroll()
    executor = mx.sym.Group([*outputs, cells[-1]]).simple_bind(
        mx.cpu(), h=(BATCH, SIZE), c=(BATCH, SIZE),
        **{f"x{i}": (BATCH, FEATURES) for i in range(STEPS)},
    )  # fmt: skip
    results = executor.forward(is_train=True)
    results[0][:] = 7
    assert all((result.asnumpy() == 0).all() for result in results[1:])


def test_an_error_names_a_layer():
    net = Unrolled(rnn.LSTMCell(SIZE, input_size=FEATURES, prefix="cell_"), ())
    net.initialize()
    net.hybridize()
    net(nd.ones((BATCH, STEPS, FEATURES)))
    with autograd.record(), pytest.raises(mx.MXNetError, match="(?s)cell_t0_i2h.*FullyConnected"):
        net(nd.ones((BATCH, STEPS, FEATURES + 1)))
