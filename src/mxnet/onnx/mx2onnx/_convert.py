"""From a graph of MXNet to one of ONNX, node by node."""

from __future__ import annotations

import logging
from collections import defaultdict
from dataclasses import dataclass, field

import numpy as np

from ..._graph.node import Node
from ...base import MXNetError
from ._graph import Graph, Tensor
from ._inference import Inference, Opening
from ._source import Source
from ._table import Unsupported, converters

logger = logging.getLogger(__name__)


@dataclass(slots=True)
class Converted:
    """A finished graph with its inputs and outputs; their open sizes are names or None."""

    graph: Graph
    inputs: list[tuple[Tensor, Opening]]
    outputs: list[tuple[Tensor, Opening]]


@dataclass(slots=True)
class Problems:
    """What could not be converted: reasons and names of nodes, by operator."""

    found: dict[tuple[str, str], list[str]] = field(default_factory=lambda: defaultdict(list))

    def add(self, node: Node, reason: str = "") -> None:
        self.found[node.op.name, reason].append(node.name)

    def check(self) -> None:
        """Raise one error that lists all of them."""
        if not self.found:
            return
        lines = [
            f"  {name} ({', '.join(map(repr, nodes))}){': ' if reason else ''}{reason}"
            for (name, reason), nodes in self.found.items()
        ]
        names = sorted({name for name, _ in self.found})
        raise MXNetError(
            f"cannot export to ONNX, unsupported are {len(names)} operators "
            f"({', '.join(names)}):\n" + "\n".join(lines)
        )


def convert(source: Source, inference: Inference, openings: dict[str, Opening], opset: int):
    """Convert a whole graph; all nodes that cannot be converted are named in one error."""
    graph, problems, table = Graph(opset), Problems(), converters()
    others = inference.other_shapes(openings)
    first = inference.shapes(source.shapes)
    second = first if others == source.shapes else inference.shapes(others)
    known: dict[tuple[int, int], Tensor] = {}
    inputs: dict[str, Tensor] = {}
    for name in source.unused:
        sizes = source.shapes[name], others[name]
        inputs[name] = Tensor(graph.unique(name), sizes, np.dtype(source.types[name].numpy))
    nodes = source.symbol._nodes()
    for node in nodes:  # variables keep their names, whatever other nodes are called
        if node.is_variable:
            entry = (node, 0)
            name = graph.unique(node.name)
            tensor = Tensor(name, (first(entry), second(entry)), inference.dtype_of(entry))
            known[id(node), 0] = tensor
            if node.name in source.arrays:
                graph.constants[name] = source.arrays[node.name].asnumpy()
            else:
                inputs[node.name] = tensor
    for number, node in enumerate(nodes):
        what = "null" if node.is_variable else node.op.name
        logger.info("Converting idx: %d, op: %s, name: %s", number, what, node.name)
        if node.is_variable:
            continue
        outs = [
            Tensor("", (first((node, i)), second((node, i))), inference.dtype_of((node, i)))
            for i in range(node.num_outputs())
        ]
        given = [known.get((id(s), i)) for s, i in node.inputs]
        results = _converted(graph, table, node, given, outs, problems)
        for i, (name, out) in enumerate(zip(results, outs, strict=False)):
            known[id(node), i] = Tensor(name, out.sizes, out.dtype)
    problems.check()
    results = [known.get((id(node), index)) for node, index in source.symbol._entries]
    for (node, index), result in zip(source.symbol._entries, results, strict=True):
        if result is None:
            problems.add(node, f"it has no output {index} in ONNX")
    problems.check()
    outputs = _named_outputs(graph, source, results)
    ordered = [inputs[name] for name in source.shapes]
    _drop_unused(graph, [tensor.name for tensor in outputs])
    return Converted(
        graph,
        [(tensor, openings[name]) for name, tensor in zip(source.shapes, ordered, strict=True)],
        [(tensor, _opening(tensor, ordered, openings)) for tensor in outputs],
    )


def needed_opset(source: Source) -> int:
    """Return the first opset that has all operators of a network, or one before the usual."""
    table = converters()
    names = {node.op.name for node in source.symbol._nodes() if node.op is not None}
    return max((table[name].opset for name in names if name in table), default=0)


def _converted(graph: Graph, table, node: Node, given, outs, problems) -> list[str]:
    """Add the steps of one node; return the names of its results."""
    names = [node.name] if len(outs) == 1 else [f"{node.name}{i}" for i in range(len(outs))]
    if node.op.name not in table:
        problems.add(node)
        return names
    if any(tensor is None for tensor in given):
        problems.add(node, "it uses an output that ONNX does not have")
        return names
    if graph.opset < table[node.op.name].opset:
        problems.add(node, f"ONNX has it since opset {table[node.op.name].opset}")
        return names
    graph.scope, since = node.name, len(graph.steps)
    try:
        results = table[node.op.name](graph, node.placed(given), node.parsed(), outs)
    except Unsupported as reason:
        problems.add(node, str(reason))
        return names
    results = [results] if isinstance(results, str) else list(results)
    made = {name for step in graph.steps[since:] for name in step.outputs}
    for i, result in enumerate(results):
        if result in made and results.index(result) == i:
            name = graph.unique(names[i])
            graph.rename(result, name, since)
            results[i] = name
    return results


def _named_outputs(graph: Graph, source: Source, results: list[Tensor]) -> list[Tensor]:
    """Give each output a result of its own, called as in 1.9.1 where it can be."""
    made = {name for step in graph.steps for name in step.outputs}
    entries, names = source.symbol._entries, [result.name for result in results]
    for place, (node, index) in enumerate(entries):
        name = names[place]
        is_own = name in made and name not in names[:place]
        wanted = node.name if node.num_outputs() == 1 else f"{node.name}{index}"
        if is_own and name == wanted:
            continue
        wanted = graph.unique(f"{wanted}_output" if node.is_variable else wanted)
        if is_own:  # of an operator that changes nothing when predicting
            graph.rename(name, wanted, 0)
            names = [wanted if other == name else other for other in names]
        else:
            graph.rename(graph.Identity(name), wanted, len(graph.steps) - 1)
            names[place] = wanted
        made.add(wanted)
    return [Tensor(name, r.sizes, r.dtype) for name, r in zip(names, results, strict=True)]


def _drop_unused(graph: Graph, needed: list[str]) -> None:
    """Leave out steps and constants that no output depends on."""
    used, kept = set(needed), []
    for step in reversed(graph.steps):
        if used.intersection(step.outputs):
            used.update(step.inputs)
            kept.append(step)
    graph.steps = kept[::-1]
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
