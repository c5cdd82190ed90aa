"""Fusion of layers with the following nodes, as in 1.9.1's ``MKLDNN`` and ``MKLDNN_QUANTIZE``.

The resulting graphs and names are the same, so that files are compatible in both directions.
``bodies/fused_layers.py`` computes the new nodes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from ..._ops.handles import (
    ABS,
    ACTIVATION,
    BATCH_NORM,
    CLIP,
    CONVOLUTION,
    COPY,
    DEQUANTIZE,
    DROPOUT,
    ELEMWISE_ADD,
    EXP,
    FULLY_CONNECTED,
    FUSED_ATTENTION,
    FUSED_CONVOLUTION,
    FUSED_DENSE,
    LEAKY_RELU,
    QUANTIZED_ADD,
    QUANTIZED_CONCAT,
    QUANTIZED_MUL,
    QUANTIZED_POOLING,
    REQUANTIZE,
    SQRT,
    SQUARE,
)
from ..._ops.registry import Op
from ..ir.node import Entry, Node, rewrite, topological
from ..ir.node_ops import make_operator

# The attributes of a calibrated range.
ENDS = ("min_calib_range", "max_calib_range")


class Graph:
    """A mutable copy of a graph."""

    def __init__(self, outputs: list[Entry]):
        self.outputs = rewrite(outputs, Node.copy)

    @property
    def nodes(self) -> list[Node]:
        """The current nodes, inputs first."""
        return topological(self.outputs)

    def users(self) -> dict[int, list[Node]]:
        """Return the users of each node (by id), without duplicates, in order."""
        users: dict[int, list[Node]] = {}
        for node in self.nodes:
            for source in dict.fromkeys(source for source, _ in node.inputs):
                users.setdefault(id(source), []).append(node)
        return users

    def replace(self, old: dict[int, Callable[[int], Entry]]) -> None:
        """Replace the outputs of nodes (by id); the function maps the index of an output."""

        def new(entry: Entry) -> Entry:
            while id(entry[0]) in old:
                entry = old[id(entry[0])](entry[1])
            return entry

        for node in self.nodes:
            node.inputs = tuple(map(new, node.inputs))
        self.outputs = list(map(new, self.outputs))

    def only_user(self, node: Node, users: dict[int, list[Node]]) -> Node | None:
        """Return the only user of a node, or None if it has several or is a graph output."""
        own_users = users.get(id(node), [])
        if len(own_users) != 1 or any(head is node for head, _ in self.outputs):
            return None
        return own_users[0]


def fuse(outputs: list[Entry], quantize: bool) -> list[Entry]:
    """Return a copy of the graph with fused layers; ``quantize`` prepares it for quantization."""
    graph = Graph(outputs)
    _drop_identities(graph)
    after_convolution = partial(_after_convolution, quantize=quantize)
    _fuse_layers(graph, CONVOLUTION, FUSED_CONVOLUTION, after_convolution)
    _fuse_layers(graph, FULLY_CONNECTED, FUSED_DENSE, partial(_after_dense, quantize=quantize))
    _fuse_attention(graph)
    if quantize:
        for node in graph.nodes:
            _take_requantize(graph, node)
        _align_ranges(graph)
    return graph.outputs


def _drop_identities(graph: Graph) -> None:
    """Remove copies, and dropout, which is the identity in inference."""
    sources: dict[int, Callable[[int], Entry]] = {
        id(node): partial(_take, node.inputs[0])
        for node in graph.nodes
        if _is_identity(node) and not node.inputs[0][0].is_variable
    }
    graph.replace(sources)


def _take(entry: Entry, index: int) -> Entry:
    """Return a function that replaces any output of a node by an entry."""
    return entry


def _is_identity(node: Node) -> bool:
    if node.is_variable:
        return False
    return node.op is COPY or (node.op is DROPOUT and node.parsed()["mode"] == "training")


# ------------------------------------------------------------------------------------- layers


def _fuse_layers(graph: Graph, layer: Op, name: str, follows: Callable) -> None:
    """Replace each layer, with the nodes that may follow it, by one node."""
    number = 0
    for node in graph.nodes:
        if node.op is not layer:
            continue
        if layer is CONVOLUTION and len(node.parsed()["kernel"]) not in (2, 3):
            continue
        chain, users = [node], graph.users()
        while (after := graph.only_user(chain[-1], users)) is not None and follows(chain, after):
            chain.append(after)
        _replace_chain(graph, chain, name, number)
        number += 1


# Activations that are fused, by ``quantize``. MXNet: with integers only ReLU.
FUSIBLE_ACTIVATIONS = {True: ("relu",), False: ("relu", "sigmoid", "softrelu", "tanh")}


def _after_convolution(chain: list[Node], node: Node, quantize: bool) -> bool:
    """Return whether a node is the next of convolution, normalization, sum, activation."""
    last, attrs = chain[-1].op, node.parsed()
    if any(source is chain[-1] and index for source, index in node.inputs):
        return False  # it returns the statistics of a normalization
    if node.op is BATCH_NORM:
        return last is CONVOLUTION
    if node.op is ELEMWISE_ADD:
        both = [source for source, _ in node.inputs].count(chain[-1]) == 2
        return last in (CONVOLUTION, BATCH_NORM) and not both
    if last not in (CONVOLUTION, BATCH_NORM, ELEMWISE_ADD):
        return False
    if node.op is CLIP:
        return attrs["a_min"] == 0.0 and not (quantize and last is ELEMWISE_ADD)
    if node.op is LEAKY_RELU:
        return attrs["act_type"] in ("leaky", "gelu")
    return node.op is ACTIVATION and attrs["act_type"] in FUSIBLE_ACTIVATIONS[quantize]


def _after_dense(chain: list[Node], node: Node, quantize: bool) -> bool:
    if len(chain) > 1:
        return False
    op, attrs = node.op, node.parsed()
    if op is ACTIVATION:
        return attrs["act_type"] in FUSIBLE_ACTIVATIONS[quantize]
    if op is LEAKY_RELU:
        return attrs["act_type"] in ("leaky", "elu", "gelu")
    if op is CLIP:
        return attrs["a_min"] == 0.0
    return op is ABS or not quantize and op in (SQUARE, SQRT, EXP)


_PARTS = {CONVOLUTION: "conv", BATCH_NORM: "bn", ELEMWISE_ADD: "add"}
_FLAGS = {BATCH_NORM: "with_bn", ELEMWISE_ADD: "with_sum"}


def _replace_chain(graph: Graph, chain: list[Node], name: str, number: int) -> None:
    """Replace a chain by one node with a body."""
    body, inputs = _body(chain)
    attrs, parts = {}, []
    for node in chain:
        if name == FUSED_DENSE:
            parts.append("fully_connected" if node is chain[0] else "eltwise")
            if node is not chain[0]:
                attrs["with_eltwise"] = "True"
            continue
        parts.append(_PARTS.get(node.op, "act"))
        after_sum = "add" in parts
        flag = _FLAGS.get(node.op, "with_postsum_act" if after_sum else "with_act")
        if node is not chain[0]:
            attrs[flag] = "true"
    op = make_operator(name, attrs, (body,))
    title = f"sg_mkldnn_{'_'.join(parts)}_{number}"
    fused = Node(op, title, tuple(inputs), attrs, (body,))
    graph.replace({id(chain[-1]): lambda index: (fused, 0)})


def _body(chain: list[Node]) -> tuple[list[Entry], list[Entry]]:
    """Return a copy of a chain with variables for its inputs, and these inputs."""
    inputs: list[Entry] = []
    counts: dict[str, int] = {}
    last: Entry | None = None
    before = None
    for node in chain:
        own = [entry for entry in node.inputs if entry[0] is not before]
        sources = []
        for entry in own:
            text = entry[0].output_names()[entry[1]]
            counts[text] = counts.get(text, -1) + 1
            sources.append((Node(None, f"{text}{counts[text]}", (), {}), 0))
            inputs.append(entry)
        # The result of the chain comes first: a sum adds another array to it.
        arguments = (*(() if last is None else (last,)), *sources)
        last = (node.copy(arguments), 0)
        before = node
    assert last is not None  # a chain has nodes
    return [last], inputs


def _fuse_attention(graph: Graph) -> None:
    """Replace the operators of attention."""
    nodes = [node for node in graph.nodes if node.op in FUSED_ATTENTION]
    for number, node in enumerate(nodes):
        name = FUSED_ATTENTION[node.op]
        body, inputs = _body([node])
        attrs = {"heads": str(node.parsed()["heads"]), "quantized": "False"}
        attrs["enable_float_output"] = "False"
        op = make_operator(name, attrs, (body,))
        fused = Node(op, f"{name[1:]}_{number}", tuple(inputs), attrs, (body,))
        graph.replace({id(node): partial(_take, (fused, 0))})


# -------------------------------------------------------------------------------- requantizing


def _take_requantize(graph: Graph, node: Node) -> None:
    """Make a node on integers return 8 bits or floats, without a node that requantizes."""
    if node.is_variable or not _gives_sums(node):
        return
    users = graph.users()
    requantize = graph.only_user(node, users)
    if requantize is None or requantize.op is not REQUANTIZE:
        return
    ends = {key: requantize.attrs[key] for key in ENDS if key in requantize.attrs}
    if len(ends) < len(ENDS):
        return
    dequantize = graph.only_user(requantize, users)
    to_floats = node.op.name != FUSED_CONVOLUTION and node.op is not QUANTIZED_ADD
    if to_floats and dequantize is not None and dequantize.op is DEQUANTIZE:
        attrs, last = {"enable_float_output": "True"}, dequantize
    else:
        attrs, last = {key: _six_decimals(text) for key, text in ends.items()}, requantize
    for key, text in attrs.items():
        node.set_attr(key, text)
    if node.subgraphs:
        node.op = make_operator(node.op.name, node.attrs, node.subgraphs)
    graph.replace({id(last): lambda index: (node, index)})


def _gives_sums(node: Node) -> bool:
    if node.subgraphs:
        return getattr(node.op.kernel, "quantized", False)
    return node.op in (QUANTIZED_ADD, QUANTIZED_MUL)


def _six_decimals(text: str) -> str:
    return f"{float(text):f}"


# ------------------------------------------------------------------------------ joined ranges


_JOINS = (QUANTIZED_CONCAT, QUANTIZED_POOLING)


def _align_ranges(graph: Graph) -> None:
    """Give the inputs of a concatenation a common calibrated range, to avoid rescaling."""
    for node in graph.nodes:
        if node.op is QUANTIZED_CONCAT:
            joined = _inputs_of_join(node, graph.users())
            if len(joined) >= 2:
                _share_range(joined)


def _inputs_of_join(head: Node, users: dict[int, list[Node]]) -> list[Node]:
    """Return the calibrated nodes whose outputs are used only by a concatenation."""
    inside, calibrated, visited = {id(head)}, [], set()
    looks_ahead = len(users.get(id(head), ())) <= 1
    waiting = [head]
    while waiting:
        node = waiting.pop(0)
        for source in dict.fromkeys(source for source, _ in node.inputs):
            if source.is_variable or id(source) in visited or id(source) in inside:
                continue
            if any(id(user) not in inside for user in users.get(id(source), ())):
                continue
            visited.add(id(source))
            if all(key in source.attrs for key in ENDS):
                calibrated.append(source)
            elif source.op in _JOINS:
                inside.add(id(source))
                waiting.append(source)
        for user in users.get(id(node), ()) if looks_ahead else ():
            if user.op in _JOINS and id(user) not in inside:
                inside.add(id(user))
                waiting.append(user)
    return calibrated


def _share_range(nodes: Iterable[Node]) -> None:
    nodes = list(nodes)
    low = min(0.0, *(float(node.attrs[ENDS[0]]) for node in nodes))
    high = max(0.0, *(float(node.attrs[ENDS[1]]) for node in nodes))
    for node in nodes:
        for key, value in zip(ENDS, (low, high), strict=True):
            node.set_attr(key, f"{value:f}")
        if node.subgraphs:
            node.op = make_operator(node.op.name, node.attrs, node.subgraphs)


BACKENDS = {"MKLDNN": False, "MKLDNN_QUANTIZE": True}
