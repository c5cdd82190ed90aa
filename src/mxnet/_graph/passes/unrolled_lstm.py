"""The steps of an unrolled LSTM cell as one call of the kernel that runs all steps of a layer.

A cell is unrolled into about fifteen operators for each step, and torch records every one of them.
A step gets the states of the step before it, or with zoneout a mixture of those and older ones.
Steps are left alone if their states are used elsewhere, or if inputs depend on earlier outputs.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator
from typing import NamedTuple

import torch
from torch import fx

from ..._ops.handles import (
    ELEMWISE_ADD,
    ELEMWISE_MUL,
    FULLY_CONNECTED,
    SPLIT,
    WHERE,
)
from ..._ops.nn.rnn import unrolled_lstm
from .patterns import activation_of, attrs_of, is_pure, op_of
from .unrolled import MIN_STEPS, RandomMask

GATES = ("sigmoid", "sigmoid", "tanh", "sigmoid")  # input, forget, cell, output


def fuse_lstm_cells(graph: fx.Graph) -> None:
    """Replace the steps of each unrolled LSTM cell by one call."""
    steps = {step.cell_before: step for node in graph.nodes if (step := _step(node))}
    chains = [c for c in _chains(steps) if len(c.steps) >= MIN_STEPS and c.is_uniform]
    for chain in chains:
        _detach_masks(chain)
    for chain in chains:
        _fuse(graph, chain)


# ---------------------------------------------------------------------------------------- matching


class CellStep(NamedTuple):
    """A step of a cell, as MXNet's cells compute it."""

    of_input: fx.Node  # the dense layer of the input
    of_state: fx.Node
    cut: fx.Node  # the split into gates
    kept: fx.Node  # of the cell before
    cell: fx.Node
    output: fx.Node
    inner: tuple[fx.Node, ...]  # what else computes the output

    # Read from the graph: what a step gets changes when the steps before it are fused.
    @property
    def state_before(self) -> fx.Node:
        return self.of_state.args[0]

    @property
    def cell_before(self) -> fx.Node:
        return self.kept.args[1]

    @property
    def parameters(self) -> tuple[fx.Node, ...]:
        return self.of_input.args[1:] + self.of_state.args[1:]


def _step(output: fx.Node) -> CellStep | None:
    """Return the step that computes a value, if it is the output of an LSTM cell."""
    o, tanh_cell = _arguments(output, ELEMWISE_MUL)
    if o is None:  # which saves time for nearly all nodes
        return None
    cell = _activated(tanh_cell, "tanh")
    kept, added = _arguments(cell, ELEMWISE_ADD)
    f, _ = _arguments(kept, ELEMWISE_MUL)
    i, g = _arguments(added, ELEMWISE_MUL)
    gates = i, f, g, o
    parts = [_activated(gate, kind) for gate, kind in zip(gates, GATES, strict=True)]
    cut = _common_split(parts)
    total = None if cut is None else cut.args[0]
    of_input, of_state = _arguments(total, ELEMWISE_ADD)
    if not (_is_layer(of_input) and _is_layer(of_state)):
        return None
    inner = (of_input, of_state, total, *parts, *gates, kept, added, tanh_cell)
    return CellStep(of_input, of_state, cut, kept, cell, output, inner)


def _arguments(node, op) -> tuple:
    return node.args if op_of(node) is op else (None, None)


def _activated(node, kind: str) -> fx.Node | None:
    """Return the argument of an activation function."""
    return node.args[0] if activation_of(node) == kind else None


def _common_split(parts: list) -> fx.Node | None:
    """Return the node that splits its input into these four gates, if there is one."""
    if None in parts or op_of(cut := parts[0].meta.get("part_of")) is not SPLIT:
        return None
    options = attrs_of(cut)
    is_cut = options["num_outputs"] == 4 and options["axis"] == 1 and not options["squeeze_axis"]
    return cut if is_cut and [part.args for part in parts] == [(cut, i) for i in range(4)] else None


def _is_layer(node) -> bool:
    if op_of(node) is not FULLY_CONNECTED:
        return False
    options = attrs_of(node)
    return options["flatten"] and not options["no_bias"]


class Chain(NamedTuple):
    """Steps that follow each other, with the states and cells that each passes on."""

    steps: list[CellStep]
    states: list[fx.Node]
    cells: list[fx.Node]

    @property
    def data(self) -> list[fx.Node]:
        return [step.of_input.args[0] for step in self.steps]

    @property
    def inputs(self) -> list[fx.Node]:
        first = self.steps[0]
        masks = _masks(self.states) + _masks(self.cells)
        return [*self.data, first.state_before, first.cell_before, *first.parameters, *masks]

    @property
    def is_uniform(self) -> bool:
        """Whether all states and cells are mixtures, or none; the last ones may be missing."""
        return len({op_of(node) is WHERE for node in self.states[:-1] + self.cells[:-1]}) == 1

    @property
    def results(self) -> list[fx.Node]:
        """The values that may be used elsewhere."""
        return [*(step.output for step in self.steps), self.states[-1], self.cells[-1]]

    @property
    def nodes(self) -> set[fx.Node]:
        own = (
            node for step in self.steps for node in (*step.inner, step.cut, step.cell, step.output)
        )
        return {*own, *self.states, *self.cells}


def _chains(steps: dict[fx.Node, CellStep]) -> Iterator[Chain]:
    """Yield chains of steps, which are given by the cells that they start with."""
    following = {}
    for step in steps.values():
        for cell in _passed_on(step.cell, step.cell_before):
            if cell in steps and _follows(steps[cell], step):
                following[step.output] = steps[cell]
    later = set(following.values())
    for step in steps.values():
        if step not in later:
            chain = [step]
            while chain[-1].output in following:
                chain.append(following[chain[-1].output])
            yield _chain(chain)


def _passed_on(new: fx.Node, old: fx.Node) -> list[fx.Node]:
    """Return what the next step may get: the new value, and mixtures with the old one."""
    return [
        new,
        *(
            user
            for user in new.users
            if op_of(user) is WHERE
            and user.args[1:] == (new, old)
            and isinstance(user.args[0].target, RandomMask)
        ),
    ]


def _follows(step: CellStep, before: CellStep) -> bool:
    states = _passed_on(before.output, before.state_before)
    return step.state_before in states and step.parameters == before.parameters


def _chain(steps: list[CellStep]) -> Chain:
    states = [step.state_before for step in steps[1:]]
    cells = [step.cell_before for step in steps[1:]]
    last, is_zoneout = steps[-1], bool(_masks(states))
    # The last mixture is missing if nothing uses it.
    states.append(_passed_on(last.output, last.state_before)[-1] if is_zoneout else last.output)
    cells.append(_passed_on(last.cell, last.cell_before)[-1] if is_zoneout else last.cell)
    return Chain(steps, states, cells)


def _masks(values: list[fx.Node]) -> list[fx.Node]:
    return [value.args[0] for value in values if op_of(value) is WHERE]


# ------------------------------------------------------------------------------------------- fusing


def _detach_masks(chain: Chain) -> None:
    """Let random masks get their shape from the first cell, which all states share."""
    for step in chain.steps:
        for value in (step.output, step.cell):
            for user in list(value.users):
                if isinstance(user.target, RandomMask):
                    user.args = (chain.steps[0].cell_before,)


def _fuse(graph: fx.Graph, chain: Chain) -> None:
    """Replace a chain by one call, if nothing else needs its inner values or their order."""
    nodes, results, inputs = chain.nodes, chain.results, chain.inputs
    if any(not nodes.issuperset(node.users) for node in nodes.difference(results)):
        return
    order = {node: position for position, node in enumerate(graph.nodes)}
    dependent = _dependent_on(results, nodes, order)
    placeholders = (node for node in order if node.op == "placeholder")
    last = max((*inputs, *placeholders), key=order.__getitem__)
    moved = [node for node in dependent if order[node] < order[last]]
    is_recursive = not {*nodes, *dependent}.isdisjoint(inputs)
    if is_recursive or not all(map(is_pure, moved)):
        return
    for node in (*_add_call(graph, chain), *moved):
        last.append(node)
        last = node
    for node in reversed(order):
        if node in nodes:
            graph.erase_node(node)


def _dependent_on(results: list, nodes: set, order: dict) -> dict[fx.Node, None]:
    """Return the other nodes that depend on results of a chain, in order."""
    sources = set(results)
    dependent: dict[fx.Node, None] = {}
    for node in order:
        if node not in nodes and not sources.isdisjoint(node.all_input_nodes):
            sources.add(node)
            dependent[node] = None
    return dependent


def _add_call(graph: fx.Graph, chain: Chain) -> list[fx.Node]:
    """Add the call of all steps and its results, which replace those of the chain."""
    first = chain.steps[0]
    weight, bias, state_weight, state_bias = first.parameters
    data = graph.call_function(torch.stack, (chain.data,))
    # Errors name the positional arguments as those of a dense layer; the others are keywords.
    call = graph.call_function(run_steps, (data, weight, bias))
    call.kwargs = {
        "states": (first.state_before, first.cell_before),
        "of_state": (state_weight, state_bias),
        "masks": (_masks(chain.states), _masks(chain.cells)),
    }
    call.meta.update(first.of_input.meta)
    added = [data, call]
    for position, result in enumerate(chain.results):
        if result.users:
            new = graph.call_function(operator.getitem, (call, position))
            new.meta.update(node=result.meta["node"])
            if position < len(chain.steps):
                new.meta["part_of"] = first.cut  # a view, as parts are
            result.replace_all_uses_with(new)
            added.append(new)
    return added


def run_steps(data, weight, bias, *, states: tuple, of_state: tuple, masks: tuple) -> list:
    """Run an LSTM cell; return the output of each step, the last state and the last cell."""
    rows = data.flatten(2) if data.ndim > 2 else data.unsqueeze(2)
    weights = [weight, of_state[0], bias, of_state[1]]
    stacked = tuple(_stack(each, len(data)) for each in masks) if masks[0] else None
    hidden, cell = states
    output, *last = unrolled_lstm(rows, (hidden.reshape(cell.shape), cell), weights, stacked)
    return [*output.unbind(), *last]


def _stack(masks: list[torch.Tensor], steps: int) -> torch.Tensor:
    """Return the masks of all steps; the last one is missing if nothing uses the state."""
    return torch.stack(masks if len(masks) == steps else [*masks, torch.ones_like(masks[0])])
