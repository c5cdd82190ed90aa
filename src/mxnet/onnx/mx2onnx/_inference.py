"""Shapes and types of all results in a graph, and input sizes that can be left open."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ..._core import dtypes
from ..._graph.infer.types import GraphTypes
from ..._graph.ir.node import Entry
from ..._ops.partial_shape import is_known
from ...base import MXNetError
from ._source import Source

Shape = tuple[int, ...]
Opening = tuple[int | str | None, ...]  # a shape: numbers, and a name or None for open sizes

# Other values for open sizes; the first with which the network works is used. Each open size is
# changed differently, so that inferred shapes show which of them they depend on.
CHANGES: tuple[Callable[[int, int], int], ...] = (
    lambda size, number: size * (number + 2),
    lambda size, number: size + number + 1,
    lambda size, number: size - number - 1,
)


class Inference:
    """Infers the shapes of all results for given shapes of the inputs."""

    def __init__(self, source: Source):
        self._source = source
        arrays = {name: dtypes.lookup(a.dtype).torch for name, a in source.arrays.items()}
        inputs = {name: dtype.torch for name, dtype in source.types.items()}
        used = set(source.symbol.list_inputs())
        known = {name: dtype for name, dtype in {**arrays, **inputs}.items() if name in used}
        self._types = GraphTypes(source.symbol._entries, known)
        self._types.fill()
        self._parameters = {n: a.shape for n, a in source.arrays.items() if n in used}
        self._used = used

    def shapes(self, inputs: dict[str, Shape]) -> Callable[[Entry], Shape]:
        """Return a function that returns the shape of each entry."""
        used = {name: shape for name, shape in inputs.items() if name in self._used}
        inferred = self._source.symbol._infer((), {**self._parameters, **used}, self._types)

        def shape_of(entry: Entry) -> Shape:
            shape = inferred.shape_of(entry)
            if not is_known(shape):
                raise MXNetError(
                    f"the shape of '{entry[0].name}' cannot be inferred from those of the inputs"
                )
            return tuple(shape)

        return shape_of

    def dtype_of(self, entry: Entry) -> np.dtype:
        return np.dtype(dtypes.BY_TORCH[self._types.type_of(entry)].numpy)

    # -------------------------------------------------------------------------- open sizes

    def other_shapes(self, openings: dict[str, Opening]) -> dict[str, Shape]:
        """Return valid shapes of the inputs that differ in all open sizes."""
        shapes, error = self._source.shapes, None
        if openings == shapes:
            return shapes
        for change in CHANGES:
            candidates = _resize_open(shapes, openings, change)
            if any(size < 1 for shape in candidates.values() for size in shape):
                continue
            try:
                self.shapes(candidates)
                return candidates
            except MXNetError as refused:
                error = error or refused
        raise MXNetError(
            f"the network cannot be exported with the open sizes {openings}, for it is not able to "
            f"work with others than {shapes}: {error}"
        )

    def all_openings(self) -> dict[str, Opening]:
        """Open every size that the network allows to change."""
        shapes = self._source.shapes
        openings: dict[str, list] = {name: list(shape) for name, shape in shapes.items()}
        for opening in openings.values():
            for axis, size in enumerate(opening):
                opening[axis] = None
                try:
                    self.other_shapes({n: tuple(sizes) for n, sizes in openings.items()})
                except MXNetError:
                    opening[axis] = size
        return {name: tuple(sizes) for name, sizes in openings.items()}


def _resize_open(
    shapes: dict[str, Shape], openings: dict[str, Opening], change
) -> dict[str, Shape]:
    """Return the shapes with all open sizes changed; sizes with the same name change together."""
    numbers: dict = {}
    new_shapes = {}
    for name, shape in shapes.items():
        sizes = list(shape)
        for axis, opening in enumerate(openings[name]):
            if not isinstance(opening, int):
                key = (name, axis) if opening is None else opening
                sizes[axis] = change(sizes[axis], numbers.setdefault(key, len(numbers)))
        new_shapes[name] = tuple(sizes)
    return new_shapes


def resolve_openings(requested, shapes: dict[str, Shape]) -> dict[str, Opening]:
    """Check ``dynamic_input_shapes`` against the shapes of the inputs."""
    requested = list(requested)
    if len(requested) != len(shapes):
        raise MXNetError(
            f"dynamic_input_shapes has {len(requested)} shapes, expected {len(shapes)}: one for "
            f"each of {', '.join(shapes)}"
        )
    openings = {}
    for (name, shape), opening in zip(shapes.items(), requested, strict=True):
        opening = tuple(opening)
        fits = len(opening) == len(shape) and all(
            not isinstance(o, int) or o == size for o, size in zip(opening, shape, strict=True)
        )
        if not fits:
            raise MXNetError(
                f"dynamic_input_shapes of '{name}' is {opening}, which does not fit its shape in "
                f"in_shapes, {shape}; open sizes are None or a name, others equal"
            )
        openings[name] = opening
    return openings
