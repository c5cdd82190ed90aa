"""Graphs with shapes that their inputs determine, such as initial states of recurrent cells."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

from ...base import MXNetError
from ..infer.open_shapes import close_shapes_for, has_open_shapes
from ..ir.node import Entry
from .executable import Executable, Tensors

MAX_SHAPES = 32  # for which executables are cached; the least recently used one is evicted


class OpenGraph:
    """A graph with open shapes, and executables for the shapes of its last inputs."""

    def __init__(
        self, outputs: list[Entry], names: list[str], make: Callable[[list[Entry]], Executable]
    ):
        self._outputs, self._names, self._make = outputs, names, make
        self._closed: OrderedDict[tuple, Executable] = OrderedDict()

    def close_for(self, tensors: Tensors) -> Executable:
        """Return the graph without open shapes for inputs of the given shapes and types."""
        key = tuple([(tensor.shape, tensor.dtype) for tensor in tensors])
        closed = self._closed.get(key)
        if closed is None:
            shapes, types = [shape for shape, _ in key], [dtype for _, dtype in key]
            outputs = close_shapes_for(self._outputs, self._names, shapes, types)
            if has_open_shapes(outputs):
                raise MXNetError(_name_unknown_shapes(self._names, shapes))
            closed = self._closed[key] = self._make(outputs)
            if len(self._closed) > MAX_SHAPES:
                self._closed.popitem(last=False)
        else:
            self._closed.move_to_end(key)
        return closed


def _name_unknown_shapes(names: list[str], shapes: list) -> str:
    listed = ", ".join(f"{name} {tuple(s)}" for name, s in zip(names, shapes, strict=True))
    return (
        "the graph has shapes that its inputs do not determine. A size of 0 means unknown: use "
        f"mx.util.np_shape() for arrays without elements. The inputs are {listed}"
    )
