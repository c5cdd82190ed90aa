"""Elementwise operators on large arrays, computed block by block so that temporaries stay cached.

A call of torch on 10 million floats reads and writes the memory behind the caches. Seven such calls
in a row take 0.65 of the time if each block of the arrays passes through all of them first.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Sequence

import torch
from torch import fx

from ..lower.code import Code
from .inplace import compute_in_place, note_types
from .memory import Memory

# Bytes of a block for each thread: in smaller ones the calls take too long, and the temporaries of
# larger ones leave the second-level cache (one to two MB). As a multiple of all vector lengths it
# leaves the same elements to torch's scalar code as one call for the whole array.
BLOCK = 512 << 10
LARGE = 1 << 22  # elements from which blocks are faster; fewer stay in the third-level cache


def compute_in_blocks(graph: fx.Graph, types: dict[fx.Node, torch.dtype]) -> None:
    """Merge elementwise operators into calls that compute large arrays block by block.

    Only the result of the last operator of such a call is used outside it.
    """
    note_types(graph, types)
    calls = [_merge(graph, group, types) for group in _groups(graph) if len(group) > 1]
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
        known = {node: dtype for node, dtype in zip(inputs, types, strict=True) if dtype}
        compute_in_place(self.graph, known, [inputs[i] for i in overwritable])
        self._forward = Code(self.graph).forward

    def __call__(self, *arrays: torch.Tensor) -> torch.Tensor:
        for array in arrays:
            if array.numel() >= LARGE:
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
            part.copy_(self._forward(*block))
        return result


def _blocks(array: torch.Tensor, size: int) -> Iterable[torch.Tensor]:
    """Return consecutive parts of an array; of a single element, which may be overwritten, copies.

    An array without axes stays one, because its type counts less in torch.
    """
    if array.numel() > 1:
        return array.view(-1).split(size)
    return map(torch.clone, itertools.repeat(array.view(1) if array.ndim else array))
