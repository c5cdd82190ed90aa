"""Quantization of a graph: operators are replaced by those on 8-bit integers, with conversions.

The rules are those of 1.9.1's passes ``QuantizeGraph`` and ``SetCalibTableToQuantizedGraph``, so
that the graphs are identical. A quantized operator has the inputs of the original one, followed by
the ends of their ranges; its outputs are followed by the ends of theirs.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Collection

from ..._ops import OPS
from ..._ops.handles import (
    DEQUANTIZE,
    FUSED_CONVOLUTION,
    FUSED_DENSE,
    QUANTIZE,
    QUANTIZE_ASYM,
    QUANTIZED_BATCH_NORM,
    QUANTIZED_RNN,
    REQUANTIZE,
)
from ..._ops.registry import Op, Quantization
from ...base import MXNetError
from ..ir.node import Entry, Node, topological
from ..ir.node_ops import make_operator


@dataclasses.dataclass(frozen=True, slots=True)
class QuantizationConfig:
    """What to quantize, and how."""

    excluded_names: frozenset[str] = frozenset()
    excluded_ops: frozenset[str] = frozenset()
    offline: frozenset[str] = frozenset()  # parameters that are quantized beforehand
    dtype: str = "int8"
    mode: str = "smart"
    by_channel: bool = False


def quantize_operators(
    outputs: list[Entry], config: QuantizationConfig
) -> tuple[list[Entry], list[str]]:
    """Return the quantized graph and the names of outputs to calibrate, in order."""
    if config.mode not in ("full", "smart"):
        raise MXNetError(f"unrecognized quantize mode: {config.mode}, expected full or smart")
    rewriter = QuantizationRewriter(config, _choose(outputs, config))
    for node in topological(outputs):
        rewriter.copy(node)
    results = [rewriter.as_floats(entry) for entry in outputs]
    results = _offline(results, config.offline)
    return results, rewriter.calibrated_names(results)


# ---------------------------------------------------------------------------------- selection


def _choose(outputs: list[Entry], config: QuantizationConfig) -> dict[int, Quantization]:
    """Return the nodes to quantize."""
    nodes = topological(outputs)
    chosen: dict[int, Quantization] = {
        id(node): kind
        for node in nodes
        if _is_quantizable(node, config) and (kind := node.op.quantization) is not None
    }
    if config.mode == "full":
        return chosen
    users: dict[int, list[Node]] = {}
    for node in nodes:
        for source, _ in node.inputs:
            users.setdefault(id(source), []).append(node)
    # smart: optional operators only between operators that must be quantized.
    musts = [node for node in nodes if id(node) in chosen and chosen[id(node)].must]
    before = _reachable(musts, chosen, lambda node: [source for source, _ in node.inputs])
    after = _reachable(musts, chosen, lambda node: users.get(id(node), []))
    return {key: kind for key, kind in chosen.items() if kind.must or key in before & after}


def _is_quantizable(node: Node, config: QuantizationConfig) -> bool:
    if node.is_variable or node.op.quantization is None:
        return False
    if node.name in config.excluded_names or node.op.name in config.excluded_ops:
        return False
    inside = {part.name for body in node.subgraphs for part in topological(body) if part.op}
    if inside & config.excluded_names:
        return False
    return bool(node.subgraphs) or node.op.quantization.applies(node.parsed())


def _reachable(
    starts: list[Node], chosen: dict[int, Quantization], neighbors: Callable
) -> set[int]:
    """Return the optional nodes that can be reached through optional nodes only."""
    reached, waiting = set(), list(starts)
    while waiting:
        for node in neighbors(waiting.pop()):
            key = id(node)
            if key in chosen and not chosen[key].must and key not in reached:
                reached.add(key)
                waiting.append(node)
    return reached


# -------------------------------------------------------------------------------------- the pass


class QuantizationRewriter:
    """The new nodes by the ids of the old ones, and vice versa."""

    def __init__(self, config: QuantizationConfig, chosen: dict[int, Quantization]):
        self.config, self.chosen = config, chosen
        self.copies: dict[int, Node] = {}
        self.originals: dict[int, Node] = {}
        self.integers: dict[tuple[int, int], Node] = {}  # quantizing nodes by old entry
        self.floats: dict[tuple[int, int], Node] = {}  # dequantizing ones

    def copy(self, node: Node) -> None:
        if id(node) in self.chosen:
            new = self._quantize(node, self.chosen[id(node)])
        else:
            inputs = tuple(self.as_floats(entry) for entry in node.inputs)
            new = node.copy(inputs)
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
            dequantize = Node(DEQUANTIZE, f"{source.name}_dequantize", inputs, {})
            self.floats[key] = dequantize
            self.originals[id(dequantize)] = source
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
            attrs = {} if asymmetric else {"out_type": self.config.dtype}
            op = QUANTIZE_ASYM if asymmetric else QUANTIZE
            self.integers[key] = Node(
                op, f"{source.title(index)}_quantize", (self.as_floats(entry),), attrs
            )
        quantize = self.integers[key]
        return (quantize, 0), (quantize, 1), (quantize, 2)

    def _quantize(self, node: Node, kind: Quantization) -> Node:
        data: list[Entry] = []
        ranges: list[Entry] = []
        for position, entry in enumerate(node.inputs):
            if self._stays_floats(node, kind, position):
                data.append(self.as_floats(entry))
                continue
            values, low, high = self.as_integers(entry, kind.asymmetric and position == 0)
            data.append(values)
            ranges += (low, high)
        attrs = dict(node.attrs)
        op = self._operator(node, kind, attrs)
        new = Node(op, f"quantized_{node.name}", (*data, *ranges), attrs, node.subgraphs)
        if not kind.requantize:
            return new
        parts = tuple((new, i) for i in range(3))
        settings = {"out_type": self.config.dtype}
        return Node(REQUANTIZE, f"requantize_{node.name}", parts, settings)

    def _operator(self, node: Node, kind: Quantization, attrs: dict[str, str]) -> Op:
        """Return the operator on integers, and add its settings to the attributes."""
        if not node.subgraphs:
            if kind.name == QUANTIZED_RNN.name:
                attrs["quantized"] = "true"
            return OPS[kind.name]
        attrs["quantized"] = "true" if kind.name == FUSED_CONVOLUTION else "True"
        if self.config.by_channel and kind.name == FUSED_DENSE:
            attrs["channel_wise_quantize"] = "True"
        return make_operator(kind.name, attrs, node.subgraphs)

    def _stays_floats(self, node: Node, kind: Quantization, position: int) -> bool:
        if kind.name == FUSED_CONVOLUTION:
            return node.op.inputs[position] not in ("data", "sum")
        if kind.name == FUSED_DENSE:
            return self.config.by_channel and position > 0
        return kind.floats(node.attrs, position)

    def calibrated_names(self, outputs: list[Entry]) -> list[str]:
        """Return the names of old outputs whose ranges must be calibrated."""
        names = []
        for node in topological(outputs):
            if node.is_variable:
                continue
            if node.op in (QUANTIZE, QUANTIZE_ASYM):
                source, index = node.inputs[0]
                original = source if source.is_variable else self.originals[id(source)]
                names.append(original.output_names()[index])
            elif node.op in (REQUANTIZE, QUANTIZED_BATCH_NORM):
                names.append(self.originals[id(node)].output_names()[0])
        return names


def _offline(outputs: list[Entry], parameters: Collection[str]) -> list[Entry]:
    """Replace the nodes that quantize parameters by variables for the quantized parameters."""
    variables: dict[tuple[str, int], Node] = {}

    def new(entry: Entry) -> Entry:
        node, index = entry
        if node.op is not QUANTIZE or not node.inputs[0][0].is_variable:
            return entry
        if node.inputs[0][0].name not in parameters:
            return entry
        name = node.name + ("", "_min", "_max")[index]
        return variables.setdefault((name, index), Node(None, name, (), {})), 0

    for node in topological(outputs):
        node.inputs = tuple(map(new, node.inputs))
    return outputs


# ------------------------------------------------------------------------------------ calibration


def calibrate(outputs: list[Entry], table: dict[str, tuple[float, float]]) -> None:
    """Insert ranges, by the names of outputs, into the nodes of a quantized graph."""
    for node in topological(outputs):
        if node.is_variable:
            continue
        if node.op in (QUANTIZE, QUANTIZE_ASYM, REQUANTIZE):
            source, index = node.inputs[0]
        elif node.op is QUANTIZED_BATCH_NORM:
            source, index = node, 0
        else:
            continue
        name = source.output_names()[index].removeprefix("quantized_")
        if name in table:
            for key, value in zip(("min_calib_range", "max_calib_range"), table[name], strict=True):
                node.set_attr(key, f"{value:f}")
