"""Graphs for monitors: inputs, outputs and gradients of every operator are visible."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

import torch
from torch import fx

from ..._eager.steps import Announce
from ...context import Context
from ..ir.node import Entry, Node, rewrite, topological
from ..lower.code import Code
from ..lower.lowering import lower_to_graph, run
from ..passes.patterns import only_user
from .executable import Tensors
from .runner import RecordedRun

Key = tuple[int, int]


class MonitoredValue(NamedTuple):
    """An input or a result of an operator; ``variable`` is the name of an input that is one."""

    name: str
    operator: str
    tensor: torch.Tensor
    variable: str | None


class MonitoredRun:
    """One run of a monitored graph, with the values of all entries."""

    def __init__(
        self, outputs: list[Entry], values: dict[Key, torch.Tensor], gradients: list[Gradient]
    ):
        self._outputs, self._values, self._gradients = outputs, values, gradients
        self.results = [values[id(node), index] for node, index in outputs]

    def record(self, variables: list[torch.Tensor], show: Show) -> RecordedRun:
        """Return the run for a backward pass, which shows the gradients of operators."""
        return _MonitoredBackward(self.results, variables, self._gradients, show)

    def list_values(self, inputs_too: bool) -> Iterator[MonitoredValue]:
        """Yield what monitors show: results of operators, and inputs."""
        for node in topological(self._outputs):
            if node.is_variable:
                continue
            operator = node.op.name
            if inputs_too:
                for key, (source, index) in zip(_input_names(node), node.inputs, strict=True):
                    value, name = self._values[id(source), index], f"{node.name}_{key}"
                    variable = source.name if source.is_variable else None
                    yield MonitoredValue(name, operator, value, variable)
            for i, name in enumerate(node.output_names()):
                yield MonitoredValue(name, operator, self._values[id(node), i], None)


class MonitoredGraph:
    """A graph whose runs keep the inputs, outputs and gradients of every operator."""

    def __init__(self, outputs: list[Entry], ctx: Context, has_statistics: bool = True):
        """With ``has_statistics``, means and variances of normalizations are visible too."""
        self._outputs = _show_statistics(outputs) if has_statistics else outputs
        self._ctx = ctx
        nodes = [node for node in topological(self._outputs) if not node.is_variable]
        self._entries = [(node, i) for node in nodes for i in range(node.num_outputs())]
        self._lowered: dict[bool, tuple[Code, list[Node], list[tuple]]] = {}  # by training

    def run(
        self, inputs: Mapping[str, torch.Tensor], training: bool, recording: bool
    ) -> MonitoredRun:
        """Compute all values; if they are recorded, torch stores what a backward pass needs."""
        if training not in self._lowered:
            self._lowered[training] = _lower(self._entries, self._ctx, training)
        code, variables, names = self._lowered[training]
        tensors = [inputs[variable.name] for variable in variables]
        with torch.set_grad_enabled(recording):
            computed = run(code, tensors)
        entries = [*self._entries, *((variable, 0) for variable in variables)]
        values = dict(
            zip(map(_key, entries), (*computed[: len(self._entries)], *tensors), strict=True)
        )
        inputs_of_operators = computed[len(self._entries) :]
        gradients = [
            Gradient(name, variable, tensor)
            for (name, variable), tensor in zip(names, inputs_of_operators, strict=True)
        ]
        return MonitoredRun(self._outputs, values, gradients)


class Gradient(NamedTuple):
    """The contribution of an operator to the gradient of one of its inputs.

    ``variable`` is the name of the input if it is a variable that has no other contribution.
    """

    name: str
    variable: str | None
    tensor: torch.Tensor  # the input, as a separate tensor


Show = Callable[[Gradient, torch.Tensor], None]  # with a gradient and its values


class _MonitoredBackward(RecordedRun):
    """A recorded run whose backward pass also shows the gradients of operators."""

    def __init__(
        self,
        results: list[torch.Tensor],
        variables: list[torch.Tensor],
        monitored: list[Gradient],
        show: Show,
    ):
        super().__init__(results, [*variables, *(each.tensor for each in monitored)])
        self._count, self._monitored, self._show = len(variables), monitored, show

    def gradients(self, heads: list, announce: Announce | None) -> Tensors:
        """Return the gradients of the variables, after those of operators were shown."""

        def announce_variable(position: int, gradient: torch.Tensor) -> None:
            if announce is not None and position < self._count:
                announce(position, gradient)

        gradients = super().gradients(heads, None if announce is None else announce_variable)
        for each, gradient in zip(self._monitored, gradients[self._count :], strict=True):
            self._show(each, torch.zeros_like(each.tensor) if gradient is None else gradient)
        return gradients[: self._count]


def own_copy(result: torch.Tensor) -> torch.Tensor:
    """Return a contiguous copy outside the graph."""
    return result.detach().clone(memory_format=torch.contiguous_format)


def _key(entry: Entry) -> Key:
    return id(entry[0]), entry[1]


def _input_names(node: Node) -> list[str]:
    """Return the names of a node's inputs, which are prefixed by the node's own name."""
    if node.op.numbers_inputs:
        return [f"input{i}" for i in range(len(node.inputs))]
    return node.input_names()


def _show_statistics(outputs: list[Entry]) -> list[Entry]:
    """Return a graph whose normalizations return their means and variances too.

    MXNet: these are hidden outputs, which monitors show.
    """

    def show(node: Node, inputs: tuple[Entry, ...]) -> Node:
        if node.is_variable:
            return node
        has_statistics = "output_mean_var" in node.op.attrs
        attrs = {**node.attrs, "output_mean_var": "True"} if has_statistics else node.attrs
        return node.copy(inputs, attrs)

    return rewrite(outputs, show)


def _lower(
    outputs: list[Entry], ctx: Context, training: bool
) -> tuple[Code, list[Node], list[tuple[str, str | None]]]:
    """Return code that also returns the inputs of every operator, each as a separate tensor.

    The gradient of such a tensor is the contribution of one operator. The names of these gradients
    are returned last, in the order of a backward pass, each with the name of the variable if it is
    the only contribution to that variable's gradient.
    """
    graph, variables = lower_to_graph(outputs, ctx, training)
    calls = [node for node in graph.nodes if "op" in node.meta]
    inputs = (node for node in graph.nodes if node.op == "placeholder")
    used_once = {
        placeholder: variable.name
        for placeholder, variable in zip(inputs, variables, strict=True)
        if only_user(placeholder) is not None
    }
    edges, names = [], []
    for call in reversed(calls):
        node, positions = call.meta["node"], _differentiable_positions(call)
        for number, position in enumerate(positions):
            with graph.inserting_before(call):
                edge = graph.call_function(_edge, (call.args[position],))
            call.update_arg(position, edge)
            edges.append(edge)
            suffix = f"output{number}" if len(positions) > 1 else "output"
            if node.op.naming == "legacy":
                suffix = node.input_names()[number]
            names.append((f"{node.name}_backward_{suffix}", used_once.get(edge.args[0])))
    output = graph.output_node()
    output.args = ((*output.args[0], *edges),)
    return Code(graph), variables, names


def _edge(tensor: torch.Tensor) -> torch.Tensor:
    return tensor.view_as(tensor)


def _differentiable_positions(call: fx.Node) -> list[int]:
    """Return which arguments of a call can have gradients: arrays that it does not modify."""
    op = call.meta["op"]
    names = op.inputs * len(call.args) if op.variadic else op.inputs
    return [
        position
        for position, (argument, name) in enumerate(zip(call.args, names, strict=False))
        if isinstance(argument, fx.Node) and name not in op.aux and name not in op.mutates
    ]
