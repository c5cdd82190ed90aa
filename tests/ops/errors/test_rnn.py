"""Calls that the RNN operator refuses, and the error messages."""

from __future__ import annotations

import pytest

import mxnet as mx
from mxnet import nd

DATA, STATE = nd.ones((3, 2, 4)), nd.ones((1, 2, 5))
SIZES = {"rnn_tanh": 55, "gru": 165, "lstm": 220}


def run(
    mode="gru", data=DATA, parameters=None, state=STATE, *more, num_layers=1, state_size=5, **attrs
):
    parameters = nd.ones((SIZES.get(mode, 55),)) if parameters is None else parameters
    return nd.RNN(data, parameters, state, *more, mode=mode, state_size=state_size,
                  num_layers=num_layers, **attrs)  # fmt: skip


def lstm(*more, **attrs):
    return run("lstm", DATA, None, STATE, *(more or (STATE,)), **attrs)


LENGTHS = nd.array([1, 3])
CASES = [
    (lambda: run("gate"), r"'gate', valid values are: {'gru', 'lstm', 'rnn_relu', 'rnn_tanh'}"),
    (lambda: nd.RNN(DATA, STATE, STATE, state_size=5, num_layers=1), r"Required parameter mode"),
    (
        lambda: nd.RNN(DATA, STATE, STATE, mode="gru", num_layers=1),
        r"Required parameter state_size",
    ),
    (lambda: run(num_layers=0), r"at least 1"),
    (lambda: run(state_size=-5), r"at least 1"),
    (lambda: run(p=1.5), r"value 1.5 for Parameter p exceed bound \[0,1\]"),
    (lambda: run(data=nd.ones((3, 4))), r"rank-3 tensor .* got shape \(3, 4\)"),
    (
        lambda: run(parameters=nd.ones((7,))),
        r"'parameters', Provided = \[7\], inferred shape=\[165\]",
    ),
    (lambda: run(state=nd.ones((1, 1, 5))), r"'state'.*\[1, 1, 5\], inferred shape=\[1, 2, 5\]"),
    (lambda: run(bidirectional=True), r"inferred shape=\[330\]"),
    (lambda: run(state=STATE.astype("float64")), r"uniform type.*float64 at 'state'"),
    (lambda: run("gru", DATA, None, STATE, STATE), r"expects 3 inputs.*no use for sequence_length"),
    (
        lambda: run("gru", DATA, None, STATE, STATE, LENGTHS),
        r"expects 3 inputs.*no use for state_cell",
    ),
    (lambda: run("lstm"), r"expects 4 inputs, state_cell of shape \[1, 2, 5\] is missing"),
    (lambda: lstm(STATE, LENGTHS), r"expects 4 inputs.*no use for sequence_length"),
    (
        lambda: lstm(use_sequence_length=True),
        r"expects 5 inputs, sequence_length of shape \[2\] is missing",
    ),
    (lambda: lstm(STATE, nd.ones((3,)), use_sequence_length=True), r"'sequence_length'.*\[3\]"),
    (
        lambda: lstm(STATE, nd.array([0, 2]), use_sequence_length=True),
        r"from 0 to 2, expected 1 to 3",
    ),
    (
        lambda: lstm(STATE, nd.array([1, 4]), use_sequence_length=True),
        r"from 1 to 4, expected 1 to 3",
    ),
    (lambda: run(projection_size=3), r"Projection is only supported for LSTM, not gru"),
    (
        lambda: run(lstm_state_clip_min=-1, lstm_state_clip_max=1),
        r"clipping is only .* LSTM, not for gru",
    ),
    (lambda: lstm(lstm_state_clip_min=-1), r"must be specified together"),
    (lambda: lstm(lstm_state_clip_min=1, lstm_state_clip_max=-1), r"clip_max -1.0 is less than"),
]


@pytest.mark.parametrize(("call", "message"), CASES)
def test_refused(call, message):
    with pytest.raises(mx.MXNetError, match=f"(?s){message}"):
        call()
