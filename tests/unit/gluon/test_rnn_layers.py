"""Fused recurrent layers: values of 1.9.1, and the same numbers as cells."""

from __future__ import annotations

import copy

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.base import MXNetError
from mxnet.gluon import contrib, rnn

from .rnn_cases import CASES, GRAPHS
from .rnn_golden import check_as_recorded, check_graph

LAYERS = [case for case in CASES if case.make.startswith(("rnn.RNN(", "rnn.LSTM(", "rnn.GRU("))]
KINDS = {
    "rnn_relu": lambda *args, **kw: rnn.RNN(*args, activation="relu", **kw),
    "rnn_tanh": lambda *args, **kw: rnn.RNN(*args, activation="tanh", **kw),
    "lstm": rnn.LSTM,
    "gru": rnn.GRU,
}
STEPS, BATCH, FEATURES, HIDDEN = 4, 3, 5, 6
LENGTHS = [2, 4, 1]


def uniform(*shape):
    return nd.random.uniform(-1, 1, shape=shape)


def fill(block, data):
    """Return the block with shapes for the data and random parameters, biases too."""
    block.initialize()
    block(data)
    for parameter in block.collect_params().values():
        parameter.set_data(uniform(*parameter.shape))
    return block


def results_and_gradients(call, data, params):
    """Return outputs and states of a call, and the gradients of data and parameters."""
    data.attach_grad()
    with autograd.record():
        output, states = call(data)
        weight = nd.arange(output.size).reshape(output.shape) / output.size
        total = (output * weight).sum() + nd.add_n(*((state * 0.5).sum() for state in states))
    total.backward()
    arrays = [output, *states, data.grad, *(p.grad() for p in params.values())]
    return [array.asnumpy() for array in arrays]


def assert_same(left, right):
    assert len(left) == len(right)
    for a, b in zip(left, right, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-4, atol=1e-5)


def fused_states(layer, states):
    """Return the states of cells in the order and form of a fused layer."""
    kinds = 2 if layer._mode == "lstm" else 1
    return [nd.stack(*states[kind::kinds], axis=0) for kind in range(kinds)]


@pytest.mark.parametrize("case", LAYERS, ids=lambda case: case.key)
def test_as_recorded(case):
    check_as_recorded(case)


@pytest.mark.parametrize("number", [n for n, (_, call) in enumerate(GRAPHS) if "layer" in call])
def test_graph_as_recorded(number):
    check_graph(number)


@pytest.mark.parametrize("bidirectional", [False, True])
@pytest.mark.parametrize("num_layers", [1, 3])
@pytest.mark.parametrize("mode", KINDS)
def test_cells_of_the_same_parameters_compute_the_same(mode, num_layers, bidirectional):
    data = uniform(STEPS, BATCH, FEATURES)
    layer = fill(KINDS[mode](HIDDEN, num_layers, bidirectional=bidirectional), data)
    cells = layer._unfuse()
    assert all(p is layer.collect_params()[n] for n, p in cells.collect_params().items())

    def run_fused(x):
        return layer(x, layer.begin_state(BATCH))

    def run_unrolled(x):
        output, states = cells.unroll(STEPS, x, layout="TNC", merge_outputs=True)
        return output, fused_states(layer, states)

    params = layer.collect_params()
    assert_same(
        results_and_gradients(run_fused, data, params),
        results_and_gradients(run_unrolled, data, params),
    )


@pytest.mark.parametrize("bidirectional", [False, True])
@pytest.mark.parametrize("mode", KINDS)
def test_sequence_length_is_valid_length_of_cells(mode, bidirectional):
    data, lengths = uniform(BATCH, STEPS, FEATURES), nd.array(LENGTHS)
    options = {"bidirectional": bidirectional, "layout": "NTC"}
    layer = KINDS[mode](HIDDEN, 2, use_sequence_length=True, **options)
    layer.initialize()
    layer(data, sequence_length=lengths)
    cells, params = layer._unfuse(), layer.collect_params()

    def run_fused(x):
        return layer(x, layer.begin_state(BATCH), lengths)

    def run_unrolled(x):
        output, states = cells.unroll(STEPS, x, merge_outputs=True, valid_length=lengths)
        return output, fused_states(layer, states)

    assert_same(
        results_and_gradients(run_fused, data, params),
        results_and_gradients(run_unrolled, data, params),
    )


def test_projection_trains_as_cells_do():
    data = uniform(STEPS, BATCH, FEATURES)
    layer = fill(rnn.LSTM(HIDDEN, 2, projection_size=2, prefix="p_"), data)
    cells = rnn.HybridSequentialRNNCell(prefix="p_", params=layer.params)
    with cells.name_scope():
        for number in range(2):
            cells.add(contrib.rnn.LSTMPCell(HIDDEN, 2, prefix=f"l{number}_"))
    params = layer.collect_params()
    assert sorted(cells.collect_params().keys()) == sorted(params.keys())

    def run_fused(x):
        return layer(x, layer.begin_state(BATCH))

    def run_unrolled(x):
        output, states = cells.unroll(STEPS, x, layout="TNC", merge_outputs=True)
        return output, fused_states(layer, states)

    assert_same(
        results_and_gradients(run_fused, data, params),
        results_and_gradients(run_unrolled, data, params),
    )


def test_the_operator_RNN_of_the_one_vector_computes_the_same():
    data = uniform(STEPS, BATCH, FEATURES)
    layer = fill(rnn.LSTM(HIDDEN, 2, bidirectional=True, projection_size=2), data)
    params = {name: p.data() for name, p in layer._reg_params.items()}
    states = layer.begin_state(BATCH)
    vector = layer._parameter_vector(nd, params)
    by_vector = nd.RNN(data, vector, *states, **layer._attributes)
    output, new_states = layer(data, states)
    for ours, theirs in zip([output, *new_states], by_vector, strict=True):
        np.testing.assert_array_equal(ours.asnumpy(), theirs.asnumpy())


def test_memory_is_clipped():
    layer = rnn.LSTM(HIDDEN, state_clip_min=-0.01, state_clip_max=0.01)
    layer.initialize(mx.init.One())
    output, (_, memory) = layer(nd.ones((STEPS, BATCH, FEATURES)), layer.begin_state(BATCH))
    assert memory.asnumpy().max() == np.float32(0.01)
    assert output.asnumpy().max() <= np.tanh(0.01)


def test_dropout_is_between_layers_and_in_training():
    layer, data = rnn.GRU(HIDDEN, 2, dropout=0.5), uniform(STEPS, BATCH, FEATURES)
    layer.initialize()
    np.testing.assert_array_equal(layer(data).asnumpy(), layer(data).asnumpy())
    with autograd.record():
        assert (layer(data).asnumpy() != layer(data).asnumpy()).any()
    single = rnn.GRU(HIDDEN, 1, dropout=0.5)
    single.initialize()
    with autograd.record():
        np.testing.assert_array_equal(single(data).asnumpy(), single(data).asnumpy())


def test_input_size_is_learnt_from_the_data():
    layer = rnn.LSTM(HIDDEN, bidirectional=True)
    layer.initialize()
    assert repr(layer) == "LSTM(None -> 6, TNC, bidirectional)"
    with pytest.raises(gluon.DeferredInitializationError):
        layer.l0_i2h_weight.data()
    layer(nd.ones((STEPS, BATCH, FEATURES)))
    assert layer.r0_i2h_weight.shape == (4 * HIDDEN, FEATURES)
    assert repr(layer) == "LSTM(5 -> 6, TNC, bidirectional)"


def test_states_are_returned_if_they_are_given():
    layer, data = rnn.GRU(HIDDEN), nd.ones((STEPS, BATCH, FEATURES))
    layer.initialize()
    assert layer(data).shape == (STEPS, BATCH, HIDDEN)
    output, states = layer(data, nd.zeros((1, BATCH, HIDDEN)))
    assert isinstance(states, list) and states[0].shape == (1, BATCH, HIDDEN)
    np.testing.assert_array_equal(output[-1].asnumpy(), states[0][0].asnumpy())
    again, (last,) = layer(data, states)
    assert not np.allclose(last.asnumpy(), states[0].asnumpy())


@pytest.mark.parametrize("num_layers", [1, 2])
@pytest.mark.parametrize("mode", KINDS)
def test_one_step_at_a_time(mode, num_layers):
    data = uniform(STEPS, BATCH, FEATURES)
    layer = fill(KINDS[mode](HIDDEN, num_layers), data)
    begin = [uniform(num_layers, BATCH, HIDDEN) for _ in layer.begin_state(BATCH)]
    expected, last = layer(data, begin)
    outputs, states = [], begin
    for step in range(STEPS):
        output, states = layer(data[step : step + 1], states)
        outputs.append(output)
    for ours, theirs in zip([nd.concat(*outputs, dim=0), *states], [expected, *last], strict=True):
        assert ours.shape == theirs.shape
        np.testing.assert_allclose(ours.asnumpy(), theirs.asnumpy(), rtol=1e-5, atol=1e-6)


def test_begin_state():
    layer = rnn.LSTM(HIDDEN, 2, dtype="float64")
    states = layer.begin_state(BATCH, func=nd.ones, ctx=mx.cpu(1))
    assert [s.shape for s in states] == [(2, BATCH, HIDDEN)] * 2
    assert all(s.dtype == np.float64 and s.context == mx.cpu(1) for s in states)
    assert states[0].asnumpy().min() == 1
    random_states = rnn.GRU(HIDDEN).begin_state(BATCH, func=nd.random.normal, loc=50)
    assert random_states[0].asnumpy().min() > 40


def test_cast():
    layer = rnn.LSTM(HIDDEN)
    layer.cast("float64")
    layer.initialize()
    assert layer(nd.ones((STEPS, BATCH, FEATURES), dtype="float64")).dtype == np.float64
    assert layer.begin_state(BATCH)[0].dtype == np.float64


def test_several_contexts():
    layer = rnn.LSTM(HIDDEN, layout="NTC")
    layer.initialize(ctx=[mx.cpu(0), mx.cpu(1)])
    data = uniform(BATCH, STEPS, FEATURES)
    outputs = [layer(data.as_in_context(ctx)) for ctx in (mx.cpu(0), mx.cpu(1))]
    assert [output.context for output in outputs] == [mx.cpu(0), mx.cpu(1)]
    np.testing.assert_array_equal(outputs[0].asnumpy(), outputs[1].asnumpy())
    with pytest.raises(
        RuntimeError, match=r"l0_i2h_weight' was not initialized on context cpu\(2\)"
    ):
        layer(data.as_in_context(mx.cpu(2)))


def test_files_have_the_names_of_cells(tmp_path):
    layer, data = rnn.GRU(HIDDEN, 2, bidirectional=True), uniform(STEPS, BATCH, FEATURES)
    fill(layer, data).save_parameters(str(tmp_path / "gru.params"))
    names = nd.load(str(tmp_path / "gru.params")).keys()
    assert "_unfused.1.r_cell.h2h_weight" in names and len(names) == 16
    other = rnn.GRU(HIDDEN, 2, bidirectional=True)
    other.load_parameters(str(tmp_path / "gru.params"))
    np.testing.assert_array_equal(other(data).asnumpy(), layer(data).asnumpy())


def test_a_copy_is_independent():
    layer, data = rnn.LSTM(HIDDEN), uniform(STEPS, BATCH, FEATURES)
    before = fill(layer, data)(data).asnumpy()
    copied = copy.deepcopy(layer)
    layer.l0_i2h_weight.set_data(nd.zeros(layer.l0_i2h_weight.shape))
    np.testing.assert_array_equal(copied(data).asnumpy(), before)


def test_hooks_receive_states_and_outputs():
    seen, layer = [], rnn.LSTM(HIDDEN)
    layer.initialize()
    layer.register_forward_hook(lambda block, inputs, output: seen.append((inputs, output)))
    output = layer(nd.ones((STEPS, BATCH, FEATURES)))
    (((_, states), hooked),) = seen
    assert len(states) == 2 and hooked is output


def test_a_symbol_of_the_layer_computes_the_same():
    data = uniform(BATCH, STEPS, FEATURES)
    layer = fill(rnn.LSTM(HIDDEN, bidirectional=True, layout="NTC"), data)
    states = [uniform(2, BATCH, HIDDEN) for _ in "hc"]
    expected, _ = layer(data, states)
    symbol, _ = layer(mx.sym.var("data"), [mx.sym.var("h"), mx.sym.var("c")])
    values = {name: p.data() for name, p in layer.collect_params().items()}
    (output,) = symbol.eval(data=data, h=states[0], c=states[1], **values)
    np.testing.assert_allclose(output.asnumpy(), expected.asnumpy(), rtol=1e-6, atol=1e-7)


@pytest.mark.parametrize("options", [{}, {"bidirectional": True, "num_layers": 2}])
def test_input_size_is_learnt_in_a_graph(options):
    nets = []
    for _ in range(2):
        net = gluon.nn.HybridSequential(prefix="net_")
        net.add(rnn.GRU(HIDDEN, prefix="gru_", **options))
        net.add(gluon.nn.Dense(2, flatten=False, prefix="dense_"))
        net.initialize()
        nets.append(net)
    plain, hybrid = nets
    data = uniform(STEPS, BATCH, FEATURES)
    plain(data)
    hybrid.hybridize()
    hybrid(data)
    assert hybrid[0].l0_i2h_weight.shape == (3 * HIDDEN, FEATURES)
    for name, parameter in plain.collect_params().items():
        hybrid.collect_params()[name].set_data(parameter.data())
    np.testing.assert_allclose(hybrid(data).asnumpy(), plain(data).asnumpy(), rtol=1e-5, atol=1e-6)
    other = uniform(STEPS, BATCH + 1, FEATURES)  # states are made for each batch size
    np.testing.assert_allclose(
        hybrid(other).asnumpy(), plain(other).asnumpy(), rtol=1e-5, atol=1e-6
    )


def test_mistakes_are_explained():
    data = nd.ones((STEPS, BATCH, FEATURES))

    def call(layer, *args):
        layer.initialize()
        return layer(*args)

    with pytest.raises(AssertionError, match="Invalid layout CNT"):
        rnn.LSTM(HIDDEN, layout="CNT")
    with pytest.raises(KeyError, match="rnn_gelu.*'relu' or 'tanh'"):
        rnn.RNN(HIDDEN, activation="gelu")
    with pytest.raises(TypeError, match="unexpected keyword argument 'bias'"):
        rnn.LSTM(HIDDEN, bias=False)
    with pytest.raises(MXNetError, match=r"LSTM .* needs 2 states .*, got 1: \(1, 3, 6\)"):
        call(rnn.LSTM(HIDDEN), data, nd.ones((1, BATCH, HIDDEN)))
    with pytest.raises(MXNetError, match=r"GRU .* 1 states of shapes \(1, 3, 6\).*: \(1, 2, 6\)"):
        call(rnn.GRU(HIDDEN), data, nd.ones((1, 2, HIDDEN)))
    with pytest.raises(MXNetError, match=r"'l0_i2h_weight', Provided = \[18, 7\].*\[18, 5\]"):
        call(rnn.GRU(HIDDEN, input_size=7), data)
    with pytest.raises(MXNetError, match="requires uniform type.*float64.*'state'"):
        call(rnn.GRU(HIDDEN), data.astype("float64"))
    with pytest.raises(ValueError, match=r"rank-3.*TNC, got shape \(4, 3\)"):
        call(rnn.GRU(HIDDEN), nd.ones((STEPS, BATCH)))
    with pytest.raises(MXNetError, match="exceed bound"):
        call(rnn.GRU(HIDDEN, 2, dropout=2), data)
    with pytest.raises(MXNetError, match="sequence_length.*got 7"):
        call(rnn.LSTM(HIDDEN, use_sequence_length=True), data)
    with pytest.raises(RuntimeError, match="has not been initialized"):
        rnn.LSTM(HIDDEN)(data)
    for layer in (rnn.LSTM(HIDDEN, projection_size=2), rnn.LSTM(HIDDEN, state_clip_max=1)):
        with pytest.raises(AssertionError, match="_unfuse does not support"):
            layer._unfuse()


def test_sequence_length_for_a_layer_that_ignores_it_warns():
    layer, data = rnn.GRU(HIDDEN), uniform(STEPS, BATCH, FEATURES)
    layer.initialize()
    with pytest.warns(UserWarning, match="use_sequence_length=True"):
        output = layer(data, None, nd.array(LENGTHS))
    np.testing.assert_array_equal(output.asnumpy(), layer(data).asnumpy())


@pytest.mark.parametrize("make", [lambda: rnn.GRU(3), lambda: rnn.LSTM(3, layout="NTC")])
@pytest.mark.parametrize("shape", [(4,), (2, 4)])
def test_input_with_too_few_axes(make, shape):
    layer = make()
    layer.initialize()
    with pytest.raises(ValueError, match=r"(GRU|LSTM): input data should be rank-3"):
        layer(nd.ones(shape))


def test_a_hybridized_cell_without_samples():
    class Unrolled(gluon.HybridBlock):
        def __init__(self):
            super().__init__()
            self.cell = rnn.BidirectionalCell(rnn.GRUCell(3), rnn.GRUCell(3))

        def hybrid_forward(self, F, x):
            return self.cell.unroll(5, x, merge_outputs=True)[0]

    net = Unrolled()
    net.initialize()
    net.hybridize()
    net(nd.ones((2, 5, 3)))
    with pytest.raises(MXNetError, match=r"A size of 0 means unknown: use mx\.util\.np_shape"):
        net(nd.empty((0, 5, 3)))
    with mx.util.np_shape():
        assert net(nd.empty((0, 5, 3))).shape == (0, 5, 6)
