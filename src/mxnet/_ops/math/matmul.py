"""Matrix products: dot, batch_dot, khatri_rao."""

from __future__ import annotations

import functools
from typing import Literal

import torch

from .. import multiply_adds
from ..checks import Declined, check, fail
from ..products import mm
from ..registry import op
from ..sparse_kernels import call, require_one_dtype
from ..sparse_tensor import CsrTensor, RowSparseTensor, cast_storage, stype_of, to_dense
from ..storage_rules import CSR, DENSE, ROWS, infer_storage
from .csr_products import can_multiply, csr_product, multiply, product_of_torch_csr, transpose

StorageType = Literal["default", "row_sparse", "csr"]


def _require_dense(forward_stype: str | None) -> None:
    if forward_stype not in (None, "default"):
        fail(f"forward_stype={forward_stype!r} is not supported, the result is dense ('default')")


def _shapes(lhs, rhs) -> str:
    return f"{list(lhs.shape)} X {list(rhs.shape)}"


def _dot_storage(op, stypes, attrs) -> str:
    left, right = stypes
    across_left, across_right = attrs.get("transpose_a"), attrs.get("transpose_b")
    if attrs.get("forward_stype") is not None:
        return attrs["forward_stype"]
    if left == CSR and right != CSR and across_left and not across_right:
        return ROWS
    return CSR if (left, right) == (DENSE, CSR) and not across_left else DENSE


def _dot_sparse(op, operands, attrs):
    """Multiply matrices, one of which is sparse; attributes may select the storage type."""
    left, right = operands
    across_left, across_right = attrs.get("transpose_a"), attrs.get("transpose_b")
    require_one_dtype(op, left, right)
    stype = infer_storage(op, (stype_of(left), stype_of(right)), attrs)
    is_csr = stype_of(left) == CSR
    if len(left.shape) != 2 or len(right.shape) != 2:
        if is_csr and not across_right:
            fail(f"csr takes matrices, got {tuple(right.shape)}")
    elif is_csr and stype_of(right) != CSR and not across_right:
        _require_product(left.shape[0 if across_left else 1], len(right))
        other = to_dense(right)
        if not can_multiply(left.data, other):
            return _cast(_multiply_coo(left, other, across_left), stype)
        if not (across_left and stype == ROWS):
            return _cast(csr_product(left, other, across_left), stype)
        rows, turned = transpose(left)
        return RowSparseTensor((multiply(turned, other), rows), (left.shape[1], other.shape[1]))
    elif (stype_of(left), stype_of(right)) == (DENSE, CSR) and not across_left:
        dense = right.to_dense()
        dense = dense.T if across_right else dense
        _require_product(left.shape[1], len(dense))
        return _cast(left @ dense, stype)
    if stype == DENSE:
        raise Declined("the result is dense")
    dense = call(op, [to_dense(left), to_dense(right)], {**attrs, "forward_stype": None})
    return _cast(dense, stype)


def _cast(product: torch.Tensor, stype: str):
    return product.contiguous() if stype == DENSE else cast_storage(product, stype)


def _require_product(columns: int, rows: int) -> None:
    if columns != rows:
        fail(f"{columns} columns on the left, {rows} rows on the right")


def _multiply_coo(matrix: CsrTensor, other: torch.Tensor, transposed: bool) -> torch.Tensor:
    """Multiply with torch's kernel, which supports all element types."""
    positions = torch.stack([matrix.rows, matrix.columns])
    coo = torch.sparse_coo_tensor(positions, matrix.data, matrix.shape, check_invariants=False)
    return (coo.T if transposed else coo) @ other


def _specialize_dot(attrs: dict):
    is_left_transposed, is_right_transposed = attrs["transpose_a"], attrs["transpose_b"]

    def multiply(lhs, rhs):
        if lhs.ndim != 2 or rhs.ndim != 2:
            if lhs.ndim == rhs.ndim == 1 and not (is_left_transposed or is_right_transposed):
                return torch.dot(lhs, rhs).view(1)
            return dot(lhs, rhs, **attrs)
        left = lhs.t() if is_left_transposed else lhs
        return mm(left, rhs.t() if is_right_transposed else rhs)

    return multiply


@op(
    "dot",
    specialize=_specialize_dot,
    storage=_dot_storage,
    sparse=_dot_sparse,
    accepts_csr=True,
    has_row_gradient=lambda attrs, stype: stype == CSR and not attrs["transpose_a"],
    multiply_adds=multiply_adds.product,
)
def dot(
    lhs,
    rhs,
    *,
    transpose_a: bool = False,
    transpose_b: bool = False,
    forward_stype: StorageType | None = None,
):
    """Compute the product that sums over the last axis of ``lhs`` and the first axis of ``rhs``.

    A transposed ``lhs`` is summed over its first axis, a transposed ``rhs`` over its last. Two
    vectors give an array of shape (1,). Graphs may pass a CSR tensor as ``lhs``.
    """
    if lhs.shape[0 if transpose_a else -1] != rhs.shape[-1 if transpose_b else 0]:
        fail(f"dot shape error: {_shapes(lhs, rhs)}")
    if lhs.layout is torch.sparse_csr:
        if can_multiply(lhs, rhs) and not transpose_b:
            return product_of_torch_csr(lhs, rhs, transpose_a)
        lhs = lhs.to_dense()
    if lhs.ndim == rhs.ndim == 1:
        check(not (transpose_a or transpose_b), "Cannot transpose vectors")
        return torch.dot(lhs, rhs).view(1)
    left = lhs if lhs.ndim <= 2 else lhs.flatten(1) if transpose_a else lhs.flatten(0, -2)
    right = rhs if rhs.ndim <= 2 else rhs.flatten(0, -2) if transpose_b else rhs.flatten(1)
    # t() does not change a vector.
    left = left.t() if transpose_a else left
    right = right.t() if transpose_b else right
    multiply_matrices = mm if left.ndim == right.ndim == 2 else torch.matmul
    product = multiply_matrices(left, right)
    if lhs.ndim <= 2 and rhs.ndim <= 2:
        return product
    rows = lhs.shape[1:] if transpose_a else lhs.shape[:-1]
    columns = rhs.shape[:-1] if transpose_b else rhs.shape[1:]
    return product.view(rows + columns)


def _specialize_batch_dot(attrs: dict):
    is_left_transposed, is_right_transposed = attrs["transpose_a"], attrs["transpose_b"]

    def multiply(lhs, rhs):
        if lhs.dim() != 3 or rhs.dim() != 3:
            return batch_dot(lhs, rhs, **attrs)
        left = lhs.transpose(1, 2) if is_left_transposed else lhs
        return torch.bmm(left, rhs.transpose(1, 2) if is_right_transposed else rhs)

    return multiply if attrs["forward_stype"] is None else None


@op(
    "batch_dot",
    "_npx_batch_dot",
    specialize=_specialize_batch_dot,
    multiply_adds=multiply_adds.product,
)
def batch_dot(
    lhs,
    rhs,
    *,
    transpose_a: bool = False,
    transpose_b: bool = False,
    forward_stype: StorageType | None = None,
):
    """Multiply the matrices in the last two axes, in pairs along the leading axes."""
    _require_dense(forward_stype)
    if not lhs.ndim == rhs.ndim >= 3:
        fail(f"batch_dot currently only support N-D*N-D array (N >= 3): {_shapes(lhs, rhs)}")
    left = lhs.transpose(-1, -2) if transpose_a else lhs
    right = rhs.transpose(-1, -2) if transpose_b else rhs
    if lhs.shape[:-2] != rhs.shape[:-2]:
        fail(f"batch_dot shape error (leading dimensions must be equal): {_shapes(lhs, rhs)}")
    if left.shape[-1] != right.shape[-2]:
        fail(f"batch_dot shape error (shape mismatch): {_shapes(lhs, rhs)}")
    return torch.matmul(left, right)


@op("khatri_rao")
def khatri_rao(*args):
    """Compute the column-wise Kronecker product of matrices."""
    for matrix in args:
        if matrix.ndim != 2 or matrix.shape[1] != args[0].shape[1]:
            fail("all inputs must be matrices with the same number of columns")
    return functools.reduce(_column_products, args[1:], args[0].clone())


def _column_products(left, right):
    return (left[:, None, :] * right[None, :, :]).flatten(0, 1)
