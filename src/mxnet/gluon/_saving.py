"""The block tree that ``Block.save`` writes in addition to the parameters."""

from __future__ import annotations

import itertools
import json
from collections import OrderedDict

from .._formats.local import reading, replacing
from ..base import MXNetError


def save_structure(block, path) -> None:
    """Write the tree of blocks as JSON."""
    numbers = itertools.count()
    text = json.dumps({_key(block, numbers): _describe(block, numbers)})
    with replacing(path) as file:
        file.write(text.encode())


def load_structure(block, path) -> None:
    """Name the children of all blocks as they were named when the tree was written."""
    with reading(path) as (file, _):
        try:
            stored = json.load(file)
        except (ValueError, RecursionError) as error:
            raise MXNetError(f"'{path}' is not a JSON file of Block.save: {error}") from error
    renamed = []
    _match(block, stored, itertools.count(), path, renamed)
    for part, names in renamed:  # only now, so that a wrong file changes nothing
        part._children = OrderedDict(zip(names, part._children.values(), strict=True))


def _key(block, numbers) -> str:
    """Return the class and the position of a block in the order of the tree: ``dense1``."""
    return f"{type(block).__name__.lower()}{next(numbers)}"


def _describe(block, numbers) -> dict:
    description = {"orig_name": block.name}
    graph = getattr(block, "_cached_graph", ())
    if graph:
        description |= {
            "in_format": block._in_format,
            "out_format": block._out_format,
            "inputs": [variable.tojson() for variable in graph[0]],
            "symbol": graph[1].tojson(),
        }
    if hasattr(block, "_active"):
        description["hybridized"] = bool(graph)
    description["children"] = {child.name: name for name, child in block._children.items()}
    for child in block._children.values():
        key = _key(child, numbers)
        description[key] = _describe(child, numbers)
    return description


def _match(block, stored, numbers, path, renamed) -> None:
    """Find a block and its children in the stored tree; record the names of its children."""
    key = _key(block, numbers)
    entry = stored.get(key) if isinstance(stored, dict) else None
    names = entry.get("children") if isinstance(entry, dict) else None
    if not isinstance(names, dict):
        raise MXNetError(
            f"'{path}' does not describe this network: '{key}' ({block.name}) is not in it. "
            "Make the same blocks in the same order as when it was saved."
        )
    if not all(isinstance(name, str) for name in names.values()):
        raise MXNetError(f"'{path}': the names of the children of '{key}' must be strings")
    if len(set(names.values())) != len(names):
        raise MXNetError(f"'{path}' gives two children of '{key}' the same name")
    if len(names) != len(block._children):
        raise MXNetError(
            f"'{path}' has {len(names)} children of '{key}', {block.name} has "
            f"{len(block._children)}"
        )
    renamed.append((block, list(names.values())))
    for child in block._children.values():
        _match(child, entry, numbers, path, renamed)
