"""Graphs that symbolic cells make, and what they compute with fixed parameters.

Only NumPy is imported here: the same code runs on this package and, to record what is right, on
the real MXNet 1.9.1.
"""

from __future__ import annotations

import json
import pathlib
import warnings

import numpy as np

GOLDEN = pathlib.Path(__file__).parents[2] / "golden" / "rnn.npz"
BATCH, SIZE, STEPS = 2, 3, 3


def stack(mx):
    cell = mx.rnn.SequentialRNNCell()
    cell.add(mx.rnn.LSTMCell(3, prefix="a_"))
    cell.add(mx.rnn.DropoutCell(0.5))
    cell.add(mx.rnn.ResidualCell(mx.rnn.GRUCell(3, prefix="b_")))
    return cell


def bidirectional(mx):
    return mx.rnn.BidirectionalCell(
        mx.rnn.LSTMCell(3, prefix="l_"), mx.rnn.GRUCell(2, prefix="r_"), output_prefix="both_"
    )


def fused_cell(mx, mode, **options):
    return mx.rnn.FusedRNNCell(4, mode=mode, prefix=f"{mode}_", **options)


PICTURE = {"input_shape": (2, 2, 6, 5), "num_hidden": 3}

# By name: how the cell is made, and how it is unrolled.
CELLS = {
    "rnn": (lambda mx: mx.rnn.RNNCell(4), {}),
    "rnn_relu": (lambda mx: mx.rnn.RNNCell(4, activation="relu", prefix="x_"), {}),
    "lstm": (lambda mx: mx.rnn.LSTMCell(4, forget_bias=2.0), {}),
    "gru": (lambda mx: mx.rnn.GRUCell(4), {}),
    "merged": (lambda mx: mx.rnn.GRUCell(4), {"merge_outputs": True}),
    "time_first": (lambda mx: mx.rnn.RNNCell(4), {"merge_outputs": True, "layout": "TNC"}),
    "whole": (lambda mx: mx.rnn.RNNCell(4), {"whole": True}),
    "whole_merged": (lambda mx: mx.rnn.LSTMCell(4), {"whole": True, "merge_outputs": True}),
    "stack": (stack, {}),
    "stack_whole": (stack, {"whole": True, "merge_outputs": True}),
    "both_ways": (bidirectional, {}),
    "both_ways_merged": (bidirectional, {"whole": True, "merge_outputs": True}),
    "residual": (lambda mx: mx.rnn.ResidualCell(mx.rnn.RNNCell(3)), {}),
    "residual_merged": (lambda mx: mx.rnn.ResidualCell(mx.rnn.RNNCell(3)), {"merge_outputs": True}),
    "zoneout": (lambda mx: mx.rnn.ZoneoutCell(mx.rnn.LSTMCell(3), 0.3, 0.2), {}),
    "zoneout_states": (lambda mx: mx.rnn.ZoneoutCell(mx.rnn.RNNCell(3), 0.0, 0.2), {}),
    "dropout": (lambda mx: mx.rnn.DropoutCell(0.4), {}),
    "dropout_whole": (lambda mx: mx.rnn.DropoutCell(0.4), {"whole": True}),
    "fused_rnn": (lambda mx: fused_cell(mx, "rnn_tanh"), {"whole": True, "layout": "TNC"}),
    "fused_relu": (lambda mx: fused_cell(mx, "rnn_relu", num_layers=2), {"whole": True}),
    "fused_lstm": (
        lambda mx: fused_cell(mx, "lstm", num_layers=2, get_next_state=True, forget_bias=2.0),
        {"whole": True, "merge_outputs": True},
    ),
    "fused_gru": (
        lambda mx: fused_cell(mx, "gru", bidirectional=True, get_next_state=True),
        {"merge_outputs": False},
    ),
    "unfused_lstm": (
        lambda mx: fused_cell(mx, "lstm", num_layers=2, bidirectional=True, dropout=0.3).unfuse(),
        {},
    ),
    "unfused_relu": (lambda mx: fused_cell(mx, "rnn_relu", num_layers=2).unfuse(), {}),
    "conv_rnn": (lambda mx: mx.rnn.ConvRNNCell(**PICTURE), {}),
    "conv_lstm": (lambda mx: mx.rnn.ConvLSTMCell(**PICTURE), {}),
    "conv_gru": (lambda mx: mx.rnn.ConvGRUCell(**PICTURE, activation="tanh"), {}),
    "conv_strided": (
        lambda mx: mx.rnn.ConvRNNCell(
            **PICTURE,
            h2h_kernel=(5, 3),
            h2h_dilate=(2, 1),
            i2h_kernel=(3, 2),
            i2h_stride=(2, 1),
            i2h_pad=(1, 1),
            i2h_dilate=(1, 2),
            i2h_weight_initializer="xavier",
        ),
        {},
    ),
}


def unroll(mx, name):
    """Return the symbol of all outputs and states, and the shapes of the inputs."""
    make, options = CELLS[name]
    options = {"length": STEPS, **options}
    shape = PICTURE["input_shape"] if name.startswith("conv") else (BATCH, SIZE)
    with mx.name.NameManager(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if options.pop("whole", False):
            inputs = mx.sym.var("data")
            time_first = options.get("layout") == "TNC"
            shapes = {"data": (STEPS, BATCH, SIZE) if time_first else (BATCH, STEPS, SIZE)}
        else:
            inputs = [mx.sym.var(f"t{i}_data") for i in range(STEPS)]
            shapes = {f"t{i}_data": shape for i in range(STEPS)}
        outputs, states = make(mx).unroll(inputs=inputs, **options)
    listed = list(outputs) if isinstance(outputs, (list, tuple)) else [outputs]
    return mx.sym.Group(listed + _flat(states)), shapes


def _flat(states):
    if isinstance(states, (list, tuple)):
        return [inner for state in states for inner in _flat(state)]
    return [states]


def graph(symbol):
    """Return the nodes as text: operator, name, attributes, inputs."""
    nodes = json.loads(symbol.tojson())["nodes"]
    rows = []
    for node in nodes:
        inputs = [f"{nodes[i[0]]['name']}:{i[1]}" for i in node["inputs"]]
        rows.append([node["op"], node["name"], sorted(node.get("attrs", {}).items()), inputs])
    return json.dumps(rows)


def values(mx, symbol, shapes):
    """Return the outputs for fixed inputs and parameters, in inference."""
    random = np.random.RandomState(11)
    arguments = dict(zip(symbol.list_arguments(), symbol.infer_shape(**shapes)[0]))  # noqa: B905
    arrays = {n: mx.nd.array(random.uniform(-1, 1, s)) for n, s in sorted(arguments.items())}
    executor = symbol.bind(mx.cpu(), arrays, grad_req="null")
    return [out.asnumpy() for out in executor.forward(is_train=False)]


def everything(mx):
    """Return all graphs, as bytes, and values."""
    result = {}
    for name in CELLS:
        symbol, shapes = unroll(mx, name)
        result[f"{name}/graph"] = np.frombuffer(graph(symbol).encode(), np.uint8)
        result.update({f"{name}/{i}": v for i, v in enumerate(values(mx, symbol, shapes))})
    return result


def record(mx):
    """Return the golden file, made by the real MXNet."""
    return {GOLDEN: everything(mx)}
