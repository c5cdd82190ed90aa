"""The two files of a network: its graph, and its parameters."""

from __future__ import annotations

import os

from .. import ndarray as nd


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
