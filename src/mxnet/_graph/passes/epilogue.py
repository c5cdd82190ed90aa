"""The end of a convolution: bias, sum and activation."""

from __future__ import annotations

import torch
from torch.nn.functional import leaky_relu_

# by oneDNN's names; in-place
INPLACE_ACTIVATIONS = {"relu": torch.relu_, "hardtanh": torch.clamp_, "leaky_relu": leaky_relu_}


class Epilogue:
    """Adds a bias (channels are the last axis) and another array, then applies an activation."""

    def __init__(self, bias: torch.Tensor | None, activation: str, numbers: list[float]):
        self._bias, self._numbers = bias, numbers
        self._activation = INPLACE_ACTIVATIONS.get(activation)

    def apply(self, result, values, other=None) -> None:
        """Write to ``result``, which may be ``values`` or ``other``; ``values`` may change."""
        if other is None and self._bias is None:
            result.copy_(values)
        elif other is None:
            torch.add(values, self._bias, out=result)
        else:
            if self._bias is not None:
                values.add_(self._bias)
            torch.add(values, other, out=result)
        if self._activation is not None:
            self._activation(result, *self._numbers)
