"""Operators of mx.contrib for sparse arrays."""

from __future__ import annotations

import torch

from ..checks import Declined, fail
from ..optimizer.rows import update_rows
from ..optimizer.steps import scale_gradient, update, writable
from ..registry import Out, op
from ..sparse_tensor import CsrTensor
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


@update("_contrib_group_adagrad_update", mutates=("history",), sparse=update_rows)
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


def _getnnz_sparse(op, operands, attrs):
    """Count the stored values of a matrix: all, per column (axis 0) or per row (axis 1)."""
    (matrix,), axis = operands, attrs["axis"]
    if not isinstance(matrix, CsrTensor):
        raise Declined("not a matrix")
    if axis is None:
        return torch.tensor([matrix.data.numel()], device=matrix.device)
    if axis == 0:
        return torch.bincount(matrix.columns.long(), minlength=matrix.shape[1])
    if axis == 1:
        return matrix.starts.long().diff()
    fail(f"Unexpected value for axis({axis}). Candidates are None, 0, and 1")


@op("_contrib_getnnz", sparse=_getnnz_sparse)
def getnnz(data, *, axis: int | None = None):
    """Count the stored values of a CSR array, in total or along an axis; reject a dense one."""
    fail("getnnz counts the stored values of a sparse (csr) array and accepts no other")
