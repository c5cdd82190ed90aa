"""Quantizing a graph: 8-bit operators in the place of others, and what goes between them.

The rules are those of 1.9.1's passes ``QuantizeGraph`` and ``SetCalibTableToQuantizedGraph``, so
that the graphs are the same too. A quantized operator has the inputs of the other one and then the
ends of their ranges; its outputs are followed by the ends of theirs.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Collection

from ..._ops import OPS
from ..._ops.registry import Op
from ...base import MXNetError
from ..ir.node import Entry, Node, topological
from ..ir.node_ops import operator_of

QUANTIZE, ASYM = "_contrib_quantize_v2", "_contrib_quantize_asym"
DEQUANTIZE, REQUANTIZE = "_contrib_dequantize", "_contrib_requantize"
CONV, DENSE = "_sg_mkldnn_conv", "_sg_mkldnn_fully_connected"

# What 1.9.1 adds to the name of a node when it quantizes an output of it. Operators that are not
# here do not tell the names of their outputs there: the number is taken.
NAMES_OUTPUTS = frozenset(
    """
    Activation BatchNorm CTCLoss Concat Convolution Deconvolution Dropout FullyConnected GroupNorm
    LRN LayerNorm LeakyReLU Pooling RNN SoftmaxActivation SoftmaxOutput UpSampling col2im
    elemwise_add im2col make_loss softmax softmin _contrib_BatchNormWithReLU _contrib_ROIAlign
    _contrib_index_array _sg_mkldnn_conv _sg_mkldnn_fully_connected _sg_mkldnn_selfatt_qk
    _sg_mkldnn_selfatt_valatt _contrib_interleaved_matmul_selfatt_qk
    _contrib_interleaved_matmul_selfatt_valatt
    """.split()
)


@dataclasses.dataclass(frozen=True, slots=True)
class Kind:
    """How an operator is quantized."""

    name: str  # of the operator on integers
    must: bool = False  # quantized in any mode; others, in "smart" mode, only between such
    requantize: bool = False  # its outputs are 32-bit sums
    floats: Callable[[dict, int], bool] = lambda attrs, place: False  # inputs that stay floats
    applies: Callable[[dict], bool] = lambda attrs: True
    gives_floats: bool = False
    asymmetric: bool = False  # of the first input


KINDS: dict[str, Kind] = {
    "Convolution": Kind("_contrib_quantized_conv", must=True, requantize=True),
    "FullyConnected": Kind("_contrib_quantized_fully_connected", must=True, requantize=True),
    "elemwise_add": Kind("_contrib_quantized_elemwise_add", requantize=True),
    "elemwise_mul": Kind("_contrib_quantized_elemwise_mul", requantize=True),
    "Activation": Kind("_contrib_quantized_act", applies=lambda attrs: attrs["act_type"] == "relu"),
    "Pooling": Kind(
        "_contrib_quantized_pooling", applies=lambda attrs: attrs["pool_type"] in ("max", "avg")
    ),
    "Flatten": Kind("_contrib_quantized_flatten"),
    "Concat": Kind("_contrib_quantized_concat", applies=lambda attrs: attrs["dim"] > 0),
    "BatchNorm": Kind("_contrib_quantized_batch_norm", floats=lambda attrs, place: place != 0),
    "Embedding": Kind("_contrib_quantized_embedding", floats=lambda attrs, place: place == 0),
    "RNN": Kind(
        "_contrib_quantized_rnn",
        must=True,
        floats=lambda attrs, place: place != 0,
        applies=lambda attrs: attrs["mode"] == "lstm",
        gives_floats=True,
        asymmetric=True,
    ),
    CONV: Kind(CONV, must=True, requantize=True),
    DENSE: Kind(DENSE, must=True, requantize=True),
    **{
        name: Kind(name, must=True, requantize=True)
        for name in ("_sg_mkldnn_selfatt_qk", "_sg_mkldnn_selfatt_valatt")
    },
}


@dataclasses.dataclass(frozen=True, slots=True)
class Wish:
    """What is to be quantized, and how."""

    excluded_names: frozenset[str] = frozenset()
    excluded_ops: frozenset[str] = frozenset()
    offline: frozenset[str] = frozenset()  # parameters that are quantized beforehand
    dtype: str = "int8"
    mode: str = "smart"
    by_channel: bool = False


def quantized(outputs: list[Entry], wish: Wish) -> tuple[list[Entry], list[str]]:
    """Return the quantized graph and the names of outputs to calibrate, in their order."""
    if wish.mode not in ("full", "smart"):
        raise MXNetError(f"unrecognized quantize mode: {wish.mode}, wanted full or smart")
    pass_ = _Quantizing(wish, _chosen(outputs, wish))
    for node in topological(outputs):
        pass_.copy(node)
    results = [pass_.as_floats(entry) for entry in outputs]
    results = _offline(results, wish.offline)
    return results, pass_.calibrated_names(results)


# ----------------------------------------------------------------------------------- choosing


def _chosen(outputs: list[Entry], wish: Wish) -> dict[int, Kind]:
    """Return the nodes to quantize."""
    nodes = topological(outputs)
    chosen = {id(node): KINDS[node.op.name] for node in nodes if _is_wanted(node, wish)}
    if wish.mode == "full":
        return chosen
    users: dict[int, list[Node]] = {}
    for node in nodes:
        for source, _ in node.inputs:
            users.setdefault(id(source), []).append(node)
    musts = [node for node in nodes if id(node) in chosen and chosen[id(node)].must]
    before = _reached(musts, chosen, lambda node: [source for source, _ in node.inputs])
    after = _reached(musts, chosen, lambda node: users.get(id(node), []))
    return {key: kind for key, kind in chosen.items() if kind.must or key in before & after}


def _is_wanted(node: Node, wish: Wish) -> bool:
    if node.is_variable or node.op.name not in KINDS:
        return False
    if node.name in wish.excluded_names or node.op.name in wish.excluded_ops:
        return False
    inside = {part.name for body in node.subgraphs for part in topological(body) if part.op}
    if inside & wish.excluded_names:
        return False
    return bool(node.subgraphs) or KINDS[node.op.name].applies(node.parsed())


def _reached(starts: list[Node], chosen: dict[int, Kind], neighbours: Callable) -> set[int]:
    """Return the nodes that need not be quantized and are next to those, or next to such."""
    reached, waiting = set(), list(starts)
    while waiting:
        for node in neighbours(waiting.pop()):
            key = id(node)
            if key in chosen and not chosen[key].must and key not in reached:
                reached.add(key)
                waiting.append(node)
    return reached


# -------------------------------------------------------------------------------------- the pass


class _Quantizing:
    """The nodes made so far: by the old ones, and old ones by them."""

    def __init__(self, wish: Wish, chosen: dict[int, Kind]):
        self.wish, self.chosen = wish, chosen
        self.copies: dict[int, Node] = {}
        self.originals: dict[int, Node] = {}
        self.integers: dict[tuple[int, int], Node] = {}  # quantizing nodes by old entry
        self.floats: dict[tuple[int, int], Node] = {}  # dequantizing ones

    def copy(self, node: Node) -> None:
        if id(node) in self.chosen:
            new = self._quantized(node, self.chosen[id(node)])
        else:
            inputs = tuple(self.as_floats(entry) for entry in node.inputs)
            new = Node(node.op, node.name, inputs, dict(node.attrs), node.subgraphs)
        self.copies[id(node)], self.originals[id(new)] = new, node

    def _gives_integers(self, node: Node) -> bool:
        return id(node) in self.chosen and not self.chosen[id(node)].gives_floats

    def as_floats(self, entry: Entry) -> Entry:
        """Return an old entry in the new graph, as floats."""
        source, index = entry
        if not self._gives_integers(source):
            return self.copies[id(source)], index
        key = id(source), index
        if key not in self.floats:
            new = self.copies[id(source)]
            count = new.num_outputs() - 2
            inputs = ((new, index), (new, count + 2 * index), (new, count + 2 * index + 1))
            made = Node(OPS[DEQUANTIZE], f"{source.name}_dequantize", inputs, {})
            self.floats[key] = made
            self.originals[id(made)] = source
        return self.floats[key], 0

    def as_integers(self, entry: Entry, asymmetric: bool) -> tuple[Entry, Entry, Entry]:
        """Return an old entry in the new graph, as integers, and the ends of its range."""
        source, index = entry
        new = self.copies[id(source)]
        if self._gives_integers(source):
            count = new.num_outputs() - 2
            return (new, index), (new, count + 2 * index), (new, count + 2 * index + 1)
        key = id(source), index
        if key not in self.integers:
            suffix = ""
            if not source.is_variable:
                named = source.op.name in NAMES_OUTPUTS
                name = source.output_names()[index].removeprefix(f"{source.name}_")
                suffix = f"_{name}" if named else f"_{index}"
            attrs = {} if asymmetric else {"out_type": self.wish.dtype}
            op = OPS[ASYM if asymmetric else QUANTIZE]
            title = f"{source.name}{suffix}_quantize"
            self.integers[key] = Node(op, title, (self.as_floats(entry),), attrs)
        made = self.integers[key]
        return (made, 0), (made, 1), (made, 2)

    def _quantized(self, node: Node, kind: Kind) -> Node:
        data, ranges = [], []
        for place, entry in enumerate(node.inputs):
            if self._stays_floats(node, kind, place):
                data.append(self.as_floats(entry))
                continue
            values, low, high = self.as_integers(entry, kind.asymmetric and place == 0)
            data.append(values)
            ranges += (low, high)
        attrs = dict(node.attrs)
        op = self._operator(node, kind, attrs)
        new = Node(op, f"quantized_{node.name}", (*data, *ranges), attrs, node.subgraphs)
        if not kind.requantize:
            return new
        parts = tuple((new, i) for i in range(3))
        settings = {"out_type": self.wish.dtype}
        return Node(OPS[REQUANTIZE], f"requantize_{node.name}", parts, settings)

    def _operator(self, node: Node, kind: Kind, attrs: dict[str, str]) -> Op:
        """Return the operator on integers; what it is told in addition goes to the attributes."""
        if not node.subgraphs:
            if kind.name == "_contrib_quantized_rnn":
                attrs["quantized"] = "true"
            return OPS[kind.name]
        attrs["quantized"] = "true" if kind.name == CONV else "True"
        if self.wish.by_channel and kind.name == DENSE:
            attrs["channel_wise_quantize"] = "True"
        return operator_of(kind.name, attrs, node.subgraphs)

    def _stays_floats(self, node: Node, kind: Kind, place: int) -> bool:
        if kind.name == CONV:
            return node.op.inputs[place] not in ("data", "sum")
        if kind.name == DENSE:
            return self.wish.by_channel and place > 0
        return kind.floats(node.attrs, place)

    def calibrated_names(self, outputs: list[Entry]) -> list[str]:
        """Return the names of old outputs whose ranges the new nodes want to know."""
        names = []
        for node in topological(outputs):
            if node.is_variable:
                continue
            if node.op.name in (QUANTIZE, ASYM):
                source, index = node.inputs[0]
                original = source if source.is_variable else self.originals[id(source)]
                names.append(original.output_names()[index])
            elif node.op.name in (REQUANTIZE, "_contrib_quantized_batch_norm"):
                names.append(self.originals[id(node)].output_names()[0])
        return names


def _offline(outputs: list[Entry], parameters: Collection[str]) -> list[Entry]:
    """Put variables in the place of parameters and the nodes that quantize them."""
    made: dict[tuple[str, int], Node] = {}

    def new(entry: Entry) -> Entry:
        node, index = entry
        if node.is_variable or node.op.name != QUANTIZE or not node.inputs[0][0].is_variable:
            return entry
        if node.inputs[0][0].name not in parameters:
            return entry
        name = node.name + ("", "_min", "_max")[index]
        return made.setdefault((name, index), Node(None, name, (), {})), 0

    for node in topological(outputs):
        node.inputs = tuple(map(new, node.inputs))
    return outputs


# ------------------------------------------------------------------------------------ calibration


def calibrate(outputs: list[Entry], table: dict[str, tuple[float, float]]) -> None:
    """Write ranges, by the names of outputs, into the nodes of a quantized graph."""
    for node in topological(outputs):
        if node.is_variable:
            continue
        if node.op.name in (QUANTIZE, ASYM, REQUANTIZE):
            source, index = node.inputs[0]
        elif node.op.name == "_contrib_quantized_batch_norm":
            source, index = node, 0
        else:
            continue
        name = source.output_names()[index].removeprefix("quantized_")
        if name in table:
            for key, value in zip(("min_calib_range", "max_calib_range"), table[name], strict=True):
                node.set_attr(key, f"{value:f}")
