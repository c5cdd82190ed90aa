"""Element types of a whole graph, from those of some of its variables."""

from __future__ import annotations

import torch

from ..._core import dtypes
from ..._ops.messages import advise_conversion
from ..._ops.type_rules import SAME, Contradiction, rule_of
from ...base import MXNetError
from ..ir.node import Entry, Node, topological

DEFAULT = torch.float32


class GraphTypes:
    """The types of the entries of a graph, as far as they can be inferred."""

    def __init__(self, outputs: list[Entry], given: dict[str | int, torch.dtype]):
        self.nodes = topological(outputs)
        self._known: dict[tuple[int, int], torch.dtype] = {}
        self._open = [node for node in self.nodes if not node.is_variable]
        for node in self.nodes:
            if node.is_variable:
                self._start(node, given.get(id(node), given.get(node.name)))
        self._spread()

    def of(self, entry: Entry) -> torch.dtype | None:
        return self._known.get((id(entry[0]), entry[1]))

    def fill(self) -> None:
        """Give what is still open its default, mostly float32, one variable after the other."""
        defaults = _default_types(self.nodes)
        for node in self.nodes:
            if node.is_variable and self.of((node, 0)) is None:
                self._known[id(node), 0] = defaults.get(id(node), DEFAULT)
                self._spread()

    def _start(self, node: Node, given: torch.dtype | None) -> None:
        kind = given if given is not None else node.stored_type()
        if kind is not None:
            self._known[id(node), 0] = kind

    def _spread(self) -> None:
        """Go forth and back over the graph until nothing new is learned."""
        learned, step = True, 1
        while learned:
            learned, is_open = False, []
            for node in self._open[::step]:
                news, is_settled = self._learn(node)
                learned = learned or news
                if not is_settled:
                    is_open.append(node)
            self._open, step = is_open[::step], -step

    def _learn(self, node: Node) -> tuple[bool, bool]:
        """Return whether there was news, and whether there can be none any more."""
        op, attrs, known = node.op, node.parsed(), self._known
        entries = [*node.inputs, *[(node, i) for i in range(op.num_outputs(attrs))]]
        before = [known.get((id(source), index)) for source, index in entries]
        count, rule = len(node.inputs), rule_of(op)
        if rule is SAME and not any(before):  # mostly so, until the first default
            return False, False
        try:
            inputs, outputs = rule(before[:count], before[count:], attrs)
        except ValueError as error:
            raise MXNetError(_contradiction(node, before[:count], error)) from None
        except MXNetError as error:  # of a node in a body
            raise MXNetError(f"Error in operator {node.name}: {error}") from None
        changed, is_settled = False, True
        for (source, index), old, new in zip(entries, before, (*inputs, *outputs), strict=True):
            if old is None and new is not None:
                known[id(source), index] = new
                changed = True
            elif old is None:
                is_settled = False
        return changed, is_settled


def _default_types(nodes: list[Node]) -> dict[int, torch.dtype]:
    """Return the types of variables that are not floats unless something else is known."""
    found = {}
    for node in nodes:
        if node.op is not None and node.op.default_types:
            count = len(node.inputs)
            names = node.op.inputs * count if node.op.variadic else node.input_names()
            for name, (source, _) in zip(names, node.inputs, strict=True):
                if name in node.op.default_types:
                    found[id(source)] = node.op.default_types[name]
    return found


def _contradiction(node: Node, kinds: list, error: ValueError) -> str:
    came = ", ".join(
        f"{name} ('{source.name}') {'unknown' if kind is None else dtypes.BY_TORCH[kind].name}"
        for name, (source, _), kind in zip(node.input_names(), node.inputs, kinds, strict=True)
    )
    reason = f": {error}]"
    if isinstance(error, Contradiction):
        reason = f"{error}]. {advise_conversion(node.op, error.wanted, error.came)}"
    return (
        f"Error in operator {node.name}: [Incompatible attr in node {node.name}{reason}\n"
        f"  operator: {node.op.name}\n  inputs: {came}"
    )


def check_types(outputs: list[Entry], kinds: list[torch.dtype]) -> None:
    """Refuse types of the variables, in their order in the graph, that do not go together."""
    variables = [node for node in topological(outputs) if node.is_variable]
    GraphTypes(outputs, {id(v): kind for v, kind in zip(variables, kinds, strict=True)})
