"""A graph that is built layer by layer, with the parameters read for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from ... import symbol as sym
from ...base import MXNetError
from ...symbol import Symbol
from ._prototxt import Message


@dataclass(frozen=True, slots=True)
class Layer:
    """One layer of a ``.prototxt``, in the new format."""

    name: str
    type: str
    bottoms: list[str]
    tops: list[str]
    message: Message

    def options(self, name: str) -> Message:
        """Return the layer's parameters, for example ``convolution_param``."""
        return self.message.part(name)


@dataclass(slots=True)
class Builder:
    """The graph so far: ``tops`` by name, parameters, shapes of inputs."""

    blobs: dict[str, list[np.ndarray]]
    tops: dict[str, Symbol] = field(default_factory=dict)
    makers: dict[str, Layer] = field(default_factory=dict)  # top -> the layer that produced it
    uses: dict[str, int] = field(default_factory=dict)  # top -> the number of layers that read it
    shapes: dict[str, tuple[int, ...]] = field(default_factory=dict)
    arguments: dict[str, np.ndarray] = field(default_factory=dict)
    states: dict[str, np.ndarray] = field(default_factory=dict)

    def known_shape_of(self, node: Symbol) -> tuple[int, ...]:
        """Return what is known of the shape of an output: 0 is an unknown size, () nothing."""
        input_shapes = {
            name: self.shapes[name] for name in node.list_inputs() if name in self.shapes
        }
        shapes = node.infer_shape_partial(**input_shapes)[1]
        return (shapes and shapes[0]) or ()

    def ndim_of(self, node: Symbol) -> int:
        """Return the number of axes of an output; if nothing is known, it is one of images."""
        return len(self.known_shape_of(node)) or 4

    def shape_of(self, node: Symbol, layer: Layer) -> tuple[int, ...]:
        """Return the shape of an output, which a few layers need."""
        shape = self.known_shape_of(node)
        if not shape or 0 in shape:
            raise MXNetError(
                f"layer {layer.name!r} of type {layer.type} needs the shape of the input: the "
                ".prototxt must have input_shape or an Input layer"
            )
        return shape

    def parameter(
        self, layer: Layer, index: int, suffix: str, shape=None, is_broadcast: bool = False
    ) -> Symbol:
        """Return a variable for a blob of a layer, with its array if that was read.

        The shape of a variable that is broadcast cannot be inferred, so it is part of the variable.
        """
        name = f"{layer.name}_{suffix}"
        if self.blobs:
            array = self.blob(layer, index)
            try:
                array = array if shape is None else array.reshape(shape)
            except ValueError:
                raise MXNetError(
                    f"layer {layer.name!r}: its {suffix} has the shape {array.shape} in the "
                    f".caffemodel, expected {shape}"
                ) from None
            self.arguments[name] = array
            if is_broadcast:
                return sym.var(name, shape=array.shape)
        return sym.var(name)

    def blob(self, layer: Layer, index: int) -> np.ndarray:
        """Return an array of a layer."""
        blobs = self.blobs.get(layer.name, [])
        if index >= len(blobs):
            raise MXNetError(
                f"layer {layer.name!r} of type {layer.type} has {len(blobs)} arrays in the "
                f".caffemodel, expected at least {index + 1}"
            )
        return blobs[index]

    def constant(self, name: str, array: np.ndarray) -> Symbol:
        """Return a variable with a constant value."""
        self.arguments[name] = array.astype(np.float32)
        self.shapes[name] = array.shape
        return sym.BlockGrad(sym.var(name, shape=array.shape))


# A function that adds a layer to the graph and returns its tops: one symbol, or a list.
Conversion = Callable[..., "Symbol | list[Symbol]"]
CONVERSIONS: dict[str, Conversion] = {}


def converts(*types: str):
    """Register the conversion of layers, which is called with builder, layer and bottoms."""

    def register(function: Conversion) -> Conversion:
        CONVERSIONS.update(dict.fromkeys(types, function))
        return function

    return register


def refuse(layer: Layer, what: str) -> None:
    """Raise an error for a layer that cannot be converted."""
    raise MXNetError(f"layer {layer.name!r} of type {layer.type}: {what} is not supported")
