"""Whether the values of tensors have changed.

torch increments the version of a tensor at each in-place write. Other libraries write to memory
that they share with an array, for example by DLPack, without this, so such a tensor counts as
changed whenever its version is asked for.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import torch

_has_exported = False  # whether memory was ever shared, so that most programs skip the check


def mark_exported(tensor: torch.Tensor) -> None:
    """Note that another library may write to the memory of a tensor."""
    global _has_exported
    _has_exported = True
    tensor.is_lent = True
    if tensor._base is not None:
        tensor._base.is_lent = True


def versions_of(tensors: Iterable[Any]) -> list:
    """Return what is equal later if the values are the same: of lent memory, it never is.

    The tensors may be dense or sparse.
    """
    if not _has_exported:
        return [tensor._version for tensor in tensors]
    return [object() if hasattr(tensor, "is_lent") else tensor._version for tensor in tensors]
