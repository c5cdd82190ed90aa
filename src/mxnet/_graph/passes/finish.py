"""What comes after the products of a convolution: bias, sum and activation."""

from __future__ import annotations

import torch
from torch.nn.functional import leaky_relu_

# oneDNN's names; each function changes its array
ACTIVATIONS = {"relu": torch.relu_, "hardtanh": torch.clamp_, "leaky_relu": leaky_relu_}


class Finish:
    """Adds a bias (the last axis is that of the channels) and another array, then activates."""

    def __init__(self, bias: torch.Tensor | None, activation: str, numbers: list[float]):
        self._bias, self._numbers = bias, numbers
        self._activation = ACTIVATIONS.get(activation)

    def into(self, result, values, other=None) -> None:
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
