"""Kernels on sparse tensors, shared by families of operators.

An operator declares one as ``sparse``; operators that map 0 to 0 need none. A kernel gets the
operator, its operands (dense or sparse tensors) and attributes. It raises ``Declined`` where MXNet
has no sparse implementation either, and the operator then computes on dense copies. A kernel for a
single operator is next to that operator.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import torch

from .._core import dtypes
from .checks import KERNEL_ERRORS, Declined, cause, fail, kernel_error
from .messages import advise_conversion
from .registry import Op
from .sparse_tensor import (
    CsrTensor,
    Operand,
    RowSparseTensor,
    SparseTensor,
    align,
    merge_rows,
    stype_of,
    to_dense,
)
from .storage_rules import DENSE, as_first, infer_storage, sparse_if_zero_stays

Operands = Sequence[Any]  # tensors, sparse tensors, or None for an omitted input
SparseKernel = Callable[[Op, Operands, dict], Any]


def kernel_of(op: Op) -> SparseKernel | None:
    """Return the kernel of an operator for sparse tensors, if it has one."""
    if op.sparse is None and (op.keeps_zero or op.storage in (as_first, sparse_if_zero_stays)):
        return of_stored_values
    return op.sparse


def run_sparse(op: Op, operands: Operands, attrs: dict) -> Any:
    """Run an operator on its sparse operands; raise ``Declined`` if it must compute densely."""
    kernel = kernel_of(op)
    if kernel is None:
        raise Declined("no kernel for sparse arrays")
    try:
        return kernel(op, operands, attrs)
    except Declined:
        raise
    except KERNEL_ERRORS as error:
        described = [_describe(operand) for operand in operands]
        raise kernel_error(op, described, attrs, error) from cause(error)


def _describe(operand: Operand | None) -> torch.Tensor | None:
    """Return a tensor without values for a message."""
    if operand is None:
        return None
    return torch.empty(operand.shape, dtype=operand.dtype, device="meta")


def for_sparse_results(kernel: SparseKernel) -> SparseKernel:
    """Let a kernel run only if the storage rule of its operator infers a sparse result."""

    @functools.wraps(kernel)
    def run(op: Op, operands: Operands, attrs: dict) -> Any:
        if infer_storage(op, [stype_of(operand) for operand in operands], attrs) == DENSE:
            raise Declined("the result is dense")
        return kernel(op, operands, attrs)

    return run


def call(op: Op, tensors: Sequence[torch.Tensor], attrs: dict) -> torch.Tensor:
    """Run the ordinary kernel of an operator on values; its result is in memory of its own."""
    result = op.kernel(*tensors, **attrs)
    return result.clone() if op.aliases_input else result


def require_one_dtype(op: Op, first: Operand, second: Operand) -> None:
    """Reject operands of different types."""
    if first.dtype is not second.dtype:
        expected, actual = (dtypes.BY_TORCH[operand.dtype].name for operand in (first, second))
        fail(
            f"[Incompatible attr in node  at 1-th input: expected {expected}, got {actual}]. "
            f"{advise_conversion(op, first.dtype, second.dtype)}"
        )


@for_sparse_results
def of_stored_values(op: Op, operands: Operands, attrs: dict) -> SparseTensor:
    """Run an operator on the stored values."""
    (operand,) = operands
    return operand.with_data(call(op, [operand.data], attrs))


@for_sparse_results
def empty_result(op: Op, operands: Operands, attrs: dict) -> SparseTensor:
    """Return zeros, which store nothing."""
    (operand,) = operands
    return operand.empty(operand.shape, operand.dtype, operand.device)


@for_sparse_results
def of_aligned_values(op: Op, operands: Operands, attrs: dict) -> SparseTensor:
    """Run an operator at all positions that one of two tensors of the same kind stores."""
    first, second = operands
    _require_one_shape(operands)
    require_one_dtype(op, first, second)
    values, positions = align(first, second)
    return type(first)((call(op, values, attrs), *positions), first.shape)


@for_sparse_results
def sum_of_rows(op: Op, operands: Operands, attrs: dict) -> SparseTensor:
    """Add row-sparse tensors."""
    _require_one_shape(operands)
    return merge_rows(operands)


def _require_one_shape(operands: Operands) -> None:
    if len({tuple(operand.shape) for operand in operands}) > 1:
        raise Declined("shapes differ")


@for_sparse_results
def product(op: Op, operands: Operands, attrs: dict) -> SparseTensor:
    """Multiply the stored values by those of the other operand at the same positions."""
    first, second = operands
    if not isinstance(first, SparseTensor):
        first, second = second, first
    require_one_dtype(op, first, second)
    return first.with_data(first.data * _elements_at(first, second))


@for_sparse_results
def quotient(op: Op, operands: Operands, attrs: dict) -> SparseTensor:
    """Divide the stored values by those of the second operand at the same positions."""
    first, second = operands
    require_one_dtype(op, first, second)
    return first.with_data(first.data / _elements_at(first, second))


def _elements_at(first: SparseTensor, second: Operand) -> torch.Tensor:
    """Return the elements of the second operand that the first stores."""
    if isinstance(first, RowSparseTensor):
        _require_one_shape((first, second))
        if isinstance(second, RowSparseTensor):
            return second.pick(first.indices)
        return to_dense(second).index_select(0, first.indices)
    if not isinstance(first, CsrTensor):
        raise TypeError(f"a sparse tensor expected, got {type(first)}")
    try:
        dense = to_dense(second).expand(first.shape)
    except RuntimeError:
        raise Declined("shapes differ") from None
    return dense[first.rows, first.columns]
