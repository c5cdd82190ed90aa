"""Graphs to JSON records and back, with what files of older versions need."""

from __future__ import annotations

import ast

from .._formats import symbol_json
from .._formats.symbol_json import Graph, Record
from .._graph.compose import SPECIAL, mark_initializers, missing_input
from .._graph.node import Entry, Node, input_names, is_hidden, topological, wanted_inputs
from .._ops import OPS
from ..base import MXNetError
from ..util import is_np_shape


def to_json(outputs: list[Entry]) -> str:
    """Return a graph as the text that 1.9.1 writes for it."""
    nodes = topological(outputs)
    numbers = {id(node): i for i, node in enumerate(nodes)}
    records = [
        Record(
            "null" if node.op is None else node.op.name,
            node.name,
            node.attrs,
            [(numbers[id(source)], index) for source, index in node.inputs],
        )
        for node in nodes
    ]
    heads = [(numbers[id(node)], index) for node, index in outputs]
    return symbol_json.write(records, heads, [n.num_outputs() for n in nodes], is_np_shape())


def from_json(text: str, source: str = "the symbol") -> list[Entry]:
    """Read a graph of any version since 0.8; ``source`` is how messages call it."""
    graph = symbol_json.parse(text, source)
    unknown = sorted({r.op for r in graph.nodes if r.op != "null" and r.op not in OPS})
    if unknown:
        raise MXNetError(f"{source} uses operators that are not supported: {', '.join(unknown)}")
    nodes: list[Node] = []
    for record in graph.nodes:
        inputs = [(nodes[i], output) for i, output in record.inputs]
        nodes.append(_node(record, inputs, graph, source))
    for head, index in graph.heads:
        if index >= nodes[head].num_outputs():
            raise MXNetError(f"{source}: '{nodes[head].name}' has no output {index}")
    return [(nodes[i], output) for i, output in graph.heads]


def _node(record: Record, inputs: list[Entry], graph: Graph, source: str) -> Node:
    if record.op == "null":
        if inputs:
            raise MXNetError(f"{source}: the variable '{record.name}' has inputs")
        return Node(None, record.name, (), _variable_attrs(record.attrs, graph))
    attrs, later = _split(record.attrs)
    if graph.version < 905 and record.op in ("argmax", "argmin") and attrs.get("axis") == "-1":
        del attrs["axis"]  # -1 used to mean all axes
    node = Node(OPS[record.op], record.name, tuple(inputs), attrs)
    try:
        _complete(node, graph, source)
    except MXNetError as error:
        raise MXNetError(f"{source}: node '{record.name}': {error}") from None
    _hand_down(node, later)
    if graph.version < 904:
        mark_initializers(node)
    return node


def _variable_attrs(attrs: dict[str, str], graph: Graph) -> dict[str, str]:
    plain, later = _split(attrs)
    plain.update(later)
    if "__shape__" in plain and is_np_shape() and not graph.numpy_shape:
        plain["__shape__"] = _numpy_shape(plain["__shape__"])
    return plain


def _numpy_shape(text: str) -> str:
    """Write unknown dimensions as NumPy's rules want them: -1, for 0 is a size there."""
    try:
        shape = ast.literal_eval(text)
        return "[" + ",".join(str(n if n > 0 else -1) for n in shape) + "]"
    except (ValueError, SyntaxError, TypeError):
        return text


def _split(attrs: dict[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """Part an operator's attributes from old ones for its variables: ``weight_lr_mult``."""
    plain, later = {}, {}
    for key, text in attrs.items():
        if key in SPECIAL:
            plain[f"__{key}__"] = text
        elif not is_hidden(key) and key.endswith(tuple(f"_{special}" for special in SPECIAL)):
            later[key] = text
        else:
            plain[key] = text
    return plain, later


def _hand_down(node: Node, later: dict[str, str]) -> None:
    """Give variables the attributes that old files hold at their operator."""
    names = node.input_names()
    for key, text in later.items():
        special = next(s for s in SPECIAL if key.endswith(f"_{s}"))
        target = key[: -len(special) - 1]
        place = names.index(target) if target in names else None
        if place is not None and node.inputs[place][0].is_variable:
            node.inputs[place][0].set_attr(f"__{special}__", text)
        else:
            node.set_attr(f"__{key}__", text)


def _complete(node: Node, graph: Graph, source: str) -> None:
    """Check the attributes and inputs of a node; files before 0.9 leave variables out."""
    attrs = node.parsed()
    if node.op.variadic:
        names = input_names(node.op, attrs, len(node.inputs))
    else:
        names = wanted_inputs(node.op, attrs)
    if len(node.inputs) < len(names) and graph.version < 900:
        missing = names[len(node.inputs) :]
        node.inputs += tuple((missing_input(node, key), 0) for key in missing)
    if len(node.inputs) != len(names) or not names and node.op.variadic:
        raise MXNetError(
            f"operator {node.op.name} has {len(node.inputs)} inputs, "
            f"wanted {len(names)}: {', '.join(names)}"
        )
    for source_node, index in node.inputs:
        if index >= source_node.num_outputs():
            raise MXNetError(f"takes output {index} of '{source_node.name}', which has fewer")
