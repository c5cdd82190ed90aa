"""Sums of gradients that travel in two bits an element."""

from __future__ import annotations

from collections.abc import Sequence

import torch

from .._eager.array import wrap
from ..ndarray import NDArray
from .buckets import views
from .group import ProcessGroup

# Gathering codes sends (n - 1) / 16 of an array for each of n workers, summing them in bytes up to
# twice a quarter of it: from 8 workers on the latter is less.
_MOST_GATHERED = 7
_MOST_IN_A_BYTE = 127


class TwoBitSum:
    """Sums of arrays of fixed shapes, each rounded to ``-threshold``, 0 or ``threshold`` first.

    What rounding takes away is kept in ``residuals``, to which the next arrays are added.
    """

    def __init__(
        self,
        group: ProcessGroup,
        arrays: Sequence[NDArray],
        residuals: Sequence[NDArray],
        threshold: float,
    ):
        self._group, self._threshold = group, threshold
        self._residuals = [residual._t for residual in residuals]
        shapes = [array._t.shape for array in arrays]
        size = sum(shape.numel() for shape in shapes)
        device = arrays[0]._t.device
        # -1, 0 or 1 for each element, in four parts of one length: a byte takes one of each.
        self._signs = torch.zeros(-(-size // 4) * 4, dtype=torch.int8, device=device)
        self._places = views(self._signs[:size], shapes)
        self._total = torch.empty(size, dtype=torch.float32, device=device)
        self.sums = [
            wrap(total, array._ctx, NDArray)
            for total, array in zip(views(self._total, shapes), arrays, strict=True)
        ]
        self._gathers = group.size <= _MOST_GATHERED
        self._counts = self._wait = None

    def start(self, arrays: Sequence[NDArray]) -> None:
        """Begin to sum."""
        for array, residual, place in zip(arrays, self._residuals, self._places, strict=True):
            _round(array._t, residual, self._threshold, place)
        if self._gathers:
            self._counts, self._wait = self._group.start_gather(pack(self._signs))
        else:
            wide = torch.int8 if self._group.size <= _MOST_IN_A_BYTE else torch.int32
            self._counts = self._signs.to(wide, copy=True)
            self._wait = self._group.start_sum(self._counts)

    def finish(self) -> None:
        """Wait for the sums."""
        self._wait()
        if self._gathers:
            self._counts = sum(unpack(packed) for packed in self._counts)
        torch.mul(self._counts[: len(self._total)], self._threshold, out=self._total)
        self._counts = self._wait = None


def _round(
    gradient: torch.Tensor, residual: torch.Tensor, threshold: float, signs: torch.Tensor
) -> None:
    """Write into ``signs`` how many thresholds go up or down; keep the rest in ``residual``."""
    residual += gradient
    up, down = residual >= threshold, residual <= -threshold
    torch.sub(up.view(torch.int8), down.view(torch.int8), out=signs)
    residual.sub_(signs, alpha=threshold)


def pack_array(gradient: NDArray, residual: NDArray, threshold: float) -> NDArray:
    """Return a gradient rounded, in two bits an element; the rest stays in ``residual``."""
    size = gradient.size
    signs = torch.zeros(-(-size // 4) * 4, dtype=torch.int8, device=gradient._t.device)
    _round(gradient._t, residual._t, threshold, signs[:size].view(gradient.shape))
    return wrap(pack(signs), gradient._ctx, NDArray)


def unpack_array(packed: NDArray, threshold: float, like: NDArray) -> NDArray:
    """Return what ``pack_array`` has rounded."""
    signs = unpack(packed._t)[: like.size].view(like.shape)
    return wrap(signs * torch.tensor(threshold), like._ctx, NDArray)


def pack(signs: torch.Tensor) -> torch.Tensor:
    """Return -1, 0 and 1 in two bits each.

    >>> pack(torch.tensor([1, 0, -1, 0], dtype=torch.int8)).tolist()
    [49]
    """
    quarters = (signs & 3).view(torch.uint8).view(4, -1)
    return quarters[0] | quarters[1] << 2 | quarters[2] << 4 | quarters[3] << 6


def unpack(packed: torch.Tensor) -> torch.Tensor:
    """Return the numbers that ``pack`` has packed."""
    # A byte is moved up until the pair of bits is its highest, and down again with its sign.
    signed = packed.view(torch.int8)
    return torch.cat([(signed << 6 - 2 * i) >> 6 for i in range(4)])
