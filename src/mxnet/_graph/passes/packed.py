"""Fused convolutions, which choose how to compute when they see the shape of their data."""

from __future__ import annotations

import threading
from collections.abc import Callable

import torch

from ..._ops.conv import check_geometry
from ..._ops.windows import each_axis
from .finish import Finish
from .onednn import OneDNN
from .winograd import Winograd, best_size


class PackedConvolution:
    """A convolution with its activation and sum, for data of the shape it sees first."""

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
        self._lock = threading.Lock()
        self._weight = self._bias = self._shape = None
        self._compute: Callable | None = None

    __name__ = "packed_convolution"  # what the generated code calls it

    def load(self, weight: torch.Tensor, bias: torch.Tensor | None) -> None:
        """Take other weights; they are packed at the next call."""
        kernel, filters = self._attrs["kernel"], self._attrs["num_filter"]
        fits = weight.shape[2:] == kernel and weight.shape[0] == filters
        if not fits or (bias is not None and bias.shape != (filters,)):
            raise ValueError("weight or bias do not fit the convolution's attributes")
        with self._lock:
            self._weight, self._bias = weight, bias
            self._compute = self._shape = None

    def __call__(self, data: torch.Tensor, other: torch.Tensor | None = None) -> torch.Tensor:
        compute = self._compute
        if compute is None or data.shape != self._shape:
            compute = self._pack(data, other)
        return compute(data, other)

    def unload(self) -> None:
        """Give up the weights; the next call fails."""
        with self._lock:
            self._weight = self._bias = self._compute = self._shape = None

    def _pack(self, data: torch.Tensor, other: torch.Tensor | None) -> Callable:
        """Choose how to compute for this shape of data, and order the weight for that."""
        with self._lock:
            if data.shape == self._shape:
                return self._compute
            if self._weight is None and self._shape is None:
                raise ValueError("the plan of this convolution was given up")
            if self._shape is not None:
                raise ValueError("the shape of the data has changed though that of the inputs not")
            self._check(data, other)
            self._compute = self._chosen(data.shape, other)
            self._weight, self._shape = None, data.shape
            return self._compute

    def _chosen(self, shape: torch.Size, other: torch.Tensor | None) -> Callable:
        pads, strides, dilations, groups = self._geometry
        result = self._result_shape(shape)
        fits = other is None or other.shape == result
        if not (fits or self.broadcasts):
            raise ValueError("the terms of a sum have different shapes")
        once = groups == 1 and {*strides, *dilations} == {1}
        if fits and once and self._attrs["kernel"] == (3, 3) and max(pads) <= 2:
            size = best_size(shape, result)
            if size is not None:
                finish = Finish(self._bias, *self._activation)
                return Winograd(self._weight, finish, shape, pads, size, self.in_place)
        return OneDNN(
            self._weight, self._bias, shape, self._geometry, self._activation,
            self.in_place and fits, fits,
        )  # fmt: skip

    def _check(self, data: torch.Tensor, other: torch.Tensor | None) -> None:
        attrs, weight = self._attrs, self._weight
        check_geometry(
            data.shape, attrs["kernel"], attrs["stride"], attrs["dilate"], attrs["pad"],
            attrs["layout"], attrs["num_filter"], attrs["num_group"],
        )  # fmt: skip
        if data.shape[1] != weight.shape[1] * attrs["num_group"] or not data.numel():
            raise ValueError(f"data of shape {tuple(data.shape)} does not fit the weight")
        tensors = [t for t in (data, other, weight, self._bias) if t is not None]
        if any(t.dtype is not torch.float32 or not t.is_cpu for t in tensors):
            raise ValueError("only float32 on the host can be packed")

    def _result_shape(self, shape: torch.Size) -> tuple[int, ...]:
        pads, strides, dilations, _ = self._geometry
        sizes = zip(shape[2:], self._attrs["kernel"], pads, strides, dilations, strict=True)
        spatial = [(n + 2 * p - d * (k - 1) - 1) // s + 1 for n, k, p, s, d in sizes]
        return (shape[0], self._attrs["num_filter"], *spatial)
