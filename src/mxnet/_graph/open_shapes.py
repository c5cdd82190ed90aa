"""Arrays out of nothing that leave dimensions open: 0 stands for what the graph around tells.

Begin states of recurrent cells are ``_zeros`` of shape ``(0, 100)``: the batch is not known yet.
"""

from __future__ import annotations

from ..util import is_np_shape
from .node import Entry, Node, topological
from .partial import given, is_known
from .shape_rules import CREATORS
from .shapes import GraphShapes


def _is_open(node: Node) -> bool:
    if node.is_variable or node.op.name not in CREATORS:
        return False
    return not is_known(given(node.parsed()["shape"], is_np_shape()))


def closed(outputs: list[Entry], shapes: GraphShapes) -> list[Entry]:
    """Return the outputs of a graph in which open shapes are the inferred ones.

    Where nothing is open, that is the same list.
    """
    nodes = topological(outputs)
    if not any(map(_is_open, nodes)):
        return outputs
    copies: dict[int, Node] = {}
    for node in nodes:
        inputs = tuple((copies[id(source)], index) for source, index in node.inputs)
        attrs, shape = node.attrs, shapes.of((node, 0))
        if _is_open(node) and is_known(shape):
            attrs = {**attrs, "shape": str(shape)}
        is_kept = node.is_variable or (attrs is node.attrs and inputs == node.inputs)
        copies[id(node)] = (
            node if is_kept else Node(node.op, node.name, inputs, attrs, node.subgraphs)
        )
    return [(copies[id(node)], index) for node, index in outputs]
