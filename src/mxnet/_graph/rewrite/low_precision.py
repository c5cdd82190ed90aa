"""Mixed precision in graphs: casts before operators, so that each computes in its type.

The rules are those of 1.9.1's pass ``ReducePrecision``, so that the graphs are identical.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection

import torch

from ..._core import dtypes
from ..._ops.handles import AMP_CAST, AMP_MULTICAST
from ..._ops.type_rules import rule_of
from ..infer.types import GraphTypes
from ..ir.node import Entry, Node, topological

FULL = "float32"


@dataclasses.dataclass(frozen=True, slots=True)
class Precision:
    """The types in which operators compute; all others keep the types of their inputs."""

    target: str
    target_ops: frozenset[str]
    fp32_ops: frozenset[str]
    widest_ops: frozenset[str]
    conditional_fp32_ops: tuple[tuple[str, str, tuple[str, ...]], ...]
    excluded: frozenset[str] = frozenset()

    def kind_of(self, node: Node) -> str:
        """Return the type in which a node computes: float32, target, widest, or its inputs'."""
        if node.name in self.excluded:
            return "fp32"
        if node.is_variable:
            return "unchanged"
        name = node.op.name
        for kind, names in (
            ("fp32", self.fp32_ops),
            ("target", self.target_ops),
            ("widest", self.widest_ops),
        ):
            if name in names:
                return kind
        return "conditional" if self._matches_condition(node) else "unchanged"

    def _matches_condition(self, node: Node) -> bool:
        return any(
            node.op.name == name and node.attrs.get(attr) in values
            for name, attr, values in self.conditional_fp32_ops
        )


def reduce_precision(
    outputs: list[Entry], precision: Precision, data: Collection[str], cast_parameters: bool
) -> list[Entry]:
    """Return a copy of a graph with casts; its outputs are float32.

    With ``cast_parameters``, variables other than ``data`` have the target type if an operator
    computes in it, and need no cast.
    """
    rewriter = PrecisionRewriter(precision, frozenset(data), cast_parameters)
    for node in topological(outputs):
        rewriter.copy(node)
    return [rewriter.cast(entry, FULL) for entry in outputs]


def mark_types(outputs: list[Entry], data: Collection[str]) -> dict[str, torch.dtype]:
    """Store the inferred type of every variable except the data (float32) as its attribute."""
    types = GraphTypes(outputs, dict.fromkeys(data, torch.float32))
    types.fill()
    stored = {}
    for node in types.nodes:
        if node.is_variable and node.name not in data:
            dtype = types.type_of((node, 0))
            node.set_attr("__dtype__", str(dtypes.BY_TORCH[dtype].flag))
            stored[node.name] = dtype
    return stored


class PrecisionRewriter:
    """The copies of nodes created so far, and entries whose type is known, by type."""

    def __init__(self, precision: Precision, data: frozenset[str], cast_parameters: bool):
        self.precision, self.data, self.cast_parameters = precision, data, cast_parameters
        self.copies: dict[int, Node] = {}
        self.known: dict[str, dict[tuple[int, int], Entry]] = {FULL: {}, precision.target: {}}

    def copy(self, node: Node) -> None:
        new = node.copy(())
        self.copies[id(node)] = new
        kind = self.precision.kind_of(node)
        make = {
            "fp32": self._cast_to_float32,
            "conditional": self._cast_to_float32,
            "target": self._in_target,
            "widest": self._in_widest,
            "unchanged": self._keep_type,
        }[kind]
        new.inputs = tuple(make(node, kind))

    # ------------------------------------------------------------------------------- entries

    def plain(self, entry: Entry) -> Entry:
        return self.copies[id(entry[0])], entry[1]

    def has(self, entry: Entry, type_: str) -> bool:
        return (id(entry[0]), entry[1]) in self.known[type_]

    def cast(self, entry: Entry, type_: str) -> Entry:
        """Return an entry in a type, with a cast unless it already has it."""
        source, index = entry
        casts = self.known[type_]
        if (id(source), index) not in casts:
            name = f"{source.title(index)}_amp_cast_{type_}"
            cast = Node(AMP_CAST, name, (self.plain(entry),), {"dtype": type_})
            casts[id(source), index] = (cast, 0)
        return casts[id(source), index]

    def infer_types(self, node: Node, type_: str) -> list[torch.dtype | None]:
        """Record the types of outputs for a type of the first input; return those of inputs."""
        inputs: list[torch.dtype | None] = [None] * len(node.inputs)
        inputs[0] = dtypes.lookup(type_).torch
        outputs: list[torch.dtype | None] = [None] * node.num_outputs()
        try:
            inputs, outputs = rule_of(node.op)(inputs, outputs, node.parsed())
        except ValueError:  # the operator does not support the type
            return inputs
        for index, dtype in enumerate(outputs):
            name = None if dtype is None else dtypes.BY_TORCH[dtype].name
            if name in self.known:
                self.known[name][id(node), index] = (self.copies[id(node)], index)
        return inputs

    def declare(self, node: Node, type_: str) -> None:
        """Record that all outputs have a type."""
        for index in range(node.num_outputs()):
            self.known[type_][id(node), index] = (self.copies[id(node)], index)

    # ----------------------------------------------------------------------------- operators

    def _cast_to_float32(self, node: Node, kind: str):
        self.declare(node, FULL)
        states = _states(node)
        for position, entry in enumerate(node.inputs):
            # MXNet: variables are assumed to be float32, except with conditional rules.
            stays = position in states if kind == "conditional" else entry[0].is_variable
            yield (
                self.plain(entry) if stays and not self.has(entry, FULL) else self.cast(entry, FULL)
            )

    def _in_target(self, node: Node, kind: str):
        target = self.precision.target
        input_types = self.infer_types(node, target)
        states, low = _states(node), dtypes.lookup(target).torch
        for position, (entry, type_) in enumerate(zip(node.inputs, input_types, strict=True)):
            if self.has(entry, target):
                yield self.cast(entry, target)
            elif self._is_lowered_parameter(entry[0]):
                yield self._lower_parameter(entry[0])
            elif position in states or type_ not in (low, None):
                yield self.plain(entry)
            else:
                yield self.cast(entry, target)

    def _is_lowered_parameter(self, node: Node) -> bool:
        return self.cast_parameters and node.is_variable and node.name not in self.data

    def _lower_parameter(self, node: Node) -> Entry:
        target, copy = self.precision.target, self.copies[id(node)]
        copy.set_attr("__dtype__", str(dtypes.lookup(target).flag))
        self.known[target][id(node), 0] = (copy, 0)
        return copy, 0

    def _in_widest(self, node: Node, kind: str):
        target = self.precision.target
        if not all(self.has(entry, target) or self.has(entry, FULL) for entry in node.inputs):
            return self._multicast(node)
        widest = FULL if any(self.has(entry, FULL) for entry in node.inputs) else target
        self.declare(node, widest)
        return [self.cast(entry, widest) for entry in node.inputs]

    def _multicast(self, node: Node) -> list[Entry]:
        """Cast to the widest type at run time, because the types of some inputs are unknown."""
        first, index = node.inputs[0]
        name, count = f"{first.title(index)}_amp_multicast", len(node.inputs)
        sources = tuple(self.plain(entry) for entry in node.inputs)
        cast = Node(AMP_MULTICAST, name, sources, {"num_outputs": str(count)})
        return [(cast, position) for position in range(count)]

    def _keep_type(self, node: Node, kind: str):
        for type_ in (self.precision.target, FULL):
            if node.inputs and self.has(node.inputs[0], type_):
                self.infer_types(node, type_)
                break
        return [self.plain(entry) for entry in node.inputs]


def _states(node: Node) -> set[int]:
    """Return the positions of inputs that an operator modifies: a cast would be a copy."""
    changed = {*node.op.aux, *node.op.mutates}
    return {i for i, name in enumerate(node.parameter_names()) if name in changed}
