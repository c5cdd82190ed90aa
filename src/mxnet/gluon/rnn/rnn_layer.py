"""Recurrent layers that process a sequence with one fused operator."""

from __future__ import annotations

import re
import warnings

from ... import ndarray as nd, ndarray as ndarray, symbol
from ...base import MXNetError
from ...ndarray import NDArray
from ...util import as_active, is_np_array as is_np_array, is_np_shape
from .._fused import fused, recurrent
from .._inputs import refuse
from .._parameter_shapes import shape_is_known
from ..block import HybridBlock
from . import rnn_cell

__all__ = ["GRU", "LSTM", "RNN"]

_CELLS = {
    "rnn_relu": (rnn_cell.RNNCell, {"activation": "relu"}),
    "rnn_tanh": (rnn_cell.RNNCell, {"activation": "tanh"}),
    "lstm": (rnn_cell.LSTMCell, {}),
    "gru": (rnn_cell.GRUCell, {}),
}


class _RNNLayer(HybridBlock):
    """The base class of the layers: parameters of each layer and direction, states, fused operator.

    Parameters are named after their cell: ``l0_i2h_weight`` in the first layer, ``r0_i2h_weight``
    in its backward direction.
    """

    def __init__(
        self, hidden_size, num_layers, layout, dropout, bidirectional, input_size,
        i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer, h2h_bias_initializer,
        mode, projection_size=None, h2r_weight_initializer=None, lstm_state_clip_min=None,
        lstm_state_clip_max=None, lstm_state_clip_nan=False, dtype="float32",
        use_sequence_length=False, **kwargs,
    ):  # fmt: skip
        super().__init__(**kwargs)
        if layout not in ("TNC", "NTC"):
            raise AssertionError(f"Invalid layout {layout}; must be one of ['TNC' or 'NTC']")
        if mode not in _CELLS:
            raise KeyError(f"{mode}: the activation of RNN is 'relu' or 'tanh'")
        self._mode, self._gates = mode, _CELLS[mode][0]._gates
        self._layout, self._dtype = layout, dtype
        self._hidden_size, self._input_size = hidden_size, input_size
        self._projection_size = projection_size or None
        self._num_layers, self._dir = num_layers, 2 if bidirectional else 1
        self._dropout = dropout
        self._use_sequence_length = use_sequence_length
        self.skip_states = None  # whether the caller passed no states and receives none
        self._initializers = {
            "i2h_weight": i2h_weight_initializer,
            "h2h_weight": h2h_weight_initializer,
            "i2h_bias": i2h_bias_initializer,
            "h2h_bias": h2h_bias_initializer,
            "h2r_weight": h2r_weight_initializer,
        }
        self._parts = [name for cell in self._cells() for name in self._register_cell(*cell)]
        self._attributes = {
            "state_size": hidden_size,
            "projection_size": self._projection_size,
            "num_layers": num_layers,
            "bidirectional": bool(bidirectional),
            "mode": mode,
            "p": dropout,
            "state_outputs": True,
            "use_sequence_length": use_sequence_length,
            "lstm_state_clip_min": lstm_state_clip_min,
            "lstm_state_clip_max": lstm_state_clip_max,
            "lstm_state_clip_nan": lstm_state_clip_nan,
        }

    # -------------------------------------------------------------------------------- parameters

    def _cells(self):
        """Yield prefix and input size of each layer and direction."""
        output_size = self._projection_size or self._hidden_size
        for layer in range(self._num_layers):
            for direction in "lr"[: self._dir]:
                yield f"{direction}{layer}_", self._dir * output_size if layer else self._input_size

    def _register_cell(self, prefix, input_size):
        """Create the parameters of one layer in one direction; return their names."""
        rows, projected = self._gates * self._hidden_size, self._projection_size
        shapes = {
            "i2h_weight": (rows, input_size),
            "h2h_weight": (rows, projected or self._hidden_size),
            "i2h_bias": (rows,),
            "h2h_bias": (rows,),
        }
        if projected:
            shapes["h2r_weight"] = (projected, self._hidden_size)
        for name, shape in shapes.items():
            self._register_param(prefix + name, shape, self._initializers[name], self._dtype)
        return [prefix + name for name in shapes]

    def _register_param(self, name, shape, init, dtype):
        parameter = self.params.get(
            name, shape=shape, init=init, allow_deferred_init=True, dtype=dtype
        )
        setattr(self, name, parameter)
        return parameter

    def _collect_params_with_prefix(self, prefix=""):
        """Return the parameters by their names in files: ``_unfused.0.i2h_weight``."""
        start = f"{prefix}." if prefix else ""

        def file_name(name):
            direction, layer, rest = re.match(r"([lr])(\d+)_(.*)", name).groups()
            side = f"{direction}_cell." if self._dir == 2 else ""
            return f"{start}_unfused.{layer}.{side}{rest}"

        return {file_name(name): self._reg_params[name] for name in self._parts}

    def cast(self, dtype):
        super().cast(dtype)
        self._dtype = dtype

    def _unfuse(self):
        """Return cells that share this layer's parameters and compute the same."""
        if self._projection_size:
            raise AssertionError("_unfuse does not support projection layer yet!")
        if any(self._attributes[f"lstm_state_clip_{bound}"] for bound in ("min", "max")):
            raise AssertionError("_unfuse does not support state clipping yet!")
        cell_type, options = _CELLS[self._mode]
        names = ("i2h_weight", "h2h_weight", "i2h_bias", "h2h_bias")
        options = options | {f"{name}_initializer": self._initializers[name] for name in names}

        def make(prefix, input_size):
            return cell_type(self._hidden_size, prefix=prefix, input_size=input_size, **options)

        stack = rnn_cell.HybridSequentialRNNCell(prefix=self.prefix, params=self.params)
        with stack.name_scope():
            cells = [make(*cell) for cell in self._cells()]
            if self._dir == 2:
                pairs = zip(cells[::2], cells[1::2], strict=True)
                cells = [rnn_cell.BidirectionalCell(left, right) for left, right in pairs]
            for position, cell in enumerate(cells):
                if position and self._dropout > 0:
                    stack.add(rnn_cell.DropoutCell(self._dropout))
                stack.add(cell)
        return stack

    # ------------------------------------------------------------------------------------ states

    def state_info(self, batch_size=0):
        """Return a description of each state: ``shape``, ``__layout__`` and ``dtype``."""
        return [self._state(batch_size, self._hidden_size)]

    def _state(self, batch_size, size):
        shape = (self._num_layers * self._dir, batch_size, size)
        return {"shape": shape, "__layout__": "LNC", "dtype": self._dtype}

    def begin_state(self, batch_size=0, func=nd.zeros, **kwargs):
        """Return the initial states of a sequence, created by ``func(shape=..., **kwargs)``."""
        if func is nd.zeros and not batch_size and not is_np_shape():
            raise MXNetError(
                f"{type(self).__name__} '{self.name}': begin_state needs the number of sequences, "
                "as in begin_state(batch_size=4)"
            )
        return [
            as_active(func(**{"name": f"{self.prefix}h0_{number}", **info, **kwargs}))
            for number, info in enumerate(self.state_info(batch_size))
        ]

    # ----------------------------------------------------------------------------------- running

    def __call__(self, inputs, states=None, sequence_length=None, **kwargs):
        """Run the layer; return the output, and the new states if states were passed."""
        if self.skip_states is not (states is None):
            self.skip_states = states is None
        if states is None and isinstance(inputs, NDArray):
            axis = self._layout.find("N")  # -1 if missing: the operator reports the number of axes
            batch_size = inputs.shape[axis] if inputs.ndim > axis else 1
            states = self.begin_state(batch_size, ctx=inputs.context)
        elif states is None:
            if not isinstance(inputs, symbol.Symbol):
                refuse(self, inputs)
            states = self.begin_state(-1 if is_np_shape() else 0, func=symbol.zeros)
        else:
            states = [states] if not isinstance(states, list | tuple) else states
            self._check_states(inputs, states)
        if sequence_length is None:
            return super().__call__(inputs, states, **kwargs)
        if not self._use_sequence_length:
            warnings.warn(
                f"{type(self).__name__} ignores sequence_length: make the layer with "
                "use_sequence_length=True",
                stacklevel=2,
            )
            return super().__call__(inputs, states, **kwargs)
        return super().__call__(inputs, states, sequence_length, **kwargs)

    def _check_states(self, inputs, states):
        """Reject states that do not match this layer and the inputs."""
        batch = inputs.shape[self._layout.find("N")] if type(inputs) is NDArray else None
        expected = [info["shape"] for info in self.state_info(batch)]
        actual = [state.shape if type(state) is NDArray else None for state in states]
        if len(actual) == len(expected) and (batch is None or actual == expected or None in actual):
            return
        raise MXNetError(
            f"{type(self).__name__} '{self.name}' needs {len(expected)} states of shapes "
            f"{', '.join(map(str, expected))} for inputs of shape {getattr(inputs, 'shape', '?')} "
            f"in layout {self._layout}, got {len(actual)}: {', '.join(map(str, actual))}"
        )

    def forward(self, x, *args):
        if isinstance(x, NDArray):
            self._infer_input_size(x)
        return super().forward(x, *args)

    def _infer_input_size(self, inputs):
        """Complete the shapes of the first layer's weights."""
        for name in ("l0_i2h_weight", "r0_i2h_weight")[: self._dir]:
            weight = self._reg_params[name]
            if not shape_is_known(weight.shape):
                self._check_rank(inputs.shape)
                weight.shape = (weight.shape[0], inputs.shape[2])

    def _check_rank(self, shape):
        if len(shape) != 3:
            raise ValueError(
                f"{type(self).__name__}: input data should be rank-3 array of layout "
                f"{self._layout}, got shape {shape}. T is the time, N the batch and C the features "
                "of a step: expand_dims(axis) adds an axis that is missing"
            )

    def hybrid_forward(self, F, inputs, states, sequence_length=None, **params):
        batch_first = self._layout == "NTC"
        if batch_first:
            inputs = F.swapaxes(inputs, dim1=0, dim2=1)
        output, *states = self._forward_kernel(F, inputs, states, sequence_length, **params)
        if batch_first:
            output = F.swapaxes(output, dim1=0, dim2=1)
        return output if self.skip_states else (output, states)

    @fused(recurrent)
    def _forward_kernel(self, F, inputs, states, sequence_length, **params):
        """Run the operator RNN; return the output and the new states."""
        lengths = [] if sequence_length is None else [sequence_length]
        vector = self._parameter_vector(F, params)
        return F.RNN(inputs, vector, *states, *lengths, **self._attributes)

    def _parameter_vector(self, F, params):
        """Return all parameters as the vector of the operator RNN: weights, then biases."""
        weights = [name for name in self._parts if name.endswith("weight")]
        biases = [name for name in self._parts if name.endswith("bias")]
        flat = [F.reshape(params[name], shape=(-1,)) for name in weights + biases]
        return F._internal._rnn_param_concat(*flat, dim=0)

    def __repr__(self):
        rows, columns = self.l0_i2h_weight.shape
        shown = [f"{columns or None} -> {rows // self._gates}", self._layout]
        if self._num_layers != 1:
            shown.append(f"num_layers={self._num_layers}")
        if self._dropout != 0:
            shown.append(f"dropout={self._dropout}")
        if self._dir == 2:
            shown.append("bidirectional")
        return f"{type(self).__name__}({', '.join(shown)})"


class RNN(_RNNLayer):
    """Plain recurrent layers: ``h' = activation(W x + b + U h + c)``.

    >>> layer = RNN(100, 3)
    >>> layer.initialize()
    >>> layer(nd.ones((5, 2, 10))).shape
    (5, 2, 100)
    >>> output, states = layer(nd.ones((5, 2, 10)), layer.begin_state(batch_size=2))
    >>> states[0].shape
    (3, 2, 100)
    """

    def __init__(
        self, hidden_size, num_layers=1, activation="relu", layout="TNC", dropout=0,
        bidirectional=False, i2h_weight_initializer=None, h2h_weight_initializer=None,
        i2h_bias_initializer="zeros", h2h_bias_initializer="zeros", input_size=0, dtype="float32",
        **kwargs,
    ):  # fmt: skip
        super().__init__(
            hidden_size, num_layers, layout, dropout, bidirectional, input_size,
            i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer,
            h2h_bias_initializer, mode=f"rnn_{activation}", dtype=dtype, **kwargs,
        )  # fmt: skip


class LSTM(_RNNLayer):
    """Layers with long short-term memory (Hochreiter and Schmidhuber, 1997).

    ``projection_size`` makes the outputs smaller than the memory (Sak et al., 2014);
    ``state_clip_min`` and ``state_clip_max`` bound the memory.
    """

    def __init__(
        self, hidden_size, num_layers=1, layout="TNC", dropout=0, bidirectional=False, input_size=0,
        i2h_weight_initializer=None, h2h_weight_initializer=None, i2h_bias_initializer="zeros",
        h2h_bias_initializer="zeros", projection_size=None, h2r_weight_initializer=None,
        state_clip_min=None, state_clip_max=None, state_clip_nan=False, dtype="float32", **kwargs,
    ):  # fmt: skip
        super().__init__(
            hidden_size, num_layers, layout, dropout, bidirectional, input_size,
            i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer,
            h2h_bias_initializer, mode="lstm", projection_size=projection_size,
            h2r_weight_initializer=h2r_weight_initializer, lstm_state_clip_min=state_clip_min,
            lstm_state_clip_max=state_clip_max, lstm_state_clip_nan=state_clip_nan, dtype=dtype,
            **kwargs,
        )  # fmt: skip

    def state_info(self, batch_size=0):
        output_size = self._projection_size or self._hidden_size
        return [self._state(batch_size, size) for size in (output_size, self._hidden_size)]


class GRU(_RNNLayer):
    """Layers of gated recurrent units (Cho et al., 2014), in cuDNN's form."""

    def __init__(
        self, hidden_size, num_layers=1, layout="TNC", dropout=0, bidirectional=False, input_size=0,
        i2h_weight_initializer=None, h2h_weight_initializer=None, i2h_bias_initializer="zeros",
        h2h_bias_initializer="zeros", dtype="float32", **kwargs,
    ):  # fmt: skip
        super().__init__(
            hidden_size, num_layers, layout, dropout, bidirectional, input_size,
            i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer,
            h2h_bias_initializer, mode="gru", dtype=dtype, **kwargs,
        )  # fmt: skip
