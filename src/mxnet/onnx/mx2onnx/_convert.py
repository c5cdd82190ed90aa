"""Conversion of a graph from MXNet to ONNX, node by node."""

from __future__ import annotations

import logging
from dataclasses import dataclass

import numpy as np

from ..._graph.ir.node import Node
from .._problems import Problems, Unsupported
from ._graph import Graph, Tensor
from ._inference import Inference, Opening
from ._source import Source
from ._table import converters

logger = logging.getLogger(__name__)


@dataclass(slots=True)
class Converted:
    """A finished graph with its inputs and outputs; their open sizes are names or None."""

    graph: Graph
    inputs: list[tuple[Tensor, Opening]]
    outputs: list[tuple[Tensor, Opening]]


def convert(source: Source, inference: Inference, openings: dict[str, Opening], opset: int):
    """Convert a graph; one error lists all nodes that cannot be converted."""
    walk = _Walk(source, inference, inference.other_shapes(openings), opset)
    nodes = source.symbol._nodes()
    for node in nodes:  # first, so that variables keep their names
        if node.is_variable:
            walk.add_variable(node)
    for number, node in enumerate(nodes):
        what = "null" if node.is_variable else node.op.name
        logger.info("Converting idx: %d, op: %s, name: %s", number, what, node.name)
        if not node.is_variable:
            walk.add_node(node)
    outputs = _name_outputs(walk.graph, source, walk.results())
    inputs = [walk.inputs[name] for name in source.shapes]
    _drop_unused(walk.graph, [tensor.name for tensor in outputs])
    return Converted(
        walk.graph,
        list(zip(inputs, openings.values(), strict=True)),
        [(tensor, _opening(tensor, inputs, openings)) for tensor in outputs],
    )


def minimal_opset(source: Source) -> int:
    """Return the first opset that has all operators of a network, or one before the usual."""
    table = converters()
    names = {node.op.name for node in source.symbol._nodes() if node.op is not None}
    return max((table[name].opset for name in names if name in table), default=0)


class _Walk:
    """The conversion of one graph, node by node."""

    def __init__(self, source: Source, inference: Inference, other_shapes: dict, opset: int):
        self.graph, self.table = Graph(opset), converters()
        self.problems = Problems("export to ONNX")
        self.source, self.dtype_of = source, inference.dtype_of
        self.first = inference.shapes(source.shapes)
        self.second = (
            self.first if other_shapes == source.shapes else inference.shapes(other_shapes)
        )
        self.known: dict[tuple[int, int], Tensor] = {}
        self.inputs = {
            name: Tensor(
                self.graph.unique(name),
                (source.shapes[name], other_shapes[name]),
                np.dtype(source.types[name].numpy),
            )
            for name in source.unused
        }

    def tensor(self, node: Node, index: int, name: str = "") -> Tensor:
        """Return the tensor of an output: name, shapes and type."""
        entry = (node, index)
        return Tensor(name, (self.first(entry), self.second(entry)), self.dtype_of(entry))

    def add_variable(self, node: Node) -> None:
        """Convert a variable to an input or a constant."""
        tensor = self.tensor(node, 0, self.graph.unique(node.name))
        self.known[id(node), 0] = tensor
        if node.name in self.source.arrays:
            self.graph.constants[tensor.name] = self.source.arrays[node.name].asnumpy()
        else:
            self.inputs[node.name] = tensor

    def add_node(self, node: Node) -> None:
        """Add the steps of a node; if that is impossible, record why and continue."""
        outs = [self.tensor(node, i) for i in range(node.num_outputs())]
        names = [node.name] if len(outs) == 1 else [f"{node.name}{i}" for i in range(len(outs))]
        try:
            names = self._convert_node(node, names, outs)
        except Unsupported as reason:
            self.problems.add(node.op.name, node.name, str(reason))
        for i, (name, out) in enumerate(zip(names, outs, strict=False)):
            self.known[id(node), i] = Tensor(name, out.sizes, out.dtype)

    def _convert_node(self, node: Node, names: list[str], outs: list[Tensor]) -> list[str]:
        """Convert a node; return the names of its results, if possible the requested ones."""
        graph, converter = self.graph, self.table.get(node.op.name)
        inputs = [self.known.get((id(source), index)) for source, index in node.inputs]
        if converter is None:
            raise Unsupported("")
        if graph.opset < converter.opset:
            raise Unsupported(f"ONNX has it since opset {converter.opset}")
        if any(tensor is None for tensor in inputs):
            raise Unsupported("it uses an output that ONNX does not have")
        graph.scope, since = node.name, len(graph.steps)
        results = converter(graph, node.arrange_inputs(inputs), node.parsed(), outs)
        results = [results] if isinstance(results, str) else list(results)
        results_of_node = {name for step in graph.steps[since:] for name in step.outputs}
        for i, result in enumerate(results):
            if result in results_of_node and results.index(result) == i:
                results[i] = graph.unique(names[i])
                graph.rename(result, results[i], since)
        return results

    def results(self) -> list[Tensor]:
        """Return the outputs of the graph, if all of it was converted."""
        self.problems.check()
        for node, index in self.source.symbol._entries:
            if (id(node), index) not in self.known:
                reason = f"it has no output {index} in ONNX"
                self.problems.add(node.op.name, node.name, reason)
        self.problems.check()
        return [self.known[id(node), index] for node, index in self.source.symbol._entries]


def _name_outputs(graph: Graph, source: Source, results: list[Tensor]) -> list[Tensor]:
    """Give each output a separate result, with the name of 1.9.1 if possible."""
    results_of_steps = {name for step in graph.steps for name in step.outputs}
    entries, names = source.symbol._entries, [result.name for result in results]
    for position, (node, index) in enumerate(entries):
        name = names[position]
        is_own = name in results_of_steps and name not in names[:position]
        target = node.name if node.num_outputs() == 1 else f"{node.name}{index}"
        if is_own and name == target:
            continue
        target = graph.unique(f"{target}_output" if node.is_variable else target)
        if is_own:  # an operator without effect in prediction
            graph.rename(name, target, 0)
            names = [target if other == name else other for other in names]
        else:
            graph.rename(graph.Identity(name), target, len(graph.steps) - 1)
            names[position] = target
        results_of_steps.add(target)
    return [Tensor(name, r.sizes, r.dtype) for name, r in zip(names, results, strict=True)]


def _drop_unused(graph: Graph, needed: list[str]) -> None:
    """Remove nodes and constants that no output depends on."""
    used, steps = set(needed), []
    for step in reversed(graph.steps):
        if used.intersection(step.outputs):
            used.update(step.inputs)
            steps.append(step)
    graph.steps = steps[::-1]
    graph.constants = {name: array for name, array in graph.constants.items() if name in used}


def _opening(out: Tensor, inputs: list[Tensor], openings: dict[str, Opening]) -> Opening:
    """Name the open sizes of an output that are sizes of inputs."""
    names = {}
    for tensor, opening in zip(inputs, openings.values(), strict=True):
        for pair, size in zip(zip(*tensor.sizes, strict=True), opening, strict=True):
            if isinstance(size, str):
                names[pair] = size
    pairs = zip(*out.sizes, strict=True)
    return tuple(a if a == b else names.get((a, b)) for a, b in pairs)
