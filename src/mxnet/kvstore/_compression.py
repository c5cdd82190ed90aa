"""Gradient compression to two bits per element, with the residual carried over."""

from __future__ import annotations

import numpy as np

from .._core.dtypes import lookup
from .._distributed.two_bits import round_array
from ..base import MXNetError
from ..ndarray import zeros
from ._keys import refuse_other_type


class Compression:
    """Rounds gradients to ``-threshold``, 0 or ``threshold``, with a residual by key and device."""

    def __init__(self, params: dict):
        # MXNet: its core receives strings, so "0.5" is as good as 0.5.
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

    def residual_of_workers(self, key, grad):
        """Return the residual of a key's gradients that workers send, which are float32."""
        if grad.dtype != np.float32:
            raise _refusal(key, grad, "float32")
        return self._residual(key, grad)

    def round(self, key, device: int, grad):
        """Return the rounded gradient of a device."""
        if not lookup(grad.dtype).torch.is_floating_point:
            raise _refusal(key, grad, "floats")
        residual = self._residual((key, device), grad)
        refuse_other_type(key, residual, grad)
        if grad.stype == "default":
            return round_array(grad, residual, self.threshold)
        return round_array(grad.tostype("default"), residual, self.threshold).tostype(grad.stype)

    def _residual(self, key, grad):
        if key not in self._residuals:
            self._residuals[key] = zeros(grad.shape, grad.context, dtype=grad.dtype)
        return self._residuals[key]


def _refusal(key, grad, wanted: str) -> MXNetError:
    name = lookup(grad.dtype).name
    return MXNetError(f"key {key}: gradient compression is for {wanted}, got {name}")
