"""Operators on graphs, used by DGL: a graph is a CSR matrix whose values are edge numbers."""

from __future__ import annotations

import torch

from .._eager.array import wrap
from .._eager.generators import generator
from ..base import MXNetError
from ..context import torch_device
from ._sparse_array import RULES, CSRNDArray
from .ndarray import NDArray


def _rule(name: str):
    def register(function):
        RULES[f"_contrib_{name}"] = function
        return function

    return register


def _want_graph(op, array) -> None:
    if type(array) is not CSRNDArray:
        raise MXNetError(
            f"Error in operator {op.name}: the graph must be a CSRNDArray, got "
            f"{type(array).__name__}; convert it with tostype('csr')"
        )


def _want_vertices(op, array, count: int) -> torch.Tensor:
    numbers = array._t
    if numbers.dtype is not torch.int64 or numbers.dim() != 1:
        raise MXNetError(
            f"Error in operator {op.name}: vertices must be one axis of int64, got "
            f"{tuple(numbers.shape)} of {numbers.dtype}"
        )
    if numbers.numel() and not 0 <= int(numbers.min()) <= int(numbers.max()) < count:
        raise MXNetError(
            f"Error in operator {op.name}: vertices must be from 0 to {count - 1}, got "
            f"{int(numbers.min())} to {int(numbers.max())}"
        )
    return numbers


def _csr(data: list, columns: list, lengths: list, width: int, like: CSRNDArray) -> CSRNDArray:
    """Return a matrix with the given number of values in each row."""
    starts = torch.tensor([0, *lengths]).cumsum(0)
    values = torch.tensor(data, dtype=like._parts[0].dtype)
    columns = torch.tensor(columns, dtype=torch.int64)
    parts = [part.to(like._parts[0].device) for part in (values, columns, starts)]
    return CSRNDArray._of(tuple(parts), (len(lengths), width), like._ctx)


@_rule("edge_id")
def edge_id(op, arrays, attrs):
    """Return the values at pairs of row and column, or -1 where nothing is stored."""
    graph, rows, columns = arrays
    _want_graph(op, graph)
    if rows.shape != columns.shape or len(rows.shape) != 1:
        raise MXNetError(
            f"Error in operator {op.name}: u and v must have one axis and the same "
            f"size, got {rows.shape} and {columns.shape}"
        )
    data, indices, starts = graph._parts
    values = data.new_full(tuple(rows.shape), -1)
    for i, (row, column) in enumerate(zip(rows._t.tolist(), columns._t.tolist(), strict=True)):
        if not 0 <= int(row) < len(graph):
            raise MXNetError(f"Error in operator {op.name}: there is no row {int(row)}")
        part = slice(int(starts[int(row)]), int(starts[int(row) + 1]))
        hits = (indices[part] == int(column)).nonzero()
        if len(hits):
            values[i] = data[part][hits[0, 0]]
    return wrap(values, graph._ctx, NDArray)


@_rule("dgl_adjacency")
def adjacency(op, arrays, attrs):
    """Return a float32 matrix with 1 for each edge."""
    (graph,) = arrays
    _want_graph(op, graph)
    data, indices, starts = graph._parts
    ones = torch.ones(len(data), device=data.device)
    return CSRNDArray._of((ones, indices.clone(), starts.clone()), graph._shape, graph._ctx)


@_rule("dgl_subgraph")
def subgraph(op, arrays, attrs):
    """Return the edges among the given vertices, renumbered, and then with their old numbers."""
    graph, *chosen = arrays
    _want_graph(op, graph)
    data, indices, starts = (part.tolist() for part in graph._parts)
    renumbered, mappings = [], []
    for vertices in chosen:
        numbers = _want_vertices(op, vertices, len(graph)).tolist()
        if numbers != sorted(numbers):
            raise MXNetError(f"Error in operator {op.name}: the vertices have to be sorted")
        new = {old: i for i, old in enumerate(numbers)}
        edges = [
            [at for at in range(starts[v], starts[v + 1]) if indices[at] in new] for v in numbers
        ]
        columns = [new[indices[at]] for row in edges for at in row]
        lengths, count = [len(row) for row in edges], len(numbers)
        renumbered.append(_csr(list(range(len(columns))), columns, lengths, count, graph))
        mappings.append(
            _csr([data[at] for row in edges for at in row], columns, lengths, count, graph)
        )
    return _unpack_single(renumbered + mappings if attrs["return_mapping"] else renumbered)


@_rule("dgl_graph_compact")
def compact(op, arrays, attrs):
    """Renumber the vertices of sampled graphs, and drop the rows after them."""
    count = len(arrays) // 2
    results, mappings = [], []
    for graph, vertices, size in zip(
        arrays[:count], arrays[count:], attrs["graph_sizes"], strict=True
    ):
        _want_graph(op, graph)
        numbers = vertices._t.tolist()
        if numbers[-1] != size:
            raise MXNetError(
                f"Error in operator {op.name}: the last number of the vertices says how many "
                f"there are, {numbers[-1]}, and graph_sizes {size}"
            )
        data, indices, starts = graph._parts
        new = {old: i for i, old in enumerate(numbers[:size])}
        columns = [new[old] for old in indices.tolist()]
        lengths = starts[: size + 1].diff().tolist()
        results.append(_csr(list(range(len(columns))), columns, lengths, size, graph))
        mappings.append(_csr(data.tolist(), columns, lengths, size, graph))
    return _unpack_single(results + mappings if attrs["return_mapping"] else results)


@_rule("dgl_csr_neighbor_uniform_sample")
def uniform_sample(op, arrays, attrs):
    """Sample neighbors of the seeds with uniform probabilities."""
    graph, *seeds = arrays
    samples = [_sample(op, graph, seed, attrs, None) for seed in seeds]
    return [part for kind in zip(*samples, strict=True) for part in kind]


@_rule("dgl_csr_neighbor_non_uniform_sample")
def non_uniform_sample(op, arrays, attrs):
    """Sample neighbors of the seeds with a probability for each vertex."""
    graph, chances, *seeds = arrays
    samples = [_sample(op, graph, seed, attrs, chances._t) for seed in seeds]
    return [part for kind in zip(*samples, strict=True) for part in kind]


def _sample(op, graph, seeds, attrs, chances: torch.Tensor | None) -> list[NDArray]:
    """Return vertices and their number, edges, probabilities if any, and distances from a seed."""
    _want_graph(op, graph)
    hops, most = attrs.get("num_hops", 1), attrs.get("max_num_vertices", 100)
    start = list(dict.fromkeys(_want_vertices(op, seeds, len(graph)).tolist()))
    if len(start) > most:
        raise MXNetError(
            f"Error in operator {op.name}: {len(start)} seeds are more than max_num_vertices={most}"
        )
    _, indices, starts = (part.tolist() for part in graph._parts)
    layers, edges = dict.fromkeys(start, 0), {}
    queue = list(start)
    for vertex in queue:  # the list grows during the loop
        if len(layers) >= most:
            break
        if layers[vertex] >= hops:
            continue
        around = range(starts[vertex], starts[vertex + 1])
        edges[vertex] = _pick(around, attrs.get("num_neighbor", 2), indices, chances, graph._ctx)
        for at in edges[vertex]:
            if indices[at] not in layers and len(layers) < most:
                layers[indices[at]] = layers[vertex] + 1
                queue.append(indices[at])
    return _as_arrays(graph, layers, edges, most, chances)


def _pick(around: range, count: int, indices: list, chances, ctx) -> list[int]:
    if len(around) <= count:
        return list(around)
    if chances is None:
        weights = torch.ones(len(around), device=torch_device(ctx))
    else:
        weights = chances[[indices[at] for at in around]].float()
    picked = torch.multinomial(weights, count, generator=generator(ctx))
    return sorted(around[i] for i in picked.tolist())


def _as_arrays(graph, layers: dict, edges: dict, most: int, chances) -> list[NDArray]:
    vertices = sorted(layers)
    rows = [edges.get(vertex, []) for vertex in vertices]
    flat = [at for row in rows for at in row]
    data, indices, _ = graph._parts
    lengths = [len(row) for row in rows] + [0] * (most - len(vertices))
    numbers = torch.zeros(most + 1, dtype=torch.int64)
    numbers[: len(vertices)] = torch.tensor(vertices)
    numbers[-1] = len(vertices)
    steps = torch.zeros(most, dtype=torch.int64)
    steps[: len(vertices)] = torch.tensor([layers[vertex] for vertex in vertices])
    part = _csr(data[flat].tolist(), indices[flat].tolist(), lengths, graph._shape[1], graph)
    arrays = [wrap(numbers.to(data.device), graph._ctx, NDArray), part]
    if chances is not None:
        share = chances.new_zeros(most)
        share[: len(vertices)] = chances[vertices]
        arrays.append(wrap(share, graph._ctx, NDArray))
    return [*arrays, wrap(steps.to(data.device), graph._ctx, NDArray)]


def _unpack_single(arrays: list):
    return arrays[0] if len(arrays) == 1 else arrays
