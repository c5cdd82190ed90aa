"""The gradient of a graph as a graph of its own, put together from a rule for each operator.

A rule adds to the backward graph what computes the gradients of a node's arguments from the
gradient of its result. A graph with an operator that has no rule is left to torch's autograd.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable

import torch
from torch import fx

from ..._ops.math.elementwise import relu_gradient
from ..._ops.math.reduce import reduced_axes
from ..._ops.nn.dense import dropout_noise, threshold_
from ..._ops.nn.loss import GRADIENTS
from ..._ops.np import reduce
from .cross_entropy import (
    PICKED,
    CrossEntropy,
    as_column,
    classes_of,
    log_softmax,
    picked_loss,
    picked_loss_gradient,
)
from .patterns import attrs_of, name_of


class NoRule(ValueError):
    """The gradient of a graph is not known."""


class BackwardGraph:
    """A graph that is built from the end of another one to its beginning.

    Its inputs are what was saved, the gradients of the heads, and for each gradient that is wanted
    the tensor to write it to, if it is fresh, or None.
    """

    def __init__(self, heads: int, wanted: int):
        self.graph = fx.Graph()
        self._heads = [self.graph.placeholder(f"g{i}") for i in range(heads)]
        self._targets = [self.graph.placeholder(f"t{i}") for i in range(wanted)]
        self._saved: dict[fx.Node, fx.Node] = {}

    def value(self, node: fx.Node) -> fx.Node:
        """Return what stands here for a value of the forward graph."""
        if node not in self._saved:
            with self.graph.inserting_before(self._heads[0]):
                self._saved[node] = self.graph.placeholder(f"s{len(self._saved)}")
        return self._saved[node]

    def call(self, function: Callable, *arguments) -> fx.Node:
        """Add a call; nodes of the forward graph among the arguments become values."""
        here = [
            self.value(a) if isinstance(a, fx.Node) and a.graph is not self.graph else a
            for a in arguments
        ]
        return self.graph.call_function(function, tuple(here))

    def differentiate(self, outputs: list[fx.Node], wanted: list[fx.Node]) -> list[fx.Node]:
        """Compute the gradients of ``wanted``; return the values that must be saved for that."""
        on_the_way = _depending_on(wanted)
        if not all(output in on_the_way for output in outputs):
            raise NoRule("an output does not depend on variables")
        found: dict[fx.Node, fx.Node] = {}
        for output, head in zip(outputs, self._heads, strict=True):
            self._add(found, output, head)
        for node in reversed(outputs[0].graph.nodes):
            if node in found and node.op == "call_function":
                grads = _rule_of(node)(self, node, found[node])
                for argument, grad in zip(node.args, grads, strict=False):
                    if grad is not None and argument in on_the_way:
                        self._add(found, argument, grad)
        if not all(node in found for node in wanted):
            raise NoRule("a variable has no gradient")
        self.graph.output(tuple(found[node] for node in wanted))
        self.graph.eliminate_dead_code()
        self._compute_in_place()
        saved = []
        for node, here in self._saved.items():
            if here.users:
                saved.append(node)
            else:
                self.graph.erase_node(here)
        return saved

    def _compute_in_place(self) -> None:
        """Write fresh gradients to their targets, and others over temporaries."""
        results = self.graph.output_node().args[0]
        for node, target, is_fresh in zip(
            results, self._targets, self.fresh_results(), strict=True
        ):
            if is_fresh:
                node.kwargs = {"out": target}
        for node in self.graph.nodes:
            if node.target is _threshold:
                grad = node.args[0]
                if grad.target is torch.mm and len(grad.users) == 1:
                    node.target = threshold_

    def fresh_results(self) -> list[bool]:
        """Tell which gradients are always in memory of their own, in ordinary order."""
        results = self.graph.output_node().args[0]
        return [node.target in FRESH and results.count(node) == 1 for node in results]

    def heads_used(self) -> list[bool]:
        """Tell which gradients of results count: losses ignore theirs."""
        return [bool(head.users) for head in self._heads]

    def _add(self, found: dict[fx.Node, fx.Node], node: fx.Node, grad: fx.Node) -> None:
        found[node] = self.call(torch.add, found[node], grad) if node in found else grad


def _depending_on(wanted: list[fx.Node]) -> set[fx.Node]:
    found = set(wanted)
    for node in wanted[0].graph.nodes if wanted else ():
        if node.op == "call_function" and not found.isdisjoint(node.all_input_nodes):
            found.add(node)
    return found


# -------------------------------------------------------------------------------- what rules call


def _rows(data: torch.Tensor, width: int) -> torch.Tensor:
    return data if data.ndim == 2 and data.shape[1] == width else data.reshape(-1, width)


def _dense_data(grad, weight, data):
    if data.ndim == grad.ndim == 2:
        return torch.mm(grad, weight)
    return torch.mm(_rows(grad, weight.shape[0]), weight).view(data.shape)


def _dense_weight(grad, weight, data, out=None):
    return torch.mm(_rows(grad, weight.shape[0]).t(), _rows(data, weight.shape[1]), out=out)


def _dense_bias(grad, out=None):
    grad = grad if grad.ndim == 2 else grad.reshape(-1, grad.shape[-1])
    return torch.sum(grad, 0, out=out)


def _weight_of_matrix(grad, data, out=None):
    if data.ndim != 2:  # a vector has one feature
        data = data.flatten(1) if data.ndim > 1 else data.unsqueeze(1)
    return torch.mm(grad.t(), data, out=out)


def _bias_of_matrix(grad, out=None):
    return torch.sum(grad, 0, out=out)


FRESH = {_dense_weight, _dense_bias, _weight_of_matrix, _bias_of_matrix}


def _shaped(grad, like):
    return grad.reshape(like.shape)


def _summed(grad, like):
    """Undo broadcasting, and promotion to another type."""
    if grad.dtype is not like.dtype:
        grad = grad.to(like.dtype)
    return grad if grad.shape == like.shape else grad.sum_to_size(like.shape)


def _product(grad, other, like):
    return _summed(grad * other, like)


def _difference(grad, like):
    return _summed(grad, like).neg()


def _square(grad, data):
    return grad * (data * 2.0)


def _spread(grad, data, axis, exclude, is_mean):
    return _spread_over(grad, data, reduced_axes(data.ndim, axis, exclude), is_mean)


def _np_spread(grad, data, axis, is_mean):
    return _spread_over(grad, data, reduce.reduced_axes(data.ndim, axis), is_mean)


def _spread_over(grad, data, axes, is_mean):
    shape = [1 if i in axes else n for i, n in enumerate(data.shape)]
    spread = grad.reshape(shape).expand(data.shape)
    return spread / math.prod(data.shape[i] for i in axes) if is_mean else spread


def _log_softmax(grad, result, axis):
    return torch._log_softmax_backward_data(grad, result, axis, result.dtype)


def _from_column(grad):
    return grad.squeeze(1)


_sigmoid = torch.ops.aten.sigmoid_backward.default
_tanh = torch.ops.aten.tanh_backward.default
_threshold = torch.ops.aten.threshold_backward.default
_leaky_relu = torch.ops.aten.leaky_relu_backward.default

# --------------------------------------------------------------------------------------- the rules


def _fully_connected(back, node, grad):
    # What is small first: it is in the cache, which the large products need for themselves.
    data, weight = node.args[:2]
    if attrs_of(node)["flatten"]:  # so that the result and its gradient are matrices
        bias_grad = back.call(_bias_of_matrix, grad)
        weight_grad = back.call(_weight_of_matrix, grad, data)
    else:
        bias_grad = back.call(_dense_bias, grad)
        weight_grad = back.call(_dense_weight, grad, weight, data)
    if _is_matrix(data):
        return back.call(torch.mm, grad, weight), weight_grad, bias_grad
    return back.call(_dense_data, grad, weight, data), weight_grad, bias_grad


def _is_matrix(node: fx.Node) -> bool:
    """Tell whether a value is known to have two axes."""
    while name_of(node) in ("Activation", "LeakyReLU", "relu", "sigmoid", "tanh"):
        node = node.args[0]
    if node.target is dropped:
        return _is_matrix(node.args[0])
    return name_of(node) == "Flatten" or (
        name_of(node) == "FullyConnected" and attrs_of(node)["flatten"]
    )


ACTIVATIONS = {
    "relu": lambda back, node, grad: back.call(_threshold, grad, node, 0),
    "sigmoid": lambda back, node, grad: back.call(_sigmoid, grad, node),
    "tanh": lambda back, node, grad: back.call(_tanh, grad, node),
}


def _activation(back, node, grad):
    kind = attrs_of(node)["act_type"]
    if kind not in ACTIVATIONS:
        raise NoRule(f"{node} is {kind}")
    return (ACTIVATIONS[kind](back, node, grad),)


def _leaky(back, node, grad):
    attrs = attrs_of(node)
    if attrs["act_type"] != "leaky":
        raise NoRule(f"{node} is {attrs['act_type']}")
    return (back.call(_leaky_relu, grad, node.args[0], attrs["slope"], False),)


def _log_softmax_rule(back, node, grad):
    attrs = attrs_of(node)
    if attrs["temperature"] is not None or attrs["dtype"] is not None:
        raise NoRule(f"{node} has a temperature or a type of its own")
    return (back.call(_log_softmax, grad, node, attrs["axis"]),)


def _reduction(is_mean: bool):
    def rule(back, node, grad):
        attrs = attrs_of(node)
        return (back.call(_spread, grad, node.args[0], attrs["axis"], attrs["exclude"], is_mean),)

    return rule


def _np_reduction(is_mean: bool):
    def rule(back, node, grad):
        attrs = attrs_of(node)
        if attrs["dtype"] is not None:
            raise NoRule(f"{node} has a type of its own")
        return (back.call(_np_spread, grad, node.args[0], attrs["axis"], is_mean),)

    return rule


def _with_scalar(function: Callable):
    return lambda back, node, grad: (back.call(function, grad, attrs_of(node)["scalar"]),)


def _reshape(back, node, grad):
    return back.call(_shaped, grad, node.args[0]), None


def _add(back, node, grad):
    return [back.call(_summed, grad, term) for term in node.args]


def _subtract(back, node, grad):
    left, right = node.args
    return back.call(_summed, grad, left), back.call(_difference, grad, right)


def _multiply(back, node, grad):
    left, right = node.args
    return back.call(_product, grad, right, left), back.call(_product, grad, left, right)


def _unchanged(back, node, grad):
    return (grad,)


def _loss(back, node, grad):
    label = node.args[1] if len(node.args) > 1 else None
    attrs = attrs_of(node)
    gradient_of = GRADIENTS[name_of(node)](**attrs)
    head = grad if attrs.get("out_grad") else None
    of_data = back.call(gradient_of, node, label, head)
    return of_data, None if label is None else back.call(torch.zeros_like, label)


RULES: dict[str | None, Callable] = {
    "FullyConnected": _fully_connected,
    "Activation": _activation,
    "LeakyReLU": _leaky,
    "relu": lambda back, node, grad: (back.call(relu_gradient, grad, node),),
    "sigmoid": lambda back, node, grad: (ACTIVATIONS["sigmoid"](back, node, grad),),
    "tanh": lambda back, node, grad: (ACTIVATIONS["tanh"](back, node, grad),),
    "log_softmax": _log_softmax_rule,
    "negative": lambda back, node, grad: (back.call(torch.neg, grad),),
    "square": lambda back, node, grad: (back.call(_square, grad, node.args[0]),),
    "exp": lambda back, node, grad: (back.call(torch.mul, grad, node),),
    "sum": _reduction(is_mean=False),
    "mean": _reduction(is_mean=True),
    "_np_sum": _np_reduction(is_mean=False),
    "_npi_mean": _np_reduction(is_mean=True),
    "_copy": _unchanged,
    "_plus_scalar": _unchanged,
    "_minus_scalar": _unchanged,
    "_rminus_scalar": lambda back, node, grad: (back.call(torch.neg, grad),),
    "_mul_scalar": _with_scalar(torch.mul),
    "_div_scalar": _with_scalar(torch.div),
    **dict.fromkeys(("Reshape", "Flatten", "expand_dims", "squeeze", "reshape_like"), _reshape),
    **dict.fromkeys(("elemwise_add", "_grad_add"), lambda back, node, grad: (grad, grad)),
    "broadcast_add": _add,
    **dict.fromkeys(("elemwise_sub", "broadcast_sub"), _subtract),
    **dict.fromkeys(("elemwise_mul", "broadcast_mul"), _multiply),
    **dict.fromkeys(GRADIENTS, _loss),
}

KNOWN = {*RULES, "Dropout", "pick"}  # the last one as part of a cross entropy


def _rule_of(node: fx.Node) -> Callable:
    # What was taken apart is no operator: there the function tells.
    targets: dict[object, Callable] = {
        dropped: lambda back, node, grad: (back.call(torch.mul, grad, node.args[1]), None),
        log_softmax: lambda back, node, grad: (back.call(_log_softmax, grad, node, 1),),
        picked_loss: lambda back, node, grad: (
            back.call(picked_loss_gradient, grad, *node.args[:2]),
        ),
        as_column: lambda back, node, grad: (back.call(_from_column, grad),),
    }
    rule = RULES.get(name_of(node)) if name_of(node) else targets.get(node.target)
    if rule is None:
        raise NoRule(f"{node} has no rule")
    return rule


# ------------------------------------------------------------------- what must be taken apart first


def take_apart(graph: fx.Graph) -> None:
    """Write operators whose gradient needs more than inputs and results as several calls."""
    for node in list(graph.nodes):
        if isinstance(node.target, CrossEntropy):
            _take_loss_apart(graph, node)
        elif name_of(node) == "Dropout":
            _take_dropout_apart(graph, node)


def _take_loss_apart(graph: fx.Graph, node: fx.Node) -> None:
    with graph.inserting_before(node):
        classes = graph.call_function(classes_of, node.args)
        logs = graph.call_function(log_softmax, (node.args[0], 1))
        loss = graph.call_function(picked_loss, (logs, classes, *PICKED))
        if node.target.keeps_axis:
            loss = graph.call_function(as_column, (loss,))
    node.replace_all_uses_with(loss)
    graph.erase_node(node)


def _take_dropout_apart(graph: fx.Graph, node: fx.Node) -> None:
    attrs, (data,) = node.meta["fixed"], node.args
    result = data
    if attrs["p"] > 0 and (attrs["training"] or attrs["mode"] == "always"):
        draw = functools.partial(
            dropout_noise, p=attrs["p"], axes=attrs["axes"], generator=attrs["generator"]
        )
        draw.__name__ = "noise"
        with graph.inserting_before(node):
            noise = graph.call_function(draw, (data,))
            noise.meta["has_chance"] = True
            result = graph.call_function(dropped, (data, noise))
    node.replace_all_uses_with(result)
    graph.erase_node(node)


def dropped(data: torch.Tensor, noise: torch.Tensor) -> torch.Tensor:
    """Apply the noise of Dropout."""
    return data * noise
