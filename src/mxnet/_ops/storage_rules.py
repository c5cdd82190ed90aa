"""Storage type rules for declarations: whether results are dense or sparse.

A rule gets the storage types of the inputs and the attributes, and returns that of the result. An
operator without a rule has dense results, unless it maps 0 to 0 (``keeps_zero``). Eager calls and
graphs use the same rules, as in 1.9.1. A rule for a single operator is next to that operator.
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
    """Return the storage type of a result that is computed only from dense arrays."""
    return DENSE if op.storage is None else op.storage(op, (DENSE,) * len(op.inputs), attrs)


def as_first(op: Op, stypes: Sequence[str], attrs: dict) -> str:
    """The result has the storage type of the first input."""
    return stypes[0]


def sparse_if_zero_stays(op: Op, stypes: Sequence[str], attrs: dict) -> str:
    """The result has the storage type of the input, unless the operator maps 0 to another value."""
    if stypes[0] != DENSE and op.kernel(torch.zeros(1), **attrs).any():
        return DENSE
    return stypes[0]


def common_storage(op: Op, stypes: Sequence[str], attrs: dict) -> str:
    """The result has the storage type of the inputs, if all have the same."""
    return stypes[0] if len(set(stypes)) == 1 else DENSE


def as_sparse_factor(op: Op, stypes: Sequence[str], attrs: dict) -> str:
    """A product has the storage type of the sparse factor, if there is only one sparse type."""
    kinds = {*stypes} - {DENSE}
    return kinds.pop() if len(kinds) == 1 else DENSE


def csr_by_dense(op: Op, stypes: Sequence[str], attrs: dict) -> str:
    """A CSR matrix combined with a dense array, which may be broadcast, stays a CSR matrix."""
    return CSR if tuple(stypes) == (CSR, DENSE) else DENSE


def only(stype: str):
    """Return the rule that keeps a storage type if all inputs have it."""

    def rule(op: Op, stypes: Sequence[str], attrs: dict) -> str:
        return stype if {*stypes} == {stype} else DENSE

    return rule
