"""mx.np: products that sum over axes."""

from __future__ import annotations

import torch

from .. import multiply_adds, shape_rules
from ..attrs import Shape
from ..caching import cached
from ..checks import axis_in_range, fail, require_floats
from ..math.elementwise import always
from ..products import mm
from ..registry import op


def _shapes(a, b) -> str:
    return f"{list(a.shape)} and {list(b.shape)}"


def _dot_of_floats(a, b):
    a_ndim, b_ndim = a.dim(), b.dim()
    if a_ndim == b_ndim == 2:
        return mm(a, b)
    if b_ndim == 1 and 1 <= a_ndim <= 2:
        return torch.dot(a, b) if a_ndim == 1 else torch.mv(a, b)
    return dot(a, b)


def _matmul_of_floats(a, b):
    return mm(a, b) if a.dim() == 2 and b.dim() == 2 else matmul(a, b)


@op(
    "_np_dot",
    specialize=always(_dot_of_floats),
    shape=shape_rules.matrix_product,
    multiply_adds=multiply_adds.product,
)
def dot(a, b):
    """Compute the product that sums over the last axis of ``a`` and the second-to-last of ``b``."""
    require_floats(a)
    if a.ndim == 0 or b.ndim == 0:
        return a * b
    if a.shape[-1] != b.shape[max(b.ndim - 2, 0)]:
        fail(f"dot sums over axes of different length: {_shapes(a, b)}")
    if a.ndim == b.ndim == 2:
        return mm(a, b)
    if a.ndim <= 2 and b.ndim <= 2:
        return torch.matmul(a, b)
    return torch.tensordot(a, b, ([a.ndim - 1], [max(b.ndim - 2, 0)]))


@op(
    "_npi_matmul",
    specialize=always(_matmul_of_floats),
    output_names=("out",),
    shape=shape_rules.matrix_product,
    multiply_adds=multiply_adds.product,
)
def matmul(a, b):
    """Multiply the matrices in the last two axes, broadcasting the leading axes."""
    if a.ndim == 0 or b.ndim == 0:
        fail("Multiplication by scalars is not allowed.")
    if not a.dtype.is_floating_point:
        fail(f"Matmul only supports floating point types, not {a.dtype}")
    if a.shape[-1] != b.shape[max(b.ndim - 2, 0)]:
        fail(f"matmul sums over axes of different length: {_shapes(a, b)}")
    return torch.matmul(a, b)


def _sum_of_products(a, b, a_axes, b_axes):
    if not a.dtype.is_floating_point:
        fail(f"Tensordot only supports floating point types, not {a.dtype}")
    if any(a.shape[i] != b.shape[j] for i, j in zip(a_axes, b_axes, strict=True)):
        fail(f"tensordot sums over axes of different length: {_shapes(a, b)}, {a_axes} {b_axes}")
    if a.ndim == 0 or b.ndim == 0:
        return a * b
    return torch.tensordot(a, b, (a_axes, b_axes))


@op("_npi_tensordot", multiply_adds=multiply_adds.tensor_product)
def tensordot(a, b, *, a_axes_summed: Shape, b_axes_summed: Shape):
    """Compute the product that sums over pairs of axes."""
    if len(a_axes_summed) != len(b_axes_summed):
        fail(
            f"a and b must be summed over the same number of axes, got {a_axes_summed} and "
            f"{b_axes_summed}"
        )
    a_axes = [axis_in_range(axis, a.ndim) for axis in a_axes_summed]
    b_axes = [axis_in_range(axis, b.ndim) for axis in b_axes_summed]
    return _sum_of_products(a, b, a_axes, b_axes)


@op("_npi_tensordot_int_axes", multiply_adds=multiply_adds.tensor_product)
def tensordot_int_axes(a, b, *, axes: int):
    """Compute the product that sums over the last axes of ``a`` and the first axes of ``b``."""
    if not 0 <= axes <= min(a.ndim, b.ndim):
        fail(f"axes must be between 0 and {min(a.ndim, b.ndim)} for {_shapes(a, b)}, got {axes}")
    return _sum_of_products(a, b, list(range(a.ndim - axes, a.ndim)), list(range(axes)))


@op("_npi_einsum")
def einsum(*data, subscripts: str = "", optimize: int = 0):
    """Evaluate a sum in Einstein notation.

    ``optimize`` lets MXNet choose the order of the products; torch always chooses it.
    """
    _check_subscripts(subscripts, tuple(term.shape for term in data))
    if data[0].is_floating_point():
        return _fresh_sum(subscripts, data)
    device = data[0].device  # torch multiplies integer matrices only on the CPU
    if not data[0].is_meta:
        data = tuple(term.cpu() for term in data)
    if data[0].dtype is not torch.bool:
        return _fresh_sum(subscripts, data).to(device, data[0].dtype)  # torch sums in int64
    return (torch.einsum(subscripts, *(term.long() for term in data)) != 0).to(device)


def _fresh_sum(subscripts: str, data) -> torch.Tensor:
    result = torch.einsum(subscripts, *data)
    if len(data) > 1:  # a product, perhaps with its axes in another order
        return result.contiguous()
    return result.clone(memory_format=torch.contiguous_format)  # perhaps a view


@cached  # a third of the time of a small product
def _check_subscripts(subscripts: str, shapes: tuple) -> None:
    inputs, arrow, result = subscripts.replace(" ", "").partition("->")
    terms = inputs.split(",")
    if len(terms) != len(shapes):
        fail(f"subscripts {subscripts!r} are for {len(terms)} arrays, got {len(shapes)}")
    letters = set("".join(terms))
    for letter in result:
        if letter not in letters and letter != ".":
            fail(f"Output character {letter} did not appear in the input")
    sizes: dict[str, int] = {}
    for term, shape in zip(terms, shapes, strict=True):
        if "..." in term:
            continue
        if len(term) != len(shape):
            fail(f"subscripts {term!r} name {len(term)} axes, the array has {len(shape)}")
        for letter, size in zip(term, shape, strict=True):
            if 1 not in (size, sizes.setdefault(letter, size)) and size != sizes[letter]:
                fail(f"axis {letter!r} has length {sizes[letter]} in one array, {size} in another")
