"""The fused RNN operator; tests/unit/ops has what the real MXNet does on a GPU only."""

from tests.ops.row import row, uniform

GATES = {"rnn_relu": 1, "rnn_tanh": 1, "gru": 3, "lstm": 4}
STEPS, BATCH, FEATURES, STATE = 3, 2, 4, 5


def network(mode, layers=1, directions=1, dtype="float32", train=True, **attrs):
    """One call with inputs of the right shapes."""
    rows, cells = GATES[mode] * STATE, layers * directions
    first = rows * directions * (FEATURES + STATE + 2)
    later = rows * directions * (directions * STATE + STATE + 2)
    states = [uniform(cells, BATCH, STATE, dtype=dtype)] * (2 if mode == "lstm" else 1)
    return row("RNN", uniform(STEPS, BATCH, FEATURES, dtype=dtype),
               uniform(first + later * (layers - 1), low=-0.5, high=0.5, dtype=dtype), *states,
               mode=mode, state_size=STATE, num_layers=layers, bidirectional=directions == 2,
               **attrs, train=train, rtol=1e-4, atol=1e-5)  # fmt: skip


ROWS = [
    *(
        network(mode, layers, directions, state_outputs=state_outputs)
        for mode in GATES
        for layers in (1, 3)
        for directions in (1, 2)
        for state_outputs in (False, True)
    ),
    *(network(mode, 2, 2, dtype="float64", state_outputs=True) for mode in GATES),
    *(network(mode, 2, 2, state_outputs=True, train=False) for mode in GATES),
    network("lstm", lstm_state_clip_nan=True),  # without bounds it means nothing
    network("lstm", p=0.5),  # one layer has nothing to drop between
]
