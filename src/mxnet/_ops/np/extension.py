"""Operators of mx.npx that mx.nd does not have."""

from __future__ import annotations

import torch

from .. import type_rules
from ..checks import check_value
from ..math.elementwise import UNARY, same_dtype
from ..registry import op, register

for _name in ("relu", "sigmoid"):  # separate operators in files, although they compute the same
    register(same_dtype(UNARY[_name].function, _name), f"_npx_{_name}")


@op("_npx_constraint_check", types=type_rules.BOOLS)
def constraint_check(input, *, msg: str = "Constraint violated."):
    """Return True, or raise an error with a message if an element is False."""
    check_value(input.is_meta or bool(input.all()), msg)
    return torch.ones((), dtype=torch.bool, device=input.device)


@op("_npi_share_memory", mixed=True, types=type_rules.BOOLS)
def share_memory(a, b):
    """Return whether two arrays share memory."""
    if a.is_meta or b.is_meta or not (a.numel() and b.numel()):
        return torch.zeros((), dtype=torch.bool, device=a.device)
    common = _extent(a).start < _extent(b).stop and _extent(b).start < _extent(a).stop
    return torch.full((), common, dtype=torch.bool, device=a.device)


def _extent(array: torch.Tensor) -> range:
    last = sum((n - 1) * s for n, s in zip(array.shape, array.stride(), strict=True)) + 1
    return range(array.data_ptr(), array.data_ptr() + last * array.element_size())
