"""``mxnet convert`` to ONNX."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from ..base import MXNetError
from ..onnx import compare_model, export_model
from ..onnx.mx2onnx._source import model_inputs

if TYPE_CHECKING:
    from .convert import Task


def convert(task: Task) -> str:
    """Write the file; return what is in it."""
    names, shapes, types = _inputs(task)
    openings = [tuple(s[0] if isinstance(s, tuple) else s for s in task.shapes[n]) for n in names]
    is_open = any(isinstance(size, str) for opening in openings for size in opening)
    export_model(
        task.symbol,
        task.params,
        shapes,
        types,
        task.target,
        dynamic=is_open,
        dynamic_input_shapes=openings if is_open else None,
        large_model=task.large,
        opset_version=task.opset,
    )
    return f"{task.target}: {os.path.getsize(task.target)} bytes, inputs {', '.join(names)}"


def check(task: Task) -> tuple[list[str], bool]:
    """Compare the outputs of network and file."""
    _, shapes, types = _inputs(task)
    found = compare_model(task.symbol, task.params, shapes, types, task.target)
    lines = [
        f"{row.output}: {'equal' if row.is_equal else 'DIFFERENT'}, at most {row.largest:.2g} "
        f"apart in numbers up to {row.scale:.2g}"
        for row in found
    ]
    return lines, all(row.is_equal for row in found)


def _inputs(task: Task) -> tuple[list[str], list[tuple], list[str]]:
    """Return the names of the inputs with shapes and types in their order."""
    names = model_inputs(task.symbol, task.params)
    missing = [name for name in names if name not in task.shapes]
    unknown = [name for name in [*task.shapes, *task.types] if name not in names]
    if missing or unknown:
        complaint = f"--shape is missing for {', '.join(missing)}" if missing else (
            f"there is no input {', '.join(unknown)}"
        )  # fmt: skip
        raise MXNetError(f"{complaint}; the inputs are {', '.join(names) or 'none'}")
    shapes = [tuple(s[1] if isinstance(s, tuple) else s for s in task.shapes[n]) for n in names]
    return names, shapes, [task.types.get(name, "float32") for name in names]
