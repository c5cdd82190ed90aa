"""Elementwise operators on large arrays, computed block by block so that temporaries stay cached.

A call of torch on 10 million floats reads and writes the memory behind the caches. Seven such calls
in a row take 0.65 of the time if each block of the arrays passes through all of them first.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

import torch
from torch import fx

from ..lower.code import Code
from .inplace import compute_in_place, note_types
from .memory import Memory
from .patterns import attrs_of

# Bytes of a block for each thread: in smaller ones the calls take too long, and several larger ones
# leave the second-level cache (one to two MB). As a multiple of all vector lengths it leaves the
# same elements to torch's scalar code as one call for the whole array.
BLOCK = 1 << 19
# Operators from which blocks are faster: two take as long as without, or 1.1 times as long.
LEAST = 3
# Bytes from which blocks are faster. Smaller arrays stay in the third-level cache, where a few
# operators take up to 1.5 times as long in blocks.
LARGE = 32 << 20


def compute_in_blocks(graph: fx.Graph, types: dict[fx.Node, torch.dtype]) -> None:
    """Merge elementwise operators into calls that compute large arrays block by block.

    Only the result of the last operator of such a call is used outside it.
    """
    note_types(graph, types)
    calls = [_merge(graph, group, types) for group in _groups(graph) if len(group) >= LEAST]
    memory = Memory(graph)
    for call in calls:
        call.target.compile([types.get(s) for s in call.args], _overwritable(call, memory))


def _groups(graph: fx.Graph) -> Iterable[list[fx.Node]]:
    """Return the largest groups of elementwise operators with one result, in the graph's order."""
    last_of: dict[fx.Node, fx.Node] = {}  # operator -> last operator of its group
    for node in reversed(graph.nodes):
        if _is_elementwise(node):
            users = {last_of.get(user) for user in node.users}
            last_of[node] = (users.pop() if len(users) == 1 else None) or node
    groups: dict[fx.Node, list[fx.Node]] = {}
    for node in reversed(last_of):
        groups.setdefault(last_of[node], []).append(node)
    return groups.values()


def _is_elementwise(node: fx.Node) -> bool:
    return "op" in node.meta and node.meta["op"].elementwise


def _merge(graph: fx.Graph, group: list[fx.Node], types: dict[fx.Node, torch.dtype]) -> fx.Node:
    """Replace the operators of a group by one call."""
    members = set(group)
    sources = dict.fromkeys(s for node in group for s in node.all_input_nodes if s not in members)
    part, last = fx.Graph(), group[-1]
    copies = {source: part.placeholder(f"v{i}") for i, source in enumerate(sources)}
    for node in group:
        copies[node] = part.node_copy(node, copies.__getitem__)
    part.output(copies[last])
    with graph.inserting_before(last):
        call = graph.call_function(Blockwise(part), tuple(sources))
    call.meta["node"] = last.meta["node"]
    if last in types:
        types[call] = types[last]
    last.replace_all_uses_with(call)
    for node in reversed(group):
        graph.erase_node(node)
    return call


def _overwritable(call: fx.Node, memory: Memory) -> list[int]:
    """Return the positions of temporaries that only this call needs, under one name."""
    owners = [owner for source in call.args for owner in memory.owners(source)]
    return [
        position
        for position, source in enumerate(call.args)
        if memory.is_disposable(source, call) and owners.count(source) == 1
    ]


class Blockwise:
    """Elementwise operators as one function of their inputs."""

    __name__ = "blockwise"  # its name in the generated code

    def __init__(self, graph: fx.Graph):
        self.graph = graph

    def compile(self, types: Sequence[torch.dtype | None], overwritable: Collection[int]) -> None:
        """Prepare calls with inputs of these types, some of which may be overwritten."""
        inputs = [node for node in self.graph.nodes if node.op == "placeholder"]
        self._types = {node: dtype for node, dtype in zip(inputs, types, strict=True) if dtype}
        compute_in_place(self.graph, self._types, [inputs[i] for i in overwritable])
        self._forward = Code(self.graph).forward

    def __call__(self, *arrays: torch.Tensor) -> torch.Tensor:
        for array in arrays:
            if array.nbytes >= LARGE:
                return self._run_large(arrays)
        return self._forward(*arrays)

    def _run_large(self, arrays: Sequence[torch.Tensor]) -> torch.Tensor:
        large = [array for array in arrays if array.numel() > 1]
        shape = large[0].shape
        if not all(array.shape == shape and array.is_contiguous() for array in large) or any(
            array.ndim > len(shape) for array in arrays
        ):
            return self._forward(*arrays)
        size = BLOCK * torch.get_num_threads() // max(array.itemsize for array in large)
        blocks = zip(*[_blocks(array, size) for array in arrays], strict=False)
        first = self._forward(*next(blocks))
        result = torch.empty(shape, dtype=first.dtype)
        parts = iter(result.view(-1).split(size))
        next(parts).copy_(first)
        for part, block in zip(parts, blocks, strict=True):
            self._write(*block, part)
        return result

    @functools.cached_property
    def _write(self) -> Callable:
        """Compute a block into the last argument."""
        graph = fx.Graph()
        copies: dict[fx.Node, Any] = {}
        result = graph.graph_copy(self.graph, copies)
        out = graph.placeholder("out")
        first = self._first_with_out()
        if first is None:
            result = graph.call_function(torch.Tensor.copy_, (out, result))
        else:
            node, function, further = first
            call = copies[node]
            call.target, call.kwargs = function, {"out": out}
            call.args = (call.args[0], *fx.map_arg(further, copies.__getitem__))
        graph.output(result)
        return Code(graph).forward

    def _first_with_out(self) -> tuple[fx.Node, Callable, tuple] | None:
        """Return an operator that can write to the result, which the later ones overwrite.

        It comes with its function and the arguments after the first.
        """
        node, found = self.graph.output_node().args[0], None
        while node.op == "call_function" and self._is_of_floats(node):
            form = _with_out(node)
            found = found if form is None else (node, *form)
            if "overwrites" not in node.meta:
                break
            node = node.args[0]
        return found

    def _is_of_floats(self, node: fx.Node) -> bool:
        """Return whether the first input and the result have the same type, one of floats."""
        types: dict[Any, torch.dtype] = self._types
        is_of_one = node in types and types.get(node.args[0]) is types[node]
        return is_of_one and types[node].is_floating_point


def _with_out(node: fx.Node) -> tuple[Callable, tuple] | None:
    """Return torch's function with ``out`` for an operator, and its arguments after the first."""
    if "into" in node.meta:
        return node.meta["into"], node.args[1:]
    op = node.meta["op"]
    form = op.inplace and op.inplace(attrs_of(node))
    if not form:
        return None
    inplace, extra = form
    name = inplace.__name__  # torch's names: exp_ overwrites, exp may have ``out``
    function = getattr(torch, name[:-1], None) if name.endswith("_") else None
    if function is None:
        return None
    try:
        function(torch.ones(1), *extra, out=torch.empty(1))
    except TypeError:  # it has none, such as relu
        return None
    return function, extra


def _blocks(array: torch.Tensor, size: int) -> Iterable[torch.Tensor]:
    """Return consecutive parts of an array; of a single element, which may be overwritten, copies.

    An array without axes stays one, because its type counts less in torch.
    """
    if array.numel() > 1:
        return array.view(-1).split(size)
    return map(torch.clone, itertools.repeat(array.view(1) if array.ndim else array))
