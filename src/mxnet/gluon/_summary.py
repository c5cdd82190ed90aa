"""The table that ``Block.summary`` prints."""

from __future__ import annotations

from collections import OrderedDict

from .. import autograd
from ..ndarray import NDArray

_ROW = "{:>20}  {:>42} {:>15}"
_WIDTH = 80


def summarize(block, inputs) -> None:
    """Run the block once and print, per block, output shape and number of parameters."""
    rows, hooks, counted = OrderedDict(), [], set()

    def attach(part):
        if part is not block and getattr(part, "_active", False):
            raise AssertionError(f'"{part.name}" must not be hybridized to print summary.')

        def note(called, _, outputs):
            own = called._reg_params.values()
            fresh = [p for p in own if id(p) not in counted]
            counted.update(id(p) for p in own)
            kind = type(called).__name__
            rows[f"{kind}-{len(rows)}"] = (
                _shapes(outputs),
                sum(_size(p) for p in own),
                sum(_size(p) for p in fresh if p.grad_req != "null"),
                sum(_size(p) for p in own) - sum(_size(p) for p in fresh),
            )

        hooks.append(part.register_forward_hook(note))

    rows["Input"] = (_shapes(inputs if len(inputs) > 1 else inputs[0]), 0, 0, 0)
    block.apply(attach)
    try:
        with autograd.pause():
            block(*inputs)
    finally:
        for hook in hooks:
            hook.detach()
    print(_table(rows))


def _size(parameter) -> int:
    total = 1
    for n in parameter.shape:
        total *= n
    return total


def _shapes(value):
    if isinstance(value, list | tuple):
        return [_shapes(item) for item in value]
    return str(tuple(value.shape)) if isinstance(value, NDArray) else str(value)


def _table(rows) -> str:
    lines = ["-" * _WIDTH, _ROW.format("Layer (type)", "Output Shape", "Param #"), "=" * _WIDTH]
    total = trainable = shared = 0
    for name, (shapes, count, of_these_trainable, of_these_shared) in rows.items():
        lines.append(_ROW.format(name, str(shapes).replace("'", ""), count))
        total += count
        trainable += of_these_trainable
        shared += of_these_shared
    unique = total - shared
    return "\n".join(
        [
            *lines,
            "=" * _WIDTH,
            "Parameters in forward computation graph, duplicate included",
            f"   Total params: {total}",
            f"   Trainable params: {trainable}",
            f"   Non-trainable params: {unique - trainable}",
            f"Shared params in forward computation graph: {shared}",
            f"Unique parameters in model: {unique}",
            "-" * _WIDTH,
        ]
    )
