"""Recurrent cells: the basic ones, and all others under the names of MXNet."""

from __future__ import annotations

from ... import ndarray as ndarray, symbol as symbol
from ...base import _as_list as _as_list, numeric_types as numeric_types, string_types
from .._fused import fused, gru_step, lstm_step
from ..block import Block as Block, HybridBlock as HybridBlock
from ..nn import LeakyReLU as LeakyReLU
from ..parameter import tensor_types as tensor_types
from ._base_cells import (
    GatedCell,
    HybridRecurrentCell,
    RecurrentCell,
    _get_begin_state as _get_begin_state,
)
from ._combined_cells import (
    BidirectionalCell,
    DropoutCell,
    HybridSequentialRNNCell,
    ModifierCell,
    ResidualCell,
    SequentialRNNCell,
    ZoneoutCell,
    _cells_begin_state as _cells_begin_state,
    _cells_state_info as _cells_state_info,
)
from ._sequences import (
    _format_sequence as _format_sequence,
    _mask_sequence_variable_length as _mask_sequence_variable_length,
    _reverse_sequences as _reverse_sequences,
)

__all__ = [
    "BidirectionalCell", "DropoutCell", "GRUCell", "HybridRecurrentCell",
    "HybridSequentialRNNCell", "LSTMCell", "ModifierCell", "RNNCell", "RecurrentCell",
    "ResidualCell", "SequentialRNNCell", "ZoneoutCell",
]  # fmt: skip


class RNNCell(GatedCell):
    """A plain recurrent cell: ``h' = activation(W x + b + U h + c)``.

    >>> cell = RNNCell(3)
    >>> cell.initialize()
    >>> output, states = cell(nd.ones((2, 4)), cell.begin_state(batch_size=2))
    >>> output.shape, len(states)
    ((2, 3), 1)
    """

    def __init__(
        self, hidden_size, activation="tanh", i2h_weight_initializer=None,
        h2h_weight_initializer=None, i2h_bias_initializer="zeros", h2h_bias_initializer="zeros",
        input_size=0, prefix=None, params=None,
    ):  # fmt: skip
        super().__init__(
            hidden_size, input_size, hidden_size, i2h_weight_initializer,
            h2h_weight_initializer, i2h_bias_initializer, h2h_bias_initializer, prefix, params,
        )  # fmt: skip
        self._activation = activation

    def _alias(self):
        return "rnn"

    def hybrid_forward(self, F, inputs, states, i2h_weight, h2h_weight, i2h_bias, h2h_bias):
        i2h, h2h = self._gate_inputs(
            F, inputs, states[0], i2h_weight, h2h_weight, i2h_bias, h2h_bias
        )
        total = F.elemwise_add(i2h, h2h, name=self._part("plus0"))
        output = self._get_activation(F, total, self._activation, name=self._part("out"))
        return output, [output]

    def __repr__(self):
        return f"{super().__repr__()[:-1]}, {self._activation})"


class LSTMCell(GatedCell):
    """A cell with long short-term memory (Hochreiter and Schmidhuber, 1997).

    The states are the output and the memory. The order of the gates is input, forget, memory,
    output.
    """

    _gates = 4

    def __init__(
        self, hidden_size, i2h_weight_initializer=None, h2h_weight_initializer=None,
        i2h_bias_initializer="zeros", h2h_bias_initializer="zeros", input_size=0, prefix=None,
        params=None, activation="tanh", recurrent_activation="sigmoid",
    ):  # fmt: skip
        super().__init__(
            hidden_size, input_size, hidden_size, i2h_weight_initializer,
            h2h_weight_initializer, i2h_bias_initializer, h2h_bias_initializer, prefix, params,
        )  # fmt: skip
        self._activation = activation
        self._recurrent_activation = recurrent_activation

    def state_info(self, batch_size=0):
        return [*super().state_info(batch_size), *super().state_info(batch_size)]

    def _alias(self):
        return "lstm"

    @fused(lstm_step)
    def hybrid_forward(self, F, inputs, states, i2h_weight, h2h_weight, i2h_bias, h2h_bias):
        i2h, h2h = self._gate_inputs(
            F, inputs, states[0], i2h_weight, h2h_weight, i2h_bias, h2h_bias
        )
        total = F.elemwise_add(i2h, h2h, name=self._part("plus0"))
        i, f, c, o = F.SliceChannel(total, num_outputs=4, name=self._part("slice"))
        gate, activation = self._recurrent_activation, self._activation
        i = self._get_activation(F, i, gate, name=self._part("i"))
        f = self._get_activation(F, f, gate, name=self._part("f"))
        c = self._get_activation(F, c, activation, name=self._part("c"))
        o = self._get_activation(F, o, gate, name=self._part("o"))
        kept = F.elemwise_mul(f, states[1], name=self._part("mul0"))
        added = F.elemwise_mul(i, c, name=self._part("mul1"))
        memory = F.elemwise_add(kept, added, name=self._part("state"))
        if isinstance(activation, string_types):  # MXNet: this class uses the operator Activation
            activated = F.Activation(memory, act_type=activation, name=self._part("activation0"))
        else:
            activated = self._get_activation(F, memory, activation)
        output = F.elemwise_mul(o, activated, name=self._part("out"))
        return output, [output, memory]


class GRUCell(GatedCell):
    """A gated recurrent unit (Cho et al., 2014), in the form of fused kernels.

    The order of the gates is reset, update, new.
    """

    _gates = 3

    def __init__(
        self, hidden_size, i2h_weight_initializer=None, h2h_weight_initializer=None,
        i2h_bias_initializer="zeros", h2h_bias_initializer="zeros", input_size=0, prefix=None,
        params=None,
    ):  # fmt: skip
        super().__init__(
            hidden_size, input_size, hidden_size, i2h_weight_initializer,
            h2h_weight_initializer, i2h_bias_initializer, h2h_bias_initializer, prefix, params,
        )  # fmt: skip

    def _alias(self):
        return "gru"

    @fused(gru_step)
    def hybrid_forward(self, F, inputs, states, i2h_weight, h2h_weight, i2h_bias, h2h_bias):
        old = states[0]
        i2h, h2h = self._gate_inputs(F, inputs, old, i2h_weight, h2h_weight, i2h_bias, h2h_bias)
        i_reset, i_update, i_new = F.SliceChannel(i2h, num_outputs=3, name=self._part("i2h_slice"))
        h_reset, h_update, h_new = F.SliceChannel(h2h, num_outputs=3, name=self._part("h2h_slice"))

        def activate(total, kind, name):
            return F.Activation(total, act_type=kind, name=self._part(f"{name}_act"))

        reset = activate(F.elemwise_add(i_reset, h_reset, name=self._part("plus0")), "sigmoid", "r")
        update = activate(
            F.elemwise_add(i_update, h_update, name=self._part("plus1")), "sigmoid", "z"
        )
        recalled = F.elemwise_mul(reset, h_new, name=self._part("mul0"))
        new = activate(F.elemwise_add(i_new, recalled, name=self._part("plus2")), "tanh", "h")
        ones = F.ones_like(update, name=self._part("ones_like0"))
        renewal = F.elemwise_sub(ones, update, name=self._part("minus0"))
        output = F.elemwise_add(
            F.elemwise_mul(renewal, new, name=self._part("mul1")),
            F.elemwise_mul(update, old, name=self._part("mul20")),
            name=self._part("out"),
        )
        return output, [output]


for _name in __all__:
    globals()[_name].__module__ = __name__  # where users and pickles find them
