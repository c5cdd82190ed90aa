"""Recurrent networks: one layer, whose parameters become MXNet's packed vector."""

from __future__ import annotations

import numpy as np

from ....onnx._problems import Unsupported
from ....symbol import Symbol
from ._node import Node
from ._table import Array, add

# For each gate in MXNet's order, its index in ONNX's order.
GATES = {"lstm": (0, 2, 3, 1), "gru": (1, 0, 2), "rnn_tanh": (0,), "rnn_relu": (0,)}
USUAL = {
    "lstm": ["Sigmoid", "Tanh", "Tanh"],
    "gru": ["Sigmoid", "Tanh"],
    "rnn_tanh": ["Tanh"],
    "rnn_relu": ["Relu"],
}


def _order_gates(array: Array, mode: str) -> Array:
    """Reorder the gates (directions, gates * state, ...) to MXNet's order."""
    order = GATES[mode]
    parts = np.split(array, len(order), axis=1)
    return np.concatenate([parts[i] for i in order], axis=1)


def _pack_parameters(mode: str, weight: Array, state: Array, bias: Array | None) -> Array:
    directions, rows = weight.shape[:2]
    bias = np.zeros((directions, 2 * rows), weight.dtype) if bias is None else bias
    weight, state = _order_gates(weight, mode), _order_gates(state, mode)
    biases = [_order_gates(half, mode) for half in np.split(bias, 2, axis=1)]
    cells = [x[d].ravel() for d in range(directions) for x in (weight, state)]
    ends = [x[d].ravel() for d in range(directions) for x in biases]
    return np.concatenate([*cells, *ends])


def _layer(node: Node, mode: str, inputs: tuple, direction: str, hidden: int) -> list[Symbol]:
    data, weight, state, bias, lengths, begin, cell = inputs
    if direction not in ("forward", "bidirectional"):
        raise Unsupported(f"its direction is {direction}")
    directions = weight.shape[0]
    vector = node.parameter(_pack_parameters(mode, weight, state, bias), "parameters")
    zeros = (directions, 0, hidden)  # MXNet: 0 is an unknown size
    begin = node.step("_zeros", shape=zeros) if begin is None else begin
    states = {"state": begin}
    if mode == "lstm":
        states["state_cell"] = node.step("_zeros", shape=zeros) if cell is None else cell
    if lengths is not None:
        states["sequence_length"] = node.step("Cast", lengths, dtype=node.dtype().name)
    outputs = node.step(
        "RNN", data, vector, mode=mode, state_size=hidden, num_layers=1, state_outputs=True,
        bidirectional=directions == 2, use_sequence_length=lengths is not None, **states,
    )  # fmt: skip
    parts = node.step("Reshape", outputs[0], shape=(0, 0, directions, -1))
    turned = node.last("transpose", parts, axes=(0, 2, 1, 3))
    return [turned, *(outputs[i] for i in range(1, len(outputs)))]


def _names(activations) -> list[str]:
    return [name.decode() if isinstance(name, bytes) else name for name in activations or ()]


def _check(mode: str, activations, layout: int, clip, attributes) -> None:
    names, usual = _names(activations), USUAL[mode]
    if names and names != usual * (len(names) // len(usual)):
        raise Unsupported(f"its activations are {names}")
    if layout or clip is not None or any(value is not None for value in attributes):
        raise Unsupported("its layout has the batch first, or it clips, or it has other attributes")


def lstm(
    node: Node, data: Symbol, weight: Array, state: Array, bias: Array = None,
    lengths: Symbol = None, begin: Symbol = None, cell: Symbol = None, peepholes: Array = None, *,
    hidden_size: int, direction="forward", activations=None, activation_alpha=None,
    activation_beta=None, clip=None, input_forget=0, layout=0,
) -> list[Symbol]:  # fmt: skip
    _check("lstm", activations, layout, clip, (activation_alpha, activation_beta, peepholes))
    if input_forget:
        raise Unsupported("its gates for input and forgetting are one")
    inputs = (data, weight, state, bias, lengths, begin, cell)
    return _layer(node, "lstm", inputs, direction, hidden_size)


def gru(
    node: Node, data: Symbol, weight: Array, state: Array, bias: Array = None,
    lengths: Symbol = None, begin: Symbol = None, *,
    hidden_size: int, direction="forward", activations=None, activation_alpha=None,
    activation_beta=None, clip=None, layout=0, linear_before_reset=0,
) -> list[Symbol]:  # fmt: skip
    _check("gru", activations, layout, clip, (activation_alpha, activation_beta))
    if not linear_before_reset:
        raise Unsupported("it resets before its linear part")
    inputs = (data, weight, state, bias, lengths, begin, None)
    return _layer(node, "gru", inputs, direction, hidden_size)


def rnn(
    node: Node, data: Symbol, weight: Array, state: Array, bias: Array = None,
    lengths: Symbol = None, begin: Symbol = None, *,
    hidden_size: int, direction="forward", activations=None, activation_alpha=None,
    activation_beta=None, clip=None, layout=0,
) -> list[Symbol]:  # fmt: skip
    mode = "rnn_relu" if _names(activations)[:1] == ["Relu"] else "rnn_tanh"
    _check(mode, activations, layout, clip, (activation_alpha, activation_beta))
    inputs = (data, weight, state, bias, lengths, begin, None)
    return _layer(node, mode, inputs, direction, hidden_size)


add("LSTM", lstm)
add("GRU", gru)
add("RNN", rnn)
