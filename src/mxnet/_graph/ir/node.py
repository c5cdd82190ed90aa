"""Nodes of a graph (operators and variables with their attributes), and graph traversal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import torch

from ..._core import dtypes
from ..._ops.attrs import is_hidden, read_integers
from ..._ops.parsing import parse_attrs
from ..._ops.partial_shape import Shape, read_shape
from ..._ops.registry import Op
from ...base import MXNetError
from ...util import is_np_shape


class Node:
    """An operator applied to entries, or a variable (``op`` is None).

    ``attrs`` contains strings, as in files: the operator's attributes, and names with two
    underscores on both sides for everything else (``__shape__``, ``__lr_mult__``); only
    ``set_attr`` modifies it. ``subgraphs`` are the bodies of control flow operators.
    """

    __slots__ = ("op", "name", "inputs", "attrs", "subgraphs", "_parsed")

    def __init__(
        self,
        op: Op | None,
        name: str,
        inputs: tuple[Entry, ...],
        attrs: dict[str, str],
        subgraphs: tuple = (),
    ):
        self.op: Op = op  # type: ignore[assignment]  # readers ask ``is_variable`` first
        self.name = name
        self.inputs = inputs
        self.attrs = attrs
        self.subgraphs = subgraphs
        self._parsed: dict | None = None

    @property
    def is_variable(self) -> bool:
        return self.op is None

    def set_attr(self, name: str, text: str) -> None:
        self.attrs[name] = text
        self._parsed = None

    def copy(self, inputs: tuple[Entry, ...], attrs: dict[str, str] | None = None) -> Node:
        """Return a node with the same operator and name on other inputs."""
        attrs = dict(self.attrs if attrs is None else attrs)
        return Node(self.op, self.name, inputs, attrs, self.subgraphs)

    def with_inputs(self, inputs: tuple[Entry, ...]) -> Node:
        """Return this node if it has these inputs, otherwise a copy that has them."""
        return self if inputs == self.inputs else self.copy(inputs)

    def parsed(self) -> dict:
        """The operator's attributes as parsed values."""
        if self._parsed is None:
            own = {name: text for name, text in self.attrs.items() if not is_hidden(name)}
            if counts_inputs(self.op):
                own.pop("num_args", None)
            for name in self.op.ignored_attrs:
                own.pop(name, None)
            # MXNet: an operator without attributes ignores those that are passed.
            self._parsed = parse_attrs(self.op, own if self.op.attrs else {})
        return self._parsed

    def num_outputs(self) -> int:
        return 1 if self.is_variable else self.op.num_outputs(self.parsed())

    def output_names(self) -> list[str]:
        """The names of the outputs: ``conv0_output``, ``split0_output1``, ``bn0_mean``."""
        if self.is_variable:
            return [self.name]
        count, names = self.num_outputs(), self.op.output_names
        names = names(self.parsed()) if callable(names) else names
        if len(names) >= count:
            return [f"{self.name}_{name}" for name in names[:count]]
        return [f"{self.name}_{names[0]}{i}" for i in range(count)]

    def title(self, index: int) -> str:
        """The name of an output in the names of nodes that rewrites insert behind it."""
        if self.is_variable or self.op.naming:
            return self.output_names()[index]
        return f"{self.name}_{index}"

    def input_names(self) -> list[str]:
        """The operator's names of the inputs of this node."""
        return input_names(self.op, self.parsed(), len(self.inputs))

    def parameter_names(self) -> list[str]:
        """The names of the inputs in ``infer_params``."""
        if self.op.variadic:
            return list(self.op.input_names(len(self.inputs)))
        return self.input_names()

    def arrange_inputs(self, values: Sequence) -> list:
        """Put one value for each input at the position of its parameter, with None in between."""
        if self.op.variadic:
            return list(values)
        by_name = dict(zip(self.input_names(), values, strict=True))
        last = max((self.op.inputs.index(name) for name in by_name), default=-1)
        return [by_name.get(name) for name in self.op.inputs[: last + 1]]

    def stored_shape(self) -> Shape | None:
        """The shape that a variable was created with."""
        text = self.attrs.get("__shape__")
        if not text:
            return None
        try:
            return read_shape([-1 if n is None else n for n in read_integers(text)], is_np_shape())
        except ValueError:
            raise MXNetError(
                f"variable '{self.name}' has the shape {text!r}, which is not a valid shape"
            ) from None

    def stored_type(self) -> torch.dtype | None:
        """The element type that a variable was created with."""
        flag = self.attrs.get("__dtype__")
        if flag is None or flag == "-1":
            return None
        try:
            return dtypes.BY_FLAG[int(flag)].torch
        except (ValueError, KeyError):  # not a number, or not the code of a type
            raise MXNetError(
                f"variable '{self.name}' has the type {flag!r}, which is not a valid type"
            ) from None


Entry = tuple[Node, int]  # one output of a node


# ------------------------------------------------------------------------------ active inputs

# Attributes that state the number of inputs of a variadic operator, or of groups of them.
COUNTS = ("num_args", "num_outputs", "num_arrays", "num_weights", "num_tensors")


def counts_inputs(op: Op) -> bool:
    """Return whether files store the number of inputs as an additional ``num_args``."""
    return op.variadic and not any(name in op.attrs for name in COUNTS)


def active_inputs(op: Op, attrs: dict) -> list[str]:
    """Return the inputs of a non-variadic operator with the given attributes."""
    optional = op.optional(attrs)
    return [n for i, n in enumerate(op.inputs) if i < op.required or n in optional]


def input_names(op: Op, attrs: dict, count: int) -> list[str]:
    """Return the names that variables for ``count`` inputs would have."""
    if not op.variadic:
        return active_inputs(op, attrs)[:count]
    if op.variadic_names is not None:
        return op.variadic_names(attrs, count)
    return [f"arg{i}" for i in range(count)]


# --------------------------------------------------------------------------------------- walks


def topological(outputs: Iterable[Entry]) -> list[Node]:
    """Return every node that the outputs depend on, inputs before their users."""
    # Not by recursion: an unrolled network is deeper than Python's stack.
    order: list[Node] = []
    visited: set[Node] = set()
    for head, _ in outputs:
        if head in visited:
            continue
        visited.add(head)
        stack = [(head, iter(head.inputs))]
        while stack:
            node, inputs = stack[-1]
            for source, _ in inputs:
                if source not in visited:
                    visited.add(source)
                    if source.inputs:
                        stack.append((source, iter(source.inputs)))
                        break
                    order.append(source)
            else:
                order.append(node)
                stack.pop()
    return order


def rewrite(
    outputs: Sequence[Entry],
    replace: Callable[[Node, tuple[Entry, ...]], Node | Sequence[Entry] | None],
) -> list[Entry]:
    """Return the outputs of a graph in which nodes are replaced; the old graph does not change.

    ``replace(node, inputs)`` returns a node, or entries to use instead of the outputs of the old
    node, or None to keep it, on the new inputs.
    """
    nodes: dict[int, Node] = {}
    entries: dict[int, Sequence[Entry]] = {}

    def new(entry: Entry) -> Entry:
        node, index = entry
        return entries[id(node)][index] if id(node) in entries else (nodes[id(node)], index)

    for node in topological(outputs):
        inputs = tuple([new(entry) for entry in node.inputs])
        result = replace(node, inputs)
        if result is None:
            nodes[id(node)] = node.with_inputs(inputs)
        elif isinstance(result, Node):
            nodes[id(node)] = result
        else:
            entries[id(node)] = result
    return [new(entry) for entry in outputs]


def auxiliary(nodes: list[Node]) -> set[int]:
    """Return the ids of variables that operators use as auxiliary states."""
    return {
        id(source)
        for node in nodes
        if node.op is not None and node.op.aux
        for name, (source, _) in zip(node.op.inputs, node.inputs, strict=False)
        if name in node.op.aux and source.is_variable
    }
