"""Our own kernels for training recurrent layers, against the formulas step by step."""

from __future__ import annotations

import itertools
import warnings

import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet._ops.nn import rnn as operators, rnn_kernels, rnn_network
from mxnet._ops.nn.rnn_kernels import KERNELS, train_layer
from mxnet._ops.nn.rnn_steps import zoneout_lstm
from mxnet.gluon import rnn

GATES = rnn_network.GATES
SIZES = [(1, 1, 1, 1), (5, 3, 2, 4), (6, 2, 5, 3)]  # steps, batch, features, size


def step(mode, gates, state, cell, of_state, bias):
    """One step of a layer: the new state and cell."""
    share = state @ of_state.t() + bias
    if mode == "rnn_relu":
        return (gates + share).relu(), None
    if mode == "rnn_tanh":
        return (gates + share).tanh(), None
    if mode == "gru":
        (r, z, n), (sr, sz, sn) = gates.chunk(3, -1), share.chunk(3, -1)
        z = (z + sz).sigmoid()
        return (1 - z) * (n + (r + sr).sigmoid() * sn).tanh() + z * state, None
    i, f, g, o = (gates + share).chunk(4, -1)
    cell = f.sigmoid() * cell + i.sigmoid() * g.tanh()
    return o.sigmoid() * cell.tanh(), cell


def train_unfused(mode, data, cells, states):
    """What ``train_layer`` computes, in operators that torch records."""
    outputs, lasts = [], []
    for number, (of_input, of_state, input_bias, state_bias) in enumerate(cells):
        gates = data @ of_input.t() + input_bias
        state, cell = states[0][number], states[1][number] if mode == "lstm" else None
        output = [None] * len(data)
        order = range(len(data))
        for t in reversed(order) if number else order:
            state, cell = step(mode, gates[t], state, cell, of_state, state_bias)
            output[t] = state
        outputs.append(torch.stack(output))
        lasts.append((state, cell) if mode == "lstm" else (state,))
    return torch.cat(outputs, -1), *(torch.stack(last) for last in zip(*lasts, strict=True))


def inputs_of(mode, directions, sizes, dtype=torch.float64):
    """Data, states and weights, each of which has a gradient."""
    steps, batch, features, size = sizes
    draw = torch.Generator().manual_seed(sum(sizes))
    rows = GATES[mode] * size
    shapes = [(steps, batch, features)]
    shapes += [(directions, batch, size)] * (2 if mode == "lstm" else 1)
    shapes += [(rows, features), (rows, size), (rows,), (rows,)] * directions
    return [
        torch.empty(shape, dtype=dtype).uniform_(-1, 1, generator=draw).requires_grad_()
        for shape in shapes
    ]


def layer_of(mode, run):
    """A function of the inputs as one list of tensors."""
    count = 2 if mode == "lstm" else 1

    def layer(data, *rest):
        states, weights = rest[:count], rest[count:]
        cells = [list(weights[i : i + 4]) for i in range(0, len(weights), 4)]
        return run(mode, data, cells, states)

    return layer


def both(mode, directions, sizes, dtype=torch.float64):
    inputs = inputs_of(mode, directions, sizes, dtype)
    results = (layer_of(mode, run)(*inputs) for run in (train_layer, train_unfused))
    return inputs, *results


LAYERS = list(itertools.product(KERNELS, (1, 2)))


@pytest.mark.parametrize("sizes", SIZES)
@pytest.mark.parametrize(("mode", "directions"), LAYERS)
def test_results_and_gradients(mode, directions, sizes):
    inputs, ours, expected = both(mode, directions, sizes)
    torch.testing.assert_close(ours, expected)
    # of the outputs, of each last state, and of everything
    for chosen in (*([i] for i in range(len(ours))), list(range(len(ours)))):
        heads = [torch.linspace(-1, 1, ours[i].numel()).double().view_as(ours[i]) for i in chosen]
        ours_now, expected_now = (
            torch.autograd.grad([results[i] for i in chosen], inputs, heads, retain_graph=True)
            for results in (ours, expected)
        )
        torch.testing.assert_close(ours_now, expected_now)


@pytest.mark.parametrize(("mode", "directions"), LAYERS)
def test_gradients_of_gradients(mode, directions):
    inputs = inputs_of(mode, directions, (3, 2, 2, 2))
    layer = layer_of(mode, train_layer)
    assert torch.autograd.gradcheck(layer, inputs, fast_mode=True)
    assert torch.autograd.gradgradcheck(layer, inputs, fast_mode=True)


@pytest.mark.parametrize(("mode", "directions"), LAYERS)
def test_float32(mode, directions):
    inputs, ours, expected = both(mode, directions, (7, 4, 6, 5), torch.float32)
    torch.testing.assert_close(ours, expected, rtol=1e-5, atol=1e-6)
    grads = (torch.autograd.grad(sum(r.sum() for r in out), inputs) for out in (ours, expected))
    torch.testing.assert_close(*grads, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("mode", KERNELS)
def test_no_product_for_a_gradient_that_nobody_wants(mode, monkeypatch):
    steps, batch, features, _ = SIZES[1]
    inputs = inputs_of(mode, 1, SIZES[1])
    shapes, product = [], rnn_kernels.mm

    def note(*matrices):
        shapes.append(product(*matrices).shape)
        return product(*matrices)

    monkeypatch.setattr(rnn_kernels, "mm", note)
    for is_needed in (True, False):
        shapes.clear()
        inputs[0].requires_grad_(is_needed)
        layer_of(mode, train_layer)(*inputs)[0].sum().backward()
        assert ((steps * batch, features) in shapes) is is_needed


@pytest.mark.parametrize("mode", KERNELS)
def test_a_graph_that_is_kept_gives_the_same_twice(mode):
    inputs = inputs_of(mode, 2, SIZES[1])
    output = layer_of(mode, train_layer)(*inputs)[0]
    first = torch.autograd.grad(output.sum(), inputs, retain_graph=True, allow_unused=True)
    second = torch.autograd.grad(output.sum(), inputs, allow_unused=True)
    torch.testing.assert_close(first, second, rtol=0, atol=0)
    with pytest.raises(RuntimeError, match="second time"):
        torch.autograd.grad(output.sum(), inputs, allow_unused=True)


@pytest.mark.parametrize("mode", KERNELS)
def test_outputs_that_were_changed_are_noticed(mode):
    inputs = inputs_of(mode, 1, SIZES[1])
    output = layer_of(mode, train_layer)(*inputs)[0]
    total = output.sum()
    output.detach().zero_()
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        total.backward()


# ------------------------------------------------------------------------------------------ zoneout


def zoneout_inputs(dtype=torch.float64):
    """Data, states, weights and masks; the last mask keeps nothing."""
    data, hidden, cell, *weights = inputs_of("lstm", 1, SIZES[1], dtype)
    states = [state[0].detach().requires_grad_() for state in (hidden, cell)]
    steps, batch, _, size = SIZES[1]
    draw = torch.Generator().manual_seed(1)
    masks = [torch.rand(steps, batch, size, generator=draw) < 0.6 for _ in range(2)]
    masks[1][-1] = True
    return [data, *states, *weights], masks


def zoneout(data, hidden, cell, *weights_and_masks):
    *weights, new_states, new_cells = weights_and_masks
    return operators.unrolled_lstm(data, (hidden, cell), weights, (new_states, new_cells))


def test_zoneout_results_and_gradients():
    inputs, masks = zoneout_inputs()
    ours, expected = (run(*inputs, *masks) for run in (zoneout, zoneout_lstm))
    torch.testing.assert_close(ours, expected)
    for chosen in ([0], [1], [2], [0, 1, 2]):  # of the outputs, of each last state, of everything
        totals = [sum((results[i] ** 2).sum() for i in chosen) for results in (ours, expected)]
        grads = [torch.autograd.grad(total, inputs, retain_graph=True) for total in totals]
        torch.testing.assert_close(*grads)


def test_zoneout_gradients_of_gradients():
    inputs, masks = zoneout_inputs()
    assert torch.autograd.gradgradcheck(
        lambda *inputs: zoneout(*inputs, *masks), inputs, fast_mode=True
    )


def test_zoneout_of_half_floats():
    inputs, masks = zoneout_inputs(torch.float16)
    output, *_ = zoneout(*inputs, *masks)
    expected, *_ = zoneout_lstm(*(tensor.float() for tensor in inputs), *masks)
    torch.testing.assert_close(output.float(), expected, rtol=1e-2, atol=1e-2)


# ----------------------------------------------------------------------------- which kernel is used


def layers_trained(monkeypatch, layer, data, record=True):
    """How many layers are run with a kernel of ours."""
    calls = []

    def counting(mode, *args):
        calls.append(mode)
        return train_layer(mode, *args)

    monkeypatch.setattr(operators, "train_layer", counting)
    with mx.autograd.record() if record else mx.autograd.train_mode():
        layer(data)
    return len(calls)


KERNEL_CASES = [
    (lambda: rnn.GRU(3, 2), {}, 2),
    (lambda: rnn.RNN(3, 3, dropout=0.5), {}, 3),
    (lambda: rnn.GRU(3, bidirectional=True), {}, 1),
    (lambda: rnn.GRU(3), {"record": False}, 0),
    (lambda: rnn.GRU(3), {"steps": 2}, 0),
    (lambda: rnn.LSTM(3, 2), {}, 0),  # too small
    (lambda: rnn.LSTM(2, 2), {"batch": 5000}, 1),  # the second layer has a gradient to pass on
    (lambda: rnn.LSTM(2), {"batch": 5000, "data_has_gradient": True}, 0),
    (lambda: rnn.LSTM(3, 2, dtype="float64"), {"dtype": "float64"}, 2),
    (lambda: rnn.LSTM(3, projection_size=2), {}, 0),
]


@pytest.mark.parametrize(("make", "case", "expected"), KERNEL_CASES)
def test_which_layers_use_our_kernel(monkeypatch, make, case, expected):
    layer = make()
    layer.initialize()
    shape = case.get("steps", 6), case.get("batch", 2), 1
    data = mx.nd.ones(shape, dtype=case.get("dtype", "float32"))
    if case.get("data_has_gradient"):
        data.attach_grad()
    assert layers_trained(monkeypatch, layer, data, case.get("record", True)) == expected


class Network(torch.nn.Module):
    """A GRU as torch's tools see it."""

    def __init__(self):
        super().__init__()
        self.parameters_of_rnn = torch.nn.Parameter(torch.linspace(-1, 1, 12 * (3 + 4 + 2)))

    def forward(self, data, state):
        attrs = {"state_size": 4, "num_layers": 1, "mode": "gru"}
        return operators.rnn(
            data, self.parameters_of_rnn, state, **attrs, training=True, generator=None
        )


def test_torchs_tools_get_torchs_kernel():
    inputs = torch.linspace(-1, 1, 36).view(6, 2, 3), torch.zeros(1, 2, 4)
    network = Network()
    expected = network(*inputs)
    exported = torch.export.export(network, inputs, strict=False)
    torch.testing.assert_close(exported.module()(*inputs), expected)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # TorchScript is deprecated, and shapes are constants in it
        traced = torch.jit.trace(network, inputs)
    assert "gru" in str(traced.graph)
    torch.testing.assert_close(traced(*inputs), expected)


KINDS = {
    "rnn_relu": lambda *args, **kw: rnn.RNN(*args, activation="relu", **kw),
    "rnn_tanh": lambda *args, **kw: rnn.RNN(*args, activation="tanh", **kw),
    "lstm": rnn.LSTM,
    "gru": rnn.GRU,
}


@pytest.mark.parametrize("hybridize", [False, True])
@pytest.mark.parametrize("bidirectional", [False, True])
@pytest.mark.parametrize("mode", KINDS)
def test_layers_are_as_their_cells(mode, bidirectional, hybridize):
    """Two layers of a block that learns, in every way it can be run."""
    mx.random.seed(3)
    layer = KINDS[mode](3, 2, bidirectional=bidirectional, input_size=4, dtype="float64")
    layer.initialize(mx.init.Uniform(0.7))
    for parameter in layer.collect_params().values():
        parameter.set_data(mx.nd.random.uniform(-0.7, 0.7, parameter.shape, dtype="float64"))
    data = mx.nd.random.uniform(-1, 1, (6, 3, 4), dtype="float64")
    data.attach_grad()
    states = layer.begin_state(3)

    def results(call):
        with mx.autograd.record():
            output, last = call()
            total = (output * output).sum() + sum((state**3).sum() for state in last)
        total.backward()
        grads = [parameter.grad() for parameter in layer.collect_params().values()]
        return [array.asnumpy() for array in (output, data.grad, *grads)]

    cells = layer._unfuse()
    by_cells = results(lambda: cells.unroll(6, data, layout="TNC", merge_outputs=True))
    if hybridize:
        layer.hybridize()
    for ours, expected in zip(results(lambda: layer(data, states)), by_cells, strict=True):
        np.testing.assert_allclose(ours, expected, rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize("make", [rnn.GRU, rnn.LSTM])
def test_an_executor_and_a_vector_of_parameters(make):
    """The operator RNN in a symbol, and called with its vector, against the layer."""
    layer = make(4, 2, input_size=3, dtype="float64")
    layer.initialize(mx.init.Uniform(0.7))
    data = mx.nd.random.uniform(-1, 1, (6, 2, 3), dtype="float64")
    params = list(layer.collect_params().values())
    with mx.autograd.record():
        output = layer(data)
    output.backward()
    expected = np.concatenate([p.grad().asnumpy().ravel() for p in params if "weight" in p.name])

    vector = mx.nd.concat(
        *(p.data().reshape(-1) for kind in ("weight", "bias") for p in params if kind in p.name),
        dim=0,
    )
    states = layer.begin_state(2)
    names = ["state", "state_cell"][: len(states)]
    symbol = mx.sym.RNN(
        mx.sym.var("data"), mx.sym.var("parameters"), *map(mx.sym.var, names),
        state_size=4, num_layers=2, mode="lstm" if len(states) == 2 else "gru",
    )  # fmt: skip
    arguments = {"data": data, "parameters": vector, **dict(zip(names, states, strict=True))}
    grad = mx.nd.zeros_like(vector)
    requests = {**dict.fromkeys(arguments, "null"), "parameters": "write"}
    executor = symbol.bind(mx.cpu(), arguments, {"parameters": grad}, requests)
    executor.forward(is_train=True)
    executor.backward(mx.nd.ones_like(output))
    np.testing.assert_allclose(executor.outputs[0].asnumpy(), output.asnumpy(), rtol=1e-10)
    np.testing.assert_allclose(grad.asnumpy()[: len(expected)], expected, rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize("make", [rnn.GRU, rnn.RNN, rnn.LSTM])
def test_gradients_of_gradients_by_autograd(make):
    """What MXNet refuses: gradients of a layer that are differentiated."""
    mx.random.seed(1)
    layer = make(3, 2, input_size=2, dtype="float64")
    layer.initialize(mx.init.Uniform(0.7))
    data = mx.nd.random.uniform(-1, 1, (6, 2, 2), dtype="float64")
    data.attach_grad()

    def penalty(call):
        with mx.autograd.record():
            slope = mx.autograd.grad((call() ** 2).sum(), [data], create_graph=True)[0]
            total = (slope * slope).sum()
        total.backward()
        return data.grad.asnumpy()

    cells = layer._unfuse()
    by_cells = penalty(lambda: cells.unroll(6, data, layout="TNC", merge_outputs=True)[0])
    np.testing.assert_allclose(penalty(lambda: layer(data)), by_cells, rtol=1e-9, atol=1e-12)
