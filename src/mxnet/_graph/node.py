"""Nodes of a graph: operators and variables with their attributes, and walks over them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from .._faces import parse_attrs
from .._ops.registry import Op


class Node:
    """An operator applied to entries, or a variable (``op`` is None).

    ``attrs`` holds strings, as files do: the operator's attributes, and names with two underscores
    on both sides for everything else (``__shape__``, ``__lr_mult__``).
    """

    __slots__ = ("op", "name", "inputs", "attrs")

    def __init__(self, op: Op | None, name: str, inputs: tuple[Entry, ...], attrs: dict[str, str]):
        self.op = op
        self.name = name
        self.inputs = inputs
        self.attrs = attrs

    @property
    def is_variable(self) -> bool:
        return self.op is None

    def parsed(self) -> dict:
        """The operator's attributes as values."""
        own = {name: text for name, text in self.attrs.items() if not is_hidden(name)}
        if self.op.variadic and "num_args" not in self.op.attrs:
            own.pop("num_args", None)
        return parse_attrs(self.op, own)

    def num_outputs(self) -> int:
        return 1 if self.op is None else self.op.num_outputs(self.parsed())

    def output_names(self) -> list[str]:
        """The names of the outputs: ``conv0_output``, ``split0_output1``, ``bn0_mean``."""
        if self.op is None:
            return [self.name]
        count, names = self.num_outputs(), self.op.output_names
        if len(names) >= count:
            return [f"{self.name}_{name}" for name in names[:count]]
        return [f"{self.name}_{names[0]}{i}" for i in range(count)]

    def input_names(self) -> list[str]:
        """The operator's names of the inputs this node has."""
        if self.op.variadic:
            return [f"{self.op.inputs[0]}{i}" for i in range(len(self.inputs))]
        return wanted_inputs(self.op, self.parsed())[: len(self.inputs)]


Entry = tuple[Node, int]  # one output of a node


def is_hidden(name: str) -> bool:
    """Tell attributes of the graph (``__shape__``) from attributes of the operator."""
    return name.startswith("__") and name.endswith("__")


# ------------------------------------------------------------------- which inputs take part


def _unless(attr: str, *names: str) -> Callable[[dict], tuple[str, ...]]:
    return lambda attrs: () if attrs[attr] else names


def _if(attr: str, *names: str) -> Callable[[dict], tuple[str, ...]]:
    return lambda attrs: names if attrs[attr] else ()


# Optional inputs that attributes switch on or off. Others take part only where they are given.
OPTIONAL_INPUTS: dict[str, Callable[[dict], tuple[str, ...]]] = {
    "FullyConnected": _unless("no_bias", "bias"),
    "Convolution": _unless("no_bias", "bias"),
    "Convolution_v1": _unless("no_bias", "bias"),
    "Deconvolution": _unless("no_bias", "bias"),
    "LeakyReLU": lambda attrs: ("gamma",) if attrs["act_type"] == "prelu" else (),
    "RNN": lambda attrs: (
        *(("state_cell",) if attrs["mode"] == "lstm" else ()),
        *(("sequence_length",) if attrs["use_sequence_length"] else ()),
    ),
    "SequenceMask": _if("use_sequence_length", "sequence_length"),
    "SequenceLast": _if("use_sequence_length", "sequence_length"),
    "SequenceReverse": _if("use_sequence_length", "sequence_length"),
    "softmax": _if("use_length", "length"),
    "CTCLoss": lambda attrs: (
        *(("data_lengths",) if attrs["use_data_lengths"] else ()),
        *(("label_lengths",) if attrs["use_label_lengths"] else ()),
    ),
}


def wanted_inputs(op: Op, attrs: dict) -> list[str]:
    """Return the inputs that an operator has with these attributes."""
    optional = OPTIONAL_INPUTS.get(op.name, lambda attrs: ())(attrs)
    return [n for i, n in enumerate(op.inputs) if i < op.required or n in optional]


# --------------------------------------------------------------------------------------- walks


def topological(outputs: Iterable[Entry]) -> list[Node]:
    """Return every node that the outputs depend on, inputs before their users."""
    order: list[Node] = []
    seen: set[int] = set()
    for head, _ in outputs:
        stack = [(head, 0)]
        while stack:
            node, position = stack.pop()
            if id(node) in seen:
                continue
            if position < len(node.inputs):
                stack.append((node, position + 1))
                stack.append((node.inputs[position][0], 0))
            else:
                seen.add(id(node))
                order.append(node)
    return order


def auxiliary(nodes: list[Node]) -> set[int]:
    """Return the ids of variables that operators use as auxiliary states."""
    return {
        id(source)
        for node in nodes
        if node.op is not None and node.op.aux
        for name, (source, _) in zip(node.op.inputs, node.inputs, strict=False)
        if name in node.op.aux and source.is_variable
    }
