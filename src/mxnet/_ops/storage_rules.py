"""Rules for storage types, for declarations: whether results are dense or sparse.

A rule gets the storage types of the inputs and the attributes, and returns that of the result. An
operator without a rule has dense results, unless it maps 0 to 0 (``keeps_zero``). Eager
calls and graphs ask the same rules; 1.9.1 has the same ones for both. Rules that one operator
alone has stand beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import torch

if TYPE_CHECKING:
    from .registry import Op

DENSE, CSR, ROWS = "default", "csr", "row_sparse"


def infer_storage(op: Op, stypes: Sequence[str], attrs: dict) -> str:
    """Return the storage type of an operator's result."""
    if op.storage is not None:
        return op.storage(op, stypes, attrs)
    return stypes[0] if op.keeps_zero else DENSE


def storage_from_dense(op: Op, attrs: dict) -> str:
    """Return the storage type of a result that is computed from dense arrays alone."""
    return DENSE if op.storage is None else op.storage(op, (DENSE,) * len(op.inputs), attrs)


def as_first(op: Op, stypes: Sequence[str], attrs: dict) -> str:
    """The result is stored as the first input is."""
    return stypes[0]


def if_zero_stays(op: Op, stypes: Sequence[str], attrs: dict) -> str:
    """The result is stored as the input is, unless the operator maps 0 to another value."""
    if stypes[0] != DENSE and op.kernel(torch.zeros(1), **attrs).any():
        return DENSE
    return stypes[0]


def if_alike(op: Op, stypes: Sequence[str], attrs: dict) -> str:
    """The result is stored as the inputs are, if all are stored alike."""
    return stypes[0] if len(set(stypes)) == 1 else DENSE


def as_sparse_factor(op: Op, stypes: Sequence[str], attrs: dict) -> str:
    """A product is stored as the sparse factor is, if there is one kind."""
    kinds = {*stypes} - {DENSE}
    return kinds.pop() if len(kinds) == 1 else DENSE


def csr_by_dense(op: Op, stypes: Sequence[str], attrs: dict) -> str:
    """A CSR matrix beside a dense array, which may be broadcast, stays one."""
    return CSR if tuple(stypes) == (CSR, DENSE) else DENSE


def only(stype: str):
    """Return the rule: if all inputs are stored like that, so is the result."""

    def rule(op: Op, stypes: Sequence[str], attrs: dict) -> str:
        return stype if {*stypes} == {stype} else DENSE

    return rule
