"""Nodes of a symbol with the shapes and types of their outputs, if known."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from ..gluon import Block
from ..symbol import Symbol

PARAMETERS = {"weight", "bias", "gamma", "beta", "parameters"}  # names of inputs of layers


@dataclass(frozen=True, slots=True, eq=False)  # compared by identity
class Layer:
    """One node: an operator, or a variable, whose ``op_name`` is ``null``."""

    name: str
    op_name: str
    attrs: dict[str, str]
    inputs: list[tuple[Layer, int]]  # layers with the index of their output
    parameters: list[Layer]  # variables among the inputs that are trained
    states: list[Layer]  # variables among the inputs that the operator changes
    shapes: list[tuple[int, ...]] = field(default_factory=list)
    types: list[np.dtype] = field(default_factory=list)

    @property
    def is_variable(self) -> bool:
        return self.op_name == "null"


def graph_and_shapes(network, shape):
    """Return the symbol of a network, and the shapes of its inputs as far as they are known.

    The network is a symbol, or a block, whose first call determines the shapes.
    """
    if not isinstance(shape, Mapping | None):
        raise TypeError(
            "shape is a dictionary of the shapes of inputs, such as {'data': (1, 3, 224, 224)}, "
            f"got {shape!r}"
        )
    if isinstance(network, Symbol):
        return network, shape
    if not isinstance(network, Block):
        raise TypeError(
            f"symbol must be a Symbol or a Gluon block, got an object of type "
            f"{type(network).__name__}"
        )
    traced = network._network()
    first = {name: array.shape for name, array in traced.inputs.items()}
    return traced.graph, shape or (None if None in first.values() else first)


def layers_of(symbol, shape=None, dtype=None) -> list[Layer]:
    """Return the nodes of a symbol in the order of computation.

    Shapes and types of outputs are included if those of the inputs are given.
    """
    internals = symbol.get_internals()
    shapes = types = None
    if shape is not None:
        _, shapes, _ = internals.infer_shape(**shape)
        if shapes is None:
            raise ValueError(f"Input shape is incomplete: {shape}")
    if dtype is not None:
        _, types, _ = internals.infer_type(**dtype)
        if types is None:
            raise ValueError(f"Input type is incomplete: {dtype}")
    layers, start = {}, 0
    for node in symbol._nodes():
        count = node.num_outputs()
        own = slice(start, start + count)
        start += count
        inputs = [(layers[id(source)], index) for source, index in node.inputs]
        names = [] if node.is_variable else node.input_names()
        variables = [(n, i) for n, (i, _) in zip(names, inputs, strict=False) if i.is_variable]
        aux = () if node.is_variable else node.op.aux
        layers[id(node)] = Layer(
            node.name,
            "null" if node.is_variable else node.op.name,
            dict(node.attrs),
            inputs,
            [layer for name, layer in variables if name in PARAMETERS],
            [layer for name, layer in variables if name in aux],
            shapes[own] if shapes else [],
            [np.dtype(op_name) for op_name in types[own]] if types else [],
        )
    return list(layers.values())
