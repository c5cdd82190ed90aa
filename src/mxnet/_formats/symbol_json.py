"""The JSON of symbols: text to plain records and back.

Nodes are listed inputs first; an entry is ``[node, output]`` with, in newer files, a version. The
attributes of a node are called ``attrs``, in older files ``attr`` or (those of the operator)
``param``. Everything is checked here, so that what comes out is a well-formed graph.
"""

from __future__ import annotations

import json
from typing import NamedTuple

from ..error import MXNetError

VERSION = 10901  # of the MXNet whose files ours look like
OLDEST = 800  # files before 0.9 do not say their version


class Record(NamedTuple):
    """One node as files hold it; a variable has the operator ``null``."""

    op: str
    name: str
    attrs: dict[str, str]
    inputs: list[tuple[int, int]]


class Graph(NamedTuple):
    """A file: nodes, outputs, the MXNet that wrote it, whether 0 is a size in its shapes."""

    nodes: list[Record]
    heads: list[tuple[int, int]]
    version: int
    numpy_shape: bool


def parse(text: str, source: str = "the symbol") -> Graph:
    """Read a graph; whatever is wrong with the text is an MXNetError that names the place."""
    try:
        raw = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise MXNetError(f"{source} is not JSON: {error}") from None
    if not isinstance(raw, dict) or not isinstance(raw.get("nodes"), list):
        raise MXNetError(f"{source} holds no list of nodes, so it is not a symbol")
    nodes: list[Record] = []
    for position, node in enumerate(raw["nodes"]):
        nodes.append(_record(node, position, len(raw["nodes"]), source))
    heads = [_entry(head, len(nodes), f"{source}: head {i}") for i, head in _heads(raw, source)]
    return Graph(
        nodes, heads, _number(raw, "mxnet_version", OLDEST), bool(_number(raw, "is_np_shape", 0))
    )


def _heads(raw: dict, source: str):
    heads = raw.get("heads")
    if not isinstance(heads, list) or not heads:
        raise MXNetError(f"{source} has no heads")
    return enumerate(heads)


def _number(raw: dict, name: str, default: int) -> int:
    """Return a number that the whole graph has as attribute, stored as ``["int", n]``."""
    stored = raw.get("attrs")
    value = stored.get(name) if isinstance(stored, dict) else None
    if isinstance(value, list) and len(value) == 2 and type(value[1]) is int:
        return value[1]
    return default


def _record(node, position: int, count: int, source: str) -> Record:
    where = f"{source}: node {position}"
    if not isinstance(node, dict):
        raise MXNetError(f"{where} is {type(node).__name__}, wanted an object")
    op, name = node.get("op"), node.get("name")
    if not isinstance(op, str) or not isinstance(name, str):
        raise MXNetError(f"{where} lacks an operator or a name")
    where += f" ('{name}')"
    attrs: dict[str, str] = {}
    for key in ("param", "attr", "attrs"):
        part = node.get(key) or {}
        if not isinstance(part, dict) or not all(isinstance(v, str) for v in part.values()):
            raise MXNetError(f"{where}: {key} is not an object of strings")
        attrs.update(part)
    inputs = node.get("inputs", [])
    if not isinstance(inputs, list):
        raise MXNetError(f"{where}: inputs is not a list")
    # Inputs come first in the list, so that no cycle can be written down.
    entries = [_entry(entry, position, f"{where}: input {i}") for i, entry in enumerate(inputs)]
    return Record(op, name, attrs, entries)


def _entry(entry, limit: int, where: str) -> tuple[int, int]:
    if not isinstance(entry, list) or len(entry) < 1 or not all(type(n) is int for n in entry):
        raise MXNetError(f"{where} is {entry!r}, wanted a list of whole numbers")
    node, output = entry[0], entry[1] if len(entry) > 1 else 0
    if not 0 <= node < limit:
        raise MXNetError(f"{where} names node {node}, there are {limit} before it")
    if output < 0:
        raise MXNetError(f"{where} names output {output}")
    return node, output


def write(
    nodes: list[Record],
    heads: list[tuple[int, int]],
    outputs: list[int],
    numpy_shape: bool = False,
) -> str:
    """Return the text that 1.9.1 writes; ``outputs`` counts the outputs of each node."""
    listed = [_node_text(record) for record in nodes]
    rows, total = [0], 0
    for count in outputs:
        total += count
        rows.append(total)
    arguments = [i for i, record in enumerate(nodes) if record.op == "null"]
    parts = [
        '  "nodes": [\n' + ", \n".join(listed) + "\n  ]",
        f'  "arg_nodes": {_list_text(arguments, 2)}',
        f'  "node_row_ptr": {_list_text(rows, 2)}',
        f'  "heads": {_list_text([[n, i, 0] for n, i in heads], 2)}',
        f'  "attrs": {_graph_attrs(numpy_shape)}',
    ]
    return "{\n" + ", \n".join(parts) + "\n}"


def _graph_attrs(numpy_shape: bool) -> str:
    version = f'"mxnet_version": ["int", {VERSION}]'
    if not numpy_shape:
        return "{" + version + "}"
    return '{\n    "is_np_shape": ["int", 1], \n    ' + version + "\n  }"


def _list_text(items: list, indent: int) -> str:
    """Lists of more than ten are broken into lines, as 1.9.1 does."""
    if len(items) <= 10:
        return json.dumps(items)
    inner = " " * (indent + 2)
    return "[\n" + ", \n".join(inner + json.dumps(i) for i in items) + "\n" + " " * indent + "]"


def _node_text(record: Record) -> str:
    lines = [f'      "op": {json.dumps(record.op)}', f'      "name": {json.dumps(record.name)}']
    if record.attrs:
        pairs = [f"{json.dumps(k)}: {json.dumps(v)}" for k, v in sorted(record.attrs.items())]
        if len(pairs) == 1:
            lines.append('      "attrs": {' + pairs[0] + "}")
        else:
            lines.append('      "attrs": {\n        ' + ", \n        ".join(pairs) + "\n      }")
    inputs = _list_text([[node, output, 0] for node, output in record.inputs], 6)
    lines.append(f'      "inputs": {inputs}')
    return "    {\n" + ", \n".join(lines) + "\n    }"
