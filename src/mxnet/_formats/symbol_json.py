"""The JSON of symbols: conversion between text and plain records.

Nodes are listed after their inputs; an entry is ``[node, output]`` with, in newer files, a version.
The attributes of a node are called ``attrs``, in older files ``attr`` or (those of the operator)
``param``. Everything is checked here, so that the result is a well-formed graph.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from ..error import MXNetError

VERSION = 10901  # of MXNet, whose files ours match
OLDEST = 800  # files before 0.9 do not state their version


class Record(NamedTuple):
    """One node as stored in files; a variable has the operator ``null``.

    An input is a node and its output and, when writing, the number of times it was modified.
    """

    op: str
    name: str
    attrs: dict[str, str]
    inputs: Sequence[tuple[int, ...]]
    subgraphs: list[Graph]


class Graph(NamedTuple):
    """A file: nodes, outputs, the MXNet version, and whether 0 is a size in its shapes."""

    nodes: list[Record]
    heads: list[tuple[int, ...]]
    version: int
    numpy_shape: bool
    outputs: tuple[int, ...] = ()  # how many outputs each node has, needed to write it


def parse(text: str, source: str = "the symbol") -> Graph:
    """Parse a graph; invalid text raises an MXNetError that names the position."""
    try:
        return _graph(json.loads(text), source)
    except ValueError as error:
        advice = "; a file of parameters is loaded by mx.nd.load" if "\0" in text[:64] else ""
        raise MXNetError(f"{source} is not JSON: {error}{advice}") from None
    except RecursionError:
        raise MXNetError(f"{source} is nested too deep") from None


def _graph(raw: Any, source: str, outer: Graph | None = None) -> Graph:
    if not isinstance(raw, dict) or not isinstance(raw.get("nodes"), list):
        raise MXNetError(f"{source} holds no list of nodes, so it is not a symbol")
    version = _number(raw, "mxnet_version", OLDEST if outer is None else outer.version)
    numpy_shape = bool(_number(raw, "is_np_shape", outer is not None and outer.numpy_shape))
    graph = Graph([], [], version, numpy_shape)
    for position, node in enumerate(raw["nodes"]):
        graph.nodes.append(_record(node, position, graph, source, len(raw["nodes"])))
    for i, head in enumerate(_heads(raw, source)):
        graph.heads.append(_entry(head, len(graph.nodes), f"{source}: head {i}"))
    return _inputs_first(graph, source)


def _heads(raw: dict, source: str) -> list:
    heads = raw.get("heads")
    if not isinstance(heads, list) or not heads:
        raise MXNetError(f"{source} has no heads")
    return heads


def _number(raw: dict, name: str, default: int) -> int:
    """Return a number that is an attribute of the entire graph, stored as ``["int", n]``."""
    stored = raw.get("attrs")
    value = stored.get(name) if isinstance(stored, dict) else None
    if isinstance(value, list) and len(value) == 2 and type(value[1]) is int:
        return value[1]
    return default


def _record(node: Any, position: int, graph: Graph, source: str, count: int) -> Record:
    where = f"{source}: node {position}"
    if not isinstance(node, dict):
        raise MXNetError(f"{where} is {type(node).__name__}, expected an object")
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
    entries = [
        _entry(entry, count, f"{where}: input {i}")
        for i, entry in enumerate(_list(node, "inputs", where))
    ]
    bodies = [
        _graph(body, f"{where}: subgraph {i}", graph)
        for i, body in enumerate(_list(node, "subgraphs", where))
    ]
    return Record(op, name, attrs, entries, bodies)


def _list(node: dict, key: str, where: str) -> list:
    items = node.get(key, [])
    if not isinstance(items, list):
        raise MXNetError(f"{where}: {key} is not a list")
    return items


def _entry(entry: Any, limit: int, where: str) -> tuple[int, int]:
    if not isinstance(entry, list) or len(entry) < 1 or not all(type(n) is int for n in entry):
        raise MXNetError(f"{where} is {entry!r}, expected a list of integers")
    node, output = entry[0], entry[1] if len(entry) > 1 else 0
    if not 0 <= node < limit:
        raise MXNetError(f"{where} names node {node}, the nodes are 0 to {limit - 1}")
    if output < 0:
        raise MXNetError(f"{where} names output {output}")
    return node, output


def _inputs_first(graph: Graph, source: str) -> Graph:
    """Return the graph with the inputs of every node before it, as all versions write it."""
    records = graph.nodes
    if all(i < position for position, record in enumerate(records) for i, *_ in record.inputs):
        return graph
    order = _order(records, source)
    positions = {old: new for new, old in enumerate(order)}

    def move(entries: Sequence[tuple[int, ...]]) -> list[tuple[int, ...]]:
        return [(positions[entry[0]], *entry[1:]) for entry in entries]

    nodes = [records[i]._replace(inputs=move(records[i].inputs)) for i in order]
    return graph._replace(nodes=nodes, heads=move(graph.heads))


def _order(records: list[Record], source: str) -> list[int]:
    order: list[int] = []
    done, open_ones = set(), set()
    for start in range(len(records)):
        stack = [(start, 0)]
        while stack:
            position, next_input = stack.pop()
            inputs = records[position].inputs
            if position in done:
                continue
            if next_input == len(inputs):
                open_ones.discard(position)
                done.add(position)
                order.append(position)
                continue
            open_ones.add(position)
            source_position = inputs[next_input][0]
            if source_position in open_ones:
                raise MXNetError(
                    f"{source}: node {position} ('{records[position].name}') is part of a cycle: "
                    f"its input '{records[source_position].name}' depends on it"
                )
            stack += [(position, next_input + 1), (source_position, 0)]
    return order


# ---------------------------------------------------------------------------------------- writing


def write(graph: Graph) -> str:
    """Return the text that 1.9.1 writes."""
    attrs = {"mxnet_version": ["int", VERSION]}
    if graph.numpy_shape:
        attrs = {"is_np_shape": ["int", 1], **attrs}
    return _text({**_plain(graph), "attrs": attrs}, 0)


def _plain(graph: Graph) -> dict:
    rows = [0]
    for count in graph.outputs:
        rows.append(rows[-1] + count)
    return {
        "nodes": [_plain_node(record) for record in graph.nodes],
        "arg_nodes": [i for i, record in enumerate(graph.nodes) if record.op == "null"],
        "node_row_ptr": rows,
        "heads": [list(head) for head in graph.heads],
    }


def _plain_node(record: Record) -> dict:
    plain: dict = {"op": record.op, "name": record.name}
    if record.attrs:
        plain["attrs"] = dict(sorted(record.attrs.items()))
    plain["inputs"] = [list(entry) for entry in record.inputs]
    if record.subgraphs:
        plain["subgraphs"] = [_plain(body) for body in record.subgraphs]
    return plain


_SHORT = 10  # elements of a list written on one line


def _text(value: Any, indent: int) -> str:
    """Format JSON with the line breaks of 1.9.1: one entry of an object or a short list a line."""
    inner = " " * (indent + 2)
    if isinstance(value, dict):
        items = [f"{_text(k, 0)}: {_text(v, indent + 2)}" for k, v in value.items()]
        opening, closing, is_long = "{", "}", len(items) > 1
    elif isinstance(value, list):
        items = [_text(item, indent + 2) for item in value]
        is_long = len(items) > _SHORT or any(isinstance(item, dict) for item in value)
        opening, closing = "[", "]"
    else:
        return json.dumps(
            value, ensure_ascii=False
        )  # MXNet: its strings do not escape non-ASCII letters
    if not is_long:
        return opening + ", ".join(items) + closing
    joined = ", \n".join(inner + item for item in items)
    return f"{opening}\n{joined}\n{' ' * indent}{closing}"
