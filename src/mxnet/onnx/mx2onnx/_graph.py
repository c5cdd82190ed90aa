"""The ONNX graph under construction, and steps that many operators need."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from .._problems import Unsupported
from ._folding import FOLDED

END = np.iinfo(np.int64).max  # "to the end" in ONNX
BEFORE_START = np.iinfo(np.int64).min


@dataclass(frozen=True, slots=True)
class Tensor:
    """A result in the ONNX graph.

    ``sizes`` are its shapes for two sets of input sizes. A size that differs is open: it is known
    only when the model runs, and ``shape`` has None for it.
    """

    name: str
    sizes: tuple[tuple[int, ...], tuple[int, ...]]
    dtype: np.dtype

    @property
    def shape(self) -> tuple[int | None, ...]:
        return tuple(a if a == b else None for a, b in zip(*self.sizes, strict=True))

    @property
    def ndim(self) -> int:
        return len(self.sizes[0])

    @property
    def is_float(self) -> bool:
        return self.dtype.kind == "f"

    def known_shape(self, axes: Sequence[int] | None = None) -> tuple[int, ...]:
        """Return sizes that must not be open."""
        shape = [self.shape[i] for i in (range(self.ndim) if axes is None else axes)]
        if None in shape:
            raise Unsupported(f"it needs the sizes of '{self.name}', which are open: {self.shape}")
        return tuple(shape)


Operand = Tensor | str | np.ndarray | int | Sequence | None


@dataclass(slots=True)
class Step:
    """One ONNX node."""

    op_type: str
    name: str
    inputs: list[str]
    outputs: list[str]
    attrs: dict


class Graph:
    """Nodes and constants; ``graph.Add(a, b)`` adds a node and returns the name of its result.

    Operands are tensors, names of results, arrays, and numbers for integers (int64). None is an
    omitted input.
    """

    def __init__(self, opset: int):
        self.opset = opset
        self.steps: list[Step] = []
        self.constants: dict[str, np.ndarray] = {}
        self.scope = "graph"  # the node of MXNet that is being converted
        self._taken: set[str] = set()
        self._shared: dict[tuple, str] = {}

    # ---------------------------------------------------------------------------------- names

    def unique(self, base: str) -> str:
        """Return an unused name."""
        name, number = base, 0
        while name in self._taken:
            number += 1
            name = f"{base}_{number}"
        self._taken.add(name)
        return name

    def rename(self, old: str, new: str, since: int) -> None:
        """Rename a result of the steps from number ``since`` on."""
        for step in self.steps[since:]:
            step.inputs = [new if name == old else name for name in step.inputs]
            step.outputs = [new if name == old else name for name in step.outputs]

    # ---------------------------------------------------------------------------------- steps

    def __getattr__(self, op_type: str):
        if not op_type[0].isupper():
            raise AttributeError(op_type)
        return lambda *inputs, **attrs: self.add(op_type, *inputs, **attrs)

    def add(self, op_type: str, *inputs: Operand, outputs: int = 1, **attrs):
        """Add a node; return the name of its result, or a list of names for several outputs."""
        names = [self._name_of(value) for value in inputs]
        while names and not names[-1]:
            names.pop()
        attrs = {key: value for key, value in attrs.items() if value is not None}
        if op_type in FOLDED and all(name in self.constants for name in names):
            values = [self.constants[name] for name in names]
            return self.constant(np.ascontiguousarray(FOLDED[op_type](*values, **attrs)))
        results = [self.unique(f"{self.scope}/{op_type}") for _ in range(outputs)]
        self.steps.append(Step(op_type, results[0], names, results, attrs))
        return results[0] if outputs == 1 else results

    def _name_of(self, value: Operand) -> str:
        if value is None:
            return ""
        if isinstance(value, str):
            return value
        if isinstance(value, Tensor):
            return value.name
        return self.constant(np.asarray(value, None if isinstance(value, np.ndarray) else np.int64))

    def constant(self, array: np.ndarray, name: str | None = None) -> str:
        """Store an array in the model; equal small ones are stored once."""
        # Shapes, axes and single numbers are often equal; comparing weights would cost more than it
        # saves.
        key = (array.dtype.str, array.shape, array.tobytes()) if array.size <= 64 else None
        if name is None and key in self._shared:
            return self._shared[key]
        name = self.unique(name or f"{self.scope}/constant")
        self.constants[name] = array
        if key is not None:
            self._shared.setdefault(key, name)
        return name

    def is_constant(self, value: Tensor) -> bool:
        return value.name in self.constants

    # ---------------------------------------------------------------------- often needed steps

    def like(self, tensor: Tensor, value: float) -> np.ndarray:
        """Return a number in the type of a tensor."""
        return np.asarray(value).astype(tensor.dtype)

    def cast(self, value: Tensor | str, dtype) -> str:
        """Cast to an element type, unless it is known to be the same."""
        if isinstance(value, Tensor):
            if value.dtype == np.dtype(dtype):
                return value.name
            value = value.name
        return self.Cast(value, to=np.dtype(dtype))

    def shape_of(self, tensor: Tensor) -> str:
        """Return the shape as a vector: a constant, unless sizes are open."""
        if None in tensor.shape:
            return self.Shape(tensor)
        return self.constant(np.asarray(tensor.shape, np.int64))

    def size_of(self, tensor: Tensor, axis: int) -> str:
        """Return one size as a vector of one number."""
        size = tensor.shape[axis]
        if size is not None:
            return self.constant(np.asarray([size], np.int64))
        return self.Gather(self.shape_of(tensor), [axis % tensor.ndim], axis=0)

    def sizes_of(self, tensor: Tensor) -> list[int | str]:
        """Return all sizes: numbers, and vectors of one number for open ones."""
        return [self.size_of(tensor, i) if n is None else n for i, n in enumerate(tensor.shape)]

    def vector(self, parts: Sequence[int | str]) -> str:
        """Concatenate numbers, and vectors of one number, to one vector."""
        if all(isinstance(part, int | np.integer) for part in parts):
            return self.constant(np.asarray(parts, np.int64))
        names = [p if isinstance(p, str) else self.constant(np.asarray([p])) for p in parts]
        return self.Concat(*names, axis=0)

    def reshape(self, value: Operand, shape: Sequence[int | str]) -> str:
        """Reshape; the sizes are numbers (-1: inferred) or vectors of one number."""
        return self.Reshape(value, self.vector(shape))

    def reshape_to(self, source: Tensor, out: Tensor, value: Operand = None) -> str:
        """Reshape a value that has the elements of ``source`` to the shape of ``out``."""
        if value is None and source.sizes == out.sizes:
            return source.name
        value = source if value is None else value
        if 0 in out.shape:
            return self.Reshape(value, out.shape, allowzero=1)
        parts, rest = (
            self._open_parts(source, out),
            [i for i, n in enumerate(out.shape) if n is None],
        )
        shape: list[int | str] = list(out.shape)
        missing = [i for i in rest if i not in parts]
        if len(missing) > 1:
            raise Unsupported(f"the shape {out.shape} has several sizes that cannot be inferred")
        if not missing and rest:
            missing = rest[:1]  # one of them may be inferred
        for i in rest:
            shape[i] = -1 if i in missing else parts[i]()
        return self.reshape(value, shape)

    def _open_parts(self, source: Tensor, out: Tensor) -> dict:
        """Return functions for the open sizes of ``out`` that are sizes of ``source``."""
        pairs = list(zip(*source.sizes, strict=True))
        free = [axis for axis, (a, b) in enumerate(pairs) if a != b]
        sizes = {}
        for i, pair in enumerate(zip(*out.sizes, strict=True)):
            axis = next((axis for axis in free if pairs[axis] == pair), None)
            if pair[0] != pair[1] and axis is not None:
                free.remove(axis)
                sizes[i] = lambda axis=axis: self.size_of(source, axis)
        return sizes

    def reduce(
        self, op_type: str, value: Operand, axes: Sequence[int], keepdims: bool = False
    ) -> str:
        """Reduce over axes, which are an input or an attribute depending on the opset."""
        if self.opset >= 18 or op_type == "ReduceSum":  # ReduceSum has the input since opset 13
            return self.add(op_type, value, list(axes), keepdims=int(keepdims))
        return self.add(op_type, value, axes=list(axes), keepdims=int(keepdims))

    def slice(self, value: Operand, axis: int, start: int, end: int = END, step: int = 1) -> str:
        """Slice one axis."""
        return self.Slice(value, [start], [end], [axis], [step])

    def split(self, value: Operand, sizes: Sequence[int], axis: int) -> list[str]:
        """Split an axis into parts of the given sizes."""
        if isinstance(value, str | Tensor) and self._name_of(value) in self.constants:
            edges = np.cumsum([0, *sizes])
            return [self.slice(value, axis, *map(int, edges[i : i + 2])) for i in range(len(sizes))]
        if len(sizes) == 1:
            return [self._name_of(value)]
        return self.Split(value, list(sizes), axis=axis, outputs=len(sizes))
