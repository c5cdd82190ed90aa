"""The table that ``Block.summary`` prints."""

from __future__ import annotations

import functools
import inspect
import math
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass

from .. import autograd
from .._eager.multiply_adds import MultiplyAdds
from .._text.html import table
from ..ndarray import NDArray
from ..symbol import Symbol
from ._inputs import leaves
from ._parameter_shapes import shape_is_known

_ROW = "{:>20}  {:>42} {:>15}"
_MORE = " {:>15}"
_WIDTH = 80


@dataclass(frozen=True, slots=True)
class _Row:
    """One call of a block: its outputs, and the number of elements of its parameters."""

    name: str
    shapes: str
    total: int = 0
    trainable: int = 0
    shared: int = 0  # elements of parameters that an earlier row has counted
    multiply_adds: int | None = 0  # of the block itself, without its parts; None: not counted

    def __str__(self):
        text = _ROW.format(self.name, self.shapes, self.total)
        return text if self.multiply_adds is None else text + _MORE.format(self.multiply_adds)


def block_table(block) -> str:
    """Return a table for notebooks: the parts of a block with the sizes of their parameters."""
    rows = list(_part_rows(block, "", block.name))
    elements = _count_elements(block.collect_params().values())
    heads = ["part", "layer", "parameters", "elements"]
    return table(heads, rows, f"{type(block).__name__} with {elements} parameters")


def _count_elements(parameters) -> str:
    """Return the number of elements of parameters; before a first call it may be unknown."""
    total = sum(math.prod(p.shape or (0,)) for p in parameters)
    is_known = all(shape_is_known(p.shape) for p in parameters)
    return f"{total:,}" if is_known else f"more than {total:,}"


def _part_rows(block, indent: str, name: str):
    own = block._reg_params.items()
    shapes = ", ".join(f"{key} {'x'.join(map(str, p.shape or '?'))}" for key, p in own)
    kind = type(block).__name__ if block._children else repr(block)
    yield indent + name, kind, shapes, _count_elements([p for _, p in own]) if own else None
    for key, child in block._children.items():
        yield from _part_rows(child, indent + "\u2003", key)


def summarize(block, inputs, flops: bool) -> None:
    """Run the block once and print, per block, output shape and number of parameters."""
    if inputs and isinstance(inputs[0], tuple) and all(isinstance(n, int) for n in inputs[0]):
        raise TypeError(f"summary takes data, not its shape: net.summary(nd.zeros({inputs[0]}))")
    try:
        inspect.signature(block.forward).bind(*inputs)
    except TypeError as error:
        raise TypeError(
            f"summary takes what the network is called with, as in net.summary(data): {error}"
        ) from None
    with MultiplyAdds() if flops else nullcontext() as counter:
        notes = _Notes(block, inputs, counter)
        try:
            block.apply(notes.attach)
            with autograd.pause(), _operator_by_operator(block):
                block(*inputs)
        finally:
            for hook in notes.hooks:
                hook.detach()
        print(_table(notes.rows, counter.total if flops else None))


@contextmanager
def _operator_by_operator(block):
    """Run a hybridized block as if it were not, so that its operators are seen."""
    is_hybrid = getattr(block, "_active", False)
    if is_hybrid:
        block._active = False
    try:
        yield
    finally:
        if is_hybrid:
            block._active = True


class _Notes:
    """Creates a row for each call of a block and of its parts."""

    def __init__(self, block, inputs, counter: MultiplyAdds | None):
        self._block, self._counter = block, counter
        # For each running block, the count before it plus the counts of its parts.
        self._begun = [0]
        self._counted = set()  # the parameters of all rows so far
        self.rows = [_Row("Input", _shapes(inputs), 0, 0, 0, counter and 0)]
        self.hooks = []

    def attach(self, part):
        """Register hooks that record the calls of a block."""
        if part is not self._block and getattr(part, "_active", False):
            raise AssertionError(f'"{part.name}" must not be hybridized to print summary.')
        if part._in_summary:
            # MXNet: a block that is registered twice has two rows for each call.
            if self._counter:
                self.hooks.append(part.register_forward_pre_hook(functools.partial(self._begin)))
            self.hooks.append(part.register_forward_hook(functools.partial(self._note)))

    def _begin(self, called, _):
        self._begun.append(self._counter.total)

    def _count_since(self) -> int:
        start, now = self._begun.pop(), self._counter.total
        self._begun[-1] += now - start  # exclude it from the outer block's own count
        return now - start

    def _note(self, called, _, outputs):
        multiply_adds = self._count_since() if self._counter else None
        if any(leaves([outputs], Symbol)):  # a call on symbols, which infers shapes
            return
        own = list(called._reg_params.values())
        self.rows.append(
            _Row(
                f"{type(called).__name__}-{len(self.rows)}",
                _shapes(outputs if isinstance(outputs, list | tuple) else [outputs]),
                sum(_size(p) for p in own),
                sum(_size(p) for p in own if p.grad_req != "null"),
                sum(_size(p) for p in own if id(p) in self._counted),
                multiply_adds,
            )
        )
        self._counted.update(id(p) for p in own)


def _size(parameter) -> int:
    return math.prod(parameter.shape)


def _shapes(values) -> str:
    """Format the shapes of arrays; those of nested lists have brackets."""
    return ", ".join(_shape(value) for value in values)


def _shape(value) -> str:
    if isinstance(value, list | tuple):
        return f"[{_shapes(value)}]"
    return str(tuple(value.shape)) if isinstance(value, NDArray) else str(value)


def _table(rows, multiply_adds) -> str:
    counts = multiply_adds is not None
    width = _WIDTH + len(_MORE.format("")) * counts
    total, shared = sum(row.total for row in rows), sum(row.shared for row in rows)
    trainable = sum(row.trainable for row in rows)
    return "\n".join(
        [
            "-" * width,
            _ROW.format("Layer (type)", "Output Shape", "Param #")
            + (_MORE.format("Multiply-adds") if counts else ""),
            "=" * width,
            *map(str, rows),
            "=" * width,
            "Parameters in forward computation graph, duplicate included",
            f"   Total params: {total}",
            f"   Trainable params: {trainable}",
            f"   Non-trainable params: {total - trainable}",
            f"Shared params in forward computation graph: {shared}",
            f"Unique parameters in model: {total - shared}",
            *([f"Multiply-adds: {multiply_adds}"] if counts else []),
            "-" * width,
        ]
    )
