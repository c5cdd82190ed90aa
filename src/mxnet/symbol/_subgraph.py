"""``_CachedOp`` for symbols: a graph as one node of another."""

from __future__ import annotations

from .._graph.bodies import subgraph as _  # noqa: F401 - registers the operator
from .._graph.ir.node import Node
from .._graph.ir.node_ops import make_operator
from .._ops.handles import CACHED_OP
from ..attribute import AttrScope
from ..base import MXNetError
from ..name import NameManager
from ._stored import from_json
from .symbol import Symbol


def _CachedOp(*data, subgraph, name=None, attr=None):
    """Run a graph, given as JSON, on symbols in the order of its ``list_inputs()``."""
    body = from_json(subgraph, "the subgraph")
    op = make_operator(CACHED_OP, {}, (body,))
    inputs = [entry for symbol in data for entry in symbol._entries]
    if len(inputs) != len(op.inputs):
        raise MXNetError(f"the subgraph has {len(op.inputs)} inputs, got {len(inputs)}")
    name = NameManager.current.get(name, "_cachedop")
    node = Node(op, name, tuple(inputs), dict(AttrScope.current.get(attr)), (body,))
    return Symbol([(node, i) for i in range(node.num_outputs())])
