"""Common subexpression elimination: equal operators on equal inputs are computed once."""

from __future__ import annotations

from ..._ops import OPS
from ..._ops.attrs import is_hidden
from ..._ops.handles import COPY
from ..ir.node import Entry, Node, rewrite


def eliminate_common(outputs: list[Entry]) -> list[Entry]:
    """Return the outputs of an equivalent graph; each output remains a separate array."""
    first: dict[tuple, Node] = {}

    def merge(node, inputs):
        key = _key(node, inputs)
        return None if key is None else first.setdefault(key, node.with_inputs(inputs))

    results = rewrite(outputs, merge)
    return outputs if results == outputs else _copy_repeated(results)


def _key(node: Node, inputs: tuple[Entry, ...]) -> tuple | None:
    """Return a key that equal computations share, or None for nodes that must not be merged."""
    op = node.op
    if op is None or op.aux or op.mutates or node.subgraphs or op.is_random:
        return None
    if op.name not in OPS:  # a custom operator may have state
        return None
    own = sorted((k, v) for k, v in node.attrs.items() if not is_hidden(k) or k == "__ctx_group__")
    return op.name, tuple(own), tuple((id(source), index) for source, index in inputs)


def _copy_repeated(outputs: list[Entry]) -> list[Entry]:
    used: set[tuple[int, int]] = set()
    distinct: list[Entry] = []
    for node, index in outputs:
        if (id(node), index) in used and not node.is_variable:
            node, index = Node(COPY, f"{node.name}_copy", ((node, index),), {}), 0
        used.add((id(node), index))
        distinct.append((node, index))
    return distinct
