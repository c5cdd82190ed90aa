"""``mxnet convert`` to MXNet's two files: the graph, and the parameters."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from .. import ndarray as nd
from ..base import MXNetError
from ._model import read_model
from ._network import network_of

if TYPE_CHECKING:
    from .convert import Task


def file_names(target: str) -> list[str]:
    """Return the names of both files, of which the target is the first or the prefix."""
    prefix = target.removesuffix(".json").removesuffix("-symbol")
    return [f"{prefix}-symbol.json", f"{prefix}-0000.params"]


def write_files(target: str, graph, arrays: dict) -> list[str]:
    """Write both files; return their names."""
    graph_file, params_file = file_names(target)
    graph.save(graph_file)
    states = set(graph.list_auxiliary_states())
    kinds = {name: "aux" if name in states else "arg" for name in arrays}
    nd.save(params_file, {f"{kinds[name]}:{name}": array for name, array in arrays.items()})
    return [graph_file, params_file]


def describe_files(files: list[str]) -> str:
    """Return the names and sizes of files."""
    return ", ".join(f"{name} ({os.path.getsize(name)} bytes)" for name in files)


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
