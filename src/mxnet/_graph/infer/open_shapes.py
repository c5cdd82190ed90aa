"""Operators without inputs whose open sizes (0) are determined by the rest of the graph.

Initial states of recurrent cells are ``_zeros`` of shape ``(0, 100)``: the batch is not known yet.
"""

from __future__ import annotations

import torch

from ..._ops.partial_shape import is_known, read_shape
from ..._ops.shape_rules import from_attribute
from ...util import is_np_shape
from ..ir.node import Entry, Node, rewrite, topological
from .shapes import GraphShapes, is_endless
from .types import GraphTypes


def _is_open(node: Node) -> bool:
    if node.is_variable:
        return False
    if is_endless(node):
        return True
    return node.op.shape is from_attribute and not is_known(
        read_shape(node.parsed()["shape"], is_np_shape())
    )


def _closing(node: Node, shape: tuple) -> dict[str, str]:
    """Return the attributes that set the shape of an open node."""
    if not is_endless(node):
        return {"shape": str(shape)}
    attrs = node.parsed()
    return {"stop": str(attrs["start"] + attrs["step"] * (shape[0] // attrs["repeat"]))}


def open_nodes(outputs: list[Entry]) -> list[Node]:
    """Return the nodes whose shapes the rest of the graph determines."""
    return list(filter(_is_open, topological(outputs)))


def has_open_shapes(outputs: list[Entry]) -> bool:
    """Return whether a graph has open shapes, which must be set before it can run."""
    return any(map(_is_open, topological(outputs)))


def close_shapes_for(
    outputs: list[Entry], names: list[str], shapes: list, torch_dtypes: list[torch.dtype]
) -> list[Entry]:
    """Return the outputs of the graph for variables of the given shapes and types."""
    types = GraphTypes(outputs, dict(zip(names, torch_dtypes, strict=True)))
    by_name = {name: tuple(shape) for name, shape in zip(names, shapes, strict=True)}
    return close_shapes(outputs, GraphShapes(outputs, by_name, types))


def close_shapes(outputs: list[Entry], shapes: GraphShapes) -> list[Entry]:
    """Return the outputs of a graph in which open shapes are replaced by inferred ones.

    If nothing is open, the list itself is returned.
    """
    if not has_open_shapes(outputs):
        return outputs

    def close(node, inputs):
        shape = shapes.shape_of((node, 0))
        if _is_open(node) and shape is not None and is_known(shape):
            return node.copy(inputs, {**node.attrs, **_closing(node, shape)})
        return None

    return rewrite(outputs, close)
