"""Operators on graphs in CSR matrices; the values are those of 1.9.1."""

import numpy as np
import pytest

import mxnet as mx
from mxnet import nd

C = nd.contrib
EDGES = [[1, 0, 0, 2], [3, 0, 4, 0], [0, 5, 0, 0], [0, 6, 7, 0]]


def graph(edges=EDGES, dtype="int64"):
    return nd.array(edges, dtype=dtype).tostype("csr")


def numbers(*values):
    return nd.array(values, dtype="int64")


def describe(array):
    if array.stype == "default":
        return array.asnumpy().tolist()
    assert array.dtype == np.int64
    parts = array.data, array.indices, array.indptr
    return [array.shape, *(part.asnumpy().tolist() for part in parts)]


def test_edge_id():
    at = numbers(0, 0, 1, 3), numbers(0, 1, 2, 2)
    assert describe(C.edge_id(graph(), *at)) == [1, -1, 4, 7]
    result = C.edge_id(graph(dtype="float32"), *(part.astype("float32") for part in at))
    assert result.dtype == np.float32
    assert describe(result) == [1, -1, 4, 7]


def test_adjacency():
    result = C.dgl_adjacency(graph())
    assert result.stype == "csr"
    assert result.dtype == np.float32
    assert result.asnumpy().tolist() == (np.array(EDGES) > 0).tolist()


def test_subgraph():
    new = [(3, 3), [0, 1, 2, 3], [0, 0, 2, 1], [0, 1, 3, 4]]
    old = [(3, 3), [1, 3, 4, 5], [0, 0, 2, 1], [0, 1, 3, 4]]
    assert describe(C.dgl_subgraph(graph(), numbers(0, 1, 2), return_mapping=False)) == new
    result = C.dgl_subgraph(graph(), numbers(0, 1, 2), numbers(1, 3), return_mapping=True)
    small = [(2, 2), [0], [0], [0, 0, 1]], [(2, 2), [6], [0], [0, 0, 1]]
    assert [describe(part) for part in result] == [new, small[0], old, small[1]]


def test_whole_neighborhoods():
    wide = {"num_neighbor": 5, "max_num_vertices": 6}
    result = C.dgl_csr_neighbor_uniform_sample(graph(), numbers(0), num_hops=1, **wide)
    edges = [(6, 4), [1, 2], [0, 3], [0, 2, 2, 2, 2, 2, 2]]
    assert [describe(part) for part in result] == [[0, 3, 0, 0, 0, 0, 2], edges, [0, 1, 0, 0, 0, 0]]
    probabilities = nd.array([0.125, 0.25, 0.5, 0.75])
    result = C.dgl_csr_neighbor_non_uniform_sample(graph(), probabilities, numbers(0), **wide)
    assert describe(result[2]) == [0.125, 0.75, 0, 0, 0, 0]
    assert [describe(result[i]) for i in (1, 3)] == [edges, [0, 1, 0, 0, 0, 0]]


def test_several_seeds_and_steps():
    result = C.dgl_csr_neighbor_uniform_sample(
        graph(), numbers(0), numbers(3, 1), num_hops=2, num_neighbor=5, max_num_vertices=4
    )
    assert [describe(part) for part in result] == [
        [0, 1, 2, 3, 4],
        [0, 1, 2, 3, 4],
        [(4, 4), [1, 2, 6, 7], [0, 3, 1, 2], [0, 2, 2, 2, 4]],
        [(4, 4), [3, 4, 6, 7], [0, 2, 1, 2], [0, 0, 2, 2, 4]],
        [0, 2, 2, 1],
        [1, 0, 1, 0],
    ]


def test_no_more_vertices_than_asked_for():
    result = C.dgl_csr_neighbor_uniform_sample(
        graph(), numbers(3), num_hops=5, num_neighbor=5, max_num_vertices=2
    )
    assert [describe(result[i]) for i in (0, 2)] == [[1, 3, 2], [1, 0]]


@pytest.mark.parametrize("probabilities", [None, [0, 1, 1, 8, 0]])
def test_neighbors_are_drawn(probabilities):
    complete = graph([[0, 1, 2, 3, 4], *[[0] * 5] * 4])
    counts = np.zeros(5)
    for _ in range(300):
        if probabilities is None:
            sample, arrays = C.dgl_csr_neighbor_uniform_sample, []
        else:
            sample, arrays = C.dgl_csr_neighbor_non_uniform_sample, [nd.array(probabilities)]
        neighbors = sample(complete, *arrays, numbers(0), num_neighbor=2, max_num_vertices=5)[1]
        assert neighbors.data.asnumpy().tolist() == neighbors.indices.asnumpy().tolist()
        counts[neighbors.indices.asnumpy()] += 1
    assert counts.sum() == 600
    if probabilities is None:
        assert counts[1:].min() > 100
    else:
        assert counts[4] == 0
        assert counts[3] > 250


def test_compact():
    sampled = C.dgl_csr_neighbor_uniform_sample(
        graph(), numbers(1), num_hops=1, num_neighbor=5, max_num_vertices=6
    )
    new, old = C.dgl_graph_compact(sampled[1], sampled[0], graph_sizes=3, return_mapping=True)
    assert describe(new) == [(3, 3), [0, 1], [0, 2], [0, 0, 2, 2]]
    assert describe(old) == [(3, 3), [3, 4], [0, 2], [0, 0, 2, 2]]
    alone = C.dgl_graph_compact(sampled[1], sampled[0], graph_sizes=3, return_mapping=False)
    assert describe(alone) == describe(new)
    with pytest.raises(mx.MXNetError, match="says how many there are, 3, and graph_sizes 2"):
        C.dgl_graph_compact(sampled[1], sampled[0], graph_sizes=2, return_mapping=False)


@pytest.mark.parametrize(
    "call, text",
    [
        (lambda: C.dgl_subgraph(graph(), numbers(1, 0), return_mapping=True), "to be sorted"),
        (lambda: C.dgl_subgraph(graph(), numbers(0, 9), return_mapping=True), "from 0 to 3, got 0"),
        (lambda: C.dgl_subgraph(graph(), nd.array([0]), return_mapping=True), "one axis of int64"),
        (lambda: C.edge_id(graph(), numbers(0), numbers(0, 1)), r"size, got \(1,\) and \(2,\)"),
        (lambda: C.edge_id(graph(), numbers(4), numbers(0)), "there is no row 4"),
        (
            lambda: C.dgl_csr_neighbor_uniform_sample(graph(), numbers(0, 1), max_num_vertices=1),
            "2 seeds are more than max_num_vertices=1",
        ),
        (lambda: C.dgl_adjacency(nd.ones((2, 2)).tostype("row_sparse")), "must be a CSRNDArray"),
    ],
)
def test_refused(call, text):
    with pytest.raises(mx.MXNetError, match=text):
        call()
