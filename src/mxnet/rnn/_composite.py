"""Cells that contain other cells: sequential, bidirectional, and modifiers."""

from __future__ import annotations

from .. import symbol
from ..symbol import Symbol
from ._base import MODULE, BaseRNNCell, normalize_sequence


def every_state_info(cells):
    """Return the descriptions of the states of all cells."""
    return [info for cell in cells for info in cell.state_info]


class _Container(BaseRNNCell):
    """A cell that contains others, with all their states and parameters."""

    def __init__(self, params):
        super().__init__(prefix="", params=params)
        self._override_cell_params = params is not None
        self._cells = []

    def _take(self, cell):
        if self._override_cell_params:
            if not cell._own_params:
                raise AssertionError(
                    f"Either specify params for {type(self).__name__} or child cells, not both."
                )
            cell.params._params.update(self.params._params)
        self.params._params.update(cell.params._params)
        self._cells.append(cell)

    @property
    def state_info(self):
        return every_state_info(self._cells)

    def begin_state(self, **kwargs):
        """Return the initial states of all cells."""
        self._refuse_if_modified()
        return [state for cell in self._cells for state in cell.begin_state(**kwargs)]

    def unpack_weights(self, args):
        """Split the weights of all cells into those of each gate."""
        for cell in self._cells:
            args = cell.unpack_weights(args)
        return args

    def pack_weights(self, args):
        """Concatenate the weights of the gates of all cells."""
        for cell in self._cells:
            args = cell.pack_weights(args)
        return args

    def _with_states(self, states):
        """Yield each cell with its part of the states."""
        start = 0
        for cell in self._cells:
            end = start + len(cell.state_info)
            yield cell, states[start:end]
            start = end


class SequentialRNNCell(_Container):
    """Runs cells sequentially: each cell gets the outputs of the previous one."""

    def __init__(self, params=None):
        super().__init__(params)

    def add(self, cell):
        """Append a cell."""
        self._take(cell)

    def __call__(self, inputs, states):
        new_states = []
        for cell, own in self._with_states(states):
            if isinstance(cell, BidirectionalCell):
                raise AssertionError("BidirectionalCell cannot be stepped. Please use unroll")
            inputs, own = cell(inputs, own)
            new_states += own
        return inputs, new_states

    def unroll(self, length, inputs, begin_state=None, layout="NTC", merge_outputs=None):
        """Create the graph of ``length`` steps, one cell after the other."""
        self.reset()
        states = self.begin_state() if begin_state is None else begin_state
        new_states = []
        for cell, own in self._with_states(states):
            merge = merge_outputs if cell is self._cells[-1] else None
            inputs, own = cell.unroll(length, inputs, own, layout, merge)
            new_states += own
        return inputs, new_states


class BidirectionalCell(_Container):
    """Two cells, one of which runs over the reversed sequence; their outputs are concatenated."""

    def __init__(self, l_cell, r_cell, params=None, output_prefix="bi_"):
        super().__init__(params)
        self._output_prefix = output_prefix
        self._take(l_cell)
        self._take(r_cell)

    def __call__(self, inputs, states):
        raise NotImplementedError("Bidirectional cannot be stepped. Please use unroll")

    def unroll(self, length, inputs, begin_state=None, layout="NTC", merge_outputs=None):
        """Create the graph of ``length`` steps; the states are a list for each direction."""
        self.reset()
        inputs, axis = normalize_sequence(length, inputs, layout, merge=False)
        states = self.begin_state() if begin_state is None else begin_state
        (forward_cell, forward_states), (backward_cell, backward_states) = self._with_states(states)
        options = {"layout": layout, "merge_outputs": merge_outputs}
        forward, forward_states = forward_cell.unroll(length, inputs, forward_states, **options)
        backward, backward_states = backward_cell.unroll(
            length, inputs[::-1], backward_states, **options
        )
        if merge_outputs is None:
            merge_outputs = isinstance(forward, Symbol) and isinstance(backward, Symbol)
            forward, _ = normalize_sequence(None, forward, layout, merge_outputs)
            backward, _ = normalize_sequence(None, backward, layout, merge_outputs)
        if merge_outputs:
            backward = symbol.reverse(backward, axis=axis)
            outputs = symbol.Concat(forward, backward, dim=2, name=f"{self._output_prefix}out")
        else:
            outputs = [
                symbol.Concat(*pair, dim=1, name=f"{self._output_prefix}t{i}")
                for i, pair in enumerate(zip(forward, backward[::-1], strict=True))
            ]
        return outputs, [forward_states, backward_states]


class DropoutCell(BaseRNNCell):
    """Drops elements of its input; it has no states."""

    def __init__(self, dropout, prefix="dropout_", params=None):
        super().__init__(prefix, params)
        if not isinstance(dropout, int | float):
            raise AssertionError(f"dropout probability must be a number, got {dropout!r}")
        self.dropout = dropout

    def __call__(self, inputs, states):
        output = symbol.Dropout(data=inputs, p=self.dropout) if self.dropout > 0 else inputs
        return output, states

    @property
    def state_info(self):
        return []

    def unroll(self, length, inputs, begin_state=None, layout="NTC", merge_outputs=None):
        """Create the graph of ``length`` steps; dropout applies to a merged input at once."""
        self.reset()
        inputs, _ = normalize_sequence(length, inputs, layout, merge_outputs)
        if isinstance(inputs, Symbol):
            return self(inputs, [])
        return super().unroll(length, inputs, begin_state, layout, merge_outputs)


class ModifierCell(BaseRNNCell):
    """The base class of cells that modify another cell, which is then no longer used alone."""

    def __init__(self, base_cell):
        super().__init__()
        self.base_cell = base_cell
        base_cell._modified = True

    @property
    def state_info(self):
        return self.base_cell.state_info

    @property
    def params(self):
        """The parameters of the inner cell."""
        self._own_params = False
        return self.base_cell.params

    def begin_state(self, init_sym=symbol.zeros, **kwargs):
        """Return the initial states of the inner cell."""
        self._refuse_if_modified()
        return self._call_unmodified(lambda cell: cell.begin_state(init_sym, **kwargs))

    def _call_unmodified(self, use):
        """Use the inner cell as if it were not modified."""
        self.base_cell._modified = False
        try:
            return use(self.base_cell)
        finally:
            self.base_cell._modified = True

    def unpack_weights(self, args):
        """Split the weights of the inner cell into those of each gate."""
        return self.base_cell.unpack_weights(args)

    def pack_weights(self, args):
        """Concatenate the weights of the gates of the inner cell."""
        return self.base_cell.pack_weights(args)

    def reset(self):
        """Reset the step counters, before a graph is created."""
        super().reset()
        if hasattr(self, "base_cell"):
            self.base_cell.reset()


class ZoneoutCell(ModifierCell):
    """Randomly keeps elements of the output and of the states from the previous step."""

    def __init__(self, base_cell, zoneout_outputs=0.0, zoneout_states=0.0):
        if getattr(base_cell, "_cannot_be_stepped", False):
            raise AssertionError("FusedRNNCell doesn't support zoneout. Please unfuse first.")
        inside = [base_cell, *getattr(base_cell, "_cells", ())]
        if any(isinstance(cell, BidirectionalCell) for cell in inside):
            raise AssertionError(
                "BidirectionalCell doesn't support zoneout since it doesn't support step. Please "
                "add ZoneoutCell to the cells underneath instead."
            )
        super().__init__(base_cell)
        self.zoneout_outputs = zoneout_outputs
        self.zoneout_states = zoneout_states
        self.prev_output = None

    def reset(self):
        """Reset the step counters, before a graph is created."""
        super().reset()
        self.prev_output = None

    def __call__(self, inputs, states):
        output, new_states = self.base_cell(inputs, states)
        if self.zoneout_outputs:
            keep = _keep_mask(self.zoneout_outputs, output)
            previous = symbol.zeros((0, 0)) if self.prev_output is None else self.prev_output
            output = symbol.where(keep, output, previous)
        if self.zoneout_states:
            pairs = zip(new_states, states, strict=True)
            new_states = [
                symbol.where(_keep_mask(self.zoneout_states, new), new, old) for new, old in pairs
            ]
        self.prev_output = output
        return output, new_states


def _keep_mask(share, like):
    """Create a mask that is 0 where the old value is kept."""
    return symbol.Dropout(symbol.ones_like(like), p=share)


class ResidualCell(ModifierCell):
    """Adds the input to the output."""

    def __init__(self, base_cell):
        super().__init__(base_cell)

    def __call__(self, inputs, states):
        output, states = self.base_cell(inputs, states)
        return _residual(output, inputs), states

    def unroll(self, length, inputs, begin_state=None, layout="NTC", merge_outputs=None):
        """Create the graph of ``length`` steps."""
        self.reset()
        outputs, states = self._call_unmodified(
            lambda cell: cell.unroll(length, inputs, begin_state, layout, merge_outputs)
        )
        if merge_outputs is None:
            merge_outputs = isinstance(outputs, Symbol)
        inputs, _ = normalize_sequence(length, inputs, layout, merge_outputs)
        if merge_outputs:
            return _residual(outputs, inputs), states
        return [_residual(*pair) for pair in zip(outputs, inputs, strict=True)], states


def _residual(output, inputs):
    return symbol.elemwise_add(output, inputs, name=f"{output.name}_plus_residual")


for _class in (
    SequentialRNNCell, BidirectionalCell, DropoutCell, ModifierCell, ZoneoutCell, ResidualCell,
):  # fmt: skip
    _class.__module__ = MODULE
