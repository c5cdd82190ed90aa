"""Inference of the element types of a graph from those of some of its variables."""

from __future__ import annotations

from collections.abc import Iterable

import torch

from ..._core import dtypes
from ..._ops.messages import advise_conversion
from ..._ops.type_rules import SAME, Contradiction, rule_of
from ...base import MXNetError
from ..ir.node import Entry, Node, topological
from .cache import EMPTY, Inference, InferenceCache

DEFAULT = torch.float32


_cache = InferenceCache()
_filled = InferenceCache()  # with default types


def _initial_type(node: Node, dtype: torch.dtype | None) -> torch.dtype | None:
    """Return the type with which inference starts for a variable."""
    return dtype if dtype is not None else node.stored_type()


class GraphTypes:
    """The types of the entries of a graph, as far as they can be inferred."""

    def __init__(self, outputs: list[Entry], variables: dict[str | int, torch.dtype]):
        self._read(outputs)
        initial = {
            node: _initial_type(node, variables.get(id(node), variables.get(node.name)))
            for node in self.variables
        }
        self._assumptions = {**initial, **self.attributes}
        done = _cache.find(self._assumptions) if self.is_plain else EMPTY
        self.known: dict[tuple[int, int], torch.dtype] = done.known.copy()
        for node, dtype in initial.items():
            if dtype is not None:
                self.known[id(node), 0] = dtype
        self._open = [
            node
            for node in self.attributes
            if node not in done.assumptions or node in done.unsettled
        ]
        if self._is_same(done):
            return
        self._propagate()
        if self.is_plain and self.attributes:
            done = Inference(self._assumptions, self.known.copy(), frozenset(self._open))
            _cache.store(done)

    def _is_same(self, done: Inference) -> bool:
        """Return whether an inference with no other assumptions has all of them."""
        return self.is_plain and len(done.assumptions) == len(self._assumptions)

    def _read(self, outputs: list[Entry]) -> None:
        self.nodes = topological(outputs)
        self.variables = [node for node in self.nodes if node.is_variable]
        # Of the operators, in order.
        self.attributes = {node: node.parsed() for node in self.nodes if not node.is_variable}
        # The rules of nodes with bodies read them, and their nodes may change.
        self.is_plain = not any(node.subgraphs for node in self.attributes)

    @classmethod
    def unknown(cls, outputs: list[Entry]) -> GraphTypes:
        """Return types of which none is known."""
        types = cls.__new__(cls)
        types._read(outputs)
        types.known, types._open, types._assumptions = {}, [], {}
        return types

    def type_of(self, entry: Entry) -> torch.dtype | None:
        return self.known.get((id(entry[0]), entry[1]))

    def fill(self) -> None:
        """Set variables of unknown type to their default, mostly float32, one after the other."""
        done = _filled.find(self._assumptions) if self.is_plain else EMPTY
        if self._is_same(done):
            self.known = done.known.copy()
            return
        defaults = _default_types(self.attributes)
        for node in self.variables:
            if self.type_of((node, 0)) is None:
                self.known[id(node), 0] = defaults.get(id(node), DEFAULT)
                self._propagate()
        if self.is_plain:
            _filled.store(Inference(self._assumptions, self.known.copy()))

    def _propagate(self) -> None:
        """Pass over the graph forward and backward until nothing more can be inferred."""
        has_changed, step = True, 1
        while has_changed:
            has_changed, is_open = False, []
            for node in self._open[::step]:
                changed, is_settled = self._infer_node(node)
                has_changed = has_changed or changed
                if not is_settled:
                    is_open.append(node)
            self._open, step = is_open[::step], -step

    def _infer_node(self, node: Node) -> tuple[bool, bool]:
        """Return whether a type was inferred, and whether all types of the node are known."""
        op, types = node.op, self.known
        rule = rule_of(op)
        if rule is SAME and not types:
            return False, False
        attrs = node.parsed()
        keys = [(id(source), index) for source, index in node.inputs]
        count = len(keys)
        keys += [(id(node), index) for index in range(op.num_outputs(attrs))]
        before = [*map(types.get, keys)]
        if rule is SAME:  # most operators, without a call of the rule
            known = {*before}
            known.discard(None)
            if not known:
                return False, False
            if len(known) == 1:
                types.update(dict.fromkeys(keys, *known))
                return None in before, True
        try:
            inputs, outputs = rule(before[:count], before[count:], attrs)
        except ValueError as error:
            raise MXNetError(_contradiction(node, before[:count], error)) from None
        except MXNetError as error:  # raised for a node in a body
            raise MXNetError(f"Error in operator {node.name}: {error}") from None
        changed, is_settled = False, True
        for key, old, new in zip(keys, before, (*inputs, *outputs), strict=True):
            if old is None and new is not None:
                types[key] = new
                changed = True
            elif old is None:
                is_settled = False
        return changed, is_settled


def _default_types(operators: Iterable[Node]) -> dict[int, torch.dtype]:
    """Return the default types of variables whose operators declare one that is not float32."""
    defaults = {}
    for node in operators:
        if node.op.default_types:
            count = len(node.inputs)
            names = node.op.inputs * count if node.op.variadic else node.input_names()
            for name, (source, _) in zip(names, node.inputs, strict=True):
                if name in node.op.default_types:
                    defaults[id(source)] = node.op.default_types[name]
    return defaults


def _contradiction(node: Node, torch_dtypes: list, error: ValueError) -> str:
    inputs = ", ".join(
        f"{name} ('{source.name}') {'unknown' if dtype is None else dtypes.BY_TORCH[dtype].name}"
        for name, (source, _), dtype in zip(
            node.input_names(), node.inputs, torch_dtypes, strict=True
        )
    )
    reason = f": {error}]"
    if isinstance(error, Contradiction):
        reason = f"{error}]. {advise_conversion(node.op, error.expected, error.actual)}"
    return (
        f"Error in operator {node.name}: [Incompatible attr in node {node.name}{reason}\n"
        f"  operator: {node.op.name}\n  inputs: {inputs}"
    )


def check_types(outputs: list[Entry], torch_dtypes: list[torch.dtype]) -> None:
    """Raise an error if the given types of the variables, in order, contradict a rule."""
    variables = [node for node in topological(outputs) if node.is_variable]
    GraphTypes(outputs, {id(v): dtype for v, dtype in zip(variables, torch_dtypes, strict=True)})
