"""Contributed cells: values of 1.9.1, variational dropout, convolutions."""

from __future__ import annotations

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, nd
from mxnet.base import MXNetError
from mxnet.gluon import HybridBlock, contrib, rnn
from mxnet.gluon.contrib.rnn.conv_rnn_cell import _get_conv_out_size
from mxnet.gluon.contrib.rnn.rnn_cell import dynamic_unroll

from .rnn_cases import CASES, GRAPHS
from .rnn_golden import check_as_recorded, check_graph

STEPS, BATCH, FEATURES, HIDDEN = 4, 3, 5, 6
LENGTHS = [2, 4, 1]


def uniform(*shape):
    return nd.random.uniform(-1, 1, shape=shape)


def ready(cell):
    cell.initialize(mx.init.Uniform(1))
    return cell


@pytest.mark.parametrize("case", [c for c in CASES if "contrib." in c.make], ids=lambda c: c.key)
def test_as_recorded(case):
    check_as_recorded(case)


@pytest.mark.parametrize("number", [i for i, (make, _) in enumerate(GRAPHS) if "contrib" in make])
def test_graph_as_recorded(number):
    check_graph(number)


# ------------------------------------------------------------------------------ variational dropout


def test_masks_last_until_reset():
    cell = ready(contrib.rnn.VariationalDropoutCell(rnn.LSTMCell(HIDDEN), 0.5, 0.5, 0.5))
    data = uniform(BATCH, FEATURES)
    with autograd.record():
        _, states = cell(data, cell.begin_state(batch_size=BATCH))
        masks = cell.drop_inputs_mask, cell.drop_states_mask, cell.drop_outputs_mask
        cell(data, states)
    assert masks == (cell.drop_inputs_mask, cell.drop_states_mask, cell.drop_outputs_mask)
    assert [m.shape for m in masks] == [(BATCH, n) for n in (FEATURES, HIDDEN, HIDDEN)]
    assert all(set(np.unique(m.asnumpy())) <= {0.0, 2.0} for m in masks)
    cell.reset()
    assert cell.drop_inputs_mask is None


@pytest.mark.parametrize("merge", [True, False])
@pytest.mark.parametrize("drop_states", [0.0, 0.5])
def test_all_steps_drop_the_same_outputs(drop_states, merge):
    cell = contrib.rnn.VariationalDropoutCell(
        rnn.GRUCell(50), drop_outputs=0.5, drop_states=drop_states
    )
    data = uniform(BATCH, STEPS, FEATURES)
    with autograd.record():
        outputs, _ = ready(cell).unroll(STEPS, data, merge_outputs=merge)
    outputs = outputs if merge else nd.stack(*outputs, axis=1)
    dropped = outputs.asnumpy() == 0
    assert 0.3 < dropped.mean() < 0.7
    assert (dropped == dropped[:, :1]).all()
    predicted, _ = cell.unroll(STEPS, data, merge_outputs=True)
    plain, _ = cell.unroll(STEPS, data, merge_outputs=True)
    np.testing.assert_array_equal(predicted.asnumpy(), plain.asnumpy())


def test_two_sequences_drop_differently():
    cell = ready(contrib.rnn.VariationalDropoutCell(rnn.RNNCell(100), 0.5, 0.5, 0.5))
    with autograd.record():
        first, second = (cell.unroll(2, nd.ones((1, 2, 3)))[0][0].asnumpy() for _ in range(2))
    assert (first != second).any()


def test_outputs_after_the_end_are_zero():
    cell = ready(contrib.rnn.VariationalDropoutCell(rnn.RNNCell(HIDDEN), 0.2, 0.0, 0.2))
    with autograd.record():
        data = uniform(BATCH, STEPS, FEATURES)
        outputs, _ = cell.unroll(STEPS, data, valid_length=nd.array(LENGTHS))
    assert not outputs[2, 1:].asnumpy().any() and outputs[1, 3].asnumpy().any()


# ----------------------------------------------------------------------------------- dynamic_unroll


@pytest.mark.parametrize("layout", ["TNC", "NTC"])
@pytest.mark.parametrize("kind", [rnn.RNNCell, rnn.LSTMCell, rnn.GRUCell])
def test_dynamic_unroll_is_unroll(kind, layout):
    cell, data = ready(kind(HIDDEN)), uniform(STEPS, STEPS, FEATURES)
    lengths, states = nd.array([1, 2, 3, 4]), [uniform(STEPS, HIDDEN) for _ in kind(1).state_info()]
    for valid in (None, lengths):
        ours = dynamic_unroll(cell, data, states, layout=layout, valid_length=valid)
        theirs = cell.unroll(STEPS, data, states, layout, True, valid)
        np.testing.assert_array_equal(ours[0].asnumpy(), theirs[0].asnumpy())
        for a, b in zip(ours[1], theirs[1], strict=True):
            np.testing.assert_array_equal(a.asnumpy(), b.asnumpy())


class Unrolled(HybridBlock):
    def __init__(self, cell, layout):
        super().__init__()
        self.cell, self.layout = cell, layout

    def hybrid_forward(self, F, data, states, lengths=None):
        return dynamic_unroll(self.cell, data, states, layout=self.layout, valid_length=lengths)


@pytest.mark.parametrize("lengths", [None, nd.array([1, 2, 3, 4])], ids=["whole", "parts"])
@pytest.mark.parametrize("layout", ["TNC", "NTC"])
def test_dynamic_unroll_as_a_graph_is_a_loop(layout, lengths):
    cell, states = ready(rnn.LSTMCell(HIDDEN)), [uniform(STEPS, HIDDEN) for _ in range(2)]
    net = Unrolled(cell, layout)

    def values(hybrid):
        net.hybridize(hybrid)
        data = nd.ones((STEPS, STEPS, FEATURES)) / 3
        data.attach_grad()
        with autograd.record():
            outputs, last = net(data, states, *([] if lengths is None else [lengths]))
            total = (outputs**2).sum() + sum(state.sum() for state in last)
        total.backward()
        return [array.asnumpy() for array in (outputs, *last, data.grad, cell.h2h_bias.grad())]

    for eager, graph in zip(values(False), values(True), strict=True):
        np.testing.assert_allclose(graph, eager, rtol=1e-5, atol=1e-6)


def test_dynamic_unroll_drops_the_same_at_all_steps():
    cell, data = ready(rnn.GRUCell(50)), uniform(STEPS, BATCH, FEATURES)
    with autograd.record():
        outputs, _ = dynamic_unroll(cell, data, cell.begin_state(BATCH), 0.5, 0.5)
    dropped = outputs.asnumpy() == 0
    assert 0.3 < dropped.mean() < 0.7 and (dropped == dropped[:1]).all()


# ------------------------------------------------------------------------------------- convolutions


def test_channels_last():
    first = contrib.rnn.Conv2DLSTMCell((2, 5, 6), 3, 3, 3)
    last = contrib.rnn.Conv2DLSTMCell((5, 6, 2), 3, 3, 3, conv_layout="NHWC")
    assert last.state_info(BATCH)[0] == {"shape": (BATCH, 3, 4, 3), "__layout__": "NHWC"}
    assert last.i2h_weight.shape == (12, 3, 3, 2) and last.h2h_weight.shape == (12, 3, 3, 3)
    ready(first), ready(last)
    for name, parameter in first._reg_params.items():
        values = parameter.data()
        getattr(last, name).set_data(values.transpose((0, 2, 3, 1)) if values.ndim == 4 else values)
    data = uniform(BATCH, 2, 5, 6)
    expected, _ = first(data, first.begin_state(BATCH))
    output, _ = last(data.transpose((0, 2, 3, 1)), last.begin_state(BATCH))
    np.testing.assert_allclose(
        output.transpose((0, 3, 1, 2)).asnumpy(), expected.asnumpy(), rtol=1e-4, atol=1e-6
    )


def test_unknown_input_channels_are_learnt():
    cell = ready(contrib.rnn.Conv1DGRUCell((0, 7), HIDDEN, 3, 3))
    assert repr(cell) == "Conv1DGRUCell(None -> 18, tanh, NCW)"
    cell.unroll(STEPS, uniform(BATCH, STEPS, FEATURES, 7))
    assert repr(cell) == "Conv1DGRUCell(5 -> 18, tanh, NCW)"


def test_sizes():
    assert _get_conv_out_size((8, 9), (3, 2), (1, 0), (1, 2)) == (8, 7)
    cell = contrib.rnn.Conv1DLSTMCell((3, 0), 2, 3, 5, h2h_dilate=2)
    assert cell.state_info(BATCH)[0]["shape"] == (BATCH, 2, 0)
    assert cell._h2h_pad == (4,)


def test_mistakes_are_explained():
    cells = contrib.rnn
    with pytest.raises(AssertionError, match="Only support odd number, get h2h_kernel= 2"):
        cells.Conv1DLSTMCell((3, 8), 4, 3, 2)
    with pytest.raises(AssertionError, match=r"For 2D convolution.*length 2, got \(1,\)"):
        cells.Conv2DLSTMCell((3, 8, 8), 4, 3, 3, i2h_dilate=(1,))
    with pytest.raises(AssertionError, match=r"1D cell has channels and 1 axes, got \(3, 8, 8\)"):
        cells.Conv1DGRUCell((3, 8, 8), 4, 3, 3)
    cell = ready(cells.Conv1DRNNCell((3, 8), 4, 3, 3))
    with pytest.raises(MXNetError, match=r"Convolution: Shape inconsistent.*\[4,3,3\].*\[4,4,3\]"):
        cell(nd.ones((2, 4, 8)), cell.begin_state(2))
    both = rnn.BidirectionalCell(rnn.RNNCell(2), rnn.RNNCell(2))
    with pytest.raises(AssertionError, match="doesn't support variational state dropout"):
        cells.VariationalDropoutCell(both, drop_states=0.1)
    for inputs, states in (([nd.ones((2, 3))], []), (nd.ones((2, 2, 3)), None)):
        with pytest.raises(AssertionError, match="dynamic_unroll"):
            dynamic_unroll(rnn.RNNCell(2), inputs, states)
