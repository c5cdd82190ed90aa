"""Shapes and types of a whole graph, from those of some of its variables.

Operators run on torch's ``meta`` device as soon as all their inputs are known; before that, rules
(``infer_params``, equal shapes of elementwise operators) tell the shapes of missing inputs.
"""

from __future__ import annotations

import ast

import torch

from .. import _dtype
from .._dispatch import explained
from .._ops.registry import Op
from ..base import MXNetError
from .inference import infer_outputs
from .node import Entry, Node, topological

Shape = tuple[int, ...]
DEFAULT = torch.float32

# operators whose inputs and outputs all have one shape
SAME_SHAPE = {
    "elemwise_add", "elemwise_sub", "elemwise_mul", "elemwise_div", "_grad_add", "add_n", "_maximum",
    "_minimum", "_power", "_mod", "_hypot", "_equal", "_not_equal", "_greater", "_greater_equal",
    "_lesser", "_lesser_equal", "_logical_and", "_logical_or", "_logical_xor", "Activation",
    "Dropout", "_copy", "BlockGrad", "relu", "sigmoid", "tanh", "exp", "LinearRegressionOutput",
    "LogisticRegressionOutput", "MAERegressionOutput",
}  # fmt: skip


def known(shape: Shape | None) -> bool:
    """Tell whether every dimension is there; 0 stands for an unknown one."""
    return shape is not None and all(n > 0 for n in shape)


def merged(old: Shape | None, new: Shape | None) -> Shape | None:
    """Join two partly known shapes; raise ValueError where they contradict each other."""
    if old is None or new is None:
        return new if old is None else old
    if len(old) != len(new) or any(
        a != b and a > 0 and b > 0 for a, b in zip(old, new, strict=True)
    ):
        raise ValueError(f"{old} and {new}")
    return tuple(a or b for a, b in zip(old, new, strict=True))


class GraphShapes:
    """Shapes and types of the entries of a graph, as far as they can be told."""

    def __init__(
        self, outputs: list[Entry], shapes: dict[str, Shape], types: dict[str, torch.dtype]
    ):
        self.nodes = topological(outputs)
        self.shapes: dict[tuple[int, int], Shape | None] = {}
        self.types: dict[tuple[int, int], torch.dtype] = {}
        self._typed = {}
        for node in self.nodes:
            if node.is_variable:
                self._start(node, shapes.get(node.name), types.get(node.name))
        while self._pass():
            pass

    def of(self, entry: Entry) -> Shape | None:
        return self.shapes.get(_key(entry))

    def type_of(self, entry: Entry) -> torch.dtype:
        return self.types.get(_key(entry), DEFAULT)

    def _start(self, node: Node, shape: Shape | None, dtype: torch.dtype | None) -> None:
        written = node.attrs.get("__shape__")
        own = tuple(ast.literal_eval(written)) if written else None
        try:
            self.shapes[id(node), 0] = merged(own, shape)
        except ValueError as error:
            raise MXNetError(f"the shapes of variable '{node.name}' do not fit: {error}") from None
        flag = node.attrs.get("__dtype__")
        if dtype is not None or flag is not None:
            chosen = dtype if dtype is not None else _dtype.BY_FLAG[int(flag)].torch
            self.types[id(node), 0] = chosen

    def _pass(self) -> bool:
        """Go over the graph once; tell whether anything new was learned."""
        return any([self._learn(node) for node in self.nodes if not node.is_variable])

    def _learn(self, node: Node) -> bool:
        if all(known(self.shapes.get((id(node), i))) for i in range(node.num_outputs())):
            inputs_known = all(known(self.of(entry)) for entry in node.inputs)
            if inputs_known:
                return False
        changed = self._from_rules(node)
        if all(known(self.of(entry)) for entry in node.inputs):
            changed |= self._run(node)
        return changed

    def _from_rules(self, node: Node) -> bool:
        names = node.input_names()
        shapes = {n: self.of(e) for n, e in zip(names, node.inputs, strict=True)}
        told: dict[str, Shape] = {}
        if node.op.name in SAME_SHAPE:
            every = [*shapes.values(), self.shapes.get((id(node), 0))]
            some = next((s for s in every if known(s)), None)
            told = dict.fromkeys(names, some) if some else {}
        elif node.op.infer_params is not None and known(shapes.get(names[0])):
            full = {n: s if known(s) else None for n, s in shapes.items()}
            told = node.op.infer_params(full, node.parsed()) or {}
        changed = False
        for name, entry in zip(names, node.inputs, strict=True):
            if told.get(name) is not None and not known(self.of(entry)):
                changed |= self._set(node, name, entry, tuple(told[name]))
        return changed

    def _set(self, node: Node, name: str, entry: Entry, shape: Shape) -> bool:
        before = self.of(entry)
        try:
            self.shapes[_key(entry)] = merged(before, shape)
        except ValueError:
            raise MXNetError(
                f"Error in operator {node.name}: input {name} ('{entry[0].name}') has shape {before}, "
                f"the operator {node.op.name} wants {shape}"
            ) from None
        return self.shapes[_key(entry)] != before

    def _run(self, node: Node) -> bool:
        self._guess_types(node)
        specs = [(self.of(entry), self.type_of(entry)) for entry in node.inputs]
        attrs = node.parsed()
        try:
            results = infer_outputs(node.op, specs, attrs)
        except (RuntimeError, ValueError, TypeError, IndexError) as error:
            reason = str(explained(node.op, [], attrs, error))
            given = ", ".join(
                f"{n} ('{e[0].name}') {s}"
                for n, e, (s, _) in zip(node.input_names(), node.inputs, specs, strict=True)
            )
            raise MXNetError(
                f"Error in operator {node.name}: {reason}\n  inputs: {given}"
            ) from None
        changed = False
        for i, (shape, dtype) in enumerate(results):
            changed |= self.shapes.get((id(node), i)) != shape
            self.shapes[id(node), i], self.types[id(node), i] = shape, dtype
        return changed

    def _guess_types(self, node: Node) -> None:
        """Give inputs without a type that of the first one that has one."""
        default = next((self.types[_key(e)] for e in node.inputs if _key(e) in self.types), DEFAULT)
        for name, entry in zip(node.input_names(), node.inputs, strict=True):
            if _key(entry) not in self.types and entry[0].is_variable:
                self.types[_key(entry)] = _parameter_type(node.op, name, default)


def _parameter_type(op: Op, name: str, data: torch.dtype) -> torch.dtype:
    # MXNet: beside float16 data batch normalisation keeps float32 parameters.
    if op.name.startswith("BatchNorm") and name != "data" and data is torch.float16:
        return torch.float32
    return data


def _key(entry: Entry) -> tuple[int, int]:
    return id(entry[0]), entry[1]
