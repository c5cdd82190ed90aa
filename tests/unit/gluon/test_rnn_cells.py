"""Recurrent cells: values of 1.9.1, unrolling, modifiers."""

from __future__ import annotations

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, nd
from mxnet.base import MXNetError
from mxnet.gluon import nn, rnn
from mxnet.gluon.rnn import rnn_cell

from .rnn_cases import CASES, GRAPHS
from .rnn_golden import check_as_recorded, check_graph

LAYERS = ("rnn.RNN(", "rnn.LSTM(", "rnn.GRU(")
CELLS = [c for c in CASES if "contrib." not in c.make and not c.make.startswith(LAYERS)]
STEPS, BATCH, FEATURES, HIDDEN = 4, 3, 5, 6
LENGTHS = [2, 4, 1]
PLAIN = [rnn.RNNCell, rnn.LSTMCell, rnn.GRUCell]


def uniform(*shape):
    return nd.random.uniform(-1, 1, shape=shape)


def ready(cell):
    cell.initialize(mx.init.Uniform(1))
    return cell


def bidirectional():
    return rnn.BidirectionalCell(rnn.LSTMCell(HIDDEN), rnn.GRUCell(2))


@pytest.mark.parametrize("case", CELLS, ids=lambda case: case.key)
def test_as_recorded(case):
    check_as_recorded(case)


OURS = [i for i, (make, call) in enumerate(GRAPHS) if "contrib" not in make and "layer" not in call]


@pytest.mark.parametrize("number", OURS)
def test_graph_as_recorded(number):
    check_graph(number)


# ------------------------------------------------------------------------------------------ states


def test_begin_state():
    cell = rnn.LSTMCell(HIDDEN)
    states = cell.begin_state(batch_size=2, func=nd.ones, ctx=mx.cpu(1), dtype="float64")
    assert [s.shape for s in states] == [(2, HIDDEN)] * 2
    assert all(s.dtype == np.float64 and s.context == mx.cpu(1) for s in states)
    assert cell._init_counter == 1
    cell.reset()
    assert (cell._init_counter, cell._counter) == (-1, -1)
    names = []
    cell.begin_state(2, func=lambda name, **kwargs: names.append(name))
    assert names == [f"{cell.prefix}begin_state_{i}" for i in range(2)]


def test_begin_states_of_cells_are_in_order():
    infos = bidirectional().state_info(2)
    assert [info["shape"] for info in infos] == [(2, HIDDEN), (2, HIDDEN), (2, 2)]
    assert [s.shape for s in bidirectional().begin_state(batch_size=2)] == [
        i["shape"] for i in infos
    ]
    assert rnn.DropoutCell(0.5).begin_state(2) == []
    assert rnn_cell._cells_state_info([rnn.GRUCell(2), rnn.GRUCell(3)], 1)[1]["shape"] == (1, 3)


def test_states_that_begin_a_sequence_are_like_the_inputs():
    cell = ready(rnn.LSTMCell(HIDDEN))
    cell.cast("float64")
    output, states = cell.unroll(STEPS, nd.ones((BATCH, STEPS, FEATURES), dtype="float64"))
    assert output[0].dtype == states[1].dtype == np.float64
    cell = rnn.GRUCell(HIDDEN)
    cell.initialize(ctx=[mx.cpu(0), mx.cpu(1)])
    output, states = cell.unroll(STEPS, nd.ones((BATCH, STEPS, FEATURES), ctx=mx.cpu(1)))
    assert output[0].context == states[0].context == mx.cpu(1)


def test_input_size_is_learnt_from_the_data():
    cell = ready(rnn.LSTMCell(HIDDEN))
    assert repr(cell) == "LSTMCell(None -> 24)"
    cell(nd.ones((BATCH, FEATURES)), cell.begin_state(BATCH))
    assert cell.i2h_weight.shape == (24, FEATURES)
    assert repr(cell) == "LSTMCell(5 -> 24)"


# ---------------------------------------------------------------------------------------- unrolling


@pytest.mark.parametrize("kind", PLAIN)
def test_unrolling_is_stepping(kind):
    cell, data = ready(kind(HIDDEN)), uniform(BATCH, STEPS, FEATURES)
    states = cell.begin_state(BATCH)
    stepped = []
    for step in range(STEPS):
        output, states = cell(data[:, step], states)
        stepped.append(output.asnumpy())
    outputs, last = cell.unroll(STEPS, data, merge_outputs=True)
    np.testing.assert_allclose(outputs.asnumpy(), np.stack(stepped, 1), rtol=1e-6)
    for ours, theirs in zip(last, states, strict=True):
        np.testing.assert_allclose(ours.asnumpy(), theirs.asnumpy(), rtol=1e-6)


@pytest.mark.parametrize("layout", ["NTC", "TNC"])
@pytest.mark.parametrize(
    "make",
    [
        lambda: rnn.LSTMCell(HIDDEN),
        bidirectional,
        lambda: rnn.ResidualCell(rnn.GRUCell(FEATURES)),
        lambda: rnn.ResidualCell(rnn.BidirectionalCell(rnn.RNNCell(FEATURES - 2), rnn.RNNCell(2))),
    ],
)
def test_each_sequence_ends_at_its_own_length(make, layout):
    cell, data = ready(make()), uniform(BATCH, STEPS, FEATURES)
    sequences = data if layout == "NTC" else data.swapaxes(0, 1)
    outputs, states = cell.unroll(STEPS, sequences, layout=layout, valid_length=nd.array(LENGTHS))
    outputs = outputs if layout == "NTC" else outputs.swapaxes(0, 1)
    for i, length in enumerate(LENGTHS):
        alone, last = cell.unroll(length, data[i : i + 1, :length], merge_outputs=True)
        np.testing.assert_allclose(
            outputs[i, :length].asnumpy(), alone[0].asnumpy(), rtol=1e-5, atol=1e-6
        )
        assert not outputs[i, length:].asnumpy().any()
        for ours, theirs in zip(states, last, strict=True):
            np.testing.assert_allclose(ours[i].asnumpy(), theirs[0].asnumpy(), rtol=1e-5, atol=1e-6)


def test_a_list_of_outputs_or_one_array():
    cell, steps = ready(rnn.GRUCell(HIDDEN)), [uniform(BATCH, FEATURES) for _ in range(STEPS)]
    listed, _ = cell.unroll(STEPS, steps)
    assert isinstance(listed, list) and len(listed) == STEPS
    merged, _ = cell.unroll(STEPS, steps, layout="TNC", merge_outputs=True)
    np.testing.assert_array_equal(merged.asnumpy(), nd.stack(*listed).asnumpy())
    one, _ = cell.unroll(1, steps[0].expand_dims(1))
    assert isinstance(one, list) and len(one) == 1


def test_gradients_reach_a_list_of_inputs():
    cell, steps = ready(rnn.LSTMCell(HIDDEN)), [uniform(BATCH, FEATURES) for _ in range(STEPS)]
    for step in steps:
        step.attach_grad()
    with autograd.record():
        outputs, _ = cell.unroll(STEPS, steps)
    autograd.backward(outputs)
    assert all(step.grad.asnumpy().any() for step in steps)


def test_the_form_of_a_sequence():
    array, steps = uniform(2, 3, 4), [uniform(2, 4) for _ in range(3)]
    form = rnn_cell._format_sequence
    assert form(3, array, "NTC", None)[0] is array and form(3, steps, "NTC", None)[0] is steps
    split, axis, F, batch_size = form(None, array, "NTC", False)
    assert (len(split), axis, F, batch_size) == (3, 1, nd, 2)
    assert form(3, steps, "TNC", True)[0].shape == (3, 2, 4)
    assert form(3, array, "TNC", True, in_layout="NTC")[0].shape == (3, 2, 4)
    masked = rnn_cell._mask_sequence_variable_length(nd, steps, 3, nd.array([1, 3]), 1, True)
    np.testing.assert_array_equal(masked.asnumpy()[0, 1:], 0)
    back = rnn_cell._reverse_sequences(steps, 3, nd.array([1, 2]))
    np.testing.assert_array_equal(back[0][0].asnumpy(), steps[0][0].asnumpy())
    np.testing.assert_array_equal(back[0][1].asnumpy(), steps[1][1].asnumpy())
    assert rnn_cell._reverse_sequences(steps, 3)[0] is steps[2]


def test_symbols_are_unrolled():
    cell = ready(bidirectional())
    steps = [mx.sym.var(f"t{i}") for i in range(2)]
    outputs, states = cell.unroll(2, steps, begin_state=[mx.sym.var(f"s{i}") for i in range(3)])
    assert [o.list_outputs() for o in outputs] == [["bi_t0_output"], ["bi_t1_output"]]
    assert len(states) == 3


def test_a_hybridized_net_of_cells_computes_the_same():
    class Net(nn.HybridBlock):
        def __init__(self):
            super().__init__()
            self.cell = bidirectional()

        def hybrid_forward(self, F, x, h, c, r):
            return self.cell.unroll(STEPS, x, begin_state=[h, c, r], merge_outputs=True)[0]

    net = ready(Net())
    inputs = [uniform(BATCH, STEPS, FEATURES), *(uniform(BATCH, n) for n in (HIDDEN, HIDDEN, 2))]
    expected = net(*inputs).asnumpy()
    net.hybridize()
    np.testing.assert_allclose(net(*inputs).asnumpy(), expected, rtol=1e-6, atol=1e-7)


def test_a_hybridized_net_makes_begin_states_for_each_batch():
    class Net(nn.HybridBlock):
        def __init__(self):
            super().__init__()
            self.cell = bidirectional()

        def hybrid_forward(self, F, x, lengths):
            return self.cell.unroll(STEPS, x, merge_outputs=True, valid_length=lengths)

    net = ready(Net())
    batches = [(uniform(n, STEPS, FEATURES), nd.array([2, 4, 1, 3][:n])) for n in (3, 4, 3)]
    expected = [net(*batch)[0].asnumpy() for batch in batches]
    net.hybridize()
    for batch, expected_output in zip(batches, expected, strict=True):
        with autograd.record():
            output, states = net(*batch)
        output.backward()
        np.testing.assert_allclose(output.asnumpy(), expected_output, rtol=1e-5, atol=1e-6)
        assert len(states) == 3
    with pytest.raises(MXNetError, match="Shape inconsistent"):
        net(uniform(3, STEPS, FEATURES + 1), nd.array(LENGTHS))


def test_custom_cells():
    class Counting(rnn.RecurrentCell):
        def state_info(self, batch_size=0):
            return [{"shape": (batch_size, 1)}]

        def forward(self, inputs, states):
            return inputs * states[0], [states[0] + 1]

    outputs, (last,) = Counting().unroll(3, nd.ones((2, 3, 4)), merge_outputs=True)
    assert outputs[0, :, 0].asnumpy().tolist() == [0, 1, 2]
    assert last.asnumpy().tolist() == [[3], [3]]


# ----------------------------------------------------------------------------- stacks and modifiers


def test_a_stack_steps_through_its_cells():
    stack = rnn.SequentialRNNCell()
    stack.add(rnn.LSTMCell(HIDDEN))
    stack.add(rnn.GRUCell(2))
    assert len(stack) == 2 and isinstance(stack[1], rnn.GRUCell)
    assert (
        repr(stack) == "SequentialRNNCell(\n(0): LSTMCell(None -> 24)\n(1): GRUCell(None -> 6)\n)"
    )
    ready(stack)
    output, states = stack(nd.ones((BATCH, FEATURES)), stack.begin_state(batch_size=BATCH))
    assert output.shape == (BATCH, 2) and len(states) == 3
    np.testing.assert_array_equal(output.asnumpy(), states[2].asnumpy())
    empty, _ = rnn.SequentialRNNCell().unroll(2, nd.ones((1, 2, 3)))
    assert empty.shape == (1, 2, 3)


def test_dropout_cell():
    cell, data = rnn.DropoutCell(0.5, axes=(1,)), nd.ones((BATCH, 100, FEATURES))
    with autograd.record():
        output, states = cell.unroll(100, data)
    assert states == [] and set(np.unique(output.asnumpy())) <= {0.0, 2.0}
    np.testing.assert_array_equal(output[:, 0].asnumpy(), output[:, 99].asnumpy())
    with autograd.record():
        listed, _ = rnn.DropoutCell(0.5).unroll(100, data, merge_outputs=False)
    assert (listed[0].asnumpy() != listed[1].asnumpy()).any()
    np.testing.assert_array_equal(cell.unroll(100, data)[0].asnumpy(), data.asnumpy())


def test_zoneout_keeps_previous_states():
    cell = ready(rnn.ZoneoutCell(rnn.RNNCell(200, prefix="rnn_"), 0.5, 0.5))
    data, before = uniform(BATCH, FEATURES), uniform(BATCH, 200)
    with autograd.record():
        output, (state,) = cell(data, [before])
        fresh, _ = cell.base_cell(data, [before])
    assert cell.prefix == "rnn_zoneout"
    kept = state.asnumpy() == before.asnumpy()
    assert 0.3 < kept.mean() < 0.7
    np.testing.assert_array_equal(state.asnumpy()[~kept], fresh.asnumpy()[~kept])
    assert 0.3 < (output.asnumpy() == 0).mean() < 0.7  # before the first output there is 0
    with autograd.record():
        second, _ = cell(data, [state])
    assert (second.asnumpy() == output.asnumpy()).mean() > 0.3
    cell.reset()
    assert cell._prev_output is None
    cell(data, [before])  # outside of training nothing is kept
    np.testing.assert_array_equal(cell._prev_output.asnumpy(), fresh.asnumpy())


def test_a_modified_cell_is_used_through_its_modifier():
    cell = rnn.LSTMCell(HIDDEN, prefix="lstm_")
    modified = rnn.ZoneoutCell(cell)
    for use in (cell.begin_state, lambda: cell.unroll(1, nd.ones((1, 1, 2)))):
        with pytest.raises(AssertionError, match="Call the modifier cell instead"):
            use()
    with pytest.raises(AssertionError, match="lstm is already modified"):
        rnn.ResidualCell(cell)
    assert modified.params is cell.params
    assert [s.shape for s in modified.begin_state(batch_size=2)] == [(2, HIDDEN)] * 2
    assert list(modified._collect_params_with_prefix())[0] == "base_cell.i2h_weight"
    with pytest.raises(AssertionError, match="Call the modifier cell instead"):
        cell.begin_state()  # still


def test_a_cell_stays_modified_when_unrolling_fails():
    cell = rnn.GRUCell(HIDDEN)
    with pytest.raises(AssertionError, match="2 steps got inputs with 3"):
        rnn.ResidualCell(cell).unroll(2, nd.ones((1, 3, 4)))
    assert cell._modified


def test_activations_are_names_layers_or_functions():
    data = uniform(BATCH, FEATURES)

    def output(cell):
        cell.initialize(mx.init.One())
        return cell(data, cell.begin_state(BATCH))[0].asnumpy()

    linear = output(rnn.RNNCell(HIDDEN, activation=lambda x: x))
    leaky = output(rnn.RNNCell(HIDDEN, activation=nn.LeakyReLU(0.5)))
    np.testing.assert_allclose(leaky, np.where(linear > 0, linear, linear / 2), rtol=1e-6)
    np.testing.assert_allclose(
        output(rnn.RNNCell(HIDDEN, activation=nn.ELU(1.0))),
        np.where(linear > 0, linear, np.expm1(linear)),
        rtol=1e-5,
    )
    by_name = output(rnn.LSTMCell(HIDDEN, activation="relu"))
    by_function = output(rnn.LSTMCell(HIDDEN, activation=nd.relu))
    np.testing.assert_array_equal(by_name, by_function)
    learned = ready(rnn.RNNCell(HIDDEN, activation=nn.PReLU()))
    assert "_activation.alpha" in learned._collect_params_with_prefix()
    learned.unroll(STEPS, uniform(BATCH, STEPS, FEATURES))


def test_mistakes_are_explained():
    data = nd.ones((BATCH, STEPS, FEATURES))
    cell = ready(rnn.LSTMCell(HIDDEN))
    with pytest.raises(AssertionError, match="3 steps got inputs with 4 steps"):
        cell.unroll(3, data)
    with pytest.raises(AssertionError, match="3 steps got inputs with 1 steps"):
        cell.unroll(3, [data])
    with pytest.raises(AssertionError, match="has no inputs"):
        cell.unroll(3, None)
    with pytest.raises(TypeError, match="NDArrays or Symbols, got ndarray"):
        cell.unroll(STEPS, np.ones((BATCH, STEPS, FEATURES)))
    with pytest.raises(TypeError, match="sequence_length must have NDArray type"):
        cell.unroll(STEPS, data, valid_length=[1, 2, 3])
    with pytest.raises(MXNetError, match="elemwise_add"):
        cell(data[:, 0], [nd.ones((1, HIDDEN)), nd.ones((BATCH, HIDDEN))])
    with pytest.raises(MXNetError, match="valid values are.*softsign"):
        ready(rnn.RNNCell(HIDDEN, activation="gelu")).unroll(STEPS, data)
    with pytest.raises(NotImplementedError, match="cannot be stepped"):
        bidirectional()(data, [])
    stack = rnn.HybridSequentialRNNCell()
    stack.add(bidirectional())
    with pytest.raises(AssertionError, match="cannot be stepped; use unroll"):
        stack(data, stack.begin_state(batch_size=BATCH))
    with pytest.raises(ValueError, match="Children of HybridBlock must also be HybridBlock"):
        stack.add(rnn.SequentialRNNCell())
    with pytest.raises(AssertionError, match="BidirectionalCell doesn't support zoneout"):
        rnn.ZoneoutCell(bidirectional())
    with pytest.raises(AssertionError, match="rate must be a number, got 'half'"):
        rnn.DropoutCell("half")
    with pytest.raises(NotImplementedError, match="state_info"):
        rnn.RecurrentCell().begin_state()
    with pytest.raises(NotImplementedError, match="use HybridSequentialRNNCell"):
        rnn.SequentialRNNCell().hybrid_forward(nd)
