"""``x[key]`` and ``x[key] = value``."""

from __future__ import annotations

import torch

from .._array import wrap
from .._scope import state


def getitem(self, key):
    """Return the part of the array that the key selects."""
    return wrap(self._t[key], self._ctx, type(self))


def setitem(self, key, value):
    """Write into the part of the array that the key selects."""
    self._t[key] = value._t if hasattr(value, "_t") else torch.as_tensor(value, dtype=self._t.dtype)


_ = state
