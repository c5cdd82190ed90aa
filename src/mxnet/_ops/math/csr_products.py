"""Products of CSR matrices with dense ones, computed from the stored values only.

A row of the product is a weighted sum of rows, which torch computes with its embedding bags. The
gradient is the product with the transposed matrix: it is nonzero only in rows for which the matrix
has columns, and for a variable torch gets only these rows.
"""

from __future__ import annotations

import torch
import torch.nn.functional as F

from ..._core.private_torch import Function
from ..sparse_tensor import CsrTensor


def can_multiply(matrix: torch.Tensor, other: torch.Tensor) -> bool:
    """Return whether a CSR tensor can be multiplied by another tensor."""
    return other.ndim == 2 and matrix.dtype in (torch.float32, torch.float64)


def product_of_torch_csr(
    matrix: torch.Tensor, other: torch.Tensor, transposed: bool
) -> torch.Tensor:
    """Return the product of torch's CSR tensor, which may be transposed."""
    parts = matrix.values(), matrix.col_indices(), matrix.crow_indices()
    return csr_product(CsrTensor(parts, matrix.shape), other, transposed)


def csr_product(matrix: CsrTensor, other: torch.Tensor, transposed: bool) -> torch.Tensor:
    """Return ``matrix @ other``, or the product with the transposed matrix."""
    if not transposed:
        return multiply(matrix, other)
    rows, turned = transpose(matrix)
    part = multiply(turned, other)
    return part.new_zeros(matrix.shape[1], part.shape[1]).index_copy(0, rows, part)


def multiply(matrix: CsrTensor, other: torch.Tensor) -> torch.Tensor:
    """Return the product; the gradient of a variable contains only the nonzero rows."""
    return _Product.apply(other.contiguous(), matrix, other.requires_grad and other.is_leaf)


def transpose(matrix: CsrTensor) -> tuple[torch.Tensor, CsrTensor]:
    """Return the transposed matrix without its empty rows, after the indices of the other rows."""
    columns, order = matrix.columns.sort(stable=True)
    nonempty, counts = torch.unique_consecutive(columns, return_counts=True)
    values, rows = (part.index_select(0, order) for part in (matrix.data, matrix.rows))
    starts = F.pad(counts.cumsum(0), (1, 0))
    return nonempty, CsrTensor((values, rows, starts), (len(nonempty), len(matrix)))


class _Product(Function):
    """The product of a stored matrix with a dense one; only the dense one has a gradient."""

    @staticmethod
    def forward(ctx, other, matrix, by_rows):
        ctx.matrix, ctx.shape, ctx.by_rows = matrix, other.shape, by_rows
        values, columns, starts = matrix.parts
        if not len(columns):  # torch does not support only empty bags
            return other.new_zeros(len(starts) - 1, other.shape[1])
        return F.embedding_bag(columns, other, starts[:-1], mode="sum", per_sample_weights=values)

    @staticmethod
    def backward(ctx, grad):
        rows, turned = transpose(ctx.matrix)
        part = _Product.apply(grad.contiguous(), turned, False)
        if ctx.by_rows and not torch.is_grad_enabled():
            full = torch.sparse_coo_tensor(
                rows[None], part, ctx.shape, check_invariants=False, is_coalesced=True
            )
        else:
            full = part.new_zeros(ctx.shape).index_copy(0, rows, part)
        return full, None, None
