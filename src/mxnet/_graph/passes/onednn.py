"""Convolutions computed by oneDNN, with their sum and activation in one pass.

It is fastest with channels last and the weight in a layout that it chooses for the shape of the
data. The operators are private ones that torch's compiler uses: ``is_available``.
"""

from __future__ import annotations

import copy

import torch

FORMATS = {2: torch.channels_last, 3: torch.channels_last_3d}


def is_available() -> bool:
    """Return whether torch was built with the operators needed here."""
    return torch.backends.mkldnn.is_available() and hasattr(
        torch.ops.mkldnn, "_convolution_pointwise"
    )


class OneDNN:
    """A convolution with the weight packed for data of one shape."""

    def __init__(self, weight, bias, shape, geometry, activation, in_place: bool, fits_sum: bool):
        self._format = FORMATS[len(shape) - 2]
        self.geometry, self.bias, self.activation = geometry, bias, activation
        self._activation, self._numbers = activation
        self._after_sum = "relu" if self._activation == "relu" else None
        self._in_place, self._fits_sum = in_place, fits_sum
        self.is_depthwise = 1 < geometry[3] == weight.shape[0]
        self._is_square = all(len({*sizes}) == 1 for sizes in (weight.shape[2:], *geometry[:2]))
        self._packed = _reorder(weight, *geometry, list(shape))

    @property
    def fits_graph(self) -> bool:
        """Return whether ``onednn_graph.py`` can compute it as well.

        oneDNN Graph fuses a depthwise convolution with the one before it, and then supports one
        stride, one padding and no dilation: others give wrong results or write out of bounds.
        """
        pads, strides, dilations, groups = self.geometry
        plain = len(pads) == 2 and self._fits_sum and {*dilations} == {1}
        return plain and (groups == 1 or (self.is_depthwise and self._is_square))

    def read_weight(self) -> torch.Tensor:
        """Return the weight that was packed."""
        return self._packed.to_dense()

    def without_weight(self) -> OneDNN:
        """Return a description of this convolution, which cannot be called."""
        description = copy.copy(self)
        description._packed = None
        return description

    def __call__(self, data: torch.Tensor, other: torch.Tensor | None = None) -> torch.Tensor:
        data = data.contiguous(memory_format=self._format)
        if other is None:
            return _convolve(
                data, self._packed, self.bias, *self.geometry,
                self._activation, self._numbers, "",
            )  # fmt: skip
        if not self._fits_sum:
            return self._add_separately(data, other)
        other = other.contiguous(memory_format=self._format)
        if self._in_place:
            return _convolve_into(
                other, data, self._packed, self.bias, *self.geometry,
                "add", 1.0, self._after_sum, [], "",
            )  # fmt: skip
        return _convolve_and_add(
            data, other, self._packed, self.bias, *self.geometry,
            "add", 1.0, self._after_sum, [], "",
        )  # fmt: skip

    def _add_separately(self, data: torch.Tensor, other: torch.Tensor) -> torch.Tensor:
        result = _convolve(data, self._packed, self.bias, *self.geometry, "none", [], "") + other
        return result.relu_() if self._after_sum else result


if is_available():
    _reorder = torch.ops.mkldnn._reorder_convolution_weight.default
    _convolve = torch.ops.mkldnn._convolution_pointwise.default
    _convolve_and_add = torch.ops.mkldnn._convolution_pointwise.binary
    _convolve_into = torch.ops.mkldnn._convolution_pointwise_.binary
