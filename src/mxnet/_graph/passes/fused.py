"""Convolutions with the following sum and activation, and the choice of an algorithm."""

from __future__ import annotations

from collections.abc import Callable

import torch

from ..._core.declined import Declined
from ..._ops.nn.conv import check_geometry
from ..._ops.nn.windows import each_axis
from .epilogue import Epilogue
from .onednn import OneDNN
from .winograd import Winograd, best_size


class ConvolutionSpec:
    """The attributes of a convolution, before its weight and the shape of its data are known."""

    def __init__(self, attrs: dict, activation: str, numbers: list[float]):
        ndim = len(attrs["kernel"])
        self._attrs = attrs
        self._geometry = (
            list(each_axis(attrs["pad"], 0, ndim)),
            list(each_axis(attrs["stride"], 1, ndim)),
            list(each_axis(attrs["dilate"], 1, ndim)),
            attrs["num_group"],
        )
        self._activation = activation, numbers
        self.in_place = self.broadcasts = False

    def check_weight(self, weight: torch.Tensor, bias: torch.Tensor | None) -> None:
        """Reject arrays whose shapes contradict the attributes."""
        kernel, filters = self._attrs["kernel"], self._attrs["num_filter"]
        fits = weight.shape[2:] == kernel and weight.shape[0] == filters
        if not fits or (bias is not None and bias.shape != (filters,)):
            raise ValueError("weight or bias do not fit the convolution's attributes")

    def pack(self, weight, bias, shape: torch.Size, added: torch.Size | None) -> Callable:
        """Choose an algorithm for data of the given shape, and pack the weight for it."""
        self._check(weight, shape)
        pads, strides, dilations, groups = self._geometry
        result = self.result_shape(shape)
        fits = added is None or added == result
        if not (fits or self.broadcasts):
            raise ValueError("the terms of a sum have different shapes")
        once = groups == 1 and {*strides, *dilations} == {1}
        if fits and once and self._attrs["kernel"] == (3, 3) and max(pads) <= 2:
            size = best_size(shape, result)
            if size is not None:
                epilogue = Epilogue(bias, *self._activation)
                return Winograd(weight, epilogue, shape, pads, size, self.in_place)
        return OneDNN(
            weight, bias, shape, self._geometry, self._activation, self.in_place and fits, fits
        )

    def _check(self, weight: torch.Tensor, shape: torch.Size) -> None:
        attrs = self._attrs
        check_geometry(
            shape, attrs["kernel"], attrs["stride"], attrs["dilate"], attrs["pad"],
            attrs["layout"], attrs["num_filter"], attrs["num_group"],
        )  # fmt: skip
        if not shape.numel():
            raise Declined("convolutions of empty arrays are not packed")
        if shape[1] != weight.shape[1] * attrs["num_group"]:
            raise ValueError(f"data of shape {tuple(shape)} does not fit the weight")

    def result_shape(self, shape: torch.Size) -> torch.Size:
        """Return the shape of the result for data of the given shape."""
        pads, strides, dilations, _ = self._geometry
        sizes = zip(shape[2:], self._attrs["kernel"], pads, strides, dilations, strict=True)
        spatial = [(n + 2 * p - d * (k - 1) - 1) // s + 1 for n, k, p, s, d in sizes]
        return torch.Size([shape[0], self._attrs["num_filter"], *spatial])
