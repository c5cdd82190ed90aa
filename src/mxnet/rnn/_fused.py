"""FusedRNNCell: all layers and steps in one operator, with all weights in one vector."""

from __future__ import annotations

import warnings

from .. import initializer as init, ndarray, symbol
from ..base import MXNetError
from ._base import MODULE, BaseRNNCell, normalize_sequence
from ._cells import GRUCell, LSTMCell, RNNCell
from ._composite import BidirectionalCell, DropoutCell, SequentialRNNCell

CELLS = {"rnn_relu": RNNCell, "rnn_tanh": RNNCell, "lstm": LSTMCell, "gru": GRUCell}


class FusedRNNCell(BaseRNNCell):
    """Several recurrent layers in one operator; ``unfuse`` returns cells with the same weights.

    ``mode`` is rnn_relu, rnn_tanh, lstm or gru. With ``get_next_state``, ``unroll`` returns the
    last states.
    """

    _cannot_be_stepped = True

    def __init__(
        self, num_hidden, num_layers=1, mode="lstm", bidirectional=False, dropout=0.0,
        get_next_state=False, forget_bias=1.0, prefix=None, params=None,
    ):  # fmt: skip
        super().__init__(prefix=f"{mode}_" if prefix is None else prefix, params=params)
        if mode not in CELLS:
            raise MXNetError(f"mode must be one of {', '.join(CELLS)}, got {mode!r}")
        self._mode, self._num_layers, self._num_hidden = mode, num_layers, num_hidden
        self._bidirectional, self._dropout = bidirectional, dropout
        self._forget_bias, self._get_next_state = forget_bias, get_next_state
        self._directions = ["l", "r"] if bidirectional else ["l"]
        shape = num_hidden, num_layers, mode, bidirectional, forget_bias
        self._parameter = self.params.get("parameters", init=init.FusedRNN(None, *shape))

    @property
    def state_info(self):
        layers = len(self._directions) * self._num_layers
        info = {"shape": (layers, 0, self._num_hidden), "__layout__": "LNC"}
        return [dict(info) for _ in range(2 if self._mode == "lstm" else 1)]

    @property
    def _gate_names(self):
        return CELLS[self._mode]._gate_names

    @property
    def _num_gates(self):
        return len(self._gate_names)

    # ---------------------------------------------------------------------------------- weights

    def _slice_weights(self, arr, li, lh):
        """Return views of the vector by the weight names of unfused cells.

        ``li`` and ``lh`` are the sizes of the input and of the states.
        """
        layers = [(layer, d) for layer in range(self._num_layers) for d in self._directions]
        parts, start = {}, 0
        for kind in ("weight", "bias"):  # MXNet: all weights come before all biases
            for layer, direction in layers:
                below = li if layer == 0 else lh * len(self._directions)
                for group, width in (("i2h", below), ("h2h", lh)):
                    for gate in self._gate_names:
                        shape = (lh, width) if kind == "weight" else (lh,)
                        end = start + lh * (width if kind == "weight" else 1)
                        name = f"{self._prefix}{direction}{layer}_{group}{gate}_{kind}"
                        parts[name] = arr[start:end].reshape(shape)
                        start = end
        if start != arr.size:
            raise AssertionError(
                f"'{self._parameter.name}' has {arr.size} elements, for inputs of size {li} there "
                f"must be {start}"
            )
        return parts

    def _rows_and_columns(self) -> tuple[int, int]:
        """Return the sizes of the vector as a matrix, without the columns of the inputs."""
        hidden, directions = self._num_hidden, len(self._directions)
        upper = (self._num_layers - 1) * (directions * hidden + hidden + 2)
        return directions * hidden * self._num_gates, hidden + 2 + upper

    def _input_size(self, total) -> int:
        """Infer the size of the input from the number of elements of the vector."""
        rows, fixed = self._rows_and_columns()
        return total // rows - fixed

    def unpack_weights(self, args):
        """Split the vector into the weights of each gate; return all arrays."""
        args = dict(args)
        vector = args.pop(self._parameter.name)
        parts = self._slice_weights(vector, self._input_size(vector.size), self._num_hidden)
        return {**args, **{name: part.copy() for name, part in parts.items()}}

    def pack_weights(self, args):
        """Concatenate the weights of each gate to the vector; return all arrays."""
        args = dict(args)
        first = args[f"{self._prefix}l0_i2h{self._gate_names[0]}_weight"]
        rows, fixed = self._rows_and_columns()
        size = rows * (first.shape[1] + fixed)
        vector = ndarray.zeros((size,), ctx=first.context, dtype=first.dtype)
        for name, part in self._slice_weights(vector, first.shape[1], self._num_hidden).items():
            part[:] = args.pop(name)
        args[self._parameter.name] = vector
        return args

    # ---------------------------------------------------------------------------------- running

    def __call__(self, inputs, states):
        raise NotImplementedError("FusedRNNCell cannot be stepped. Please use unroll")

    def unroll(self, length, inputs, begin_state=None, layout="NTC", merge_outputs=None):
        """Create the graph of ``length`` steps; the layout TNC needs no transposition."""
        self.reset()
        inputs, axis = normalize_sequence(length, inputs, layout, merge=True)
        if axis not in (0, 1):
            raise AssertionError(f"Unsupported layout {layout}")
        if axis == 1:
            warnings.warn(
                "NTC layout detected. Consider using TNC for FusedRNNCell for faster speed",
                stacklevel=2,
            )
            inputs = symbol.swapaxes(inputs, dim1=0, dim2=1)
        states = self.begin_state() if begin_state is None else begin_state
        names = ("state", "state_cell")[: len(states)]
        rnn = symbol.RNN(
            data=inputs,
            parameters=self._parameter,
            state_size=self._num_hidden,
            num_layers=self._num_layers,
            bidirectional=self._bidirectional,
            p=self._dropout,
            state_outputs=self._get_next_state,
            mode=self._mode,
            name=f"{self._prefix}rnn",
            **dict(zip(names, states, strict=True)),
        )
        outputs, new_states = rnn[0], []
        if self._get_next_state:
            rnn._set_attr(__layout__="LNC")
            new_states = [rnn[i + 1] for i in range(len(states))]
        if axis == 1:
            outputs = symbol.swapaxes(outputs, dim1=0, dim2=1)
        outputs, _ = normalize_sequence(length, outputs, layout, merge_outputs)
        return outputs, new_states

    def unfuse(self):
        """Return a sequence of cells that computes the same."""
        stack = SequentialRNNCell()
        for layer in range(self._num_layers):
            if self._bidirectional:
                left, right = (self._cell(f"{self._prefix}{d}{layer}_") for d in "lr")
                stack.add(
                    BidirectionalCell(left, right, output_prefix=f"{self._prefix}bi_l{layer}_")
                )
            else:
                stack.add(self._cell(f"{self._prefix}l{layer}_"))
            if self._dropout > 0 and layer < self._num_layers - 1:
                stack.add(DropoutCell(self._dropout, prefix=f"{self._prefix}_dropout{layer}_"))
        return stack

    def _cell(self, prefix):
        if self._mode == "lstm":
            return LSTMCell(self._num_hidden, prefix=prefix, forget_bias=self._forget_bias)
        if self._mode == "gru":
            return GRUCell(self._num_hidden, prefix=prefix)
        return RNNCell(self._num_hidden, activation=self._mode.removeprefix("rnn_"), prefix=prefix)


FusedRNNCell.__module__ = MODULE
