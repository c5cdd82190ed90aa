"""Arguments of blocks: arrays, symbols or traced arrays, nested or not."""

from __future__ import annotations

from typing import NoReturn

from ..ndarray import NDArray
from ..ndarray.ndarray import PLAIN
from ..symbol import Symbol
from ._tracing import TracedArray


def are_plain(values) -> bool:
    """Return whether there are only dense arrays and None inside nested lists."""
    for value in values:
        cls = type(value)
        if cls is list or cls is tuple:
            if not are_plain(value):
                return False
        elif cls not in PLAIN and value is not None:
            return False
    return True


def placeholder_type(x, args) -> type | None:
    """Return the kind of arrays among the inputs, or None if there are none; reject a mixture."""
    if are_plain((x, *args)):
        return None
    symbols, traced, arrays = (
        any(leaves((x, *args), cls)) for cls in (Symbol, TracedArray, NDArray)
    )
    if symbols and arrays:
        raise ValueError(
            "In HybridBlock, we do not support mixed NDArrays and Symbols types for the input: "
            "give either the one or the other"
        )
    return Symbol if symbols else TracedArray if traced else None


def leaves(values, cls):
    """Yield True for each object of a kind inside nested lists."""
    for value in values:
        if isinstance(value, cls):
            yield True
        elif isinstance(value, list | tuple):
            yield from leaves(value, cls)


def context_of(block, x, args):
    """Return the context of the first array among the inputs of a block."""
    if isinstance(x, NDArray):
        return x._ctx.result
    ctx = _context_inside((x, *args))
    if ctx is None:
        refuse(block, x, *args)
    return ctx


def refuse(block, *inputs) -> NoReturn:
    """Reject inputs of a block that contain no array."""
    types = ", ".join(type(each).__name__ for each in inputs)
    advice = "mx.nd.array makes an NDArray of lists, numbers, NumPy's arrays and torch's tensors."
    if inputs[0] is None:
        advice = "Does what computed None return a result?"
    elif isinstance(inputs[0], str):
        advice = "mx.image.imread reads an image from a file."
    raise ValueError(
        "In HybridBlock, there must be one NDArray or one Symbol in the input. Please check "
        f"the type of the args of {type(block).__name__} '{block.name}': {types}. {advice}"
    )


def _context_inside(values):
    """Return the context of the first array inside nested lists, or None if there is none."""
    for value in values:
        if isinstance(value, NDArray):
            return value._ctx.result
        if isinstance(value, list | tuple) and (ctx := _context_inside(value)) is not None:
            return ctx
    return None
