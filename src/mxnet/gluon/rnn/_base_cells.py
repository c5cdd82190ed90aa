"""The base classes of recurrent cells: one step in time, and unrolling over a sequence."""

from __future__ import annotations

import numpy as np

from ... import ndarray as nd
from ...base import string_types
from ...util import as_active, is_np_shape
from ..block import Block, HybridBlock
from ..nn import LeakyReLU
from ._sequences import (
    _format_sequence,
    _mask_sequence_variable_length,
    is_merged,
    last_valid,
)


def _get_begin_state(cell, F, begin_state, inputs, batch_size):
    """Return the initial states: the given ones, or zeros like the inputs."""
    if begin_state is not None:
        return begin_state
    first, like = inputs if is_merged(inputs) else inputs[0], {}
    if isinstance(first, nd.NDArray):
        like["ctx"] = first.context
        if np.dtype(first.dtype).kind == "f":
            like["dtype"] = first.dtype
    elif is_np_shape() and not batch_size:
        batch_size = -1  # not known
    return cell.begin_state(func=F.zeros, batch_size=batch_size, **like)


class RecurrentCell(Block):
    """The base class of cells: ``output, new_states = cell(input, states)``."""

    def __init__(self, prefix=None, params=None):
        super().__init__(prefix=prefix, params=params)
        self._modified = False
        self.reset()

    def reset(self):
        """Clear the state that steps have left in the cell, before a new sequence."""
        self._init_counter = -1  # numbers the begin states
        self._counter = -1  # numbers the steps
        for child in self._children.values():
            if isinstance(child, RecurrentCell):
                child.reset()

    def state_info(self, batch_size=0):
        """Return a description of each state: ``shape`` and ``__layout__``."""
        raise NotImplementedError(f"{type(self).__name__} does not define state_info")

    def begin_state(self, batch_size=0, func=nd.zeros, **kwargs):
        """Return the initial states of a sequence, created by ``func(shape=..., **kwargs)``."""
        self._refuse_if_modified()
        states = []
        for info in self.state_info(batch_size):
            self._init_counter += 1
            name = f"{self._prefix}begin_state_{self._init_counter}"
            states.append(as_active(func(**{"name": name, **info, **kwargs})))
        return states

    def _refuse_if_modified(self):
        if self._modified:
            raise AssertionError(
                "After applying modifier cells (e.g. ZoneoutCell) the base cell cannot be called "
                "directly. Call the modifier cell instead."
            )

    def unroll(
        self, length, inputs, begin_state=None, layout="NTC", merge_outputs=None, valid_length=None,
    ):  # fmt: skip
        """Run the cell over a sequence of ``length`` steps.

        Parameters
        ----------
        length : int
            Number of steps.
        inputs : NDArray or list of NDArray
            One array in the given layout, or an array for each step.
        begin_state : list of NDArray, optional
            The initial states; zeros by default.
        layout : str
            The positions of time (T), batch (N) and channels (C) in a merged array.
        merge_outputs : bool, optional
            Whether to return the outputs as one array instead of a list of arrays. The default is a
            list, or one array with ``valid_length``.
        valid_length : NDArray, optional
            The length of each sequence of the batch. Outputs after it are 0, and the returned
            states are those of the last valid step.

        Returns
        -------
        outputs, states
        """
        self.reset()
        steps, axis, F, batch_size = _format_sequence(length, inputs, layout, False)
        states = _get_begin_state(self, F, begin_state, steps, batch_size)
        outputs, states_of_steps = [], []
        for step in steps:
            output, states = self(step, states)
            outputs.append(output)
            if valid_length is not None:
                states_of_steps.append(states)
        if valid_length is not None:
            states = last_valid(F, states_of_steps, valid_length)
            merge = merge_outputs is not False
            outputs = _mask_sequence_variable_length(
                F, outputs, len(steps), valid_length, axis, merge
            )
            return outputs, states
        return _format_sequence(length, outputs, layout, merge_outputs)[0], states

    def _part(self, name):
        """Return the name in a graph of a part of the current step."""
        return f"t{self._counter}_{name}"

    def _get_activation(self, F, inputs, activation, **kwargs):
        """Apply an activation given as a name, a layer or a function."""
        if isinstance(activation, string_types):
            if activation in ("relu", "sigmoid", "softsign", "tanh"):
                return getattr(F, activation)(inputs, **kwargs)
            return F.Activation(inputs, act_type=activation, **kwargs)
        if isinstance(activation, LeakyReLU):
            return F.LeakyReLU(inputs, act_type="leaky", slope=activation._alpha, **kwargs)
        return activation(inputs)

    def forward(self, inputs, states=None):
        """Run one step; return the output and the new states."""
        self._begin_step(states)
        return super().forward(inputs, states)

    def _begin_step(self, states):
        """Count a step, which needs states."""
        if states is None:
            raise TypeError(
                f"{type(self).__name__} '{self.name}' was called without states: pass those that "
                "the step before returned, and begin_state(batch_size) at the first step"
            )
        self._counter += 1


class HybridRecurrentCell(RecurrentCell, HybridBlock):
    """The base class of cells with ``hybrid_forward(F, inputs, states, ...)``."""


class GatedCell(HybridRecurrentCell):
    """The base class of the basic cells: weights and biases of input (i2h) and state (h2h)."""

    _gates = 1

    def __init__(
        self, hidden_size, input_size, state_size, i2h_weight_initializer, h2h_weight_initializer,
        i2h_bias_initializer, h2h_bias_initializer, prefix, params, more_weights=(),
    ):  # fmt: skip
        super().__init__(prefix=prefix, params=params)
        self._hidden_size = hidden_size
        self._input_size = input_size
        rows = self._gates * hidden_size
        for name, shape, init in (
            ("i2h_weight", (rows, input_size), i2h_weight_initializer),
            ("h2h_weight", (rows, state_size), h2h_weight_initializer),
            *more_weights,
            ("i2h_bias", (rows,), i2h_bias_initializer),
            ("h2h_bias", (rows,), h2h_bias_initializer),
        ):
            parameter = self.params.get(name, shape=shape, init=init, allow_deferred_init=True)
            setattr(self, name, parameter)

    def forward(self, inputs, states=None):
        if states is not None:
            self._check_states(states)
        return super().forward(inputs, states)

    def _check_states(self, states):
        """Reject a number of states that differs from the cell's."""
        count = len(self.state_info(0))
        if not isinstance(states, list | tuple) or len(states) != count:
            got = len(states) if isinstance(states, list | tuple) else type(states).__name__
            raise ValueError(
                f"{type(self).__name__} '{self.name}' needs a list of {count} states, got {got}; "
                "begin_state(batch_size) makes the first"
            )

    def state_info(self, batch_size=0):
        return [{"shape": (batch_size, self._hidden_size), "__layout__": "NC"}]

    def _gate_inputs(self, F, inputs, state, i2h_weight, h2h_weight, i2h_bias, h2h_bias):
        """Return the contributions of input and state to all gates."""
        rows = self._gates * self._hidden_size
        return (
            F.FullyConnected(inputs, i2h_weight, i2h_bias, num_hidden=rows, name=self._part("i2h")),
            F.FullyConnected(state, h2h_weight, h2h_bias, num_hidden=rows, name=self._part("h2h")),
        )

    def __repr__(self):
        rows, columns = self.i2h_weight.shape
        return f"{type(self).__name__}({columns or None} -> {rows})"
