"""The plain recurrent cells: RNN, LSTM, GRU."""

from __future__ import annotations

from .. import initializer as init, symbol
from ._base import MODULE, BaseRNNCell


def lstm_step(name, gates, cell_state, activation, axis=None):
    """Create the graph after the sums of an LSTM; return the output and the cell state."""
    where = {} if axis is None else {"axis": axis}
    gates = symbol.SliceChannel(gates, num_outputs=4, name=f"{name}slice", **where)
    in_gate = symbol.Activation(gates[0], act_type="sigmoid", name=f"{name}i")
    forget_gate = symbol.Activation(gates[1], act_type="sigmoid", name=f"{name}f")
    candidate = activation(gates[2], name=f"{name}c")
    out_gate = symbol.Activation(gates[3], act_type="sigmoid", name=f"{name}o")
    carried, new = forget_gate * cell_state, in_gate * candidate
    cell_state = symbol.elemwise_add(carried, new, name=f"{name}state")
    output = symbol.elemwise_mul(out_gate, activation(cell_state), name=f"{name}out")
    return output, cell_state


def gru_step(name, from_input, from_state, state, activation):
    """Create the graph after the sums of a GRU; return the output, which is also the state."""
    i2h = symbol.SliceChannel(from_input, num_outputs=3, name=f"{name}_i2h_slice")
    h2h = symbol.SliceChannel(from_state, num_outputs=3, name=f"{name}_h2h_slice")
    reset = symbol.Activation(i2h[0] + h2h[0], act_type="sigmoid", name=f"{name}_r_act")
    update = symbol.Activation(i2h[1] + h2h[1], act_type="sigmoid", name=f"{name}_z_act")
    candidate = activation(i2h[2] + reset * h2h[2], name=f"{name}_h_act")
    new, carried = (1.0 - update) * candidate, update * state
    return symbol.elemwise_add(new, carried, name=f"{name}out")


class _DenseCell(BaseRNNCell):
    """A cell whose gates are sums of two fully connected layers, of the input and of the state."""

    def __init__(self, num_hidden, prefix, params, bias_init=None):
        super().__init__(prefix=prefix, params=params)
        self._num_hidden = num_hidden
        own = {} if bias_init is None else {"init": bias_init}
        self._iW = self.params.get("i2h_weight")
        self._iB = self.params.get("i2h_bias", **own)
        self._hW = self.params.get("h2h_weight")
        self._hB = self.params.get("h2h_bias")

    @property
    def state_info(self):
        return [{"shape": (0, self._num_hidden), "__layout__": "NC"}]

    def _sums(self, inputs, state, name):
        units = self._num_hidden * len(self._gate_names)
        return (
            symbol.FullyConnected(inputs, self._iW, self._iB, num_hidden=units, name=f"{name}i2h"),
            symbol.FullyConnected(state, self._hW, self._hB, num_hidden=units, name=f"{name}h2h"),
        )

    def _tanh(self, data, **kwargs):
        return self._get_activation(data, "tanh", **kwargs)


class RNNCell(_DenseCell):
    """Computes ``output = activation(W input + b + U state + c)``, which is also the state."""

    def __init__(self, num_hidden, activation="tanh", prefix="rnn_", params=None):
        super().__init__(num_hidden, prefix, params)
        self._activation = activation

    _gate_names = ("",)

    def __call__(self, inputs, states):
        name = self._next_name()
        i2h, h2h = self._sums(inputs, states[0], name)
        output = self._get_activation(i2h + h2h, self._activation, name=f"{name}out")
        return output, [output]


class LSTMCell(_DenseCell):
    """Long short-term memory; the bias of the forget gate is initialized to ``forget_bias``."""

    def __init__(self, num_hidden, prefix="lstm_", params=None, forget_bias=1.0):
        super().__init__(num_hidden, prefix, params, init.LSTMBias(forget_bias=forget_bias))

    @property
    def state_info(self):
        return super().state_info * 2

    _gate_names = ("_i", "_f", "_c", "_o")

    def __call__(self, inputs, states):
        name = self._next_name()
        i2h, h2h = self._sums(inputs, states[0], name)
        output, cell_state = lstm_step(name, i2h + h2h, states[1], self._tanh)
        return output, [output, cell_state]


class GRUCell(_DenseCell):
    """A gated recurrent unit in cuDNN's form."""

    def __init__(self, num_hidden, prefix="gru_", params=None):
        super().__init__(num_hidden, prefix, params)

    _gate_names = ("_r", "_z", "_o")

    def __call__(self, inputs, states):
        name = self._next_name()
        # MXNet: the names have a second underscore.
        sums = self._sums(inputs, states[0], f"{name}_")
        output = gru_step(name, *sums, states[0], self._tanh)
        return output, [output]


for _class in (RNNCell, LSTMCell, GRUCell):
    _class.__module__ = MODULE
