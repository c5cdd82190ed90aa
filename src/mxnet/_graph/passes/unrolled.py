"""Computations that the steps of an unrolled recurrent cell have in common, done once.

A cell is unrolled into the same operators for every step. The product of its input with its weight
does not depend on the previous step, so one product is enough for all steps. Zoneout keeps states
where dropout of an array of ones is 0: a mask is enough.
"""

from __future__ import annotations

import operator

from torch import fx

from ..._ops.handles import DROPOUT, FULLY_CONNECTED, ONES_LIKE, SPLIT, WHERE
from ..._ops.nn.dense import dropout_is_active, dropout_mask
from .patterns import attrs_of, op_of

MIN_STEPS = 4  # with fewer steps there is no gain


def join_products(graph: fx.Graph) -> None:
    """Merge dense layers of the parts of an array, with the same weight, into one call."""
    for cut in list(graph.nodes):
        if op_of(cut) is SPLIT and _has_steps(attrs_of(cut)):
            for layers in _layers_of_parts(cut):
                _join(graph, cut, layers)


def _has_steps(options: dict) -> bool:
    return options["squeeze_axis"] and options["num_outputs"] >= MIN_STEPS


def _layers_of_parts(cut: fx.Node) -> list[dict[int, fx.Node]]:
    """Return the dense layers of parts, by part, in groups with the same parameters."""
    groups: dict[tuple, dict[int, fx.Node]] = {}
    for part in cut.users:
        for user in part.users:
            is_data = user.args[0] is part and part not in user.args[1:]
            if op_of(user) is FULLY_CONNECTED and is_data:
                key = (*user.args[1:], *sorted(attrs_of(user).items()))
                groups.setdefault(key, {})[part.args[1]] = user
    return [layers for layers in groups.values() if len(layers) >= MIN_STEPS]


def _join(graph: fx.Graph, cut: fx.Node, layers: dict[int, fx.Node]) -> None:
    first = next(node for node in graph.nodes if node in layers.values())
    dense = DenseOfParts(first, cut)
    with graph.inserting_before(first):
        joined = graph.call_function(dense, (cut.args[0], *first.args[1:]))
        joined.meta.update(first.meta)
        for position, layer in layers.items():
            result = graph.call_function(operator.getitem, (joined, position))
            result.meta.update(node=layer.meta["node"], part_of=cut)  # like the parts, it is a view
            layer.replace_all_uses_with(result)
    for layer in layers.values():
        graph.erase_node(layer)
    for part in [part for part in cut.users if not part.users]:
        graph.erase_node(part)
    if not cut.users:
        graph.erase_node(cut)


class DenseOfParts:
    """A dense layer applied to the parts of an array along an axis."""

    __name__ = "dense_of_parts"  # its name in the generated code

    def __init__(self, layer: fx.Node, cut: fx.Node):
        self._layer, self._options = layer.target, dict(layer.kwargs)
        self._cut, self._cut_options = cut.target, dict(cut.kwargs)

    def __call__(self, data, *parameters):
        parts = self._cut(data, **self._cut_options)
        if data.ndim != 3:  # the parts are not matrices
            return [self._layer(part, *parameters, **self._options) for part in parts]
        rows = data.movedim(self._cut_options["axis"], 0)  # so that each result is contiguous
        result = self._layer(rows.flatten(0, 1), *parameters, **self._options)
        return result.view(len(parts), -1, result.shape[1]).unbind(0)


def draw_masks(graph: fx.Graph) -> None:
    """Replace dropout of ones that is only the condition of ``where`` by a mask.

    Dropout that is not active keeps all ones, so that ``where`` chooses its first array.
    """
    for node in list(graph.nodes):
        if op_of(node) is not DROPOUT or not _is_condition(node):
            continue
        ones, options = node.args[0], node.meta["fixed"]
        if op_of(ones) is not ONES_LIKE:
            continue
        # MXNet: p=1 gives nan, which is not 0
        if options["p"] < 1 and dropout_is_active(**options):
            _draw_mask(graph, node, ones.args)
        else:
            _choose_first(graph, list(node.users))
        graph.erase_node(node)
        if not ones.users:
            graph.erase_node(ones)


def _draw_mask(graph: fx.Graph, node: fx.Node, arguments: tuple) -> None:
    with graph.inserting_before(node):
        mask = graph.call_function(RandomMask(node.meta["fixed"]), arguments)
    mask.meta.update(node.meta)
    node.replace_all_uses_with(mask)


def _choose_first(graph: fx.Graph, choices: list[fx.Node]) -> None:
    for choice in choices:
        choice.replace_all_uses_with(choice.args[1])
        graph.erase_node(choice)


def _is_condition(node: fx.Node) -> bool:
    return all(op_of(user) is WHERE and node not in user.args[1:] for user in node.users)


class RandomMask:
    """A mask of where dropout of ones is nonzero, from the same random numbers."""

    __name__ = "random_mask"

    def __init__(self, options: dict):
        self._options = options["p"], options["axes"], options["generator"]

    def __call__(self, like):
        return dropout_mask(like, *self._options)
