"""Partitioning: connected nodes of selected operators become one node, ``_CachedOp``.

A group must be convex: no path may leave it and return, or its node would depend on itself.
"""

from __future__ import annotations

from collections.abc import Collection

from ..._ops.handles import CACHED_OP
from ..bodies import subgraph  # noqa: F401 - registers the operator
from ..ir.node import Entry, Node, rewrite, topological
from ..ir.node_ops import make_operator

# Backends of 1.9.1 and the operators that each groups: users set them through the C API.
CHOSEN: dict[str, frozenset[str]] = {"default": frozenset(), "default_v2": frozenset()}


def partition(outputs: list[Entry], names: Collection[str]) -> list[Entry]:
    """Return the graph with one node for each group of operators with the given names."""
    nodes = topological(outputs)
    builder = _Builder(outputs, nodes, _groups(nodes, names))
    return [builder.new(entry) for entry in outputs]


def expand_subgraphs(outputs: list[Entry]) -> list[Entry]:
    """Return the graph with its groups replaced by their bodies, so that it runs as a whole."""
    if not any(map(_is_group, topological(outputs))):
        return outputs
    return rewrite(outputs, lambda node, inputs: _inline(node, inputs) if _is_group(node) else None)


def _is_group(node: Node) -> bool:
    return not node.is_variable and node.op.name == CACHED_OP


def _inline(group: Node, inputs: tuple[Entry, ...]) -> list[Entry]:
    """Return the outputs of a group, computed by copies of the nodes inside."""
    (body,) = group.subgraphs
    variables = iter(inputs)
    return expand_subgraphs(
        rewrite(body, lambda node, own: [next(variables)] if node.is_variable else node.copy(own))
    )


def _is_chosen(node: Node, names: Collection[str]) -> bool:
    return not node.is_variable and not {node.op.name, *node.op.aliases}.isdisjoint(names)


def _groups(nodes: list[Node], names: Collection[str]) -> dict[int, list[Node]]:
    """Return the group of each selected node, by id."""
    groups: dict[int, list[Node]] = {}
    for node in nodes:
        if not _is_chosen(node, names):
            continue
        group = groups[id(node)] = [node]
        for source, _ in node.inputs:
            other = groups.get(id(source), group)
            if other is not group and _is_convex(joined := [*other, *group], groups):
                group = joined
                groups.update((id(member), group) for member in group)
    return groups


def _is_convex(members: list[Node], groups: dict[int, list[Node]]) -> bool:
    """Return whether no path leaves the members and returns; other groups count as one node."""
    inside = set(map(id, members))
    stack = [e for m in members for e in _sources(m, groups) if id(e) not in inside]
    visited = set(map(id, stack))
    while stack:
        for source in _sources(stack.pop(), groups):
            if id(source) in inside:
                return False
            if id(source) not in visited:
                visited.add(id(source))
                stack.append(source)
    return True


def _sources(node: Node, groups: dict[int, list[Node]]) -> list[Node]:
    """Return the inputs of a node, or of its group."""
    members = groups.get(id(node), [node])
    own = set(map(id, members))
    return [source for m in members for source, _ in m.inputs if id(source) not in own]


class _Builder:
    """Creates the nodes of the new graph on demand."""

    def __init__(self, outputs: list[Entry], nodes: list[Node], groups: dict[int, list[Node]]):
        self._groups = groups
        self._copies: dict[
            int, tuple[Node, dict[tuple[int, int], int]]
        ] = {}  # new nodes and the indices of old outputs
        self._count = 0
        used = [entry for node in nodes for entry in node.inputs if self._leaves(node, entry)]
        self._used = {(id(node), index) for node, index in [*used, *outputs]}
        self._order = {id(node): position for position, node in enumerate(nodes)}

    def _leaves(self, node: Node, entry: Entry) -> bool:
        """Return whether a node has an input from outside its group."""
        group = self._groups.get(id(node))
        return group is None or group is not self._groups.get(id(entry[0]))

    def new(self, entry: Entry) -> Entry:
        """Return the new entry of an output of the old graph."""
        source, index = entry
        if id(source) not in self._copies:
            self._make(source)
        node, positions = self._copies[id(source)]
        return node, positions.get((id(source), index), index)

    def _make(self, start: Node) -> None:
        # Not by recursion: graphs are deeper than Python's stack.
        stack = [start]
        while stack:
            node = stack[-1]
            members = self._groups.get(id(node), [node])
            sources = [e[0] for m in members for e in m.inputs if self._leaves(m, e)]
            missing = [source for source in sources if id(source) not in self._copies]
            if missing:
                stack += reversed(missing)
                continue
            stack.pop()
            if id(node) in self._copies:
                continue
            if id(node) in self._groups:
                self._make_group(sorted(members, key=lambda member: self._order[id(member)]))
            else:
                inputs = tuple(self.new(source) for source in node.inputs)
                copy = node.copy(inputs)
                self._copies[id(node)] = copy, {}

    def _make_group(self, members: list[Node]) -> None:
        variables: dict[tuple[int, int], Node] = {}
        entries: dict[int, Entry] = {}  # inputs of the group, by its variables
        copies: dict[int, Node] = {}
        for member in members:
            inputs = []
            for entry in member.inputs:
                source, index = entry
                if not self._leaves(member, entry):
                    inputs.append((copies[id(source)], index))
                    continue
                key = id(source), index
                if key not in variables:
                    name = f"{source.output_names()[index]}0"
                    variables[key] = Node(None, name, (), {})
                    entries[id(variables[key])] = entry
                inputs.append((variables[key], 0))
            copies[id(member)] = member.copy(tuple(inputs))
        results = [
            (member, index)
            for member in members
            for index in range(member.num_outputs())
            if (id(member), index) in self._used
        ]
        body = [(copies[id(member)], index) for member, index in results]
        order = [node for node in topological(body) if node.is_variable]
        node = Node(
            make_operator(CACHED_OP, {}, (body,)),
            f"_CachedOp{self._count}",
            tuple(self.new(entries[id(variable)]) for variable in order),
            {},
            (body,),
        )
        self._count += 1
        positions = {
            (id(member), index): position for position, (member, index) in enumerate(results)
        }
        for member in members:
            self._copies[id(member)] = node, positions
