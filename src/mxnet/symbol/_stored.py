"""Conversion of graphs to JSON and back, including files of older versions."""

from __future__ import annotations

from .._formats import symbol_json
from .._formats.symbol_json import Graph, Record
from .._graph.ir.compose import SPECIAL, input_count, mark_initializers, missing_input
from .._graph.ir.node import Entry, Node, active_inputs, input_names, topological
from .._graph.ir.node_ops import is_operator, make_operator
from .._ops.attrs import is_hidden, read_integers
from .._ops.handles import CACHED_OP
from ..base import MXNetError
from ..util import is_np_shape

MAX_OUTPUTS = 1 << 16  # of one node: a file that claims more is damaged


def to_json(outputs: list[Entry]) -> str:
    """Return a graph as the JSON text that 1.9.1 writes for it."""
    return symbol_json.write(_to_graph(outputs))


def _to_graph(outputs: list[Entry]) -> Graph:
    nodes = topological(outputs)
    numbers = {id(node): i for i, node in enumerate(nodes)}
    versions = dict.fromkeys(numbers, 0)
    records = []
    for node in nodes:
        inputs = [
            (numbers[id(s)], index, version)
            for s, index, version in _versions_of_inputs(node, versions)
        ]
        name = "null" if node.op is None else node.op.stored_name or node.op.name
        bodies = [_to_graph(body) for body in node.subgraphs]
        records.append(Record(name, node.name, node.attrs, inputs, bodies))
    heads = [(numbers[id(node)], index, versions[id(node)]) for node, index in outputs]
    counts = tuple(_count_outputs(node) for node in nodes)
    return Graph(records, heads, symbol_json.VERSION, is_np_shape(), counts)


def _versions_of_inputs(node: Node, versions: dict[int, int]):
    """Yield the inputs of a node, each with the number of operators that have modified it."""
    for position, (source, index) in enumerate(node.inputs):
        if node.op.aux and node.op.inputs[position] in node.op.aux:
            versions[id(source)] += 1
        yield source, index, versions[id(source)]


def _count_outputs(node: Node) -> int:
    if node.op is None:
        return 1
    count = node.op.stored_outputs
    if count is None:
        return node.num_outputs()
    return count(node.parsed()) if callable(count) else count


# ---------------------------------------------------------------------------------------- reading


def from_json(text: str, source: str = "the symbol") -> list[Entry]:
    """Read a graph of any version since 0.8; ``source`` is its name in messages."""
    graph = symbol_json.parse(text, source)
    unknown = sorted(set(_unknown_operators(graph)))
    if unknown:
        raise MXNetError(f"{source} uses operators that are not supported: {', '.join(unknown)}")
    return _entries(graph, source)


def _unknown_operators(graph: Graph):
    for record in graph.nodes:
        if record.op != "null" and not is_operator(record.op):
            yield record.op
        for body in record.subgraphs:
            yield from _unknown_operators(body)


def _entries(graph: Graph, source: str) -> list[Entry]:
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
    attrs, deferred = _split(record.attrs)
    if graph.version < 905 and record.op in ("argmax", "argmin") and attrs.get("axis") == "-1":
        del attrs["axis"]  # -1 used to mean all axes
    bodies = tuple(_entries(body, f"{source}: node '{record.name}'") for body in record.subgraphs)
    if record.op == CACHED_OP and "subgraph" in attrs:  # created by a user from JSON
        bodies = (from_json(attrs.pop("subgraph"), f"{source}: node '{record.name}'"),)
    try:
        op = make_operator(record.op, attrs, bodies)
        node = Node(op, record.name, tuple(inputs), attrs, bodies)
        _complete(node, graph, source)
    except MXNetError as error:
        raise MXNetError(f"{source}: node '{record.name}': {error}") from None
    _apply_to_inputs(node, deferred)
    if graph.version < 904:  # before 0.9.4 files do not have the initializers of operators
        mark_initializers(node)
    return node


def _variable_attrs(attrs: dict[str, str], graph: Graph) -> dict[str, str]:
    plain, deferred = _split(attrs)
    plain.update(deferred)
    if "__shape__" in plain and is_np_shape() and not graph.numpy_shape:
        plain["__shape__"] = _numpy_shape(plain["__shape__"])
    return plain


def _numpy_shape(text: str) -> str:
    """Write unknown sizes by NumPy's rules: as -1, because 0 is a size there."""
    try:
        return "[" + ",".join(str(n if n else -1) for n in read_integers(text)) + "]"
    except ValueError:
        return text


def _split(attrs: dict[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """Separate an operator's attributes from old ones for its variables: ``weight_lr_mult``."""
    plain, deferred = {}, {}
    for key, text in attrs.items():
        if key in SPECIAL:
            plain[f"__{key}__"] = text
        elif not is_hidden(key) and key.endswith(tuple(f"_{special}" for special in SPECIAL)):
            deferred[key] = text
        else:
            plain[key] = text
    return plain, deferred


def _apply_to_inputs(node: Node, deferred: dict[str, str]) -> None:
    """Set the attributes of variables that old files store at their operator."""
    names = node.input_names()
    for key, text in deferred.items():
        special = next(s for s in SPECIAL if key.endswith(f"_{s}"))
        target = key[: -len(special) - 1]
        position = names.index(target) if target in names else None
        if position is not None and node.inputs[position][0].is_variable:
            node.inputs[position][0].set_attr(f"__{special}__", text)
        else:
            node.set_attr(f"__{key}__", text)


def _complete(node: Node, graph: Graph, source: str) -> None:
    """Check the attributes and inputs of a node; files before 0.9 omit variables."""
    attrs = node.parsed()
    if node.op.variadic:
        names = input_names(node.op, attrs, input_count(node, len(node.inputs)))
    else:
        names = active_inputs(node.op, attrs)
    if len(node.inputs) < len(names) and graph.version < 900:
        missing = names[len(node.inputs) :]
        node.inputs += tuple((missing_input(node, key), 0) for key in missing)
    if len(node.inputs) != len(names) or not names and node.op.variadic:
        raise MXNetError(
            f"operator {node.op.name} has {len(node.inputs)} inputs, "
            f"expected {len(names)}: {', '.join(names)}"
        )
    if node.num_outputs() > MAX_OUTPUTS:
        raise MXNetError(f"operator {node.op.name} cannot have {node.num_outputs()} outputs")
    for source_node, index in node.inputs:
        if index >= source_node.num_outputs():
            raise MXNetError(f"takes output {index} of '{source_node.name}', which has fewer")
