"""Recurrent networks: a layer of the fused operator is one ONNX node."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .._problems import Unsupported
from ._graph import Graph, Operand, Tensor
from ._table import converts

# For each gate in ONNX's order, its index in MXNet's order.
GATES = {
    "lstm": (0, 3, 1, 2),  # input, output, forget, cell; MXNet: input, forget, cell, output
    "gru": (1, 0, 2),  # update, reset, new; MXNet: reset, update, new
    "rnn_tanh": (0,),
    "rnn_relu": (0,),
}
OP_TYPES = {"lstm": "LSTM", "gru": "GRU", "rnn_tanh": "RNN", "rnn_relu": "RNN"}


@dataclass(frozen=True, slots=True)
class _Packed:
    """The vector of parameters: all weights, layer by layer, then all biases."""

    graph: Graph
    vector: Tensor
    mode: str
    sizes: tuple[int, int]  # of input and state
    layers: int
    directions: int

    @property
    def rows(self) -> int:
        return len(GATES[self.mode]) * self.sizes[1]

    def width(self, layer: int) -> int:
        """Return the number of inputs of a layer at each step."""
        return self.sizes[0] if layer == 0 else self.sizes[1] * self.directions

    def layer(self, layer: int) -> tuple[str, str, str]:
        """Return the weights of input and state and the biases, in the layout of ONNX."""
        parts = [self._cell(layer, direction) for direction in range(self.directions)]
        return tuple(self.graph.Concat(*column, axis=0) for column in zip(*parts, strict=True))

    def _cell(self, layer: int, direction: int) -> tuple[str, str, str]:
        state, rows = self.sizes[1], self.rows
        offset = sum(
            self.directions * rows * (self.width(n) + state) for n in range(layer)
        ) + direction * rows * (self.width(layer) + state)
        weights = sum(self.directions * rows * (self.width(n) + state) for n in range(self.layers))
        bias = weights + (layer * self.directions + direction) * 2 * rows
        middle = offset + rows * self.width(layer)
        biases = self.graph.Concat(self._gates(bias, 1), self._gates(bias + rows, 1), axis=0)
        return (
            self.graph.Unsqueeze(self._gates(offset, self.width(layer)), [0]),
            self.graph.Unsqueeze(self._gates(middle, state), [0]),
            self.graph.reshape(biases, [1, -1]),
        )

    def _gates(self, start: int, width: int) -> str:
        """Slice a matrix out of the vector, with the gates in ONNX's order."""
        count, graph = self.sizes[1] * width, self.graph
        parts = [
            graph.slice(self.vector, 0, start + gate * count, start + (gate + 1) * count)
            for gate in GATES[self.mode]
        ]
        joined = graph.Concat(*parts, axis=0) if len(parts) > 1 else parts[0]
        return graph.reshape(joined, [self.rows, width])


@converts("RNN")
def rnn(
    graph: Graph, data: Tensor, parameters: Tensor, state: Tensor, cell: Tensor | None = None,
    lengths: Tensor | None = None, *, state_size: int, num_layers: int, bidirectional: bool,
    mode: str, state_outputs: bool, projection_size: int | None, lstm_state_clip_min: float | None,
    use_sequence_length: bool,
):  # fmt: skip
    if projection_size:
        raise Unsupported("it projects its state")
    if lstm_state_clip_min is not None:
        raise Unsupported("it clips its state")
    directions = 2 if bidirectional else 1
    sizes = (data.known_shape((2,))[0], state_size)
    packed = _Packed(graph, parameters, mode, sizes, num_layers, directions)
    ends = None if lengths is None else graph.cast(lengths, np.int32)
    value: Operand = data
    last: list[list[str]] = []
    for layer in range(num_layers):
        span = layer * directions, (layer + 1) * directions
        begin = [_part(graph, s, span, num_layers) for s in (state, cell) if s is not None]
        outputs = graph.add(
            OP_TYPES[mode],
            value,
            *packed.layer(layer),
            ends,
            *begin,
            outputs=3 if mode == "lstm" else 2,
            hidden_size=state_size,
            direction="bidirectional" if bidirectional else "forward",
            **_options(mode, directions),
        )
        # (length, directions, batch, numbers) -> (length, batch, directions * numbers)
        turned = graph.Transpose(outputs[0], perm=[0, 2, 1, 3])
        value = graph.reshape(turned, [0, 0, directions * state_size])
        last.append(outputs[1:])
    if not state_outputs:
        return value
    states = [
        graph.Concat(*column, axis=0) if num_layers > 1 else column[0]
        for column in zip(*last, strict=True)
    ]
    return (value, *states)


def _part(graph: Graph, state: Tensor, span: tuple[int, int], layers: int) -> Operand:
    return state if layers == 1 else graph.slice(state, 0, *span)


def _options(mode: str, directions: int) -> dict:
    if mode == "gru":
        return {"linear_before_reset": 1}
    if mode == "rnn_relu":
        return {"activations": ["Relu"] * directions}
    return {}
