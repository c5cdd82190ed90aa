"""Operators on graphs, used by DGL: a graph is a CSR matrix whose values are edge numbers."""

from __future__ import annotations

import torch

from ..attrs import Shape
from ..checks import fail
from ..registry import Random, op, register
from ..sparse_tensor import CsrTensor, Operand, to_dense


def _refuse(name: str) -> None:
    fail(f"{name} works on graphs in sparse arrays; convert the matrix with tostype('csr')")


def _require_graph(operand: Operand) -> CsrTensor:
    if not isinstance(operand, CsrTensor):
        fail("the graph must be a CSRNDArray, got another array; convert it with tostype('csr')")
    return operand


def _require_vertices(operand: Operand, count: int) -> list[int]:
    numbers = to_dense(operand)
    if numbers.dtype is not torch.int64 or numbers.dim() != 1:
        fail(f"vertices must be one axis of int64, got {tuple(numbers.shape)} of {numbers.dtype}")
    vertices = numbers.tolist()
    if vertices and not 0 <= min(vertices) <= max(vertices) < count:
        fail(f"vertices must be from 0 to {count - 1}, got {min(vertices)} to {max(vertices)}")
    return vertices


def _csr(data: list, columns: list, lengths: list, width: int, like: CsrTensor) -> CsrTensor:
    """Return a matrix with the given number of values in each row."""
    starts = torch.tensor([0, *lengths]).cumsum(0)
    values = torch.tensor(data, dtype=like.dtype)
    parts = values, torch.tensor(columns, dtype=torch.int64), starts
    return CsrTensor((part.to(like.device) for part in parts), (len(lengths), width))


def _edge_id(op, operands, attrs):
    graph = _require_graph(operands[0])
    rows, columns = map(to_dense, operands[1:])
    if rows.shape != columns.shape or rows.dim() != 1:
        fail(
            f"u and v must have one axis and the same size, got {tuple(rows.shape)} and "
            f"{tuple(columns.shape)}"
        )
    data, indices, starts = graph.parts
    values = data.new_full(tuple(rows.shape), -1)
    for i, (row, column) in enumerate(zip(rows.tolist(), columns.tolist(), strict=True)):
        if not 0 <= int(row) < len(graph):
            fail(f"there is no row {int(row)}")
        part = slice(int(starts[int(row)]), int(starts[int(row) + 1]))
        hits = (indices[part] == int(column)).nonzero()
        if len(hits):
            values[i] = data[part][hits[0, 0]]
    return values


@op("_contrib_edge_id", sparse=_edge_id)
def edge_id(data, u, v):
    """Return the values of a CSR array at pairs of row and column, or -1 where none is stored."""
    _refuse("edge_id")


def _adjacency(op, operands, attrs):
    graph = _require_graph(operands[0])
    ones = torch.ones(len(graph.data), device=graph.device)
    return CsrTensor((ones, graph.columns.clone(), graph.starts.clone()), graph.shape)


@op("_contrib_dgl_adjacency", sparse=_adjacency)
def dgl_adjacency(data):
    """Return a float32 matrix with 1 for each edge of a graph in a CSR array."""
    _refuse("dgl_adjacency")


def _subgraph(op, operands, attrs):
    graph = _require_graph(operands[0])
    data, indices, starts = (part.tolist() for part in graph.parts)
    renumbered, mappings = [], []
    for chosen in operands[1:]:
        numbers = _require_vertices(chosen, len(graph))
        if numbers != sorted(numbers):
            fail("the vertices have to be sorted")
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
    return tuple(renumbered + mappings if attrs["return_mapping"] else renumbered)


@op("_contrib_dgl_subgraph", mixed=True, sparse=_subgraph)
def dgl_subgraph(*data, return_mapping: bool):
    """Return the edges among the given vertices, renumbered, and then with their old numbers."""
    _refuse("dgl_subgraph")


def _compact(op, operands, attrs):
    count = len(operands) // 2
    results, mappings = [], []
    for matrix, vertices, size in zip(
        operands[:count], operands[count:], attrs["graph_sizes"], strict=True
    ):
        graph, numbers = _require_graph(matrix), to_dense(vertices).tolist()
        if numbers[-1] != size:
            fail(
                "the last number of the vertices says how many there are, "
                f"{numbers[-1]}, and graph_sizes {size}"
            )
        new = {old: i for i, old in enumerate(numbers[:size])}
        columns = [new[old] for old in graph.columns.tolist()]
        lengths = graph.starts[: size + 1].diff().tolist()
        results.append(_csr(list(range(len(columns))), columns, lengths, size, graph))
        mappings.append(_csr(graph.data.tolist(), columns, lengths, size, graph))
    return tuple(results + mappings if attrs["return_mapping"] else results)


@op("_contrib_dgl_graph_compact", mixed=True, sparse=_compact)
def dgl_graph_compact(*graph_data, return_mapping: bool, graph_sizes: Shape):
    """Renumber the vertices of sampled graphs, and drop the rows after them."""
    _refuse("dgl_graph_compact")


# ----------------------------------------------------------------------------------------- samples


def _uniform_sample(op, operands, attrs):
    """Sample neighbors of the seeds in a CSR array with uniform probabilities."""
    graph, *seeds = operands
    return _sample_all(graph, seeds, None, attrs)


def _non_uniform_sample(op, operands, attrs):
    """Sample neighbors of the seeds in a CSR array with a probability for each vertex."""
    graph, probabilities, *seeds = operands
    return _sample_all(graph, seeds, to_dense(probabilities), attrs)


def _sample_all(graph: Operand, seeds: list, weights: torch.Tensor | None, attrs: dict) -> tuple:
    samples = [_sample(_require_graph(graph), seed, weights, **attrs) for seed in seeds]
    return tuple(part for kind in zip(*samples, strict=True) for part in kind)


def _sampling_kernel(name: str):
    def kernel(
        *seed_arrays, num_hops: int = 1, num_neighbor: int = 2, max_num_vertices: int = 100,
        random: Random,
    ):  # fmt: skip
        _refuse(name)

    return kernel


for _name, _samples in {"uniform": _uniform_sample, "non_uniform": _non_uniform_sample}.items():
    _name = f"dgl_csr_neighbor_{_name}_sample"
    _doc = _samples.__doc__
    register(_sampling_kernel(_name), f"_contrib_{_name}", doc=_doc, mixed=True, sparse=_samples)


def _sample(
    graph: CsrTensor, seeds: Operand, weights: torch.Tensor | None, *,
    num_hops: int = 1, num_neighbor: int = 2, max_num_vertices: int = 100,
    random: torch.Generator,
) -> list[Operand]:  # fmt: skip
    """Return vertices and their number, edges, weights if any, and distances from a seed."""
    start = list(dict.fromkeys(_require_vertices(seeds, len(graph))))
    if len(start) > max_num_vertices:
        fail(f"{len(start)} seeds are more than max_num_vertices={max_num_vertices}")
    indices, starts = graph.columns.tolist(), graph.starts.tolist()
    layers, edges = dict.fromkeys(start, 0), {}
    queue = list(start)
    for vertex in queue:  # the list grows during the loop
        if len(layers) >= max_num_vertices:
            break
        if layers[vertex] >= num_hops:
            continue
        around = range(starts[vertex], starts[vertex + 1])
        edges[vertex] = _pick(graph, around, num_neighbor, weights, random)
        for at in edges[vertex]:
            if indices[at] not in layers and len(layers) < max_num_vertices:
                layers[indices[at]] = layers[vertex] + 1
                queue.append(indices[at])
    return _describe_sample(graph, layers, edges, max_num_vertices, weights)


def _pick(
    graph: CsrTensor, around: range, count: int, weights: torch.Tensor | None,
    random: torch.Generator,
) -> list[int]:  # fmt: skip
    if len(around) <= count:
        return list(around)
    if weights is None:
        own = torch.ones(len(around), device=graph.device)
    else:
        own = weights[graph.columns[around.start : around.stop]].float()
    picked = torch.multinomial(own, count, generator=random)
    return sorted(around[i] for i in picked.tolist())


def _describe_sample(
    graph: CsrTensor, layers: dict, edges: dict, count: int, weights: torch.Tensor | None
) -> list[Operand]:
    vertices = sorted(layers)
    rows = [edges.get(vertex, []) for vertex in vertices]
    flat = [at for row in rows for at in row]
    lengths = [len(row) for row in rows] + [0] * (count - len(vertices))
    numbers = torch.zeros(count + 1, dtype=torch.int64)
    numbers[: len(vertices)] = torch.tensor(vertices)
    numbers[-1] = len(vertices)
    steps = torch.zeros(count, dtype=torch.int64)
    steps[: len(vertices)] = torch.tensor([layers[vertex] for vertex in vertices])
    data, columns = graph.data[flat].tolist(), graph.columns[flat].tolist()
    results: list[Operand] = [
        numbers.to(graph.device),
        _csr(data, columns, lengths, graph.shape[1], graph),
    ]
    if weights is not None:
        share = weights.new_zeros(count)
        share[: len(vertices)] = weights[vertices]
        results.append(share)
    return [*results, steps.to(graph.device)]
