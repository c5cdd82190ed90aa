"""Sizes that ``forward`` reads from shapes and writes into a graph, which are made open again.

A trace fixes the values of ``x.shape``. Additional traces, each with one input axis longer by one,
show which numbers in the graph depend on them. If operators can express it (``Reshape`` and
``broadcast_to`` have codes for sizes of their input), these numbers are replaced.
"""

from __future__ import annotations

import ast
import functools
import warnings
from collections.abc import Callable
from dataclasses import dataclass, replace
from math import prod

import numpy as np

from .._core.declined import Declined
from .._graph.ir.node import Entry, Node, topological
from .._ops.handles import BROADCAST_LIKE, BROADCAST_TO, NP_RESHAPE, RESHAPE
from ..base import MXNetError
from ..symbol import Symbol
from ._constant import Constant

Sizes = tuple[int, ...]


class SizeIsFixed(Declined):
    """A number in the graph depends on a size and cannot be made open."""


@dataclass(frozen=True, slots=True)
class Run:
    """One trace: its nodes in order, the shapes of all outputs, and the longer axis."""

    nodes: list[Node]
    shapes: dict[tuple[int, int], Sizes]
    constants: dict[str, Constant]
    axis: int | None = None

    def source(self, position: int) -> Sizes:
        """Return the shape of the first input of a node."""
        node, index = self.nodes[position].inputs[0]
        return self.shapes[id(node), index]

    def result(self, position: int) -> Sizes:
        return self.shapes[id(self.nodes[position]), 0]


def run_of(graph: Symbol, trace, axis: int | None = None) -> Run:
    return Run(topological(graph._entries), trace.shapes_in(graph), trace.constants, axis)


def open_sizes(
    name: str, graph: Symbol, trace, inputs: dict, first: Entry, again: Callable
) -> None:
    """Make sizes of the inputs open if possible; warn if the batch size cannot be.

    ``again(inputs)`` returns graph and trace for inputs of other shapes; ``first`` is the variable
    of the first input with a known shape.
    """
    shape = next((description.shape for description in inputs.values() if description.shape), ())
    runs, edits = [run_of(graph, trace)], []
    for axis in range(len(shape)):
        longer = {n: _longer(description, axis, shape[axis]) for n, description in inputs.items()}
        try:
            tried = [*runs, run_of(*again(longer), axis)]
            edits = _edits(tried, first)
        except (SizeIsFixed, MXNetError) as error:
            if axis == 0:
                warnings.warn(
                    f"the graph of {name} is for a batch size of {shape[0]} only, because forward "
                    f"reads a shape: {error}",
                    stacklevel=7,
                )
            continue
        runs = tried
    for edit in edits:
        edit()


def _longer(description, axis: int, size: int):
    shape = description.shape
    if not shape or len(shape) <= axis or shape[axis] != size:
        return description
    return replace(description, shape=(*shape[:axis], size + 1, *shape[axis + 1 :]))


def _edits(runs: list[Run], first: Entry) -> list[Callable[[], None]]:
    """Return the changes of the first run's graph that make it valid for all runs."""
    if any([n.op for n in run.nodes] != [n.op for n in runs[0].nodes] for run in runs):
        raise SizeIsFixed("with another size it has other operators")
    edits = []
    for position, node in enumerate(runs[0].nodes):
        twins = [run.nodes[position] for run in runs]
        if node.is_variable:
            edits += _open_constant(
                node, [run.constants.get(node.name) for run in runs], runs, first
            )
        elif any(twin.attrs != node.attrs for twin in twins):
            attr, codes_for = OPENED.get(node.op, ("shape", lambda *_: None))
            codes = codes_for(
                [run.source(position) for run in runs],
                [run.result(position) for run in runs],
                ast.literal_eval(node.attrs.get(attr, "()")),
            )
            if codes is None or any(twin.attrs.keys() != node.attrs.keys() for twin in twins):
                raise SizeIsFixed(f"the node '{node.name}' depends on it")
            edits.append(functools.partial(_write, node, codes))
    return edits


def _write(node: Node, codes: Sizes) -> None:
    """Set the shape attribute of a node; mx.np's own reshape has no codes."""
    if node.op is NP_RESHAPE:
        node.op, node.attrs = RESHAPE, {}
    node.set_attr("shape", str(codes))


# ------------------------------------------------------------------------ codes for sizes


def _open_reshape(sources: list[Sizes], results: list[Sizes], written: Sizes) -> Sizes | None:
    """Return a shape for ``Reshape`` that is valid for all sources, or None if there is none.

    >>> _open_reshape([(2, 3, 4), (5, 3, 4)], [(2, 12), (5, 12)], (2, -1))
    (0, -1)
    >>> _open_reshape([(6, 4), (15, 4)], [(2, 3, 4), (5, 3, 4)], (2, 3, -1))
    (-4, -1, 3, 4)
    """
    codes, position, i, count = [], 0, 0, len(results[0])
    while i < count:
        current = [result[i] for result in results]
        two = [result[i : i + 2] for result in results]
        same, joined = ([_size(s, position, k) for s in sources] for k in (1, 2))
        open_ = _differ(current)
        is_split = i + 1 < count and open_ != _differ([b for _, b in two])
        if open_ and current == same:
            codes.append(0)  # MXNet: the size that the axis has
        elif open_ and current == joined:
            codes.append(-3)  # MXNet: two axes as one
            position += 1
        elif is_split and [prod(pair) for pair in two] == same:
            codes += [-4, *(-1 if _differ(sizes) else sizes[0] for sizes in zip(*two, strict=True))]
            i += 1  # MXNet: one axis as two
        else:
            codes.append(-1 if open_ else current[0])
        i += 1
        position += 1
    if -1 in written and len(written) == len(codes) and -1 not in codes:
        codes[written.index(-1)] = -1  # more general than a constant
    unknown = codes.count(-1) - codes.count(-4)
    # MXNet: 1.9.1 infers a second size after -4 wrongly
    return tuple(codes) if unknown == 0 or unknown == 1 and -4 not in codes else None


def _broadcast(sources: list[Sizes], results: list[Sizes], written: Sizes) -> Sizes | None:
    """Return a shape for ``broadcast_to``, in which 0 keeps the size of the axis."""
    pairs = list(zip(zip(*sources, strict=True), zip(*results, strict=True), strict=True))
    if any(_differ(new) and new != old for old, new in pairs):
        return None
    return tuple(0 if _differ(new) else new[0] for _, new in pairs)


# Operator -> the attribute with its shape, and the function that computes the codes.
OPENED = {
    RESHAPE: ("shape", _open_reshape),
    NP_RESHAPE: ("newshape", _open_reshape),
    BROADCAST_TO: ("shape", _broadcast),
}


def _differ(values) -> bool:
    return any(value != values[0] for value in values)


def _size(shape: Sizes, position: int, count: int) -> int:
    """Return the number of elements along some axes, or 0 if there are none."""
    axes = shape[position : position + count]
    return prod(axes) if len(axes) == count else 0


# ------------------------------------------------------------------ arrays made in forward


def _open_constant(node: Node, constants: list, runs: list[Run], first: Entry) -> list[Callable]:
    """Return how to replace ``nd.zeros((x.shape[0], 5))`` by one row, repeated for the input."""
    if constants[0] is None or not _differ([constant.shape for constant in constants]):
        return []
    values = [constant.value.asnumpy() for constant in constants]
    row, positions = values[0], []
    for value, run in zip(values[1:], runs[1:], strict=True):
        if value.shape == values[0].shape:
            continue
        changed = [
            i for i, (n, m) in enumerate(zip(values[0].shape, value.shape, strict=False)) if n != m
        ]
        if len(changed) != 1 or value.ndim != row.ndim:
            raise SizeIsFixed(f"the node '{node.name}' depends on it")
        row = row.take([0], axis=changed[0])
        positions.append((changed[0], run.axis))
    if not all(np.array_equal(np.broadcast_to(row, value.shape), value) for value in values):
        raise SizeIsFixed(f"the node '{node.name}' depends on it")

    def edit():
        constant = Constant(node.name, _like(constants[0].value, row))
        constant.initialize()
        runs[0].constants[node.name] = constant
        node.op, node.name = BROADCAST_LIKE, f"{node.name}_rows"
        node.inputs, node.attrs = (constant.var()._entries[0], first), {}
        for side, axes in zip(("lhs_axes", "rhs_axes"), zip(*positions, strict=True), strict=True):
            node.set_attr(side, str(axes))

    return [edit]


def _like(array, values: np.ndarray):
    """Return values as an array of the type of another."""
    for axis, size in enumerate(values.shape):
        if size != array.shape[axis]:
            array = array.slice_axis(axis=axis, begin=0, end=size)
    return array
