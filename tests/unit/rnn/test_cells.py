"""Symbolic cells beyond their graphs: weights, sharing, checkpoints, errors."""

import numpy as np
import pytest

import mxnet as mx
from mxnet import nd, rnn, sym


def arange(*shape):
    return nd.array(np.arange(np.prod(shape)).reshape(shape))


def lstm_arrays():
    return {
        "lstm_i2h_weight": arange(12, 2),
        "lstm_i2h_bias": arange(12),
        "lstm_h2h_weight": arange(12, 3),
        "lstm_h2h_bias": arange(12),
        "other": arange(1),
    }


def same(one, other):
    assert sorted(one) == sorted(other)
    for name in one:
        np.testing.assert_array_equal(one[name].asnumpy(), other[name].asnumpy())


def test_weights_are_split_by_gate_and_joined_again():
    arrays = lstm_arrays()
    split = rnn.LSTMCell(3).unpack_weights(arrays)
    assert split["lstm_i2h_f_weight"].shape == (3, 2)
    np.testing.assert_array_equal(split["lstm_h2h_o_bias"].asnumpy(), [9, 10, 11])
    assert "lstm_i2h_weight" in arrays  # the dictionary given stays as it is
    same(rnn.LSTMCell(3).pack_weights(split), arrays)


@pytest.mark.parametrize("mode", ["rnn_relu", "rnn_tanh", "lstm", "gru"])
@pytest.mark.parametrize("bidirectional", [False, True])
def test_fused_cell_computes_the_same_as_its_parts(mode, bidirectional):
    cell = rnn.FusedRNNCell(4, num_layers=2, mode=mode, bidirectional=bidirectional, prefix="f_")
    data = sym.var("data")
    fused, _ = cell.unroll(3, data, layout="TNC", merge_outputs=True)
    apart, _ = cell.unfuse().unroll(3, data, layout="TNC", merge_outputs=True)
    size = fused.infer_shape(data=(3, 2, 5))[0][1][0]
    vector = {"f_parameters": nd.random.uniform(-1, 1, (size,))}
    split = cell.unpack_weights(vector)
    same(cell.pack_weights(split), vector)
    inputs = nd.random.uniform(-1, 1, (3, 2, 5))
    one = fused.eval(data=inputs, **vector)[0]
    other = apart.eval(data=inputs, **cell.unfuse().pack_weights(split))[0]
    np.testing.assert_allclose(one.asnumpy(), other.asnumpy(), rtol=1e-4, atol=1e-5)


def test_a_vector_of_a_wrong_size():
    with pytest.raises(AssertionError, match=r"'lstm_parameters' has 100 elements.*must be"):
        rnn.FusedRNNCell(3).unpack_weights({"lstm_parameters": nd.zeros(100)})


def test_parameters_are_shared_by_name():
    params = rnn.RNNParams("shared_")
    first, second = rnn.RNNCell(3, params=params), rnn.RNNCell(3, params=params)
    assert first.params is second.params
    assert sorted(params._params) == [
        "shared_h2h_bias", "shared_h2h_weight", "shared_i2h_bias", "shared_i2h_weight",
    ]  # fmt: skip


def test_initializers_reach_the_parameters():
    cell = rnn.FusedRNNCell(3, num_layers=1, mode="lstm", forget_bias=2.0)
    net, _ = cell.unroll(2, sym.var("data"), layout="TNC", merge_outputs=True)
    module = mx.mod.Module(net, label_names=None)
    module.bind([mx.io.DataDesc("data", (2, 4, 5), layout="TNC")])
    module.init_params(mx.init.One())
    split = cell.unpack_weights(module.get_params()[0])
    np.testing.assert_array_equal(split["lstm_l0_i2h_f_bias"].asnumpy(), [2, 2, 2])
    np.testing.assert_array_equal(split["lstm_l0_i2h_i_bias"].asnumpy(), [0, 0, 0])
    assert (split["lstm_l0_h2h_c_weight"].asnumpy() == 1).all()


def test_begin_states_of_another_kind():
    states = rnn.LSTMCell(3).begin_state(func=sym.Variable)
    assert [state.name for state in states] == ["lstm_begin_state_0", "lstm_begin_state_1"]


def test_begin_states_of_a_modifier_of_a_modifier():
    stack = rnn.SequentialRNNCell()
    stack.add(rnn.ResidualCell(rnn.ZoneoutCell(rnn.LSTMCell(3, prefix="a_"))))
    assert [state.name for state in stack.begin_state()] == ["a_begin_state_0", "a_begin_state_1"]
    cell = rnn.ResidualCell(rnn.ZoneoutCell(rnn.GRUCell(3, prefix="b_")))
    for states in (cell.begin_state(sym.Variable), cell.begin_state(init_sym=sym.Variable)):
        assert states[0].list_arguments() == [states[0].name]
    assert states[0].attr("__layout__") == "NC"


def test_checkpoints_hold_the_weights_of_each_gate(tmp_path):
    prefix = str(tmp_path / "net")
    cell = rnn.LSTMCell(3)
    net, _ = cell.unroll(2, sym.var("data"), merge_outputs=True)
    arrays = lstm_arrays()
    rnn.save_rnn_checkpoint(cell, prefix, 1, net, arrays, {})
    assert "arg:lstm_i2h_f_weight" in nd.load(f"{prefix}-0001.params")
    symbol, loaded, states = rnn.load_rnn_checkpoint([cell], prefix, 1)
    same(loaded, arrays)
    assert symbol.tojson() == net.tojson()
    assert states == {}


def test_a_checkpoint_every_other_epoch(tmp_path):
    save = rnn.do_rnn_checkpoint(rnn.LSTMCell(3), str(tmp_path / "net"), period=2)
    for epoch in range(4):
        save(epoch, sym.var("data"), lstm_arrays(), {})
    assert sorted(path.name for path in tmp_path.glob("*.params")) == [
        "net-0002.params", "net-0004.params",
    ]  # fmt: skip


def test_rnn_unroll_makes_inputs():
    with pytest.warns(UserWarning, match="deprecated"):
        outputs, _ = rnn.rnn_unroll(rnn.RNNCell(3), 2, input_prefix="in_")
    assert "in_t1_data" in outputs[1].list_arguments()


def inner_bidirectional():
    return rnn.BidirectionalCell(rnn.RNNCell(2, prefix="l_"), rnn.RNNCell(2, prefix="r_"))


def modify():
    cell = rnn.RNNCell(3)
    rnn.ResidualCell(cell)
    return cell


def stack_of(cell):
    stack = rnn.SequentialRNNCell()
    stack.add(cell)
    return stack


@pytest.mark.parametrize(
    ("call", "kind", "text"),
    [
        (lambda: rnn.RNNCell(3).unroll(2, None), AssertionError, "create input variables outside"),
        (lambda: rnn.RNNCell(3).unroll(3, [sym.var("a")]), AssertionError, "3 steps.*got 1"),
        (
            lambda: rnn.RNNCell(3).unroll(2, sym.Group([sym.var("a"), sym.var("b")])),
            AssertionError,
            "doesn't allow grouped symbol",
        ),
        (lambda: modify().begin_state(), AssertionError, "base cell cannot be called directly"),
        (lambda: rnn.FusedRNNCell(3)(sym.var("a"), []), NotImplementedError, "Please use unroll"),
        (lambda: inner_bidirectional()(sym.var("a"), []), NotImplementedError, "use unroll"),
        (lambda: rnn.ZoneoutCell(rnn.FusedRNNCell(3)), AssertionError, "Please unfuse first"),
        (lambda: rnn.ZoneoutCell(inner_bidirectional()), AssertionError, "doesn't support zoneout"),
        (
            lambda: rnn.ZoneoutCell(stack_of(inner_bidirectional())),
            AssertionError,
            "doesn't support zoneout",
        ),
        (lambda: rnn.DropoutCell("half"), AssertionError, "must be a number, got 'half'"),
        (lambda: rnn.FusedRNNCell(3, mode="elman"), mx.MXNetError, "mode.*got 'elman'"),
        (lambda: rnn.FusedRNNCell(3).unroll(2, sym.var("a"), layout="NCT"), AssertionError, "NCT"),
        (
            lambda: rnn.ConvRNNCell((1, 3, 8, 8), 2, h2h_kernel=(2, 3)),
            AssertionError,
            r"Only support odd number, get h2h_kernel= \(2, 3\)",
        ),
        (lambda: rnn.BaseRNNCell().state_info, NotImplementedError, "define state_info"),
        (
            lambda: rnn.SequentialRNNCell(params=rnn.RNNParams()).add(
                rnn.RNNCell(3, params=rnn.RNNParams("x_"))
            ),
            AssertionError,
            "Either specify params",
        ),
    ],
)
def test_errors(call, kind, text):
    with pytest.raises(kind, match=text):
        call()
