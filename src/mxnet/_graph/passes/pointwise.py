"""Convolutions of 1 x 1 as one matrix product.

With the channels last, pictures are matrices as they are. Calling oneDNN costs about 50
microseconds, a matrix product 5. So this pays where the result is small and another pass over it
is cheap.
"""

from __future__ import annotations

import math

import torch

from .finish import Finish

LARGEST = 1 << 18  # numbers in a result, up to which this pays


def is_faster(result: tuple[int, ...]) -> bool:
    """Tell whether a matrix product is the fastest way to a result of this shape."""
    return math.prod(result) <= LARGEST


class MatrixProduct:
    """A convolution of 1 x 1 without padding and strides, for data of one shape."""

    def __init__(self, weight, finish: Finish, in_place: bool):
        self._weight = weight.flatten(1).t().contiguous()
        self._finish, self._in_place = finish, in_place

    def __call__(self, data, other=None) -> torch.Tensor:
        data = data.permute(0, 2, 3, 1)
        rows = data.reshape(-1, data.shape[-1])
        if other is None:
            result = torch.mm(rows, self._weight)
        else:
            other = other.permute(0, 2, 3, 1).reshape(len(rows), -1)
            result = torch.addmm(other, rows, self._weight, out=other if self._in_place else None)
        self._finish.into(result, result)
        return result.view(*data.shape[:-1], -1).permute(0, 3, 1, 2)
