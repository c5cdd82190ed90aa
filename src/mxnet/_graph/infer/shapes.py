"""Inference of the shapes of a graph from those of some of its variables.

Information is propagated in both directions until nothing changes. From inputs to outputs, kernels
run on torch's ``meta`` device; backwards, and if inputs are missing, the rules of operators
(``shape_rules``) and of operators with parameters (``infer_params``) are used.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import torch

from ..._ops.checks import KERNEL_ERRORS, KernelError, ValuesNeeded, attributes_line, reason_of
from ..._ops.messages import advise_equal_shapes
from ..._ops.partial_shape import Shape, is_known, merge, probe_shapes, read_shape, text
from ..._ops.shape_rules import from_attribute, same
from ...base import MXNetError
from ...util import is_np_shape
from ..ir.node import Entry, Node
from .cache import EMPTY, Inference, InferenceCache
from .kernel import infer_outputs
from .types import DEFAULT, GraphTypes

Key = tuple[int, int]

MAX_OUTCOMES = 1 << 13  # in the cache, about 1 kB each

# A cache of what rules infer from shapes and types, by the id of the parsed attributes, which
# nodes with equal ones share. The attributes are kept alive, so that the id stays theirs.
_outcomes: dict[tuple, tuple[dict, tuple[Shape | None, ...]]] = {}


_cache = InferenceCache()


def is_endless(node: Node) -> bool:
    """Return whether the length of a node's output depends on its users."""
    return node.op.takes_any_length is not None and node.op.takes_any_length(node.parsed())


def _initial_shape(node: Node, start: Mapping[Any, Shape | None]) -> Shape | None:
    """Return the shape with which inference starts for a variable."""
    shape = start.get(id(node), start.get(node.name))
    if is_known(shape):
        return shape
    return node.stored_shape() or shape  # MXNet: use the declared shape of the variable instead


class GraphShapes:
    """The shapes of the entries of a graph, as far as they can be inferred."""

    def __init__(
        self,
        outputs: list[Entry],
        start: Mapping[Any, Shape | None],
        types: GraphTypes,
        results: Sequence[Shape | None] = (),
    ):
        """Infer shapes from those of variables, by id or name, and of the first outputs.

        ``types`` are those of the same graph.
        """
        self._types = types
        self.nodes, operators = types.nodes, list(types.attributes)
        initial = {node: _initial_shape(node, start) for node in types.variables}
        assumptions: dict[Any, Any] = {
            **initial, **types.attributes, **types.known, is_np_shape: is_np_shape(),
        }  # fmt: skip
        is_plain = types.is_plain and not results
        done = _cache.find(assumptions) if is_plain else EMPTY
        self._known: dict[Key, Shape] = done.known.copy()
        for (node, index), shape in zip(outputs, results, strict=False):
            if shape is not None:
                self._known[id(node), index] = shape
        for node, shape in initial.items():
            if shape is not None and node not in done.assumptions:
                self._known[id(node), 0] = merge(self.shape_of((node, 0)), shape)
        self._operators, self._done = operators, done.assumptions
        new = [node for node in operators if node not in done.assumptions]
        self._users = _users(new)
        self._stale = set(map(id, new))
        while self._stale:
            for node in operators:
                if id(node) in self._stale:
                    self._stale.discard(id(node))
                    self._infer_node(node)
            operators.reverse()
        if is_plain and operators:
            _cache.store(Inference(assumptions, self._known.copy()))

    def shape_of(self, entry: Entry) -> Shape | None:
        return self._known.get((id(entry[0]), entry[1]))

    def _infer_node(self, node: Node) -> None:
        """Apply the rules of a node, or their cached result for the same shapes and types.

        Unrolled graphs have thousands of nodes of few kinds, and some users infer shapes after
        adding each node.
        """
        attrs, shapes = node.parsed(), self._known
        outputs = [(node, i) for i in range(node.op.num_outputs(attrs))]
        if node.subgraphs:  # their rules read the nodes of the body, whose attributes may change
            return self._apply_rules(node, outputs)
        entries = [*node.inputs, *outputs]
        keys = [(id(source), index) for source, index in entries]
        before = tuple(map(shapes.get, keys))
        torch_dtypes = tuple(map(self._types.known.get, keys[: len(node.inputs)]))
        situation = id(attrs), before, torch_dtypes, is_np_shape()
        outcome = _outcomes.get(situation)
        if outcome is None:
            self._apply_rules(node, outputs)
            if len(_outcomes) >= MAX_OUTCOMES:
                _outcomes.clear()
            _outcomes[situation] = attrs, tuple([self.shape_of(entry) for entry in entries])
        elif outcome[1] != before:
            for entry, old, shape in zip(entries, before, outcome[1], strict=True):
                if shape != old:
                    self._set(node, entry, shape)
        return None

    def _apply_rules(self, node: Node, outputs: list[Entry]) -> None:
        if node.op.shape is not None:
            self._apply(node, node.op.shape, outputs)
        if node.op.infer_params is not None:
            self._complete_parameters(node)
        # The kernel would infer the same shapes, but slower.
        is_settled = node.op.shape_suffices or node.op.shape in (same, from_attribute)
        if not is_settled and not is_endless(node):
            self._run(node, outputs)

    def _apply(self, node: Node, rule, outputs: list[Entry]) -> None:
        entries = [*node.inputs, *outputs]
        before = [self.shape_of(entry) for entry in entries]
        count = len(node.inputs)
        try:
            inputs, results = rule(before[:count], before[count:], node.parsed())
            if rule is from_attribute:
                results = [read_shape(shape, is_np_shape()) for shape in results]
        except ValueError as error:
            advice = advise_equal_shapes(node.op)
            reason = f"Incompatible attr in node {node.name}: {error}{advice}"
            raise MXNetError(_error_text(node, before[:count], reason)) from None
        except MXNetError as error:  # raised for a node in a body
            raise MXNetError(f"Error in operator {node.name}: {error}") from None
        for entry, shape in zip(entries, (*inputs, *results), strict=True):
            self._set(node, entry, shape)

    def _complete_parameters(self, node: Node) -> None:
        """Infer the shapes of parameters from that of the first input."""
        names = node.parameter_names()
        shapes = [self.shape_of(entry) for entry in node.inputs]
        if shapes[0] is None or all(is_known(shape) for shape in shapes):
            return
        known_shapes = {n: s if is_known(s) else None for n, s in zip(names, shapes, strict=True)}
        attrs, missing, infer = node.parsed(), names[1:], node.op.infer_params
        if infer is None:
            return

        def run(filled):
            inferred = infer({**known_shapes, names[0]: filled[0]}, attrs) or {}
            return [tuple(inferred[n]) if inferred.get(n) is not None else None for n in missing]

        if is_known(shapes[0]):
            try:
                inferred = run(shapes)
            except KernelError as error:
                raise MXNetError(_kernel_error_text(node, shapes, error)) from None
            except (IndexError, ValueError):  # the rule reads axes of the data
                reason = (
                    f"{names[0]} has the shape {text(shapes[0])}, which has fewer axes than this "
                    "operator needs"
                )
                raise MXNetError(_kernel_error_text(node, shapes, KernelError(reason))) from None
        else:
            inferred = probe_shapes(run, shapes[:1]) or [None] * len(missing)
        for entry, shape in zip(node.inputs[1:], inferred, strict=True):
            if not is_known(self.shape_of(entry)):
                self._set(node, entry, shape)

    def _run(self, node: Node, outputs: list[Entry]) -> None:
        shapes = [self.shape_of(entry) for entry in node.inputs]
        if any(shape is None for shape in shapes):
            return
        attrs = node.parsed()
        torch_dtypes = [self._types.type_of(entry) or DEFAULT for entry in node.inputs]
        results = self._infer_outputs(node, shapes, torch_dtypes, attrs)
        for entry, shape in zip(outputs, results or (), strict=False):
            self._set(node, entry, shape)

    def _infer_outputs(
        self, node: Node, shapes: list, torch_dtypes: list, attrs: dict
    ) -> list | None:
        """Infer the shapes of the outputs with the kernel."""

        def run(filled):
            try:
                return [shape for shape, _ in _outputs(node, filled, torch_dtypes, attrs)]
            except ValuesNeeded as needed:
                return needed.shapes

        if all(is_known(shape) for shape in shapes):
            try:
                return run(shapes)
            except KERNEL_ERRORS as error:
                raise MXNetError(_kernel_error_text(node, shapes, error)) from None
        return None if node.op.needs_known_shapes else probe_shapes(run, shapes)

    def _set(self, node: Node, entry: Entry, shape: Shape | None) -> None:
        key = (id(entry[0]), entry[1])
        before = self._known.get(key)
        if shape is None or shape == before:
            return
        try:
            now = merge(before, shape)
        except ValueError as error:
            shapes = [self.shape_of(e) for e in node.inputs]
            what = "output" if entry[0] is node else f"input '{entry[0].name}'"
            raise MXNetError(_error_text(node, shapes, f"shape of {what}: {error}")) from None
        if now != before:
            self._known[key] = now
            if entry[0] in self._done:  # a cached part must be inferred again
                self._done, self._users = {}, _users(self._operators)
            self._stale.update(u for u in self._users[key] if u != id(node))


def _users(operators: list[Node]) -> dict[Key, list[int]]:
    """Return the nodes whose rules must be applied again when the shape of an entry changes."""
    users: dict[Key, list[int]] = {}
    for node in operators:
        for source, index in node.inputs:
            users.setdefault((id(source), index), []).append(id(node))
        for i in range(node.num_outputs()):
            users.setdefault((id(node), i), []).append(id(node))
    return users


def _outputs(node: Node, shapes: list, torch_dtypes: list[torch.dtype], attrs: dict):
    specs = node.arrange_inputs(list(zip(shapes, torch_dtypes, strict=True)))
    return infer_outputs(node.op, specs, attrs)


def _kernel_error_text(node: Node, shapes: list, error: Exception) -> str:
    """Return the message of a kernel, or of a rule for parameters, that rejected its inputs."""
    attrs = node.parsed()
    reason = reason_of(error, node.op, [s for s in shapes if is_known(s)], attrs)
    return _error_text(node, shapes, reason + attributes_line(node.op, attrs))


def _error_text(node: Node, shapes: list, reason: str) -> str:
    inputs = ", ".join(
        f"{name} ('{source.name}') {text(shape)}"
        for name, (source, _), shape in zip(node.input_names(), node.inputs, shapes, strict=True)
    )
    return (
        f"Error in operator {node.name}: {reason}\n  operator: {node.op.name}\n  inputs: {inputs}"
    )
