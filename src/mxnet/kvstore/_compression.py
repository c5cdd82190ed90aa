"""Gradient compression to two bits per element, with the residual carried over."""

from __future__ import annotations

import numpy as np

from .._core.dtypes import lookup
from ..base import MXNetError


class Compression:
    """Rounds gradients to ``-threshold``, 0 or ``threshold``, with a residual by key and device."""

    def __init__(self, params: dict):
        options = {str(name): str(value) for name, value in params.items()}
        if "type" not in options:
            raise MXNetError("Required parameter type of string is not presented")
        if (kind := options.pop("type")) != "2bit":
            raise MXNetError(f"Unknown type for gradient compression {kind}")
        self.threshold = float(options.pop("threshold", 0.5))
        if options:
            raise MXNetError(
                f"gradient compression takes type and threshold, got {sorted(options)} as well"
            )
        if self.threshold <= 0:
            raise MXNetError("threshold must be greater than 0")
        self._residuals = {}

    def residual(self, key, like):
        """Return the residual of rounding a key's gradients over workers, as float32."""
        if like.dtype != np.float32:
            raise MXNetError(
                f"key {key}: gradient compression is for float32, got {lookup(like.dtype).name}"
            )
        return self._residuals.setdefault(key, like.zeros_like())

    def __call__(self, key, device: int, grad):
        """Return the rounded gradient."""
        total = grad + self._residuals.get((key, device), 0)
        limit = self.threshold
        rounded = limit * ((total >= limit) - (total <= -limit))
        self._residuals[key, device] = total - rounded
        return rounded
