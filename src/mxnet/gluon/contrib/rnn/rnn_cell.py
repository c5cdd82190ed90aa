"""Cells with variational dropout or a projection, and unrolling over a dynamic length."""

from __future__ import annotations

from .... import symbol
from ....base import _as_list
from ...rnn import (
    BidirectionalCell,
    HybridRecurrentCell as HybridRecurrentCell,
    ModifierCell,
    SequentialRNNCell as SequentialRNNCell,
)
from ...rnn._base_cells import GatedCell
from ...rnn._sequences import _format_sequence, is_merged, operators_for
from ...rnn.rnn_cell import (
    _get_begin_state as _get_begin_state,
    _mask_sequence_variable_length as _mask_sequence_variable_length,
)

__all__ = ["LSTMPCell", "VariationalDropoutCell"]


class VariationalDropoutCell(ModifierCell):
    """Drops the same elements of inputs, states and outputs at every step.

    See Gal and Ghahramani, 2016. The masks are drawn at the first step and again after ``reset``.
    """

    def __init__(self, base_cell, drop_inputs=0.0, drop_states=0.0, drop_outputs=0.0):
        if drop_states and isinstance(base_cell, BidirectionalCell):
            raise AssertionError(
                "BidirectionalCell doesn't support variational state dropout. "
                "Please add VariationalDropoutCell to the cells underneath instead."
            )
        super().__init__(base_cell)
        self.drop_inputs = drop_inputs
        self.drop_states = drop_states
        self.drop_outputs = drop_outputs

    def _alias(self):
        return "vardrop"

    def reset(self):
        self.drop_inputs_mask = self.drop_states_mask = self.drop_outputs_mask = None
        super().reset()

    def _initialize_input_masks(self, F, inputs, states):
        if self.drop_states and self.drop_states_mask is None:
            self.drop_states_mask = F.Dropout(F.ones_like(states[0]), p=self.drop_states)
        if self.drop_inputs and self.drop_inputs_mask is None:
            self.drop_inputs_mask = F.Dropout(F.ones_like(inputs), p=self.drop_inputs)

    def _initialize_output_mask(self, F, output):
        if self.drop_outputs and self.drop_outputs_mask is None:
            self.drop_outputs_mask = F.Dropout(F.ones_like(output), p=self.drop_outputs)

    def hybrid_forward(self, F, inputs, states):
        self._initialize_input_masks(F, inputs, states)
        if self.drop_states:
            # MXNet: dropout only applies to the first state, the previous output
            first, *rest = states
            states = [first * self.drop_states_mask, *rest]
        if self.drop_inputs:
            inputs = inputs * self.drop_inputs_mask
        output, states = self.base_cell(inputs, states)
        self._initialize_output_mask(F, output)
        return (output * self.drop_outputs_mask if self.drop_outputs else output), states

    def unroll(
        self, length, inputs, begin_state=None, layout="NTC", merge_outputs=None, valid_length=None,
    ):  # fmt: skip
        if self.drop_states:
            return super().unroll(length, inputs, begin_state, layout, merge_outputs, valid_length)
        self.reset()
        # Without dropout of states, a mask shared by all steps is dropout with a time axis of size
        # 1.
        inputs, axis, F, _ = _format_sequence(length, inputs, layout, True)
        inputs = _apply_dropout(F, inputs, self.drop_inputs, axis)
        with self._base_in_use() as base:
            outputs, states = base.unroll(length, inputs, begin_state, layout, True, valid_length)
        outputs = _apply_dropout(F, outputs, self.drop_outputs, axis)
        merge = merge_outputs is not False
        return _format_sequence(length, outputs, layout, merge)[0], states

    def __repr__(self):
        shares = f"p_out = {self.drop_outputs}, p_state = {self.drop_states}"
        return f"{type(self).__name__}({shares})"


def _apply_dropout(F, sequence, share, time_axis):
    return F.Dropout(sequence, p=share, axes=(time_axis,)) if share else sequence


class LSTMPCell(GatedCell):
    """An LSTM whose output is projected to ``projection_size`` (Sak et al., 2014)."""

    _gates = 4

    def __init__(
        self, hidden_size, projection_size, i2h_weight_initializer=None,
        h2h_weight_initializer=None, h2r_weight_initializer=None, i2h_bias_initializer="zeros",
        h2h_bias_initializer="zeros", input_size=0, prefix=None, params=None,
    ):  # fmt: skip
        super().__init__(
            hidden_size, input_size, projection_size, i2h_weight_initializer,
            h2h_weight_initializer, i2h_bias_initializer, h2h_bias_initializer, prefix, params,
            [("h2r_weight", (projection_size, hidden_size), h2r_weight_initializer)],
        )  # fmt: skip
        self._projection_size = projection_size

    def state_info(self, batch_size=0):
        return [
            {"shape": (batch_size, size), "__layout__": "NC"}
            for size in (self._projection_size, self._hidden_size)
        ]

    def _alias(self):
        return "lstmp"

    def hybrid_forward(
        self, F, inputs, states, i2h_weight, h2h_weight, h2r_weight, i2h_bias, h2h_bias
    ):
        i2h, h2h = self._gate_inputs(
            F, inputs, states[0], i2h_weight, h2h_weight, i2h_bias, h2h_bias
        )
        i, f, c, o = F.SliceChannel(i2h + h2h, num_outputs=4, name=self._part("slice"))
        i = F.Activation(i, act_type="sigmoid", name=self._part("i"))
        f = F.Activation(f, act_type="sigmoid", name=self._part("f"))
        c = F.Activation(c, act_type="tanh", name=self._part("c"))
        o = F.Activation(o, act_type="sigmoid", name=self._part("o"))
        memory = F.elemwise_add(f * states[1], i * c, name=self._part("state"))
        activation = F.Activation(memory, act_type="tanh")
        hidden = F.elemwise_mul(o, activation, name=self._part("hidden"))
        output = F.FullyConnected(
            hidden,
            h2r_weight,
            num_hidden=self._projection_size,
            no_bias=True,
            name=self._part("out"),
        )
        return output, [output, memory]

    def __repr__(self):
        return f"{super().__repr__()[:-1]} -> {self._projection_size})"


def dynamic_unroll(
    cell, inputs, begin_state, drop_inputs=0, drop_outputs=0, layout="TNC", valid_length=None
):
    """Run a cell over all steps of the inputs.

    Parameters
    ----------
    cell : RecurrentCell
    inputs : NDArray or Symbol
        The sequence as one array in the given layout, ``TNC`` or ``NTC``.
    begin_state : list of NDArray
        The initial states.
    drop_inputs, drop_outputs : float
        The dropout fractions, with masks shared by all steps.
    valid_length : NDArray, optional
        The length of each sequence of the batch. Outputs after it are 0, and the returned states
        are those of the last valid step.

    Returns
    -------
    outputs, states
        The outputs as one array in the same layout.
    """
    if not is_merged(inputs):
        raise AssertionError("dynamic_unroll expects the inputs as one array, got a list")
    if begin_state is None:
        raise AssertionError("dynamic_unroll needs the states to begin with, got None")
    F, axis = operators_for(inputs), layout.find("T")
    inputs, states = _apply_dropout(F, inputs, drop_inputs, axis), _as_list(begin_state)
    if F is symbol:
        outputs, states = _unroll_with_foreach(F, cell, inputs, states, axis, valid_length)
    else:
        outputs, states = cell.unroll(None, inputs, states, layout, True, valid_length)
    return _apply_dropout(F, outputs, drop_outputs, axis), states


def _unroll_with_foreach(F, cell, inputs, states, axis, valid_length):
    """Run a cell over symbols in a loop, because the number of steps is unknown in a graph."""

    def step(data, states):
        output, states = cell(data, states)
        # With sequence lengths, the states of all steps are needed to select the last valid ones.
        return ([output, *states] if valid_length is not None else output), states

    results, states = F.contrib.foreach(step, _time_first(F, inputs, axis), states)
    if valid_length is None:
        return _time_first(F, results, axis), states
    outputs, *at_steps = results
    states = [F.SequenceLast(s, valid_length, use_sequence_length=True) for s in at_steps]
    outputs = F.SequenceMask(outputs, valid_length, use_sequence_length=True)
    return _time_first(F, outputs, axis), states


def _time_first(F, sequence, axis):
    """Swap the time and batch axes if time is second; calling it again undoes this."""
    return F.swapaxes(sequence, dim1=0, dim2=1) if axis else sequence
