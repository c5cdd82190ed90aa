"""``mxnet convert`` to MXNet's two files: the graph, and the parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..base import MXNetError
from ._model import read_model
from ._network import network_of
from ._network_files import describe_files, file_names, write_files

if TYPE_CHECKING:
    from .convert import Task


def convert(task: Task) -> str:
    """Write the files; return a description."""
    if task.model.graph is None:
        raise MXNetError("there is no graph next to the parameters")
    return describe_files(write_files(task.target, task.model.graph, task.model.arrays))


def check(task: Task) -> tuple[list[str], bool]:
    """Compare the outputs of the network and of the files, which must be identical."""
    block, arrays, _ = network_of(task)
    ours, theirs = (
        [
            output.asnumpy().tobytes()
            for output in (result if isinstance(result, list) else [result])
        ]
        for result in (block(*arrays), read_model(*file_names(task.target)).block()(*arrays))
    )
    return [f"outputs: {'equal' if ours == theirs else 'DIFFERENT'}"], ours == theirs
