"""Gradients rounded to two bits per element, and their sums over workers."""

from __future__ import annotations

from collections.abc import Sequence

import torch

from .._eager.array import wrap
from ..ndarray import NDArray
from .buckets import views
from .group import ProcessGroup

# Gathering the codes of n workers sends (n - 1) / 16 of an array. Where each worker sums a part of
# it and sends the others the sums, that is (n - 1) / n of (2 + bits) / 32: less from 4 workers on.
_MAX_GATHERING_WORKERS = 3
# Bits -> the largest number of workers n whose sum, from -n to n, fits.
_MAX_WORKERS = {4: 7, 8: 127, 16: 32767}
_TYPES = {8: torch.int8, 16: torch.int16}


class TwoBitSum:
    """Sums of arrays of fixed shapes, each first rounded to ``-threshold``, 0 or ``threshold``.

    The rounding errors are kept in ``residuals`` and added to the next arrays.
    """

    def __init__(
        self,
        group: ProcessGroup,
        arrays: Sequence[NDArray],
        residuals: Sequence[NDArray],
        threshold: float,
    ):
        self._threshold = threshold
        self._residuals = [residual._t for residual in residuals]
        shapes = [array._t.shape for array in arrays]
        size = sum(shape.numel() for shape in shapes)
        device = arrays[0]._t.device
        self._sum = (_GatheredSum if group.size <= _MAX_GATHERING_WORKERS else _PartitionedSum)(
            group
        )
        # -1, 0 or 1 for each element.
        self._signs = torch.zeros(self._sum.shape(size), dtype=torch.int8, device=device)
        self._targets = views(self._signs.view(-1)[:size], shapes)
        self._total = torch.empty(size, dtype=torch.float32, device=device)
        self.sums = [
            wrap(total, array._ctx, NDArray)
            for total, array in zip(views(self._total, shapes), arrays, strict=True)
        ]

    def start(self, arrays: Sequence[NDArray]) -> None:
        """Start to sum."""
        for array, residual, target in zip(arrays, self._residuals, self._targets, strict=True):
            _round(array._t, residual, self._threshold, target)
        self._sum.start(pack(self._signs, 2))

    def finish(self) -> None:
        """Wait for the sums."""
        counts = self._sum.finish().view(-1)
        torch.mul(counts[: len(self._total)], self._threshold, out=self._total)


class _GatheredSum:
    """A sum of codes that every worker gathers from all others."""

    def __init__(self, group: ProcessGroup):
        self._group = group
        self._codes = self._wait = None

    @staticmethod
    def shape(size: int) -> tuple[int, ...]:
        """Return the shape of the codes for a number of elements, four of which fit in a byte."""
        return (_round_up(size),)

    def start(self, packed: torch.Tensor) -> None:
        self._codes, self._wait = self._group.start_gather(packed)

    def finish(self) -> torch.Tensor:
        """Return the sum for each element."""
        self._wait()
        counts = sum(unpack(codes, 2) for codes in self._codes)
        self._codes = self._wait = None
        return counts


class _PartitionedSum:
    """A sum of codes of which every worker computes one part for all."""

    def __init__(self, group: ProcessGroup):
        self._group = group
        self._bits = next(bits for bits, most in _MAX_WORKERS.items() if group.size <= most)
        self._parts = self._wait = None

    def shape(self, size: int) -> tuple[int, ...]:
        """Return the shape of the codes for a number of elements, with a row for each worker."""
        return self._group.size, _round_up(-(-size // self._group.size))

    def start(self, packed: torch.Tensor) -> None:
        # Both exchanges start here, because workers push in the same order but may pull in any.
        codes = unpack(self._group.exchange_rows(packed), 2)
        part = codes.sum(0, dtype=_TYPES.get(self._bits, torch.int8))
        self._parts, self._wait = self._group.start_gather(pack(part, self._bits))

    def finish(self) -> torch.Tensor:
        """Return the sum for each element."""
        self._wait()
        counts = unpack(torch.stack(self._parts), self._bits)
        self._parts = self._wait = None
        return counts


def _round_up(size: int) -> int:
    """Return the size of whole bytes, which have four codes."""
    return -(-size // 4) * 4


def _round(
    gradient: torch.Tensor, residual: torch.Tensor, threshold: float, signs: torch.Tensor
) -> None:
    """Write the rounded multiples of the threshold to ``signs``; keep the rest in ``residual``."""
    residual += gradient
    # Comparisons that write bool, the default, take twice as long.
    torch.ge(residual, threshold, out=signs)
    signs -= torch.le(residual, -threshold, out=torch.empty_like(signs))
    residual.sub_(signs, alpha=threshold)


def round_array(gradient: NDArray, residual: NDArray, threshold: float) -> NDArray:
    """Return a gradient rounded to ``-threshold``, 0 or ``threshold``; the rest stays."""
    signs = torch.empty_like(residual._t)
    _round(gradient._t, residual._t, threshold, signs)
    return wrap(signs.mul_(threshold), gradient._ctx, NDArray)


def pack_array(gradient: NDArray, residual: NDArray, threshold: float) -> NDArray:
    """Return a gradient rounded to two bits per element; the rest stays in ``residual``."""
    size = gradient.size
    signs = torch.zeros(_round_up(size), dtype=torch.int8, device=gradient._t.device)
    _round(gradient._t, residual._t, threshold, signs[:size].view(gradient.shape))
    return wrap(pack(signs, 2), gradient._ctx, NDArray)


def unpack_array(packed: NDArray, threshold: float, like: NDArray) -> NDArray:
    """Return the rounded values from ``pack_array``."""
    signs = unpack(packed._t, 2)[: like.size].view(like.shape)
    return wrap(signs * torch.tensor(threshold), like._ctx, NDArray)


def pack(numbers: torch.Tensor, bits: int) -> torch.Tensor:
    """Return the bytes of small integers with 2 or 4 bits each, or larger ones unchanged.

    Numbers that share a byte are from parts of the last axis, whose length is a multiple of 4.

    >>> pack(torch.tensor([1, 0, -1, 0], dtype=torch.int8), 2).tolist()
    [49]
    """
    if bits in _TYPES:
        return numbers.view(torch.uint8)
    mask, count = (1 << bits) - 1, 8 // bits
    first, *others = (numbers & mask).view(torch.uint8).tensor_split(count, -1)
    packed = first.clone()
    for i, part in enumerate(others, 1):
        packed |= part << bits * i
    return packed


def unpack(packed: torch.Tensor, bits: int) -> torch.Tensor:
    """Return the numbers packed by ``pack``."""
    if bits in _TYPES:
        return packed.view(_TYPES[bits])
    # Shift left until the bits of a number are the highest, then right again to extend the sign.
    signed, low = packed.view(torch.int8), 8 - bits
    return torch.cat([(signed << low - start) >> low for start in range(0, 8, bits)], -1)
