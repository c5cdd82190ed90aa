"""The gradient of a graph as another graph, built from the rules of operators.

A rule adds the nodes that compute the gradients of a node's arguments from the gradient of its
result to the backward graph. A graph with an operator without a rule is left to torch's autograd.
"""

from __future__ import annotations

import copy
import functools
from collections.abc import Callable
from typing import Any

import torch
from torch import fx

from ..._core.declined import Declined
from ..._ops.handles import (
    ACTIVATION,
    DROPOUT,
    FLATTEN,
    FULLY_CONNECTED,
    LEAKY_RELU,
    RELU,
    SIGMOID,
    TANH,
)
from ..._ops.nn.activations import threshold_, threshold_backward
from ..._ops.nn.cross_entropy import (
    as_column,
    classes_of,
    log_softmax,
    picked_loss,
    picked_loss_gradient,
)
from ..._ops.nn.dense import dropout_is_active, dropout_noise
from ..._ops.nn.softmax import log_softmax_gradient
from ..._ops.products import mm
from .cross_entropy import CrossEntropy
from .patterns import attrs_of, op_of

KEEP_SHAPE = (ACTIVATION, LEAKY_RELU, RELU, SIGMOID, TANH)


class BackwardGraph:
    """A graph that is built from the end of another one to its beginning.

    Its inputs are the saved values, the gradients of the heads, and for each variable the tensor to
    which its gradient is written if it is unaliased, or None.
    """

    def __init__(self, heads: int, variables: int):
        self.graph = fx.Graph()
        self._heads = [self.graph.placeholder(f"g{i}") for i in range(heads)]
        self._targets = [self.graph.placeholder(f"t{i}") for i in range(variables)]
        self._saved: dict[fx.Node, fx.Node] = {}

    def value(self, node: fx.Node) -> fx.Node:
        """Return the placeholder of a saved value of the forward graph."""
        if node not in self._saved:
            with self.graph.inserting_before(self._heads[0]):
                self._saved[node] = self.graph.placeholder(f"s{len(self._saved)}")
        return self._saved[node]

    def call(self, function: Callable, *arguments) -> fx.Node:
        """Add a call; nodes of the forward graph among the arguments become values."""
        values = [
            self.value(a) if isinstance(a, fx.Node) and a.graph is not self.graph else a
            for a in arguments
        ]
        return self.graph.call_function(function, tuple(values))

    def call_into(self, function: Callable, *arguments) -> fx.Node:
        """Add a call whose result is always unaliased, and may be written to ``out`` or not."""
        call = self.call(function, *arguments)
        call.meta["is_unaliased"] = True
        return call

    def is_matrix(self, node: fx.Node) -> bool:
        """Return whether a value of the forward graph is known to have two axes."""
        while op_of(node) in KEEP_SHAPE:
            node = node.args[0]
        if node.target is multiply_by_noise:
            return self.is_matrix(node.args[0])
        op = op_of(node)
        return op is FLATTEN or (op is FULLY_CONNECTED and attrs_of(node)["flatten"])

    def declares_axes(self, call: fx.Node, position: int) -> int:
        """Return how many axes an input of a call was declared with, if it is such a variable."""
        source = call.meta["node"].inputs[position][0]
        return len((source.is_variable and source.stored_shape()) or ())

    def differentiate(self, outputs: list[fx.Node], variables: list[fx.Node]) -> list[fx.Node]:
        """Add the gradients of variables; return the values of the forward graph to save."""
        on_the_way = _depending_on(variables)
        if not all(output in on_the_way for output in outputs):
            raise Declined("an output does not depend on variables")
        gradients: dict[fx.Node, fx.Node] = {}
        for output, head in zip(outputs, self._heads, strict=True):
            self._add(gradients, output, head)
        for node in reversed(outputs[0].graph.nodes):
            if node in gradients and node.op == "call_function":
                grads = _gradients(self, node, gradients[node])
                for argument, grad in zip(node.args, grads, strict=False):
                    if grad is not None and argument in on_the_way:
                        self._add(gradients, argument, grad)
        if not all(node in gradients for node in variables):
            raise Declined("a variable has no gradient")
        self.graph.output(tuple(gradients[node] for node in variables))
        self.graph.eliminate_dead_code()
        self._compute_in_place()
        saved = []
        for node, placeholder in self._saved.items():
            if placeholder.users:
                saved.append(node)
            else:
                self.graph.erase_node(placeholder)
        return saved

    def _compute_in_place(self) -> None:
        """Write unaliased gradients to their targets, and ReLU's over the preceding product."""
        results = self.graph.output_node().args[0]
        for node, target, is_unaliased in zip(
            results, self._targets, self.unaliased_results(), strict=True
        ):
            if is_unaliased:
                node.kwargs = {"out": target}
        for node in self.graph.nodes:
            if node.target is threshold_backward:
                grad = node.args[0]
                if grad.target is mm and len(grad.users) == 1:
                    node.target = threshold_

    def unaliased_results(self) -> list[bool]:
        """Return which gradients are always contiguous and share no memory."""
        results = self.graph.output_node().args[0]
        return [
            node.meta.get("is_unaliased", False) and results.count(node) == 1 for node in results
        ]

    def with_announcements(self) -> fx.Graph:
        """Return a copy that calls its last input with the number and value of each gradient.

        A gradient is announced right after it is computed, before the rest of the graph.
        """
        graph = copy.deepcopy(self.graph)
        placeholders = [node for node in graph.nodes if node.op == "placeholder"]
        with graph.inserting_after(placeholders[-1]):
            announce = graph.placeholder("announce")
        for position, node in enumerate(graph.output_node().args[0]):
            with graph.inserting_after(announce if node.op == "placeholder" else node):
                graph.call_function(_call, (announce, position, node))
        return graph

    def heads_used(self) -> list[bool]:
        """Return which head gradients are used: losses ignore theirs."""
        return [bool(head.users) for head in self._heads]

    def _add(self, gradients: dict[fx.Node, fx.Node], node: fx.Node, grad: fx.Node) -> None:
        gradients[node] = self.call(torch.add, gradients[node], grad) if node in gradients else grad


def _call(function: Callable, *arguments) -> None:
    """Call a function that is a value of the graph."""
    function(*arguments)


def _depending_on(variables: list[fx.Node]) -> set[fx.Node]:
    nodes = set(variables)
    for node in variables[0].graph.nodes if variables else ():
        if node.op == "call_function" and not nodes.isdisjoint(node.all_input_nodes):
            nodes.add(node)
    return nodes


# ---------------------------------------------------------------------- gradients of single nodes


def _gradients(back: BackwardGraph, node: fx.Node, grad: fx.Node):
    """Return the gradients of a node's arguments, by the rule of its operator."""
    op = op_of(node)
    if op is not None:
        if op.gradient is None:
            raise Declined(f"operator {op.name} has no gradient rule")
        return op.gradient(back, attrs_of(node), node.args, node, grad)
    # Decomposed operators are plain functions, which have rules below.
    rule = _DECOMPOSED.get(node.target)
    if rule is None:
        raise Declined(f"{node} has no gradient rule")
    return rule(back, node, grad)


def _squeeze_column(grad: torch.Tensor) -> torch.Tensor:
    return grad.squeeze(1)


# ---------------------------------------------------------------------------------- decomposition


def decompose(graph: fx.Graph) -> None:
    """Split operators whose gradient needs intermediate values into several calls."""
    for node in list(graph.nodes):
        if isinstance(node.target, CrossEntropy):
            _decompose_loss(graph, node)
        elif op_of(node) is DROPOUT:
            _decompose_dropout(graph, node)


def _decompose_loss(graph: fx.Graph, node: fx.Node) -> None:
    with graph.inserting_before(node):
        classes = graph.call_function(classes_of, node.args)
        classes.meta["aliases_input"] = True  # labels of the right type are returned as they are
        logs = graph.call_function(log_softmax, (node.args[0], 1))
        loss = graph.call_function(picked_loss, (logs, classes))
        if node.target.keeps_axis:
            loss = graph.call_function(as_column, (loss,))
    node.replace_all_uses_with(loss)
    graph.erase_node(node)


def _decompose_dropout(graph: fx.Graph, node: fx.Node) -> None:
    attrs, (data,) = node.meta["fixed"], node.args
    result = data
    if dropout_is_active(**attrs):
        draw: Any = functools.partial(
            dropout_noise, p=attrs["p"], axes=attrs["axes"], generator=attrs["generator"]
        )
        draw.__name__ = "noise"
        with graph.inserting_before(node):
            noise = graph.call_function(draw, (data,))
            noise.meta["is_random"] = True
            result = graph.call_function(multiply_by_noise, (data, noise))
    node.replace_all_uses_with(result)
    graph.erase_node(node)


def multiply_by_noise(data: torch.Tensor, noise: torch.Tensor) -> torch.Tensor:
    """Apply the noise of Dropout."""
    return data * noise


_DECOMPOSED: dict[object, Callable] = {
    multiply_by_noise: lambda back, node, grad: (back.call(torch.mul, grad, node.args[1]), None),
    log_softmax: lambda back, node, grad: (back.call(log_softmax_gradient, grad, node, 1),),
    picked_loss: lambda back, node, grad: (back.call(picked_loss_gradient, grad, *node.args),),
    as_column: lambda back, node, grad: (back.call(_squeeze_column, grad),),
}
