"""Rules for partly known shapes of an operator's inputs and outputs, for declarations.

For known inputs, the kernel itself infers the outputs on the ``meta`` device. A rule adds what can
be inferred about inputs from outputs, and about outputs while some inputs are unknown. A rule for a
single operator is next to that operator.
"""

from __future__ import annotations

from .partial_shape import Shape, merge
from .registry import Shapes


def same(inputs: Shapes, outputs: Shapes, attrs: dict) -> tuple[Shapes, Shapes]:
    """All inputs and outputs have the same shape."""
    shape = None
    for other in (*inputs, *outputs):
        shape = merge(shape, other)
    return [shape] * len(inputs), [shape] * len(outputs)


def like_first(inputs: Shapes, outputs: Shapes, attrs: dict) -> tuple[Shapes, Shapes]:
    """The first output has the shape of the first input."""
    shape = merge(inputs[0], outputs[0])
    return [shape, *inputs[1:]], [shape, *outputs[1:]]


def from_attribute(inputs: Shapes, outputs: Shapes, attrs: dict) -> tuple[Shapes, Shapes]:
    """The output has the shape of an attribute, in which sizes may be unknown.

    Which ones are unknown depends on NumPy's shape rules, applied by the caller: see
    ``infer/shapes.py``.
    """
    return inputs, [attrs["shape"]]


def broadcast(inputs: Shapes, outputs: Shapes, attrs: dict) -> tuple[Shapes, Shapes]:
    """For each axis, the larger of two sizes, of which one is 1 or both are equal."""
    left, right = inputs
    if left is None or right is None:
        return inputs, outputs
    ndim = max(len(left), len(right))
    left, right = ((1,) * (ndim - len(shape)) + shape for shape in (left, right))
    return inputs, [tuple(_larger(a, b) for a, b in zip(left, right, strict=True))]


def _larger(a: int | None, b: int | None) -> int | None:
    if a == 1 or b == 1:
        return b if a == 1 else a
    if a is not None and b is not None and a != b:
        raise ValueError(f"operands cannot be broadcast together, sizes {a} and {b}")
    return b if a is None else a


def first_pair(inputs: Shapes, outputs: Shapes, attrs: dict) -> tuple[Shapes, Shapes]:
    """The first two inputs and the first output have the same shape."""
    shape = merge(merge(inputs[0], inputs[1]), outputs[0])
    return [shape, shape, *inputs[2:]], [shape, *outputs[1:]]


def matrix_product(inputs: Shapes, outputs: Shapes, attrs: dict) -> tuple[Shapes, Shapes]:
    """The last axis of the first input matches the second-to-last, or only, axis of the second."""
    left, right = inputs
    if not left or not right:
        return inputs, outputs
    position = max(len(right) - 2, 0)
    (length,) = merge(left[-1:], right[position : position + 1])
    return [(*left[:-1], length), (*right[:position], length, *right[position + 1 :])], outputs


def with_size(shape: Shape, axis: int, size: int | None) -> Shape:
    """Return a shape with another size along an axis."""
    return (*shape[:axis], size, *shape[axis + 1 :])
