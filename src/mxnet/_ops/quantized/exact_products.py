"""Exact products of 8-bit integers, computed with floats, which represent small integers exactly.

int8 kernels would be the natural choice, but on processors without VNNI those of oneDNN and FBGEMM
add pairs of products in 16 bits and saturate. A product of floats is exact, in any order, if no
partial sum can reach 2**24; that is known from the weights. Otherwise the sums are computed in
parts, which are added as integers.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import NamedTuple

import torch

from ..._core.dtypes import widen

EXACT = 1 << 24  # float32 represents every integer up to here
_LARGEST = {torch.uint8: 255, torch.int8: 128}


class ExactWeights(NamedTuple):
    """Weights as floats, in parts along the second axis, each with its start and end."""

    parts: tuple[tuple[int, int, torch.Tensor], ...]
    bias: torch.Tensor | None  # floats, if sums including it are exact

    def sums(self, function: Callable, data: torch.Tensor, axis: int) -> torch.Tensor:
        """Compute ``function(data, weight, bias)`` exactly: as floats, or in parts as int32."""
        weight = self.parts[0][2]
        added = self.bias is not None and not self.bias.is_floating_point()
        if len(self.parts) == 1 and not added:
            return function(data.to(weight.dtype), weight, self.bias)
        data = data.to(torch.float32)
        parts = (
            function(data.narrow(axis, start, stop - start), weight, None).to(torch.int32)
            for start, stop, weight in self.parts
        )
        total = next(parts)
        for part in parts:
            total += part
        if self.bias is not None:
            shape = [1] * total.ndim
            shape[axis] = -1
            total += self.bias.reshape(shape)
        return total


def exact_weights(
    data_type: torch.dtype, weight: torch.Tensor, bias: torch.Tensor | None = None, groups: int = 1
) -> ExactWeights:
    """Prepare integers for exact sums of products with data of a type."""
    largest = _LARGEST[data_type]
    if weight.is_meta or bias is None and weight[0].numel() * largest * 128 < EXACT:
        return _as_single_part(weight, bias, torch.float32)
    bounds = _bounds(data_type, weight) * largest  # for each filter and channel
    offset = 0.0 if bias is None else widen(bias.abs())
    if float((bounds.sum(1) + offset).max()) < EXACT:
        return _as_single_part(weight, bias, torch.float32)
    if groups > 1:
        return _as_single_part(weight, bias, torch.float64)
    ends = _ends(bounds)
    parts = tuple((a, b, weight[:, a:b].float()) for a, b in itertools.pairwise(ends))
    return ExactWeights(parts, bias)


def _as_single_part(weight, bias, dtype: torch.dtype) -> ExactWeights:
    bias = None if bias is None else bias.to(dtype)
    return ExactWeights(((0, weight.shape[1], weight.to(dtype)),), bias)


def _bounds(data_type: torch.dtype, weight: torch.Tensor) -> torch.Tensor:
    """Return the bounds of sums over each channel of each filter, per unit of data."""
    values = weight.flatten(2) if weight.ndim > 2 else weight.unsqueeze(2)
    values = widen(values)
    # Partial sums lie between the sums of negative and of positive weights.
    if data_type is torch.uint8:
        return torch.maximum(values.clamp(min=0).sum(2), -values.clamp(max=0).sum(2))
    return values.abs().sum(2)


def _ends(bounds: torch.Tensor) -> list[int]:
    """Return where to split the channels so that no part reaches the bound, in few equal parts."""
    size = bounds.shape[1]
    before = torch.nn.functional.pad(bounds.cumsum(1), (1, 0))
    count = 1
    while True:
        ends = [size * i // count for i in range(count + 1)]
        parts = before[:, ends].diff(dim=1)
        if count >= size or float(parts.max()) < EXACT:
            return ends
        count += 1
