"""``mxnet convert`` of the parameters, without the graph, to a safetensors file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import ndarray as nd
from .._text.reprs import count

if TYPE_CHECKING:
    from .convert import Task


def convert(task: Task) -> str:
    """Write the file; return a description of its contents."""
    nd.save(task.target, task.model.arrays)
    return f"{task.target}: {count(len(task.model.arrays), 'array')}"


def check(task: Task) -> tuple[list[str], bool]:
    """Compare the arrays of both files."""
    ours, theirs = task.model.arrays, nd.load(task.target)
    different = [
        name
        for name in {**ours, **theirs}
        if name not in ours
        or name not in theirs
        or ours[name].asnumpy().tobytes() != theirs[name].asnumpy().tobytes()
    ]
    if different:
        return [f"arrays: DIFFERENT, {', '.join(different)}"], False
    return [f"arrays: equal, all {len(ours)}"], True
