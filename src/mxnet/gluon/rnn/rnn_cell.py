"""Recurrent cells: one step in time, and unrolling over a sequence."""

from __future__ import annotations

import contextlib

import numpy as np

from ... import ndarray as nd, ndarray as ndarray, symbol as symbol
from ...base import _as_list as _as_list, numeric_types, string_types
from ...util import as_active, is_np_shape
from .._fused import fused, gru_step, lstm_step
from ..block import Block, HybridBlock
from ..nn import LeakyReLU
from ..parameter import tensor_types as tensor_types
from ._sequences import (
    _format_sequence,
    _mask_sequence_variable_length,
    _reverse_sequences,
    is_merged,
    last_valid,
)

__all__ = [
    "BidirectionalCell", "DropoutCell", "GRUCell", "HybridRecurrentCell",
    "HybridSequentialRNNCell", "LSTMCell", "ModifierCell", "RNNCell", "RecurrentCell",
    "ResidualCell", "SequentialRNNCell", "ZoneoutCell",
]  # fmt: skip


def _cells_state_info(cells, batch_size):
    """Return the descriptions of the states of all cells, in order."""
    return [info for cell in cells for info in cell.state_info(batch_size)]


def _cells_begin_state(cells, **kwargs):
    """Return the initial states of all cells, in order."""
    return [state for cell in cells for state in cell.begin_state(**kwargs)]


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


# -------------------------------------------------------------------------------------------- bases


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

    def hybrid_forward(self, F, x, *args, **kwargs):
        raise NotImplementedError(f"{type(self).__name__} does not define hybrid_forward")


class _GatedCell(HybridRecurrentCell):
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


class RNNCell(_GatedCell):
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


class LSTMCell(_GatedCell):
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


class GRUCell(_GatedCell):
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


# --------------------------------------------------------------------------------- several in a row


class _OfCells:
    """The base class of cells with children: the states are those of the children, in order."""

    def begin_state(self, **kwargs):
        self._refuse_if_modified()
        return _cells_begin_state(self._children.values(), **kwargs)

    def state_info(self, batch_size=0):
        return _cells_state_info(self._children.values(), batch_size)


class _CellStack(_OfCells):
    """The base class of the sequential cells: each cell feeds the next."""

    def add(self, cell):
        """Append a cell on top."""
        self.register_child(cell)

    def _with_states(self, states):
        """Return each cell with its part of the states."""
        states, pairs = list(states), []
        for cell in self._children.values():
            count = len(cell.state_info())
            pairs.append((cell, states[:count]))
            states = states[count:]
        return pairs

    def _step(self, inputs, states):
        new_states = []
        for cell, own in self._with_states(states):
            if isinstance(cell, BidirectionalCell):
                raise AssertionError(
                    "a BidirectionalCell needs the whole sequence and cannot be stepped; use unroll"
                )
            inputs, own = cell(inputs, own)
            new_states += own
        return inputs, new_states

    def unroll(
        self, length, inputs, begin_state=None, layout="NTC", merge_outputs=None, valid_length=None,
    ):  # fmt: skip
        self.reset()
        inputs, _, F, batch_size = _format_sequence(length, inputs, layout, None)
        begin_state = _get_begin_state(self, F, begin_state, inputs, batch_size)
        new_states, last = [], len(self._children) - 1
        for position, (cell, own) in enumerate(self._with_states(begin_state)):
            merge = merge_outputs if position == last else None
            inputs, own = cell.unroll(length, inputs, own, layout, merge, valid_length)
            new_states += own
        return inputs, new_states

    def __getitem__(self, i):
        return self._children[str(i)]

    def __len__(self):
        return len(self._children)

    def __repr__(self):
        cells = "\n".join(f"({name}): {cell!r}" for name, cell in self._children.items())
        return f"{type(self).__name__}(\n{cells}\n)"


class SequentialRNNCell(_CellStack, RecurrentCell):
    """Stacked cells."""

    def forward(self, inputs, states=None):
        self._begin_step(states)
        return self._step(inputs, states)

    def hybrid_forward(self, *args, **kwargs):
        raise NotImplementedError(
            "SequentialRNNCell is not hybrid; use HybridSequentialRNNCell, or do not hybridize it"
        )


class HybridSequentialRNNCell(_CellStack, HybridRecurrentCell):
    """Stacked hybrid cells."""

    def hybrid_forward(self, F, inputs, states):
        return self._step(inputs, states)


# ------------------------------------------------------------------------------- dropout, modifiers


class DropoutCell(HybridRecurrentCell):
    """Drops a fraction of its inputs in training; it has no states."""

    def __init__(self, rate, axes=(), prefix=None, params=None):
        super().__init__(prefix=prefix, params=params)
        if not isinstance(rate, numeric_types):
            raise AssertionError(f"rate must be a number, got {rate!r}")
        self._rate = rate
        self._axes = axes

    def state_info(self, batch_size=0):
        return []

    def _alias(self):
        return "dropout"

    def hybrid_forward(self, F, inputs, states):
        if self._rate > 0:
            inputs = F.Dropout(inputs, p=self._rate, axes=self._axes, name=self._part("fwd"))
        return inputs, states

    def unroll(
        self, length, inputs, begin_state=None, layout="NTC", merge_outputs=None, valid_length=None,
    ):  # fmt: skip
        self.reset()
        inputs, _, F, _ = _format_sequence(length, inputs, layout, merge_outputs)
        if is_merged(inputs):  # all steps at once
            return self.hybrid_forward(F, inputs, [] if begin_state is None else begin_state)
        return super().unroll(length, inputs, begin_state, layout, merge_outputs, None)

    def __repr__(self):
        return f"{type(self).__name__}(rate={self._rate}, axes={self._axes})"


class ModifierCell(HybridRecurrentCell):
    """The base class of cells that modify another cell and use its parameters and states."""

    def __init__(self, base_cell):
        if base_cell._modified:
            raise AssertionError(
                f"Cell {base_cell.name} is already modified. One cell cannot be modified twice"
            )
        super().__init__(prefix=base_cell.prefix + self._alias(), params=None)
        base_cell._modified = True
        self.base_cell = base_cell

    @property
    def params(self):
        """The parameters of the modified cell."""
        return self.base_cell.params

    @contextlib.contextmanager
    def _base_in_use(self):
        """Make the base cell callable temporarily, as if it were not modified."""
        self.base_cell._modified = False
        try:
            yield self.base_cell
        finally:
            self.base_cell._modified = True

    def begin_state(self, func=nd.zeros, **kwargs):
        self._refuse_if_modified()
        with self._base_in_use() as base:
            return base.begin_state(func=func, **kwargs)

    def hybrid_forward(self, F, inputs, states):
        raise NotImplementedError(f"{type(self).__name__} does not define hybrid_forward")

    def state_info(self, batch_size=0):
        return self.base_cell.state_info(batch_size)

    def __repr__(self):
        return f"{type(self).__name__}({self.base_cell!r})"


class ZoneoutCell(ModifierCell):
    """Keeps a random fraction of outputs and states of the last step (Krueger et al., 2016)."""

    def __init__(self, base_cell, zoneout_outputs=0.0, zoneout_states=0.0):
        if isinstance(base_cell, BidirectionalCell):
            raise AssertionError(
                "BidirectionalCell doesn't support zoneout since it doesn't support step. "
                "Please add ZoneoutCell to the cells underneath instead."
            )
        super().__init__(base_cell)
        self.zoneout_outputs = zoneout_outputs
        self.zoneout_states = zoneout_states

    def _alias(self):
        return "zoneout"

    def reset(self):
        super().reset()
        self._prev_output = None

    def hybrid_forward(self, F, inputs, states):
        output, new_states = self.base_cell(inputs, states)

        def mix(share, new, old):
            # In training, dropout of ones is 0 at the elements that keep their old value
            return F.where(F.Dropout(F.ones_like(new), p=share), new, old)

        if self.zoneout_outputs != 0:
            previous = self._prev_output
            previous = F.zeros_like(output) if previous is None else previous
            output = mix(self.zoneout_outputs, output, previous)
        if self.zoneout_states != 0:
            new_states = [
                mix(self.zoneout_states, new, old)
                for new, old in zip(new_states, states, strict=True)
            ]
        self._prev_output = output
        return output, new_states

    def __repr__(self):
        shares = f"p_out={self.zoneout_outputs}, p_state={self.zoneout_states}"
        return f"{type(self).__name__}({shares}, {self.base_cell!r})"


class ResidualCell(ModifierCell):
    """Adds the input of a cell to its output (Wu et al., 2016)."""

    def hybrid_forward(self, F, inputs, states):
        output, states = self.base_cell(inputs, states)
        return F.elemwise_add(output, inputs, name=self._part("fwd")), states

    def unroll(
        self, length, inputs, begin_state=None, layout="NTC", merge_outputs=None, valid_length=None,
    ):  # fmt: skip
        self.reset()
        with self._base_in_use() as base:
            outputs, states = base.unroll(
                length, inputs, begin_state, layout, merge_outputs, valid_length
            )
        merged = is_merged(outputs)
        inputs, axis, F, _ = _format_sequence(length, inputs, layout, merged)
        if valid_length is not None:
            inputs = _mask_sequence_variable_length(F, inputs, length, valid_length, axis, merged)
        if merged:
            return F.elemwise_add(outputs, inputs), states
        return [F.elemwise_add(o, i) for o, i in zip(outputs, inputs, strict=True)], states


class BidirectionalCell(_OfCells, HybridRecurrentCell):
    """Runs one cell forward and one backward in time, and concatenates their outputs."""

    def __init__(self, l_cell, r_cell, output_prefix="bi_"):
        super().__init__(prefix="", params=None)
        self.register_child(l_cell, "l_cell")
        self.register_child(r_cell, "r_cell")
        self._output_prefix = output_prefix

    def __call__(self, inputs, states=None):
        raise NotImplementedError("Bidirectional cannot be stepped. Please use unroll")

    def unroll(
        self, length, inputs, begin_state=None, layout="NTC", merge_outputs=None, valid_length=None,
    ):  # fmt: skip
        self.reset()
        steps, axis, F, batch_size = _format_sequence(length, inputs, layout, False)
        states = _get_begin_state(self, F, begin_state, steps, batch_size)
        l_cell, r_cell = self._children["l_cell"], self._children["r_cell"]
        own = len(l_cell.state_info(batch_size))
        ahead, l_states = l_cell.unroll(
            length, steps, states[:own], layout, merge_outputs, valid_length
        )
        merged = is_merged(ahead)
        back, r_states = r_cell.unroll(
            length,
            _reverse_sequences(steps, length, valid_length),
            states[own:],
            layout,
            False,
            valid_length,
        )
        back = _reverse_sequences(back, length, valid_length)
        if merged:
            back = F.stack(*back, axis=axis)
            outputs = F.concat(ahead, back, dim=2, name=f"{self._output_prefix}out")
        else:
            outputs = [
                F.concat(l_step, r_step, dim=1, name=f"{self._output_prefix}t{i}")
                for i, (l_step, r_step) in enumerate(zip(ahead, back, strict=True))
            ]
        return outputs, [*l_states, *r_states]

    def __repr__(self):
        cells = "forward={l_cell!r}, backward={r_cell!r}".format(**self._children)
        return f"{type(self).__name__}({cells})"
