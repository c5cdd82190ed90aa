"""Operators on sparse arrays and graphs: the parts that also apply to dense arrays."""

from __future__ import annotations

import torch

from ..attrs import Shape
from ..checks import fail
from ..optimizer.steps import scale_gradient, update, writable
from ..registry import Out, op
from ..tensor.indexing import EMBEDDING, AnyType, embedding, embedding_types


@op("_contrib_SparseEmbedding", **EMBEDDING, types=embedding_types)
def sparse_embedding(
    data, weight, *,
    input_dim: int, output_dim: int, dtype: AnyType = torch.float32, sparse_grad: bool = False,
    deterministic: bool = False,
):  # fmt: skip
    """Look up the row of ``weight`` for each index, like Embedding.

    ``deterministic`` has no effect: gradients are always added up in the same order.
    """
    sizes = {"input_dim": input_dim, "output_dim": output_dim}
    return embedding(data, weight, **sizes, dtype=dtype, sparse_grad=sparse_grad)


@update("_contrib_group_adagrad_update", mutates=("history",))
def group_adagrad_update(
    weight, grad, history, *,
    lr: float, rescale_grad: float = 1.0, clip_gradient: float = -1.0, epsilon: float = 1e-5,
    out: Out,
):  # fmt: skip
    """Update a weight by AdaGrad with one learning rate for each row."""
    shape = (weight.shape[0], *[1] * (weight.ndim - 1))
    if grad.shape != weight.shape or history.shape not in (shape, shape[:1]):
        fail(
            f"expected grad {tuple(weight.shape)} and history {shape}, got "
            f"{tuple(grad.shape)} and {tuple(history.shape)}"
        )
    grad = scale_gradient(grad, rescale_grad, clip_gradient)
    history += grad.square().flatten(1).mean(1).reshape(history.shape)
    new = writable(weight, out)
    return new.sub_(grad / (history.reshape(shape) + epsilon).sqrt_(), alpha=lr)


def _refuse(name: str) -> None:
    fail(f"{name} works on graphs in sparse arrays; convert the matrix with tostype('csr')")


@op("_contrib_getnnz")
def getnnz(data, *, axis: int | None = None):
    """Count the stored values of a CSR array, in total or along an axis; reject a dense one."""
    fail("getnnz counts the stored values of a sparse (csr) array and accepts no other")


@op("_contrib_edge_id")
def edge_id(data, u, v):
    """Look up edges of a graph in a CSR array; reject a dense one."""
    _refuse("edge_id")


@op("_contrib_dgl_adjacency")
def dgl_adjacency(data):
    """Create the adjacency matrix of a graph in a CSR array; reject a dense one."""
    _refuse("dgl_adjacency")


@op("_contrib_dgl_subgraph", mixed=True)
def dgl_subgraph(*data, return_mapping: bool):
    """Extract subgraphs of a graph in a CSR array; reject a dense one."""
    _refuse("dgl_subgraph")


@op("_contrib_dgl_graph_compact", mixed=True)
def dgl_graph_compact(*graph_data, return_mapping: bool, graph_sizes: Shape):
    """Renumber the vertices of sampled graphs in CSR arrays; reject dense ones."""
    _refuse("dgl_graph_compact")


@op("_contrib_dgl_csr_neighbor_uniform_sample", mixed=True)
def dgl_csr_neighbor_uniform_sample(
    *seed_arrays, num_hops: int = 1, num_neighbor: int = 2,
    max_num_vertices: int = 100,
):  # fmt: skip
    """Sample subgraphs of a graph in a CSR array; reject a dense one."""
    _refuse("dgl_csr_neighbor_uniform_sample")


@op("_contrib_dgl_csr_neighbor_non_uniform_sample", mixed=True)
def dgl_csr_neighbor_non_uniform_sample(
    *seed_arrays, num_hops: int = 1, num_neighbor: int = 2,
    max_num_vertices: int = 100,
):  # fmt: skip
    """Sample subgraphs of a graph in a CSR array; reject a dense one."""
    _refuse("dgl_csr_neighbor_non_uniform_sample")
