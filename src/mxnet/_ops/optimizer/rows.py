"""Updates of the rows that a row-sparse gradient contains ("lazy" updates)."""

from __future__ import annotations

import torch

from ..checks import Declined, KernelIndexError, fail
from ..registry import Op
from ..sparse_kernels import Operands
from ..sparse_tensor import Operand, RowSparseTensor, to_dense


def update_rows(op: Op, operands: Operands, attrs: dict) -> Operand:
    """Update only the rows of weight and states that a row-sparse gradient contains."""
    weight, grad, *states = operands
    _require_rows(grad, len(weight), attrs)
    parts = [_rows_of(operand, grad.indices) for operand in (weight, *states)]
    own, *rest = parts
    op.kernel(own, grad.data, *rest, **attrs, out=(own,))
    for operand, part in zip((weight, *states), parts, strict=True):
        _put_rows(operand, grad.indices, part, weight)
    return weight


def update_rows_by_sgd(op: Op, operands: Operands, attrs: dict) -> Operand:
    """Update rows by SGD, which torch can do with a single sum."""
    weight, grad = operands
    if not _is_one_sum(weight, grad, attrs):
        return update_rows(op, operands, attrs)
    _require_rows(grad, len(weight), attrs)
    step = torch.sparse_coo_tensor(
        grad.indices[None], grad.data, grad.shape, check_invariants=False, is_coalesced=True
    )
    return weight.add_(step, alpha=-attrs["lr"] * attrs.get("rescale_grad", 1.0))


def update_rows_of_rows(op: Op, operands: Operands, attrs: dict) -> Operand:
    """Update rows if the weight is row-sparse too."""
    if not isinstance(operands[0], RowSparseTensor):
        raise Declined("the weight is dense")
    return update_rows(op, operands, attrs)


def _require_rows(grad: Operand, count: int, attrs: dict) -> None:
    """Decline an update of all rows, and reject rows outside of the weight.

    torch adds sparse tensors without a check, to any memory. On other devices the check would wait
    for the result, and their kernels check rows.
    """
    if not isinstance(grad, RowSparseTensor) or not attrs.get("lazy_update", True):
        raise Declined("all rows are updated")
    rows = grad.indices
    if rows.is_cpu and rows.numel():
        first, last = map(int, torch.aminmax(rows))
        if first < 0 or last >= count:
            wrong = first if first < 0 else last
            raise KernelIndexError(f"the gradient has row {wrong}, the weight has {count} rows")


def _is_one_sum(weight: Operand, grad: Operand, attrs: dict) -> bool:
    """Return whether SGD only adds a multiple of the gradient, in the same order as torch."""
    return (
        isinstance(weight, torch.Tensor)
        and weight.dtype is grad.dtype in (torch.float32, torch.float64)
        and tuple(weight.shape) == tuple(grad.shape)
        and not attrs.get("wd")
        and attrs.get("clip_gradient", -1.0) < 0.0
        and weight.is_cpu  # where rows are checked
    )


def _rows_of(operand: Operand, rows: torch.Tensor) -> torch.Tensor:
    if isinstance(operand, RowSparseTensor):
        return operand.pick(rows)
    return to_dense(operand).index_select(0, rows)


def _put_rows(operand: Operand, rows: torch.Tensor, part: torch.Tensor, weight: Operand) -> None:
    if isinstance(operand, torch.Tensor):
        operand.index_copy_(0, rows, part)
        return
    if not isinstance(operand, RowSparseTensor):
        fail("weight and states must be dense or row-sparse, not csr")
    data, stored = operand.parts
    if operand.has_all_rows():
        operand.assign((data.index_copy_(0, rows, part), stored))
        return
    # MXNet: states store the same rows as a row-sparse weight.
    weight_rows = weight.indices if isinstance(weight, RowSparseTensor) else stored
    all_rows = torch.unique(torch.cat([weight_rows, rows]))
    data = operand.pick(all_rows)
    operand.assign((data.index_copy_(0, torch.searchsorted(all_rows, rows), part), all_rows))
