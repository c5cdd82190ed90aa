"""Step-by-step LSTM for features that fused kernels lack: clipping, zoneout, any projection."""

from __future__ import annotations

from typing import NamedTuple

import torch

from ..math.limits import between
from ..products import linear


class Clip(NamedTuple):
    """The bounds of an LSTM's cells; with ``nan``, NaN becomes the lower bound."""

    low: float
    high: float
    nan: bool

    def __call__(self, cell: torch.Tensor) -> torch.Tensor:
        if self.nan:
            cell = torch.where(cell.isnan(), self.low, cell)
        return between(cell, self.low, self.high)


def lstm_layer(data, cells, states, lengths: torch.Tensor | None, clip: Clip | None) -> tuple:
    """Run one layer forward in time and, if there is a second cell, backward in time."""
    results = [
        _lstm_cell(data, weights, states[0][i], states[1][i], i == 1, lengths, clip)
        for i, weights in enumerate(cells)
    ]
    outputs, hidden, cell = zip(*results, strict=True)
    return torch.cat(outputs, -1), torch.stack(hidden), torch.stack(cell)


def _lstm_cell(data, weights, hidden, cell, reverse: bool, lengths, clip) -> tuple:
    of_input, of_state, input_bias, state_bias, *projection = weights
    gates = linear(data, of_input, input_bias + state_bias)
    outputs: list = [None] * len(data)
    for step in reversed(range(len(data))) if reverse else range(len(data)):
        new_hidden, new_cell = _lstm_step(gates[step], hidden, cell, of_state, clip)
        if projection:
            new_hidden = linear(new_hidden, projection[0])
        if lengths is None:
            outputs[step], hidden, cell = new_hidden, new_hidden, new_cell
        else:
            is_active = (step < lengths).unsqueeze(-1)
            outputs[step] = torch.where(is_active, new_hidden, 0.0)
            hidden = torch.where(is_active, new_hidden, hidden)
            cell = torch.where(is_active, new_cell, cell)
    return torch.stack(outputs), hidden, cell


def _lstm_step(gates, hidden, cell, of_state, clip: Clip | None = None) -> tuple:
    i, f, g, o = (gates + linear(hidden, of_state)).chunk(4, -1)
    new_cell = f.sigmoid() * cell + i.sigmoid() * g.tanh()
    if clip is not None:
        new_cell = clip(new_cell)
    return o.sigmoid() * new_cell.tanh(), new_cell


def zoneout_lstm(
    data, hidden, cell, of_input, of_state, input_bias, state_bias, new_states, new_cells
) -> tuple:
    """Run one layer with zoneout: states change only where the masks of a step are true."""
    gates, outputs = linear(data, of_input, input_bias + state_bias), []
    for step, is_new, is_new_cell in zip(gates, new_states, new_cells, strict=True):
        new_hidden, new_cell = _lstm_step(step, hidden, cell, of_state)
        outputs.append(new_hidden)
        hidden = torch.where(is_new, new_hidden, hidden)
        cell = torch.where(is_new_cell, new_cell, cell)
    return torch.stack(outputs), hidden, cell
