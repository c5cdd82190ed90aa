"""The number of multiply-add operations of an operator for given shapes.

A rule gets the shapes of the inputs, the shape of the first output, and the attributes.
"""

from __future__ import annotations

from math import prod

Shape = tuple[int, ...]


def kernels(weight: int):
    """Return the rule for one kernel for each output element; ``weight`` is its input."""
    return lambda inputs, output, attrs: prod(output) * prod(inputs[weight][1:])


convolution = kernels(1)


def transposed_convolution(inputs: list[Shape], output: Shape, attrs: dict) -> int:
    """Count one kernel for each data element."""
    return prod(inputs[0]) * prod(inputs[1][1:])


def dense(inputs: list[Shape], output: Shape, attrs: dict) -> int:
    """Count a row of the weight for each output element."""
    return prod(output) * inputs[1][-1]


def product(inputs: list[Shape], output: Shape, attrs: dict) -> int:
    """Count the axis that a matrix product sums over."""
    is_transposed = attrs.get("transpose_a") and len(inputs[0]) > 1
    return prod(output) * inputs[0][attrs.get("axis", -2) if is_transposed else -1]


def tensor_product(inputs: list[Shape], output: Shape, attrs: dict) -> int:
    """Count the axes that a product of tensors sums over."""
    count = attrs.get("axes")
    axes = attrs["a_axes_summed"] if count is None else range(-count, 0)
    return prod(output) * prod(inputs[0][axis] for axis in axes)


def attention_scores(arrays: int):
    """Return the rule for products of queries and keys if the first input has ``arrays`` parts."""
    return lambda inputs, output, attrs: prod(output) * (inputs[0][2] // arrays // attrs["heads"])


def attention_values(inputs: list[Shape], output: Shape, attrs: dict) -> int:
    """Count the positions that values are summed over."""
    return prod(output) * inputs[1][-1]
