"""``mxnet convert`` to ONNX."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from ..onnx import compare_model, export_model
from ._network import inputs_of

if TYPE_CHECKING:
    from .convert import Task


def convert(task: Task) -> str:
    """Write the file; return a description of its contents."""
    names, shapes, types = inputs_of(task)
    dynamic = [tuple(s[0] if isinstance(s, tuple) else s for s in task.shapes[n]) for n in names]
    is_dynamic = any(isinstance(size, str) for shape in dynamic for size in shape)
    export_model(
        task.model.graph,
        task.model.arrays,
        shapes,
        types,
        task.target,
        dynamic=is_dynamic,
        dynamic_input_shapes=dynamic if is_dynamic else None,
        large_model=task.large,
        opset_version=task.opset,
    )
    return f"{task.target}: {os.path.getsize(task.target)} bytes, inputs {', '.join(names)}"


def check(task: Task) -> tuple[list[str], bool]:
    """Compare the outputs of network and file."""
    _, shapes, types = inputs_of(task)
    model = task.model
    differences = compare_model(model.graph, model.arrays, shapes, types, task.target)
    lines = [
        f"{row.output}: {'equal' if row.is_equal else 'DIFFERENT'}, largest difference "
        f"{row.largest:.2g} (numbers up to {row.scale:.2g})"
        for row in differences
    ]
    return lines, all(row.is_equal for row in differences)
