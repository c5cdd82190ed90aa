"""The text of a graph, node by node, optionally with the nodes of its backward pass.

Programs that plan memory parse it: names, inputs and order are those of MXNet. Which forward values
a gradient uses is not known here, so all inputs of the node are listed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from ..._ops.handles import ADD_N, IDENTITY_LIKE_RHS
from .node import Entry, Node, auxiliary, topological


def list_graph(heads: Sequence[Entry], variables: Sequence[str] = ()) -> str:
    """List the nodes of a graph, and those that compute the gradients of ``variables``."""
    nodes = topological(heads)
    versions = auxiliary(nodes)
    outputs = [f"{node.name}({k})" for node, k in heads]
    lines = []
    for node in nodes:
        if node.is_variable:
            lines.append(f"Variable:{node.name}")
        else:
            inputs = [_entry_text(entry, versions) for entry in node.inputs]
            lines += _node_lines(node.op.name, node.name, inputs, node.attrs)
    if variables:
        gradients = _Gradients(heads, nodes, versions, variables)
        outputs += gradients.outputs
        lines += gradients.lines
    numbered = [f"\toutput[{i}]={text}" for i, text in enumerate(outputs)]
    return "\n".join(["Symbol Outputs:", *numbered, *lines]) + "\n"


def _entry_text(entry: Entry, versions: set[int]) -> str:
    node, index = entry
    version = f" version={int(id(node) in versions)}" if node.is_variable else ""
    return f"{node.name}({index}){version}"


def _node_lines(op: str, name: str, inputs: list[str], attrs: dict, after: str = "") -> list[str]:
    lines = ["-" * 20, f"Op:{op}, Name={name}", "Inputs:"]
    lines += [f"\targ[{i}]={text}" for i, text in enumerate(inputs)]
    if attrs:
        lines += ["Attrs:", *(f"\t{key}={text}" for key, text in sorted(attrs.items()))]
    return [*lines, "Control deps:", f"\tcdep[0]={after}"] if after else lines


class _Gradients:
    """The nodes of a backward pass: lines, and the positions of the gradients of variables."""

    def __init__(self, heads, nodes: list[Node], versions: set[int], variables: Sequence[str]):
        self.lines: list[str] = []
        self._versions = versions
        # The terms of each sum, by entry.
        self._parts: dict[tuple[int, int], list[str]] = defaultdict(list)
        self._needed = _nodes_behind(nodes, variables)
        for number, head in enumerate(heads):
            self._add_head(number, head)
        for node in reversed(nodes):
            if not node.is_variable and id(node) in self._needed:
                self._add_node(node)
        by_name = {node.name: node for node in nodes if node.is_variable}
        sums = [self._sum((id(by_name[name]), 0)) for name in variables if name in by_name]
        self.outputs = [text for text in sums if text is not None]

    def _add_head(self, number: int, head: Entry) -> None:
        node, index = head
        if id(node) not in self._needed or not node.is_variable and node.op.ignores_head_gradient:
            return
        name = f"_head_grad_{number}"
        inputs = [f"{name}(0) version=0", _entry_text(head, self._versions)]
        self.lines.append(f"Variable:{name}")
        self.lines += _node_lines(IDENTITY_LIKE_RHS.name, f"{name}_id", inputs, {})
        self._parts[id(node), index].append(f"{name}_id(0)")

    def _add_node(self, node: Node) -> None:
        sums = [self._sum((id(node), k)) for k in range(node.num_outputs())]
        inputs = [text for text in sums if text is not None]
        inputs += [_entry_text(entry, self._versions) for entry in node.inputs]
        name = f"{node.name}_backward"
        self.lines += _node_lines(f"_backward_{node.op.name}", name, inputs, node.attrs, node.name)
        for i, (source, index) in enumerate(node.inputs):
            if id(source) in self._needed:
                self._parts[id(source), index].append(f"{name}({i})")

    def _sum(self, entry: tuple[int, int]) -> str | None:
        """Return the gradient of an entry, or None if there is none."""
        parts = self._parts[entry]
        if len(parts) > 1:
            self.lines += _node_lines(ADD_N.name, "sum_grad", parts, {"num_args": len(parts)})
            return "sum_grad(0)"
        return parts[0] if parts else None


def _nodes_behind(nodes: list[Node], variables: Sequence[str]) -> set[int]:
    """Return the ids of the variables and of all nodes that depend on them."""
    needed: set[int] = set()
    for node in nodes:
        used = any(id(source) in needed for source, _ in node.inputs)
        if used or node.is_variable and node.name in variables:
            needed.add(id(node))
    return needed
