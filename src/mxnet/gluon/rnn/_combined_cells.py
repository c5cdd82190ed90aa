"""Cells that contain cells: sequences of cells, modified cells, both directions; and dropout."""

from __future__ import annotations

import contextlib

from ... import ndarray as nd
from ...base import numeric_types
from ._base_cells import HybridRecurrentCell, RecurrentCell, _get_begin_state
from ._sequences import (
    _format_sequence,
    _mask_sequence_variable_length,
    _reverse_sequences,
    is_merged,
)


def _cells_state_info(cells, batch_size):
    """Return the descriptions of the states of all cells, in order."""
    return [info for cell in cells for info in cell.state_info(batch_size)]


def _cells_begin_state(cells, **kwargs):
    """Return the initial states of all cells, in order."""
    return [state for cell in cells for state in cell.begin_state(**kwargs)]


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
