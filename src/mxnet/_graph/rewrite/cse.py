"""Common subexpressions: what is computed twice from the same inputs is computed once."""

from __future__ import annotations

from ..._ops import OPS
from ..._ops.handles import COPY
from ..._ops.registry import Random
from ..ir.node import Entry, Node, is_hidden, topological


def eliminate_common(outputs: list[Entry]) -> list[Entry]:
    """Return the outputs of an equivalent graph; outputs stay apart, so that each is an array."""
    replaced: dict[int, Node] = {}
    first: dict[tuple, Node] = {}
    changed = False
    for node in topological(outputs):
        inputs = tuple((replaced[id(source)], index) for source, index in node.inputs)
        same_inputs = all(a is b for (a, _), (b, _) in zip(inputs, node.inputs, strict=True))
        kept = node if same_inputs else _copy_of(node, inputs)
        key = _key(node, inputs)
        if key is not None:
            kept = first.setdefault(key, kept)
        changed = changed or kept is not node
        replaced[id(node)] = kept
    if not changed:
        return outputs
    return _apart([(replaced[id(node)], index) for node, index in outputs])


def _copy_of(node: Node, inputs: tuple[Entry, ...]) -> Node:
    return Node(node.op, node.name, inputs, node.attrs, node.subgraphs)


def _key(node: Node, inputs: tuple[Entry, ...]) -> tuple | None:
    """Return what equal computations have in common, None for what must not be joined."""
    op = node.op
    if op is None or op.aux or op.mutates or node.subgraphs or Random in op.ambient.values():
        return None
    if op.name not in OPS:  # made by the user, with a state of its own perhaps
        return None
    own = sorted((k, v) for k, v in node.attrs.items() if not is_hidden(k) or k == "__ctx_group__")
    return op.name, tuple(own), tuple((id(source), index) for source, index in inputs)


def _apart(outputs: list[Entry]) -> list[Entry]:
    seen: set[tuple[int, int]] = set()
    apart: list[Entry] = []
    for node, index in outputs:
        if (id(node), index) in seen and not node.is_variable:
            node, index = Node(COPY, f"{node.name}_copy", ((node, index),), {}), 0
        seen.add((id(node), index))
        apart.append((node, index))
    return apart
